"""Declare a record once: static types for readers and mypy, a dtype for numpy and numba.

A record class lists its fields with the types below; `new` makes an array that holds one such record.
Entry points of the compiled core take the array, the rules inside take the record: calling compiled code with an
array costs a quarter of calling it with a record.

Do not name a field like a numpy method (`round`, `min`, `all`): uncompiled access would find the method.
"""

import struct
from collections import namedtuple
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any, Protocol, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from karacho.core.jit import rule

# Signed integers only: an unsigned field mixed with -1 turns into a float.
I16 = Annotated[int, "i2"]
I64 = Annotated[int, "i8"]
Ints = NDArray[Any]

R = TypeVar("R", bound="Record")
R_co = TypeVar("R_co", bound="Record", covariant=True)


class Record:
    """Base of all records: `field: I16` is a number, `field: Annotated[Ints, "i2", 5]` an array of five."""


class Box(Protocol[R_co]):
    """An array that holds one record."""

    def __getitem__(self, index: int) -> R_co: ...


@cache
def dtype_of(kind: type[Record]) -> np.dtype[Any]:
    """The numpy type of a record class; items of such arrays allow `record.field`, compiled or not."""
    fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        code, *shape = hint.__metadata__
        fields.append((name, code, tuple(shape)) if shape else (name, code))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def new(kind: type[R]) -> Box[R]:
    """A box with one record, all zeros."""
    dtype = dtype_of(kind)  # type: ignore[arg-type]
    return cast("Box[R]", np.ndarray(1, dtype, bytearray(dtype.itemsize)))


def plain(box: Box[R], only: tuple[str, ...] | None = None) -> Any:
    """The record (or only some fields) as plain numbers and lists, to read: numpy's own cost a microsecond each.

    A row of bytes (`i1`) is `bytes`; none of ours holds a negative number.
    """
    return _plain_reader(box.dtype, only)(box)  # type: ignore[attr-defined]


_LETTERS = {"i2": "h", "i4": "i", "i8": "q"}  # numpy's names of integers, and struct's


@cache
def _plain_reader(dtype: np.dtype[Any], only: tuple[str, ...] | None) -> Callable[[Any], Any]:
    """All numbers at once as `struct` reads them, then laid out field by field."""
    layout, fields, place, end = "=", [], 0, 0
    names = [name for name in dtype.names or () if only is None or name in only]
    for name in names:
        inner, offset = dtype.fields[name][:2]  # type: ignore[index]
        shape, code = inner.shape, inner.base.str[1:]
        if code == "i1":
            shape, row = shape[:-1], f"{shape[-1]}s"
            count = int(np.prod(shape))
            layout += f"{offset - end}x{row * count}"
        else:
            count = int(np.prod(shape))
            layout += f"{offset - end}x{count}{_LETTERS[code]}"
        fields.append(_slice_of("values", place, shape))
        place, end = place + count, offset + inner.itemsize
    unpack = struct.Struct(f"{layout}{dtype.itemsize - end}x").unpack_from
    kind = namedtuple("Plain", names)  # type: ignore[misc]
    known = {"make": partial(tuple.__new__, kind)}
    made: Callable[[Any], Any] = eval(f"lambda values: make(({', '.join(fields)},))", known)
    return lambda array: made(unpack(array))


def _slice_of(values: str, place: int, shape: tuple[int, ...]) -> str:
    """The expression for a field that begins at a place: a number, a list, a list of lists."""
    if not shape:
        return f"{values}[{place}]"
    if len(shape) == 1:
        return f"[*{values}[{place}:{place + shape[0]}]]"
    size = int(np.prod(shape[1:]))
    return f"[{', '.join(_slice_of(values, place + row * size, shape[1:]) for row in range(shape[0]))}]"


def duplicate(box: Box[R]) -> Box[R]:
    """An independent copy (through bytes: five times as fast as numpy's own copy of a structured array)."""
    array = cast("Ints", box)
    return cast("Box[R]", np.ndarray(1, array.dtype, bytearray(array.tobytes())))


@rule
def copy_row(target: Ints, source: Ints) -> None:
    """Copy one row of numbers (a loop: numba compiles `target[:] = source` for seconds, for its error messages)."""
    for i in range(len(source)):
        target[i] = source[i]


@rule
def fill_row(target: Ints, value: int) -> None:
    """Set every number of a row."""
    for i in range(len(target)):
        target[i] = value


def content(box: Box[R]) -> bytes:
    """The bytes of the record, to compare two of them."""
    return cast("Ints", box).tobytes()
