"""The protocol as TypeScript: `python -m karacho.server.typescript FILE` writes it, with `--check` it only compares."""

import sys
import typing
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from karacho.server import documents, protocol

HEAD = "// Made from src/karacho/server/protocol.py and documents.py by `make protocol`. Do not edit.\n"
PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}
NAMED = ("SeatKind", "Emote", "Stage", "Driver")


def write_types() -> str:
    """The whole file."""
    aliases = {getattr(protocol, name): name for name in NAMED}
    parts = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL};\n"]
    parts += [f"export type {name} = {_write(getattr(protocol, name), {})};\n" for name in NAMED]
    emotes = ", ".join(f'"{emote}"' for emote in get_args(protocol.Emote))
    parts.append(f"export const EMOTES: Emote[] = [{emotes}];\n")
    parts += [_interface(struct, aliases) for struct in _structs()]
    parts += [f"export type {name} = {_union(name)};\n" for name in ("Message", "Answer")]
    return "\n".join(parts)


def _structs() -> list[type[Struct]]:
    """In the order of the files; the two bases carry no fields."""
    known = {**vars(protocol), **vars(documents)}.values()
    found = [value for value in known if isinstance(value, type) and issubclass(value, Struct)]
    return [struct for struct in found if struct not in (Struct, protocol.Incoming, protocol.Outgoing)]


def _interface(struct: type[Struct], aliases: dict[Any, str]) -> str:
    hints = get_type_hints(struct, include_extras=True)
    lines = [f"/** {' '.join((struct.__doc__ or '').split())} */", f"export interface {struct.__name__} {{"]
    tag = struct.__struct_config__.tag
    if tag is not None:
        lines.append(f'  type: "{tag}";')
    for field in fields(struct):
        mark = "?" if _may_be_left_out(field) else ""
        lines.append(f"  {field.name}{mark}: {_write(hints[field.name], aliases)};")
    return "\n".join([*lines, "}\n"])


def _may_be_left_out(field: FieldInfo) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def _union(name: str) -> str:
    return " | ".join(struct.__name__ for struct in get_args(getattr(protocol, name)))


def _write(hint: Any, aliases: dict[Any, str]) -> str:
    """A Python type as a TypeScript one."""
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in aliases:
        return aliases[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _write(inner[0], aliases)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin in (UnionType, typing.Union):
        return " | ".join(_write(part, aliases) for part in inner)
    if origin is tuple:
        return f"[{', '.join(_write(part, aliases) for part in inner)}]"
    if origin is list:
        item = _write(inner[0], aliases)
        return f"({item})[]" if " | " in item and not item.startswith("[") else f"{item}[]"
    if origin is dict:
        return f"Record<{_write(inner[0], aliases)}, {_write(inner[1], aliases)}>"
    return str(hint.__name__)


def main(arguments: list[str]) -> int:
    """Write the file, or say whether it is up to date."""
    check = "--check" in arguments
    path, text = Path(next(argument for argument in arguments if argument != "--check")), write_types()
    if not check:
        path.write_text(text, encoding="utf-8")
        return 0
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} does not fit server/protocol.py: run `make protocol`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
