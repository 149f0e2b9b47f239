"""What a client has said, from bytes to a message."""

import msgspec

from karacho.server import protocol as p
from karacho.server.codes import Code, Refusal

_decoder: msgspec.json.Decoder[p.Message] = msgspec.json.Decoder(p.Message)


def read(text: str | bytes) -> p.Message:
    """Exactly what the protocol knows, nothing else."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal(Code.UNREADABLE, detail=str(error)[:200]) from None


class _HasOp(msgspec.Struct):
    op: str | None = None


def op_of(text: bytes) -> str | None:
    """The op of a command that could not be read as a whole, so that its client knows which one is meant."""
    try:
        op = msgspec.json.decode(text, type=_HasOp).op
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    return op[:64] if op else None
