"""Bots of any kinds in one race: `python -m benchmarks.lineup tiny-turbo-cars 400 champion rule rule rule`.

The seats go round from race to race. Where several may act at once, each is as likely to be next, as in `simulate`; so
against the clock whoever needs fewer slides is usually happier. `--first 400` goes on after 400 races.
"""

import argparse
import random
import sys
import time
from collections import Counter

import karacho
from karacho.cli.numbers import wilson


def main(game: str, races: int, specs: list[str], seed: int, first: int) -> None:
    wins: Counter[str] = Counter()
    seconds = dict.fromkeys(specs, 0.0)
    decisions: Counter[str] = Counter()
    for index in range(first, first + races):
        turned = specs[index % len(specs) :] + specs[: index % len(specs)]
        race = karacho.Race(game, seats=len(specs), seed=karacho.race_seed(seed, index))
        bots = [karacho.make_bot(game, spec, index * 10 + seat) for seat, spec in enumerate(turned)]
        draw = random.Random(index)
        events = race.opening
        while True:
            for seat, bot in enumerate(bots):
                bot.notice(race.redact(events, seat))
            if race.over:
                break
            seat = draw.choice(race.actors)
            view, began = race.view(seat), time.process_time()
            action = bots[seat].choose(view)
            seconds[turned[seat]] += time.process_time() - began
            decisions[turned[seat]] += 1
            events = race.act(action, seat)
        if race.winner is not None:
            wins[turned[race.winner]] += 1
        if (done := index + 1 - first) % 100 == 0:
            print(f"{done} of {races}: {dict(wins)}", file=sys.stderr)
    for spec in dict.fromkeys(specs):
        low, high = wilson(wins[spec], races)
        print(
            f"{game}: {specs.count(spec)} × {spec}: {wins[spec] / races:.1%} of {races} races "
            f"({low:.1%} – {high:.1%}), {seconds[spec] / decisions[spec] * 1000:.2f} ms of the processor a decision"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("races", type=int)
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--first", type=int, default=0)
    main(**vars(parser.parse_args()))
