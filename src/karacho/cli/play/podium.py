"""After the race: the standing, and what to do next."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from karacho.race import Race

ENDINGS = {
    "CROSSED_TWICE": "over the finish line for the second time",
    "THREE_ROUNDS": "three rounds are played",
    "GOAL": "the goal is reached",
    "TURN_LIMIT": "the turns are over, nobody wins",
    "FINISH": "past the finish line",
    "ROUND_LIMIT": "the rounds are over",
}


class Podium(ModalScreen[None]):
    """Standing, save, rematch, another race."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "save", "Save replay"),
        Binding("r", "app.rematch", "Rematch"),
        Binding("n", "app.new_race", "New race"),
    ]

    def __init__(self, race: Race, names: Sequence[str]) -> None:
        super().__init__()
        self._race, self._names = race, names
        self._saved = ""

    def compose(self) -> ComposeResult:
        """One sheet."""
        yield Static(self._words(), classes="sheet", id="podium")

    def _words(self) -> str:
        lines = [f"[b]The race is over:[/b] {ENDINGS.get(str(self._race.end_reason), self._race.end_reason)}", ""]
        place = 1
        for seats in self._race.standing or []:
            first = self._race.winner in seats
            lines += [f"  {place}.  {self._names[seat]}{'   ★ wins' if first else ''}" for seat in seats]
            place += len(seats)
        lines += ["", self._saved or "[b]s[/b] save the replay", "[b]r[/b] rematch   [b]n[/b] new race   [b]q[/b] quit"]
        return "\n".join(lines)

    def action_save(self) -> None:
        """Write the replay into the folder the app was started in; never over another file."""
        stem = f"{self._race.game.name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        folder: Path = self.app.folder  # type: ignore[attr-defined]
        path = folder / f"{stem}.replay"
        try:
            self._race.replay().save(path)
            self._saved = f"saved: {path.name}"
        except OSError as error:
            self._saved = f"not saved: {error.strerror}"
        self.query_one("#podium", Static).update(self._words())
