"""The README's Caddyfile, before two processes: all of a table at one of them, and at the other one when that is gone."""

import os
import re
import shutil
import urllib.request
from contextlib import ExitStack

import pytest

from tests.scaled.lines import Browser, play_on, until
from tests.scaled.wire import ROOT, Server

CADDY = shutil.which("caddy") or ""
TOKEN = "twenty-four letters of it"
TABLES = 14  # that all of them are at one of two processes happens once in 8,000 times


class Caddy(Server):
    """As the README sets it up, before these servers; on plain http, and it says by whom it was answered."""

    def __init__(self, folder, servers):
        super().__init__(folder)
        [site] = re.findall(r"^cards\.example\.org (\{\n.*?^\})", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
        hosts = " ".join(server.host for server in servers)
        site = site.replace(
            "localhost:8001 localhost:8002 {", f"{hosts} {{\n\t\theader_down X-Answered-By {{http.reverse_proxy.upstream.hostport}}"
        )
        (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\nhttp://{self.host} {site}\n")
        self.command = [CADDY, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        self.environment = os.environ | {"HOME": str(folder)}

    def answered_by(self, path):
        return self._ask(path, None, None)[1]["X-Answered-By"]


@pytest.fixture
def site(tmp_path):
    """Caddy, and two processes on one database."""
    if not CADDY:
        pytest.skip("Caddy is not installed; on Debian: apt install caddy")
    with ExitStack() as ends:
        servers = [Server(tmp_path, BEHIND_PROXY="1", METRICS_TOKEN=TOKEN) for _ in range(2)]
        for server in (*servers, proxy := Caddy(tmp_path, servers)):
            ends.callback(server.stop)
            server.start()
        yield proxy, servers


def pages_at(server):
    """How many pages of tables have a socket there."""
    asked = urllib.request.Request(f"http://{server.host}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return float(re.search(r'^bagelsknock_sockets\{page="table"\} (.*)', answer.read().decode(), re.MULTILINE)[1])


async def test_all_of_a_table_is_at_one_process(site):
    proxy, servers = site
    tables = [proxy.open_table("Ann", ("Bo",)) for _ in range(TABLES)]
    at = {code: proxy.answered_by(f"/table/{code}/") for code, _ in tables}
    assert set(at.values()) == {server.host for server in servers}
    code, keys = tables[0]
    for path in (f"/es/table/{code}/", f"/table/{code}/board/", f"/table/{code}/qr.svg"):
        assert proxy.answered_by(path) == at[code]
    its, other = sorted(servers, key=lambda server: server.host != at[code])
    pages = [await Browser(code, key).open(proxy) for key in keys.values()]
    assert (pages_at(its), pages_at(other)) == (2, 0)
    for page in pages:
        await page.close()

    its.kill()
    assert proxy.answered_by(f"/table/{code}/") == other.host
    await play_on(proxy, code, keys)

    its.start()
    await until(lambda: proxy.answered_by(f"/table/{code}/") == its.host, "the table is where it was")
    assert {code: proxy.answered_by(f"/table/{code}/") for code, _ in tables} == at
