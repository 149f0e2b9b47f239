"""Actions as numbers and as text, and why one may be refused."""

from enum import IntEnum

from karacho.games.tiny_turbo_cars.components import LANES, RACECAR_NAMES, RACECARS
from karacho.games.tiny_turbo_cars.state import DRAFT, FLY, GRID, MOST_ROWS, PROGRAM, SHIELD

# 0 … 7 pick that racecar; then, in this order:
SLIDE_UP, SLIDE_DOWN, SLIDE_LEFT, SLIDE_RIGHT = range(RACECARS, RACECARS + 4)
DONE = SLIDE_RIGHT + 1
FLY_TO = DONE + 1  # five lanes
STAY = FLY_TO + LANES
SPEND_SHIELD = STAY + 1
KEEP_SHIELDS = SPEND_SHIELD + 1
TIMEOUT = KEEP_SHIELDS + 1  # not a seat's choice: the countdown's
PLACE = TIMEOUT + 1  # row by row, lane by lane

SLIDES = ("U", "D", "L", "R")
NAMES = (
    *RACECAR_NAMES,
    *SLIDES,
    "done",
    *(f"fly {lane}" for lane in range(1, LANES + 1)),
    "stay",
    "shield",
    "keep",
    "timeout",
    *(f"{row}.{lane}" for row in range(1, MOST_ROWS + 1) for lane in range(1, LANES + 1)),
)
ACTIONS = {name: action for action, name in enumerate(NAMES) if action != TIMEOUT}
READABLE = (
    "expected a racecar such as brick-gang, a grid space such as 1.3, a slide U, D, L or R, "
    "done, fly and a lane such as fly 4, stay, shield or keep"
)


class Refusal(IntEnum):
    """Why an action is refused; 0 stands for none."""

    RACE_OVER = 1
    WRONG_PHASE = 2
    ALREADY_DONE = 3
    NOT_YOUR_TURN = 4
    RACECAR_TAKEN = 5
    NOT_A_GRID_SPACE = 6
    SPACE_TAKEN = 7
    NO_PIECE = 8
    LANE_NOT_FREE = 9
    NO_COUNTDOWN = 10


# Plain numbers for compiled code.
RACE_OVER = int(Refusal.RACE_OVER)
WRONG_PHASE = int(Refusal.WRONG_PHASE)
ALREADY_DONE = int(Refusal.ALREADY_DONE)
NOT_YOUR_TURN = int(Refusal.NOT_YOUR_TURN)
RACECAR_TAKEN = int(Refusal.RACECAR_TAKEN)
NOT_A_GRID_SPACE = int(Refusal.NOT_A_GRID_SPACE)
SPACE_TAKEN = int(Refusal.SPACE_TAKEN)
NO_PIECE = int(Refusal.NO_PIECE)
LANE_NOT_FREE = int(Refusal.LANE_NOT_FREE)
NO_COUNTDOWN = int(Refusal.NO_COUNTDOWN)

CLAUSES = {
    Refusal.RACE_OVER: "TTC-29",
    Refusal.ALREADY_DONE: "TTC-5",
    Refusal.RACECAR_TAKEN: "TTC-1",
    Refusal.NOT_A_GRID_SPACE: "TTC-2",
    Refusal.SPACE_TAKEN: "TTC-2",
    Refusal.NO_PIECE: "TTC-4",
    Refusal.LANE_NOT_FREE: "TTC-25",
    Refusal.NO_COUNTDOWN: "TTC-5",
}
# The wrong phase and the wrong seat break the clause of the phase that is on.
PHASE_CLAUSES = {DRAFT: "TTC-1", GRID: "TTC-2", PROGRAM: "TTC-4", FLY: "TTC-25", SHIELD: "TTC-27"}
