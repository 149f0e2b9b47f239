"""H6: are deals unbiased? Counts over many deals, by the games' own compiled code, from one stream without a break.

For every game and number of seats: which card comes to which hand, which tile to which cell, which piece where, which
racecar, track, canister, flag; and whether a deal has anything to do with the one before it or with its neighbour's.

    python -m tests.faults.h_shuffles --deals 10000000 --json shuffles.json
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from karacho.core.events import listening_log
from karacho.core.options import complete
from karacho.core.record import Box, Ints
from karacho.core.rng import seeded
from karacho.games.rally_run.components import PIT_CELL
from karacho.registry import game_names, load_game

PORTION = 500_000
Counts = np.ndarray[Any, Any]
Found = Iterator[tuple[str, float]]


# Probabilities.
def survival(statistic: float, degrees: float) -> float:
    """How likely chi-squared is at least that large: the upper incomplete gamma function."""
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * front
    b, d = x + 1 - a, 1 / (x + 1 - a)
    c, h = 1e300, d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def even(counts: Counts) -> float:
    """Is every outcome equally likely?"""
    expected = counts.sum() / len(counts)
    return survival(float(((counts - expected) ** 2).sum() / expected), len(counts) - 1)


def fits(counts: Counts, chances: Counts) -> float:
    """Are the outcomes as likely as they should be?"""
    expected = counts.sum() * chances
    return survival(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def subsets(counts: Counts, deals: int, size: int) -> float:
    """Is every subset of so many as likely, as far as the counts of its members tell?"""
    many = len(counts)
    share = size / many
    spread = deals * share * (1 - share) * many / (many - 1)
    return survival(float(((counts - deals * share) ** 2).sum() / spread), many - 1)


def together(one: Ints, other: Ints, values: int) -> float:
    """Has one anything to do with the other? Both take each of so many values equally often."""
    return even(np.bincount(one.astype(np.int64) * values + other, minlength=values * values))


def overlap(size: int, many: int) -> Counts:
    """How many members two random subsets have in common."""
    ways = [math.comb(size, k) * math.comb(many - size, size - k) for k in range(size + 1)]
    return np.array(ways) / math.comb(many, size)


# Deals.
def begin(name: str, seats: int, deals: int, portion: int, *fields: str, **options: Any) -> list[Counts]:
    """So many set-ups in a row from one stream: what lies in the named fields after each."""
    game = load_game(name)
    state, setup = game.prepare(seats, complete(game.options, options, seats, game.title))
    chance, events = seeded(20_000 + seats + 100 * portion), _silent()
    views = [state[0][field] for field in fields]
    rows = [np.empty((deals, *np.shape(view)), np.asarray(view).dtype) for view in views]
    for i in range(deals):
        game.begin(state, setup, chance, events)
        for row, field in zip(rows, fields, strict=True):
            row[i] = state[0][field]
    return rows


def _silent() -> Box[Any]:
    events = listening_log()
    events[0]["listening"] = 0
    return events


def deal_cards(seats: int, deals: int, portion: int) -> Found:
    hands, flags = begin("stich-rallye", seats, deals, portion, "hands", "flag")
    yield "flag", even(np.bincount(flags, minlength=seats))
    yield "flag after flag", together(flags[:-1:2], flags[1::2], seats)
    low, high = {3: (2, 10), 4: (2, 13), 5: (1, 15)}[seats]
    cards = [15 * color + value - 1 for color in range(3) for value in range(low, high + 1)]
    size, many = 5, len(cards)
    for seat in range(seats):
        held = np.stack([hands[:, seat] >> card & 1 for card in cards])
        yield f"hand {seat}", subsets(held.sum(1), deals, size)
        again = np.bincount((held[:, :-1:2] & held[:, 1::2]).sum(0), minlength=size + 1)
        yield f"hand {seat} after hand", _lumped(again, overlap(size, many))


def _lumped(counts: Counts, chances: Counts) -> float:
    """Rare outcomes are counted as one."""
    common = counts.sum() * chances >= 20
    return fits(
        np.append(counts[common], counts[~common].sum()),
        np.append(chances[common], max(chances[~common].sum(), 1e-300)),
    )


def deal_tiles(seats: int, deals: int, portion: int) -> Found:
    tiles, canisters, first = begin("rally-run", seats, deals, portion, "tiles", "canisters", "turn")
    yield "first seat", even(np.bincount(first, minlength=seats))
    yield "first after first", together(first[:-1:2], first[1::2], seats)
    grid = np.delete(tiles[:, :25], PIT_CELL, axis=1)
    for kind, size in enumerate((6, 8, 4, 2, 4), 1):
        lies = grid == kind
        yield f"tile {'ILTXD'[kind - 1]}", subsets(lies.sum(0), deals, size)
        again = np.bincount((lies[:-1:2] & lies[1::2]).sum(1), minlength=size + 1)
        yield f"tile {'ILTXD'[kind - 1]} after tile", _lumped(again, overlap(size, 24))
    order = sum((canisters[:, i].astype(np.int64) - 1) * 4**i for i in range(seats))
    found = np.bincount(order)
    yield "canisters", even(_filled(found[found > 0], math.perm(4, seats)))


def _filled(counts: Counts, many: int) -> Counts:
    """Outcomes that never came count as well."""
    return np.pad(counts, (0, max(0, many - len(counts))))


def deal_pieces(seats: int, deals: int, portion: int) -> Found:
    cars, terrain = begin("tiny-turbo-cars", seats, deals, portion, "racecars", "terrain", draft="random")
    order = sum(cars[:, seat].astype(np.int64) * 8**seat for seat in range(seats))
    found = np.bincount(order)
    yield "racecars", even(_filled(found[found > 0], math.perm(8, seats)))
    lengths = terrain.astype(np.int64) @ np.random.default_rng(1).integers(1, 2**40, terrain.shape[1])
    yield "tracks", even(_filled(np.unique(lengths, return_counts=True)[1], 2 * 8 * 6 * 4 * 2))
    yield "racecar after racecar", together(cars[:-1:2, 0], cars[1::2, 0], 8)
    controllers = _controllers(seats, deals, portion)
    gaps = np.argmax(controllers == 15, axis=2)
    for seat in range(seats):
        for piece in range(1, 16):
            counts = (controllers[:, seat] == piece).sum(0)
            yield f"piece {piece} of seat {seat}", subsets(counts, deals, 2 if piece == 1 else 1)
        yield f"gap {seat} after gap", together(gaps[:-1:2, seat], gaps[1::2, seat], 16)
        yield f"gap {seat} beside gap", together(gaps[:, seat], gaps[:, (seat + 1) % seats], 16)


def _controllers(seats: int, deals: int, portion: int) -> Counts:
    """The last car is placed again and again: then controllers are shuffled."""
    game = load_game("tiny-turbo-cars")
    chosen = complete(game.options, {"draft": "random"}, seats, game.title)
    state, setup = game.prepare(seats, chosen)
    chance, events, legal = seeded(2**40 + seats + 100 * portion), _silent(), np.zeros(512, np.int16)
    game.begin(state, setup, chance, events)
    rows = np.empty((deals, seats, 16), np.int16)
    for _ in range(seats - 1):
        _place(game, state, chance, events, legal)
    before = state.copy()
    seat = int(game.actors(state)).bit_length() - 1
    game.legal_actions(state, seat, legal)
    action = int(legal[0])
    for i in range(deals):
        state[:] = before
        game.act(state, seat, action, chance, events)
        rows[i] = state[0]["controllers"][:seats]
    return rows


def _place(game: Any, state: Box[Any], chance: Box[Any], events: Box[Any], legal: Ints) -> None:
    seat = int(game.actors(state)).bit_length() - 1
    game.legal_actions(state, seat, legal)
    game.act(state, seat, int(legal[0]), chance, events)


DEALERS = {"stich-rallye": deal_cards, "rally-run": deal_tiles, "tiny-turbo-cars": deal_pieces}


def probabilities(name: str, seats: int, deals: int, portion: int = 0) -> dict[str, float]:
    """Every question with how likely a fair dealer would answer it so badly."""
    return dict(DEALERS[name](seats, deals, portion))


def combined(many: list[float]) -> float:
    """Several answers to one question as one (Fisher)."""
    return survival(-2 * sum(math.log(max(p, 1e-300)) for p in many), 2 * len(many))


def main() -> int:
    """The long run, in portions that fit the memory."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    report, worst = [], 1.0
    for name in game_names():
        for seats in load_game(name).seats:
            began = time.perf_counter()
            portions = math.ceil(asked.deals / PORTION)
            deals = asked.deals // portions
            answers = [probabilities(name, seats, deals, portion) for portion in range(portions)]
            found = {question: combined([each[question] for each in answers]) for question in answers[0]}
            least, most = min(found.values()), max(found.values())
            worst = min(worst, least * len(found))
            seconds = round(time.perf_counter() - began, 1)
            report.append({"game": name, "seats": seats, "deals": deals * portions, "seconds": seconds, "p": found})
            print(f"{name}, {seats} seats: {deals * portions} deals, {len(found)} questions,", end=" ")
            print(f"p from {least:.4f} to {most:.4f}, {seconds} s", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(report, indent=2), encoding="utf-8")
    return int(worst < 0.001)


if __name__ == "__main__":
    sys.exit(main())
