"""All addresses of the site: the lobby at the front door, the tables, the rules, the admin."""

from django.contrib import admin
from django.urls import include, path

from contact.views import privacy
from games import views

urlpatterns = [
    path("", include("lobby.urls")),
    path("contact/", include("contact.urls")),
    path("privacy/", privacy, name="privacy"),
    path("table/", include("games.urls")),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of, name="rules_of"),
    path("admin/", admin.site.urls),
]
