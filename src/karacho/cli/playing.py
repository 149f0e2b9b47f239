"""`karacho play`: from what was typed to a race on the screen."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from rich.console import Console

from karacho.bots.apart import end_idle
from karacho.bots.children import printing_into
from karacho.bots.making import check_bot
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.cli.play.flow import PERSON, THINKING_SECONDS, Flow, Setting, seat_people
from karacho.cli.play.speed import SPEEDS
from karacho.errors import InvalidOption
from karacho.registry import game_names, load_game

BOTS = "driver"  # where nobody has said which


def setting_of(
    game: str | None,
    seats: int | None,
    players: int,
    bots: str | Sequence[str] | None,
    seed: int | None,
    options: Mapping[str, Any],
    speed: str,
) -> Setting | None:
    """What was typed as a setting, checked; None: the start screen asks."""
    if speed not in SPEEDS:
        raise InvalidOption("--speed", speed, f"one of {', '.join(SPEEDS)}")
    if seed is not None and seed < 0:
        raise InvalidOption("--seed", seed, "a whole number from 0 on")
    if game is None:
        if seats is not None or players != 1 or bots is not None or seed is not None or options:
            known = f"one of {', '.join(game_names())}, where more is said: the start screen asks for everything itself"
            raise InvalidOption("GAME", None, known)
        return None
    allowed = load_game(game).seats
    if not 0 <= players <= allowed[-1]:
        raise InvalidOption("--players", players, f"a whole number from 0 to {allowed[-1]}")
    count = seats if seats is not None else max(players, allowed[min(1, len(allowed) - 1)])
    sitting = seat_people(game, count, players, BOTS if bots is None else bots)
    for spec in {*sitting} - {PERSON}:
        check_bot(game, spec, THINKING_SECONDS)
    return Setting(game, sitting, options, seed)


def play_in_terminal(setting: Setting | None, speed: str) -> None:
    """Compile first, with a bar: the app would stand still meanwhile. Then play."""
    from karacho.cli.play.app import PlayApp

    names = game_names() if setting is None else [setting.game]
    warm_up_games(cold_games(names, bots=True), Console(stderr=True), bots=True)
    if setting is not None:
        Flow(setting).close()  # says what is wrong with the options before the screen is taken
    with own_words_kept():
        PlayApp(setting, speed).run()


@contextmanager
def own_words_kept() -> Iterator[None]:
    """What people's own bots print while the screen is taken is in a file, and where is told at the end."""
    end_idle()  # they would still print to the screen
    with NamedTemporaryFile("w", prefix="karacho-bots-", suffix=".log", delete=False) as log:
        path = Path(log.name)
        try:
            with printing_into(log):
                yield
        finally:
            end_idle()
            if path.stat().st_size:
                print(f"karacho: what the bots have printed is in {path}", file=sys.stderr)
            else:
                path.unlink()
