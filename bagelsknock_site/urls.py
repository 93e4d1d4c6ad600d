"""All addresses of the site: the lobby at the front door, the tables, the rules, the admin.

All but the admin's are there once for each language (languages.py).
"""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from bagelsknock_site import logins
from contact.views import privacy
from games import history_views, views

urlpatterns = i18n_patterns(
    path("", include("lobby.urls")),
    path("contact/", include("contact.urls")),
    path("privacy/", privacy, name="privacy"),
    path("table/", include("games.urls")),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of, name="rules_of"),
    path("fairness/", history_views.fairness, name="fairness"),
    prefix_default_language=False,
)
urlpatterns += [path("admin/login/", logins.login), path("admin/", admin.site.urls)]

handler500 = "bagelsknock_site.trouble.broken"
