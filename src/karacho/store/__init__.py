"""What is kept on disk: players, tables, and the log of every race."""

from karacho.store.errors import Conflict, StoreError, WrongStore
from karacho.store.opening import open_store
from karacho.store.records import AccountRow, Entry, PlayerRow, RaceRow, TableRow
from karacho.store.statements import Statement
from karacho.store.store import Store

__all__ = [
    "AccountRow",
    "Conflict",
    "Entry",
    "PlayerRow",
    "RaceRow",
    "Statement",
    "Store",
    "StoreError",
    "TableRow",
    "WrongStore",
    "open_store",
]
