"""Opponents simple enough to run inside a simulation: `random`, and `rule` with its rules of thumb.

The rule bot sees a view, never the truth.

1. Turbo if it wins the race; if the motor stands at 15 or beyond while tricks are left, since losing them would
   overwind it; or at 10 or beyond with at least four tricks left to wind it up again. Never if it would roll back.
2. Otherwise coast: the motor runs at the end of the round anyway.
3. A card is worth the drive it may win, hills and jumps included, against the winding up it may bring when it loses.
4. Losing hands the drive to somebody else, so a low card is better there: it makes that drive short.
5. Of equals, play the lower card.
"""

from karacho.core.bits import count_bits, nth_bit
from karacho.core.events import Log
from karacho.core.jit import entry, inlined, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import DISC
from karacho.games.stich_rallye.movement import landing, laps_of
from karacho.games.stich_rallye.state import TURBO, State, hand_size
from karacho.games.stich_rallye.trick import color_of, lowest_card, playable, value_of, winning_card

RANDOM, RULE = 0, 1
POLICIES = {"random": RANDOM, "rule": RULE}

WORTH_DRIVING = 4
FULL_MOTOR = DISC.index(15)


@entry
def choose(view: Box[State], seat: int, policy: int, memory: Ints, choices: Box[Rng], quiet: Box[Log]) -> int:  # noqa: ARG001 the contract
    """The action of a policy; nothing needs to be remembered, all cards of a round lie open."""
    if policy == RULE:
        return choose_rule(view[0], seat, quiet[0])
    return choose_random(view[0], seat, choices[0])


@inlined
def choose_random(state: State, seat: int, rng: Rng) -> int:
    """Every legal action is equally likely. Legal actions depend on the seat's own hand and on what all can see."""
    if state.phase == TURBO:
        return TURBO_ACTION + draw_below(rng, 2)
    cards = playable(state, seat)
    return nth_bit(cards, draw_below(rng, count_bits(cards)))


@rule
def choose_rule(view: State, seat: int, quiet: Log) -> int:
    """The rules of thumb."""
    if view.phase == TURBO:
        return choose_turbo(view, seat, quiet)
    return choose_card(view, seat, quiet)


@rule
def choose_turbo(view: State, seat: int, quiet: Log) -> int:
    """Rules 1 and 2."""
    lowest = value_of(lowest_card(view))
    with_motor = landing(view, seat, lowest + DISC[view.motors[seat]], quiet)
    without = landing(view, seat, lowest, quiet)
    if laps_of(view, with_motor) >= 2:
        return TURBO_ACTION
    if with_motor <= without:  # it would roll back
        return COAST_ACTION
    tricks_left = hand_size(view, seat)
    overwinds = view.motors[seat] >= FULL_MOTOR and tricks_left > 0
    rebuilds = view.motors[seat] >= 4 and tricks_left >= 4
    return TURBO_ACTION if overwinds or rebuilds else COAST_ACTION


@rule
def choose_card(view: State, seat: int, quiet: Log) -> int:
    """Rules 3 to 5: the best card by a rough guess of what it brings."""
    cards = playable(view, seat)
    best = -1
    best_score = -1000000
    while cards != 0:
        card = nth_bit(cards, 0)
        cards &= cards - 1
        score = card_score(view, seat, card, quiet)
        if score > best_score:
            best_score = score
            best = card
    return best


@rule
def card_score(view: State, seat: int, card: int, quiet: Log) -> int:
    """What a card brings, in hundredths of a space."""
    chance = chance_to_win(view, card)
    lowest = value_of(card)
    if view.in_trick > 0:
        lowest = min(lowest, value_of(lowest_card(view)))
    start = int(view.distances[seat])
    motor = DISC[view.motors[seat]]
    gain = landing(view, seat, lowest, quiet) - start
    if view.motors[seat] >= FULL_MOTOR:  # with a full motor a win is the moment to release it
        gain = max(gain, landing(view, seat, lowest + motor, quiet) - start - motor // 2)
    following = DISC[(view.motors[seat] + 1) % len(DISC)]
    winding = following - motor
    # Losing hands the drive to somebody else: a low card makes that drive short.
    losing = winding - lowest // 2
    return chance * (gain - WORTH_DRIVING // 2) + (100 - chance) * losing - value_of(card)


@rule
def chance_to_win(view: State, card: int) -> int:
    """A guess in per cent that this card, played now, will have the trick at the end."""
    to_come = int(view.seats) - view.in_trick - 1
    color = color_of(card)
    if view.in_trick > 0 and not takes_trick(view, card):
        return 0
    if view.in_trick > 0 and to_come == 0:
        return 100
    chance = 35 + 4 * (value_of(card) - 7)
    if view.in_trick > 0 and color != color_of(view.cards[view.played]):
        chance += 35  # those to come must follow the lead color if they can
    chance -= 8 * to_come
    return min(95, max(5, chance))


@rule
def takes_trick(view: State, card: int) -> bool:
    """Would the card have the trick as it lies?"""
    for place in range(view.in_trick):
        if color_of(view.cards[view.played + place]) == color_of(card):
            best = winning_card(view)
            return color_of(best) == color_of(card) and card > best
    return True
