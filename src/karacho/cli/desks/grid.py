"""The desk of Rally Run: drive with the arrow keys, choose how a tile lies among pictures, swap two tiles."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.rally_run import CELL_HEIGHT, CELL_WIDTH, COLUMNS, KINDS, OPEN, ROWS, draw_road
from karacho.cli.desks.desk import Desk

PER_LINE = 3
WAYS = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


class GridDesk(Desk):
    """Three ways to use the arrow keys: drive, choose a picture, or point at tiles to swap."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "swap", "Swap tiles"),
        Binding("escape", "drive", "Drive", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.swapping = False
        self.first: str | None = None
        self._column, self._row = 2, 1

    def prepare(self) -> None:
        """Every turn begins with driving."""
        self.swapping, self.first = False, None

    @property
    def laying(self) -> bool:
        """Must a revealed tile be laid?"""
        return self.seat_view is not None and self.seat_view["phase"] == "turn"

    @property
    def choices(self) -> list[str]:
        """The ways a revealed tile may lie; driving and swapping have no list."""
        return super().choices if self.laying else []

    @property
    def pointed(self) -> str:
        """The cell under the swap cursor."""
        return COLUMNS[self._column] + ROWS[self._row]

    def marks(self) -> Mapping[str, str]:
        """The picture under the cursor; or the swap cursor and the tile chosen first."""
        if self.laying and self.chosen is not None:
            return {"lie": self.chosen}
        if not self.swapping:
            return {}
        first = {self.first: "1st"} if self.first else {}
        return {**first, self.pointed: "2nd" if self.first else "1st"}

    def action_move(self, right: int, down: int) -> None:
        """Drive, or move one of the cursors."""
        if self.seat_view is None:
            return
        if self.laying:
            super().action_move(right, down * PER_LINE)
        elif self.swapping:
            self._column = (self._column + right) % len(COLUMNS)
            self._row = (self._row + down) % len(ROWS)
            self.post_message(self.Pointed())
        else:
            self.post_message(self.Chosen(WAYS[right, down]))

    def action_swap(self) -> None:
        """Point at tiles, or stop pointing."""
        if self.seat_view is not None and not self.laying:
            self.swapping, self.first = not self.swapping, None
            self.refresh(layout=True)
            self.post_message(self.Pointed())

    def action_drive(self) -> None:
        """Leave the swap."""
        if self.swapping:
            self.action_swap()

    def action_take(self) -> None:
        """Take the picture, or the tile pointed at; two tiles are a swap."""
        if not self.swapping:
            super().action_take()
        elif self.first is None:
            self.first = self.pointed
            self.refresh(layout=True)
            self.post_message(self.Pointed())
        else:
            cells = sorted((self.first, self.pointed), key=lambda cell: (cell[1], cell[0]))
            self.first = None
            self.post_message(self.Chosen("-".join(cells)))

    def title(self) -> str:
        """What is asked."""
        view = self.seat_view
        if view is None:
            return ""
        if self.laying:
            cell = view["revealed"]
            kind = view["tiles"][ROWS.index(cell[1])][COLUMNS.index(cell[0])]
            return f"A {KINDS.get(kind, 'tile')}: how shall it lie?"
        if self.swapping:
            return "Swap: arrows point, Enter takes\nthe tile; Esc goes back to driving."
        ways = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
        roads = " ".join(arrow for way, arrow in ways.items() if way in view["legal_actions"])
        return f"Drive: {roads or 'no road, swap instead'}\nSwap two tiles: x"

    def render(self) -> Text:
        """The question, and the ways to lie as pictures."""
        if self.seat_view is None:
            return Text()
        if not self.laying:
            return Text(self.title(), palette.STRONG)
        lines = -(-len(self.choices) // PER_LINE)
        canvas = Canvas(max(28, self.size.width), 1 + lines * (CELL_HEIGHT + 2))
        canvas.put(0, 0, self.title(), palette.STRONG)
        for place, sides in enumerate(self.choices):
            x = place % PER_LINE * (CELL_WIDTH + 2) + 1
            y = place // PER_LINE * (CELL_HEIGHT + 2) + 1
            here = place == self.cursor
            draw_road(canvas, x, y, sides, palette.CURSOR if here else OPEN)
            canvas.put(
                x, y + CELL_HEIGHT, f"{place + 1} {sides}".center(CELL_WIDTH), palette.STRONG if here else palette.FAINT
            )
        return canvas.text()
