"""Table codes in addresses: `<code:code>`."""

from django.urls import register_converter

#: letters that people read or type for a digit of Crockford's base 32
_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1"})


class TableCode:
    """8 or 16 characters, in the form in which they are stored: capitals, and digits where somebody typed a letter that looks like one."""

    regex = "[0-9A-Za-z]{16}|[0-9A-Za-z]{8}"

    def to_python(self, value: str) -> str:
        return value.upper().translate(_MEANT)

    def to_url(self, value: str) -> str:
        return value


register_converter(TableCode, "code")
