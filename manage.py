#!/usr/bin/env python
"""Django's command line for BagelsKnock: `python manage.py help` lists the commands."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")
    from django.core.management import execute_from_command_line

    # What `check` looks at, too
    from bagelsknock_site import startup  # noqa: F401

    execute_from_command_line(sys.argv)
