"""The notice to everybody on the site, in the admin: there is one at most."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import news
from games.models import Notice


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    list_display = ("shown", "text", "until")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not Notice.objects.exists()

    @admin.display(description=_("shown now"))
    def shown(self, notice: Notice) -> str:
        return news.in_words(notice) or "-"
