"""The two panes that draw a picture: board and roster."""

from typing import Any

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from karacho.cli.boards import Room


class Pane(Widget):
    """A part of a screen that has `picture`, `look`, `names`, `viewer` and `desk`."""

    def room(self) -> Room:
        """The size of this pane, and what the screen knows."""
        screen: Any = self.screen
        marks = screen.desk.marks() if screen.desk is not None else {}
        return Room(self.size.width, self.size.height, screen.names, screen.viewer, marks)


class BoardPane(Pane):
    """The board of the game, as large as there is room."""

    def __init__(self) -> None:
        super().__init__(id="board")

    def render(self) -> Text:
        """Draw the picture."""
        screen: Any = self.screen
        text: Text = screen.look.draw(screen.picture, self.room())
        return text


class RosterPane(Pane):
    """One line per seat."""

    def __init__(self) -> None:
        super().__init__(id="roster")

    def render(self) -> Text:
        """Draw the seats."""
        screen: Any = self.screen
        text: Text = screen.look.roster(screen.picture, self.room())
        return text

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as seats."""
        screen: Any = self.screen
        return int(screen.picture["seats"])
