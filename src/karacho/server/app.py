"""The server as one Starlette application."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from karacho.errors import KarachoError
from karacho.registry import load_game
from karacho.server import offers, page
from karacho.server.address import is_loopback, lan_address, qr_svg
from karacho.server.archive import KEPT_SECONDS, Archive, Key, unpacked
from karacho.server.asking import keep_asking
from karacho.server.belongings import Belongings
from karacho.server.bucket import Buckets
from karacho.server.codes import CloseCode, Code, Refusal
from karacho.server.door import Door, neighbourhood
from karacho.server.drivers import Drivers, load_rules
from karacho.server.exporting import export
from karacho.server.fleet import Fleet
from karacho.server.hall import Hall
from karacho.server.identity import hashed, is_code
from karacho.server.metrics import Metrics
from karacho.server.reception import Reception
from karacho.server.replays import proof_text, race_json, replay_text
from karacho.server.reviews import review_json
from karacho.server.settings import Settings
from karacho.server.throttle import Throttle
from karacho.store import Store, StoreError, open_store
from karacho.store.holding import hold
from karacho.store.opening import is_postgres
from karacho.store.people import forget_dismissed
from karacho.store.statements import forget_answers

HOUSEKEEPING_SECONDS = 5.0
TIDY_SECONDS = 3600.0
DISMISSED_SECONDS = 24 * 3600.0
ANSWER_SECONDS = 7 * 24 * 3600.0
STATUS = {
    Code.NO_SUCH_RACE: 404,
    Code.NO_SUCH_TABLE: 404,
    Code.NO_SEAL: 404,
    Code.RACE_NOT_OVER: 409,
    Code.PARKED: 409,
    Code.TOO_FAST: 429,
}
LARGEST_BODY = 16 * 1024
TEXT = "text/plain; charset=utf-8"
JSON = "application/json"
EXPORTS = (1 / 60, 5)  # of a player: so many a second, and at once

log = logging.getLogger("karacho.app")


class House:
    """Everything that one running server is made of."""

    def __init__(self, settings: Settings, store: Store, door: Door) -> None:
        self.settings = settings
        self.door = door
        self.metrics = door.metrics
        self.store = store
        self.drivers = Drivers(settings.bot_processes)
        self.hall = Hall(self.store, self.drivers, settings)
        if is_postgres(settings.database):  # there may be others
            self.hall.fleet = Fleet(store, str(settings.database), self.hall)
        self.reception = Reception(self.hall, settings, door, page.build_id())
        self.exports = Buckets(*EXPORTS)
        self._tidy_at = time.monotonic() + TIDY_SECONDS
        self.archive = Archive()
        self.reviews = Archive()

    async def keep(self) -> None:
        """Every few seconds: put away what sleeps, and see how late the loop is."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(HOUSEKEEPING_SECONDS)
            self.metrics.loop_lag.set(self.hall.pulse.take_worst())
            self.metrics.stood_still.set(self.hall.pulse.lost)
            self.metrics.tables.set(len(self.hall.tables))
            self.metrics.lines.set(self.door.lines.total)
            self.metrics.tasks.set(len(asyncio.all_tasks()))
            self.metrics.commits.set(self.store.commits)
            self.metrics.fallbacks.set(self.drivers.fallbacks)
            self.metrics.hurried.set(self.drivers.hurried)
            await self.hall.put_away()
            if before >= self._tidy_at:
                self._tidy_at = before + TIDY_SECONDS
                await self._tidy()

    async def _tidy(self) -> None:
        """What nobody will ask for any more."""
        try:
            await self.store.write(forget_answers(ANSWER_SECONDS), forget_dismissed(DISMISSED_SECONDS))
        except StoreError as error:
            log.warning("what is old is still there: %s", error)

    async def close(self) -> None:
        """Let go of everything in order."""
        for connection in list(self.reception.connections):
            connection.close(CloseCode.RESTART, "restart")
        await self.hall.close()
        await self.hall.fleet.close()
        await self.drivers.close()
        await self.store.close()


