"""What is kept on disk: players, tables, and the log of every race."""

from karacho.store.records import Entry, PlayerRow, RaceRow, TableRow
from karacho.store.sqlite import SqliteStore, Statement

__all__ = ["Entry", "PlayerRow", "RaceRow", "SqliteStore", "Statement", "TableRow"]
