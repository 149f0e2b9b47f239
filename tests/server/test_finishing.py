"""Who was done first: the server's time less half the round trip up to a cap, drawn when as good as equal."""

import itertools

from karacho.fair.draws import drawn_order
from karacho.server.finishing import AS_GOOD_AS_EQUAL, LARGEST_CORRECTION, Finish, correction, in_order


def by_number(seats):
    return sorted(seats)


def reverse(seats):
    return sorted(seats, reverse=True)


def order(*finishes, draw=by_number):
    return [seat for seat, _ in in_order([Finish(*finish) for finish in finishes], draw)]


def test_the_earlier_done_counts_first():
    assert order((0, 10.2, 0), (1, 10.0, 0), (2, 10.1, 0)) == [1, 2, 0]


def test_half_the_round_trip_is_taken_off():
    assert order((0, 10.0, 0.0), (1, 10.06, 0.0)) == [0, 1]
    assert order((0, 10.0, 0.0), (1, 10.04, 0.2)) == [1, 0]
    assert order((0, 10.0, 0.2), (1, 10.04, 0.2)) == [0, 1]
    assert in_order([Finish(1, 10.0, 0.12)], by_number)[0] == (1, {"corrected_ms": 60})


def test_the_correction_has_a_cap_whatever_a_client_makes_its_pings_look_like():
    assert correction(0.1) == 0.05
    assert correction(5.0) == LARGEST_CORRECTION
    assert order((0, 10.0, 0.0), (1, 10.2, 5.0)) == [0, 1]
    assert in_order([Finish(1, 10.0, 5.0)], by_number)[0] == (1, {"corrected_ms": 100})


def test_d1_two_dones_within_the_blink_of_an_eye_are_drawn_and_both_are_told_so():
    together = [Finish(2, 10.000, 0.0), Finish(0, 10.001, 0.0), Finish(1, 10.2, 0.0)]
    ordered = in_order(together, reverse)
    assert [seat for seat, _ in ordered] == [2, 0, 1]
    draw = {"seats": [0, 2], "order": [2, 0]}
    assert ordered[0][1] == {"corrected_ms": 0, "draw": draw}
    assert ordered[1][1] == {"corrected_ms": 0, "draw": draw}
    assert ordered[2][1] == {"corrected_ms": 0}


def test_the_draw_is_fair():
    """From the seed: another race or round, another order; the same ones, the same."""
    firsts = [drawn_order(seed, number, [1, 0])[0] for seed in range(20) for number in range(20)]
    assert 150 < sum(firsts) < 250
    assert drawn_order(7, 3, [2, 0, 1]) == drawn_order(7, 3, [0, 1, 2])
    assert len({tuple(drawn_order(seed, 1, [0, 1, 2, 3])) for seed in range(400)}) == 24


def test_the_order_of_arrival_does_not_matter():
    finishes = [Finish(0, 10.0, 0.02), Finish(1, 10.04, 0.2), Finish(2, 10.3, 0), Finish(3, 10.1, 0.01)]
    expected = in_order(finishes, by_number)
    for shuffled in itertools.permutations(finishes):
        assert in_order(shuffled, by_number) == expected


def test_a_chain_of_near_dones_is_not_one_draw():
    """Only those close to the first of them: 0 and 60 ms are not equal because something lies between."""
    ordered = in_order([Finish(0, 10.0, 0), Finish(1, 10.04, 0), Finish(2, 10.06, 0)], reverse)
    assert [seat for seat, _ in ordered] == [1, 0, 2]
    assert AS_GOOD_AS_EQUAL == 0.05