def make_app(settings: Settings) -> Starlette:
    """The application. Its start waits until the machine code of the rules is loaded: no table has to."""

    door = Door(settings, Metrics())

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(load_rules)
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(_alone(settings.database))
                store = await open_store(settings.database)
            except StoreError as error:
                app.state.has_told_why = True
                log.critical("the server cannot start: %s", " ".join(str(error).split()))
                raise
            house = app.state.house = House(settings, store, door)
            async with _at_work(house):
                yield

    handlers: dict[Any, Any] = {Refusal: refused, HTTPException: http_error, StoreError: store_away, Exception: failed}
    app = Starlette(
        routes=[  # the first one that fits: sockets come by hundreds when a server is back
            WebSocketRoute("/ws", serve_socket),
            Route("/healthz", healthz),
            Route("/metrics", metrics),
            Route("/api/games", games),
            Route("/api/races/{race}", race),
            Route("/api/races/{race}/review", race_review),
            Route("/api/races/{race}/file", race_file),
            Route("/api/races/{race}/proof", race_proof),
            Route("/api/tables/{code}/qr.svg", invitation),
            Route("/api/origin", origin),
            Route("/api/carpet", carpet, methods=["POST"]),
            Route("/api/export", export_own, methods=["POST"]),
            Route("/api/{path:path}", nothing),
            Route("/", page.serve_page),
            Route("/{path:path}", page.serve_page),
            WebSocketRoute("/{path:path}", no_socket),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Throttle, door=door),
            Middleware(GZipMiddleware, minimum_size=1024),
        ],
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.state.door = door
    app.state.has_told_why = False
    return app


def _alone(database: str | Path) -> contextlib.AbstractContextManager[None]:
    """A file is nobody else's meanwhile; a PostgreSQL may be shared."""
    return contextlib.nullcontext() if is_postgres(database) else hold(Path(database))


@contextlib.asynccontextmanager
async def _at_work(house: House) -> AsyncIterator[None]:
    """Whatever goes on by itself, until the house is closed."""
    pulse = house.hall.pulse
    works = (house.drivers.warm_up(), house.keep(), pulse.beat(), keep_asking(house.reception.connections, pulse))
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await house.close()


def _house(request: Request | WebSocket) -> House:
    house: House = request.app.state.house
    return house


async def healthz(request: Request) -> Response:
    """Is everything there that is needed to play?"""
    alive = await _house(request).store.is_alive()
    return JSONResponse({"status": "ok" if alive else "failing", "store": alive}, 200 if alive else 503)


async def metrics(request: Request) -> Response:
    """For a host's monitoring."""
    return PlainTextResponse(_house(request).metrics.text(), media_type="text/plain; version=0.0.4")


async def games(_: Request) -> Response:
    """What can be played."""
    return Response(offers.games(), media_type="application/json", headers={"cache-control": "no-cache"})


async def race(request: Request) -> Response:
    """A finished race, version by version."""
    seat, name, house = _asked_seat(request), _asked_race(request), _house(request)
    key = ("race", name, seat)
    return await _from_archive(request, house.archive, key, lambda: race_json(house.store, name, seat), JSON)


async def race_review(request: Request) -> Response:
    """What a seat of a finished race could have done."""
    seat, name, house = _asked_seat(request), _asked_race(request), _house(request)
    key = ("review", name, seat)
    return await _from_archive(request, house.reviews, key, lambda: review_json(house.store, name, seat), JSON)


def _asked_seat(request: Request) -> int | None:
    asked = request.query_params.get("seat", "")
    if asked and not (asked.isascii() and asked.isdecimal() and len(asked) == 1):
        raise Refusal(Code.NOT_YOUR_SEAT)
    return int(asked) if asked else None


def _asked_race(request: Request) -> str:
    """Its name; one that cannot be is not looked for: databases differ in what they make of it."""
    name: str = request.path_params["race"]
    if not is_code(name):
        raise Refusal(Code.NO_SUCH_RACE)
    return name


async def race_file(request: Request) -> Response:
    """A finished race as a replay file."""
    name, house = _asked_race(request), _house(request)
    key = ("file", name, None)
    return await _from_archive(
        request, house.archive, key, lambda: replay_text(house.store, name), TEXT, f"{name}.replay"
    )


async def race_proof(request: Request) -> Response:
    """A finished race as a file that can be checked with `karacho verify`."""
    name, house = _asked_race(request), _house(request)
    key = ("proof", name, None)
    return await _from_archive(request, house.archive, key, lambda: proof_text(house.store, name), TEXT, f"{name}.race")


async def _from_archive(
    request: Request,
    archive: Archive,
    key: Key,
    make: Callable[[], Awaitable[bytes]],
    media: str,
    file: str | None = None,
) -> Response:
    packed = await archive.find(key, make)
    headers = {"cache-control": f"private, max-age={KEPT_SECONDS}", "vary": "Accept-Encoding"}
    if file is not None:
        headers["content-disposition"] = f'attachment; filename="{file}"'
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=media, headers={**headers, "content-encoding": "gzip"})
    return Response(await unpacked(packed), media_type=media, headers=headers)


async def invitation(request: Request) -> Response:
    """The address of a table as a QR code."""
    code = request.path_params["code"]
    if not is_code(code):
        raise Refusal(Code.NO_SUCH_TABLE)
    house, address = _house(request), neighbourhood(request.client.host if request.client is not None else "")
    await house.hall.guess(code, "", address, house.door.guesses)
    return Response(qr_svg(f"{_origin(request)}/t/{code}"), media_type="image/svg+xml")


