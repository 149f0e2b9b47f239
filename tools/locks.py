"""What the lock files say: names, versions and hashes."""

import base64
import json
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "requirements.lock"
PAGE = ROOT / "web" / "package-lock.json"
PINNED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[a-z,]+\])?==(?P<version>[^\s;]+)( ; (?P<marker>.+))?")
HASH = "--hash=sha256:"


class Package(NamedTuple):
    """One that is pinned. It has a hash for each of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]
    """Hexadecimal: SHA-256 of Python's packages, SHA-512 of the page's."""
    note: str = ""
    """Python: on which systems it is installed. The page: "development", if npm counts it as that."""


def python_packages(lock: Path = SERVER) -> list[Package]:
    """What pip installs."""
    found = []
    for line in lock.read_text("utf-8").replace("\\\n", " ").splitlines():
        pinned, *hashes = re.split(rf"\s+{HASH}", line.strip())
        read = PINNED.fullmatch(pinned)
        if read is None:
            raise ValueError(f"{lock.name}: {pinned!r} is not pinned")
        found.append(Package(read["name"], read["version"], tuple(hashes), read["marker"] or ""))
    return found


def page_packages(lock: Path = PAGE) -> list[Package]:
    """What the page is built with; one that is there twice in different versions is told twice."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    found = {
        Package(
            path.rpartition("node_modules/")[2],
            package["version"],
            (base64.b64decode(package["integrity"].removeprefix("sha512-")).hex(),),
            "development" if package.get("dev") else "",
        )
        for path, package in packages.items()
        if path
    }
    return sorted(found)
