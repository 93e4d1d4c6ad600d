"""`manage.py notice`: tells everybody on the site that it restarts soon, or another sentence."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import news
from games.models import Notice


class Command(BaseCommand):
    help = "Shows a sentence on all pages of tables and in the lobby. Without anything: says what is shown now."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "text", nargs="?", default="", help="what everybody reads, as you type it; without, a sentence in their language"
        )
        parser.add_argument("--minutes", type=int, help="until the site restarts; the notice goes away with the restart")
        parser.add_argument("--clear", action="store_true", help="shows nothing any more")

    def handle(self, *args: object, text: str, minutes: int | None, clear: bool, **options: object) -> None:
        if clear:
            if text or minutes is not None:
                raise CommandError("--clear takes nothing with it.")
            self.stdout.write("The notice is gone." if news.clear() else "There was no notice.")
            return
        if text or minutes is not None:
            if minutes is not None and not 1 <= minutes <= 24 * 60:
                raise CommandError("--minutes is from 1 to 1440, a day.")
            until = timezone.now() + timedelta(minutes=minutes) if minutes is not None else None
            notice = Notice(text=text, until=until)
            try:
                notice.full_clean()
            except ValidationError as error:
                raise CommandError(" ".join(error.messages)) from None
            news.write(notice.text, notice.until)
        shown = news.sentence()
        self.stdout.write(f"Shown now: {shown}" if shown else "There is no notice.")
