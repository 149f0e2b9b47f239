"""The screen between two people at one keyboard: it hides everything until the right one sits there."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static


class HandOver(Screen[None]):
    """Pass the keyboard; Enter says that it has been passed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "ready", "I am ready")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        """One sheet with one sentence."""
        words = f"[b]Pass the keyboard to {self._person.lower()}[/b]\n\nNobody else looks.  Enter: I am ready"
        yield Static(words, classes="sheet")
        yield Footer()

    def action_ready(self) -> None:
        """Go on."""
        self.dismiss(None)
