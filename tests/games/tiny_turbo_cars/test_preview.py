"""The path of a program is the one the car drives, if nobody interferes."""

import karacho


def programming(seed, seats=2):
    """Until then nobody has a way to see."""
    race = karacho.Race("tiny-turbo-cars", seats=seats, seed=seed, draft="random", mode="relaxed")
    while race.view(None)["phase"] != "program":
        assert [race.hints(seat) for seat in range(seats)] == [None] * seats
        seat = race.actors[0]
        race.act(race.legal_actions(seat)[0], seat)
    return race


def test_a_car_far_from_the_others_drives_its_preview():
    checked = 0
    for seed in range(40):
        race = programming(seed)
        hints = race.hints(0)
        race.act("done", 1)
        events = [event for event in race.act("done", 0) if getattr(event, "seat", None) == 0]
        kinds = [type(event).__name__ for event in events]
        turn = events[kinds.index("TurnBegan") :]
        if turn[0].slowest:  # turns a battery down first, so a turbo goes less far
            continue
        interfered = any(type(event).__name__ == "CarStopped" and event.into is not None for event in turn)
        steps = [race.game.events.data(event) for event in turn if type(event).__name__ in ("CarStepped", "CarJumped")]
        shown = [event for event in hints["events"] if event["kind"] in ("car_stepped", "car_jumped")]
        if not interfered and len(steps) >= len(shown):
            assert steps[: len(shown)] == shown
            checked += 1
    assert checked > 5


def test_only_who_programs_gets_a_path():
    race = programming(1)
    assert race.hints(None) is None
    assert race.hints(0)["end"] != {}
    race.act("done", 0)
    assert race.hints(0) is None


def test_a_shield_does_what_its_preview_says():
    """Others in the way count: they stand where they stand. Only the seat that is asked is told."""
    checked = bumped = 0
    for seed in range(60):
        race = programming(seed, seats=4)
        for _ in range(60):
            if race.over or checked >= 60:
                break
            seat = race.actors[0]
            if race.view(None)["phase"] != "shield":
                race.act("done" if "done" in race.legal_actions(seat) else race.legal_actions(seat)[0], seat)
                continue
            hints = race.hints(seat)
            assert [race.hints(other) for other in (None, *range(4)) if other != seat] == [None] * 4
            events = [race.game.events.data(event) for event in race.act("shield", seat)]
            assert events[: len(hints["events"])] == hints["events"]
            car = race.position()["cars"][seat]
            assert hints["end"] == {"row": car["row"], "lane": car["lane"]}
            checked += 1
            bumped += any(event["kind"] in ("car_stopped", "car_blocked") for event in hints["events"])
    assert checked >= 60
    assert bumped > 3


def test_against_the_clock_only_while_programming():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=1, draft="random")
    assert not race.by_the_clock
    while race.view(None)["phase"] != "program":
        seat = race.actors[0]
        race.act(race.legal_actions(seat)[0], seat)
    assert race.by_the_clock
    assert not programming(1).by_the_clock
