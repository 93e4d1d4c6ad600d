"""Static files beside Django: caching, compression, and nothing but the files."""

import gzip
import json
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator

from bagelsknock_site.static_files import StaticFiles


async def fetch(files: StaticFiles, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body."""
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    server = ApplicationCommunicator(files, {"type": "http", "method": method, "path": path, "headers": sent})
    start = await server.receive_output(timeout=5)
    body = await server.receive_output(timeout=5)
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.fixture
def collected(tmp_path: Path, settings) -> StaticFiles:
    """A site whose files were collected under hashed names."""
    (tmp_path / "site.css").write_text("body { margin: 0 } " * 100)
    (tmp_path / "site.0123456789ab.css").write_text("body { margin: 0 } " * 100)
    (tmp_path / "staticfiles.json").write_text(json.dumps({"paths": {"site.css": "site.0123456789ab.css"}}))
    settings.STATIC_ROOT, settings.STATIC_HASHED = tmp_path, True
    return StaticFiles()


async def test_a_hashed_name_is_kept_for_a_year(collected: StaticFiles) -> None:
    status, headers, body = await fetch(collected, "/static/site.0123456789ab.css")
    assert status == 200
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-type"] == "text/css; charset=utf-8"
    assert headers["content-length"] == str(len(body))
    assert body.startswith(b"body")


async def test_another_name_is_asked_for_again(collected: StaticFiles) -> None:
    _, headers, _ = await fetch(collected, "/static/site.css")
    assert headers["cache-control"] == "no-cache"
    status, _, body = await fetch(collected, "/static/site.css", if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


async def test_it_is_compressed_for_who_understands(collected: StaticFiles) -> None:
    _, headers, body = await fetch(collected, "/static/site.css", accept_encoding="gzip, br")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding"
    assert gzip.decompress(body).startswith(b"body")


@pytest.mark.parametrize(
    "path", ["/static/nowhere.css", "/static/", "/static/../secret-key", "/static/..%2fsecret-key", "/static//etc/passwd"]
)
async def test_nothing_but_the_files_is_served(collected: StaticFiles, path: str) -> None:
    status, headers, _ = await fetch(collected, path)
    assert status == 404
    assert headers["cache-control"] == "no-store", "a cache on the way would go on saying so when the file is there"


@pytest.mark.parametrize(("path", "method"), [("/static/site.css", "GET"), ("/static/nowhere.css", "GET"), ("/static/site.css", "POST")])
async def test_browsers_do_not_guess_what_a_file_is(collected: StaticFiles, path: str, method: str) -> None:
    assert (await fetch(collected, path, method))[1]["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/static/nowhere.css", "/static/", "/static/../settings.py", "/static/%2e%2e/settings.py", "/static//etc/passwd"]
)
async def test_uncollected_files_come_from_their_folders_alone(path: str) -> None:
    assert (await fetch(StaticFiles(), path))[0] == 404
    assert (await fetch(StaticFiles(), "/static/site.css"))[0] == 200


async def test_files_are_only_read(collected: StaticFiles) -> None:
    assert (await fetch(collected, "/static/site.css", method="POST"))[0] == 405
