"""One race of a league, from the set-up to what is written down of it."""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from karacho.arena.plan import Plan
from karacho.bots.guard import Guard
from karacho.bots.making import make_guarded
from karacho.race import Race

POINTS = 11  # of the story of a race: at its start, after each tenth, at its end
SEAT_BY_SEAT = ("places", "decisions", "seconds", "slowest", "faults", "last_faults", "distances")
MOST = 2**63 - 1  # Arrow knows no larger numbers
Result = Mapping[str, Any]  # plain data, one entry per seat in each list

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]
Distance = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Distances = Annotated[list[Distance], msgspec.Meta(min_length=POINTS, max_length=POINTS)]


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A result as a file has it."""

    race: Count
    sitting: list[int]
    winner: int | None
    end_reason: str | None
    actions: Count
    places: list[int]
    decisions: list[Count]
    seconds: list[Seconds]
    slowest: list[Seconds]
    faults: list[Count]
    last_faults: list[str]
    distances: list[Distances]


def play_race(plan: Plan, number: int) -> Result:
    """Race number so-and-so of a plan. The same wherever it is played, but for the seconds."""
    race = Race(plan.game, seats=plan.seats, seed=plan.deal_seed(number), **plan.options)
    sitting = plan.sitting(number)
    guards = [
        make_guarded(race.game, plan.bots[bot], plan.bot_seed(number, seat), plan.time_limit)
        for seat, bot in enumerate(sitting)
    ]
    try:
        story = _drive(race, guards, random.Random(plan.deal_seed(number)))
    finally:
        for guard in guards:
            guard.close()
    return {
        "race": number,
        "sitting": list(sitting),
        "winner": race.winner,
        "end_reason": race.end_reason,
        "actions": len(race.log),
        "places": _places(race),
        "decisions": [guard.conduct.decisions for guard in guards],
        "seconds": [round(guard.conduct.seconds, 6) for guard in guards],
        "slowest": [round(guard.conduct.slowest, 6) for guard in guards],
        "faults": [guard.conduct.faults for guard in guards],
        "last_faults": [guard.conduct.last_fault for guard in guards],
        "distances": [[moment[seat] for moment in _points(story)] for seat in range(race.seats)],
    }


def read_result(line: bytes, plan: Plan) -> Result | None:
    """A result of this plan from a file; None where the line can be none."""
    try:
        written = msgspec.json.decode(line, type=Written)
    except (msgspec.MsgspecError, ValueError):  # no JSON or of another kind; no text at all
        return None
    result = msgspec.structs.asdict(written)
    if written.race >= plan.total or written.winner not in (None, *range(plan.seats)):
        return None
    if any(len(result[key]) != plan.seats for key in SEAT_BY_SEAT) or not _are_places(written.places):
        return None
    return result


def _are_places(places: Sequence[int]) -> bool:
    """Has each seat one more than are before it?"""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _drive(race: Race, guards: Sequence[Guard], dice: random.Random) -> list[list[int]]:
    """To the end; answers how far each car was after every action that all could see."""
    story = [race.progress]
    events = race.opening
    beat: list[int] = []
    while True:
        for seat, guard in enumerate(guards):
            seen = race.redact(events, seat)
            if seen:
                guard.notice(seen)
        if race.over:
            return story
        seat, beat = _next(race.actors, beat, dice)
        action = guards[seat].choose(race.view(seat))
        events = race.act(action, seat, at=0.0)
        if action not in race.game.private:
            story.append(race.progress)


def _next(actors: Sequence[int], beat: list[int], dice: random.Random) -> tuple[int, list[int]]:
    """Who acts next. Seats that program at the same time slide at the same pace: each once, in an order by chance."""
    if len(actors) == 1:
        return actors[0], []
    beat = [seat for seat in beat if seat in actors] or dice.sample(actors, len(actors))
    return beat[0], beat[1:]


def _places(race: Race) -> list[int]:
    """The place of each seat from 1; equal seats share one."""
    places = [0] * race.seats
    place = 1
    for group in race.standing or []:
        for seat in group:
            places[seat] = place
        place += len(group)
    return places


def _points(story: Sequence[list[int]]) -> list[list[int]]:
    return [story[round(point * (len(story) - 1) / (POINTS - 1))] for point in range(POINTS)]
