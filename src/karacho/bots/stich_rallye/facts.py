"""What a seat can read off the table before it scores its cards."""

from karacho.core.jit import inlined
from karacho.games.stich_rallye.components import DISC, HIGHEST_VALUE, LOWEST_VALUE, VALUES
from karacho.games.stich_rallye.state import State
from karacho.games.stich_rallye.trick import color_of, value_of

FAR, MOST_GAP = 1000, 16


@inlined
def trick_so_far(view: State) -> tuple[int, int, int, int, int]:
    """The colors in the trick, how many they are, its best card, the place of that one, its lowest value."""
    colors, entered, best, holder, low = 0, 0, 0, 0, 99
    for place in range(int(view.in_trick)):
        card = int(view.cards[int(view.played) + place])
        color = color_of(card)
        if colors >> color & 1 == 0:
            colors |= 1 << color
            best = card
            holder = place
            entered += 1
        elif color == color_of(best) and card > best:
            best = card
            holder = place
        low = min(low, value_of(card))
    return colors, entered, best, holder, low


@inlined
def holder_of(view: State, holder: int, own: int) -> tuple[int, int, int]:
    """Of whoever has the trick as it lies: the motor, the way it needs beside it to win, whether it is ahead."""
    return rival_at(view, holder, own) if view.in_trick > 0 else (0, FAR, 0)


@inlined
def those_to_come(view: State, own: int) -> tuple[int, int, int]:
    """Of the seats to come: the best motor, the least way needed to win, whether the one with that motor is ahead."""
    motor, need, ahead = 0, FAR, 0
    for place in range(int(view.in_trick) + 1, int(view.seats)):
        full, its_need, is_ahead = rival_at(view, place, own)
        need = min(need, its_need)
        if full >= motor:
            motor = full
            ahead = is_ahead
    return motor, need, ahead


@inlined
def rival_at(view: State, place: int, own: int) -> tuple[int, int, int]:
    """At a place of the trick: the motor, the way needed beside it to win, whether the car is ahead."""
    seat = int(view.flag) + place
    if seat >= view.seats:
        seat -= int(view.seats)
    motor, distance = DISC[view.motors[seat]], int(view.distances[seat])
    return motor, 2 * int(view.spaces) + 1 - distance - motor, 1 if distance > own else 0


@inlined
def gap_to_first(view: State, seat: int) -> int:
    """How far the first of the others is ahead; below 0 if this car leads. Half a lap is as much as counts."""
    gap = -FAR
    for other in range(view.seats):
        if other != seat:
            gap = max(gap, int(view.distances[other]) - int(view.distances[seat]))
    return max(-MOST_GAP, min(MOST_GAP, gap))


@inlined
def wound(field: int, tricks: int) -> int:
    """What the motor is worth at the end of the round if this many tricks are lost until then, and none won."""
    field += tricks
    return DISC[field - len(DISC) if field >= len(DISC) else field]


@inlined
def unseen_by(view: State, seat: int) -> int:
    """The cards of this race that a seat neither holds nor has seen in this round."""
    lowest, highest = LOWEST_VALUE[view.seats], HIGHEST_VALUE[view.seats]
    span = ((1 << highest) - 1) & ~((1 << (lowest - 1)) - 1)
    unseen = (span | span << VALUES | span << 2 * VALUES) & ~int(view.hands[seat])
    for place in range(int(view.played) + int(view.in_trick)):
        unseen &= ~(1 << int(view.cards[place]))
    return unseen
