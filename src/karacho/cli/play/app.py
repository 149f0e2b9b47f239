"""The terminal app: start screen, races, rematches."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from karacho.cli.play.flow import Setting
from karacho.cli.play.form import suit_clock
from karacho.cli.play.start import StartScreen
from karacho.cli.play.style import CSS, HORIZONTAL, VERTICAL
from karacho.cli.play.table import RaceScreen


class PlayApp(App[None]):
    """Play races until somebody quits."""

    CSS = CSS
    TITLE = "Karacho"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    countdown = 10.0  # seconds for the last seat that is still programming
    haste = 1.0  # how many times as fast as their cadence the bots slide against the clock

    def __init__(self, setting: Setting | None = None, speed: str = "normal", folder: Path | None = None) -> None:
        super().__init__()
        self._setting = setting
        self.speed = speed
        self.folder = folder or Path.cwd()

    def on_mount(self) -> None:
        """With a setting start at once."""
        if self._setting is None:
            self.push_screen(StartScreen())
        else:
            self.start_race(self._setting)

    def start_race(self, setting: Setting) -> None:
        """Show a new table in place of whatever was there."""
        self._setting = setting
        suited, note = suit_clock(setting)
        table = RaceScreen(suited, self.speed, self.countdown, self.haste, note)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(table)

    def action_rematch(self) -> None:
        """The same table, other chance."""
        if self._setting is not None:
            self.start_race(replace(self._setting, seed=None))

    def action_new_race(self) -> None:
        """Back to the start screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(StartScreen())
