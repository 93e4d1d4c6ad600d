"""`manage.py prune`: delete now what the server deletes by itself once a day."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string


class Command(BaseCommand):
    help = "Deletes tables and messages that are older than the setting RETENTION says."

    def handle(self, *args: Any, **options: Any) -> None:
        for path in settings.PRUNERS:
            for what, count in import_string(path)().items():
                self.stdout.write(f"{what}: {count} deleted")
