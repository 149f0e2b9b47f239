"""Small tracks and positions for the tests of Tiny Turbo Cars.

Maps are drawn with row 1 first, as positions write them: a car drives down the page. Lane 1 is at the left.
"""

from dataclasses import dataclass, field

import karacho
from karacho.core.events import listening_log
from karacho.core.record import new
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import EDITIONS, LANES, PIECE_NAMES, RACECAR_NAMES, TERRAIN_LETTERS
from karacho.games.tiny_turbo_cars.events import EVENTS
from karacho.games.tiny_turbo_cars.state import State

OPEN = ["....."] * 12
SCRAMBLES = ["F1 F2 J M  L1 + T -  R1 b B1 L2  R2 F1 _ .", "F1 F1 F2 J  M T L1 L2  R1 R2 B1 b  _ + - ."]


@dataclass
class Drive:
    """What became of the cars after one program."""

    row: int
    lane: int
    batteries: int
    shields: int
    lying: bool
    events: list
    others: list = field(default_factory=list)

    @property
    def place(self):
        return self.row, self.lane

    def only(self, name):
        return [event for event in self.events if type(event).__name__ == name]

    @property
    def values(self):
        return [event.value for event in self.only("CommandBegan")]


def drive(
    program, track=OPEN, at=(1, 3), racecar="bird-racer", batteries=3, shields=0, lying=False, others=(), edition="fr"
):
    """Run one program alone: pieces that are left out are blanks. Others are (row, lane) or (row, lane, batteries)."""
    state = new(State)[0]
    state.seats = 1 + len(others)
    state.edition = EDITIONS.index(edition)
    state.map_rows = len(track)
    for i, row in enumerate(track):
        state.terrain[i * LANES : (i + 1) * LANES] = [TERRAIN_LETTERS.index(letter) for letter in row]
    state.finish_row = 99
    cars = [(*at, batteries, shields), *((*other, *(3, 0)[len(other) - 2 :]) for other in others)]
    names = [racecar, *(name for name in RACECAR_NAMES if name != racecar)]
    for seat, (row, lane, up, guards) in enumerate(cars):
        state.racecars[seat] = RACECAR_NAMES.index(names[seat])
        state.rows[seat], state.lanes[seat], state.batteries[seat], state.shields[seat] = row, lane, up, guards
        state.lying[seat] = up == 0
    state.lying[0] = lying
    pieces = program.split()
    pieces += ["_"] * (8 - len(pieces))
    state.controllers[0, 4:12] = [PIECE_NAMES.index(piece) for piece in pieces]
    events = listening_log()
    run_program(state, 0, events[0])
    return Drive(
        int(state.rows[0]),
        int(state.lanes[0]),
        int(state.batteries[0]),
        int(state.shields[0]),
        bool(state.lying[0]),
        EVENTS.decode(events),
        [(int(state.batteries[seat]), bool(state.lying[seat])) for seat in range(1, state.seats)],
    )


def controller(program):
    """A whole controller whose lines 2 and 3 are this program; the other pieces lie around it."""
    pieces = program.split()
    rest = ["F1", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "b", "_", "+", "-", "."]
    for piece in pieces:
        rest.remove(piece)
    pieces += [rest.pop() for _ in range(8 - len(pieces))]
    words = [*rest[:4], *pieces, *rest[4:]]
    return "  ".join(" ".join(words[i : i + 4]) for i in range(0, 16, 4))


def car(racecar, row, lane, batteries=3, shields=0, lying=False):
    return {
        "racecar": racecar,
        "row": row,
        "lane": lane,
        "batteries": batteries,
        "shields": shields,
        "lying": lying,
    }


def race(cars, controllers=None, track=OPEN, finish_row=29, mode="realtime", edition="fr", **more):
    """A race in the programming phase."""
    seats = len(cars)
    position = {
        "game": "tiny-turbo-cars",
        "seats": seats,
        "mode": mode,
        "edition": edition,
        "round": 2,
        "phase": "program",
        "map": list(track),
        "finish_row": finish_row,
        "cars": cars,
        "controllers": controllers or [SCRAMBLES[seat % 2] for seat in range(seats)],
        "slides": [0] * seats,
        "done": [],
        "smiles": [],
        **more,
    }
    return karacho.Race.from_position(position, seed=5)


def only(events, name):
    return [event for event in events if type(event).__name__ == name]
