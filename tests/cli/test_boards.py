"""Boards as text: what is drawn, and what must not be."""

import itertools

import pytest

from karacho import Race, game_names, resample
from karacho.cli.boards import Room, look_of
from karacho.cli.boards.canvas import Canvas
from karacho.cli.boards.loop import Loop

NAMES = [f"Seat {seat + 1}" for seat in range(5)]
SIZES = [(100, 30), (78, 20), (66, 14), (50, 21), (20, 4)]


def test_a_canvas_cuts_what_falls_off():
    canvas = Canvas(4, 2)
    canvas.put(2, 0, "abc")
    canvas.put(-1, 1, "xyz", "bold")
    canvas.put(0, 5, "no")
    assert canvas.text().plain == "  ab\nyz  "


@pytest.mark.parametrize("spaces", range(20, 61))
@pytest.mark.parametrize("size", [(78, 8), (66, 15), (98, 15), (78, 6)])
def test_every_space_of_a_lap_has_a_cell_of_its_own_beside_the_one_before(spaces, size):
    loop = Loop(spaces, *size)
    corners = [loop.corner(space) for space in range(1, spaces + 1)]
    assert len(set(corners)) == spaces
    assert all(0 <= x <= size[0] - loop.cell_width for x, _ in corners)
    for (x, y), (next_x, next_y) in itertools.pairwise(corners):
        assert abs(next_x - x) // loop.cell_width + abs(next_y - y) // loop.cell_height == 1
    width = loop.start_box[2]
    assert all(y > 0 or x >= width for x, y in corners)


@pytest.mark.parametrize("game", game_names())
def test_every_view_of_a_whole_race_can_be_drawn(game):
    race = Race(game, seats=3, seed=2)
    look = look_of(game)
    picture = race.view(None)
    for event in race.opening:
        look.apply(picture, race.game.events.data(event))
    steps = 0
    while not race.over:
        seat = race.actors[0]
        legal = race.legal_actions(seat)
        action = "done" if "done" in legal else legal[steps * 7 % len(legal)]
        for event in race.redact(race.act(action, seat), None):
            data = race.game.events.data(event)
            look.apply(picture, data)
            assert isinstance(look.tell(data, NAMES), str)
            assert look.pause(data) >= 0
        width, height = SIZES[steps % len(SIZES)]
        for drawn in (picture, race.view(seat), race.position()):
            room = Room(width, height, NAMES, seat)
            assert look.draw(drawn, room).plain.count("\n") == height - 1
            assert look.roster(drawn, room).plain.count("\n") == 2
            assert look.headline(drawn)
        picture = race.view(None)
        steps += 1


@pytest.mark.parametrize("game", game_names())
def test_every_refusal_has_words(game):
    race = Race(game, seats=3, seed=1)
    assert {refusal.name for refusal in race.game.refusals} <= set(look_of(game).reasons) | {"NONE"}


def test_hills_have_signs_and_cars_have_numbers():
    race = Race("stich-rallye", seats=3, seed=1, track="volcano")
    text = look_of("stich-rallye").draw(race.view(0), Room(78, 10, NAMES)).plain
    assert text.count("▼") == 8
    assert text.count("▲") == 3
    assert "123" in text


def test_the_winning_and_the_lowest_card_are_marked():
    race = Race("stich-rallye", seats=4, seed=1)
    picture = {**race.view(None), "trick": ["G11", "R5", "B7", "G3"], "flag": 0}
    text = look_of("stich-rallye").draw(picture, Room(78, 10, NAMES)).plain
    assert "★B7★" in text
    assert "wins" in text
    assert "low" in text


def test_a_covered_tile_leaves_nothing_on_the_board():
    """The same view from different truths gives the same picture, letter for letter, and a log without tiles."""
    race = Race("rally-run", seats=2, seed=4, first=0)
    look = look_of("rally-run")
    picture = race.view(None)
    for _ in range(30):
        if race.over:
            break
        legal = race.legal_actions()
        for event in race.act(next((way for way in legal if len(way) < 4), legal[0])):
            data = race.game.events.data(event)
            look.apply(picture, data)
            words = look.tell(data, NAMES)
            assert not any(kind in words for kind in ("straight", "curve", "junction", "crossing", "dead end"))
        view = race.view(0)
        room = Room(60, 28, NAMES, 0)
        assert look.draw(picture, room).plain == look.draw(view, room).plain or race.over
        if not race.over:
            other = resample(view, seed=1).view(0)
            assert look.draw(other, room).plain == look.draw(view, room).plain
