"""One client's outbox and its round trips."""

import asyncio
import json

from karacho.server import connection as connections
from karacho.server.connection import MOST_BYTES, MOST_WAITING, Connection
from karacho.server.protocol import Chatter
from karacho.server.turn import Turn
from tests.server.conftest import run


class Wire:
    """A line whose client reads, or does not."""

    def __init__(self):
        self.is_free, self.freed, self.writes = True, None, []

    def say(self, texts):
        self.writes.append(list(texts))

    @property
    def sent(self):
        return [text for write in self.writes for text in write]


def test_the_outbox_has_a_limit():
    async def fill():
        client = Connection("player", "Anna")
        for _ in range(MOST_WAITING):
            client.send(Chatter("Ben", emote="haha"))
        assert not client.closing
        client.send(Chatter("Ben", emote="haha"))
        assert client.farewell == (4008, "slow")
        client.send(Chatter("Ben", emote="haha"))
        client.close(1012, "restart")
        assert client.farewell == (4008, "slow"), "the first reason counts"
        await client.until_closing()

    run(fill())


def test_one_message_may_be_large_but_not_many():
    """Else whoever has missed much could never be told."""

    async def fill():
        client = Connection("player", "Anna")
        client.send_encoded(b"x" * (MOST_BYTES + 1))
        assert not client.closing
        client.send_encoded(b"x")
        assert client.farewell == (4008, "slow")

    run(fill())


def test_what_was_sent_makes_room():
    async def fill():
        client, wire = Connection("player", "Anna"), Wire()
        client.use(wire, Turn())
        for number in range(3 * MOST_WAITING):
            client.send_encoded(str(number).encode())
            await asyncio.sleep(0)
        assert wire.sent == [str(number).encode() for number in range(3 * MOST_WAITING)]
        assert client._bytes == 0

    run(fill())


def test_e1_much_that_comes_up_in_one_turn_makes_no_client_slow():
    """A client that reads is sent it all, in order; once the line takes no more, what waits is counted."""

    async def fill():
        client, wire = Connection("player", "Anna"), Wire()
        client.use(wire, Turn())
        for number in range(3 * MOST_WAITING):
            client.send_encoded(str(number).encode())
        client.send_encoded(b"x" * MOST_BYTES)
        client.send_encoded(b"x" * MOST_BYTES)
        wire.is_free = False
        client.send_encoded(b"x")
        assert client.farewell == (4008, "slow")
        assert wire.sent == [*(str(number).encode() for number in range(3 * MOST_WAITING)), b"x" * MOST_BYTES]

    run(fill())


def test_what_comes_up_in_one_turn_is_one_write():
    async def fill():
        client, wire = Connection("player", "Anna"), Wire()
        client.use(wire, Turn())
        client.send_encoded(b"1")
        client.send_encoded(b"2")
        await asyncio.sleep(0)
        assert wire.writes == [[b"1", b"2"]]

    run(fill())


def test_one_that_cannot_be_told_keeps_nobody_else_waiting(caplog):
    async def fill():
        turn, clients, wires = Turn(), [Connection("player", name) for name in "AB"], [Wire(), Wire()]
        for client, wire in zip(clients, wires, strict=True):
            client.use(wire, turn)

        def describe():
            raise ValueError

        clients[0].send_table(describe)
        clients[1].send_encoded(b"1")
        await asyncio.sleep(0)
        assert wires[1].sent == [b"1"]
        clients[0].send_encoded(b"2")
        await asyncio.sleep(0)
        assert wires[0].sent == [b"2"], "nor itself"
        assert "could not be done" in caplog.text

    run(fill())


def test_e1_who_does_not_read_is_sent_nothing_more_until_it_does():
    async def fill():
        client, wire = Connection("player", "Anna"), Wire()
        client.use(wire, Turn())
        wire.is_free = False
        client.send_encoded(b"1")
        client.part(1000, "bye")
        await asyncio.sleep(0.01)
        assert wire.sent == []
        assert not client.closing
        wire.is_free = True
        wire.freed()
        assert wire.sent == [b"1"]
        assert client.farewell == (1000, "bye")

    run(fill())


def test_c12_however_many_come_and_go_the_table_is_one_message():
    """As it is when the client gets round to it; and what comes behind it stays behind it."""

    async def fill():
        client, wire, guests = Connection("player", "Anna"), Wire(), [0]

        def describe():
            return Chatter("table", seat=guests[0])

        for number in range(10 * MOST_WAITING):
            guests[0] = number
            client.send_table(describe)
        client.send(Chatter("Ben"))
        guests[0] = 7
        client.send_table(describe)
        client.use(wire, Turn())
        await asyncio.sleep(0)
        assert [json.loads(message).get("seat") for message in wire.sent] == [10 * MOST_WAITING - 1, None, 7]
        client.close(1012, "restart")
        client.send_table(describe)
        assert client._table is None

    run(fill())


def test_d6_only_the_server_measures_round_trips(monkeypatch):
    async def measure():
        now = [100.0]
        monkeypatch.setattr(connections.time, "monotonic", lambda: now[0])
        client = Connection("player", "Anna")
        client.pong(1)
        client.pong(-5)
        assert client.round_trip == 0.0, "an answer to nothing measures nothing"
        client.ping(2)
        now[0] += 0.2
        client.pong(1)
        assert round(client.round_trip, 6) == 0.2
        client.pong(1)
        client.ping(2)
        now[0] += 0.1
        client.pong(2)
        assert round(client.round_trip, 6) == 0.17
        for _ in range(50):
            client.ping(2)
        assert len(client._pings) <= 9

    run(measure())
    monkeypatch.undo()
