"""The one way in: HTTP, static files and sockets."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")

application = ProtocolTypeRouter({"http": get_asgi_application()})
