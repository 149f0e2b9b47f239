"""Every message between client and server; `docs/protocol.md` explains them, `web/src/protocol.ts` is made of them.

One WebSocket per client, one JSON object per message, its sort in `type`. Fields that are not listed are refused.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROTOCOL = 1

Op = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""A command's own name, drawn by the client. A repeated op gets the stored answer and is not carried out again."""
Code = Annotated[str, Meta(min_length=11, max_length=11, pattern=r"^[0-9A-HJKMNP-TV-Z]+$")]
"""The name of a table: 55 random bits in letters that cannot be mistaken for one another."""
RaceId = Annotated[str, Meta(min_length=16, max_length=16, pattern=r"^[0-9A-HJKMNP-TV-Z]+$")]
Secret = Annotated[str, Meta(max_length=1000)]  # whatever a client may have kept: if nobody has it, it is told so
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+$")]
"""32 bytes: a SHA-256 hash, or a random value."""
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Passphrase = Annotated[str, Meta(min_length=1, max_length=200)]
Liking = bool | float | Annotated[str, Meta(max_length=64)]
"""The value of a setting."""
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Spec = Annotated[str, Meta(min_length=1, max_length=64)]
ActionText = Annotated[str, Meta(min_length=1, max_length=24)]
Slides = Annotated[str, Meta(max_length=256, pattern=r"^[LRUD]*$")]

SeatKind = Literal["open", "person", "bot", "outside"]
Emote = Literal["hello", "well_done", "oops", "haha", "wow", "hurry", "thanks", "good_race"]
Stage = Literal["lobby", "racing", "over"]
Driver = Literal["person", "bot", "clock"]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type"):
    """What a client says."""


class Hello(Incoming, tag="hello"):
    """The first message. Without a secret the client gets an identity of its own; a bot shows its seat's token."""

    protocol: int
    secret: Secret | None = None


class Rename(Incoming, tag="rename"):
    """What the player wants to be called."""

    op: Op
    name: Name


class SignUp(Incoming, tag="sign_up"):
    """Give this identity a name and a passphrase, so that the same person can be here on other devices too."""

    op: Op
    name: Name
    passphrase: Passphrase


class SignIn(Incoming, tag="sign_in"):
    """Be the person of an account on this device. `bring`: what the guest had here becomes the account's."""

    op: Op
    name: Name
    passphrase: Passphrase
    bring: bool = False


class SignOut(Incoming, tag="sign_out"):
    """This device is not the account's any more; with `everywhere`, none is."""

    op: Op
    everywhere: bool = False


class ChangePassphrase(Incoming, tag="change_passphrase"):
    """A new passphrase; all other devices are signed out. Whoever has lost the old one, but is signed in, can do it."""

    op: Op
    passphrase: Passphrase


class DeleteAccount(Incoming, tag="delete_account"):
    """The account goes; races of others stay, with a pseudonym in its place."""

    op: Op
    passphrase: Passphrase


class KeepSettings(Incoming, tag="keep_settings"):
    """What the person likes, whole, for the account's other devices. The last word counts."""

    op: Op
    settings: Annotated[dict[Annotated[str, Meta(max_length=32)], Liking], Meta(max_length=32)]


class WhoAmI(Incoming, tag="whoami"):
    """What is kept for this player; answered by `account`."""


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit on a new table's seat: an open seat, a person on this device, a house bot, an outside bot."""

    kind: SeatKind
    name: Name | None = None
    bot: Spec | None = None


class Create(Incoming, tag="create"):
    """Set up a table; `start` deals at once."""

    op: Op
    game: str
    seats: Annotated[list[SeatChoice], Meta(min_length=2, max_length=5)]
    options: dict[str, Any] = {}
    decision_seconds: Annotated[int, Meta(ge=5, le=600)] | None = None
    free_chat: bool = False
    start: bool = False


class Open(Incoming, tag="open"):
    """Come to a table, or come back to it: `race` and `have` say what the client has already seen."""

    table: Code
    race: RaceId | None = None
    have: Version = 0


