"""The numbers of the messages on the admin's front page."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from contact.models import Message

SOON = timedelta(minutes=5)
"""A message that is not mailed after that has been tried in vain."""


def figures(request: HttpRequest) -> list[tuple[str, str, str]]:
    """What, how many, and the page to look at; of what the operator may look at."""
    if not request.user.has_perm("contact.view_message"):
        return []
    page = reverse("admin:contact_message_changelist")
    new = Message.objects.filter(status=Message.Status.NEW)
    found = [(_("new messages"), str(new.count()), f"{page}?status__exact=new")]
    if settings.CONTACT_EMAIL_TO and (waiting := new.filter(mailed_at=None, came_at__lt=timezone.now() - SOON).count()):
        found.append((_("messages that could not be mailed yet"), str(waiting), f"{page}?status__exact=new&mailed_at__isempty=1"))
    return found
