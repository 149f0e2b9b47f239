"""Looks for known holes in what Karacho consists of: asks the package registries by pip-audit and npm.

python -m tools.audit

The exit code is 0 if nothing is known against any package, 1 if something is, and 2 if a registry could not be asked
about all of them. That is never taken for good news: pip-audit by itself is content with a registry that knows nothing.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from packaging.markers import Marker

from tools.locks import PAGE, ROOT, SERVER, Package, page_packages, python_packages

PYTHON = [sys.executable, "-m", "pip_audit", "--requirement", str(SERVER), "--disable-pip", "--require-hashes"]
PYTHON += ["--format", "json", "--progress-spinner", "off"]
NPM = ["npm", "--prefix", str(PAGE.parent), "audit", "--json", "--package-lock-only"]
LONGEST_SECONDS = 300
FOUND, NOT_ASKED = 1, 2


class NotAsked(Exception):
    """A registry has not answered; the text says why."""


@dataclass
class Findings:
    """About the packages of one lock file."""

    asked: int = 0
    """About so many packages there was an answer."""
    holes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Packages about which there was none, and why."""


def installed_here() -> list[Package]:
    """Those of the server's packages that this system needs: pip-audit asks about no others."""
    return [package for package in python_packages() if not package.note or Marker(package.note).evaluate()]


def read_python(text: str) -> Findings:
    """What pip-audit says. Of a package that the registry does not know it says so, and ends as if all were well."""
    findings = Findings()
    for package in _read(text)["dependencies"]:
        if "skip_reason" in package:
            findings.unknown.append(f"{package['name']}: {package['skip_reason']}")
            continue
        findings.asked += 1
        for hole in package["vulns"]:
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            findings.holes.append(f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    return findings


def read_page(text: str) -> Findings:
    """What npm says. It tells an error in the same form as an answer."""
    told = _read(text)
    if "vulnerabilities" not in told:
        raise NotAsked(str(told.get("message") or told.get("error") or told)[:200])
    findings = Findings(asked=len(page_packages()))
    for name, hole in sorted(told["vulnerabilities"].items()):
        reasons = [why["title"] if isinstance(why, dict) else f"through {why}" for why in hole["via"]]
        findings.holes.append(f"{name} {hole['range']}: {hole['severity']}, {'; '.join(reasons)}")
    return findings


def _read(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except ValueError:
        raise NotAsked("there was no answer that can be read") from None


def ask(command: list[str], read: Callable[[str], Findings]) -> Findings:
    """Run one of both. Its own exit code does not tell an answer from none, so what it writes counts."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_SECONDS, cwd=ROOT)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAsked(str(error)) from None
    if not done.stdout.strip():
        raise NotAsked((done.stderr.strip().splitlines() or ["there was no answer"])[-1])
    return read(done.stdout)


def audit(questions: dict[str, Callable[[], Findings]], wanted: dict[str, int]) -> int:
    """Ask about each lock file, by its name, and tell what came of it; the exit code."""
    code = 0
    for name, question in questions.items():
        try:
            findings = question()
        except NotAsked as error:
            print(f"{name}: NOT ASKED, nothing is known about its {wanted[name]} packages: {error}")
            code = NOT_ASKED
            continue
        for hole in findings.holes:
            print(f"{name}: {hole}")
        missing = wanted[name] - findings.asked
        if findings.holes:
            code = code or FOUND
        if missing:
            why = findings.unknown[0] if findings.unknown else "they were left out"
            print(f"{name}: NOT ASKED about {missing} of {wanted[name]} packages: {why}")
            code = NOT_ASKED
        if not findings.holes and not missing:
            print(f"{name}: nothing is known against its {wanted[name]} packages")
    return code


def main() -> None:
    """Ask about what a server runs and what the page is built with."""
    server, page = (str(lock.relative_to(ROOT)) for lock in (SERVER, PAGE))
    questions = {server: lambda: ask(PYTHON, read_python), page: lambda: ask(NPM, read_page)}
    sys.exit(audit(questions, {server: len(installed_here()), page: len(page_packages())}))


if __name__ == "__main__":
    main()
