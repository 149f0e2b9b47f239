"""Checks of a position across its fields: what makes it impossible to play on."""

from karacho.core.reading import Reader
from karacho.games.rally_run.components import (
    CELL_NAMES,
    KIND_LETTERS,
    ROAD_CELLS,
    ROAD_KINDS,
    SIDES_NAMES,
    UNKNOWN,
)
from karacho.games.rally_run.driving import leads_to
from karacho.games.rally_run.pit import is_on_goal
from karacho.games.rally_run.state import (
    OVER,
    TURN,
    State,
    is_face_down,
)
from karacho.games.rally_run.tiles import WAYS_OF_KIND, opposite, ways_for_revealed


def check(reader: Reader, state: State, hidden: bool, sound: set[str]) -> None:
    """Compare only fields that are sound by themselves. `hidden`: a view of a race that runs."""
    if sound >= {"mix", "tiles", "seen"}:
        _check_mix(reader, state, hidden)
    if hidden and sound >= {"tiles", "open", "seen", "phase", "course"}:
        _check_shown(reader, state)
    if sound >= {"open", "tiles"}:
        _check_sides(reader, state)
    if sound >= {"open", "cars"}:
        _check_cars(reader, state)
    if sound >= {"open", "swapped", "seen", "course"}:
        _check_face_down(reader, state)
    if sound >= {"phase", "turns"}:
        _check_turns(reader, state)
    if sound >= {"seats", "turn", "cars", "goals", "course"}:
        _check_goals(reader, state)
    if state.phase == TURN and sound >= {"seats", "turn", "turns", "cars", "open", "tiles", "course"}:
        _check_revealed(reader, state)


def _check_mix(reader: Reader, state: State, hidden: bool) -> None:
    tiles, mix = state.tiles.tolist(), state.mix.tolist()
    for kind in ROAD_KINDS:
        count, due = tiles.count(kind), mix[kind]
        if count > due or (count < due and not hidden):
            reader.refuse(f"tiles: the mix has {due} of {KIND_LETTERS[kind]}, not {count}")


def _check_shown(reader: Reader, state: State) -> None:
    tiles, sides, seen = state.tiles.tolist(), state.sides.tolist(), state.seen.tolist()
    revealed = int(state.revealed)
    for cell in ROAD_CELLS:
        due = sides[cell] != 0 or cell == revealed or seen[cell] != 0
        if (tiles[cell] != UNKNOWN) != due:
            reader.refuse(f"tiles: {CELL_NAMES[cell]} must be {'a tile' if due else '?'} in a view")


def _check_sides(reader: Reader, state: State) -> None:
    tiles, sides = state.tiles.tolist(), state.sides.tolist()
    for cell in ROAD_CELLS:
        kind = tiles[cell]
        if sides[cell] and kind != UNKNOWN and not WAYS_OF_KIND[kind] >> sides[cell] & 1:
            lies = SIDES_NAMES[sides[cell]]
            reader.refuse(f"open: {CELL_NAMES[cell]} is {KIND_LETTERS[kind]}, which cannot lie as {lies}")


def _check_cars(reader: Reader, state: State) -> None:
    sides, cars = state.sides.tolist(), state.cars[: state.seats].tolist()
    for cell in ROAD_CELLS:
        if cell in cars and not sides[cell]:
            reader.refuse(f"open: {CELL_NAMES[cell]} is missing, a car stands on it")
        if cell not in cars and sides[cell]:
            reader.refuse(f"open: {CELL_NAMES[cell]} has no car on it, so it lies face down")


def _check_face_down(reader: Reader, state: State) -> None:
    sides, seen = state.sides.tolist(), state.seen.tolist()
    revealed = int(state.revealed)
    for cell in (int(state.swapped_a), int(state.swapped_b)):
        if cell >= 0 and sides[cell]:
            reader.refuse(f"swapped: {CELL_NAMES[cell]} is face up")
    for cell in ROAD_CELLS:
        if seen[cell] and (sides[cell] or cell == revealed):
            reader.refuse(f"{CELL_NAMES[cell]} is face up, so it is no covered tile that has been seen")


def _check_turns(reader: Reader, state: State) -> None:
    if state.phase != OVER:
        if state.turns >= state.turn_limit:
            reader.refuse(
                f"turns must be below the turn limit {state.turn_limit} in a race that runs, not {state.turns}"
            )
    elif not 1 <= state.turns <= state.turn_limit:
        reader.refuse(f"turns must be from 1 to the turn limit {state.turn_limit} when over, not {state.turns}")
    elif state.winner < 0 and state.turns < state.turn_limit:
        reader.refuse(f"phase over: nobody has won, and the turn limit {state.turn_limit} is not reached")


def _check_goals(reader: Reader, state: State) -> None:
    """A car on its goal has won, and only the car whose turn it is can."""
    winner = int(state.winner)
    home = [seat for seat in range(state.seats) if is_on_goal(state, seat)]
    if state.phase != OVER and home:
        reader.refuse(f"seat {home[0]} stands on its goal: the phase must be over and the winner {home[0]}")
    if state.phase == OVER and home != ([winner] if winner >= 0 else []):
        reader.refuse("phase over: the winner, and nobody else, stands on its goal")
    if winner not in (-1, state.turn):
        reader.refuse(f"phase over: the winner {winner} must be the seat whose turn it was, not {state.turn}")


def _check_revealed(reader: Reader, state: State) -> None:
    cell, side = int(state.revealed), int(state.entered_from)
    place = int(state.cars[state.turn])
    if not is_face_down(state, cell):
        reader.refuse(f"revealed: {CELL_NAMES[cell]} must not be in open before it is laid")
    elif leads_to(cell, side) != place or not state.sides[place] & opposite(side):
        reader.refuse(
            f"revealed: no road leads from the car of seat {state.turn} into {CELL_NAMES[cell]} "
            f"from the side {SIDES_NAMES[side]}"
        )
    else:
        ways = ways_for_revealed(state)
        if ways & (ways - 1) == 0:
            reader.refuse(f"revealed: {CELL_NAMES[cell]} can lie in one way only, so there is nothing to choose")
