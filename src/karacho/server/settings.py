"""Everything a host can set, from the environment and from flags of `karacho serve`."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from karacho.core.datafiles import user_folder


def _default_bots() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """The defaults suit one machine at home."""

    host: str = "0.0.0.0"
    port: int = 8600
    database: str | Path = field(default_factory=lambda: user_folder() / "server" / "karacho.sqlite")
    origins: tuple[str, ...] = ()
    """Addresses of pages that may connect besides the server's own."""
    bot_processes: int = field(default_factory=_default_bots)
    pace: float = 1.0
    """How fast bots drive and programming starts: 2 is twice as fast, 0 does not wait for anybody's eyes."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of proxies, whose word for the address of a client is taken."""
    connections: int = 5000
    connections_per_address: int = 200
    messages_per_second: float = 60.0
    tables_per_player: int = 40
    """New tables of one player in an hour."""
    accounts: bool = True
    """May people make accounts? Whoever has one keeps it."""
