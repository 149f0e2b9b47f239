"""The start screen: game, seats, who sits where, options."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from karacho.cli.boards import palette
from karacho.cli.play.form import Form
from karacho.registry import load_game


class FormView(Widget):
    """The rows of the form."""

    def __init__(self, form: Form) -> None:
        super().__init__(id="form")
        self._form = form

    def render(self) -> Text:
        """One line per row; the row under the cursor shows that it can be turned."""
        text = Text()
        text.append("K A R A C H O\n", palette.STRONG)
        text.append(load_game(self._form.game.value).about + "\n\n", palette.FAINT)
        for place, row in enumerate(self._form.rows):
            here = place == self._form.cursor
            text.append(f"{row.label:<14}", palette.PLAIN if here else palette.FAINT)
            text.append(f" ◂ {row.text} ▸ " if here else f"   {row.text}   ", palette.CURSOR if here else palette.PLAIN)
            text.append("\n")
        text.append("\n ↑ ↓ choose a line   ← → change it   Enter start ", palette.STRONG)
        return text


class StartScreen(Screen[None]):
    """Choose, then Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Line", show=False),
        Binding("down", "move(1)", "Line", show=False),
        Binding("left", "turn(-1)", "Change", show=False),
        Binding("right", "turn(1)", "Change", show=False),
        Binding("enter", "start", "Start"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.form = Form()

    def compose(self) -> ComposeResult:
        """The form."""
        yield Static(" Karacho  ·  a new race", id="title")
        yield FormView(self.form)
        yield Footer()

    def action_move(self, step: int) -> None:
        """To another line."""
        self.form.move(step)
        self.query_one(FormView).refresh()

    def action_turn(self, step: int) -> None:
        """Another value."""
        self.form.turn(step)
        self.query_one(FormView).refresh()

    def action_start(self) -> None:
        """Begin the race."""
        self.app.start_race(self.form.setting())  # type: ignore[attr-defined]
