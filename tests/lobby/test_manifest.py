"""The site beside a phone's other apps."""

import json

from django.contrib.staticfiles import finders
from django.test import Client


def test_a_phone_can_install_the_site(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert manifest["name"] == "BagelsKnock"
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    assert manifest["display"] == "standalone"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


def test_its_icons_are_as_large_as_it_says(client: Client) -> None:
    for icon in json.loads(client.get("/manifest.webmanifest").content)["icons"]:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as file:
            head = file.read(24)
        assert head.startswith(b"\x89PNG")
        width, height = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_every_page_tells_of_it(client: Client) -> None:
    for path in ("/rules/", "/open/"):
        page = client.get(path).content.decode()
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page
        assert 'rel="apple-touch-icon"' in page
