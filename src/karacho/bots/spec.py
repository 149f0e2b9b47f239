"""Spec strings: `rule`, `search:worlds=200,flat`, `python:my_module.MyBot,depth=3`."""

import re
from dataclasses import dataclass, field

from karacho.bots.levels import LEVELS
from karacho.errors import InvalidOption

NAMES = ("random", "rule", "search", *LEVELS)
LONGEST = 200
OWN = "python"  # anybody's own class
_SHAPE = re.compile(r"(?P<name>[a-z]+)(:(?P<settings>[a-z0-9=_.,-]*))?")
_OWN_SHAPE = re.compile(rf"(?P<name>{OWN}):(?P<path>[A-Za-z_]\w*(\.[A-Za-z_]\w*)+)(,(?P<settings>[^:\s]*))?", re.ASCII)
_EXAMPLES = "a name such as rule, or a name with settings such as search:worlds=200,flat"
_OWN_EXAMPLE = "a class in a module, with its settings, such as python:my_module.MyBot,depth=3"


@dataclass(frozen=True)
class Spec:
    """The name of a bot and its settings; a setting without a value is switched on."""

    name: str
    settings: dict[str, str] = field(default_factory=dict)
    path: str = ""  # of one's own class

    def __str__(self) -> str:
        """As it is typed."""
        settings = ",".join(f"{key}={value}" for key, value in self.settings.items())
        return ":".join(filter(None, (self.name, ",".join(filter(None, (self.path, settings))))))

    def allow(self, *keys: str) -> None:
        """Refuse settings that this bot does not have."""
        unknown = [key for key in self.settings if key not in keys]
        if unknown:
            has = f"the settings {', '.join(keys)}" if keys else "no settings"
            raise InvalidOption(f"{self.name}:{unknown[0]}", self.settings[unknown[0]], f"{self.name} has {has}")

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A setting that is a whole number."""
        text = self.settings.get(key, str(default))
        if not (text.isdecimal() and text.isascii() and len(text) < 12 and low <= int(text) <= high):
            raise InvalidOption(f"{self.name}:{key}", text, f"a whole number from {low} to {high}")
        return int(text)

    def is_on(self, key: str) -> bool:
        """A setting that is a switch; off if it is not there."""
        text = self.settings.get(key, "off")
        if text not in ("on", "off"):
            raise InvalidOption(f"{self.name}:{key}", text, "on or off")
        return text == "on"

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A setting that is a number."""
        text = self.settings.get(key, str(default))
        try:
            value = float(text) if len(text) < 20 else high + 1
        except ValueError:
            value = high + 1
        if not low <= value <= high:
            raise InvalidOption(f"{self.name}:{key}", text, f"a number from {low:g} to {high:g}")
        return value


def parse_spec(text: object) -> Spec:
    """A spec from its text."""
    own = isinstance(text, str) and text.partition(":")[0] == OWN
    if isinstance(text, str) and len(text) > LONGEST:
        raise InvalidOption("bot", f"{text[:40]}…", f"at most {LONGEST} letters long; this has {len(text)}")
    if isinstance(text, str) and not text.isprintable():
        raise InvalidOption("bot", text, "without control characters and line breaks")
    match = (_OWN_SHAPE if own else _SHAPE).fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InvalidOption("bot", text, _OWN_EXAMPLE if own else _EXAMPLES)
    settings: dict[str, str] = {}
    for part in filter(None, (match["settings"] or "").split(",")):
        key, _, value = part.partition("=")
        if not key or key in settings:
            raise InvalidOption("bot", text, f"the setting {key!r} is empty or there twice")
        settings[key] = value or "on"
    return Spec(match["name"], settings, match["path"] if own else "")


def split_specs(text: str) -> list[str]:
    """Several specs between commas; a part without a bot's name is a setting of the spec before it."""
    specs: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if specs and ":" in specs[-1] and ":" not in part and part not in NAMES:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs
