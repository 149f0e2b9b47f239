"""Random names and secrets, and names that people give themselves."""

import hashlib
import secrets
import unicodedata
from itertools import zip_longest

from karacho.server.codes import Code, Refusal

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that can be mistaken for another
LONGEST_NAME = 24
MOST_MARKS = 2  # combining marks on one letter
MOST_JOINED = 4  # emoji that show as one: a family
JOINER = "\u200d"
SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
DRESSING = SKIN_TONES | {"\ufe0f"}  # changes how the emoji before it looks
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that show nothing


def new_code(length: int) -> str:
    """A random name, five bits a letter: as 32 divides 256, none is likelier than another."""
    return "".join([LETTERS[byte % len(LETTERS)] for byte in secrets.token_bytes(length)])


def is_code(text: str) -> bool:
    """Can it be the name of a table or a race?"""
    return set(text) <= set(LETTERS)


def new_table_code() -> str:
    """55 bits: nobody finds a table by trying."""
    return new_code(11)


def new_id() -> str:
    """80 bits, for races and players."""
    return new_code(16)


def new_secret() -> str:
    """192 bits."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> bytes:
    """What is kept of a secret. It is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).digest()


def clean(text: str) -> str:
    """What cannot harm: no control or direction characters, few marks, single spaces; joiners only between emoji."""
    kept: list[str] = []
    marks = 0
    letters = unicodedata.normalize("NFC", text)
    for letter, following in zip_longest(letters, letters[1:], fillvalue=""):
        if letter in BLANKS:
            continue
        if letter == JOINER and _is_emoji(following) and _can_be_joined(kept):
            kept.append(letter)
            continue
        sort = unicodedata.category(letter)
        if sort in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not kept:
                continue
        else:
            marks = 0
        if sort[0] == "C" or sort in ("Zl", "Zp"):
            continue
        kept.append(" " if sort == "Zs" else letter)
    return " ".join("".join(kept).split())


def _is_emoji(letter: str) -> bool:
    """Can it be a part of a joined emoji? (Python does not know which symbols are emoji; these blocks hold them.)"""
    blocks = "\u2190" <= letter <= "\u21ff" or "\u2600" <= letter <= "\u27bf" or "\u2b00" <= letter <= "\u2bff"
    found = blocks or "\U0001f000" <= letter <= "\U0001faff"
    return found and letter not in SKIN_TONES and unicodedata.category(letter)[0] == "S"


def _can_be_joined(kept: list[str]) -> bool:
    """Does it end with an emoji to which another can be joined?"""
    joined, place = 1, len(kept) - 1
    while place >= 0:
        while kept[place] in DRESSING and place > 0:
            place -= 1
        if not _is_emoji(kept[place]):
            return False
        if place < 2 or kept[place - 1] != JOINER:
            return joined < MOST_JOINED
        joined, place = joined + 1, place - 2
    return False


def _shortened(text: str) -> str:
    """At most as long as a name may be, and no emoji cut in two."""
    end = LONGEST_NAME
    while end < len(text) and end > 0 and (text[end] in DRESSING | {JOINER} or text[end - 1] == JOINER):
        end -= 1
    return text[:end]


def clean_name(text: str) -> str:
    """A name that cannot harm and shows something."""
    name = _shortened(clean(text)).strip()
    if not name:
        raise Refusal(Code.NAME_NOT_ALLOWED)
    return name
