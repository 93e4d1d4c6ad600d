"""Texts that were made before, looked up instead of made again: the same values in the same language give the same text.

What is remembered here depends on its arguments and the language and on nothing else, so it says nothing about who sees it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils import translation
from django.utils.translation import get_language

P = ParamSpec("P")
T = TypeVar("T")

_reader: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def one_reader() -> Iterator[str | None]:
    """While something is drawn for one reader, in the language that is active now, nobody has to ask Django for it at each word."""
    language = get_language()
    before = _reader.set(language)
    try:
        yield language
    finally:
        _reader.reset(before)


def in_each_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember what a function of hashable arguments returned last, for so many different calls.

    Text that is marked safe and the same text that is not are different arguments, as are `1` and `True`.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most, typed=True)
        def kept(language: str | None, *given: Any) -> T:
            return make(*given)

        @wraps(make)
        def remembered(*given: P.args, **_none: P.kwargs) -> T:
            return kept(_reader.get() or get_language(), *given)

        return remembered

    return decorate


class Plain(str):
    """A value that cannot be hashed, as an argument of what is remembered: values that are written alike count as the same.

    For plain values only: texts, numbers, and dicts, lists and dataclasses of them. Markup is none: it is written like the same text.
    """

    __slots__ = ("value",)
    value: Any

    def __new__(cls, value: Any) -> "Plain":
        plain = super().__new__(cls, repr(value))
        plain.value = value
        return plain


gettext = in_each_language(4096)(translation.gettext)
ngettext = in_each_language(4096)(translation.ngettext)
"""Like Django's, which take twenty times as long to look a sentence up; for what is said with every move."""
