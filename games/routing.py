from django.urls import path

from games import converters  # noqa: F401  registers <code:...>
from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<code:code>/", TableConsumer.as_asgi())]
