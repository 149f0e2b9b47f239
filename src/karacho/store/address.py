"""The address of a PostgreSQL server, as people type it."""

import re

import psycopg
from psycopg.conninfo import conninfo_to_dict

from karacho.store.errors import WrongStore


def check_address(url: str) -> None:
    """Refuse one that cannot be read before the driver does: its words, and those about a host, quote the password."""
    try:
        told = conninfo_to_dict(url)
        is_sound = "@" not in str(told.get("host", "")) and re.fullmatch(r"[\d,]*", str(told.get("port", "")))
    except psycopg.ProgrammingError:
        is_sound = None
    if not is_sound:
        raise WrongStore(
            "the address of the database cannot be read: it is written postgresql://user:password@host/name, and in a "
            "password a space is %20, % is %25, / is %2F and @ is %40"
        )
