"""What happens in a Tiny Turbo Cars race, each with the clause that made it happen."""

from typing import Annotated, NamedTuple

from karacho.core.events import Columns, EventTable, named
from karacho.games.tiny_turbo_cars.components import PIECE_NAMES, RACECAR_NAMES
from karacho.games.tiny_turbo_cars.state import END_REASONS

(
    RACECAR_PICKED,
    CAR_PLACED,
    ROUND_BEGAN,
    CONTROLLER_DEALT,
    PIECE_SLID,
    PROGRAMMING_DONE,
    TIME_RAN_OUT,
    SMILE_TAKEN,
    PROGRAM_SHOWN,
    TURN_BEGAN,
    COMMAND_BEGAN,
    MODIFIER_SET,
    COMMAND_IGNORED,
    CAR_STEPPED,
    CAR_JUMPED,
    CAR_BLOCKED,
    CAR_STOPPED,
    CAR_SLIPPED,
    MISSILE_FIRED,
    CAR_HIT,
    CAR_DAMAGED,
    DAMAGE_AVERTED,
    BATTERY_DOWN,
    BATTERY_UP,
    CAR_FELL,
    CAR_STOOD_UP,
    SHIELD_USED,
    SHIELD_GAINED,
    SHIELD_SPENT,
    SHIELDS_DROPPED,
    CAR_FLEW,
    TURN_ENDED,
    ROUND_ENDED,
    CAR_FINISHED,
    RACE_ENDED,
) = range(35)

WHYS = ("carpet", "speeder", "ability")
BY_CARPET, BY_SPEEDER, BY_ABILITY = 1, 2, 4
AHEAD, BACK, LEFT, RIGHT = range(4)
DIRECTIONS = ("ahead", "back", "left", "right")
BY_GRID, BY_LYING, BY_SMALL_MOVE = range(3)
AVERTERS = ("starting grid", "lying down", "ability")


def _unpack(*words: int) -> list[str]:
    """Four pieces to a number, the first in the lowest bits."""
    return [PIECE_NAMES[(word & 0xFFFF) >> 4 * i & 15] for word in words for i in range(4)]


_WHYS_BY_BITS = [[why for i, why in enumerate(WHYS) if bits >> i & 1] for bits in range(1 << len(WHYS))]


def _whys(bits: int) -> list[str]:
    return _WHYS_BY_BITS[bits].copy()


Piece = Annotated[str, named(PIECE_NAMES)]
Racecar = Annotated[str, named(RACECAR_NAMES)]
Sixteen = Annotated[list[str] | None, Columns(4, _unpack)]
Eight = Annotated[list[str], Columns(2, _unpack)]
Whys = Annotated[list[str], Columns(1, _whys)]
Direction = Annotated[str, named(DIRECTIONS)]
Averter = Annotated[str, named(AVERTERS)]
Reason = Annotated[str, named(END_REASONS)]
OtherSeat = Annotated[int | None, Columns(1, lambda seat: seat if seat >= 0 else None)]
YesNo = Annotated[bool, Columns(1, bool)]


class RacecarPicked(NamedTuple):
    """A seat takes a racecar: by choice, or drawn."""

    clause: str
    seat: int
    racecar: Racecar


class CarPlaced(NamedTuple):
    """A car stands on the starting grid."""

    clause: str
    seat: int
    row: int
    lane: int


class RoundBegan(NamedTuple):
    """Every controller is scrambled: programming begins."""

    clause: str
    round: int


class ControllerDealt(NamedTuple):
    """A seat's scrambled controller, sixteen pieces line by line; None for everybody else."""

    clause: str
    seat: int
    pieces: Sixteen


class PieceSlid(NamedTuple):
    """A piece moved into the gap; cells are counted 0 … 15. Only its own seat is told."""

    clause: str
    seat: int
    piece: Piece
    start: int
    end: int


class ProgrammingDone(NamedTuple):
    """A seat is satisfied with its program."""

    clause: str
    seat: int


class TimeRanOut(NamedTuple):
    """The countdown ended the programming of the last seat."""

    clause: str
    seat: int


class SmileTaken(NamedTuple):
    """A seat has its smile: 0 is the happiest."""

    clause: str
    seat: int
    smile: int


class ProgramShown(NamedTuple):
    """All are done: the eight cells of a seat's program, the gap among them if it lies there."""

    clause: str
    seat: int
    pieces: Eight


class TurnBegan(NamedTuple):
    """A seat's program starts to run; the slowest seat turns a battery down first."""

    clause: str
    seat: int
    slowest: YesNo


class CommandBegan(NamedTuple):
    """A command with its final value, and why: the modifiers used up, carpet, speeder, ability."""

    clause: str
    seat: int
    cell: int
    piece: Piece
    value: int
    modifier: int
    why: Whys


class ModifierSet(NamedTuple):
    """A + or − (or a speeder under one): the next command gets this sum."""

    clause: str
    seat: int
    cell: int
    piece: Piece
    modifier: int
    why: Whys


