"""The client's files: the page for every address that is no file, hashed files for ever."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

FOLDER = Path(__file__).parent / "page"
MISSING = "The client has not been built: run `make page`, or `make play`, which does it."

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
        return FileResponse(
            file, headers={"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        )
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404)
    return FileResponse(FOLDER / "index.html", headers={"cache-control": "no-cache"})


def _find_file(path: str) -> Path | None:
    """A file of the client by its address."""
    try:
        wanted = (FOLDER / path).resolve()
        return wanted if FOLDER.resolve() in wanted.parents and wanted.is_file() else None
    except (OSError, ValueError):  # too long a name, or one that no file can have
        return None
