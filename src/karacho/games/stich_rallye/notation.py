"""Positions of Stich Rallye as plain data, and back."""

from collections.abc import Callable, Mapping
from typing import Any

from karacho.core.bits import count_bits
from karacho.core.reading import Reader, is_whole
from karacho.core.record import Box, new, plain
from karacho.errors import brief
from karacho.games.stich_rallye import tracks
from karacho.games.stich_rallye.actions import ACTIONS
from karacho.games.stich_rallye.components import (
    CARD_NAMES,
    CARDS,
    DISC,
    HAND_SIZES,
    HIGHEST_VALUE,
    LOWEST_VALUE,
    ROUNDS,
    SEATS,
)
from karacho.games.stich_rallye.events import cards_of
from karacho.games.stich_rallye.movement import laps_of, slope_at, space_of
from karacho.games.stich_rallye.rules import leader
from karacho.games.stich_rallye.state import (
    CROSSED_TWICE,
    FLAT,
    OVER,
    PHASES,
    PLAY,
    THREE_ROUNDS,
    TURBO,
    State,
    hand_size,
)
from karacho.games.stich_rallye.trick import trick_winner

FARTHEST = 3 * 60  # no move reaches further on the longest track


def write_position(box: Box[State]) -> dict[str, Any]:
    """The whole truth."""
    state = plain(box)
    return describe_table(state) | {"hands": [cards_of(hand) for hand in state.hands[: state.seats]]}


def describe_table(state: Any) -> dict[str, Any]:
    """A plain state as a position, without the hands."""
    seats = state.seats
    cards = [CARD_NAMES[card] for card in state.cards[: state.played + state.in_trick]]
    position: dict[str, Any] = {
        "game": "stich-rallye",
        "track": tracks.name_of(tracks.track_of(state)),
        "seats": seats,
        "round": state.round_number,
        "phase": PHASES[state.phase],
        "flag": state.flag,
        "trick": cards[state.played :],
        "played": cards[: state.played],
        "motors": [DISC[field] for field in state.motors[:seats]],
        "distances": state.distances[:seats],
    }
    if state.phase == OVER:
        position["winner"] = state.winner
    return position


def read_position(position: Mapping[str, Any]) -> Box[State]:
    """A state from a position; every reason why it cannot be played on is told."""
    reader = Reader(position)
    box = _read(reader, None)
    reader.finish()
    return box


def read_view(view: Mapping[str, Any]) -> tuple[Box[State], int]:
    """A view from its plain data, and whose it is: the seat whose hand is written out, −1 for a spectator."""
    reader = Reader(view)
    reader.value("actors", None)
    reader.value("legal_actions", None)
    hands = reader.value("hands", [])
    open_hands = [seat for seat, hand in enumerate(hands) if not is_whole(hand)] if isinstance(hands, list) else []
    if len(open_hands) > 1:
        reader.refuse("hands: a view shows one hand at most")
    owner = open_hands[0] if open_hands else -1
    box = _read(reader, owner)
    reader.finish()
    return box, owner


def _read(reader: Reader, owner: int | None) -> Box[State]:
    """Fill a state. With an owner it is a view: all other hands are only counted.

    What depends on several fields is checked as soon as those are right, so that every reason is told, and only true
    ones.
    """
    box = new(State)
    state = box[0]
    reader.choice("game", ["stich-rallye"])
    has_track = _is_sound(reader, lambda: _read_track(reader, state))
    has_base = _is_sound(reader, lambda: _read_base(reader, state))
    if not _is_seats(reader.value("seats", None)):  # nothing that has one entry per seat can be judged
        reader.leave_out("flag", "hands", "trick", "played", "motors", "distances", "winner")
        reader.refuse_unknown()
        return box
    if state.phase == OVER:
        state.winner = reader.integer("winner", 0, int(state.seats) - 1)
    has_cards = _is_sound(reader, lambda: _read_cards(reader, state, owner))
    has_cars = _is_sound(reader, lambda: _read_cars(reader, state)) and has_track
    reader.refuse_unknown()
    if has_base and has_cards:
        has_cards = _is_sound(reader, lambda: _check_hand_sizes(reader, state, owner))
    if has_base and has_cars:
        _check_laps(reader, state)
    if has_base and has_cards:
        _check_phase(reader, state, has_cars)
    return box


def _is_seats(value: object) -> bool:
    return is_whole(value) and value in SEATS


def _is_sound(reader: Reader, work: Callable[[], None]) -> bool:
    """Did the work find nothing wrong?"""
    before = len(reader.reasons)
    work()
    return len(reader.reasons) == before


def _read_base(reader: Reader, state: State) -> None:
    state.seats = reader.integer("seats", SEATS[0], SEATS[-1])
    state.round_number = reader.integer("round", 1, ROUNDS)
    state.phase = PHASES.index(reader.choice("phase", PHASES))
    if _is_seats(reader.value("seats", None)):
        state.flag = reader.integer("flag", 0, int(state.seats) - 1)
    state.winner = -1


def _read_track(reader: Reader, state: State) -> None:
    choice = reader.value("track")
    track = tracks.TRACKS.find(choice)
    if track is None and isinstance(choice, Mapping):
        problems = [f"track, {place}: {reason}" for place, reason in tracks.faults(choice)]
        reader.reasons.extend(problems)
        track = None if problems else tracks.make_track(choice)
    elif track is None:
        reader.refuse(f"track must be one of {', '.join(tracks.TRACKS.names())} or a mapping, not {brief(choice)}")
    tracks.lay_track(state, track or tracks.TRACKS.own()["volcano"])


