"""Tiny Turbo Cars on a terminal: the track as a strip from left to right, lane 1 (left, blue) on top."""

from rich.text import Text

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.look import Event, Look, Picture, Room, car_token
from karacho.cli.boards.tiny_turbo_cars_words import PIECES, REASONS, racecar_title, tell

LANES = 5
LABEL = 4
CELL = 2
SPARE_ROWS = 4  # beyond the last board, where cars may come to rest
TERRAIN = {
    ".": ("· ", "#5a5a64 on #26262c"),
    "S": ("[]", "#d8d8e8 on #3c3c48"),
    "c": ("▒▒", "#7d9c5a on #33402a"),
    "^": ("»»", "bold #ffd24a on #4a3f1c"),
    "o": ("● ", "bold #e58c5a on #3a2a22"),
    "~": ("≈≈", "bold #7fc4ff on #1f3a56"),
    "#": ("██", "#6b625a on #6b625a"),
}
LEGEND = "[] grid  ▒ carpet  » speeder  ● obstacle  ≈ puddle  █ impassable  ▌ finish"
WORDY = 50  # columns of the roster that leave room for words
MARK = "bold #1b1b1b on #ffd98a"


def draw(picture: Picture, room: Room) -> Text:
    """The strip, a ruler, the legend, and the program that runs."""
    canvas = Canvas(room.width, room.height)
    lead = max((car["row"] or 1 for car in picture["cars"]), default=1)
    rows = max(1, min((room.width - LABEL - 1) // CELL, max(len(picture["map"]) + SPARE_ROWS, lead)))
    first = _first_row(picture, rows)
    top = 1 if room.height < LANES + 5 else 2
    for lane in range(1, LANES + 1):
        label, style = {1: ("L", "bold #7fa8e8"), LANES: ("R", "bold #e88a8a")}.get(lane, (" ", palette.FAINT))
        canvas.put(0, top + lane - 1, f"{label} {lane} ", style)
        for row in range(first, first + rows):
            _draw_space(canvas, row, lane, first, top, picture, room)
    for row in range(first, first + rows):
        if row % 5 == 0 or row == 1:
            canvas.put(LABEL + (row - first) * CELL, top - 1, str(row), palette.FAINT)
    finish = LABEL + (picture["finish_row"] - first) * CELL
    canvas.put(finish - 1, top - 1, "▼finish"[: max(0, room.width - finish)], palette.STRONG)
    _draw_cars(canvas, picture, first, top)
    canvas.put(LABEL, top + LANES, LEGEND[: room.width - LABEL], palette.FAINT)
    _draw_program(canvas, top + LANES + 1, picture)
    return canvas.text()


def _first_row(picture: Picture, rows: int) -> int:
    """All rows if they fit, else a window that moves with the leading car."""
    lead = max((car["row"] or 1 for car in picture["cars"]), default=1)
    last = max(len(picture["map"]), lead)
    return 1 if last <= rows else max(1, min(last - rows + 1, lead - rows // 2))


def _draw_space(canvas: Canvas, row: int, lane: int, first: int, top: int, picture: Picture, room: Room) -> None:
    x, y = LABEL + (row - first) * CELL, top + lane - 1
    letter = picture["map"][row - 1][lane - 1] if row <= len(picture["map"]) else "."
    signs, style = TERRAIN[letter]
    canvas.put(x, y, signs, style)
    if row == picture["finish_row"]:
        canvas.put(x - 1, y, "▌", "bold #ffffff on #1b1b1b")
    if (mark := room.marks.get(f"{row}.{lane}")) is not None:
        canvas.put(x, y, mark[:CELL].ljust(CELL), MARK)


def _draw_cars(canvas: Canvas, picture: Picture, first: int, top: int) -> None:
    """A car is its number; lying it has a line through it; two share the two characters of a space."""
    shared: dict[tuple[int, int], int] = {}
    for seat, car in enumerate(picture["cars"]):
        if car["row"] is None or car["lane"] is None or seat in picture.get("finished", ()):
            continue
        place = (car["row"], car["lane"])
        offset = shared.get(place, 0)
        shared[place] = offset + 1
        x = LABEL + (car["row"] - first) * CELL + offset
        token = f"{seat + 1}{'▁' if car['lying'] else '▸'}"
        canvas.put(x, top + car["lane"] - 1, token[: CELL - min(offset, 1)], palette.car(seat))


def _draw_program(canvas: Canvas, y: int, picture: Picture) -> None:
    """The eight cells of the seat whose turn runs, the one at work lit."""
    seat = picture.get("running")
    if seat is None:
        return
    x = canvas.put(LABEL, y, car_token(seat), palette.car(seat)) + 1
    for place, piece in enumerate(picture.get("programs", {}).get(seat, ())):
        lit = place == picture.get("cell")
        x = canvas.put(x, y, f" {PIECES.get(piece, piece).strip()} ", palette.CURSOR if lit else palette.PLAIN) + 1


def roster(picture: Picture, room: Room) -> Text:
    """One line per seat: car, name, racecar, batteries, shields, smile."""
    canvas = Canvas(room.width, picture["seats"])
    for seat, car in enumerate(picture["cars"]):
        acting = seat in picture.get("actors", ())
        x = canvas.put(0, seat, car_token(seat), palette.car(seat))
        name = ("▸" if acting else " ") + room.names[seat]
        x = canvas.put(x, seat, name[:13].ljust(14), palette.STRONG if acting else palette.PLAIN)
        x = canvas.put(x, seat, racecar_title(car["racecar"]).ljust(14), palette.PLAIN)
        up = car["batteries"] or 0
        x = canvas.put(x, seat, "▮" * up + "▯" * (3 - up), palette.GOOD if up > 1 else palette.BAD) + 1
        x = canvas.put(x, seat, f"◆{car['shields']}" if car["shields"] else "  ", palette.STRONG) + 1
        state = _state(picture, seat)
        canvas.put(x, seat, state if room.width >= WORDY else state.replace("smile ", "☺"), palette.FAINT)
    return canvas.text()


def _state(picture: Picture, seat: int) -> str:
    if seat in picture.get("finished", ()):
        return "finished"
    if seat in picture["smiles"]:
        smile = f"smile {picture['smiles'].index(seat) + 1}"
    elif picture["phase"] == "program" and seat in picture["done"]:
        smile = "done"
    else:
        smile = "…" if picture["phase"] == "program" else ""
    return smile + (" · lying" if picture["cars"][seat]["lying"] else "")


def headline(picture: Picture) -> str:
    """Round, phase and mode."""
    phases = {"draft": "pick a racecar", "grid": "starting grid", "program": "programming", "over": "over"}
    return f"round {picture['round']} · {phases.get(picture['phase'], 'racing')} · {picture['mode']}"


def apply(picture: Picture, event: Event) -> None:
    """Change the picture as an event says."""
    kind, seat = event["kind"], event.get("seat")
    car = picture["cars"][seat] if isinstance(seat, int) else {}
    if kind in ("car_placed", "car_stepped"):
        car.update(row=event["row"], lane=event["lane"])
    elif kind == "racecar_picked":
        car["racecar"] = event["racecar"]
    elif kind == "car_jumped":
        car["row"] = event["end"]
    elif kind == "car_flew":
        car["lane"] = event["end"]
    elif kind == "car_stopped":
        car.update(row=event["row"], lane=event["lane"])
    elif kind == "battery_down":
        car["batteries"] = event["left"]
    elif kind == "battery_up":
        car["batteries"] = event["now"]
    elif kind in ("shield_used", "shield_spent"):
        car["shields"] = event["left"]
    elif kind == "shield_gained":
        car["shields"] = event["now"]
    elif kind == "shields_dropped":
        car["shields"] = 0
    elif kind in ("car_fell", "car_stood_up"):
        car["lying"] = kind == "car_fell"
    elif kind in ("programming_done", "time_ran_out"):
        picture["done"] = [*(other for other in picture["done"] if other != seat), seat]
        picture["actors"] = [actor for actor in picture.get("actors", ()) if actor != seat]
    elif kind == "smile_taken":
        picture.setdefault("smiled", {})[seat] = event["smile"]
    else:
        _apply_course(picture, event)


def _give_smiles(picture: Picture) -> None:
    """A view has no smiles until all are done; against the clock they have gone out in the order of `done`."""
    smiled = picture.get("smiled", {})
    if len(smiled) == picture["seats"]:
        picture["smiles"] = sorted(smiled, key=lambda seat: smiled[seat])
    elif not picture["smiles"]:
        picture["smiles"] = list(picture["done"])


def _apply_course(picture: Picture, event: Event) -> None:
    """Whose program runs, and where it is."""
    kind, seat = event["kind"], event.get("seat")
    if kind == "program_shown":
        picture.setdefault("programs", {})[seat] = event["pieces"]
        picture["phase"] = "race"
        _give_smiles(picture)
    elif kind == "turn_began":
        picture.update(running=seat, cell=None, actors=[seat])
    elif kind in ("command_began", "modifier_set", "command_ignored"):
        picture.update(running=seat, cell=event["cell"])
    elif kind == "turn_ended":
        picture.pop("running", None)
    elif kind == "round_began":
        picture.update(round=event["round"], done=[], smiles=[], smiled={}, programs={}, running=None)
    elif kind == "car_finished":
        picture["finished"] = [*picture.get("finished", ()), seat]


_SHORT = {"piece_slid", "controller_dealt", "program_shown", "turn_ended", "smile_taken", "programming_done"}
_BEATS = {"command_began": 0.8, "car_stepped": 0.5, "car_hit": 1.0, "car_fell": 1.5, "turn_began": 1.2}


def pause(event: Event) -> float:
    """Commands and steps are to be followed; bookkeeping takes no time."""
    return 0.0 if event["kind"] in _SHORT else _BEATS.get(event["kind"], 0.6)


LOOK = Look(draw=draw, roster=roster, apply=apply, tell=tell, headline=headline, pause=pause, reasons=REASONS)
