"""`karacho replay`: a saved race as text, or step by step on the screen."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from karacho.cli.boards import Picture, look_of
from karacho.race import Race
from karacho.replay import Replay


@dataclass(frozen=True)
class Deed:
    """One action of the race: what was done, what it caused, and how everything lay before and after."""

    title: str
    events: list[dict[str, Any]]
    before: Picture
    after: Picture


def deeds(replay: Replay) -> Iterator[Deed]:
    """The set-up, then every action. The race is over, so the whole truth may be shown (with who is to act)."""
    race = replay.race(0)
    data = race.game.events.data
    before = _truth(race)
    yield Deed("set-up", [data(event) for event in race.opening], before, before)
    for number, (at, seat, action) in enumerate(replay.actions, 1):  # as a review counts them
        events = race.timeout(seat, at=at) if action == "timeout" else race.act(action, seat, at=at)
        after = _truth(race)
        title = f"{number}. {at:.1f} s  seat {seat + 1}: {action}"
        yield Deed(title, [data(event) for event in events], before, after)
        before = after


def _truth(race: Race) -> Picture:
    return {**race.position(), "actors": list(race.actors)}


def seat_names(replay: Replay) -> list[str]:
    """A replay does not know who sat where."""
    return [f"Seat {seat + 1}" for seat in range(replay.seats)]


def print_replay(replay: Replay) -> None:
    """Actions and what they caused, then the standing."""
    console = Console(soft_wrap=True, highlight=False, markup=False)
    look, names = look_of(replay.game), seat_names(replay)
    options = json.dumps(replay.options) if replay.position is None else "from a position"
    console.print(f"{replay.game}, {replay.seats} seats, seed {replay.seed}, {options}")
    for deed in deeds(replay):
        console.print(deed.title, style="bold")
        for event in deed.events:
            if words := look.tell(event, names):
                console.print(f"    {words} ({event['clause']})")
    race = replay.race()
    if race.over:
        console.print(f"standing ({race.end_reason}):", style="bold")
        place = 1
        for seats in race.standing or []:
            console.print(f"    {place}. {', '.join(names[seat] for seat in seats)}")
            place += len(seats)
    else:
        console.print("the race was not finished", style="bold")


def watch_replay(replay: Replay) -> None:
    """The same boards as in play."""
    from karacho.cli.watching import ReplayApp

    ReplayApp(replay).run()
