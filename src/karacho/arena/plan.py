"""The plan of a league: which bots sit where in which race. It follows from what was asked for, and from nothing else.

Everything is played on the same *deals* (seeds). In a full plan every deal is played by every line-up in every seat
order. Where that would leave too few deals, each deal is played by a sample: the bots are dealt out to races like cards
to players, until each has been dealt equally often, and every group takes its seats in all rotations. So on every deal
each bot drives equally many races, equally many of them from each seat.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Any

from karacho.bots.making import stands_behind
from karacho.core.options import complete
from karacho.core.reading import is_whole
from karacho.core.rng import race_seed, seeded
from karacho.errors import InvalidOption
from karacho.registry import load_game

FEWEST_DEALS = 10  # below that a full plan gives way to a sample
MOST_RACES = 10_000_000
# mixed: every line-up; the others: one car against cars of one kind, namely each bot against each other, the first bot
# against each of the others, or each of the others against the last.
LINE_UPS = ("mixed", "single", "first", "last")
Sitting = tuple[int, ...]  # the bot on each seat, by its place in the list


@dataclass(frozen=True)
class Plan:
    """A league before it is played."""

    game: str
    bots: tuple[str, ...]
    seats: int = 4
    races: int = 1000  # at least so many: no deal is left half played
    seed: int = 0
    line_ups: str = "mixed"
    options: Mapping[str, Any] = field(default_factory=dict)
    time_limit: float | None = None

    def data(self) -> dict[str, Any]:
        """As plain data, with what a level stands for today."""
        return {
            **asdict(self),
            "bots": list(self.bots),
            "behind": [stands_behind(self.game, bot) for bot in self.bots],
            "rules_version": load_game(self.game).rules_version,
        }

    @property
    def is_full(self) -> bool:
        """Does every line-up play every deal in every seat order?"""
        return self.line_ups != "mixed" or self.races >= FEWEST_DEALS * count_sittings(len(self.bots), self.seats)

    @property
    def races_per_deal(self) -> int:
        """How many races are played on each deal."""
        bots = len(self.bots)
        if self.line_ups != "mixed":
            return len(single_sittings(bots, self.seats, self.line_ups))
        return count_sittings(bots, self.seats) if self.is_full else math.lcm(bots, self.seats)

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return math.ceil(self.races / self.races_per_deal)

    @property
    def total(self) -> int:
        """How many races are played."""
        return self.deals * self.races_per_deal

    def sitting(self, race: int) -> Sitting:
        """Who sits where in a race."""
        deal, place = divmod(race, self.races_per_deal)
        if self.line_ups != "mixed":
            return single_sittings(len(self.bots), self.seats, self.line_ups)[place]
        if self.is_full:
            return all_sittings(len(self.bots), self.seats)[place]
        return sampled_sittings(len(self.bots), self.seats, self.seed, deal)[place]

    def deal(self, race: int) -> int:
        """Which deal a race is played on."""
        return race // self.races_per_deal

    def deal_seed(self, race: int) -> int:
        """The seed of the race itself: the same for all races on a deal."""
        return race_seed(self.seed, self.deal(race))

    def bot_seed(self, race: int, seat: int) -> int:
        """The seed of a bot: its own in every race and on every seat."""
        return race_seed(race_seed(self.seed, self.deal(race)), (race % self.races_per_deal) * 8 + seat)


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played."""
    game = load_game(plan.game)
    if not is_whole(plan.seats) or plan.seats not in game.seats:
        raise InvalidOption("seats", plan.seats, f"{game.title} is for {game.seats[0]} to {game.seats[-1]}")
    if not is_whole(plan.races) or not 1 <= plan.races <= MOST_RACES:
        raise InvalidOption("races", plan.races, f"a whole number from 1 to {MOST_RACES:,}")
    if len(plan.bots) < 2:
        raise InvalidOption("bots", ",".join(plan.bots), "a league needs at least two")
    if len(set(plan.bots)) < len(plan.bots):
        raise InvalidOption("bots", ",".join(plan.bots), "each may be there once")
    if plan.line_ups not in LINE_UPS:
        raise InvalidOption("line-ups", plan.line_ups, f"one of {', '.join(LINE_UPS)}")
    if plan.time_limit is not None and not 0 < plan.time_limit <= 3600:
        raise InvalidOption("time-limit", plan.time_limit, "seconds, more than 0 and at most 3600")
    seeded(plan.seed)
    complete(game.options, plan.options, plan.seats, game.title)
    return plan


def count_sittings(bots: int, seats: int) -> int:
    """How many entries `all_sittings` has, without making them."""
    if bots >= seats:
        return math.perm(bots, seats)
    return sum((-1) ** left * math.comb(bots, left) * (bots - left) ** seats for left in range(bots))


@cache
def all_sittings(bots: int, seats: int) -> list[Sitting]:
    """Every line-up in every order: different bots, or, where there are fewer bots than seats, each at least once."""
    if bots >= seats:
        return list(permutations(range(bots), seats))
    return [sitting for sitting in product(range(bots), repeat=seats) if len(set(sitting)) == bots]


@cache
def single_sittings(bots: int, seats: int, line_ups: str) -> list[Sitting]:
    """One car of a bot, on each seat, against another bot on all other seats."""
    pairs = {
        "single": list(permutations(range(bots), 2)),
        "first": [(0, other) for other in range(1, bots)],
        "last": [(one, bots - 1) for one in range(bots - 1)],
    }[line_ups]
    return [tuple(one if s == seat else other for s in range(seats)) for one, other in pairs for seat in range(seats)]


@lru_cache(100)
def sampled_sittings(bots: int, seats: int, seed: int, deal: int) -> list[Sitting]:
    """Groups dealt out until each bot has been dealt equally often, each group in all rotations."""
    dice = random.Random(f"{seed}/{deal}")
    deck: list[int] = []
    sittings: list[Sitting] = []
    for _ in range(math.lcm(bots, seats) // seats):
        group: list[int] = []
        while len(group) < seats:
            if not deck:
                deck = dice.sample(range(bots), bots)
            fresh = [bot for bot in deck if bot not in group]
            group.append(fresh[0] if fresh else deck[0])
            deck.remove(group[-1])
        sittings += [tuple(group[turn:] + group[:turn]) for turn in range(seats)]
    return sittings
