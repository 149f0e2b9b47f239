"""Actions as numbers and as text, and why one may be refused."""

from enum import IntEnum

from karacho.games.stich_rallye.components import CARD_NAMES, CARDS

# 0 … 44 play that card; then the trick winner's choice:
TURBO_ACTION, COAST_ACTION = CARDS, CARDS + 1
NAMES = (*CARD_NAMES, "turbo", "coast")
ACTIONS = {name: action for action, name in enumerate(NAMES)}
READABLE = "expected a card such as R5, G11 or B7, or turbo or coast"


class Refusal(IntEnum):
    """Why an action is refused; 0 stands for none."""

    RACE_OVER = 1
    NOT_YOUR_TURN = 2
    TURBO_CHOICE_PENDING = 3
    NO_TURBO_CHOICE = 4
    CARD_NOT_IN_HAND = 5
    MUST_FOLLOW_COLOR = 6


CLAUSES = {
    Refusal.RACE_OVER: "SR-14",
    Refusal.NOT_YOUR_TURN: "SR-3",
    Refusal.TURBO_CHOICE_PENDING: "SR-7",
    Refusal.NO_TURBO_CHOICE: "SR-7",
    Refusal.CARD_NOT_IN_HAND: "SR-3",
    Refusal.MUST_FOLLOW_COLOR: "SR-3",
}

# Plain numbers for compiled code.
RACE_OVER = int(Refusal.RACE_OVER)
NOT_YOUR_TURN = int(Refusal.NOT_YOUR_TURN)
TURBO_CHOICE_PENDING = int(Refusal.TURBO_CHOICE_PENDING)
NO_TURBO_CHOICE = int(Refusal.NO_TURBO_CHOICE)
CARD_NOT_IN_HAND = int(Refusal.CARD_NOT_IN_HAND)
MUST_FOLLOW_COLOR = int(Refusal.MUST_FOLLOW_COLOR)


def order(name: str) -> tuple[str, int]:
    """Cards sort by color letter, then value; then coast, turbo."""
    return (name[0], int(name[1:])) if name[1:].isdigit() else (name, 0)
