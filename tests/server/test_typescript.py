"""The client's types are made from the protocol, and stale ones are noticed."""

from pathlib import Path

import pytest

from karacho.server import protocol, typescript

TYPES = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


@pytest.mark.parametrize("arguments", [["--check", str(TYPES)], [str(TYPES), "--check"]])
def test_the_clients_types_are_up_to_date(arguments):
    assert typescript.main(arguments) == 0


def test_stale_types_are_noticed_and_written_anew(tmp_path, capsys):
    path = tmp_path / "protocol.ts"
    assert typescript.main(["--check", str(path)]) == 1
    path.write_text("// old")
    assert typescript.main(["--check", str(path)]) == 1
    assert "make protocol" in capsys.readouterr().err
    assert path.read_text() == "// old"
    assert typescript.main([str(path)]) == 0
    assert typescript.main(["--check", str(path)]) == 0


def test_every_message_is_there():
    text = typescript.write_types()
    for struct in (*protocol.Message.__args__, *protocol.Answer.__args__):
        tag = struct.__struct_config__.tag
        assert f'export interface {struct.__name__} {{\n  type: "{tag}";' in text
