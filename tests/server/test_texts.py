"""Texts as frames: read in one step exactly where the parser of all frames would read the same."""

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

from karacho.server.texts import head_of, is_text, read_text
from tests.server.conftest import run
from tests.server.wire import BINARY, CONTINUED, PING, TEXT, Wire, frame

LENGTHS = [0, 1, 2, 125, 126, 127, 128, 133, 300, 65535]


@pytest.mark.parametrize("length", LENGTHS)
def test_a_whole_text_is_read(length):
    text = b"x" * length
    assert read_text(frame(TEXT, text)) == text
    assert head_of(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", LENGTHS)
def test_less_or_more_than_a_whole_text_is_left_to_the_parser(length):
    whole = frame(TEXT, b"x" * length)
    assert read_text(whole + b"\x81") is None
    assert read_text(whole + frame(TEXT)) is None
    for end in {0, 1, 2, 5, 6, 7, len(whole) - 1} - {len(whole)}:
        if end < len(whole):
            assert read_text(whole[:end]) is None


def test_e2_other_frames_are_left_to_the_parser():
    for other in (frame(BINARY, b"x"), frame(PING), frame(CONTINUED, b"x"), frame(TEXT, b"x", last=False)):
        assert read_text(other) is None
    assert read_text(b"\xc1" + frame(TEXT, b"x")[1:]) is None  # a reserved bit
    assert read_text(head_of(4) + b"text") is None  # not masked
    assert read_text(b"\x81\xfe\x00\x05" + bytes(4) + b"hello") is None  # a length in more bytes than it needs
    for length in range(200):
        assert read_text(b"\x81\xff" + (length).to_bytes(8, "big") + bytes(4 + length)) is None


def test_c2_texts_whole_and_in_pieces_take_turns(server):
    """Some go past the parser, others through it; their order and their ends stay what they are."""

    def rename(number):
        return json.dumps({"type": "rename", "op": f"op-{number:013}", "name": "Grüße" * 3}).encode()

    def in_two(data):
        return data[: len(data) // 2], data[len(data) // 2 :]

    async def play():
        wire = await Wire.upgraded(server.address)
        wire.send(frame(TEXT, b'{"type":"hello","protocol":1}'))
        whole = [frame(TEXT, rename(number)) for number in range(10)]
        head, tail = in_two(rename(3))
        pieces = [whole[0], *in_two(whole[1]), whole[2], frame(TEXT, head, last=False), frame(PING)]
        pieces += [
            frame(CONTINUED, tail),
            whole[4],
            whole[5] + whole[6][:1],
            whole[6][1:],
            whole[7] + whole[8],
            whole[9],
        ]
        heard = []
        for piece in pieces:
            wire.send(piece)
            await wire.writer.drain()
            await asyncio.sleep(0.02)
        while len(heard) < len(whole):
            opcode, text = await asyncio.wait_for(wire.hear(), 10)
            if opcode == TEXT and b"accepted" in text:
                heard.append(json.loads(text)["op"])
        assert heard == [f"op-{number:013}" for number in range(10)]

    run(play())


def test_e2_what_is_no_utf8():
    assert is_text("Grüße".encode())
    assert not is_text(b"\xff")
