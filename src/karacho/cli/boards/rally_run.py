"""Rally Run on a terminal: the grid of tiles, with roads as box drawing for what lies face up now.

Only the view is drawn: a tile that has been covered is a back again.
"""

from collections.abc import Mapping, Sequence

from rich.text import Text

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.look import Event, Look, Picture, Room, verb

CELL_WIDTH, CELL_HEIGHT = 7, 3
COLUMNS, ROWS = "ABCDE", "12345"
PIT = "C3"
CROSSINGS = {
    "": "·", "N": "╹", "E": "╺", "S": "╻", "W": "╸", "NS": "┃", "EW": "━", "NE": "┗", "ES": "┏", "SW": "┓",
    "NW": "┛", "NES": "┣", "ESW": "┳", "NSW": "┫", "NEW": "┻", "NESW": "╋",
}  # fmt: skip
KINDS = {"I": "straight", "L": "curve", "T": "junction", "X": "crossing", "D": "dead end"}
ANY_WAY = {"I": "NS", "L": "NE", "T": "NES", "X": "NESW", "D": "N"}  # to show a kind that is not laid yet
CORNER_ROADS = {"NW": "E", "NE": "S", "SE": "W", "SW": "N"}
CORNER_COLORS = {
    "red": "bold #ffffff on #a8323a",
    "blue": "bold #ffffff on #2f5fae",
    "green": "bold #ffffff on #2c7a43",
    "yellow": "bold #1b1b1b on #e0c040",
}
OPEN = "bold #f4efe0 on #5b5246"
BACK = ("#7d6a55 on #2d2620", "#7d6a55 on #362e27")
REVEALED = "bold #1b1b1b on #ffd98a"
MARK = "bold #ffd98a on #2d2620"
PIT_STYLE = "bold #ffd98a on #3d4a3a"


def size(height: int) -> tuple[int, int, int]:
    """Width and height of the whole board, and the gap between tiles that this leaves room for."""
    gap = 1 if height >= 7 * (CELL_HEIGHT + 1) - 1 else 0
    return 7 * (CELL_WIDTH + gap), 7 * (CELL_HEIGHT + gap), gap


def draw(picture: Picture, room: Room) -> Text:
    """The grid with the start-finish tiles at its corners."""
    canvas = Canvas(room.width, room.height)
    gap = size(room.height)[2]
    for row in ROWS:
        for column in COLUMNS:
            _draw_cell(canvas, column + row, picture, room.marks, gap)
    for corner, color in picture["colors"].items():
        x, y = _corner_of(corner, gap)
        style = CORNER_COLORS[color]
        draw_road(canvas, x, y, CORNER_ROADS[corner], style)
        wanted = [seat for seat, goal in enumerate(picture["goals"]) if goal in (color, corner)]
        label = color + ("!" + "".join(str(seat + 1) for seat in wanted) if wanted else "")
        canvas.put(x, y + (2 if corner != "NE" else 0), label[:CELL_WIDTH], style)
    for seat, place in enumerate(picture["cars"]):
        x, y = _corner_of(place, gap)
        if place in CORNER_ROADS:  # beside the road and the name of the color
            canvas.put(
                x + (0, 1, 5, 6)[seat], y + (1 if place in ("NE", "SW") else 0), str(seat + 1), palette.car(seat)
            )
        else:
            canvas.put(x + (5 if seat % 2 else 0), y + (2 if seat >= 2 else 0), f"{seat + 1}▸", palette.car(seat))
    return canvas.text()


def _draw_cell(canvas: Canvas, cell: str, picture: Picture, marks: Mapping[str, str], gap: int) -> None:
    x, y = _corner_of(cell, gap)
    kind = picture["tiles"][ROWS.index(cell[1])][COLUMNS.index(cell[0])]
    if cell == PIT:
        draw_road(canvas, x, y, "NESW", PIT_STYLE)
        pile = picture["canisters"]
        canvas.put(x + 1, y + 1, " PIT ", PIT_STYLE)
        canvas.put(x, y + 2, f"×{pile if isinstance(pile, int) else len(pile)}", PIT_STYLE)
    elif cell in picture["open"]:
        draw_road(canvas, x, y, picture["open"][cell], OPEN)
    elif cell == picture.get("revealed"):
        draw_road(canvas, x, y, marks.get("lie") or ANY_WAY.get(kind, ""), REVEALED)
        canvas.put(x, y, "?", REVEALED)
    else:
        shade = BACK[(ord(cell[0]) + ord(cell[1])) % 2]
        canvas.fill(x, y, CELL_WIDTH, CELL_HEIGHT, "░", shade)
        ghost = picture.get("ghosts", {}).get(cell) or (kind if kind in KINDS else "")
        canvas.put(x + 1, y + 1, f" {cell} " if not ghost else f"{cell}:{ghost} ", f"bold {shade}")
    if cell in marks:
        canvas.put(x, y, "▛" + "▀" * (CELL_WIDTH - 2) + "▜", MARK)
        canvas.put(x, y + 1, "▌     ▐", MARK)
        canvas.put(x, y + 2, "▙" + "▄" * (CELL_WIDTH - 2) + "▟", MARK)
        canvas.put(x + 2, y + 1, marks[cell][:3].center(3), palette.CURSOR)


