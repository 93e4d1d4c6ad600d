"""`python manage.py draw_icons`: draws the icons of the installed site from mark.svg, in Chromium (a tool of the tests, not of the site).

Where a system cuts the icon to a shape of its own ("maskable"), the mark keeps within the middle that every shape leaves.
"""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

STATIC = Path(settings.STATICFILES_DIRS[0])
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

#: Name, size in pixels, how much of it the mark takes, how round the corners of the felt are (parts of the size).
ICONS = (
    ("icon-192", 192, 0.78, 0.22),
    ("icon-512", 512, 0.78, 0.22),
    ("maskable-512", 512, 0.58, 0),
    ("touch-180", 180, 0.74, 0),
)

_PAGE = """<style>
    body {{ margin: 0; display: grid; place-items: center; width: {size}px; height: {size}px;
            border-radius: {corner}px; background: #2c6a55; }}
    svg {{ width: {mark}px; height: {mark}px; }}
</style>{svg}"""


class Command(BaseCommand):
    help = "Draw the icons of the installed site into bagelsknock_site/static/icons/."

    def handle(self, *args: Any, **options: Any) -> None:
        browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
        if browser_path is None:
            raise CommandError("Drawing icons needs Chromium.")
        from playwright.sync_api import sync_playwright  # only whoever draws has it

        svg = (STATIC / "mark.svg").read_text(encoding="utf-8")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page()
            for name, size, part, roundness in ICONS:
                page.set_viewport_size({"width": size, "height": size})
                page.set_content(_PAGE.format(size=size, corner=size * roundness, mark=size * part, svg=svg))
                path = STATIC / "icons" / f"{name}.png"
                page.screenshot(path=path, omit_background=True)
                self.stdout.write(f"{path}: {path.stat().st_size} bytes")
            browser.close()
