"""Races for the page's own verifier to check: `python -m tests.faults.h_samples` writes them anew."""

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from karacho.fair import seal
from karacho.fair.seal import Pledge, Seal
from karacho.server import proofs
from karacho.server.course import Course
from karacho.server.seating import Seat, Seating

FILE = Path(__file__).parents[2] / "web" / "src" / "fair" / "samples.jsonl"
RACE = "R" * 16
SAMPLES: dict[str, dict[str, Any]] = {
    "stich-rallye": {"flag": 0},
    "rally-run": {"turn_limit": 40},
    "tiny-turbo-cars": {"mode": "relaxed", "draft": "random", "round_limit": 3},
}


def sealed_race(game: str, options: dict[str, Any], seats: int = 3, secret: str = "c0" * 32) -> Course:
    """A short race of legal actions, with its log; no server."""
    promise = Seal(RACE, "5a" * 32, secret)
    values = [f"{number:064x}" for number in range(2)]
    given = [Pledge(seat, seal.pledge_of(promise.commitment, value), value) for seat, value in enumerate(values)]
    seating = Seating("T" * 11, game, "", [Seat() for _ in range(seats)], options)
    row = proofs.sealed_row(seating, promise, [*given, Pledge(2, "77" * 32)])
    course = Course.fresh(replace(row, began=1.5))
    while not course.race.over:
        seat = course.race.actors[0]
        legal = course.race.legal_actions(seat)
        if game == "rally-run" and course.number % 3:  # of up to 280 actions four are drives
            legal = [action for action in legal if "-" not in action] or legal
        action = legal[11 * course.number % len(legal)]
        if action in course.race.game.private:
            course.slide(seat, action, 0.5, "person")
            action = "done"
        course.act(seat, action, round(course.number / 8, 3), "person")
    return course


def proof(course: Course) -> str:
    """As the server gives it out."""
    assert course.outcome is not None
    return proofs.proof_text(course.row, course.entries, course.outcome)


def sample(game: str, **options: Any) -> dict[str, Any]:
    """What the page gets of a race: the proof, and the events as a spectator has seen them."""
    course = sealed_race(game, {**SAMPLES[game], **options})
    data = course.race.game.events.data
    frames = [
        {
            "version": step.version,
            "at": 0,
            "view": {},
            "events": [data(e) for e in course.race.redact(step.events, None)],
            "proofs": [proof._asdict() for proof in step.proofs],
        }
        for step in course.steps
    ]
    return {"proof": proof(course), "frames": frames}


def samples() -> str:
    """All of them as the file holds them."""
    found = {game: sample(game) for game in SAMPLES}
    found["drawn"] = sample("stich-rallye", flag=None)
    found["alike"] = sample("tiny-turbo-cars", same_scramble=True, draft="pick", length=4)
    return json.dumps(found, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(samples(), encoding="utf-8")