def draw_road(canvas: Canvas, x: int, y: int, sides: str, style: str) -> None:
    """A tile face up: its road ends from the middle to the open sides."""
    canvas.fill(x, y, CELL_WIDTH, CELL_HEIGHT, " ", style)
    canvas.put(x + 3, y + 1, CROSSINGS[sides], style)
    if "N" in sides:
        canvas.put(x + 3, y, "┃", style)
    if "S" in sides:
        canvas.put(x + 3, y + 2, "┃", style)
    if "W" in sides:
        canvas.put(x, y + 1, "━━━", style)
    if "E" in sides:
        canvas.put(x + 4, y + 1, "━━━", style)


def _corner_of(place: str, gap: int) -> tuple[int, int]:
    """The upper left character of a cell or of a start-finish tile, which lies one step outside the grid."""
    outside = {"NW": (-1, 0), "NE": (4, -1), "SE": (5, 4), "SW": (0, 5)}
    column, row = outside[place] if place in outside else (COLUMNS.index(place[0]), ROWS.index(place[1]))
    return (column + 1) * (CELL_WIDTH + gap), (row + 1) * (CELL_HEIGHT + gap)


def roster(picture: Picture, room: Room) -> Text:
    """One line per seat: car, name, goal."""
    canvas = Canvas(room.width, picture["seats"])
    for seat in range(picture["seats"]):
        acting = seat in picture.get("actors", ())
        x = canvas.put(0, seat, f" {seat + 1} ", palette.car(seat))
        name = ("▸" if acting else " ") + room.names[seat]
        x = canvas.put(x, seat, name[:13].ljust(14), palette.STRONG if acting else palette.PLAIN)
        goal = picture["goals"][seat]
        color = picture["colors"].get(goal, goal)
        canvas.put(x, seat, f" goal {color} " if goal else "no canister", CORNER_COLORS.get(color, palette.FAINT))
    return canvas.text()


def headline(picture: Picture) -> str:
    """Turns played, and what is left in the pit."""
    pile = picture["canisters"]
    left = pile if isinstance(pile, int) else len(pile)
    return f"turn {picture['turns'] + (picture['phase'] != 'over')} · {left} canisters in the pit"


def _put_tile(picture: Picture, cell: str, kind: str) -> None:
    row = ROWS.index(cell[1])
    line = picture["tiles"][row]
    column = COLUMNS.index(cell[0])
    picture["tiles"][row] = line[:column] + kind + line[column + 1 :]


def apply(picture: Picture, event: Event) -> None:
    """Change the picture as an event says."""
    kind = event["kind"]
    if kind == "tile_revealed":
        _put_tile(picture, event["cell"], event["tile"])
        picture["revealed"] = event["cell"]
    elif kind == "tile_laid":
        picture.pop("revealed", None)
        picture["open"][event["cell"]] = event["sides"]
    elif kind == "car_drove":
        picture["cars"][event["seat"]] = event["end"]
    elif kind == "tile_covered":
        picture["open"].pop(event["cell"], None)
        _put_tile(picture, event["cell"], "?")
    elif kind == "canister_taken":
        picture["goals"][event["seat"]] = event["color"]
        if isinstance(picture["canisters"], int):
            picture["canisters"] -= 1
    elif kind == "turn_began":
        picture.update(turn=event["seat"], turns=event["turn"] - 1, actors=[event["seat"]])


def tell(event: Event, names: Sequence[str]) -> str:
    """The event as a line of the log. It names no tile and no way a car took: remembering is the player's part."""
    kind, seat = event["kind"], event.get("seat")
    who = names[seat] if seat is not None else "Nobody"
    if kind == "race_began":
        return f"{verb(who, 'have', 'has')} the first turn"
    if kind == "tile_revealed":
        return f"{verb(who, 'turn', 'turns')} a tile over"
    if kind == "car_drove":
        return f"{verb(who, 'drive', 'drives')}"
    if kind == "tiles_swapped":
        return f"{verb(who, 'swap', 'swaps')} {event['a']} and {event['b']}"
    if kind == "canister_taken":
        return f"{verb(who, 'make', 'makes')} a pit stop: the goal is {event['color']} ({event['goal']})"
    if kind == "race_ended":
        return f"{verb(who, 'win', 'wins')}: {'the goal is reached' if seat is not None else 'the turns are over'}"
    return ""


_BEATS = {"tile_revealed": 1.5, "tile_laid": 1.0, "car_drove": 1.0, "tiles_swapped": 1.5, "canister_taken": 2.0}


def pause(event: Event) -> float:
    """A tile lies open for a moment: that is when one remembers it."""
    return _BEATS.get(event["kind"], 0.0)


REASONS = {
    "MUST_LAY": "first choose how the tile lies",
    "NOTHING_TO_LAY": "no tile waits to be laid",
    "NO_ROAD": "no road leads that way",
    "OFF_GRID": "that way leads off the grid",
    "NOT_CONNECTED": "the open tile there has no road toward you",
    "NO_ROAD_BACK": "the tile must join the road you come from",
    "SAME_TILE": "choose two different tiles",
    "NOT_A_ROAD_TILE": "the pit cannot be swapped",
    "FACE_UP": "only face-down tiles can be swapped",
    "JUST_SWAPPED": "the seat before you has just swapped that tile",
    "NOT_YOUR_TURN": "it is not your turn",
    "RACE_OVER": "the race is over",
}

LOOK = Look(draw=draw, roster=roster, apply=apply, tell=tell, headline=headline, pause=pause, reasons=REASONS)
