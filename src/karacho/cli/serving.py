"""`karacho serve`: tables in the browser, from this machine."""

import asyncio
import contextlib
import gc
import logging
import re
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType

import typer
import uvicorn
from starlette.applications import Starlette

import karacho.store.failpoints  # noqa: F401 one that is mistyped is told before anything starts
from karacho.cli import WHILE_COMPILING, Interrupted
from karacho.server import page
from karacho.server.address import is_loopback, lan_address, qr_terminal
from karacho.server.app import make_app
from karacho.server.door import ROOM_FOR_PAGES
from karacho.server.drivers import compile_missing
from karacho.server.listening import configuration
from karacho.server.logs import START
from karacho.server.settings import Settings

FILES_OF_ITS_OWN = 200
COLLECTING = (50_000, 10, 10)  # races in memory are many objects and no garbage: Python would look too often
SWITCH_SECONDS = 0.0002  # the store's thread waits no longer for a busy event loop (Python: 25 times as long)

log = logging.getLogger(START)


def run(
    settings: Settings,
    door: socket.socket,
    *,
    data: Path | None,
    database: str | None,
    browser: bool,
    quiet: bool,
) -> None:
    """Compile what is missing, start, say where, and serve at a door until stopped."""
    if database is not None:
        settings = replace(settings, database=database)
    elif data is not None:
        settings = replace(settings, database=data / "karacho.sqlite")
    if not page.is_built():
        log.warning(page.MISSING)
    _allow_many_files(settings)
    try:
        compile_missing()
    except KeyboardInterrupt:
        raise Interrupted(WHILE_COMPILING) from None
    app = make_app(settings)
    config = configuration(app, settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        with _said_once(app), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(_PatientServer(config), door, settings, browser=browser, quiet=quiet))
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends already
        raise


@contextlib.contextmanager
def _said_once(app: Starlette) -> Iterator[None]:
    """When the log has told in one line why the server cannot start, uvicorn need not tell it again at length."""

    def is_new(_: logging.LogRecord) -> bool:
        return not app.state.has_told_why

    log = logging.getLogger("uvicorn.error")
    log.addFilter(is_new)
    try:
        yield
    finally:
        log.removeFilter(is_new)


class _PatientServer(uvicorn.Server):
    """Stops in order also for somebody who presses Ctrl+C more than once: it takes some seconds at most."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Only the first signal counts."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


async def _serve(
    server: uvicorn.Server, door: socket.socket, settings: Settings, *, browser: bool, quiet: bool
) -> None:
    serving = asyncio.create_task(_until_stopped(server, door))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        gc.freeze()  # what is there to stay need not be looked at again and again
        gc.set_threshold(*COLLECTING)
        _announce(settings, _port(server, settings), quiet=quiet)
        if browser:
            _open_browser(f"http://127.0.0.1:{_port(server, settings)}/")
    await serving
    if not server.started:
        raise typer.Exit(1)


async def _until_stopped(server: uvicorn.Server, door: socket.socket) -> None:
    with contextlib.suppress(SystemExit):  # uvicorn's way to say that it cannot start; the log tells why
        await server.serve(sockets=[door])


def _port(server: uvicorn.Server, settings: Settings) -> int:
    """The real one, also where any free port was asked for."""
    sockets = [door for each in server.servers for door in each.sockets]
    return int(sockets[0].getsockname()[1]) if sockets else settings.port


def _announce(settings: Settings, port: int, *, quiet: bool) -> None:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    place = f"[{host}]" if ":" in host else host
    print(f"Karacho is ready: http://{place}:{port}/", flush=True)
    lan = None if is_loopback(settings.host) else lan_address()
    if lan is not None:
        address = f"http://{lan}:{port}/"
        print(f"On the same Wi-Fi: {address}", flush=True)
        if not quiet:
            print(qr_terminal(address), flush=True)
    if not quiet:
        print(f"Races are kept in {_without_secrets(settings.database)}. Stop with Ctrl+C.", flush=True)


def _allow_many_files(settings: Settings) -> None:
    """Every client is an open file: take as many as the machine gives, and say if they are too few."""
    try:
        import resource
    except ImportError:  # a machine that has no such limit
        return
    wanted = settings.connections + ROOM_FOR_PAGES + FILES_OF_ITS_OWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft != resource.RLIM_INFINITY and soft < wanted:
        log.warning(
            "this machine allows %d open files, %d clients need %d: raise the limit (ulimit -n, LimitNOFILE), or lower "
            "--connections",
            soft,
            settings.connections,
            wanted,
        )


def _without_secrets(database: str | Path) -> str:
    """The address of a database may hold a password."""
    return re.sub(r"(?<=://)[^@/]*@", "", str(database)).partition("?")[0]


def _open_browser(address: str) -> None:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return  # a machine without a browser: the address is printed
    webbrowser.open(address)
