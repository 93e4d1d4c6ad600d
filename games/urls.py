from django.urls import path

from games import converters, history_views, report_views, views  # noqa: F401  converters registers <code:...>

app_name = "games"

urlpatterns = [
    path("<code:code>/", views.table, name="table"),
    path("<code:code>/board/", views.board, name="board"),
    path("<code:code>/act/", views.act, name="act"),
    path("<code:code>/hint/", views.hint, name="hint"),
    path("<code:code>/cut/", views.cut, name="cut"),
    path("<code:code>/start/", views.start, name="start"),
    path("<code:code>/add-computer/", views.add_computer, name="add_computer"),
    path("<code:code>/remove/", views.remove, name="remove"),
    path("<code:code>/leave/", views.leave, name="leave"),
    path("<code:code>/return/", views.return_to_seat, name="return"),
    path("<code:code>/sit-in/", views.sit_in, name="sit_in"),
    path("<code:code>/hand-over/", views.hand_over, name="hand_over"),
    path("<code:code>/move/", views.move, name="move"),
    path("<code:code>/claim/", views.claim, name="claim"),
    path("<code:code>/again/", views.again, name="again"),
    path("<code:code>/carry/", views.carry, name="carry"),
    path("<code:code>/say/", views.say, name="say"),
    path("<code:code>/report/", report_views.report, name="report"),
    path("<code:code>/history/", history_views.page, name="history"),
    path("<code:code>/history.json", history_views.document, name="history_json"),
    path("<code:code>/qr.svg", views.qr, name="qr"),
]
