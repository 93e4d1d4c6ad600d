"""The contact form. Whatever is wrong with what was typed, there is a sentence that says so, and the form keeps it."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext as _

NAME, EMAIL, TEXT = 100, 254, 5000
"""The longest name, address and message, in characters."""
LINKS = 3
"""The most links in a message."""
FIELDS = ("name", "email", "text")

_LINK = re.compile(r"https?://|www\.", re.IGNORECASE)
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""They turn the direction of the text around them, in the operator's list too."""


class ContactForm(forms.Form):
    """Name, address and message, as text; `website` is the field that no person sees, `token` says when the form was made."""

    # Lengths are checked below, where the sentence says by how much; the widgets do not cut what is pasted
    name = forms.CharField(required=False)
    email = forms.CharField(required=False)
    text = forms.CharField(required=False)
    website = forms.CharField(required=False)
    token = forms.CharField(required=False)

    def _clean_fields(self) -> None:
        # Django's CharField would refuse NUL with a sentence of its own, before ours
        for name in self.fields:
            value = str(self.data.get(name, ""))
            try:
                value = (clean_line if name != "text" else clean_text)(value) if name in FIELDS else value
                self.cleaned_data[name] = _CHECKS[name](value) if name in _CHECKS else value
            except ValidationError as error:
                self.add_error(name, error)

    @property
    def kept(self) -> dict[str, str]:
        """What was typed, without characters that no page can show: so it can be sent once more."""
        typed = {name: str(self.data.get(name, "")) for name in FIELDS}
        return {name: "".join(char for char in value if not _is_hidden(char, name == "text")) for name, value in typed.items()}

    @property
    def digest(self) -> str:
        """The same for the same message of the same sender, whatever its blanks and capitals."""
        parts = (" ".join(self.cleaned_data[name].casefold().split()) for name in ("email", "text"))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def errors(data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with these fields alone."""
    form = ContactForm(data)
    for name in FIELDS:
        if name in data:
            yield from form.errors.get(name, ())


def clean_line(value: str) -> str:
    """One line of visible characters; ValidationError."""
    if any(_is_hidden(char, False) for char in value.strip()):
        raise ValidationError(_("It had characters that nobody can see, such as a line break. We took them out. Please send it again."))
    return value.strip()


def clean_text(value: str) -> str:
    """Lines of characters that can be stored; ValidationError."""
    if any(_is_hidden(char, True) for char in value):
        raise ValidationError(_("It had characters that we cannot store. We took them out. Please look at it and send it again."))
    return value.replace("\r\n", "\n").replace("\r", "\n").strip()


def _is_hidden(char: str, lines: bool) -> bool:
    """Controls, halves of characters, and what stands for bytes that are no text. Joiners stay: names and emoji need them."""
    if lines and char in "\n\r\t":
        return False
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _TURNING or char == "\ufffd"


def _check_name(value: str) -> str:
    if not any(char.isprintable() and not char.isspace() for char in value):
        raise ValidationError(_("Please tell us your name."))
    return _check_length(value, NAME)


def _check_email(value: str) -> str:
    if not value:
        raise ValidationError(_("Please give an email address. We answer there."))
    EmailValidator(_("That does not look like an email address. It should be like name@example.org."))(_check_length(value, EMAIL))
    return value


def _check_text(value: str) -> str:
    if not value:
        raise ValidationError(_("Please write a message."))
    if len(_LINK.findall(value)) > LINKS:
        raise ValidationError(_("A message can have at most %(most)d links.") % {"most": LINKS})
    return _check_length(value, TEXT)


def _check_length(value: str, most: int) -> str:
    if len(value) > most:
        raise ValidationError(
            _("That is too long by %(over)d. The most is %(most)d characters.") % {"over": len(value) - most, "most": most}
        )
    return value


_CHECKS = {"name": _check_name, "email": _check_email, "text": _check_text}
