"""What happens in a Stich Rallye race, each with the clause that made it happen."""

from functools import lru_cache
from typing import Annotated, NamedTuple

from karacho.core.events import Columns, EventTable, named
from karacho.games.stich_rallye.components import CARD_NAMES, COLOR_BITS, COLOR_LETTERS, VALUES
from karacho.games.stich_rallye.state import END_REASONS

(
    ROUND_BEGAN,
    HAND_DEALT,
    FLAG_TAKEN,
    CARD_PLAYED,
    TRICK_WON,
    MOTOR_WOUND_UP,
    MOTOR_USED,
    CAR_JUMPED,
    CAR_DROVE,
    CAR_ROLLED,
    LINE_CROSSED,
    ROUND_ENDED,
    RACE_ENDED,
) = range(13)


def cards_of(hand: int) -> list[str]:
    """The cards of a hand as text, in their order."""
    return [*_names_of(hand)]


@lru_cache(4096)  # a hand is told again and again while it is the same
def _names_of(hand: int) -> tuple[str, ...]:
    cards = []
    while hand:
        lowest = hand & -hand
        cards.append(CARD_NAMES[lowest.bit_length() - 1])
        hand ^= lowest
    return tuple(cards)


def _unpack(blue: int, green: int, red: int) -> list[str]:
    return cards_of(sum((bits & COLOR_BITS) << (color * VALUES) for color, bits in enumerate((blue, green, red))))


Card = Annotated[str, named(CARD_NAMES)]
Cards = Annotated[list[str] | None, Columns(3, _unpack)]
Color = Annotated[str, named(COLOR_LETTERS)]
Reason = Annotated[str, named(END_REASONS)]


class RoundBegan(NamedTuple):
    """A new round: every seat gets `cards` cards."""

    clause: str
    round: int
    cards: int


class HandDealt(NamedTuple):
    """A seat's new hand; `cards` is None for everybody else."""

    clause: str
    seat: int
    cards: Cards


class FlagTaken(NamedTuple):
    """A seat takes the first player flag and leads the next trick."""

    clause: str
    seat: int


class CardPlayed(NamedTuple):
    """A card goes into the trick."""

    clause: str
    seat: int
    card: Card


class TrickWon(NamedTuple):
    """The trick is full: `card` of the color that entered last wins, `lowest` gives the distance."""

    clause: str
    seat: int
    card: Card
    winning_color: Color
    lowest: Card


class MotorWoundUp(NamedTuple):
    """A seat that did not win turns its motor one field on."""

    clause: str
    seat: int
    before: int
    after: int


class MotorUsed(NamedTuple):
    """A motor gives its full value and goes to 0: by choice (SR-7) or at the end of the round (SR-12)."""

    clause: str
    seat: int
    value: int


class CarJumped(NamedTuple):
    """A space with another car on it is jumped and not counted; `distance` is that space seen from the mover."""

    clause: str
    seat: int
    over: int
    distance: int


class CarDrove(NamedTuple):
    """A car drove over every space between, except those jumped just before."""

    clause: str
    seat: int
    start: int
    end: int
    spaces: int


class CarRolled(NamedTuple):
    """A car that ended on a slope rolls to a flat space: on (SR-9) or back (SR-10)."""

    clause: str
    seat: int
    start: int
    end: int


class LineCrossed(NamedTuple):
    """A car passed the finish line for the `lap`-th time."""

    clause: str
    seat: int
    lap: int


class RoundEnded(NamedTuple):
    """All tricks of the round are played: now the motors run."""

    clause: str
    round: int


class RaceEnded(NamedTuple):
    """A seat has won."""

    clause: str
    seat: int
    reason: Reason


EVENTS = EventTable(
    "SR",
    16,
    {
        ROUND_BEGAN: RoundBegan,
        HAND_DEALT: HandDealt,
        FLAG_TAKEN: FlagTaken,
        CARD_PLAYED: CardPlayed,
        TRICK_WON: TrickWon,
        MOTOR_WOUND_UP: MotorWoundUp,
        MOTOR_USED: MotorUsed,
        CAR_JUMPED: CarJumped,
        CAR_DROVE: CarDrove,
        CAR_ROLLED: CarRolled,
        LINE_CROSSED: LineCrossed,
        ROUND_ENDED: RoundEnded,
        RACE_ENDED: RaceEnded,
    },
)
