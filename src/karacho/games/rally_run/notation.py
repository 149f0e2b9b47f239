"""Positions of Rally Run as plain data, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from karacho.core.reading import Reader
from karacho.core.record import Box, new, plain
from karacho.errors import brief
from karacho.games.rally_run import mixes
from karacho.games.rally_run.checks import check
from karacho.games.rally_run.components import (
    CELL_NAMES,
    CELLS,
    COLORS,
    CORNERS,
    KIND_LETTERS,
    PIT,
    PIT_CELL,
    PLACE_NAMES,
    ROAD_CELLS,
    ROAD_KINDS,
    SEATS,
    SIDE_LETTERS,
    SIDES_NAMES,
    UNKNOWN,
    WIDTH,
)
from karacho.games.rally_run.preparation import lay_fixed
from karacho.games.rally_run.state import (
    DEFAULT_TURN_LIMIT,
    GOAL,
    MOST_TURNS,
    OVER,
    PHASES,
    TURN,
    TURN_LIMIT,
    State,
)

_AS_LETTERS = KIND_LETTERS.encode().ljust(256)


# Writing.
def write_position(box: Box[State]) -> dict[str, Any]:
    """The whole truth."""
    return describe_all(plain(box))


def describe_all(state: Any) -> dict[str, Any]:
    """A plain state as a position."""
    return describe(state, state.tiles, [COLORS[color] for color in reversed(state.canisters[: state.pile])])


def describe(state: Any, tiles: Sequence[int], canisters: Any) -> dict[str, Any]:
    """The same with other tiles and canisters."""
    seats, sides = state.seats, state.sides
    position: dict[str, Any] = {
        "game": "rally-run",
        "seats": seats,
        "turn": state.turn,
        "turns": state.turns,
        "phase": PHASES[state.phase],
        "tiles": rows(tiles),
        "open": {CELL_NAMES[cell]: SIDES_NAMES[sides[cell]] for cell in ROAD_CELLS if sides[cell]},
        "cars": [PLACE_NAMES[place] for place in state.cars[:seats]],
        "colors": {corner: COLORS[color] for corner, color in zip(CORNERS, state.colors, strict=True)},
        "goals": [COLORS[color] or None for color in state.goals[:seats]],
        "canisters": canisters,
        "swapped": [CELL_NAMES[state.swapped_a], CELL_NAMES[state.swapped_b]] if state.swapped_a >= 0 else None,
    }
    if state.phase == TURN:
        position["revealed"] = CELL_NAMES[state.revealed]
        position["from"] = SIDES_NAMES[state.entered_from]
    if state.phase == OVER:
        position["winner"] = state.winner if state.winner >= 0 else None
    return position | _options(state)


def rows(kinds: Sequence[int]) -> list[str]:
    """Kinds of tiles as five rows of letters."""
    text = bytes(kinds).translate(_AS_LETTERS).decode()
    return [text[start : start + WIDTH] for start in range(0, CELLS, WIDTH)]


def _options(state: Any) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if state.turn_limit != DEFAULT_TURN_LIMIT:
        options["turn_limit"] = state.turn_limit
    if state.open_memory:
        options["open_memory"] = True
        options["seen"] = [name for name, seen in zip(CELL_NAMES, state.seen, strict=True) if seen]
    if not mixes.is_standard(state):
        options["mix"] = mixes.mix_of(state)
    return options


# Reading.
def read_position(position: Mapping[str, Any]) -> Box[State]:
    """A state from a position; every reason why it cannot be played on is told."""
    reader = Reader(position)
    box = _read(reader, False)
    reader.finish()
    return box


def read_view(view: Mapping[str, Any]) -> tuple[Box[State], int]:
    """A view from its plain data. All seats see the same, so it is nobody's in particular: −1."""
    reader = Reader(view)
    reader.value("actors", None)
    reader.value("legal_actions", None)
    box = _read(reader, True)
    reader.finish()
    return box, -1


