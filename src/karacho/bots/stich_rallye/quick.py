"""The rules of thumb of `rule`, worked out faster: the same choices, several times as many of them."""

from karacho.core.bits import lowest_bit
from karacho.core.events import Log
from karacho.core.jit import inlined, rule
from karacho.games.stich_rallye.components import DISC
from karacho.games.stich_rallye.movement import roll_end, space_of
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.thumb import FULL_MOTOR, WORTH_DRIVING, choose_turbo
from karacho.games.stich_rallye.trick import color_of, playable, value_of

FAR = 1000


@rule
def choose_quickly(view: State, seat: int, quiet: Log) -> int:
    """As `thumb.choose_rule`."""
    return choose_turbo(view, seat, quiet) if view.phase == TURBO else choose_card(view, seat)


@rule
def choose_card(view: State, seat: int) -> int:
    """As `thumb.choose_card`."""
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    start, in_trick = int(view.played), int(view.in_trick)
    colors, best, low = 0, 0, 99
    for place in range(in_trick):
        card = int(view.cards[start + place])
        color = color_of(card)
        if colors >> color & 1 == 0:
            colors |= 1 << color
            best = card
        elif color == color_of(best) and card > best:
            best = card
        low = min(low, value_of(card))
    to_come = int(view.seats) - in_trick - 1
    mine = int(view.motors[seat])
    motor = DISC[mine]
    winding = DISC[mine + 1 if mine + 1 < len(DISC) else 0] - motor
    lead = color_of(view.cards[start])
    ahead = cars_ahead(view, seat)
    known, gain = -1, 0
    chosen, top = -1, -1000000
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        color, value = color_of(card), value_of(card)
        lowest = min(value, low)
        takes = colors >> color & 1 == 0 or (color == color_of(best) and card > best)
        if not takes:
            chance = 0
        elif in_trick > 0 and to_come == 0:
            chance = 100
        else:
            chance = 35 + 4 * (value - 7) - 8 * to_come
            if in_trick > 0 and color != lead:
                chance += 35
            chance = min(95, max(5, chance))
        if chance > 0 and lowest != known:
            known = lowest
            gain = way(view, seat, lowest, ahead)
            if mine >= FULL_MOTOR:
                gain = max(gain, way(view, seat, lowest + motor, ahead) - motor // 2)
        score = chance * (gain - WORTH_DRIVING // 2) + (100 - chance) * (winding - lowest // 2) - value
        if score > top:
            top = score
            chosen = card
    return chosen


@inlined
def cars_ahead(view: State, seat: int) -> tuple[int, int, int, int]:
    """How far ahead, on the loop, the other cars stand: the nearest first."""
    first, second, third, fourth = FAR, FAR, FAR, FAR
    spaces = int(view.spaces)
    own = int(view.distances[seat])
    for other in range(view.seats):
        distance = int(view.distances[other])
        if other == seat or distance == 0:
            continue
        gap = distance - own
        while gap <= 0:
            gap += spaces
        while gap > spaces:
            gap -= spaces
        if gap < first:
            first, second, third, fourth = gap, first, second, third
        elif gap < second:
            second, third, fourth = gap, second, third
        elif gap < third:
            third, fourth = gap, third
        else:
            fourth = gap
    return first, second, third, fourth


@rule
def way(view: State, seat: int, spaces: int, ahead: tuple[int, int, int, int]) -> int:
    """How far a move of so many spaces leads, jumps and slopes included."""
    first, second, third, fourth = ahead
    end = spaces
    lap = 0
    while first + lap <= end:
        end += 1
        if second + lap <= end:
            end += 1
            if third + lap <= end:
                end += 1
                if fourth + lap <= end:
                    end += 1
        lap += int(view.spaces)
    start = int(view.distances[seat])
    if view.slopes[space_of(view, start + end)] == 0:
        return end
    occupied = 0
    for other in range(view.seats):
        if other != seat and view.distances[other] > 0:
            occupied |= 1 << space_of(view, int(view.distances[other]))
    return roll_end(view, start + end, occupied) - start
