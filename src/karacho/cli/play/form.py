"""What can be chosen on the start screen, as rows of values; no screen in here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karacho.bots.levels import LEVELS
from karacho.cli.play.flow import PERSON, Setting
from karacho.registry import game_names, load_game

Value = tuple[str, Any]  # as people read it, and as the race takes it; None: left out
WHO: tuple[Value, ...] = (("person", PERSON), *((f"{level} bot", level) for level in LEVELS))


@dataclass
class Row:
    """A label and values to go through."""

    label: str
    key: str
    values: Sequence[Value]
    at: int = 0

    @property
    def text(self) -> str:
        """The value as people read it."""
        return self.values[self.at][0]

    @property
    def value(self) -> Any:
        """The value as the race takes it."""
        return self.values[self.at][1]

    def turn(self, step: int) -> None:
        """The next or the previous value."""
        self.at = (self.at + step) % len(self.values)


def option_rows(game: str) -> list[Row]:
    """The main options of a game; everything else can be given with --option."""
    if game == "stich-rallye":
        tracks = next(shelf for shelf in load_game(game).shelves if shelf.kind == "tracks")
        row = Row("Track", "track", [(name, name) for name in tracks.names()])
        row.at = next((place for place, (name, _) in enumerate(row.values) if name == "volcano"), 0)
        return [row]
    if game == "rally-run":
        memory = [("off", None), ("on (covered tiles stay visible as letters)", True)]
        limit = [("200", None), ("100", 100), ("50", 50)]
        return [Row("Open memory", "open_memory", memory), Row("Turn limit", "turn_limit", limit)]
    return [
        Row("Clock", "mode", [("as it suits", None), ("realtime", "realtime"), ("relaxed, no clock", "relaxed")]),
        Row("Length", "length", [("3 track boards", None), ("4 track boards", 4)]),
        Row("Racecars", "draft", [("pick", None), ("drawn at random", "random")]),
        Row("Edition", "edition", [("fr", None), ("en", "en")]),
        Row("Play on", "play_on", [("off", None), ("until one car is left", True)]),
    ]


class Form:
    """The rows of the start screen; the rows below depend on the ones above."""

    def __init__(self) -> None:
        games = [(load_game(name).title, name) for name in game_names()]
        self.game = Row("Game", "game", games)
        self.cursor = 0
        self._lay_out()

    def _lay_out(self) -> None:
        """The rows of another game."""
        allowed = load_game(self.game.value).seats
        self.seats = Row("Seats", "seats", [(str(count), count) for count in allowed], min(1, len(allowed) - 1))
        self._sitting = [Row(f"Seat {seat + 1}", "who", WHO, 0 if seat == 0 else 2) for seat in range(allowed[-1])]
        self.options = option_rows(self.game.value)

    @property
    def rows(self) -> list[Row]:
        """All rows that are shown now."""
        return [self.game, self.seats, *self._sitting[: self.seats.value], *self.options]

    def move(self, step: int) -> None:
        """Go to another row."""
        self.cursor = (self.cursor + step) % len(self.rows)

    def turn(self, step: int) -> None:
        """Change the value of the row."""
        row = self.rows[self.cursor]
        row.turn(step)
        if row is self.game:
            self._lay_out()

    def setting(self) -> Setting:
        """What has been chosen."""
        options = {row.key: row.value for row in self.options if row.value is not None}
        sitting = tuple(row.value for row in self._sitting[: self.seats.value])
        return Setting(self.game.value, sitting, options)


def suit_clock(setting: Setting) -> tuple[Setting, str]:
    """Several people at one keyboard cannot slide at once: they play relaxed, unless they have asked for the clock."""
    if setting.game != "tiny-turbo-cars" or len(setting.persons) < 2 or "mode" in setting.options:
        return setting, ""
    options = {**setting.options, "mode": "relaxed"}
    note = "Several people share this keyboard: relaxed mode, no clock, fewest slides is happiest"
    return Setting(setting.game, setting.sitting, options, setting.seed), note