async def origin(request: Request) -> Response:
    """Where others find this server."""
    return Response(_origin(request), media_type=TEXT)


def _origin(request: Request) -> str:
    """For somebody at this machine itself: its address in the local network, if it can be reached there."""
    host, port = request.url.hostname or "", request.url.port
    at_home = is_loopback(host) and request.client is not None and is_loopback(request.client.host)
    if at_home and not is_loopback(_house(request).settings.host):
        host = lan_address() or host
    return f"{request.url.scheme}://{host}:{port}" if port else f"{request.url.scheme}://{host}"


async def carpet(request: Request) -> Response:
    """Free play (RR-17): the page lays tiles and moves cars; where a car can go, the rules say."""
    _check_own_page(request)
    free_play = load_game("rally-run").free_play
    assert free_play is not None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise HTTPException(413)
    try:
        return JSONResponse(free_play(msgspec.json.decode(body, type=dict[str, Any])))
    except (KarachoError, msgspec.MsgspecError, RecursionError) as error:
        raise Refusal(Code.UNREADABLE, detail=str(error)[:300]) from None


async def export_own(request: Request) -> Response:
    """Everything that is kept of whoever shows their secret (in a header: addresses are written down everywhere)."""
    house = _house(request)
    _check_own_page(request)
    sort, _, secret = request.headers.get("authorization", "").partition(" ")
    player = await house.store.find_player(hashed(secret)) if sort.lower() == "bearer" and secret else None
    if player is None or player.seat is not None:  # an outside bot has nothing of its own
        raise HTTPException(401)
    if not house.exports.take(player.player):
        raise Refusal(Code.TOO_FAST)
    headers = {"content-disposition": 'attachment; filename="karacho.json"', "cache-control": "no-store"}
    parts = export(house.store, Belongings(house.hall), player, house.archive.lock)
    return StreamingResponse(parts, media_type="application/json", headers=headers)


async def nothing(_: Request) -> Response:
    """No such address."""
    raise HTTPException(404)


async def serve_socket(socket: WebSocket) -> None:
    """One client."""
    house = _house(socket)
    if not is_own_page(socket.headers, house.settings.origins):
        house.metrics.refuse("ORIGIN")
        await socket.send_denial_response(PlainTextResponse("not for this page", 403))
        return
    if house.hall.pulse.is_overloaded:
        house.metrics.refuse("BUSY")
        await socket.send_denial_response(PlainTextResponse("too much to do", 503, {"retry-after": "5"}))
        return
    address = neighbourhood(socket.client.host if socket.client is not None else "")
    if not house.door.clients.enter(address):
        house.metrics.refuse("CONNECTIONS")
        await socket.send_denial_response(PlainTextResponse("too many connections here", 503, {"retry-after": "5"}))
        return
    try:
        await house.reception.serve(socket)
    finally:
        house.door.clients.leave(address)


async def no_socket(socket: WebSocket) -> None:
    """Sockets are at one address only."""
    _house(socket).metrics.refuse("HTTP_403")
    await socket.send_denial_response(PlainTextResponse("no socket here", 403))


def is_own_page(headers: Headers, others: tuple[str, ...]) -> bool:
    """Only pages of this server may connect, and clients that are no pages at all."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    return origin in (f"http://{headers.get('host')}", f"https://{headers.get('host')}")


def _check_own_page(request: Request) -> None:
    """Whatever is more than reading is done for no page of somebody else."""
    if not is_own_page(request.headers, _house(request).settings.origins):
        raise HTTPException(403)


async def refused(request: Request, refusal: Refusal) -> Response:
    """A refusal of the server as HTTP says it."""
    _house(request).metrics.refuse(refusal.code)
    try:
        status = STATUS.get(Code(refusal.code), 400)
    except ValueError:
        status = 400
    return JSONResponse({"code": refusal.code, "detail": refusal.detail}, status)


async def http_error(request: Request, error: HTTPException) -> Response:
    """Plain words, no page."""
    _house(request).metrics.refuse(f"HTTP_{error.status_code}")
    return PlainTextResponse(error.detail, error.status_code)


async def store_away(request: Request, error: StoreError) -> Response:
    """Nothing can be read just now."""
    log.warning("a request could not be answered: %s", " ".join(str(error).split()))
    _house(request).metrics.refuse("HTTP_503")
    return PlainTextResponse("the database is away", 503, {"retry-after": "5"})


async def failed(request: Request, _: Exception) -> Response:
    """An error of our own; it is logged by whoever has called us."""
    request.app.state.door.metrics.refuse("HTTP_500")
    return PlainTextResponse("Internal Server Error", 500, page.HEADERS)  # this answer passes none of the layers below


class SafeHeaders:
    """What every answer carries, also the refusal of a handshake."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add them as the answer begins."""

        async def add(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in page.HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, add)
