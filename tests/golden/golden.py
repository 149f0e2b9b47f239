"""Golden races: a replay, and what happened action by action, as readable text.

python -m tests.golden.golden      writes them all anew (only when a rule has changed on purpose)
"""

from pathlib import Path

import karacho
from karacho.replay import Replay

FOLDER = Path(__file__).parent
SEPARATOR = "\n=== what happened\n"
CASES = [(name, seats) for name in karacho.game_names() for seats in karacho.load_game(name).seats]
OPTIONS = {"tiny-turbo-cars": {"mode": "relaxed", "round_limit": 3}}


def path_of(name, seats):
    return FOLDER / f"{name}-{seats}.txt"


def story(replay):
    """One line per action with its events."""
    race = replay.race(actions=0)
    lines = [f"set-up: {events_text(race, race.opening)}"]
    for at, seat, action in replay.actions:
        events = race.act(action, seat, at=at)
        lines.append(f"{seat} {action}: {events_text(race, events)}")
    return "\n".join([*lines, f"standing: {race.standing}, {race.end_reason}", ""])


def events_text(race, events):
    return "; ".join(event_text(race, event) for event in events)


def event_text(race, event):
    data = race.game.events.data(event)
    kind, clause = data.pop("kind"), data.pop("clause")
    facts = " ".join(f"{name}={' '.join(value) if isinstance(value, list) else value}" for name, value in data.items())
    return f"{kind} {facts} ({clause})".replace("  ", " ")


def text_of(replay):
    return replay.text() + SEPARATOR + story(replay)


def write_all():
    for name, seats in CASES:
        race = karacho.Race(name, seats=seats, seed=seats, **OPTIONS.get(name, {}))
        bots = [karacho.make_bot(name, "rule", seed) for seed in range(seats)]
        events = race.opening
        while True:
            for seat, bot in enumerate(bots):
                bot.notice(race.redact(events, seat))
            if race.over:
                break
            seat = race.actors[0]
            events = race.act(bots[seat].choose(race.view(seat)), seat, at=0)
        path_of(name, seats).write_text(text_of(race.replay()), encoding="utf-8")


def read(name, seats):
    text = path_of(name, seats).read_text(encoding="utf-8")
    return text, Replay.parse(text.split(SEPARATOR)[0])


if __name__ == "__main__":
    write_all()
