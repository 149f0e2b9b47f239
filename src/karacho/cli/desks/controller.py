"""The desk of Tiny Turbo Cars: the sliding puzzle, and lists for everything else."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.tiny_turbo_cars_words import ABILITIES, PIECES, racecar_title
from karacho.cli.desks.desk import Desk, View

SIDE = 4
PIECE_WIDTH = 7
SLIDES = {(0, -1): "U", (0, 1): "D", (-1, 0): "L", (1, 0): "R"}
QUESTIONS = {
    "draft": "Pick a racecar:",
    "grid": "Where does your car start?",
    "fly": "Bird Racer may fly to another lane:",
    "shield": "Give up a shield for two spaces?",
}
PROGRAM = ("#f4efe0 on #6a4f8c", "#f4efe0 on #57417a")
SPARE = ("#c8c4ba on #3a3a44", "#c8c4ba on #32323b")
GAP = "#4a4a52 on #17171a"


class ControllerDesk(Desk):
    """While programming, an arrow key is the way a piece slides; Enter says done."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "Done / choose")]

    def __init__(self) -> None:
        super().__init__()
        self._programs: dict[int, list[str]] = {}
        self._at_work: tuple[int | None, int | None] = (None, None)  # the seat, and which of its eight cells

    def follow(self, picture: View) -> None:
        """Keep the programs that are shown to all, and where the one at work is."""
        self._programs = dict(picture.get("programs", {}))
        self._at_work = (picture.get("running"), picture.get("cell"))
        self.refresh(layout=True)

    @property
    def programming(self) -> bool:
        """Is the puzzle on the desk?"""
        return self.seat_view is not None and self.seat_view["phase"] == "program"

    @property
    def choices(self) -> list[str]:
        """Lists have choices; the puzzle has none."""
        return [] if self.programming else super().choices

    def action_move(self, right: int, down: int) -> None:
        """Slide a piece, or move the cursor."""
        if self.programming:
            self.post_message(self.Chosen(SLIDES[right, down]))
        elif self.seat_view is not None and self.seat_view["phase"] == "grid":
            self._move_on_grid(right, down)
        else:
            super().action_move(right, down)

    def _move_on_grid(self, right: int, down: int) -> None:
        """To the nearest free space that way: rows go to the right, lanes downward, as the track is drawn."""
        here = [int(part) for part in self.choices[self.cursor].split(".")]
        best: tuple[int, int] | None = None
        for place, choice in enumerate(self.choices):
            row, lane = map(int, choice.split("."))
            ahead = (row - here[0]) * right + (lane - here[1]) * down
            aside = abs((row - here[0]) * down) + abs((lane - here[1]) * right)
            if ahead > 0 and (best is None or (ahead + 3 * aside, place) < best):
                best = (ahead + 3 * aside, place)
        if best is not None:
            self.cursor = best[1]
            self.refresh()
            self.post_message(self.Pointed())

    def action_take(self) -> None:
        """Done, or the choice under the cursor."""
        if self.programming:
            self.post_message(self.Chosen("done"))
        else:
            super().action_take()

    def marks(self) -> Mapping[str, str]:
        """The starting-grid spaces still free, the one under the cursor filled."""
        if self.seat_view is None or self.seat_view["phase"] != "grid":
            return {}
        return {choice: "◆◆" if choice == self.chosen else "◇" for choice in self.choices}

    def title(self) -> str:
        """What is asked."""
        return QUESTIONS.get(self.seat_view["phase"], "") if self.seat_view else ""

    def label(self, choice: str) -> str:
        """Racecars by their names, spaces with row and lane."""
        if choice in ABILITIES:
            return racecar_title(choice)
        words = {"stay": "stay in this lane", "shield": "yes, two spaces forward", "keep": "no, end the turn"}
        if choice.startswith("fly "):
            return f"fly to lane {choice[4:]}"
        row, dot, lane = choice.partition(".")
        return f"row {row}, lane {lane}" if dot else words.get(choice, choice)

    def about(self, choice: str) -> str:
        """What a racecar can do."""
        return ABILITIES.get(choice, "")

    def render(self) -> Text:
        """The puzzle, with the program lines marked; or a list."""
        if self.seat_view is None:
            return self._render_programs()
        if not self.programming:
            return super().render()
        pieces = (self.seat_view["controllers"][self.seat] or "").split()
        tall = self.parent is not None and self.parent.size.height >= SIDE * 3 + 2  # type: ignore[attr-defined]
        height = 3 if tall else 1
        canvas = Canvas(max(36, self.size.width), SIDE * height + 2)
        slides = self.seat_view["slides"][self.seat]
        canvas.put(0, 0, "Your controller", palette.STRONG)
        canvas.put(17, 0, f"{slides} slides", palette.FAINT)
        for cell, piece in enumerate(pieces):
            line, column = divmod(cell, SIDE)
            x, y = 3 + column * PIECE_WIDTH, 1 + line * height
            in_program = line in (1, 2)
            style = GAP if piece == "." else (PROGRAM if in_program else SPARE)[(line + column) % 2]
            canvas.fill(x, y, PIECE_WIDTH, height, " ", style)
            canvas.put(x, y + height // 2, PIECES[piece].center(PIECE_WIDTH), f"bold {style}")
            if column == 0 and in_program:
                canvas.put(0, y + height // 2, f"{line + 1}▶", palette.STRONG)
        canvas.put(0, SIDE * height + 1, "arrows slide · Enter: done", palette.FAINT)
        return canvas.text()

    def _render_programs(self) -> Text:
        """While the race runs: every program, the command at work lit."""
        text = Text("Programs\n" if self._programs else "", palette.STRONG)
        for seat, pieces in sorted(self._programs.items()):
            text.append(f"\n {seat + 1} ", palette.car(seat))
            for cell, piece in enumerate(pieces):
                lit = self._at_work == (seat, cell)
                text.append(f" {'' if piece == '.' else piece:<2}", palette.CURSOR if lit else palette.PLAIN)
            text.append("\n")
        return text
