"""Who comes first when dones are as good as equal: drawn from the race's seed, so that it can be checked afterwards."""

from collections.abc import Sequence

from karacho.core.rng import draw_below, seeded

DRAWS = 2**20  # streams beyond those of deals, bots and worlds


def drawn_order(seed: int, round_number: int, seats: Sequence[int]) -> list[int]:
    """The seats in a random order. A seat is done once a round, so every draw has a stream of its own."""
    left = sorted(seats)
    chance = seeded(seed, DRAWS + 8 * round_number + left[0])
    return [left.pop(int(draw_below(chance[0], len(left)))) for _ in range(len(left))]
