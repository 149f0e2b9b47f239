"""Replay: a saved race as a text file.

    karacho-replay 1
    game: rally-run
    rules: 1
    seats: 2
    seed: 7
    options: {"first": 0}

    0.000 0 E
    1.250 1 W

The head names the race, every line after the empty one is an action: seconds since the start, seat, action. A race
that began from a position has `position:` in place of `options:`. Loading plays every action again.
"""

import copy
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karacho.core.reading import is_whole
from karacho.errors import InvalidOption, InvalidReplay, KarachoError, brief
from karacho.race import Race
from karacho.registry import game_names, load_game

FIRST_LINE = "karacho-replay 1"
SIZE_LIMIT = 4 * 1024 * 1024
KEYS = ("game", "rules", "seats", "seed", "options", "position", "end")


@dataclass(frozen=True)
class Replay:
    """What is needed to play a race again, action for action."""

    game: str
    rules_version: int
    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    actions: tuple[tuple[float, int, str], ...] = ()
    end: dict[str, Any] | None = None

    @classmethod
    def of(cls, race: Race) -> "Replay":
        """The replay of a race so far."""
        return cls(
            game=race.game.name,
            rules_version=race.game.rules_version,
            seats=race.seats,
            seed=race.seed,
            options=copy.deepcopy(race.options),
            position=race.start,
            actions=tuple((round(at, 3), seat, action) for seat, action, at in race.log),
            end=_end(race),
        )

    def race(self, actions: int | None = None) -> Race:
        """Play the race again, or only its first actions. The end must be the one that was saved."""
        if actions is not None and not (is_whole(actions) and actions >= 0):
            raise InvalidOption("actions", actions, "how many actions to play again, a whole number from 0")
        race = self._start()
        for number, (at, seat, action) in enumerate(self.actions[:actions], 1):
            try:
                if action == "timeout":
                    race.timeout(seat, at=at)
                else:
                    race.act(action, seat, at=at)
            except KarachoError as error:
                raise InvalidReplay(f"action {number} does not replay: {error}") from None
        if (actions is None or actions >= len(self.actions)) and self.end is not None:
            self._check_end(race)
        return race

    def _check_end(self, race: Race) -> None:
        if not race.over:
            raise InvalidReplay(
                f"it ends too soon: after action {len(self.actions)} the race is not over, as was saved"
            )
        if _end(race) != self.end:
            raise InvalidReplay(f"the race ends with {_end(race)}, but {self.end} was saved")

    def _start(self) -> Race:
        try:
            game = load_game(self.game)
            if self.rules_version != game.rules_version:
                raise InvalidReplay(
                    f"rules version {self.rules_version} of {self.game} was saved; this is version {game.rules_version}"
                )
            if self.position is not None:
                race = Race.from_position(self.position, seed=self.seed)
                if (race.game.name, race.seats) != (self.game, self.seats):
                    raise InvalidReplay("the position is of another game or number of seats than the head says")
                return race
            for name in self.options:  # before they become keywords
                if name not in [option.name for option in game.options]:
                    raise InvalidReplay(f"{self.game} has no option {brief(name)}")
            return Race(game, seats=self.seats, seed=self.seed, **self.options)
        except InvalidReplay:
            raise
        except KarachoError as error:
            raise InvalidReplay(f"the race cannot be set up: {error}") from None

    # Text.
    def text(self) -> str:
        """The content of a replay file."""
        head = [
            FIRST_LINE,
            f"game: {self.game}",
            f"rules: {self.rules_version}",
            f"seats: {self.seats}",
            f"seed: {self.seed}",
        ]
        if self.position is not None:
            head.append(f"position: {json.dumps(self.position)}")
        else:
            head.append(f"options: {json.dumps(self.options)}")
        if self.end is not None:
            head.append(f"end: {json.dumps(self.end)}")
        lines = [f"{at:.3f} {seat} {action}" for at, seat, action in self.actions]
        return "\n".join([*head, "", *lines, ""])

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all."""
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(self.text(), encoding="utf-8")
        part.replace(target)

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a file and play it through once, so that a loaded replay is known to be good."""
        if not isinstance(path, str | Path):
            raise InvalidReplay(f"a path is needed, not {brief(path)}")
        shown = str(path) if len(str(path)) < 500 else brief(str(path))
        try:
            file = Path(path)
            too_large = file.stat().st_size > SIZE_LIMIT
            text = "" if too_large else file.read_text(encoding="utf-8")
        except OSError as error:
            raise InvalidReplay(f"{shown}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise InvalidReplay(f"{shown}: not a text file") from None
        except ValueError:  # no system has a file of that name
            raise InvalidReplay(f"{brief(path)} is no path") from None
        if too_large:
            raise InvalidReplay(f"{shown}: larger than {SIZE_LIMIT} bytes, no replay is")
        try:
            replay = cls.parse(text)
            replay.race()
        except InvalidReplay as error:
            raise InvalidReplay(f"{shown}: {error}") from None
        return replay

    @classmethod
    def parse(cls, text: str) -> "Replay":
        """A replay from the content of a file; nothing is played yet."""
        if not isinstance(text, str):
            raise InvalidReplay(f"the text of a replay is needed, not {brief(text)}")
        lines = text.splitlines()
        if not lines or lines[0] != FIRST_LINE:
            raise InvalidReplay(f"line 1 must be {FIRST_LINE!r}, not {brief(lines[0] if lines else '')}")
        try:
            gap = lines.index("")
        except ValueError:
            raise InvalidReplay("the empty line between head and actions is missing") from None
        head = _parse_head(lines[1:gap])
        actions = tuple(_parse_action(number, line) for number, line in enumerate(lines[gap + 1 :], gap + 2))
        if head["game"] not in game_names():
            raise InvalidReplay(f"game: {brief(head['game'])} is none of {', '.join(game_names())}")
        return cls(
            game=head["game"],
            rules_version=_whole(head, "rules"),
            seats=_whole(head, "seats"),
            seed=_whole(head, "seed"),
            options=_mapping(head, "options") or {},
            position=_mapping(head, "position"),
            actions=actions,
            end=_mapping(head, "end"),
        )


def _end(race: Race) -> dict[str, Any] | None:
    return {"reason": race.end_reason, "standing": race.standing} if race.over else None


def _parse_head(lines: list[str]) -> dict[str, str]:
    head: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS:
            raise InvalidReplay(f"line {number}: expected one of {', '.join(KEYS)}, not {brief(line)}")
        if key in head:
            raise InvalidReplay(f"line {number}: {key} is there twice")
        head[key] = value
    for key in ("game", "rules", "seats", "seed"):
        if key not in head:
            raise InvalidReplay(f"the head has no line for {key}")
    if ("options" in head) == ("position" in head):
        raise InvalidReplay("the head needs either options or a position")
    return head


def _parse_action(number: int, line: str) -> tuple[float, int, str]:
    at, _, rest = line.partition(" ")
    seat, _, action = rest.partition(" ")
    try:
        if (
            len(at) > 16
            or not at.replace(".", "", 1).isdecimal()
            or not seat.isdecimal()
            or len(seat) > 2
            or not action
        ):
            raise ValueError
        return float(at), int(seat), action
    except ValueError:
        raise InvalidReplay(f"line {number}: expected seconds, seat and action, not {brief(line)}") from None


def _whole(head: dict[str, str], key: str) -> int:
    value = head[key]
    if not (value.isdecimal() and value.isascii() and len(value) < 80):
        raise InvalidReplay(f"{key} must be a whole number, not {brief(value)}")
    return int(value)


def _mapping(head: dict[str, str], key: str) -> dict[str, Any] | None:
    if key not in head:
        return None
    try:
        value = json.loads(head[key])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidReplay(f"{key} must be a JSON object, not {brief(head[key])}")
    return value
