"""Choosing by trying out: sees only a view, finds what a look ahead shows, and is stronger than the rules of thumb."""

import pytest

import karacho
from karacho.core.jit import COMPILED
from tests.games.stich_rallye.tables import FLAT, table

SPECS = ("search:worlds=30,flat", "search:worlds=30,flat,thumb")


def bot(spec=SPECS[0], seed=1):
    return karacho.make_bot("stich-rallye", spec, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_it_wins_the_race_when_it_can(spec):
    # R10 has the trick and crosses the line for the second time; anything else lets seat 2 do so at the end.
    race = table(
        [["R5", "R10"], ["R9", "B2"], ["R8", "B3"]], flag=1, distances=[62, 0, 61], motors=[0, 0, 15], track=FLAT
    )
    race.act("R9")
    race.act("R8")
    assert bot(spec).choose(race.view(0)) == "R10"


@pytest.mark.parametrize("spec", SPECS)
def test_it_turbos_over_the_line(spec):
    race = table([["R9"], ["R2"], ["R8"]], motors=[1, 0, 0], distances=[62, 0, 63], track=FLAT, round_number=3)
    for card in ("R9", "R2", "R8"):
        race.act(card)
    assert bot(spec).choose(race.view(0)) == "turbo"


def test_rules_of_thumb_make_a_difference():
    """They say what the others will do with their cards; without them everybody is taken for a dawdler."""
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    plain, shrewd = [], []
    for _ in range(12):
        seat = race.actors[0]
        for spec, chosen in (("search:worlds=200,flat", plain), ("search:worlds=200,flat,thumb", shrewd)):
            chosen.append(bot(spec).choose(race.view(seat)))
        race.act(race.legal_actions()[0])
    assert plain != shrewd


def test_a_single_legal_action_needs_no_search():
    race = table([["R9", "B2"], ["R2", "B3"], ["R8", "B4"]])
    race.act("R9")
    assert bot().choose(race.view(1)) == "R2"


def test_the_same_view_and_seed_give_the_same_choice_whatever_the_truth():
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    for _ in range(9):
        race.act(race.legal_actions()[0])
    seat = race.actors[0]
    chosen = {bot(seed=3).choose(karacho.resample(race.view(seat), seed=s).view(seat)) for s in range(5)}
    assert len(chosen) == 1


@pytest.mark.parametrize("thumb", ["", ",thumb"])
def test_it_beats_the_rules_of_thumb(thumb):
    races = 40 if COMPILED else 1
    wins = 0
    for index in range(races):
        race = karacho.Race("stich-rallye", seats=4, seed=karacho.race_seed(7, index))
        mine = index % 4
        bots = [
            bot(f"search:worlds={40 if COMPILED else 2},flat{thumb}")
            if seat == mine
            else karacho.make_bot("stich-rallye", "rule", 1)
            for seat in range(4)
        ]
        while not race.over:
            seat = race.actors[0]
            race.act(bots[seat].choose(race.view(seat)))
        wins += race.winner == mine
    assert wins >= 0.3 * races - 1, "fair would be a quarter"


@pytest.mark.parametrize(
    "spec",
    [
        "search:worlds=0",
        "search:worlds=x",
        "search:worlds=1000000000000",
        "search:depth=3",
        "search:worlds=5,worlds=6",
        "rule:x=1",
        "Search",
        "search:" + "a" * 500,
        "",
        None,
        5,
    ],
)
def test_bad_specs_are_refused(spec):
    with pytest.raises(karacho.InvalidOption):
        karacho.make_bot("stich-rallye", spec)


def test_a_search_has_the_settings_of_its_game():
    with pytest.raises(karacho.InvalidOption, match="search has the settings worlds, swaps"):
        karacho.make_bot("rally-run", "search:worlds=5,flat")


def test_specs_are_split_between_bots_not_inside_them():
    from karacho.bots.spec import split_specs

    assert split_specs("rule") == ["rule"]
    assert split_specs("rule, random,search") == ["rule", "random", "search"]
    assert split_specs("search:worlds=9,flat,rule,search:flat,worlds=3") == [
        "search:worlds=9,flat",
        "rule",
        "search:flat,worlds=3",
    ]
