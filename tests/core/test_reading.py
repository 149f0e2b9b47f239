import pytest

from karacho.core.reading import Reader
from karacho.errors import InvalidPosition


def test_all_reasons_are_collected():
    reader = Reader({"round": 9, "flag": True, "phase": "lunch", "hands": "none", "more": 1, "many": [1, 2]})
    reader.integer("round", 1, 3)
    reader.integer("flag", 0, 2)
    reader.choice("phase", ["play", "over"])
    reader.listed("hands", 2, 2)
    reader.listed("many", 3, 4)
    reader.boolean("missing")
    reader.refuse_unknown()
    with pytest.raises(InvalidPosition) as caught:
        reader.finish()
    assert list(caught.value.reasons) == [
        "round must be a whole number from 1 to 3, not 9",
        "flag must be a whole number from 0 to 2, not True",
        "phase must be one of play, over, not 'lunch'",
        "hands must be a list of 2, not 'none'",
        "many must have 3 to 4 members, not 2",
        "missing is missing",
        "'more' is not a known field",
    ]


def test_a_reader_inside_another_shares_its_reasons():
    reader = Reader({"car": {"row": "x", "wings": 2}, "other": 5})
    car = reader.inside("car", reader.value("car"))
    car.integer("row", 1, 9)
    car.integer("lane", 1, 5)
    car.refuse_unknown()
    reader.inside("other", reader.value("other")).integer("row", 1, 9)
    assert reader.reasons == [
        "car.row must be a whole number from 1 to 9, not 'x'",
        "car.lane is missing",
        "car.'wings' is not a known field",
        "other must be a mapping of fields, not 5",
    ]


def test_defaults_are_used_and_checked_values_returned():
    reader = Reader({"a": 2, "yes": True})
    assert reader.integer("a", 1, 3) == 2
    assert reader.integer("b", 1, 3, 3) == 3
    assert reader.boolean("yes") is True
    assert reader.boolean("no", False) is False
    assert reader.choice("word", ["x", "y"], "y") == "y"
    assert reader.listed("list", 0, 9, [1]) == [1]
    reader.refuse_unknown()
    reader.finish()


def test_something_that_is_no_mapping_is_refused_once():
    reader = Reader([1, 2])
    reader.integer("round", 1, 3)
    assert reader.reasons == ["the position must be a mapping of fields, not [1, 2]"]


def test_huge_values_are_cut_short_in_the_message():
    reader = Reader({"round": 10**5000, "text": "x" * 5000})
    reader.integer("round", 1, 3)
    reader.integer("text", 1, 3)
    assert all(len(reason) < 200 for reason in reader.reasons)
