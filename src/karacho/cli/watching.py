"""A replay on the screen: event by event, forward and back."""

from copy import deepcopy
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, RichLog, Static

from karacho.cli.boards import Picture, look_of, palette
from karacho.cli.desks import Desk
from karacho.cli.play.arrangement import arrange
from karacho.cli.play.panes import BoardPane, RosterPane
from karacho.cli.play.style import CSS, HORIZONTAL, VERTICAL
from karacho.cli.replaying import Deed, deeds, seat_names
from karacho.replay import Replay

PACE = 0.5  # seconds between two steps while it plays by itself
LINES = 40  # of the log


class DeedView(Static):
    """In place of a desk: what is being done."""

    def __init__(self) -> None:
        super().__init__(id="desk")


class ReplayScreen(Screen[None]):
    """Steps are events; an action without a visible event is one step too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Back"),
        Binding("right", "go(1)", "On"),
        Binding("home", "jump(0)", "Start"),
        Binding("end", "jump(-1)", "End"),
        Binding("space", "run", "Play/pause"),
    ]

    desk: Desk | None = None
    viewer: int | None = None

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.look = look_of(replay.game)
        self.names = seat_names(replay)
        self._title = replay.game
        self._deeds: list[Deed] = list(deeds(replay))
        self.steps = [(number, shown) for number, deed in enumerate(self._deeds) for shown in self._stops(deed)]
        self.at = 0
        self.picture: Picture = deepcopy(self._deeds[0].before)
        self._timer: Timer | None = None

    def _stops(self, deed: Deed) -> list[int]:
        """After how many events of a deed to stop; always at its end."""
        told = [place for place, event in enumerate(deed.events, 1) if self.look.tell(event, self.names)]
        return told or [len(deed.events)]

    def compose(self) -> ComposeResult:
        """The same arrangement as in play."""
        yield Static(id="title")
        yield arrange(
            self._deeds[0].before["game"],
            BoardPane(),
            RosterPane(),
            DeedView(),
            RichLog(id="log", wrap=True, min_width=8),
        )
        yield Static(id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Begin at the set-up."""
        self._show()

    def _show(self) -> None:
        number, shown = self.steps[self.at]
        deed = self._deeds[number]
        if shown == len(deed.events):
            self.picture = deepcopy(deed.after)
        else:
            self.picture = deepcopy(deed.before)
            for event in deed.events[:shown]:
                self.look.apply(self.picture, event)
        self.query_one("#title", Static).update(f" Replay  ·  {self._title}  ·  {self.look.headline(self.picture)}")
        self.query_one("#message", Static).update(f"step {self.at + 1} of {len(self.steps)}")
        self.query_one(DeedView).update(Text(deed.title, palette.STRONG))
        self._write_log(number, shown)
        self.query_one(BoardPane).refresh()
        self.query_one(RosterPane).refresh(layout=True)

    def _write_log(self, number: int, shown: int) -> None:
        """What was told up to here."""
        lines: list[str] = []
        while number >= 0 and len(lines) < LINES:
            events = self._deeds[number].events[:shown]
            lines = [words for event in events if (words := self.look.tell(event, self.names))] + lines
            number -= 1
            shown = len(self._deeds[number].events)
        log = self.query_one("#log", RichLog)
        log.clear()
        for line in lines[-LINES:]:
            log.write(line)

    def action_go(self, by: int) -> None:
        """Some steps on or back."""
        self.at = max(0, min(len(self.steps) - 1, self.at + by))
        self._show()

    def action_jump(self, to: int) -> None:
        """To the start or the end."""
        self.at = to % len(self.steps)
        self._show()

    def action_run(self) -> None:
        """Play by itself, or stop."""
        if self._timer is None:
            self._timer = self.set_interval(PACE, self._run_on)
        else:
            self._pause()

    def _run_on(self) -> None:
        self.action_go(1)
        if self.at == len(self.steps) - 1:
            self._pause()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class ReplayApp(App[None]):
    """One replay."""

    CSS = CSS
    TITLE = "Karacho replay"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay

    def on_mount(self) -> None:
        """Show the replay."""
        self.push_screen(ReplayScreen(self._replay))
