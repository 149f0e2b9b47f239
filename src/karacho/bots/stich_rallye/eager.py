"""How children like to play at first: whoever can take the trick takes it, and a motor that may run runs."""

from karacho.core.bits import lowest_bit
from karacho.core.jit import rule
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import color_of, playable, value_of, winning_card


@rule
def choose_eagerly(view: State, seat: int) -> int:
    """The highest card that has the trick if there is one, else the lowest card; always turbo."""
    if view.phase == TURBO:
        return TURBO_ACTION
    colors = 0
    for place in range(view.in_trick):
        colors |= 1 << color_of(view.cards[view.played + place])
    cards = playable(view, seat)
    taking, lowest = -1, lowest_bit(cards)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        takes = colors >> color_of(card) & 1 == 0
        if not takes:
            best = winning_card(view)
            takes = color_of(card) == color_of(best) and card > best
        if takes and (taking < 0 or value_of(card) > value_of(taking)):
            taking = card
        if value_of(card) < value_of(lowest):
            lowest = card
    return taking if taking >= 0 else lowest