def _read_cards(reader: Reader, state: State, owner: int | None) -> None:
    seats = int(state.seats)
    seen: set[int] = set()
    most = HAND_SIZES[ROUNDS]
    played = _cards(reader, "played", reader.listed("played", 0, CARDS), seats, seen)
    trick = _cards(reader, "trick", reader.listed("trick", 0, seats), seats, seen)
    for seat, hand in enumerate(reader.listed("hands", seats, seats)):
        if owner is not None and seat != owner:
            reader.checked(f"hands[{seat}]", hand, 0, most)
        elif not isinstance(hand, list | tuple):
            reader.refuse(f"hands[{seat}] must be a list of cards, not {brief(hand)}")
        else:
            cards = _cards(reader, f"hands[{seat}]", list(hand), seats, seen)
            state.hands[seat] = sum(1 << card for card in set(cards))
    if len(played) % seats:
        reader.refuse(f"played must hold whole tricks of {seats} cards, not {len(played)} cards")
    if len(played) + len(trick) <= CARDS:
        state.played, state.in_trick = len(played), len(trick)
        state.cards[: len(played) + len(trick)] = played + trick


def _cards(reader: Reader, where: str, names: list[object], seats: int, seen: set[int]) -> list[int]:
    cards = []
    for name in names:
        card = ACTIONS.get(name, CARDS) if isinstance(name, str) else CARDS
        value = card % 15 + 1
        if card >= CARDS:
            reader.refuse(f"{where}: {brief(name)} is not a card")
        elif not LOWEST_VALUE[seats] <= value <= HIGHEST_VALUE[seats]:
            reader.refuse(f"{where}: {name} is not used with {seats} seats")
        elif card in seen:
            reader.refuse(f"{where}: {name} is there twice")
        else:
            seen.add(card)
            cards.append(card)
    return cards


def _read_cars(reader: Reader, state: State) -> None:
    seats = int(state.seats)
    for seat, value in enumerate(reader.listed("motors", seats, seats)):
        if is_whole(value) and value in DISC:
            state.motors[seat] = DISC.index(value)
        else:
            reader.refuse(
                f"motors[{seat}] must be a value of the disc ({', '.join(map(str, DISC))}), not {brief(value)}"
            )
    on_space: dict[int, int] = {}
    for seat, value in enumerate(reader.listed("distances", seats, seats)):
        distance = reader.checked(f"distances[{seat}]", value, 0, FARTHEST)
        state.distances[seat] = distance
        if distance == 0:
            continue
        space = space_of(state, distance)
        if slope_at(state, distance) != FLAT:
            reader.refuse(f"distances[{seat}]: space {space} is a slope, and no car rests on a slope")
        if space in on_space:
            reader.refuse(f"distances[{seat}]: the car of seat {on_space[space]} already stands on space {space}")
        on_space[space] = seat


def _check_hand_sizes(reader: Reader, state: State, owner: int | None) -> None:
    counts = reader.value("hands")
    for seat in range(state.seats):
        blank = owner is not None and seat != owner
        held = counts[seat] if blank else count_bits(int(state.hands[seat]))
        due = hand_size(state, seat)
        if held != due:
            reader.refuse(
                f"hands[{seat}] must have {due} cards after the cards played in round {state.round_number}, not {held}"
            )


def _check_laps(reader: Reader, state: State) -> None:
    """Crossing the line twice ends the race at once (SR-14)."""
    for seat in range(state.seats):
        if laps_of(state, int(state.distances[seat])) >= 2 and (state.phase != OVER or seat != state.winner):
            reader.refuse(
                f"seat {seat} has crossed the finish line twice: the phase must be over and the winner {seat}"
            )


def _check_phase(reader: Reader, state: State, has_cars: bool) -> None:
    full = state.in_trick == state.seats
    if state.phase == PLAY:
        if full:
            reader.refuse("phase play: the trick is full")
        elif state.in_trick == 0 and hand_size(state, int(state.flag)) == 0:
            reader.refuse("phase play: no cards are left, the round would be over")
    if state.phase == TURBO:
        if not full:
            reader.refuse(f"phase turbo: the trick must hold {state.seats} cards, not {state.in_trick}")
        elif has_cars and state.motors[trick_winner(state)] == 0:
            winner = trick_winner(state)
            reader.refuse(f"phase turbo: the motor of the trick winner, seat {winner}, is 0: nothing to choose")
    if state.phase == OVER and has_cars:
        _check_end(reader, state)


def _check_end(reader: Reader, state: State) -> None:
    if any(laps_of(state, int(state.distances[seat])) >= 2 for seat in range(state.seats)):
        state.reason = CROSSED_TWICE
        return
    state.reason = THREE_ROUNDS
    if state.round_number < ROUNDS or hand_size(state, int(state.flag)) or state.in_trick:
        reader.refuse("phase over: nobody has crossed the line twice, and three rounds are not played")
    elif state.winner != leader(state):
        reader.refuse(f"winner must be the leading car's seat {leader(state)}, not {state.winner}")
