"""The figures of a run are counted from what the clients saw."""

from karacho.load.figures import figures
from karacho.load.history import Operation, Return


def operation(due, ended, outcome="ok", kind="act"):
    return Operation(1, "op", kind, "table", "race", 0, "N", due, due, ended, outcome, "STALE", 2)


def test_latency_counts_from_when_a_move_was_due():
    rows = [operation(float(i), i + 0.01 * (i + 1)) for i in range(10)]
    rows += [operation(3.0, 3.5, "refused"), operation(4.0, 4.5, kind="sit"), operation(50.0, 50.1)]
    found = figures([*rows, Return(1, 2.0, 2.75, 1006)], 0.0, 10.0).as_data()
    assert (found["moves"], found["moves_per_second"]) == (10, 1.0)
    assert (found["p50_ms"], found["p99_ms"], found["max_ms"]) == (60.0, 100.0, 100.0)
    assert found["refusals"] == {"STALE": 1}
    assert (found["clients_back"], found["back_max_ms"]) == (1, 750.0)


def test_the_first_view_of_every_life():
    found = figures([Return(1, 0.0, at, 1006) for at in (1.5, 1.75, 6.0)], 0.0, 10.0)
    found.note_births([1.0, 3.0, 5.0])
    assert found.first_views == [0.5, 1.0]  # the second life was too short for anybody
    assert found.returns == [0.5, 0.75, 1.0]  # who waits through several outages waits for the last one


def test_nothing_happened():
    found = figures([], 0.0, 1.0).as_data()
    assert found["p50_ms"] is None
    assert found["server_cpu_us_per_move"] is None
