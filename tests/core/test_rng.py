"""ChaCha against its published test vector, and draws without bias."""

import numpy as np
import pytest

from karacho.core import rng as module
from karacho.core.rng import begin_stream, draw_below, draw_unit, race_seed, seeded
from karacho.errors import InvalidOption


def key_of(numbers):
    return sum(byte << (8 * i) for i, byte in enumerate(numbers))


def test_the_block_function_gives_the_published_chacha20_block():
    # RFC 8439, section 2.3.2: key 00 01 … 1f, counter 1, nonce 00:00:00:09:00:00:00:4a:00:00:00:00
    box = seeded(key_of(range(32)))
    module._fill(box[0], 1, 0x09000000, 0x4A000000, 0, 20)
    expected = """e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3
                  466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"""
    halves = box[0].halves.tolist()
    assert [f"{high << 16 | low:08x}" for low, high in zip(halves[::2], halves[1::2], strict=True)] == expected.split()


def test_streams_of_a_seed_differ_and_repeat():
    def first(seed, stream):
        box = seeded(seed, stream)
        return [draw_below(box[0], 2**15) for _ in range(40)]

    assert first(7, 0) == first(7, 0)
    assert len({tuple(first(7, 0)), tuple(first(7, 1)), tuple(first(8, 0))}) == 3


def test_a_stream_can_be_begun_again():
    box = seeded(3)
    before = [draw_below(box[0], 1000) for _ in range(30)]
    begin_stream(box[0], 0)
    assert [draw_below(box[0], 1000) for _ in range(30)] == before


def test_race_seeds_are_different_and_fit_a_race():
    seeds = {race_seed(1, index) for index in range(50)} | {race_seed(2, index) for index in range(50)}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**256 for seed in seeds)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 36])
def test_every_number_below_the_limit_is_equally_likely(limit):
    box = seeded(limit)
    count = 4000
    drawn = np.bincount([draw_below(box[0], limit) for _ in range(count)], minlength=limit)
    expected = count / limit
    chi_square = ((drawn - expected) ** 2 / expected).sum()
    assert len(drawn) == limit
    assert chi_square < limit + 6 * (2 * limit) ** 0.5 + 1


def test_rejection_is_used_where_the_words_do_not_divide_evenly():
    # With a limit of three quarters of the range, some numbers would be twice as likely without rejection.
    limit = 3 * 2**13
    box = seeded(5)
    low = sum(draw_below(box[0], limit) < limit // 3 for _ in range(3000))
    assert 0.29 < low / 3000 < 0.38


def test_units_fill_the_interval():
    box = seeded(9)
    units = [draw_unit(box[0]) for _ in range(2000)]
    assert 0 <= min(units) < 0.01
    assert 0.99 < max(units) < 1
    assert abs(np.mean(units) - 0.5) < 0.03


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "7", True, None, b"1"])
def test_bad_seeds_are_refused_by_name(seed):
    with pytest.raises(InvalidOption, match="seed"):
        seeded(seed)