class CommandIgnored(NamedTuple):
    """A command without effect: backward on the starting grid, or the car lies."""

    clause: str
    seat: int
    cell: int
    piece: Piece


class CarStepped(NamedTuple):
    """A car entered a space."""

    clause: str
    seat: int
    row: int
    lane: int


class CarJumped(NamedTuple):
    """A car flew from one row to another; `target` is where it wanted to land."""

    clause: str
    seat: int
    start: int
    end: int
    lane: int
    target: int


class CarBlocked(NamedTuple):
    """The space ahead is impassable: the car stays before it."""

    clause: str
    seat: int
    row: int
    lane: int


class CarStopped(NamedTuple):
    """An obstacle, or another car (`into`), ends the move."""

    clause: str
    seat: int
    row: int
    lane: int
    into: OtherSeat


class CarSlipped(NamedTuple):
    """A puddle: from the next command on, diagonals go to the other side."""

    clause: str
    seat: int


class MissileFired(NamedTuple):
    """A missile leaves a car and flies on without end."""

    clause: str
    seat: int
    row: int
    lane: int
    direction: Direction


class CarHit(NamedTuple):
    """A missile found a car."""

    clause: str
    seat: int
    by: int


class CarDamaged(NamedTuple):
    """One point of damage."""

    clause: str
    seat: int


class DamageAverted(NamedTuple):
    """What would have been damage is none."""

    clause: str
    seat: int
    by: Averter


class BatteryDown(NamedTuple):
    """One battery less; `left` are up."""

    clause: str
    seat: int
    left: int


class BatteryUp(NamedTuple):
    """Batteries turned up."""

    clause: str
    seat: int
    gained: int
    now: int


class CarFell(NamedTuple):
    """The last battery is down: the car lies."""

    clause: str
    seat: int


class CarStoodUp(NamedTuple):
    """Three batteries are up again."""

    clause: str
    seat: int


class ShieldUsed(NamedTuple):
    """A shield went instead of a battery."""

    clause: str
    seat: int
    left: int


class ShieldGained(NamedTuple):
    """Shields for cars ahead, or for a volley that hit."""

    clause: str
    seat: int
    gained: int
    now: int


class ShieldSpent(NamedTuple):
    """A shield given up for two spaces."""

    clause: str
    seat: int
    left: int


class ShieldsDropped(NamedTuple):
    """What is left at the end of a turn goes for nothing."""

    clause: str
    seat: int
    dropped: int


class CarFlew(NamedTuple):
    """Bird Racer flew sideways."""

    clause: str
    seat: int
    row: int
    start: int
    end: int


class TurnEnded(NamedTuple):
    """A seat's turn is over."""

    clause: str
    seat: int


class RoundEnded(NamedTuple):
    """Every seat has driven."""

    clause: str
    round: int


class CarFinished(NamedTuple):
    """A car past the line is placed and taken off the track; places count from 0."""

    clause: str
    seat: int
    place: int


class RaceEnded(NamedTuple):
    """The race is over."""

    clause: str
    seat: int
    reason: Reason


EVENTS = EventTable(
    "TTC",
    31,
    {
        RACECAR_PICKED: RacecarPicked,
        CAR_PLACED: CarPlaced,
        ROUND_BEGAN: RoundBegan,
        CONTROLLER_DEALT: ControllerDealt,
        PIECE_SLID: PieceSlid,
        PROGRAMMING_DONE: ProgrammingDone,
        TIME_RAN_OUT: TimeRanOut,
        SMILE_TAKEN: SmileTaken,
        PROGRAM_SHOWN: ProgramShown,
        TURN_BEGAN: TurnBegan,
        COMMAND_BEGAN: CommandBegan,
        MODIFIER_SET: ModifierSet,
        COMMAND_IGNORED: CommandIgnored,
        CAR_STEPPED: CarStepped,
        CAR_JUMPED: CarJumped,
        CAR_BLOCKED: CarBlocked,
        CAR_STOPPED: CarStopped,
        CAR_SLIPPED: CarSlipped,
        MISSILE_FIRED: MissileFired,
        CAR_HIT: CarHit,
        CAR_DAMAGED: CarDamaged,
        DAMAGE_AVERTED: DamageAverted,
        BATTERY_DOWN: BatteryDown,
        BATTERY_UP: BatteryUp,
        CAR_FELL: CarFell,
        CAR_STOOD_UP: CarStoodUp,
        SHIELD_USED: ShieldUsed,
        SHIELD_GAINED: ShieldGained,
        SHIELD_SPENT: ShieldSpent,
        SHIELDS_DROPPED: ShieldsDropped,
        CAR_FLEW: CarFlew,
        TURN_ENDED: TurnEnded,
        ROUND_ENDED: RoundEnded,
        CAR_FINISHED: CarFinished,
        RACE_ENDED: RaceEnded,
    },
)
