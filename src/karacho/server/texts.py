"""Texts as WebSocket frames (RFC 6455, 5.2): the one sort of frame that clients send and get all the time."""

from websockets.frames import apply_mask  # type: ignore[attr-defined]

FINAL_TEXT = 0x81
MASKED = 0x80
MASK_BYTES = 4
SHORT = 126  # from this on the length stands in bytes of its own


def head_of(length: int) -> bytes:
    """What stands before a text of so many bytes."""
    if length < SHORT:
        return bytes((FINAL_TEXT, length))
    if length < 1 << 16:
        return bytes((FINAL_TEXT, 126, length >> 8, length & 255))
    return bytes((FINAL_TEXT, 127)) + length.to_bytes(8, "big")


def read_text(data: bytes) -> bytes | None:
    """The text, if the bytes are one whole frame of a client, of less than 64 KB, and nothing else."""
    if len(data) < 2 + MASK_BYTES or data[0] != FINAL_TEXT:
        return None
    length, start = data[1] - MASKED, 2 + MASK_BYTES
    if length == SHORT:
        length, start = data[2] << 8 | data[3], 4 + MASK_BYTES
        if length < SHORT:
            return None  # written longer than need be: others may judge that
    elif length > SHORT:
        return None
    if len(data) != start + length:
        return None
    return apply_mask(data[start:], data[start - MASK_BYTES : start])


def is_text(data: bytes) -> bool:
    """Is it UTF-8?"""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
