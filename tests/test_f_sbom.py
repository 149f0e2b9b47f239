"""F15: what is written about the packages is valid CycloneDX, complete, and names no place to fetch from."""

import json
import re
from pathlib import Path

import pytest
from cyclonedx.validation.json import JsonStrictValidator
from tools import sbom
from tools.locks import page_packages, python_packages
from tools.sbom import VERSION, page_bill, server_bill

ROOT = Path(__file__).parents[1]
BILLS = {"server": server_bill, "page": page_bill}


@pytest.mark.parametrize("bill", BILLS.values(), ids=BILLS)
def test_f15_a_bill_is_valid_cyclonedx(bill):
    text = bill()
    assert JsonStrictValidator(VERSION).validate_str(text) is None
    told = json.loads(text)
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    broken = json.dumps(told | {"components": [{"type": "library"}]})
    assert JsonStrictValidator(VERSION).validate_str(broken) is not None, "a part without a name is noticed"


def pinned_in(lock: str) -> set[tuple[str, str]]:
    return set(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==([^\s;]+)", (ROOT / lock).read_text("utf-8"), re.M))


def test_f15_the_servers_bill_has_every_package_with_every_hash():
    told = json.loads(server_bill())["components"]
    assert {(part["name"], part["version"]) for part in told} == pinned_in("requirements.lock")
    assert all(part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}" for part in told)
    hashes = [each["content"] for part in told for each in part["hashes"]]
    locked = re.findall(r"--hash=sha256:([0-9a-f]{64})", (ROOT / "requirements.lock").read_text("utf-8"))
    assert sorted(hashes) == sorted(locked)
    markers = {part["name"]: part["properties"][0]["value"] for part in told if "properties" in part}
    assert markers["uvloop"] == "sys_platform != 'win32'"


def test_f15_the_pages_bill_has_every_package_with_its_hash():
    told = json.loads(page_bill())["components"]
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    locked = {(path.rpartition("node_modules/")[2], each["version"]) for path, each in lock.items() if path}
    names = {"/".join(filter(None, (part.get("group"), part["name"]))): part for part in told}
    assert {(name, part["version"]) for name, part in names.items()} <= locked
    assert len(told) == len(locked)
    assert all(len(part["hashes"]) == 1 and len(part["hashes"][0]["content"]) == 128 for part in told)
    assert names["@formatjs/fast-memoize"]["purl"].startswith("pkg:npm/%40formatjs/fast-memoize@")
    assert "properties" not in names["intl-messageformat"]
    assert names["vite"]["properties"] == [{"name": sbom.DEVELOPMENT, "value": "true"}]


def test_f15_every_part_is_named_as_needed():
    for bill in BILLS.values():
        told = json.loads(bill())
        root = told["metadata"]["component"]["bom-ref"]
        (needed,) = [each["dependsOn"] for each in told["dependencies"] if each["ref"] == root]
        assert sorted(needed) == sorted(part["bom-ref"] for part in told["components"])


def test_f15_a_bill_names_no_place_to_fetch_from():
    for bill in BILLS.values():
        told = json.loads(bill())
        told.pop("$schema")  # the name of the format
        assert "://" not in json.dumps(told)


def test_f15_a_package_that_is_not_pinned_is_not_passed_over(tmp_path):
    (tmp_path / "some.lock").write_text("alembic==1.0 \\\n    --hash=sha256:00\nmako>=1\n")
    with pytest.raises(ValueError, match=r"some\.lock: 'mako>=1' is not pinned"):
        python_packages(tmp_path / "some.lock")


def test_f15_two_versions_of_a_package_are_two():
    versions = {package.version for package in page_packages() if package.name == "magic-string"}
    assert len(versions) == 2
