"""The trick as it stands, in numbers: what a player would otherwise count out. Worked out from a view alone."""

from karacho.core.jit import entry, rule
from karacho.core.record import I64, Box, Record
from karacho.core.seats import clockwise
from karacho.games.stich_rallye.components import CARDS
from karacho.games.stich_rallye.state import PLAY, State, actor
from karacho.games.stich_rallye.trick import (
    color_of,
    lowest_card,
    lowest_of,
    playable,
    trick_winner,
    winning_card,
    winning_place,
)


class Outlook(Record):
    """Cards are −1 where there is no trick."""

    winning: I64  # the card that has the trick
    winner: I64
    lowest: I64
    last_winning: I64  # the same of the trick before
    last_leader: I64
    last_lowest: I64
    playable: I64  # a set; empty for a seat that has no card to choose
    would_win: I64  # those of them that would have the trick


@entry
def weigh(box: Box[State], seat: int, found: Box[Outlook]) -> None:
    """Look at the tricks, and at the seat's cards if it has to choose one."""
    state, outlook = box[0], found[0]
    weigh_trick(state, outlook)
    weigh_last(state, outlook)
    outlook.playable = 0
    outlook.would_win = 0
    if seat >= 0 and state.phase == PLAY and seat == actor(state):
        outlook.playable = playable(state, seat)
        outlook.would_win = would_win(state, int(outlook.playable))


@rule
def weigh_trick(state: State, outlook: Outlook) -> None:
    """Who has the trick that lies on the table."""
    outlook.winning = -1
    outlook.winner = -1
    outlook.lowest = -1
    if state.in_trick > 0:
        outlook.winning = winning_card(state)
        outlook.winner = trick_winner(state)
        outlook.lowest = lowest_card(state)


@rule
def weigh_last(state: State, outlook: Outlook) -> None:
    """Who led and won the one before; its winner has the flag."""
    outlook.last_winning = -1
    outlook.last_leader = -1
    outlook.last_lowest = -1
    seats = int(state.seats)
    if state.played > 0:
        start = int(state.played) - seats
        place = winning_place(state.cards, start, seats)
        outlook.last_winning = state.cards[start + place]
        outlook.last_leader = clockwise(int(state.flag), seats - place, seats)
        outlook.last_lowest = lowest_of(state.cards, start, seats)


@rule
def would_win(state: State, cards: int) -> int:
    """Those that enter a new color, or beat the card that has the trick in its own color (SR-4)."""
    seen = 0
    for place in range(state.in_trick):
        seen |= 1 << color_of(state.cards[state.played + place])
    best = winning_card(state) if state.in_trick > 0 else 0
    found = 0
    for card in range(CARDS):
        color = color_of(card)
        if cards >> card & 1 and (seen >> color & 1 == 0 or (color == color_of(best) and card > best)):
            found |= 1 << card
    return found
