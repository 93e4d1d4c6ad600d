"""All addresses of the site: the lobby at the front door, the tables, the admin."""

from django.contrib import admin
from django.urls import include, path

from games import history_views

urlpatterns = [
    path("", include("lobby.urls")),
    path("table/", include("games.urls")),
    path("fairness/", history_views.fairness, name="fairness"),
    path("admin/", admin.site.urls),
]
