"""What happens in Tiny Turbo Cars, in plain words; the pieces and racecars as people call them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from karacho.cli.boards.look import Event, verb

PIECES = {
    "F1": "F1", "F2": "F2", "B1": "B1", "L1": "L1", "L2": "L2", "R1": "R1", "R2": "R2",
    "J": "Jump", "M": "Missl", "T": "Turbo", "b": "Batt", "+": "+1", "-": "−1", "_": "blank", ".": "", "?": "?",
}  # fmt: skip

MEANINGS = {
    "F1": "forward 1", "F2": "forward 2", "B1": "back 1", "L1": "diagonal left 1", "L2": "diagonal left 2",
    "R1": "diagonal right 1", "R2": "diagonal right 2", "J": "jump 2", "M": "missile, then forward 1",
    "T": "turbo: as many as batteries", "b": "battery", "+": "next command +1", "-": "next command −1", "_": "blank",
}  # fmt: skip

ABILITIES = {
    "die-liner": "each +1 counts +2",
    "brick-gang": "drives 2 on carpet",
    "sonic-fish": "diagonals +1 while slippery",
    "grim-thresher": "no damage from a straight move of exactly 1",
    "m1-furry": "missiles in more directions, a hit gains a shield",
    "bird-racer": "may fly sideways after its commands",
    "dogtor": "battery turns up 2, or drives 2 when full",
    "turbotbot": "turbo is always 4, damage counts twice in it",
}

REASONS = {
    "WRONG_PHASE": "that does not fit now",
    "ALREADY_DONE": "you have said done, and that stands",
    "NOT_YOUR_TURN": "it is not your turn",
    "RACECAR_TAKEN": "another seat has that racecar",
    "NOT_A_GRID_SPACE": "that is no starting-grid space",
    "SPACE_TAKEN": "a car stands there already",
    "NO_PIECE": "there is no piece to slide that way",
    "LANE_NOT_FREE": "that lane is not free",
    "NO_COUNTDOWN": "no countdown runs",
    "RACE_OVER": "the race is over",
}


def racecar_title(racecar: str | None) -> str:
    """`brick-gang` as Brick Gang."""
    return (racecar or "–").replace("-", " ").title()


def _command(event: Any, who: str) -> str:
    meaning = MEANINGS.get(event["piece"], event["piece"])
    why = [*event["why"], *([f"{event['modifier']:+d}"] if event["modifier"] else [])]
    return f"{who}: {meaning}" + (f" → {event['value']} ({', '.join(why)})" if why else "")


def _stopped(event: Any, who: str) -> str:
    into = "another car" if event["into"] is not None else "an obstacle"
    return f"{verb(who, 'run', 'runs')} into {into}"


def _ended(event: Any, who: str) -> str:
    how = "past the finish line" if event["reason"] == "FINISH" else "in front when the rounds are over"
    return f"{verb(who, 'win', 'wins')} the race, {how}"


_WORDS: Mapping[str, Callable[[Any, str], str]] = {
    "racecar_picked": lambda e, who: f"{verb(who, 'take', 'takes')} {racecar_title(e['racecar'])}",
    "car_placed": lambda e, who: f"{verb(who, 'start', 'starts')} in row {e['row']}, lane {e['lane']}",
    "round_began": lambda e, _: f"— Round {e['round']}: program! —",
    "programming_done": lambda _e, who: f"{verb(who, 'are', 'is')} done",
    "time_ran_out": lambda _e, who: f"Time is up for {who if who != 'You' else 'you'}",
    "smile_taken": lambda e, who: f"{verb(who, 'have', 'has')} smile {e['smile'] + 1}",
    "turn_began": lambda e, who: (
        f"» {verb(who, 'drive', 'drives')}" + (", slowest: a battery down" * bool(e["slowest"]))
    ),
    "command_began": _command,
    "modifier_set": lambda e, who: f"{who}: {e['modifier']:+d} for the next command",
    "command_ignored": lambda e, who: f"{who}: {MEANINGS.get(e['piece'], e['piece'])} has no effect",
    "car_jumped": lambda e, who: f"{verb(who, 'jump', 'jumps')} to row {e['end']}",
    "car_blocked": lambda _e, who: f"{verb(who, 'are', 'is')} blocked",
    "car_stopped": _stopped,
    "car_slipped": lambda _e, who: f"{verb(who, 'are', 'is')} slippery now",
    "missile_fired": lambda e, who: f"{verb(who, 'fire', 'fires')} {e['direction']}",
    "car_hit": lambda _e, who: f"{verb(who, 'are', 'is')} hit",
    "damage_averted": lambda e, who: f"{verb(who, 'take', 'takes')} no damage ({e['by']})",
    "battery_down": lambda e, who: f"{verb(who, 'lose', 'loses')} a battery, {e['left']} left",
    "battery_up": lambda e, who: f"{verb(who, 'have', 'has')} {e['now']} batteries",
    "car_fell": lambda _e, who: f"{verb(who, 'lie', 'lies')} down",
    "car_stood_up": lambda _e, who: f"{verb(who, 'stand', 'stands')} up again",
    "shield_used": lambda _e, who: f"A shield saves {who if who != 'You' else 'you'}",
    "shield_gained": lambda e, who: f"{verb(who, 'gain', 'gains')} {e['gained']} shield{'s' * (e['gained'] > 1)}",
    "shield_spent": lambda _e, who: f"{verb(who, 'give', 'gives')} up a shield for two spaces",
    "car_flew": lambda e, who: f"{verb(who, 'fly', 'flies')} to lane {e['end']}",
    "round_ended": lambda e, _: f"Round {e['round']} is over",
    "car_finished": lambda e, who: f"{verb(who, 'are', 'is')} past the line, place {e['place'] + 1}",
    "race_ended": _ended,
}


def tell(event: Event, names: Sequence[str]) -> str:
    """The event as a line of the log."""
    words = _WORDS.get(event["kind"])
    seat = event.get("seat")
    return words(event, names[seat] if seat is not None else "") if words else ""
