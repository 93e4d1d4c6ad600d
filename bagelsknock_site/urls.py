"""All addresses of the site: the lobby at the front door, the tables, the admin."""

from django.contrib import admin
from django.urls import include, path

from contact.views import privacy

urlpatterns = [
    path("", include("lobby.urls")),
    path("contact/", include("contact.urls")),
    path("privacy/", privacy, name="privacy"),
    path("table/", include("games.urls")),
    path("admin/", admin.site.urls),
]
