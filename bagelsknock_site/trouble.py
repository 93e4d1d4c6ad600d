"""The answer to a request that broke."""

import json
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import sentences
from games.database import UNAVAILABLE
from games.play import Refused

SOON = 5  # seconds after which trying again may help


def broken(request: HttpRequest) -> HttpResponse:
    """500; or 503 while the database is away, locked or full: nothing was saved, and it helps to try again."""
    if not isinstance(sys.exc_info()[1], UNAVAILABLE):
        return render(request, "500.html", status=500)
    if "HX-Request" in request.headers:
        response = HttpResponse(status=503, headers={"HX-Reswap": "none"})
        if request.method == "POST":  # the page shows it as it is (refused.js)
            response["HX-Trigger"] = json.dumps({"refused": {"text": sentences.refusal(None, Refused("not_saved"))}})
    else:
        response = render(request, "503.html", status=503)
    response["Retry-After"] = str(SOON)
    return response
