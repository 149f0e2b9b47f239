"""The client's texts: complete for everything the engine and the server can say, and alike in all languages."""

import json
import re
from pathlib import Path

import pytest

from karacho.games.tiny_turbo_cars.components import RACECAR_NAMES
from karacho.registry import game_names, load_game
from karacho.server.codes import Code

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "fr")
GAMES = [load_game(name) for name in game_names()]

# Words that are the same in another language; names of games and racecars are added below.
SAME = {
    "de": {
        "auto",
        "bot",
        "garage",
        "haha",
        "l",
        "normal",
        "ok",
        "passphrase",
        "pause",
        "person",
        "r",
        "reset",
        "start",
        "turbo",
        "wow",
    },
    "fr": {
        "auto",
        "bot",
        "distance",
        "garage",
        "menu",
        "minute minutes",
        "missile",
        "normal",
        "obstacle",
        "ok",
        "options",
        "pause",
        "podium",
        "turbo",
    },
}
NAMES = {game.title.casefold() for game in GAMES} | {name.replace("-", " ") for name in RACECAR_NAMES}


def texts(language, namespace):
    return json.loads((WEB / "locales" / language / f"{namespace}.json").read_text(encoding="utf-8"))


NAMESPACES = sorted(file.stem for file in (WEB / "locales" / "en").glob("*.json"))
OTHERS = [(language, namespace) for language in LANGUAGES[1:] for namespace in NAMESPACES]


def closing(text, start):
    """Where the brace that opens at `start` is closed."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError(f"a brace is not closed: {text}")


def branches(text):
    """The branches of a choice: `one {# card} other {# cards}`."""
    found, place = {}, 0
    while (start := text.find("{", place)) >= 0:
        end = closing(text, start)
        found[text[place:start].strip()] = text[start + 1 : end]
        place = end + 1
    return found


def take_apart(text):
    """The values a message needs, each with the choices of its select, and the words the message is made of."""
    values, words, place = set(), [], 0
    while (start := text.find("{", place)) >= 0:
        words.append(text[place:start])
        end = closing(text, start)
        name, kind, rest = (*(part.strip() for part in text[start + 1 : end].split(",", 2)), "", "")[:3]
        inner = branches(rest)
        assert not kind or "other" in inner, f"a choice without other: {text}"
        # How a number is told is a matter of the language; what can be selected is not.
        values.add((name, frozenset(inner) if kind == "select" else None))
        for branch in inner.values():
            more_values, more_words = take_apart(branch)
            values |= more_values
            words.append(more_words)
        place = end + 1
    words.append(text[place:])
    assert "}" not in text[place:], f"a brace is closed that was not opened: {text}"
    return values, " ".join(re.findall(r"\w*[^\W\d]\w*", " ".join(words).casefold()))


def test_every_language_has_the_same_files():
    for language in LANGUAGES:
        assert sorted(file.stem for file in (WEB / "locales" / language).glob("*.json")) == NAMESPACES, language


@pytest.mark.parametrize(("language", "namespace"), OTHERS)
def test_the_same_keys_and_placeholders_in_all_languages(language, namespace):
    english, other = texts("en", namespace), texts(language, namespace)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert take_apart(other[key])[0] == take_apart(text)[0], key


@pytest.mark.parametrize("namespace", NAMESPACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_swallows_a_placeholder(language, namespace):
    for key, text in texts(language, namespace).items():
        assert text.strip() == text != "", key
        assert "'{" not in text, f"{key}: a straight apostrophe before a brace quotes it"


@pytest.mark.parametrize(("language", "namespace"), OTHERS)
def test_no_text_was_left_in_english(language, namespace):
    english = texts("en", namespace)
    for key, text in texts(language, namespace).items():
        words = take_apart(text)[1]
        assert text != english[key] or not words or words in SAME[language] | NAMES, f"{key}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_a_title_and_a_text(language):
    clauses = [clause for game in GAMES for clause in game.events.clauses[1:]]  # they count from 1
    rules = texts(language, "rules")
    for kind in ("clause", "clause_title"):
        written = [key.removeprefix(f"{kind}.") for key in rules if key.startswith(f"{kind}.")]
        assert sorted(written) == sorted(clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_every_end_has_a_text(language):
    codes = {code for game in GAMES for code in game.refusals.__members__} | set(Code) | {"NO_TILE"}  # free play's own
    written = texts(language, "refusals")
    assert {key for key in written if "@" not in key} == codes
    ends = {f"reason.{reason}" for game in GAMES for reason in game.end_reasons if reason}
    assert {key for key in texts(language, "table") if key.startswith("reason.")} == ends
    for code, _, game in (key.partition("@") for key in written if "@" in key):
        assert code in load_game(game).refusals.__members__, f"{code}@{game}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_the_short_rules_have_five_to_eight_sections(language, game):
    found = [key.removeprefix(f"{game}.section.") for key in texts(language, "rules") if f"{game}.section." in key]
    count = len(found) // 2
    assert 5 <= count <= 8
    assert found == [f"{number}.{part}" for number in range(1, count + 1) for part in ("title", "text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_racecar_has_a_name_and_an_ability(language):
    written = texts(language, "tiny-turbo-cars")
    for racecar in RACECAR_NAMES:
        assert f"racecar.{racecar}" in written
        editions = {f"ability.{racecar}-fr", f"ability.{racecar}-en"}
        assert f"ability.{racecar}" in written or editions <= written.keys()


def test_the_rules_pages_know_the_games_as_the_engine_does():
    pages = (WEB / "src" / "rules" / "games.ts").read_text(encoding="utf-8")
    pattern = r'name: "(.*?)",.*?designers: "(.*?)",\s+prefix: "(.*?)",\s+clauses: (\d+),'
    known = {name: facts for name, *facts in re.findall(pattern, pages, re.DOTALL)}
    for game in GAMES:
        prefix, last = game.events.clauses[-1].split("-")
        assert known.pop(game.name) == [game.designers.replace(" and ", " & "), prefix, last]
    assert not known
