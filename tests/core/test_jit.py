"""The compiled cache: keyed by the sources, harmless where nothing can be written."""

import os
import shutil
import subprocess
import sys

import pytest

from karacho.core import jit

# Root can write everywhere, unless that is taken away.
BOUND = ["setpriv", "--bounding-set=-dac_override"] if os.getuid() == 0 else []
needs_bounds = pytest.mark.skipif(
    not jit.COMPILED or (bool(BOUND) and shutil.which("setpriv") is None), reason="nothing compiled, or root at large"
)


def run(code, before=(), **environment):
    return subprocess.run(
        [*before, sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_import_is_light_and_compiles_nothing():
    result = run("import sys, karacho; print('numba' in sys.modules, 'numpy' in sys.modules)")
    assert result.stdout == "False False\n", result.stderr


def test_all_public_names_can_be_loaded():
    result = run("import karacho\nfor name in karacho.__all__: getattr(karacho, name)\nprint(len(dir(karacho)) > 10)")
    assert result.stdout == "True\n", result.stderr
    result = run("import karacho\ntry: karacho.nothing\nexcept AttributeError as error: print(error)")
    assert result.stdout == "module 'karacho' has no attribute 'nothing'\n", result.stderr


def test_the_hash_changes_with_any_source(tmp_path, monkeypatch):
    (tmp_path / "core").mkdir()
    (tmp_path / "games" / "one").mkdir(parents=True)
    (tmp_path / "core" / "a.py").write_text("x = 1")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    before = jit.sources_hash(("core", "games/one"))
    (tmp_path / "games" / "one" / "b.py").write_text("y = 1")
    assert jit.sources_hash(("core", "games/one")) != before


def test_code_is_compiled_anew_only_if_its_own_sources_change():
    assert jit.source_folders("karacho.core.rng") == ("core",)
    assert jit.source_folders("karacho.games.rally_run.rules") == ("core", "games/rally_run")
    assert jit.source_folders("karacho.bots.rally_run.plan") == ("core", "games/rally_run", "bots/rally_run")


def test_old_machine_code_is_removed_and_young_kept(tmp_path):
    names = [f"{kind}-{16 * digit}" for kind, digit in (("core", "a"), ("games-one", "0"), ("bots-rally_run", "f"))]
    current, old, young = (tmp_path / name for name in names)
    foreign = [tmp_path / name for name in ("photos", "core-samples", "games-0000")]
    for folder in (current, old, young, *foreign):
        folder.mkdir()
    for folder in (old, *foreign):
        os.utime(folder, (1, 1))
    jit._remove_old(tmp_path, current)
    assert {*tmp_path.iterdir()} == {current, young, *foreign}


def test_folders_are_named_as_those_that_may_be_removed():
    for module in ("karacho.core.rng", "karacho.games.rally_run.rules", "karacho.bots.tiny_turbo_cars.plan"):
        folder = jit.cache_folder(module)
        assert folder is not None
        assert jit._OURS.fullmatch(folder.name)


def test_a_folder_that_cannot_be_written_breaks_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    code = "from karacho.core.jit import cache_folder\nprint(cache_folder('karacho.core.rng'))"
    result = run(code, KARACHO_CACHE=str(blocked))
    assert result.stdout == "None\n", result.stderr


USES_THE_CACHE = """
from karacho.core import jit
dispatcher = jit.entry(lambda number: number + 1)
print(dispatcher(1), sum(dispatcher.stats.cache_hits.values()), sum(dispatcher.stats.cache_misses.values()))
jit.mark_ready(__name__, "again")
"""


@needs_bounds
def test_machine_code_that_somebody_else_has_made_is_used_as_it_is(tmp_path):
    made = run(USES_THE_CACHE, KARACHO_CACHE=str(tmp_path))
    assert made.stdout == "2 0 1\n", made.stderr
    (folder,) = tmp_path.iterdir()
    content = {*folder.iterdir()}
    folder.chmod(0o555)
    used = run(USES_THE_CACHE, before=BOUND, KARACHO_CACHE=str(tmp_path))
    assert used.stdout == "2 1 0\n", used.stderr
    assert {*folder.iterdir()} == content


@needs_bounds
def test_what_is_missing_there_is_compiled_and_not_kept(tmp_path):
    folder = tmp_path / jit.cache_folder("karacho.core.rng").name
    folder.mkdir(mode=0o555)
    used = run(USES_THE_CACHE, before=BOUND, KARACHO_CACHE=str(tmp_path))
    assert used.stdout == "2 0 1\n", used.stderr
    assert not [*folder.iterdir()]
