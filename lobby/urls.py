"""The addresses of the lobby."""

from django.urls import path

from games import converters  # noqa: F401  registers <code:...>
from lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.browse, name="browse"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("tables/", views.tables, name="tables"),
    path("open/", views.open_table, name="open"),
    path("open/options/", views.options, name="options"),
    path("play-now/", views.quick, name="quick"),
    path("sit/<code:code>/", views.sit, name="sit"),
    path("your-tables/", views.yours, name="yours"),
]
