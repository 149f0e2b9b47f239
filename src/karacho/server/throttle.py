"""Requests of one address without end are refused before anything is done for them."""

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from karacho.server.door import Door, neighbourhood


class Throttle:
    """The first layer of the application that may refuse something."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """May this address ask for one more?"""
        if scope["type"] in ("http", "websocket"):
            client = scope.get("client")
            if not self._door.requests.take(neighbourhood(client[0] if client else "")):
                self._door.metrics.refuse("HTTP_429")
                headers = {"retry-after": "5", "connection": "close"}
                await PlainTextResponse("too many requests", 429, headers)(scope, receive, send)
                return
        await self._app(scope, receive, send)
