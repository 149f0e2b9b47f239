"""Races that bots have driven, to look at afterwards: made over the wire, which is quicker than with a browser."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import connect

from tests.e2e.serving import Server

PATIENCE = 60
SEATS = {"stich-rallye": 4, "rally-run": 2, "tiny-turbo-cars": 3}
OPTIONS: dict[str, dict[str, Any]] = {"tiny-turbo-cars": {"mode": "relaxed"}}  # nobody waits for a clock


@dataclass(frozen=True)
class BotRace:
    """A finished race; `secret` belongs to who set it up."""

    game: str
    table: str
    race: str
    secret: str
    version: int


def drive(server: Server, game: str) -> BotRace:
    """A whole race of house bots."""
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, max_size=2**22) as socket:

        def tell(kind: str, **fields: Any) -> None:
            socket.send(json.dumps({"type": kind, **fields}))

        def hear(kind: str) -> dict[str, Any]:
            while True:
                message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
                if message["type"] == "ping":
                    tell("pong", number=message["number"])
                assert message["type"] != "refused", message
                if message["type"] == kind:
                    return message

        tell("hello", protocol=1, secret=None)
        secret = hear("welcome")["secret"]
        op, bots, options = secrets.token_urlsafe(12), [{"kind": "bot"}] * SEATS[game], OPTIONS.get(game, {})
        tell("create", op=op, game=game, seats=bots, options=options, start=True)
        table = hear("accepted")["table"]
        tell("open", table=table)
        frame = hear("frame")
        while not frame.get("outcome"):
            tell("ready", version=frame["version"])
            frame = hear("frame")
        return BotRace(game, table, frame["race"], secret, frame["version"])
