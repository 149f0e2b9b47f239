"""What can go wrong with a store, whatever database is behind it."""


class StoreError(Exception):
    """It is not written, or cannot be read. Trying again later may help."""


class Conflict(StoreError):
    """Somebody else has written there before: the log, the table or the answer is not what the writer thought."""


class WrongStore(StoreError):
    """This database cannot be used as it is; the text says why."""
