"""Who may come in: so many in all, so many from one address.

Lines are TCP connections, whatever is said on them; clients are those of them that have become sockets. Behind a proxy
every line comes from the proxy, so its lines are counted only in all, and its clients by the address that it names.
"""

import ipaddress
from collections import Counter

from karacho.server.bucket import Buckets
from karacho.server.metrics import Metrics
from karacho.server.settings import Settings

FEW_WORDS = 5.0  # at once, as each player may say
WRONG_CODES = 10  # of tables, a minute
ROOM_FOR_PAGES = 1000  # lines besides those of clients: pages and pictures being loaded
LINES_PER_CLIENT = 2  # a browser opens some more while it loads the page

MINUTE, HOUR = 60.0, 3600.0

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Crowd:
    """Counts who is inside."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.total = 0
        self._most, self._most_per_address = most, most_per_address
        self._by_address: Counter[str] = Counter()

    def enter(self, address: str | None) -> bool:
        """May one more come in? None: an address that is not counted by itself."""
        if self.total >= self._most or (address is not None and self._by_address[address] >= self._most_per_address):
            return False
        self.total += 1
        if address is not None:
            self._by_address[address] += 1
        return True

    def leave(self, address: str | None) -> None:
        """Somebody who had come in goes."""
        self.total -= 1
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


class Door:
    """The one door of a server."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.messages_per_second = settings.messages_per_second
        self.lines = Crowd(
            settings.connections + ROOM_FOR_PAGES, settings.connections_per_address * LINES_PER_CLIENT + 1
        )
        self.clients = Crowd(settings.connections, settings.connections_per_address)
        crowd = settings.connections_per_address
        self.requests = Buckets(rate=crowd / 2, burst=crowd * 7.5)
        """Requests and handshakes of an address: everybody loads the page at once, and comes back after a while."""
        self.newcomers = Buckets(rate=crowd / 100, burst=crowd * 2)
        self.words = Buckets(rate=max(1.0, crowd / 10), burst=max(FEW_WORDS, crowd / 4))
        """What everybody at an address says to tables: each is heard by all who are there."""
        self.tables = Buckets(rate=crowd * 2 / HOUR, burst=crowd * 2)
        self.guesses = Buckets(rate=WRONG_CODES / MINUTE, burst=WRONG_CODES)
        """Codes of tables that do not exist: whoever tries many of them is looking for somebody else's."""
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies]

    def line_address(self, host: str) -> str | None:
        """How a line is counted: None if it comes from a proxy, behind which there are many."""
        address = _read(host)
        if address is not None and any(address in proxy for proxy in self._proxies):
            return None
        return neighbourhood(host)


def neighbourhood(host: str) -> str:
    """Whom an address stands for: of IPv6, everybody has 2^64 addresses of their own. What is no address is one."""
    address = _read(host)
    if address is None:
        return "?"
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


def _read(host: str) -> Address | None:
    """An address; one of IPv4 that was dressed up as IPv6 is what it is."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
