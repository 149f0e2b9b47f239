"""F10: what people call themselves, as the server keeps it."""

import unicodedata

import pytest

from karacho.server.codes import Refusal
from karacho.server.identity import LONGEST_NAME, clean, clean_name

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "{name} {count, plural, one {#} other {#}}",
    "javascript:alert(1)",
    "\u202eanna\u202c \u2066x\u2069",
    "a\u200bn\u200cn\u200da\ufeff",
    "Z" + "\u0335\u0322\u031b\u0348" * 20,
    "\x00\x1b[2J\r\nAnna",
    "👩\u200d👩\u200d👧🏳️\u200d🌈",
    "مرحبا שלום",
    "\u2028Anna\u2029Ben",
    "W" * 24,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_f10_a_name_is_one_short_line_of_letters_that_can_be_seen(text):
    name = clean_name(text)
    assert 0 < len(name) <= LONGEST_NAME
    assert all(unicodedata.category(letter)[0] != "C" for letter in name if letter != "\u200d")
    assert clean_name(name) == name, "cleaned once is clean"
    marks = [unicodedata.category(letter) in ("Mn", "Me") for letter in name]
    assert not any(all(marks[at : at + 3]) for at in range(len(marks) - 2))
    assert clean(text).startswith(name)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u200b\u2060", "\u0301", "\ufe0f", "\u00ad"],
)
def test_f10_a_name_that_shows_nothing_is_no_name(text):
    with pytest.raises(Refusal, match="NAME_NOT_ALLOWED"):
        clean_name(text)


FAMILY, RAINBOW, SHRUG = "👨‍👩‍👧‍👦", "🏳️‍🌈", "🤷🏽‍♀️"


@pytest.mark.parametrize("text", [FAMILY, RAINBOW, SHRUG, f"Zoé {RAINBOW}", FAMILY + RAINBOW + SHRUG])
def test_emoji_that_show_as_one_stay_one(text):
    assert clean_name(text) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("an\u200dna", "anna"),
        ("👩\u200d", "👩"),
        ("\u200d👩", "👩"),
        ("👩\u200d\u200d👩", "👩\u200d👩"),
        ("👩\u200da", "👩a"),
        ("a\ufe0f\u200d👩", "a\ufe0f👩"),
        ("👩\u200d\u3164", "👩"),
        ("🏽\u200d👩", "🏽👩"),
        ("👩\u200d👩\u200d👩\u200d👩\u200d👩", "👩\u200d👩\u200d👩\u200d👩👩"),
    ],
)
def test_f10_a_joiner_joins_emoji_and_nothing_else(text, name):
    assert clean_name(text) == name
    assert clean_name(name) == name


def test_no_emoji_is_cut_in_two():
    for before in range(LONGEST_NAME):
        name = clean_name("W" * before + FAMILY + SHRUG)
        assert name.lstrip("W") in ("", FAMILY, FAMILY + SHRUG)
        assert len(name) <= LONGEST_NAME
