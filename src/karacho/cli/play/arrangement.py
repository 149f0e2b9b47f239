"""Where board, roster, desk and log stand: a loop wants room, a square grid the left half, a strip the whole width."""

from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import RichLog


def arrange(game: str, board: Widget, roster: Widget, desk: Widget, log: RichLog) -> Container:
    """The parts of a table in the order that suits the game; `style.py` gives them their sizes."""
    log.can_focus = False  # the keys belong to the desk, or to the replay
    if game == "rally-run":
        return Container(Horizontal(board, Vertical(roster, desk, log, id="side")), id="parts", classes="square")
    if game == "tiny-turbo-cars":
        below = Horizontal(Container(desk, id="left"), Vertical(roster, log, id="side"), id="below")
        return Container(board, below, id="parts", classes="strip")
    return Container(Vertical(board, roster, desk, id="main"), log, id="parts", classes="loop")
