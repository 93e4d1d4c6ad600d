"""The contact form and the privacy page."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from contact import spam
from contact.forms import FIELDS, TEXT, ContactForm, errors
from contact.models import Message


@require_http_methods(["GET", "HEAD", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    """The form, or a message: stored first, then acknowledged by a page of its own, so that reloading it sends nothing again."""
    if request.method != "POST":
        return render(request, "contact/contact.html", _blank())
    fields = _posted(request)
    if fields is None:
        return _again(
            request, ContactForm({}), 400, _("We could not read the form. Please go back and try again: what you wrote is still there.")
        )
    form = ContactForm(fields)
    if not form.is_valid():
        return _again(request, form, 400)
    if known := spam.read_token(form.cleaned_data["token"]):
        return _receive(request, form, *known)
    return _again(request, form, 400, _("This page was open for a long time. Nothing is lost. Please press “Send” again."))


def _receive(request: HttpRequest, form: ContactForm, made: str, age: float) -> HttpResponse:
    """Store the message, unless it has come before, too fast or as one of too many. `made`: the name of the form, `age`: in seconds."""
    if age < spam.YOUNGEST:
        return _again(request, form, 400, _("That was very quick, as quick as a program. If you are a person, please press “Send” again."))
    now = timezone.now()
    same = Message.objects.filter(digest=form.digest, came_at__gte=now - timedelta(seconds=spam.SAME)).exists()
    if same and spam.is_used(made):
        # Pressed twice: once is what was meant
        return HttpResponseRedirect(reverse("contact:thanks"))
    if same:
        return _again(request, form, 409, _("We already have exactly this message. You need not send it again."))
    if spam.is_used(made):
        text = _("You already sent a message with this form. If this is a new one, please press “Send” again.")
        return _again(request, form, 409, text)
    if request.visitor.too_often("contact"):
        text = _("Many messages came from your connection in the last hour. Please keep this one and send it in an hour.")
        response = _again(request, form, 429, text)
        response["Retry-After"] = str(int(settings.LIMITS["contact"].seconds))
        return response
    if not spam.use(made):
        return HttpResponseRedirect(reverse("contact:thanks"))
    Message.objects.create(
        **{name: form.cleaned_data[name] for name in FIELDS},
        digest=form.digest,
        came_at=now,
        # A browser may have filled in the field that nobody sees: so it is not thrown away
        status=Message.Status.SPAM if form.cleaned_data["website"] else Message.Status.NEW,
    )
    return HttpResponseRedirect(reverse("contact:thanks"))


@require_safe
def thanks(request: HttpRequest) -> HttpResponse:
    """The message has arrived."""
    return render(request, "contact/thanks.html")


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """What is wrong with the fields sent, for a form that is still being filled in; nothing if they are right."""
    fields = _posted(request)
    return HttpResponse("" if fields is None else format_html_join(" ", "{}", ((error,) for error in errors(fields))))


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long and why, and the form below it."""
    return render(request, "pages/privacy.html", {**_blank(), "days": settings.RETENTION, "mailed": bool(settings.CONTACT_EMAIL_TO)})


def _blank() -> dict[str, object]:
    return {"token": spam.new_token(), "most": str(TEXT)}


def _posted(request: HttpRequest) -> dict[str, str] | None:
    """The fields of the form; None if the body is none."""
    try:
        return request.POST.dict()
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, LookupError, UnicodeError):
        return None


def _again(request: HttpRequest, form: ContactForm, status: int, text: str = "") -> HttpResponse:
    """The form as it was filled in, and what is wrong. It stays the same form if that is good for another try."""
    token = str(form.data.get("token", ""))
    known = spam.read_token(token)
    context = {
        **_blank(),
        "typed": form.kept,
        "errors": {name: list(form.errors.get(name, ())) for name in FIELDS} if form.data else {},
        "trouble": text,
    }
    if known and not spam.is_used(known[0]):
        context["token"] = token
    return render(request, "contact/contact.html", context, status=status)
