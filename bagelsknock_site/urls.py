"""All addresses of the site: the lobby at the front door, the tables, the admin."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("lobby.urls")),
    path("table/", include("games.urls")),
    path("admin/", admin.site.urls),
]
