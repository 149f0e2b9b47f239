"""Why the server itself refuses something; the rules have their own codes."""

from enum import StrEnum

from karacho.errors import IllegalAction, InvalidNotation, KarachoError


class Code(StrEnum):
    """The reasons, translated by the client."""

    STALE = "STALE"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    SEAT_NOT_DRIVEN_BY_YOU = "SEAT_NOT_DRIVEN_BY_YOU"
    NOT_HOST = "NOT_HOST"
    NOT_AT_TABLE = "NOT_AT_TABLE"
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    NO_SUCH_RACE = "NO_SUCH_RACE"
    NO_SEAL = "NO_SEAL"
    NO_SUCH_BOT = "NO_SUCH_BOT"
    SEAT_TAKEN = "SEAT_TAKEN"
    SEAT_NOT_OPEN = "SEAT_NOT_OPEN"
    ONE_SEAT_ONLY = "ONE_SEAT_ONLY"
    NOT_ABSENT = "NOT_ABSENT"
    NO_RACE = "NO_RACE"
    RACE_RUNNING = "RACE_RUNNING"
    RACE_NOT_OVER = "RACE_NOT_OVER"
    WRONG_OPTION = "WRONG_OPTION"
    UNREADABLE = "UNREADABLE"
    NOT_YET = "NOT_YET"
    TOO_LATE = "TOO_LATE"
    SLIDES_DIFFER = "SLIDES_DIFFER"
    NO_FREE_CHAT = "NO_FREE_CHAT"
    TOO_FAST = "TOO_FAST"
    TOO_MANY_TABLES = "TOO_MANY_TABLES"
    SAVING_FAILED = "SAVING_FAILED"
    OUTSIDE_BOT_ONLY = "OUTSIDE_BOT_ONLY"
    NAME_NOT_ALLOWED = "NAME_NOT_ALLOWED"
    NAME_TAKEN = "NAME_TAKEN"
    WRONG_PASSPHRASE = "WRONG_PASSPHRASE"
    PASSPHRASE_TOO_SHORT = "PASSPHRASE_TOO_SHORT"
    TOO_MANY_TRIES = "TOO_MANY_TRIES"
    SIGNED_IN = "SIGNED_IN"
    NOT_SIGNED_IN = "NOT_SIGNED_IN"
    NO_ACCOUNTS = "NO_ACCOUNTS"
    WRONG_PROTOCOL = "WRONG_PROTOCOL"
    PARKED = "PARKED"


class Refusal(Exception):
    """A command that is not carried out and changes nothing."""

    def __init__(
        self,
        code: str,
        *,
        clause: str | None = None,
        detail: str | None = None,
        version: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = str(code)
        self.clause = clause
        self.detail = detail
        self.version = version

    @classmethod
    def of(cls, error: KarachoError) -> "Refusal":
        """What the engine refused, for the wire."""
        if isinstance(error, IllegalAction):
            return cls(error.code, clause=error.clause)
        if isinstance(error, InvalidNotation):
            return cls(Code.UNREADABLE, detail=str(error))
        return cls(Code.WRONG_OPTION, detail=str(error))


class CloseCode:
    """Why the server closes a socket: a contract with every client."""

    NORMAL = 1000
    POLICY = 1008
    RESTART = 1012
    TRY_LATER = 1013
    AUTH = 4001
    REPLACED = 4003
    SLOW = 4008
