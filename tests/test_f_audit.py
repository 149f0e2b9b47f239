"""F15: known holes are told, and so is a registry that has not answered. Nothing here asks one."""

import json
import sys

import pytest
from tools.audit import FOUND, NOT_ASKED, Findings, NotAsked, ask, audit, installed_here, read_page, read_python
from tools.locks import page_packages

HOLE = {"id": "PYSEC-2030-1", "fix_versions": ["1.2"], "aliases": [], "description": "…"}
GOOD = {"name": "alembic", "version": "1.0", "vulns": []}
BAD = {"name": "mako", "version": "1.1", "vulns": [HOLE, {**HOLE, "id": "PYSEC-2030-2", "fix_versions": []}]}
UNKNOWN = {"name": "rich", "skip_reason": "Dependency not found and could not be audited: rich (15)"}
VIA = {"title": "Reads any file", "severity": "high"}


def python_told(*packages):
    return read_python(json.dumps({"dependencies": packages, "fixes": []}))


def page_told(**holes):
    return read_page(json.dumps({"auditReportVersion": 2, "vulnerabilities": holes, "metadata": {}}))


def code_for(capsys, findings, wanted):
    """The exit code, and what was told."""

    def question():
        if isinstance(findings, Exception):
            raise findings
        return findings

    return audit({"some.lock": question}, {"some.lock": wanted}), capsys.readouterr().out


def test_f15_nothing_is_known(capsys):
    assert code_for(capsys, python_told(GOOD), 1) == (0, "some.lock: nothing is known against its 1 packages\n")


def test_f15_a_hole_is_told_with_the_version_that_mends_it(capsys):
    code, said = code_for(capsys, python_told(GOOD, BAD), 2)
    assert code == FOUND
    assert said.splitlines() == [
        "some.lock: mako 1.1: PYSEC-2030-1, mended in 1.2",
        "some.lock: mako 1.1: PYSEC-2030-2, mended in no version yet",
    ]


def test_f15_a_package_that_the_registry_does_not_know_is_no_good_news(capsys):
    """pip-audit says that there are no known vulnerabilities then, and its exit code is 0."""
    code, said = code_for(capsys, python_told(GOOD, UNKNOWN), 2)
    assert code == NOT_ASKED
    assert said == f"some.lock: NOT ASKED about 1 of 2 packages: rich: {UNKNOWN['skip_reason']}\n"


def test_f15_packages_that_are_left_out_are_noticed(capsys):
    code, said = code_for(capsys, python_told(GOOD), 3)
    assert code == NOT_ASKED
    assert "NOT ASKED about 2 of 3 packages" in said


def test_f15_what_was_not_asked_weighs_more_than_what_was_found(capsys):
    code, said = code_for(capsys, python_told(BAD, UNKNOWN), 2)
    assert code == NOT_ASKED
    assert "PYSEC-2030-1" in said


def test_f15_holes_in_the_page(capsys):
    holes = {
        "vite": {"severity": "high", "range": "<=8.0.1", "via": [VIA]},
        "vitest": {"severity": "moderate", "range": "*", "via": ["vite"]},
    }
    code, said = code_for(capsys, page_told(**holes), len(page_packages()))
    assert code == FOUND
    assert said.splitlines() == [
        "some.lock: vite <=8.0.1: high, Reads any file",
        "some.lock: vitest *: moderate, through vite",
    ]
    assert code_for(capsys, page_told(), len(page_packages()))[0] == 0


def test_f15_an_error_of_npm_is_no_answer():
    with pytest.raises(NotAsked, match="405 Method Not Allowed"):
        read_page(json.dumps({"message": "405 Method Not Allowed", "error": {"summary": "", "detail": ""}}))
    with pytest.raises(NotAsked, match="no answer that can be read"):
        read_page("<html>a page of a proxy</html>")


def test_f15_no_answer_at_all_fails(capsys):
    code, said = code_for(capsys, NotAsked("the network is down"), 5)
    assert code == NOT_ASKED
    assert said == "some.lock: NOT ASKED, nothing is known about its 5 packages: the network is down\n"


@pytest.mark.parametrize(
    ("program", "why"),
    [("import sys; sys.exit('no network\\nno route')", "no route"), ("", "there was no answer")],
)
def test_f15_a_command_that_says_nothing_has_not_asked(program, why):
    with pytest.raises(NotAsked, match=why):
        ask([sys.executable, "-c", program], read_python)
    with pytest.raises(NotAsked, match="no-such-command"):
        ask(["no-such-command"], read_python)


def test_f15_what_a_command_writes_counts_whatever_its_exit_code_is():
    told = json.dumps({"dependencies": [BAD]})
    found = ask([sys.executable, "-c", f"import sys; print({told!r}); sys.exit(1)"], read_python)
    assert isinstance(found, Findings)
    assert len(found.holes) == 2


def test_f15_packages_of_other_systems_are_not_waited_for():
    names = [package.name for package in installed_here()]
    assert ("uvloop" in names) == (sys.platform != "win32")
    assert ("colorama" in names) == (sys.platform == "win32")
    assert names.count("numpy") == 1
