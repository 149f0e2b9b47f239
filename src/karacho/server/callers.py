"""Everybody who is connected to this server, and the secret each came with: when it dies, the line is cut."""

import time
from collections.abc import Collection

from karacho.server.codes import CloseCode
from karacho.server.connection import Connection

REMEMBERED_SECONDS = 120.0


class Callers:
    """The connections of a server."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self._dismissed: dict[bytes, float] = {}

    def add(self, connection: Connection) -> None:
        """Somebody has been greeted; perhaps the secret has died in that very moment."""
        self.connections.add(connection)
        if connection.secret_hash in self._dismissed:
            connection.close(CloseCode.AUTH, "signed out")

    def of(self, player: str) -> list[Connection]:
        """All connections of a player."""
        return [connection for connection in self.connections if connection.player == player]

    def dismiss(self, hashes: Collection[bytes]) -> None:
        """Hang up on everybody who came with one of these secrets."""
        if not hashes:
            return
        now = time.monotonic()
        self._dismissed = {each: at for each, at in self._dismissed.items() if now - at < REMEMBERED_SECONDS}
        self._dismissed |= dict.fromkeys(hashes, now)
        for connection in self.connections:
            if connection.secret_hash in hashes:
                connection.close(CloseCode.AUTH, "signed out")
