"""Random names and secrets, and names that people give themselves."""

import hashlib
import secrets
import unicodedata

from karacho.server.codes import Code, Refusal

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that can be mistaken for another
LONGEST_NAME = 24
MOST_MARKS = 2  # combining marks on one letter
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that show nothing


def new_code(length: int) -> str:
    """A random name, five bits a letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


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
    """What cannot harm: no control or direction characters, few marks, single spaces."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        if letter in BLANKS:
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


def clean_name(text: str) -> str:
    """A name that cannot harm and shows something."""
    name = clean(text)[:LONGEST_NAME].strip()
    if not name:
        raise Refusal(Code.NAME_NOT_ALLOWED)
    return name
