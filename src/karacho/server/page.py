"""The client's files: the page for every address that is no file, hashed files for ever."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Message, Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
MISSING = "The client has not been built: run `make page`, or `make play`, which does it."

REFUSED = 400  # and above

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


class PageFile(FileResponse):
    """A file of the client. A part of it that there is not is refused without a word to anybody: here it is counted."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, or what was asked for of it."""

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= REFUSED:
                scope["app"].state.door.metrics.refuse(f"HTTP_{message['status']}")
            await send(message)

        await super().__call__(scope, receive, count)


def is_built() -> bool:
    """Is there a page to serve?"""
    return (FOLDER / "index.html").is_file()


def build_id() -> str:
    """Changes with every build of the client."""
    page = FOLDER / "index.html"
    mark = hashlib.sha256(page.read_bytes()).hexdigest()[:12] if page.is_file() else "none"
    return f"{version('karacho')}-{mark}"


async def serve_page(request: Request) -> Response:
    """A file of the client, or the page itself, which finds its own way by the address."""
    if not is_built():
        raise HTTPException(503, MISSING)
    path = request.path_params.get("path", "")
    file = _find_file(path)
    if file is not None:
        lasting = file.parent.name == "assets"  # these carry a hash in their name
        return PageFile(
            file, headers={"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        )
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404)
    return PageFile(FOLDER / "index.html", headers={"cache-control": "no-cache"})


def _find_file(path: str) -> Path | None:
    """A file of the client by its address."""
    try:
        wanted = (FOLDER / path).resolve()
        return wanted if FOLDER.resolve() in wanted.parents and wanted.is_file() else None
    except (OSError, ValueError):  # too long a name, or one that no file can have
        return None
