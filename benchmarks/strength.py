"""One bot against others of one kind: `python -m benchmarks.strength stich-rallye search:worlds=200,flat rule 400`.

The seat goes round; race number i has the same deal for every pair of bots.
"""

import sys
import time

import karacho
from karacho.cli.numbers import wilson

SEATS = 4
SEED = 99


def main(game: str, spec: str, other: str, races: int) -> None:
    wins, decisions, seconds = 0, 0, 0.0
    for index in range(races):
        race = karacho.Race(game, seats=SEATS, seed=karacho.race_seed(SEED, index))
        mine = index % SEATS
        specs = [spec if seat == mine else other for seat in range(SEATS)]
        bots = [karacho.make_bot(game, each, index * 10 + seat) for seat, each in enumerate(specs)]
        events = race.opening
        while True:
            for seat, bot in enumerate(bots):
                bot.notice(race.redact(events, seat))
            if race.over:
                break
            seat = race.actors[index % len(race.actors)]
            view, began = race.view(seat), time.perf_counter()
            action = bots[seat].choose(view)
            if seat == mine:
                seconds += time.perf_counter() - began
                decisions += 1
            events = race.act(action, seat)
        wins += race.winner == mine
        if sys.stderr.isatty():
            print(f"\r{index + 1} of {races} races, {wins} won", end="", file=sys.stderr)
    low, high = wilson(wins, races)
    print(f"{game}: {spec} against {SEATS - 1} × {other}: {wins / races:.1%} of {races} races ({low:.1%} – {high:.1%})")
    print(f"{seconds / decisions * 1000:.2f} ms a decision")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