class Close(Incoming, tag="close"):
    """Go away from the table; the seats stay."""


class Look(Incoming, tag="look"):
    """See the race through one of one's own seats, or as a spectator does (a device that is being handed over)."""

    seat: SeatNumber | None


class Sit(Incoming, tag="sit"):
    """Take an open seat, or take back the wheel of one's own."""

    op: Op
    seat: SeatNumber
    name: Name | None = None


class Stand(Incoming, tag="stand"):
    """Give a seat up. In a running race a bot drives on."""

    op: Op
    seat: SeatNumber


class Assign(Incoming, tag="assign"):
    """Change who drives a seat: its owner and the host may; after 30 s of absence everybody seated may call a bot."""

    op: Op
    seat: SeatNumber
    kind: SeatKind
    name: Name | None = None
    bot: Spec | None = None


class Configure(Incoming, tag="configure"):
    """The host changes the table before a race."""

    op: Op
    seats: Annotated[int, Meta(ge=2, le=5)]
    options: dict[str, Any]
    decision_seconds: Annotated[int, Meta(ge=5, le=600)] | None = None
    free_chat: bool = False


class Start(Incoming, tag="start"):
    """The host starts the race; seats still open are driven by bots until somebody sits down."""

    op: Op


class Rematch(Incoming, tag="rematch"):
    """Race again at the same table with the same seats."""

    op: Op


class Pledge(Incoming, tag="pledge"):
    """A seated client binds itself to a random value for the next race, by the value's hash (fair dealing)."""

    race: RaceId
    hash: Hash


class Reveal(Incoming, tag="reveal"):
    """The value behind a pledge, as soon as `dealing` has come."""

    race: RaceId
    value: Hash


class Act(Incoming, tag="act"):
    """An action of a seat, chosen at version `base` of this race."""

    op: Op
    seat: SeatNumber
    base: Version
    action: ActionText
    race: RaceId | None = None


class Program(Incoming, tag="program"):
    """Slides of a seat's controller in a row, `first` of this round's slides already made before them; then, if `done`,
    the end of programming. `hints` asks for the path that the program would drive. `base` as in `Act`."""

    op: Op
    seat: SeatNumber
    base: Version
    first: Annotated[int, Meta(ge=0, le=100_000)]
    slides: Slides = ""
    done: bool = False
    hints: bool = False
    race: RaceId | None = None


class Ready(Incoming, tag="ready"):
    """Everything up to this version has been watched: the next start instant need not wait for this client."""

    version: Version


class Say(Incoming, tag="say"):
    """A word to the table."""

    emote: Emote | None = None
    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class Pong(Incoming, tag="pong"):
    """The answer to a ping; the server measures how long it took."""

    number: int


class Outgoing(Struct, tag_field="type", omit_defaults=True):
    """What the server says."""


class Welcome(Outgoing, tag="welcome"):
    """Who the client is. `secret` comes only with a new identity: keep it, it is the only key to it.

    `account`: the name of the account, if the player has one. `accounts`: can one be had here?
    """

    protocol: int
    player: str
    name: str
    build: str
    secret: str | None = None
    seat: int | None = None
    account: str | None = None
    accounts: bool = True


class OwnTable(Struct, frozen=True):
    """A table at which the player is or was; `at`: when it was changed, in seconds since 1970."""

    code: str
    game: str
    stage: Stage
    names: list[str]
    at: float


class Account(Outgoing, tag="account"):
    """What is kept for the player: the account's name and settings if there is one, and the latest tables."""

    name: str | None = None
    settings: dict[str, Any] | None = None
    tables: list[OwnTable] = []


class Accepted(Outgoing, tag="accepted"):
    """A command was carried out and is on disk."""

    op: str
    version: int | None = None
    table: str | None = None
    slides: int | None = None
    token: str | None = None
    secret: str | None = None
    hints: dict[str, Any] | None = None


