"""The numbers of the messages on the admin's front page."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from contact.models import Message


def figures(request: HttpRequest) -> list[tuple[str, str, str]]:
    """What, how many, and the page to look at; of what the operator may look at."""
    if not request.user.has_perm("contact.view_message"):
        return []
    page = reverse("admin:contact_message_changelist")
    new = Message.objects.filter(status=Message.Status.NEW)
    found = [(_("new messages"), str(new.count()), f"{page}?status__exact=new")]
    if settings.CONTACT_EMAIL_TO and (failing := new.filter(mailed_at=None, mail_failures__gt=0).count()):
        found.append((_("messages that could not be mailed yet"), str(failing), f"{page}?mailed_at__isempty=1"))
    return found