def _read(reader: Reader, view: bool) -> Box[State]:
    """Fill a state. In a view of a running race face-down tiles and the pile are unknown."""
    box = new(State)
    state = box[0]
    lay_fixed(state)
    sound = _Sound(reader)
    reader.choice("game", ["rally-run"])
    state.seats = reader.integer("seats", SEATS[0], SEATS[-1])
    sound("seats")
    _read_course(reader, state, sound)
    hidden = view and state.phase != OVER
    _read_mix(reader, state)
    sound("mix")
    _read_tiles(reader, state, hidden)
    sound("tiles")
    _read_open(reader, state)
    sound("open")
    _read_cars(reader, state)
    sound("cars")
    _read_colors(reader, state)
    _read_canisters(reader, state, hidden)
    sound("goals")
    _read_swapped(reader, state)
    sound("swapped")
    if state.open_memory:
        _read_ghosts(reader, state, hidden) if view else _read_seen(reader, state)
    sound("seen")
    reader.refuse_unknown()
    check(reader, state, hidden, sound.fields)
    return box


class _Sound:
    """Notes which fields were read without a fault: only those can be checked against each other."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._before = 0
        self.fields: set[str] = set()

    def __call__(self, field: str) -> None:
        if len(self._reader.reasons) == self._before:
            self.fields.add(field)
        self._before = len(self._reader.reasons)


def _read_course(reader: Reader, state: State, sound: _Sound) -> None:
    state.phase = PHASES.index(reader.choice("phase", PHASES))
    sound("phase")
    state.turn = reader.integer("turn", 0, int(state.seats) - 1)
    sound("turn")
    state.turns = reader.integer("turns", 0, MOST_TURNS)
    state.turn_limit = reader.integer("turn_limit", 1, MOST_TURNS, DEFAULT_TURN_LIMIT)
    sound("turns")
    state.open_memory = int(reader.boolean("open_memory", False))
    if "phase" in sound.fields:
        _read_phase(reader, state)
        sound("course")
    else:
        for key in ("revealed", "from", "winner"):  # some phase has them
            reader.value(key, None)


def _read_mix(reader: Reader, state: State) -> None:
    choice = reader.value("mix", mixes.STANDARD)
    mix = mixes.MIXES.find(choice)
    if mix is None and isinstance(choice, Mapping):
        problems = [f"mix, {place}: {reason}" for place, reason in mixes.faults(choice)]
        reader.reasons.extend(problems)
        mix = None if problems else mixes.make_mix(choice)
    elif mix is None:
        reader.refuse(f"mix must be one of {', '.join(mixes.MIXES.names())} or a mapping, not {brief(choice)}")
    mixes.put_mix(state, mix or mixes.standard_mix())


def _read_tiles(reader: Reader, state: State, hidden: bool) -> None:
    kinds = state.tiles
    for row, text in enumerate(reader.listed("tiles", WIDTH, WIDTH)):
        if not isinstance(text, str) or len(text) != WIDTH:
            reader.refuse(f"tiles[{row}] must be a text of {WIDTH} tiles, not {brief(text)}")
            continue
        for column, letter in enumerate(text):
            cell = row * WIDTH + column
            kind = KIND_LETTERS.find(letter)
            allowed = kind == PIT if cell == PIT_CELL else kind in ROAD_KINDS or (hidden and kind == UNKNOWN)
            if allowed:
                kinds[cell] = kind
            else:
                reader.refuse(f"tiles: {CELL_NAMES[cell]} cannot be {brief(letter)}")


def _read_open(reader: Reader, state: State) -> None:
    value = reader.value("open")
    if not isinstance(value, Mapping):
        if reader.has("open"):
            reader.refuse(f"open must be a mapping of cells to open sides, not {brief(value)}")
        return
    for name, sides in value.items():
        cell = _cell(reader, "open", name)
        if cell < 0:
            continue
        if not isinstance(sides, str) or sides not in SIDES_NAMES[1:]:
            reader.refuse(f"open: {name} must have open sides such as NS or NES, not {brief(sides)}")
            continue
        state.sides[cell] = SIDES_NAMES.index(sides)


def _cell(reader: Reader, where: str, name: object) -> int:
    """A road cell by its name; −1 and a noted reason if it is none."""
    if isinstance(name, str) and name in CELL_NAMES and CELL_NAMES.index(name) != PIT_CELL:
        return CELL_NAMES.index(name)
    reader.refuse(f"{where}: {brief(name)} is not the cell of a road tile")
    return -1


def _read_cars(reader: Reader, state: State) -> None:
    for seat, place in enumerate(reader.listed("cars", int(state.seats), int(state.seats))):
        if isinstance(place, str) and place in PLACE_NAMES:
            state.cars[seat] = PLACE_NAMES.index(place)
        else:
            reader.refuse(f"cars[{seat}] must be a cell or one of {', '.join(CORNERS)}, not {brief(place)}")


def _read_colors(reader: Reader, state: State) -> None:
    value = reader.value("colors")
    if value is None and not reader.has("colors"):
        return
    inside = reader.inside("colors", value)
    if not isinstance(value, Mapping):
        return
    before = len(reader.reasons)
    for i, corner in enumerate(CORNERS):
        state.colors[i] = COLORS.index(inside.choice(corner, COLORS[1:]))
    inside.refuse_unknown()
    if len(reader.reasons) == before and len(set(state.colors.tolist())) < len(CORNERS):
        reader.refuse("colors: every color belongs to one corner")


def _read_canisters(reader: Reader, state: State, hidden: bool) -> None:
    seats = int(state.seats)
    used: set[int] = set()
    before = len(reader.reasons)
    goals = 0
    for seat, name in enumerate(reader.listed("goals", seats, seats)):
        if name is not None:
            goals += 1
            state.goals[seat] = _color(reader, f"goals[{seat}]", name, used)
    if hidden:
        pile: list[object] = []
        state.pile = count = reader.integer("canisters", 0, seats)
    else:
        pile = reader.listed("canisters", 0, seats)
        state.pile = count = len(pile)
    for i, name in enumerate(reversed(pile)):
        state.canisters[i] = _color(reader, f"canisters[{len(pile) - 1 - i}]", name, used)
    if len(reader.reasons) == before and goals + count != seats:
        reader.refuse(f"goals and canisters must be {seats} together, one per seat, not {goals + count}")


def _color(reader: Reader, where: str, name: object, used: set[int]) -> int:
    if not isinstance(name, str) or name not in COLORS[1:]:
        reader.refuse(f"{where} must be one of {', '.join(COLORS[1:])}, not {brief(name)}")
        return 0
    color = COLORS.index(name)
    if color in used:
        reader.refuse(f"{where}: the {name} canister is there twice")
    used.add(color)
    return color


def _read_swapped(reader: Reader, state: State) -> None:
    if reader.value("swapped") is None:
        return
    cells = [_cell(reader, "swapped", name) for name in reader.listed("swapped", 2, 2)]
    if len(cells) < 2 or -1 in cells:
        return
    if cells[0] >= cells[1]:
        reader.refuse("swapped: two different cells, the smaller first (by row, then column)")
    state.swapped_a, state.swapped_b = cells


def _read_phase(reader: Reader, state: State) -> None:
    if state.phase == TURN:
        name = reader.value("revealed")
        if reader.has("revealed"):
            state.revealed = _cell(reader, "revealed", name)
        state.entered_from = SIDES_NAMES.index(reader.choice("from", tuple(SIDE_LETTERS)))
    if state.phase == OVER:
        winner = reader.value("winner")
        if winner is not None:
            state.winner = reader.checked("winner", winner, 0, int(state.seats) - 1)
        state.reason = TURN_LIMIT if winner is None else GOAL


def _read_seen(reader: Reader, state: State) -> None:
    for name in reader.listed("seen", 0, len(ROAD_CELLS), ()):
        cell = _cell(reader, "seen", name)
        if cell >= 0 and state.seen[cell]:
            reader.refuse(f"seen: {name} is there twice")
        if cell >= 0:
            state.seen[cell] = 1


def _read_ghosts(reader: Reader, state: State, hidden: bool) -> None:
    value = reader.value("ghosts", {})
    if not isinstance(value, Mapping):
        reader.refuse(f"ghosts must be a mapping of cells to tiles, not {brief(value)}")
        return
    for name, letter in value.items():
        cell = _cell(reader, "ghosts", name)
        kind = KIND_LETTERS.find(letter) if isinstance(letter, str) and len(letter) == 1 else UNKNOWN
        if kind not in ROAD_KINDS:
            reader.refuse(f"ghosts: {brief(name)} must be one of {', '.join(mixes.LETTERS)}, not {brief(letter)}")
        elif cell >= 0:
            if state.tiles[cell] != (UNKNOWN if hidden else kind):
                reader.refuse(f"ghosts: {name} is shown in tiles as something else")
            state.seen[cell] = 1
            state.tiles[cell] = kind
