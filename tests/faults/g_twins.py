"""Twin worlds: two tables that differ only in what one viewer may not know must send that viewer the same bytes.

A pair is a race somewhere in its course and its twin: another truth that fits the viewer's view (`resample`), with
another past where the past is hidden (hands and controllers that others were dealt, how often they have slid), another
seed to come. Both are real tables (LiveTable, Pace, the commands) without sockets and disk. Both hear the same: the
viewer comes, comes back from any version, looks, tries possible and impossible things; others act. Every byte that
waits for the viewer, every answer, every line of the server's log must be the same, until the rules tell something new.

    python -m tests.faults.g_twins --pairs 100000 --json twins.json
"""

import argparse
import asyncio
import contextlib
import json
import logging
import random
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec import json as wire
from msgspec.structs import replace

import karacho
from karacho.core.growing import Growing
from karacho.fair.seal import Seal
from karacho.registry import game_names, load_game
from karacho.server import commands, pace, proofs, protocol, replays, table
from karacho.server.codes import Refusal
from karacho.server.connection import Connection
from karacho.server.course import Course, Step
from karacho.server.seating import Seat, Seating
from karacho.store import Entry, RaceRow

T = TypeVar("T")
NEXT = Seal("N" * 16, "11" * 32, "22" * 32)
RACE, TABLE = "R" * 16, "T" * 11
INPUTS = 2  # how many are tried on a pair at most
SEATS_OF = {"stich-rallye": (3, 4, 5), "rally-run": (2, 3, 4), "tiny-turbo-cars": (2, 3, 4)}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "stich-rallye": [{}, {"track": "beach"}],
    "rally-run": [{}, {"turn_limit": 60}],
    "tiny-turbo-cars": [
        {"mode": "relaxed", "draft": "random"},
        {"draft": "random", "round_limit": 3},
        {"draft": "pick", "mode": "relaxed", "play_on": True},
    ],
}
# Here the rules themselves tell something new, so that the worlds part.
REVEALING = {
    "stich-rallye": set[str](),
    "rally-run": {"tile_revealed", "canister_taken", "race_ended"},
    "tiny-turbo-cars": {"program_shown"},
}


class NoStore:
    """Everything is on disk at once."""

    def __init__(self, row: RaceRow) -> None:
        self._row = row

    async def write(self, *_: object) -> None:
        """Done."""

    async def find_race(self, _: str) -> RaceRow:
        """The race, which is not over."""
        return self._row


class StandingClock:
    """The same instant for both worlds."""

    @staticmethod
    def monotonic() -> float:
        return 1000.0


class Lines(logging.Handler):
    """What the server writes into its log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(record.getMessage())


LINES = Lines()


@contextlib.contextmanager
def standing_clocks() -> Iterator[None]:
    """While this lasts no time goes by, and the server's log is listened to."""
    kept = table.time, pace.time
    table.time = pace.time = StandingClock  # type: ignore[assignment]
    logger = logging.getLogger("karacho")
    logger.addHandler(LINES)
    try:
        yield
    finally:
        table.time, pace.time = kept  # type: ignore[assignment]
        logger.removeHandler(LINES)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """Without a disk nothing has to be waited for."""
    try:
        work.send(None)
    except StopIteration as done:
        answer: T = done.value
        return answer
    raise AssertionError("a command waits for something")


class World:
    """A table at which the viewer listens, twice; everybody can act."""

    def __init__(self, course: Course, viewer: int | None) -> None:
        row = course.row
        seats = [Seat("person", "", f"player-{number}") for number in range(row.seats)]
        seating = Seating(row.table, row.game, "player-0", seats, row.options, stage="racing", race=row.race)
        seating.next = NEXT
        seating.decision_seconds = 30
        self.store = NoStore(row)
        self.table = table.LiveTable(self.store, seating, course)  # type: ignore[arg-type]
        pace.Pace(self.table, None, 1.0)  # type: ignore[arg-type]
        self.viewer = "guest" if viewer is None else f"player-{viewer}"
        self.ears: list[Connection] = []
        self.hands = [Connection(f"player-{number}", "") for number in range(row.seats)]
        for connection in self.hands:
            connection.table = self.table

    @property
    def course(self) -> Course:
        """The race as it stands."""
        return self.table.running()

    def come(self, race: str | None, have: int) -> None:
        """The viewer comes to the table, having seen something."""
        ear = Connection(self.viewer, "")
        ear.table = self.table
        self.ears.append(ear)
        self.table.enter(ear)
        self.table.catch_up(ear, race, have)

    def say(self, seat: int, message: Any) -> object:
        """A command; how it was answered."""
        try:
            return wire.encode(at_once(commands.COMMANDS[type(message)](self.table, self.hands[seat], message)))
        except Refusal as refusal:
            return (refusal.code, refusal.clause, refusal.detail, refusal.version)

    def look(self) -> None:
        """The viewer asks to be shown everything anew."""
        for ear in self.ears:
            self.table.show(ear)

    def ask_http(self, seat: int | None) -> list[object]:
        """What the addresses of a race that is not over answer."""
        asks: list[Callable[[], Coroutine[Any, Any, object]]] = [
            lambda: replays.race_json(self.store, RACE, seat),  # type: ignore[arg-type]
            lambda: replays.replay_text(self.store, RACE),  # type: ignore[arg-type]
            lambda: replays.proof_text(self.store, RACE),  # type: ignore[arg-type]
        ]
        answers: list[object] = []
        for ask in asks:
            try:
                answers.append(at_once(ask()))
            except Refusal as refusal:
                answers.append((refusal.code, refusal.detail))
        return answers

    def heard(self) -> list[list[bytes]]:
        """Every byte that waits for the viewer, from now on forgotten; and every line of the log."""
        found = [[*ear._outbox] for ear in self.ears]
        for ear in self.ears:
            ear._outbox.clear()
            ear._bytes = 0
        found.append([line.encode() for line in LINES.lines])
        LINES.lines.clear()
        return found

    def kinds(self) -> set[str]:
        """What the last version has brought."""
        course = self.course
        return {course.race.game.events.data(event)["kind"] for event in course.steps[-1].events}


