"""Positions of Tiny Turbo Cars as plain data, and back."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from karacho.core.reading import Reader, is_whole
from karacho.core.record import Box, new, plain
from karacho.errors import brief
from karacho.games.tiny_turbo_cars.abilities import can_fly
from karacho.games.tiny_turbo_cars.components import (
    CELLS,
    CONTROLLER,
    EDITIONS,
    FULL_BATTERIES,
    LANES,
    MODES,
    PIECE_NAMES,
    RACECAR_NAMES,
    SEATS,
    SIDE,
    TERRAIN_LETTERS,
)
from karacho.games.tiny_turbo_cars.finish import front_car, has_crossed
from karacho.games.tiny_turbo_cars.state import (
    DRAFT,
    FINISH,
    FLY,
    GRID,
    MOST_ROWS,
    OVER,
    PHASES,
    PROGRAM,
    ROUND_LIMIT,
    SHIELD,
    State,
    is_on_track,
)
from karacho.games.tiny_turbo_cars.terrain import is_impassable, is_on_grid

MOST_ROUNDS = 1000
DEFAULT_ROUND_LIMIT = 30
FARTHEST_FINISH = 999
FARTHEST_ROW = 9999  # a car may end far past the line
MOST_SHIELDS = 999
MOST_SLIDES = 2**62

_CAR_FIELDS = ("racecar", "row", "lane", "batteries", "shields", "lying")


# Writing.
def write_position(box: Box[State]) -> dict[str, Any]:
    """The whole truth."""
    state = plain(box)
    return describe_track(state) | describe_programs(state)


PROGRAMS = ("slides", "seats", "phase", "controllers")


def describe_programs(state: Any) -> dict[str, Any]:
    """The controllers of a plain state (of which PROGRAMS will do); in a view, what is blank is null."""
    dealt = state.phase not in (DRAFT, GRID)
    return {
        "controllers": [*map(_controller_text, state.controllers[: state.seats])] if dealt else [],
        "slides": state.slides[: state.seats],
    }


def describe_track(state: Any) -> dict[str, Any]:
    """A plain state as a position, without the controllers."""
    seats = range(state.seats)
    position: dict[str, Any] = {
        "game": "tiny-turbo-cars",
        "seats": state.seats,
        "mode": MODES[state.mode],
        "edition": EDITIONS[state.edition],
        "round": state.round_number,
        "phase": PHASES[state.phase],
        "map": list(_map_text(state.terrain[: state.map_rows * LANES])),
        "finish_row": state.finish_row,
        "cars": [_write_car(state, seat) for seat in seats],
        "done": state.done[: state.done_count],
        "smiles": state.smiles[: state.smile_count],
    }
    if state.phase in (FLY, SHIELD):
        position["turn"] = state.turn
    if state.phase == OVER:
        position["winner"] = state.winner
    if state.round_limit != DEFAULT_ROUND_LIMIT:
        position["round_limit"] = state.round_limit
    if state.same_scramble:
        position["same_scramble"] = True
    if state.play_on:
        position["play_on"] = True
        position["finished"] = state.finished[: state.finished_count]
    return position


@lru_cache(256)  # a map is the same for a whole race and all who see it
def _map_text(terrain: bytes) -> tuple[str, ...]:
    letters = "".join(TERRAIN_LETTERS[space] for space in terrain)
    return tuple(letters[start : start + LANES] for start in range(0, len(letters), LANES))


def _write_car(state: Any, seat: int) -> dict[str, Any]:
    placed = state.rows[seat] > 0
    return {
        "racecar": RACECAR_NAMES[state.racecars[seat]] if state.racecars[seat] >= 0 else None,
        "row": state.rows[seat] if placed else None,
        "lane": state.lanes[seat] if placed else None,
        "batteries": state.batteries[seat],
        "shields": state.shields[seat],
        "lying": bool(state.lying[seat]),
    }


@lru_cache(4096)  # it changes only when its seat slides a piece, or all are scrambled
def _controller_text(pieces: bytes) -> str | None:
    if pieces[0] == 0:
        return None
    names = [PIECE_NAMES[piece] for piece in pieces]
    return "  ".join(" ".join(names[line : line + SIDE]) for line in range(0, CELLS, SIDE))


# Reading.
def read_position(position: Mapping[str, Any]) -> Box[State]:
    """A state from a position; every reason why it cannot be played on is told."""
    reader = Reader(position)
    box = _read(reader, is_view=False)
    reader.finish()
    return box


def read_view(view: Mapping[str, Any]) -> tuple[Box[State], int]:
    """A view from its plain data, and whose it is; −1 where that makes no difference."""
    reader = Reader(view)
    reader.value("actors", None)
    reader.value("legal_actions", None)
    box = _read(reader, is_view=True)
    state = box[0]
    known = [seat for seat in range(state.seats) if state.controllers[seat, 0] != 0]
    racing = [seat for seat in range(state.seats) if is_on_track(state, seat)] if state.phase == PROGRAM else []
    for seat in racing:
        if (state.slides[seat] >= 0) != (seat in known):
            reader.refuse(f"controllers[{seat}] and slides[{seat}] are hidden together")
    reader.finish()
    return box, known[0] if state.phase == PROGRAM and len(known) == 1 else -1


def _read(reader: Reader, is_view: bool) -> Box[State]:
    """Fill a state. What depends on several fields is checked only if those are right, so that every reason is true."""
    box = new(State)
    state = box[0]
    reader.choice("game", ["tiny-turbo-cars"])
    reader.boolean("same_scramble", False)
    _read_base(reader, state)
    seats, phase = reader.value("seats", None), reader.value("phase", None)
    if not (is_whole(seats) and seats in SEATS and phase in PHASES):  # the rest depends on both
        reader.leave_out("cars", "controllers", "slides", "done", "smiles", "turn", "winner", "finished")
        _read_map(reader, state)
        reader.refuse_unknown()
        return box
    _read_map(reader, state)
    _read_finished(reader, state)
    _read_cars(reader, state)
    _read_controllers(reader, state, is_view)
    _read_slides(reader, state, is_view)
    _read_orders(reader, state)
    if state.phase in (FLY, SHIELD):
        state.turn = reader.integer("turn", 0, int(state.seats) - 1)
    if state.phase == OVER and reader.has("winner"):
        state.winner = reader.integer("winner", 0, int(state.seats) - 1)
    sound = not reader.reasons
    reader.refuse_unknown()
    if sound:
        _check_phase(reader, state)
    else:
        _check_orders(reader, state)
    return box


def _read_base(reader: Reader, state: State) -> None:
    state.seats = reader.integer("seats", SEATS[0], SEATS[-1])
    state.mode = MODES.index(reader.choice("mode", MODES))
    state.edition = EDITIONS.index(reader.choice("edition", EDITIONS))
    state.round_limit = reader.integer("round_limit", 1, MOST_ROUNDS, DEFAULT_ROUND_LIMIT)
    state.round_number = reader.integer("round", 1, int(state.round_limit))
    state.same_scramble = reader.value("same_scramble", False) is True
    state.play_on = reader.boolean("play_on", False)
    state.phase = PHASES.index(reader.choice("phase", PHASES))
    state.winner = -1
    state.turn = -1


def _read_map(reader: Reader, state: State) -> None:
    rows = reader.listed("map", 1, MOST_ROWS)
    state.map_rows = len(rows)
    for number, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != LANES or any(letter not in TERRAIN_LETTERS for letter in row):
            reader.refuse(f"map[{number}] must be {LANES} letters of {TERRAIN_LETTERS}, not {brief(row)}")
        else:
            terrain = [TERRAIN_LETTERS.index(letter) for letter in row]
            state.terrain[number * LANES : (number + 1) * LANES] = terrain
    state.finish_row = reader.integer("finish_row", 2, FARTHEST_FINISH)


def _read_finished(reader: Reader, state: State) -> None:
    if not state.play_on:
        return
    finished = _seats(reader, "finished", reader.listed("finished", 0, int(state.seats)), state)
    state.finished_count = len(finished)
    state.finished[: len(finished)] = finished


def _seats(reader: Reader, where: str, values: list[Any], state: State) -> list[int]:
    """Different seats of the race."""
    seats: list[int] = []
    for value in values:
        if not is_whole(value) or not 0 <= value < state.seats:
            reader.refuse(f"{where}: {brief(value)} is not a seat, 0 to {state.seats - 1}")
        elif value in seats:
            reader.refuse(f"{where}: seat {value} is there twice")
        else:
            seats.append(value)
    return seats


def _read_cars(reader: Reader, state: State) -> None:
    seats = int(state.seats)
    taken: set[str] = set()
    for seat, data in enumerate(reader.listed("cars", seats, seats)):
        where = f"cars[{seat}]"
        car = reader.inside(where, data)
        _read_racecar(reader, where, car.value("racecar"), seat, state, taken)
        _read_place(reader, where, car.value("row"), car.value("lane"), seat, state)
        state.batteries[seat] = car.integer("batteries", 0, FULL_BATTERIES)
        state.shields[seat] = car.integer("shields", 0, MOST_SHIELDS)
        state.lying[seat] = car.boolean("lying")
        if isinstance(data, Mapping) and bool(state.lying[seat]) != (state.batteries[seat] < 1):
            _check_lying(reader, where, state, seat)
        car.refuse_unknown()


def _check_lying(reader: Reader, where: str, state: State, seat: int) -> None:
    """A standing car has a battery up; a lying one has not all three, or it would stand."""
    if not state.lying[seat]:
        reader.refuse(f"{where}: a car without batteries lies down")
    elif state.batteries[seat] == FULL_BATTERIES:
        reader.refuse(f"{where}: a car with {FULL_BATTERIES} batteries stands")


def _read_racecar(reader: Reader, where: str, name: object, seat: int, state: State, taken: set[str]) -> None:
    state.racecars[seat] = -1
    if name is None and state.phase == DRAFT:
        return
    if not isinstance(name, str) or name not in RACECAR_NAMES:
        reader.refuse(f"{where}.racecar must be one of {', '.join(RACECAR_NAMES)}, not {brief(name)}")
    elif name in taken:
        reader.refuse(f"{where}.racecar: {name} is there twice")
    else:
        taken.add(name)
        state.racecars[seat] = RACECAR_NAMES.index(name)


def _read_place(reader: Reader, where: str, row: object, lane: object, seat: int, state: State) -> None:
    off_track = state.phase in (DRAFT, GRID) or seat in state.finished[: state.finished_count].tolist()
    if row is None and lane is None and off_track:
        return
    if state.phase == DRAFT or seat in state.finished[: state.finished_count].tolist():
        reader.refuse(f"{where}: row and lane must be null for a car that is not on the track")
        return
    state.rows[seat] = reader.checked(f"{where}.row", row, 1, FARTHEST_ROW)
    state.lanes[seat] = reader.checked(f"{where}.lane", lane, 1, LANES)
    place = int(state.rows[seat]), int(state.lanes[seat])
    if is_impassable(state, *place):
        reader.refuse(f"{where}: row {place[0]}, lane {place[1]} is impassable")
    if state.phase == GRID:
        if not is_on_grid(state, seat):
            reader.refuse(f"{where}: row {place[0]}, lane {place[1]} is no starting-grid space")
        if any((int(state.rows[other]), int(state.lanes[other])) == place for other in range(seat)):
            reader.refuse(f"{where}: another car already stands on row {place[0]}, lane {place[1]}")


def _read_controllers(reader: Reader, state: State, is_view: bool) -> None:
    if state.phase in (DRAFT, GRID):
        reader.listed("controllers", 0, 0)
        return
    seats = int(state.seats)
    finished = state.finished[: state.finished_count].tolist()
    for seat, text in enumerate(reader.listed("controllers", seats, seats)):
        where = f"controllers[{seat}]"
        if text is None and (seat in finished or (is_view and state.phase == PROGRAM)):
            continue
        if not isinstance(text, str):
            reader.refuse(f"{where} must be {CELLS} pieces as text, not {brief(text)}")
            continue
        words = text.split() if len(text) < 1000 else []
        unknown = [word for word in words if word not in PIECE_NAMES[1:]]
        pieces = [PIECE_NAMES.index(word) for word in words if word not in unknown]
        if unknown:
            reader.refuse(f"{where}: {', '.join(brief(word) for word in unknown)} is no piece")
        elif sorted(pieces) != list(CONTROLLER):
            full = " ".join(PIECE_NAMES[piece] for piece in CONTROLLER)
            reader.refuse(f"{where} must hold each of {full} as often as here, not {brief(text, 80)}")
        else:
            state.controllers[seat] = pieces


def _read_slides(reader: Reader, state: State, is_view: bool) -> None:
    seats = int(state.seats)
    for seat, value in enumerate(reader.listed("slides", seats, seats)):
        if value is None and is_view and state.phase == PROGRAM:
            state.slides[seat] = -1
        else:
            state.slides[seat] = reader.checked(f"slides[{seat}]", value, 0, MOST_SLIDES)


def _read_orders(reader: Reader, state: State) -> None:
    seats = int(state.seats)
    done = _seats(reader, "done", reader.listed("done", 0, seats), state)
    smiles = _seats(reader, "smiles", reader.listed("smiles", 0, seats), state)
    state.done_count, state.smile_count = len(done), len(smiles)
    state.done[: len(done)] = done
    state.smiles[: len(smiles)] = smiles


def _check_phase(reader: Reader, state: State) -> None:
    """Does everything fit the phase? Called when every field by itself is right."""
    if state.phase in (DRAFT, GRID):
        _check_preparation(reader, state)
    else:
        _check_round(reader, state)
    if state.phase == OVER:
        _check_end(reader, state)


def _check_preparation(reader: Reader, state: State) -> None:
    seats = range(state.seats)
    phase = PHASES[state.phase]
    if state.round_number != 1:
        reader.refuse(f"phase {phase}: round must be 1, not {state.round_number}")
    if state.done_count or state.smile_count or state.finished_count or any(state.slides[: state.seats]):
        reader.refuse(f"phase {phase}: done, smiles and finished must be empty, slides 0")
    if state.phase == DRAFT:
        missing = [seat for seat in seats if state.racecars[seat] < 0]
        order, what = list(range(int(state.seats) - len(missing), int(state.seats))), "picks clockwise from seat 0"
    else:
        missing = [seat for seat in seats if not is_on_track(state, seat)]
        order, what = list(range(len(missing))), "places counter-clockwise from the last seat"
        if state.terrain.tolist().count(TERRAIN_LETTERS.index("S")) < state.seats:
            reader.refuse("map: there are fewer starting-grid spaces than seats")
    if not missing:
        reader.refuse(f"phase {phase}: nobody is left to act")
    elif missing != order:
        reader.refuse(f"phase {phase}: everybody {what}, so {missing} cannot be those still to come")


def _check_round(reader: Reader, state: State) -> None:
    racing = [seat for seat in range(state.seats) if is_on_track(state, seat)]
    done = state.done[: state.done_count].tolist()
    smiles = state.smiles[: state.smile_count].tolist()
    if state.phase == OVER:  # cars of the last round may have been taken off since
        return
    for name, seats in (("done", done), ("smiles", smiles)):
        reader.reasons.extend(f"{name}: seat {seat} has finished the race" for seat in seats if seat not in racing)
    if state.phase == PROGRAM:
        _check_orders(reader, state)
    else:
        if sorted(smiles) != racing or sorted(done) != racing:
            reader.refuse(f"phase {PHASES[state.phase]}: done and smiles must name every seat that is racing")
        _check_choice(reader, state)
    if len(racing) < 2:
        reader.refuse("finished: with one car left the race is over")


def _check_orders(reader: Reader, state: State) -> None:
    """While programming, somebody is not done, and no smile is given yet."""
    if state.phase == PROGRAM:
        if state.smile_count:
            reader.refuse("phase program: smiles must be [] until all are done")
        if state.done_count >= int(state.seats) - state.finished_count:
            reader.refuse("phase program: everybody is done")


def _check_choice(reader: Reader, state: State) -> None:
    seat = int(state.turn)
    if not is_on_track(state, seat):
        reader.refuse(f"turn: seat {seat} has finished the race")
    elif state.phase == FLY and not can_fly(state, seat):
        reader.refuse(f"phase fly: seat {seat} has no flight to choose")
    elif state.phase == SHIELD and (state.lying[seat] or state.shields[seat] == 0):
        reader.refuse(f"phase shield: seat {seat} has no shield to spend")


def _check_end(reader: Reader, state: State) -> None:
    front = front_car(state)
    racing = [seat for seat in range(state.seats) if is_on_track(state, seat)]
    still = len(racing)
    smiles = state.smiles[: state.smile_count].tolist()
    if not set(racing) <= set(smiles):
        reader.refuse("phase over: smiles must name every seat that raced the last round")
    if state.play_on:
        late = [seat for seat in racing if has_crossed(state, seat)]
        reader.reasons.extend(f"finished: seat {seat} is past the finish line and must be placed" for seat in late)
    ended = still <= 1 if state.play_on else front >= 0 and has_crossed(state, front)
    state.reason = FINISH if ended else ROUND_LIMIT
    if not ended and state.round_number < state.round_limit:
        reader.refuse("phase over: no car is past the finish line, and the round limit is not reached")
    winner = int(state.finished[0]) if state.finished_count else front
    if reader.has("winner") and state.winner != winner:
        reader.refuse(f"winner must be seat {winner}, not {state.winner}")
    state.winner = winner
