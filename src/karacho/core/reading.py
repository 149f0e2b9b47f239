"""Reads untrusted plain data and remembers every reason why it will not do."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from karacho.errors import InvalidPosition, brief

REQUIRED: Any = object()


def is_whole(value: object) -> bool:
    """A real integer: True and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Takes the fields of a mapping one by one. A field that is wrong is noted and replaced by something harmless."""

    def __init__(self, data: object, where: str = "") -> None:
        self.reasons: list[str] = []
        self._where = where
        self._data: dict[object, object] = {}
        self._taken: set[object] = set()
        self._readable = isinstance(data, Mapping)
        if isinstance(data, Mapping):
            self._data = dict(data)
        else:
            self.refuse(f"{where or 'the position'} must be a mapping of fields, not {brief(data)}")

    def refuse(self, reason: str) -> None:
        """Note a reason."""
        self.reasons.append(reason)

    def has(self, key: str) -> bool:
        """Is the field there?"""
        return key in self._data

    def value(self, key: str, default: Any = REQUIRED) -> Any:
        """The field as it is."""
        self._taken.add(key)
        if key in self._data:
            return self._data[key]
        if default is REQUIRED:
            if self._readable:
                self.refuse(f"{self._name(key)} is missing")
            return None
        return default

    def integer(self, key: str, low: int, high: int, default: Any = REQUIRED) -> int:
        """A whole number from low to high."""
        value = self.value(key, default)
        return self.checked(self._name(key), value, low, high) if self._known(key, default) else low

    def boolean(self, key: str, default: Any = REQUIRED) -> bool:
        """True or false."""
        value = self.value(key, default)
        if self._known(key, default) and not isinstance(value, bool):
            self.refuse(f"{self._name(key)} must be true or false, not {brief(value)}")
        return value is True

    def choice(self, key: str, choices: Collection[str], default: Any = REQUIRED) -> str:
        """One of some words."""
        value = self.value(key, default)
        if isinstance(value, str) and value in choices:
            return value
        if self._known(key, default):
            self.refuse(f"{self._name(key)} must be one of {', '.join(choices)}, not {brief(value)}")
        return next(iter(choices))

    def leave_out(self, *keys: str) -> None:
        """Fields that cannot be judged, since something they depend on is wrong."""
        self._taken.update(keys)

    def listed(self, key: str, least: int, most: int, default: Any = REQUIRED) -> list[Any]:
        """A list of least to most members, never more; empty where it is none."""
        value = self.value(key, default)
        if not self._known(key, default):
            return []
        count = str(least) if least == most else f"{least} to {most}"
        if not isinstance(value, list | tuple):
            self.refuse(f"{self._name(key)} must be a list of {count}, not {brief(value)}")
            return []
        if not least <= len(value) <= most:
            self.refuse(f"{self._name(key)} must have {count} members, not {len(value)}")
        return list(value[:most])

    def inside(self, key: str, value: object) -> "Reader":
        """A reader for a mapping inside this one, with the same list of reasons."""
        reader = Reader(value, key)
        self.reasons.extend(reader.reasons)
        reader.reasons = self.reasons
        return reader

    def checked(self, name: str, value: object, low: int, high: int) -> int:
        """The value if it is a whole number from low to high, else a noted reason and `low`."""
        if is_whole(value) and low <= value <= high:  # type: ignore[operator]
            return int(value)  # type: ignore[call-overload, no-any-return]
        self.refuse(f"{name} must be a whole number from {low} to {high}, not {brief(value)}")
        return low

    def unknown(self) -> Iterator[object]:
        """The fields nobody asked for."""
        return (key for key in self._data if key not in self._taken)

    def refuse_unknown(self) -> None:
        """Note every field that nobody asked for."""
        for key in self.unknown():
            self.refuse(f"{self._where + '.' if self._where else ''}{brief(key)} is not a known field")

    def finish(self) -> None:
        """Raise InvalidPosition if anything was wrong."""
        if self.reasons:
            raise InvalidPosition(self.reasons)

    def _name(self, key: str) -> str:
        return f"{self._where}.{key}" if self._where else key

    def _known(self, key: str, default: Any) -> bool:
        return key in self._data or default is not REQUIRED