# Races and their twins.
def fresh(name: str, dice: random.Random) -> Course:
    """A race that has just been dealt."""
    seats = dice.choice(SEATS_OF[name])
    seating = Seating(TABLE, name, "", [Seat() for _ in range(seats)], dice.choice(OPTIONS[name]))
    row = proofs.sealed_row(seating, Seal(RACE, "00" * 32, "00" * 32), [])
    return Course.fresh(replace(row, seed=str(dice.getrandbits(256)), began=0.0))


def moments(name: str, dice: random.Random) -> Iterator[Course]:
    """Races, again and again at some of their moments."""
    while True:
        course = fresh(name, dice)
        while not course.race.over:
            if dice.random() < 0.4:
                yield course
                yield course
            course = course.fork()
            act_at_random(course, dice)


def act_at_random(course: Course, dice: random.Random) -> None:
    """Somebody does something legal; rather a drive than a swap, or no Rally Run race would get anywhere."""
    race = course.race
    if course.closed:
        course.go(1.0)
        return
    seat = dice.choice(race.actors)
    legal = race.legal_actions(seat)
    if race.game.name == "rally-run" and dice.random() < 0.8:
        legal = [action for action in legal if "-" not in action] or legal
    action = dice.choice(legal)
    if action in race.game.private:
        course.slide(seat, action, 1.0, "person")
    else:
        course.act(seat, action, 1.0, "person")


def twin_of(course: Course, viewer: int | None, dice: random.Random) -> Course:
    """The same race for this viewer; for everybody else, as likely as not, another."""
    truth = course.race
    race = karacho.resample(truth.view(course.eyes(viewer)), seed=dice.getrandbits(64))
    race._chance = truth.copy()._chance  # what comes of chance is told by the rules when it comes
    race.options = truth.options
    programming, entries = course.programming, course.entries.fork()
    if programming is not None:
        others = [seat for seat in range(truth.seats) if seat != viewer]
        slid = dict(programming.slid)
        for seat in others:
            slid[seat] = int(race._state[0]["slides"][seat])
            entries.append(Entry(len(entries) + 1, course.version, 1.0, "slides", seat, "U", "person"))
        programming = replace(programming, slid=slid)
    steps = [twin_step(step, race, viewer, dice) if _deals(step) else step for step in course.steps]
    row = replace(course.row, seed=str(dice.getrandbits(256)))
    return Course(row, race, entries, Growing(steps), course.version, programming)


def _deals(step: Step) -> bool:
    return any(type(event).__name__.endswith("Dealt") for event in step.events)


def twin_step(step: Step, race: karacho.Race, viewer: int | None, dice: random.Random) -> Step:
    """The same step as the viewer saw it, with another past behind it."""
    return replace(step, events=[twin_event(event, race, viewer, dice) for event in step.events])


def twin_event(event: Any, race: karacho.Race, viewer: int | None, dice: random.Random) -> Any:
    """Others were dealt something else."""
    for name in ("cards", "pieces"):
        dealt = getattr(event, name, None)
        if type(event).__name__.endswith("Dealt") and isinstance(dealt, list) and event.seat != viewer:
            other = dice.sample(dealt, len(dealt)) if name == "pieces" else [f"R{dice.randrange(1, 16)}" for _ in dealt]
            return event._replace(**{name: other})
    return event


# Comparing.
@dataclass
class Tally:
    """What was compared."""

    pairs: int = 0
    different: int = 0
    inputs: int = 0
    messages: int = 0
    octets: int = 0
    leaks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def same(self, one: object, other: object, where: str) -> None:
        """Count, and complain."""
        if one != other and len(self.leaks) < 20:
            self.leaks.append(f"{where}: {one!r:.2000} != {other!r:.2000}")

    def hear(self, worlds: tuple[World, World], where: str) -> None:
        """Compare everything that waits for the viewer."""
        found = worlds[0].heard()
        self.messages += sum(len(each) for each in found)
        self.octets += sum(len(message) for each in found for message in each)
        self.same(found, worlds[1].heard(), where)


def compare(course: Course, viewer: int | None, dice: random.Random, tally: Tally) -> None:
    """One pair."""
    twin = twin_of(course, viewer, dice)
    tally.pairs += 1
    tally.different += twin.race.state_bytes() != course.race.state_bytes()
    worlds = World(course, viewer), World(twin, viewer)
    race, have = dice.choice([(RACE, course.version), (RACE, max(0, course.version - 3)), (RACE, 0), (None, 0)])
    for world in worlds:
        world.come(race, have)
    tally.hear(worlds, f"coming with {have}")
    if dice.random() < 0.1:
        tally.same(worlds[0].ask_http(viewer), worlds[1].ask_http(viewer), "http")
        if viewer is not None:  # what a bot on this seat is given (G13)
            tally.same(*[(w.course.memories(viewer), w.course.view(viewer)) for w in worlds], "bot")  # type: ignore[arg-type]
    for number in range(INPUTS):
        speaker, words = an_input(worlds, viewer, number, dice)
        if words is None:
            return
        message = words(worlds[0].course)
        answers = [world.say(speaker, words(world.course)) for world in worlds]
        tally.inputs += 1
        told = worlds[0].kinds() | worlds[1].kinds()
        if told & REVEALING[course.row.game] or worlds[0].course.race.over:
            return  # of a race that is over everything can be known
        if speaker == viewer:
            tally.same(*answers, f"answer to {message}")
        tally.hear(worlds, f"after {message}")
        if dice.random() < 0.1:
            for world in worlds:
                world.look()
            tally.hear(worlds, f"looking after {message}")


Words = Callable[[Course], Any]


def an_input(
    worlds: tuple[World, World], viewer: int | None, number: int, dice: random.Random
) -> tuple[int, Words | None]:
    """By the viewer anything, possible or not; by another what both worlds allow."""
    one, other = (world.course for world in worlds)
    race = one.race
    if viewer is not None and dice.random() < 0.6:
        names = [name for name in race.game.actions if name]
        return viewer, wording(number, viewer, dice.choice([*race.legal_actions(viewer), dice.choice(names)]))
    acting = [seat for seat in race.actors if seat != viewer]
    dice.shuffle(acting)
    for seat in acting:
        both = sorted({*race.legal_actions(seat)} & {*other.race.legal_actions(seat)})
        if both:
            return seat, wording(number, seat, dice.choice(both))
    return 0, None


def wording(number: int, seat: int, action: str) -> Words:
    """An action as a client says it that has seen the race as it stands."""
    op = f"op-{number:08}"

    def words(course: Course) -> Any:
        if action != "done" and action not in course.race.game.private:
            return protocol.Act(op, seat, course.version, action)
        done = action == "done"
        slides = "" if done else action
        return protocol.Program(op, seat, course.version, course.slides_made(seat), slides, done=done, hints=True)

    return words


def run_pairs(name: str, pairs: int, seed: int) -> Tally:
    """So many pairs of a game, or up to the first leak."""
    dice, tally = random.Random(f"{name} {seed}"), Tally()
    began = time.perf_counter()
    with standing_clocks():
        for course in moments(name, dice):
            viewer = dice.choice([*range(course.race.seats), None])
            compare(course, viewer, dice, tally)
            tally.seconds = time.perf_counter() - began
            if tally.pairs % 5000 == 0:
                print(f"{name}: {tally.pairs} pairs so far, {tally.seconds:.0f} s", file=sys.stderr, flush=True)
            if tally.pairs >= pairs or tally.leaks:
                return tally
    raise AssertionError("races never end")


def main() -> int:
    """The long run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    report = {}
    for name in [asked.game] if asked.game else game_names():
        load_game(name)
        tally = run_pairs(name, asked.pairs, asked.seed)
        report[name] = tally.__dict__
        print(f"{name}: {tally.pairs} pairs, {tally.different} of them different truths, {tally.inputs} inputs,")
        print(f"    {tally.messages} messages with {tally.octets} bytes compared in {tally.seconds:.0f} s,", end=" ")
        print(f"{len(tally.leaks)} leaks", flush=True)
        for leak in tally.leaks:
            print(f"    {leak}")
    if asked.json:
        asked.json.write_text(json.dumps(report, indent=2), encoding="utf-8")
    return int(any(each["leaks"] for each in report.values()))


if __name__ == "__main__":
    asyncio.set_event_loop(asyncio.new_event_loop())
    sys.exit(main())
