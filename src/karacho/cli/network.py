"""Where a server listens, and which proxies it believes. Quickly loaded: a port is taken before anything else."""

import errno
import ipaddress
import socket
from urllib.parse import urlsplit

from karacho.errors import InvalidOption

USUAL_PORTS = {"http": 80, "https": 443}
WAITING = 2048  # at the door; uvicorn has as many


def take_port(host: str, port: int) -> socket.socket:
    """A door at which people can wait from now on, though nobody opens yet."""
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError:
        raise InvalidOption("--host", host, "an address or a name of this machine, such as 127.0.0.1") from None
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(place)
        door.listen(WAITING)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise InvalidOption("--host", host, "an address of this machine; 0.0.0.0 takes all of them") from None
        reason = f"{host} gives it to nobody ({error.strerror}); choose another"
        if error.errno == errno.EADDRINUSE:
            reason = f"it is taken. Does Karacho run already? Then open http://localhost:{port}/, else choose another"
        raise InvalidOption("--port", port, reason) from None
    return door


def read_proxies(texts: list[str]) -> tuple[str, ...]:
    """Addresses or networks; an empty text trusts nobody."""
    proxies = tuple(each for text in texts for each in text.replace(",", " ").split())
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise InvalidOption(
                "--proxy", proxy, "an address such as 192.0.2.7, or a network such as 10.0.0.0/8"
            ) from None
    return proxies


def read_origins(texts: list[str]) -> tuple[str, ...]:
    """Pages as browsers name them, letter by letter: one that is written otherwise would never be let in."""
    origins = tuple(each for text in texts for each in text.replace(",", " ").split())
    for origin in origins:
        usual = _as_browsers_say(origin)
        if usual is None:
            raise InvalidOption("--origin", origin, "scheme://host or scheme://host:port, as https://karacho.example")
        if origin != usual:
            raise InvalidOption("--origin", origin, f"browsers name that page {usual}; write it so")
    return origins


def _as_browsers_say(origin: str) -> str | None:
    """Without a path, a final slash or the usual port, and in small letters."""
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname, parts.port
        name = host.encode("idna").decode() if host and not host.isascii() else host
    except ValueError:
        return None
    if parts.scheme not in USUAL_PORTS or not name or "@" in parts.netloc or "*" in name:
        return None
    place = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{place}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")
