"""Stich Rallye on a terminal: the lap as a loop, the trick inside it, the motors below."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.text import Text

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.look import Event, Look, Picture, Room, car_token
from karacho.cli.boards.loop import Loop
from karacho.cli.boards.stich_rallye_words import REASONS, tell
from karacho.games.stich_rallye.actions import ACTIONS
from karacho.games.stich_rallye.components import DISC, HAND_SIZES
from karacho.games.stich_rallye.tracks import Track, find_track
from karacho.games.stich_rallye.trick import winning_place

CARD_WIDTH, CARD_PITCH, CARD_LINES = 6, 9, 4


def draw(picture: Picture, room: Room) -> Text:
    """The whole board."""
    canvas = Canvas(room.width, room.height)
    track = find_track(picture["track"])
    loop = Loop(track.spaces, room.width, room.height)
    slopes = {space: "down" for first, last in track.downhill for space in range(first, last + 1)}
    slopes |= {space: "up" for first, last in track.uphill for space in range(first, last + 1)}
    _draw_loop(canvas, loop, slopes)
    _draw_cars(canvas, loop, picture, track, room)
    _draw_trick(canvas, loop, picture)
    return canvas.text()


def _draw_loop(canvas: Canvas, loop: Loop, slopes: Mapping[int, str]) -> None:
    x, y, width, height = loop.start_box
    canvas.fill(x, y, width, height, " ", palette.START)
    canvas.put(x, y + height - 1, "▞▚START▞▚"[:width], palette.START)
    for space in range(1, loop.spaces + 1):
        x, y = loop.corner(space)
        slope = slopes.get(space)
        style = {"up": palette.UPHILL, "down": palette.DOWNHILL}.get(slope or "", palette.ROAD[space % 2])
        canvas.fill(x, y, loop.cell_width, loop.cell_height, " ", style)
        sign = {"up": "▲", "down": "▼"}.get(slope or "", "")
        canvas.put(x, y + loop.cell_height - 1, f"{sign}{space}".rjust(loop.cell_width - 1), style)


def _draw_cars(canvas: Canvas, loop: Loop, picture: Picture, track: Track, room: Room) -> None:
    waiting = 0
    for seat, distance in enumerate(picture["distances"]):
        if distance == 0:
            x, y, _, _ = loop.start_box
            canvas.put(x + waiting, y, str(seat + 1), palette.car(seat))
            waiting += 1
        else:
            x, y = loop.corner((distance - 1) % track.spaces + 1)
            canvas.put(x, y, car_token(seat)[: loop.cell_width], palette.car(seat))
    for label, place in room.marks.items():  # where a car would land
        distance = int(place)
        x, y = loop.corner((distance - 1) % track.spaces + 1)
        canvas.put(x, y, label[: loop.cell_width].center(loop.cell_width - 1), palette.CURSOR)


def _draw_trick(canvas: Canvas, loop: Loop, picture: Picture) -> None:
    x, y, width, height = loop.inside
    x += 2
    trick: list[str] = picture["trick"]
    cards, title = (trick, "trick") if trick else (picture["played"][-picture["seats"] :], "last trick")
    if not cards:
        canvas.put(x, y + height // 2, "The flag holder leads any card."[: width - 2], palette.FAINT)
        return
    tall = height >= CARD_LINES + 1
    style = palette.STRONG if trick else palette.FAINT
    if tall:
        y += (height - CARD_LINES - 1) // 2
        canvas.put(x, y, title, style)
        y += 1
    elif len(title) + 1 + len(cards) * CARD_PITCH <= width - 2:
        x = canvas.put(x, y, title, style) + 1
    best = int(winning_place(np.array([ACTIONS[card] for card in cards], np.int16), 0, len(cards)))
    lowest = min(range(len(cards)), key=lambda place: int(cards[place][1:]))
    for place, card in enumerate(cards):
        styles = palette.CARDS if trick else palette.DIM_CARDS
        owner = (picture["flag"] + place) % picture["seats"] if trick else None
        face = f"★{card}★" if place == best else card
        _draw_card(canvas, x, y, face, styles[card[0]], owner, tall)
        marks = ["wins"] * (place == best) + ["low"] * (place == lowest)
        canvas.put(
            x + (3 if trick else 0),
            y + (3 if tall else 1),
            " " + ("★+low" if len(marks) == 2 else "".join(marks)),
            style,
        )
        x += CARD_PITCH


def _draw_card(canvas: Canvas, x: int, y: int, face: str, style: str, owner: int | None, tall: bool) -> None:
    """A card of the trick and who played it; the winner's has stars."""
    lines = 3 if tall else 1
    canvas.fill(x, y, CARD_WIDTH, lines, " ", style)
    canvas.put(x, y + lines // 2, face.center(CARD_WIDTH), f"bold {style}")
    if owner is not None:
        canvas.put(x, y + lines, car_token(owner), palette.car(owner))


def roster(picture: Picture, room: Room) -> Text:
    """One line per seat."""
    canvas = Canvas(room.width, picture["seats"])
    track = find_track(picture["track"])
    for seat in range(picture["seats"]):
        _draw_seat(canvas, seat, seat, picture, track, room)
    return canvas.text()


def _draw_seat(canvas: Canvas, y: int, seat: int, picture: Picture, track: Track, room: Room) -> None:
    """One line: flag, car, name, motor disc with the value it stands on, place on the track, cards left."""
    acting = seat in picture.get("actors", ())
    canvas.put(0, y, "⚑" if picture["flag"] == seat else " ", palette.STRONG)
    x = canvas.put(2, y, car_token(seat), palette.car(seat)) + 1
    name = ("▸" if acting else " ") + room.names[seat]
    x = canvas.put(x, y, name[:13].ljust(14), palette.STRONG if acting else palette.PLAIN)
    value = picture["motors"][seat]
    following = DISC[(DISC.index(value) + 1) % len(DISC)]
    x = canvas.put(x, y, "motor ", palette.FAINT)
    for field in DISC:
        style = palette.CURSOR if field == value else palette.PLAIN if field == following else palette.FAINT
        x = canvas.put(x, y, f"[{field}]" if field == value else f"{field}", style) + 1
    distance = picture["distances"][seat]
    lap, space = divmod(distance - 1, track.spaces) if distance else (0, -1)
    place = f"lap {lap + 1}·{space + 1}" if distance else "start"
    canvas.put(x + 1, y, place.ljust(9), palette.PLAIN)
    canvas.put(x + 10, y, f"{_hand_size(picture, seat)} cards", palette.FAINT)


def _hand_size(picture: Picture, seat: int) -> int:
    hand: Any = picture["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)


def headline(picture: Picture) -> str:
    """Round and trick."""
    tricks = HAND_SIZES[picture["round"]]
    number = min(tricks, len(picture["played"]) // picture["seats"] + 1)
    return f"round {picture['round']} of 3 · trick {number} of {tricks}"


def apply(picture: Picture, event: Event) -> None:
    """Change the picture as an event says."""
    kind, seat = event["kind"], event.get("seat")
    if kind == "card_played":
        picture["trick"].append(event["card"])
        hand = picture["hands"][seat]
        picture["hands"][seat] = hand - 1 if isinstance(hand, int) else [card for card in hand if card != event["card"]]
    elif kind == "motor_wound_up":
        picture["motors"][seat] = event["after"]
    elif kind == "motor_used":
        picture["motors"][seat] = 0
    elif kind in ("car_drove", "car_rolled"):
        picture["distances"][seat] = event["end"]
    elif kind == "flag_taken":
        picture["played"] += picture["trick"]
        picture["trick"] = []
        picture["flag"] = seat
    elif kind == "round_began":
        picture.update(round=event["round"], played=[], trick=[], hands=[event["cards"]] * picture["seats"])
    elif kind == "hand_dealt" and event["cards"] is not None:
        picture["hands"][seat] = list(event["cards"])


_BEATS = {"card_played": 1.0, "trick_won": 2.0, "car_drove": 1.5, "car_rolled": 1.5, "round_ended": 2.0}
_SILENT = {"hand_dealt", "car_jumped"}


def pause(event: Event) -> float:
    """Tricks and moves are to be seen; small change goes by quickly."""
    return 0.0 if event["kind"] in _SILENT else _BEATS.get(event["kind"], 0.4)


LOOK = Look(draw=draw, roster=roster, apply=apply, tell=tell, headline=headline, pause=pause, reasons=REASONS)
