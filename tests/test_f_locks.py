"""F15: everything that is installed is pinned, version and hash, and no package may run a script of its own."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PINNED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[a-z,]+\])?==(?P<version>[0-9][A-Za-z0-9.+!]*)( ; (?P<marker>.+))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# What a server consists of besides itself. Whoever adds a name has looked who is behind it, and that it is spelled so.
SERVER = {
    "alembic", "argon2-cffi", "msgspec", "numba", "numpy", "platformdirs", "prometheus-client", "psycopg",
    "psycopg-pool", "rich", "segno", "starlette", "textual", "typer", "uvicorn", "uvloop", "websockets",
}  # fmt: skip
PAGE = {"intl-messageformat", "svelte"}


def requirements(lock: Path) -> list[tuple[str, str, str | None]]:
    """Names, versions and markers of a lock file; each has to have its hashes."""
    found = []
    for entry in lock.read_text("utf-8").replace("\\\n", " ").splitlines():
        pinned, *hashes = re.split(r"\s+(?=--hash)", entry.strip())
        read = PINNED.fullmatch(pinned)
        assert read is not None, f"{lock.name}: {entry[:80]}"
        assert hashes, f"{lock.name}: {pinned} has no hash"
        assert all(HASH.fullmatch(each.strip()) for each in hashes), pinned
        found.append((canonicalize_name(read["name"]), read["version"], read["marker"]))
    return found


def wanted(names: list[object]) -> set[str]:
    return {canonicalize_name(re.split(r"[^A-Za-z0-9._-]", name)[0]) for name in names if isinstance(name, str)}


@pytest.mark.parametrize("lock", LOCKS, ids=[lock.name for lock in LOCKS])
def test_f15_python_packages_are_pinned_with_hashes_and_nothing_else(lock: Path):
    found = requirements(lock)
    assert found
    assert len({(name, marker) for name, _, marker in found}) == len(found), "each once"


def test_f15_lock_files_hold_all_that_is_needed_and_agree_with_each_other():
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    server = wanted(project["dependencies"] + project["optional-dependencies"]["postgres"])
    assert server == SERVER
    locked = {lock.name: requirements(lock) for lock in LOCKS}
    names = {name: {each[0] for each in found} for name, found in locked.items()}
    assert server | wanted(groups["build"]) <= names["requirements.lock"]
    extras = [name for extra in project["optional-dependencies"].values() for name in extra]
    assert server | wanted(groups["dev"] + extras) <= names["requirements-dev.lock"]
    assert names["requirements.lock"] <= names["requirements-dev.lock"] <= names["requirements-bench.lock"]
    versions: dict[tuple[str, str | None], set[str]] = {}
    for found in locked.values():
        for name, number, marker in found:
            versions.setdefault((name, marker), set()).add(number)
    assert {key: numbers for key, numbers in versions.items() if len(numbers) > 1} == {}


def test_f15_what_runs_here_is_what_is_locked():
    found = requirements(ROOT / "requirements.lock")
    here = {name: number for name, number, marker in found if marker is None or Marker(marker).evaluate()}
    assert {name: version(name) for name in SERVER} == {name: here[name] for name in SERVER}


@pytest.mark.parametrize("file", ["Makefile", "deploy/Containerfile"])
def test_f15_nothing_is_installed_without_its_hash(file: str):
    for line in (ROOT / file).read_text("utf-8").splitlines():
        if re.search(r"pip\)? install", line, re.IGNORECASE):
            itself = "--no-deps" in line and "--no-build-isolation" in line
            assert "--require-hashes" in line or itself, line


def test_f15_packages_of_the_page_are_pinned_with_hashes_and_run_nothing():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    asked = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    itself, packages = lock["packages"].pop(""), lock["packages"]
    assert itself["dependencies"] == asked["dependencies"]
    assert itself["devDependencies"] == asked["devDependencies"]
    assert asked["dependencies"].keys() | asked["devDependencies"].keys() >= PAGE
    for name, package in packages.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", package["version"]), name
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"]), name
        assert "resolved" not in package, "where it comes from is for the machine to say"
    # Machine code of the bundler for other systems is not in the lock file: their versions are exact, at least.
    for name, package in packages.items():
        for needed, number in package.get("optionalDependencies", {}).items():
            if f"node_modules/{needed}" not in packages:
                assert name == "node_modules/rolldown", needed
                assert number == package["version"]
    assert "ignore-scripts=true" in (ROOT / "web" / ".npmrc").read_text("utf-8").splitlines()


def test_f15_no_file_names_a_place_to_fetch_from():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)  # whom to thank
    files = [*LOCKS, ROOT / "web" / "package.json", ROOT / "web" / ".npmrc", ROOT / "pyproject.toml"]
    for text in (json.dumps(lock), *(file.read_text("utf-8") for file in files)):
        assert "://" not in text
        assert not re.search(r"^\s*(--(extra-)?index-url|--find-links|-i |-f |-e )|\bregistry\s*=", text, re.MULTILINE)
