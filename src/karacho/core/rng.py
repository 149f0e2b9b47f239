"""The generator behind every shuffle and draw: ChaCha with eight rounds.

The seed is the 256-bit key, so whoever has not seen the seed cannot predict a deal from the deals before it. The
stream number keeps the chance of a race, the choices of its bots and the truths drawn for a view apart. Numbers stay
below 2**63 throughout, so the stream is the same compiled and uncompiled.

Only functions named `deal_*`, `shuffle_*`, `draw_*` (and bots) draw from a generator: it is never part of a state,
where a planner could read the future from it.
"""

from typing import Annotated

import numpy as np

from karacho.core.jit import inlined, rule
from karacho.core.record import I64, Box, Ints, Record, copy_row, new
from karacho.errors import InvalidOption

SEED_LIMIT = 2**256
ROUNDS = 8
WORDS = 16  # in a block
HALF = 0xFFFF
WORD = 0xFFFFFFFF
CHANCE, CHOICES, WORLDS = 0, 1, 2  # streams of one race: its deals, its bots, truths drawn for a view

# "expand 32-byte k", the constant words of ChaCha.
_C0, _C1, _C2, _C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
_RACE_DOMAIN = 1  # keeps derived seeds apart from every stream


class Rng(Record):
    """The key, the place in the stream, and one block drawn in advance as thirty-two halves of words."""

    key: Annotated[Ints, "i8", 8]
    halves: Annotated[Ints, "i8", 2 * WORDS]
    stream: I64
    counter: I64
    used: I64


def seeded(seed: int, stream: int = CHANCE) -> Box[Rng]:
    """A generator at the beginning of a stream."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEED_LIMIT:
        raise InvalidOption("seed", seed, "a whole number from 0 to 2**256 - 1")
    box = new(Rng)
    box[0].key[:] = [(int(seed) >> (32 * i)) & WORD for i in range(8)]
    begin_stream(box[0], stream)
    return box


def race_seed(seed: int, index: int) -> int:
    """The seed of the race number `index` in a simulation with the seed `seed`."""
    if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < 2**62:
        raise InvalidOption("index", index, "the number of a race, a whole number from 0")
    box, master = seeded(seed), seeded(seed)
    derive_key(box[0], master[0].key, int(index))
    return sum(int(box[0].key[i]) << (32 * i) for i in range(8))


@rule
def begin_stream(rng: Rng, stream: int) -> None:
    """Go to the beginning of a stream."""
    rng.stream = stream
    rng.counter = 0
    rng.used = 2 * WORDS


@rule
def derive_key(rng: Rng, master: Ints, index: int) -> None:
    """Make the key of race number `index` from the key of the whole simulation."""
    for i in range(8):
        rng.key[i] = master[i]
    _fill(rng, index & WORD, index >> 32, 0, _RACE_DOMAIN, ROUNDS)
    for i in range(8):
        rng.key[i] = rng.halves[2 * i] | rng.halves[2 * i + 1] << 16


@rule
def seed_race(chance: Rng, choices: Rng, master: Ints, index: int) -> None:
    """Both streams of race number `index` of a simulation, at their beginning."""
    derive_key(chance, master, index)
    copy_row(choices.key, chance.key)
    begin_stream(chance, CHANCE)
    begin_stream(choices, CHOICES)


@inlined
def draw_below(rng: Rng, limit: int) -> int:
    """A number 0 … limit-1, each equally likely (Lemire's method with rejection; limit at most 2**15)."""
    limit = int(limit)  # uncompiled it may come as a small number type that would overflow
    product = _draw_half(rng) * limit
    if product & HALF < limit:
        threshold = (HALF + 1) % limit
        while product & HALF < threshold:
            product = _draw_half(rng) * limit
    return product >> 16


@rule
def draw_unit(rng: Rng) -> float:
    """A number from 0 up to, not including, 1, in steps of 2**-48."""
    high = _draw_half(rng) << 32 | _draw_half(rng) << 16
    return (high | _draw_half(rng)) / 281474976710656.0


@inlined
def _draw_half(rng: Rng) -> int:
    if rng.used == 2 * WORDS:
        _fill(rng, rng.counter & WORD, rng.counter >> 32, rng.stream & WORD, 0, ROUNDS)
        rng.counter += 1
        rng.used = 0
    half = int(rng.halves[rng.used])
    rng.used += 1
    return half


@rule
def _fill(rng: Rng, c0: int, c1: int, n0: int, n1: int, rounds: int) -> None:
    """One ChaCha block."""
    key = rng.key
    k0, k1, k2, k3 = int(key[0]), int(key[1]), int(key[2]), int(key[3])
    k4, k5, k6, k7 = int(key[4]), int(key[5]), int(key[6]), int(key[7])
    a0, a1, a2, a3 = _C0, _C1, _C2, _C3
    b0, b1, b2, b3 = k0, k1, k2, k3
    d0, d1, d2, d3 = k4, k5, k6, k7
    e0, e1, e2, e3 = c0, c1, n0, n1
    for _ in range(rounds // 2):
        a0, b0, d0, e0 = _quarter(a0, b0, d0, e0)
        a1, b1, d1, e1 = _quarter(a1, b1, d1, e1)
        a2, b2, d2, e2 = _quarter(a2, b2, d2, e2)
        a3, b3, d3, e3 = _quarter(a3, b3, d3, e3)
        a0, b1, d2, e3 = _quarter(a0, b1, d2, e3)
        a1, b2, d3, e0 = _quarter(a1, b2, d3, e0)
        a2, b3, d0, e1 = _quarter(a2, b3, d0, e1)
        a3, b0, d1, e2 = _quarter(a3, b0, d1, e2)
    _keep(rng, 0, a0 + _C0, a1 + _C1, a2 + _C2, a3 + _C3)
    _keep(rng, 8, b0 + k0, b1 + k1, b2 + k2, b3 + k3)
    _keep(rng, 16, d0 + k4, d1 + k5, d2 + k6, d3 + k7)
    _keep(rng, 24, e0 + c0, e1 + c1, e2 + n0, e3 + n1)


@rule
def _keep(rng: Rng, start: int, w0: int, w1: int, w2: int, w3: int) -> None:
    """Four words of the block, the lower half of each first."""
    halves = rng.halves
    halves[start], halves[start + 1] = w0 & HALF, w0 >> 16 & HALF
    halves[start + 2], halves[start + 3] = w1 & HALF, w1 >> 16 & HALF
    halves[start + 4], halves[start + 5] = w2 & HALF, w2 >> 16 & HALF
    halves[start + 6], halves[start + 7] = w3 & HALF, w3 >> 16 & HALF


@rule
def _quarter(a: int, b: int, d: int, e: int) -> tuple[int, int, int, int]:
    a = (a + b) & WORD
    e ^= a
    e = (e << 16 | e >> 16) & WORD
    d = (d + e) & WORD
    b ^= d
    b = (b << 12 | b >> 20) & WORD
    a = (a + b) & WORD
    e ^= a
    e = (e << 8 | e >> 24) & WORD
    d = (d + e) & WORD
    b ^= d
    b = (b << 7 | b >> 25) & WORD
    return a, b, d, e
