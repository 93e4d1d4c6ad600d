"""The page of a request that broke."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.database import UNAVAILABLE

SOON = 5  # seconds after which trying again may help


def broken(request: HttpRequest) -> HttpResponse:
    """500; or 503 while the database is away, locked or full: nothing was saved, and it helps to try again."""
    if not isinstance(sys.exc_info()[1], UNAVAILABLE):
        return render(request, "500.html", status=500)
    response = render(request, "503.html", status=503)
    response["Retry-After"] = str(SOON)
    return response
