"""A line between a server and PostgreSQL that can go dead without anybody hanging up, as in a network that is split."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

SOCKET = ".s.PGSQL.5432"


class Line:
    """Passes everything on, or nothing."""

    def __init__(self, near: Path, far: Path) -> None:
        self._open = threading.Event()
        self._open.set()
        self._far = far
        self._sockets = [socket.socket(socket.AF_UNIX)]
        self._sockets[0].bind(str(near))
        self._sockets[0].listen()
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def go_dead(self) -> None:
        self._open.clear()

    def come_back(self) -> None:
        self._open.set()

    def close(self) -> None:
        self.come_back()
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._sockets[0].accept()
                far = socket.socket(socket.AF_UNIX)
                self._sockets += [near, far]
                far.connect(str(self._far))
                for ends in ((near, far), (far, near)):
                    self._threads.append(threading.Thread(target=self._carry, args=ends))
                    self._threads[-1].start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := here.recv(65536):
                self._open.wait()
                there.sendall(data)
            there.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def split(url: str, folder: Path) -> Iterator[tuple[str, Line]]:
    """The same database at the end of a line that can go dead."""
    before, _, real = url.partition("?host=")
    line = Line(folder / SOCKET, Path(unquote(real)) / SOCKET)
    try:
        yield f"{before}?host={quote(str(folder))}", line
    finally:
        line.close()
