"""A real PostgreSQL for tests, one per test process, with a fresh database for whoever asks."""

import atexit
import itertools
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psycopg

_numbers = itertools.count(1)


@cache
def folder() -> Path:
    """Where its data are; short, because the path of its socket is."""
    found = Path(tempfile.mkdtemp(prefix="karacho-pg-", dir="/tmp"))
    found.chmod(0o755)  # it runs as a user of its own if the tests run as root
    return found


@cache
def server():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains about folders that it does not need
        import pgserver

        started = pgserver.get_server(folder(), cleanup_mode="stop")
    atexit.register(lambda: (started.cleanup(), shutil.rmtree(folder(), ignore_errors=True)))
    return started


def fresh_database() -> str:
    """The address of an empty database."""
    name = f"karacho{next(_numbers)}"
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://postgres@/{name}?host={quote(str(folder()))}"


def drop_database(url: str) -> None:
    name = url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
