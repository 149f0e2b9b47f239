"""Writes what Karacho consists of besides itself, as CycloneDX (JSON), from the lock files alone: nothing is fetched.

python -m tools.sbom sbom    # sbom/server.cdx.json and sbom/page.cdx.json
"""

import argparse
import tomllib
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from tools.locks import ROOT, Package, page_packages, python_packages

VERSION = SchemaVersion.V1_6
MARKER = "karacho:marker"  # an environment marker of Python; the taxonomy has no name for it
DEVELOPMENT = "cdx:npm:package:development"


def server_bill() -> str:
    """What pip installs for a server."""
    return _bill("karacho", [_python_component(package) for package in python_packages()])


def page_bill() -> str:
    """What the page is built with. Nearly all of it is no part of the page; npm calls Svelte, which is, the same."""
    return _bill("karacho-web", [_page_component(package) for package in page_packages()])


def _python_component(package: Package) -> Component:
    """Of one release there are several files; a hash for each."""
    return Component(
        type=ComponentType.LIBRARY,
        name=package.name,
        version=package.version,
        purl=PackageURL("pypi", None, package.name, package.version),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in package.hashes],
        properties=[Property(name=MARKER, value=package.note)] if package.note else [],
    )


def _page_component(package: Package) -> Component:
    group, _, name = package.name.rpartition("/")
    return Component(
        type=ComponentType.LIBRARY,
        group=group or None,
        name=name,
        version=package.version,
        purl=PackageURL("npm", group or None, name, package.version),
        hashes=[HashType(alg=HashAlgorithm.SHA_512, content=each) for each in package.hashes],
        properties=[Property(name=DEVELOPMENT, value="true")] if package.note else [],
    )


def _bill(name: str, components: list[Component]) -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    itself = Component(type=ComponentType.APPLICATION, name=name, version=project["version"])
    for component in (itself, *components):
        component.bom_ref.value = str(component.purl or component.name)  # else by chance
    bill = Bom(components=components)
    bill.metadata.component = itself
    bill.register_dependency(itself, components)  # which of them needs which, the lock files do not say
    return make_outputter(bill, OutputFormat.JSON, VERSION).output_as_string(indent=2) + "\n"


def main() -> None:
    """Write both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"server": server_bill(), "page": page_bill()}.items():
        path = folder / f"{name}.cdx.json"
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
