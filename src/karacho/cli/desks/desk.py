"""The desk all games share: a row or list of choices with a cursor, moved by arrow keys and taken with Enter."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from karacho.cli.boards import palette

View = dict[str, Any]


class Desk(Widget, can_focus=True):
    """Shows the choices of one seat. What is chosen goes out as a message; the race judges it."""

    class Chosen(Message):
        """A person has chosen an action."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    class Pointed(Message):
        """The cursor has moved: the board may have to show it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "Move", show=False),
        Binding("right", "move(1, 0)", "Move", show=False),
        Binding("up", "move(0, -1)", "Move", show=False),
        Binding("down", "move(0, 1)", "Move", show=False),
        Binding("enter", "take", "Choose"),
    ]

    def __init__(self) -> None:
        super().__init__(id="desk")
        self.seat_view: View | None = None
        self.seat = 0
        self.cursor = 0

    def show(self, view: View | None, seat: int = 0) -> None:
        """Show what the seat may do in this view; None: nobody is asked now."""
        fresh = self.seat_view is None or view is None or view["phase"] != self.seat_view["phase"]
        self.seat_view, self.seat = view, seat
        if fresh:
            self.cursor = 0
        self.prepare()
        self.cursor = max(0, min(self.cursor, len(self.choices) - 1))
        self.refresh(layout=True)
        self.post_message(self.Pointed())

    def prepare(self) -> None:
        """Called when a view is shown."""

    def follow(self, picture: View) -> None:
        """Called when the board has changed, whoever acts."""

    @property
    def choices(self) -> list[str]:
        """What the cursor moves over."""
        return list(self.seat_view["legal_actions"]) if self.seat_view else []

    @property
    def chosen(self) -> str | None:
        """The choice under the cursor."""
        return self.choices[self.cursor] if self.choices else None

    def marks(self) -> Mapping[str, str]:
        """What the board should point at: a place and a short word."""
        return {}

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor."""
        if self.choices:
            self.cursor = (self.cursor + (right or down)) % len(self.choices)
            self.refresh()
            self.post_message(self.Pointed())

    def action_take(self) -> None:
        """Take the choice under the cursor."""
        if self.chosen is not None:
            self.post_message(self.Chosen(self.chosen))

    def on_key(self, event: Any) -> None:
        """A digit takes the choice of that number."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self.choices):
            self.cursor = int(event.key) - 1
            self.refresh()
            event.stop()
            self.action_take()

    def title(self) -> str:
        """What the person is asked."""
        return "Choose"

    def label(self, choice: str) -> str:
        """A choice in words."""
        return choice

    def about(self, choice: str) -> str:  # noqa: ARG002
        """More about the choice under the cursor."""
        return ""

    def render(self) -> Text:
        """The choices below each other."""
        if self.seat_view is None:
            return Text()
        text = Text(self.title(), palette.STRONG)
        for place, choice in enumerate(self.choices):
            style = palette.CURSOR if place == self.cursor else palette.PLAIN
            number = f"{place + 1}" if place < 9 else " "
            text.append("\n")
            text.append(f" {number} {self.label(choice)} ", style)
        if self.chosen is not None and (about := self.about(self.chosen)):
            text.append(f"\n\n{about}", palette.FAINT)
        return text
