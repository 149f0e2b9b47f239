"""How the application is served: with uvicorn, and with lines of our own below it."""

from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette

from karacho.server.lines import HttpLine, SocketLine
from karacho.server.settings import Settings

MOST_MESSAGE_BYTES = 16 * 1024
MOST_HEADER_BYTES = 16 * 1024


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Everything uvicorn has to know."""
    door = app.state.door
    http: Any = partial(HttpLine, door)
    ws: Any = partial(SocketLine, door)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=http,
        ws=ws,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the protocol has its own, which clients see
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        forwarded_allow_ips=list(settings.proxies),
        access_log=False,
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
    )
