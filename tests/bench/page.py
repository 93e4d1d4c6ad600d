"""The table's page in a real Chromium, on its first visit and through a whole game. Reports, and asserts nothing.

    make bench-page
    python -m tests.bench.page --laptop --slow 6        another window, a slower processor

How each figure is measured:

requests, bytes     everything that a browser with an empty cache asks for when it opens the table of a running game, until it is quiet;
                    each body gzipped where the server would do that, headers not counted
largest paint       of that visit, with a processor made `--slow` times slower by the DevTools protocol; lines are those of this machine
layout shift        the sum of what moved by itself from the first paint to the end of the game (as Core Web Vitals count, without what
                    follows a press within half a second); and with that
long tasks          what kept the page from answering for more than 50 ms after it was loaded, with the slower processor
frames              what the socket brings after each move, by itself or by somebody else, gzipped one by one
"""

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, Response, sync_playwright

from tests.browser.conftest import ARGUMENTS, LAPTOP, PHONE
from tests.browser.players import Player, is_over, play
from tests.browser.test_phone_taps import Thumb
from tests.conftest import find_chromium
from tests.scaled.wire import ROOT, Server

#: What the page is to keep within.
AIMS = {"requests": 10, "bytes": 75_000, "script": 30_000, "paint": 1500, "frame": 2000}

_OBSERVE = """(() => {
    window.seen = { paint: [], shift: [], task: [] };
    const watch = (type, keep) => new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true });
    const what = (node) => node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
    watch("largest-contentful-paint", (entry) => seen.paint.push([entry.startTime, what(entry.element)]));
    const moved = ({ sources }) => sources.map(({ node }) => what(node)).join(" ");
    watch("layout-shift", (entry) => seen.shift.push([entry.value, entry.hadRecentInput, moved(entry)]));
    watch("longtask", (entry) => seen.task.push([entry.startTime, entry.duration]));
})()"""


def packed(response: Response) -> int:
    """The size of a body as it would come over the line."""
    body = response.body()
    squeezed = any(kind in response.headers.get("content-type", "") for kind in ("text", "javascript", "json", "svg"))
    return len(gzip.compress(body)) if squeezed else len(body)


def first_visit(context: BrowserContext, path: str) -> tuple[Page, list[Response]]:
    """Open the table, and wait until nothing more is asked for."""
    page, answers = context.new_page(), []
    page.on("response", lambda response: answers.append(response))
    page.goto(path)
    Player(page).hand.wait_for()
    page.wait_for_load_state("networkidle")
    # asked again, an address is answered by the browser itself
    return page, list({answer.url: answer for answer in answers if answer.url.startswith("http")}.values())


def told(label: str, figure: str, aim: str, within: bool) -> None:
    print(f"{label:18} {figure:>34}   aim {aim:12} {'' if within else '  MISSED'}", flush=True)


def report_visit(answers: list[Response]) -> None:
    kinds: dict[str, int] = defaultdict(int)
    for answer in answers:
        size = packed(answer)
        kinds[answer.request.resource_type] += size
        print(f"    {size:7,}  {answer.request.resource_type:10} {urlsplit(answer.url).path}")
    total = sum(kinds.values())
    told("requests", str(len(answers)), f"<= {AIMS['requests']}", len(answers) <= AIMS["requests"])
    told("bytes, gzipped", f"{total:,}", f"<= {AIMS['bytes']:,}", total <= AIMS["bytes"])
    told("  of it script", f"{kinds['script']:,}", f"<= {AIMS['script']:,}", kinds["script"] <= AIMS["script"])


def report_seen(seen: dict[str, Any], loaded: float) -> None:
    paint, what = seen["paint"][-1]
    told("largest paint", f"{paint:.0f} ms ({what})", f"<= {AIMS['paint']} ms", paint <= AIMS["paint"])
    by_itself = sum(value for value, pressed, _ in seen["shift"] if not pressed)
    told("layout shift", f"{by_itself:.4f}, in all {sum(value for value, *_ in seen['shift']):.4f}", "0", by_itself == 0)
    for value, pressed, where in sorted(seen["shift"], key=lambda shift: -shift[0])[:6]:
        print(f"    {value:.4f} {'after a press' if pressed else 'by itself':14} {where}")
    tasks = [duration for start, duration in seen["task"] if start > loaded]
    told("long tasks", f"{len(tasks)}, longest {max(tasks, default=0):.0f} ms", "none", not tasks)


def report_frames(frames: list[str]) -> None:
    sizes = [len(gzip.compress(frame.encode())) for frame in frames]
    average = statistics.mean(sizes)
    told(f"{len(sizes)} frames", f"{average:,.0f} on average, at most {max(sizes):,}", f"<= {AIMS['frame']:,}", average <= AIMS["frame"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laptop", action="store_true", help="instead of a phone")
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is to be")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PAUSE_SCALE="1", COMPUTER_PAUSE="0.4,0.6")
        # as `make play` serves it
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=server.environment, check=True)
        server.start()
        try:
            measure(server, laptop=given.laptop, slow=given.slow)
        finally:
            server.stop()


def measure(server: Server, *, laptop: bool, slow: float) -> None:
    code, keys = server.open_table("Di", computers=2, rounds=3)
    seat = json.dumps({"key": keys["Di"]})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        window = LAPTOP if laptop else PHONE
        context = browser.new_context(base_url=f"http://{server.host}", viewport=window, has_touch=not laptop, is_mobile=not laptop)
        # somebody who comes back to a running game with an empty cache
        context.add_init_script(f"localStorage['seat:{code}'] ??= {json.dumps(seat)}")
        context.add_init_script(_OBSERVE)

        page, answers = first_visit(context, f"/table/{code}/")
        report_visit(answers)
        page.close()

        page, frames = context.new_page(), []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
        protocol = context.new_cdp_session(page)
        protocol.send("Network.enable")
        protocol.send("Network.setCacheDisabled", {"cacheDisabled": True})
        protocol.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.goto(f"/table/{code}/")
        player = Player(page, press=Locator.click if laptop else Thumb(), patience=3)
        player.hand.wait_for()
        page.wait_for_timeout(1500)
        loaded, whole = page.evaluate("() => performance.now()"), len(frames)
        play([player], until=lambda: is_over(player), seconds=300)
        page.wait_for_timeout(1000)
        report_seen(page.evaluate("() => window.seen"), loaded)
        report_frames([frame for frame in frames[whole:] if json.loads(frame)["type"] == "frame"])
        browser.close()


if __name__ == "__main__":
    main()
