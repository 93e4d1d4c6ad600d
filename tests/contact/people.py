"""What somebody does who writes to the operator, for tests."""

import re
import time

from contact import spam
from contact.models import Message

ANN = {"name": "Ann", "email": "ann@example.org", "text": "Is the lobby open at night?"}


def form(*, seconds: float = 60, **fields: str) -> dict[str, str]:
    """The form as Ann fills it in, so many seconds after she opened the page."""
    return {**ANN, "website": "", "token": spam.new_token(time.time() - seconds), **fields}


def kept(page: str) -> dict[str, str]:
    """What a page's form holds, as a browser would send it."""
    import html

    name, email, token = (re.search(rf'name="{field}"[^>]*?value="([^"]*)"', page, re.S)[1] for field in ("name", "email", "token"))
    text = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.S)[1]
    return {key: html.unescape(value) for key, value in {"name": name, "email": email, "text": text, "token": token}.items()}


def stored() -> list[tuple[str, str, str, str]]:
    """The messages that have come."""
    return list(Message.objects.order_by("pk").values_list("name", "email", "text", "status"))
