"""What a move at a table costs the event loop, without sockets and disk: rules, log, and what four clients are told.

`python -m benchmarks.tables`: for each game microseconds of CPU, and how many times as long as Python's own json takes
to read and write the frames of that move, in the same run.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable

from rich.console import Console

from benchmarks.figure import RUNS, Figure, table_of
from karacho.race import Race
from karacho.registry import game_names
from karacho.server import protocol as p
from karacho.server.commands import COMMANDS
from karacho.server.connection import Connection
from karacho.server.drivers import load_rules
from karacho.server.racing import new_race
from karacho.server.seating import Seat, Seating
from karacho.server.table import LiveTable
from karacho.server.turn import Turn
from karacho.store import Statement

MOVES = 1500
SEATS = 4
SLIDES = 4  # before a seat is done
OPTIONS: dict[str, dict[str, str]] = {"tiny-turbo-cars": {"mode": "relaxed"}}  # nobody waits for a clock


class Nowhere:
    """A store that is as fast as can be."""

    async def write(self, *statements: Statement) -> None:
        """Gone."""


class Ear:
    """The line of a client in this process."""

    freed: Callable[[], None] | None = None
    is_free = True

    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def say(self, texts: Iterable[bytes]) -> None:
        """Into a list that all share."""
        self._heard.extend(texts)


async def play(game: str, seed: int) -> tuple[float, float]:
    """Seconds of CPU for the moves of random races, and for their frames by json."""
    dice, heard = random.Random(seed), list[bytes]()
    ours = theirs = 0.0
    table, clients = set_up(game, heard)
    for number in range(MOVES):
        if table.course is None or table.course.race.over:
            seating = table.seating.copy()
            course, _ = new_race(seating, [])
            await table.commit(seating=seating, course=course)
            await asyncio.sleep(0)
        message = choose(table, dice, f"move {number}")
        heard.clear()
        began = time.thread_time()
        clients[message.seat].send(await COMMANDS[type(message)](table, clients[message.seat], message))
        await asyncio.sleep(0)  # what waits is sent
        ours += time.thread_time() - began
        began = time.thread_time()
        for text in heard:
            json.dumps(json.loads(text))
        theirs += time.thread_time() - began
    return ours, theirs


def set_up(game: str, heard: list[bytes]) -> tuple[LiveTable, list[Connection]]:
    names = [f"player {seat}" for seat in range(SEATS)]
    seating = Seating(
        "TABLE", game, names[0], [Seat("person", name, name) for name in names], {**OPTIONS.get(game, {})}
    )
    table, turn, clients = LiveTable(Nowhere(), seating, None), Turn(), []  # type: ignore[arg-type]
    for name in names:
        client = Connection(name, name)
        client.use(Ear(heard), turn)
        table.enter(client)
        clients.append(client)
    return table, clients


def choose(table: LiveTable, dice: random.Random, op: str) -> p.Act | p.Program:
    """Anything legal of somebody who may act; a few slides before a seat is done."""
    course = table.running()
    race: Race = course.race
    seat = dice.choice(race.actors)
    legal = race.legal_actions(seat)
    if course.programming is None:
        return p.Act(op, seat, course.version, dice.choice(legal))
    made = course.slides_made(seat)
    if made >= SLIDES:
        return p.Program(op, seat, course.version, made, "", done=True)
    slide = dice.choice([action for action in legal if action in race.game.private])
    return p.Program(op, seat, course.version, made, slide)


def main() -> None:
    load_rules()
    figures = []
    for game in game_names():
        asyncio.run(play(game, 0))
        runs = [asyncio.run(play(game, seed)) for seed in range(RUNS)]
        ours = statistics.median(ours for ours, _ in runs)
        ratio = statistics.median(ours / theirs for ours, theirs in runs)
        figures.append(Figure(f"{game}: a move", ours / MOVES * 1e6, "µs"))
        figures.append(Figure("… times json with its frames", ratio, "×"))
    Console().print(table_of(f"Moves at a table of {SEATS}, one core, medians of {RUNS} runs", figures))


if __name__ == "__main__":
    main()
