"""Where the server can be reached, and pictures of that for phones."""

import io
import socket


def lan_address() -> str | None:
    """This machine's own address in the local network; None if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # nothing is sent: the system only chooses a way out
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_loopback(address) or address == "0.0.0.0" else address


def is_loopback(host: str) -> bool:
    """Does this name mean only this machine?"""
    return host in ("localhost", "::1", "[::1]") or host.startswith("127.")


def qr_svg(text: str) -> bytes:
    """A QR code as a picture."""
    import segno  # nobody who comes back after a restart shall wait for it

    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", scale=8, border=3, xmldecl=False, dark="#221a12", light="#fff"
    )
    return picture.getvalue()


def qr_terminal(text: str) -> str:
    """A QR code in letters."""
    import segno

    page = io.StringIO()
    segno.make(text, error="l").terminal(out=page, border=2, compact=True)
    return page.getvalue()
