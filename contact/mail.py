"""Messages by mail to the operator. The message is in the database, whatever the mail server does; this sends what it has not taken yet."""

import logging
import smtplib
from email.errors import MessageError

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.message import sanitize_address
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from contact.models import Message

logger = logging.getLogger(__name__)

BATCH = 20  # messages for one connection


def send_unsent() -> int:
    """Mail the new messages that have not been mailed; how many were. The others wait for the next call."""
    if not settings.CONTACT_EMAIL_TO:
        return 0
    # Those that a server did not want come last, so that they hold up no other
    unsent = list(Message.objects.filter(status=Message.Status.NEW, mailed_at=None).order_by("mail_failures", "pk")[:BATCH])
    if not unsent:
        return 0
    try:
        with get_connection() as connection:
            return _send(unsent, connection)
    except OSError as error:
        # One line a minute is enough to say it
        logger.warning("the mail server cannot be reached: %s", type(error).__name__)
        return 0


def _send(unsent: list[Message], connection: object) -> int:
    count = 0
    for message in unsent:
        this = Message.objects.filter(pk=message.pk)
        try:
            _letter(message, connection).send()
        except Exception as error:
            this.update(mail_failures=F("mail_failures") + 1)
            # Not what the server said: that may repeat the sender's address
            logger.warning("message %s could not be mailed: %s", message.pk, type(error).__name__)
            if isinstance(error, smtplib.SMTPServerDisconnected | TimeoutError | ConnectionError):
                break  # the next one would wait in vain, too
        else:
            this.update(mailed_at=timezone.now())
            count += 1
    return count


def _letter(message: Message, connection: object) -> EmailMessage:
    return EmailMessage(
        subject=_("BagelsKnock: message %(number)s") % {"number": message.pk},
        body=f"{message.name} <{message.email}>\n\n{message.text}\n",
        to=settings.CONTACT_EMAIL_TO,
        reply_to=_sender(message),
        connection=connection,
    )


def _sender(message: Message) -> list[str]:
    """The sender for the letter's header; nobody if no header can hold the address: the letter says it, too."""
    # "=?" would make a name that a mail program decodes into characters which no form takes
    name = message.name.replace("=?", "= ?")
    try:
        return [sanitize_address((name, message.email), "utf-8")]
    except (ValueError, IndexError, MessageError):
        return []
