"""`docs/protocol.md` is true: its bot plays, its examples can be read, and it leaves nothing out."""

import asyncio
import json
import re
import sys
from pathlib import Path

import msgspec
import pytest

from karacho.registry import game_names, load_game
from karacho.server import documents, protocol, reading
from karacho.server.codes import CloseCode, Code
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = [json.loads(block) for sort, block in BLOCKS if sort == "json"]
MESSAGES = protocol.Message.__args__
ANSWERS = protocol.Answer.__args__


@pytest.mark.parametrize(
    ("game", "options"),
    [("stich-rallye", {}), ("rally-run", {"turn_limit": 12}), ("tiny-turbo-cars", {"round_limit": 1})],
)
def test_the_bot_plays_a_whole_race(server, tmp_path, game, options):
    (program,) = [block for sort, block in BLOCKS if sort == "python"]
    assert len(program.splitlines()) < 55
    (tmp_path / "bot.py").write_text(program)

    async def play():
        async with Player(server.address) as host:
            code = await host.create(game, "bot", "outside", "bot", options=options)
            token = (await host.ask("assign", seat=1, kind="outside"))["token"]
            await host.ask("start")
            bot = await asyncio.create_subprocess_exec(
                sys.executable, tmp_path / "bot.py", server.address, token, code, stdout=asyncio.subprocess.PIPE
            )
            printed, _ = await asyncio.wait_for(bot.communicate(), 40)
            await host.until(lambda: host.over)
            assert printed.decode().strip() == str(host.frame["outcome"])
            return host

    host = run(play())
    assert Truth(server.database, host.frame["race"]).done_by_persons(1)


def test_every_example_can_be_read_and_every_message_has_one():
    shown = set()
    for example in EXAMPLES:
        if "type" not in example:
            msgspec.convert(example, protocol.Deadline)
            continue
        known = {each.__struct_config__.tag: each for each in (*MESSAGES, *ANSWERS)}[example["type"]]
        if known in MESSAGES:
            reading.read(json.dumps(example))
        else:
            assert set(example) - {"type"} <= set(known.__struct_fields__)
            msgspec.convert(example, known)
        shown.add(known)
    assert shown == {*MESSAGES, *ANSWERS}


def test_nothing_is_left_out():
    words = set(re.findall(r"`([A-Za-z_]+)`", TEXT)) | {key for example in EXAMPLES for key in example}
    for struct in (*MESSAGES, *ANSWERS, protocol.SeatInfo, protocol.Outcome, protocol.Deadline, documents.ReplayInfo,
                   documents.Report, documents.Shown, documents.ReviewInfo, documents.DecisionInfo,
                   documents.OptionWeighed):  # fmt: skip
        assert set(struct.__struct_fields__) <= words, struct
    assert {code.value for code in Code} <= words
    for name in game_names():
        assert {refusal.name for refusal in load_game(name).refusals} <= words
    for emote in protocol.Emote.__args__:
        assert emote in words
    codes = {value for name, value in vars(CloseCode).items() if name.isupper() and value != CloseCode.NORMAL}
    assert codes <= {int(number) for number in re.findall(r"^\| (\d{4}) ", TEXT, re.MULTILINE)}


def test_no_line_is_too_long_except_in_tables():
    assert [line for line in TEXT.splitlines() if len(line) > 120 and not line.startswith("|")] == []
