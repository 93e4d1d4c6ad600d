"""Messages to the operator."""

from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """What somebody wrote to the operator.

    digest          of sender and text, by which the same message sent again is known
    notes           the operator's own
    mailed_at       when it was mailed to the operator; None: not (yet)
    mail_failures   how often the mail server did not take it
    """

    class Status(models.TextChoices):
        NEW = "new", _("new")
        READ = "read", _("read")
        ANSWERED = "answered", _("answered")
        SPAM = "spam", _("spam")

    name = models.CharField(_("name"), max_length=100)
    email = models.EmailField(_("email"))
    text = models.TextField(_("message"))
    digest = models.CharField(max_length=64, db_index=True, editable=False)
    came_at = models.DateTimeField(_("date"), db_index=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.NEW, db_index=True)
    notes = models.TextField(_("notes"), blank=True)
    mailed_at = models.DateTimeField(_("mailed"), null=True, blank=True)
    mail_failures = models.PositiveIntegerField(_("failed mailings"), default=0)

    class Meta:
        ordering = ["-came_at", "-pk"]
        verbose_name = _("message")
        verbose_name_plural = _("messages")

    def __str__(self) -> str:
        # The admin's history outlives the message, and is to tell nobody's name.
        return _now("message %(number)s") % {"number": self.pk}
