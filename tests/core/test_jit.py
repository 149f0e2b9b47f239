"""The compiled cache: keyed by the sources, harmless where nothing can be written."""

import os
import subprocess
import sys

from karacho.core import jit


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
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