class Refused(Outgoing, tag="refused"):
    """A command was not carried out and has changed nothing. `code` names the reason, `clause` the rule behind it."""

    code: str
    op: str | None = None
    clause: str | None = None
    detail: str | None = None
    version: int | None = None


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody at the table sees it. `mine` means the client's own."""

    kind: SeatKind
    name: str
    bot: str | None = None
    mine: bool = False
    taken: bool = False
    present: bool = False
    away: int | None = None


class Pledged(Struct, frozen=True):
    """A seat's pledge."""

    seat: int
    hash: str


class Sealed(Struct, frozen=True, omit_defaults=True):
    """How a race is kept fair: the commitment to the server's secret, what players pledged, and after the race the
    fingerprint of everything that was done. `tiles`: the root under which the tiles of Rally Run are sealed. `closed`:
    it is too late to pledge, since the race was to be dealt and could not be written down."""

    race: str
    commitment: str
    pledges: list[Pledged] = []
    fingerprint: str | None = None
    tiles: str | None = None
    closed: bool = False


class Table(Outgoing, tag="table"):
    """The table as it is now; sent whole at every change. `seal`: of the race that is on; `next`: of the next one;
    `asker`: the seat that has asked for the race."""

    code: str
    game: str
    stage: Stage
    seats: list[SeatInfo]
    options: dict[str, Any]
    host: bool
    free_chat: bool = False
    decision_seconds: int | None = None
    spectators: int = 0
    race: str | None = None
    races: list[str] = []
    asker: int | None = None
    seal: Sealed | None = None
    next: Sealed | None = None


class Dealing(Outgoing, tag="dealing"):
    """A race is about to be dealt: no pledge can be added any more. Whoever finds the own one says `reveal` at once."""

    race: str
    commitment: str
    pledges: list[Pledged]


class Deadline(Struct, frozen=True, omit_defaults=True):
    """A clock with `left` seconds to go: until the common start, for the last seat's program, for a decision."""

    kind: Literal["start", "countdown", "decision"]
    left: float
    seat: int | None = None


class Outcome(Struct, frozen=True):
    """How a race ended."""

    reason: str
    winner: int | None
    standing: list[list[int]]


class Proven(Struct, frozen=True):
    """A tile that was turned up on `cell` is the one that was sealed on `dealt`: the salt, and the way to the root."""

    cell: str
    dealt: str
    salt: str
    path: list[str]


class Frame(Outgoing, tag="frame"):
    """What the versions after `since` up to `version` brought, through the eyes of a seat (`seat`) or a spectator.

    `parts`: how many of the events each version brought, and who drove. `reset`: the view stands for itself, there is
    nothing to animate. `waiting`: say `ready` when it has been watched.
    """

    race: str
    since: int
    version: int
    view: dict[str, Any]
    seat: int | None = None
    events: list[dict[str, Any]] = []
    parts: list[tuple[int, Driver | None]] = []
    reset: bool = False
    hints: dict[str, Any] | None = None
    deadline: Deadline | None = None
    waiting: bool = False
    outcome: Outcome | None = None
    draws: list[dict[str, Any]] = []
    proofs: list[Proven] = []


class Chatter(Outgoing, tag="chatter"):
    """Somebody said something."""

    name: str
    seat: int | None = None
    emote: str | None = None
    text: str | None = None


class Ping(Outgoing, tag="ping"):
    """Are you there? The next one comes within so many seconds: a line that is silent much longer is dead."""

    number: int
    within: int = 2


Message = (
    Hello
    | Rename
    | SignUp
    | SignIn
    | SignOut
    | ChangePassphrase
    | DeleteAccount
    | KeepSettings
    | WhoAmI
    | Create
    | Open
    | Close
    | Look
    | Sit
    | Stand
    | Assign
    | Configure
    | Start
    | Rematch
    | Pledge
    | Reveal
    | Act
    | Program
    | Ready
    | Say
    | Pong
)
Answer = Welcome | Account | Accepted | Refused | Table | Dealing | Frame | Chatter | Ping
