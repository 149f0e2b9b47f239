"""The commands as people type them. Everything heavy is imported when a command runs, so that --help is quick."""

import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from karacho import __version__
from karacho.cli.arguments import finite, need_terminal, parse_bots, parse_options, parse_seed
from karacho.cli.places import check_file, chosen

app = typer.Typer(
    help="Three car-racing board games: Stich Rallye, Rally Run and Tiny Turbo Cars.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GAMES = "stich-rallye, rally-run or tiny-turbo-cars"
Game = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAMES}.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the race; may be repeated. JSON or text."),
]
Seed = Annotated[int | None, typer.Option(help="A whole number; the same seed gives the same. Random if left out.")]
TIME_LIMIT = 10.0


class LogFormat(StrEnum):
    """How a server's log is written."""

    text = "text"
    json = "json"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"karacho {__version__}")
        raise typer.Exit


@app.callback()
def karacho(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Three car-racing board games: Stich Rallye, Rally Run and Tiny Turbo Cars."""


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"{GAMES}; a start screen asks if left out.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.", show_default="as many as suit")] = None,
    players: Annotated[int, typer.Option(help="People at this keyboard; they take the first seats.")] = 1,
    bots: Annotated[
        str | None,
        typer.Option(
            help="One spec for all other seats, or one each: learner,champion. See docs/bots.md.", show_default="driver"
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    speed: Annotated[str, typer.Option(help="How fast events are shown: off, fast, normal or slow.")] = "normal",
) -> None:
    """Play in the terminal, against bots or with several people at one keyboard.

    Example: karacho play stich-rallye --seats 4 --bots rule --option track=beach
    """
    from karacho.cli.playing import play_in_terminal, setting_of

    specs = None if bots is None else parse_bots(bots)
    setting = setting_of(game, seats, players, specs, seed, parse_options(option or []), speed)
    need_terminal("`karacho league`, `karacho simulate` and `karacho replay --text` work without one")
    play_in_terminal(setting, speed)


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(envvar="KARACHO_HOST", help="The address to listen on; 127.0.0.1 keeps it on this machine.")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option(envvar="KARACHO_PORT", min=0, max=65535, help="0 takes any free one.")] = 8600,
    data: Annotated[
        Path | None,
        typer.Option(envvar="KARACHO_SERVER_DATA", help="The folder for races.", show_default="the user's data folder"),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="KARACHO_DATABASE",
            help="postgresql://… in place of a file; several servers may share it.",
            show_default="a file in the folder for races",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(envvar="KARACHO_ORIGINS", help="The address of another page that may connect; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar="KARACHO_PROXIES",
            help="The address or network of a proxy that tells where clients come from; may be repeated.",
            show_default="this machine",
        ),
    ] = None,
    bot_processes: Annotated[
        int | None,
        typer.Option(envvar="KARACHO_BOT_PROCESSES", min=1, help="Cores for bots.", show_default="all but one"),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            envvar="KARACHO_PACE", min=0, max=100, callback=finite, help="How fast bots drive; 0: without any pause."
        ),
    ] = 1.0,
    connections: Annotated[
        int, typer.Option(envvar="KARACHO_CONNECTIONS", min=1, help="Clients at once, in all.")
    ] = 5000,
    connections_per_address: Annotated[
        int, typer.Option(envvar="KARACHO_CONNECTIONS_PER_ADDRESS", min=1, help="Clients at once from one address.")
    ] = 200,
    log_format: Annotated[
        LogFormat, typer.Option(envvar="KARACHO_LOG_FORMAT", help="What is logged: for people, or one JSON a line.")
    ] = LogFormat.text,
    accounts: Annotated[
        bool, typer.Option(envvar="KARACHO_ACCOUNTS", help="May people make accounts? Nobody needs one.")
    ] = True,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only the address.")] = False,
) -> None:
    """Serve tables in the browser to everybody who can reach this machine.

    Example: karacho serve --port 8600 --browser
    """
    from karacho.cli.network import read_origins, read_proxies, take_port

    data, database = chosen(context, data, database)
    if proxy is None and "KARACHO_PROXIES" in os.environ:
        proxy = []  # an empty one trusts nobody; to typer it is not there
    proxies = None if proxy is None else read_proxies(proxy)
    origins = read_origins(origin or [])
    with take_port(host, port) as door:  # before all that takes long to load: who comes meanwhile waits there
        from karacho.cli.serving import run
        from karacho.server.logs import start_logging
        from karacho.server.settings import Settings

        settings = Settings(
            host=host,
            port=port,
            origins=origins,
            pace=pace,
            connections=connections,
            connections_per_address=connections_per_address,
            accounts=accounts,
        )
        if bot_processes is not None:
            settings = replace(settings, bot_processes=bot_processes)
        if proxies is not None:
            settings = replace(settings, proxies=proxies)
        start_logging(as_json=log_format is LogFormat.json, quiet=quiet)
        run(settings, door, data=data, database=database, browser=browser, quiet=quiet)


DATA = Annotated[
    Path | None,
    typer.Option(envvar="KARACHO_SERVER_DATA", help="The folder for races.", show_default="the user's data folder"),
]
DATABASE = Annotated[str | None, typer.Option(envvar="KARACHO_DATABASE", help="postgresql://… in place of the folder.")]


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A new file.")],
    data: DATA = None,
    database: DATABASE = None,
) -> None:
    """Copy everything a server keeps into one file, while it runs.

    Example: karacho backup races-monday.sqlite
    """
    from karacho.cli.storing import copy, default_store

    copy(default_store(*chosen(context, data, database)), check_file(file, "the backup"))


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file written by `karacho backup`.")],
    data: DATA = None,
    database: DATABASE = None,
) -> None:
    """Fill an empty folder or database from a backup.

    Example: karacho restore races-monday.sqlite --data /srv/karacho
    """
    from karacho.cli.storing import copy, default_store

    copy(check_file(file, "the backup"), default_store(*chosen(context, data, database)))


@app.command()
def migrate_store(
    context: typer.Context,
    target: Annotated[str, typer.Argument(help="postgresql://user@host/name, empty.")],
    data: DATA = None,
) -> None:
    """Move from the embedded database to PostgreSQL. Stop the server first; the old file stays as it is.

    Example: karacho migrate-store postgresql://karacho@localhost/karacho
    """
    from karacho.cli.storing import default_file, move, new_database

    move(default_file(chosen(context, data, None)[0]), new_database(target))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay that was saved.", show_default=False)],
    text: Annotated[bool, typer.Option("--text", help="Print actions and events as text.")] = False,
) -> None:
    """Step through a saved race.

    Example: karacho replay my-race.replay --text
    """
    from karacho.cli.replaying import print_replay, watch_replay
    from karacho.replay import Replay

    saved = Replay.load(file)
    if text:
        print_replay(saved)
    else:
        need_terminal("add --text to print the race")
        watch_replay(saved)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay that was saved.", show_default=False)],
    seat: Annotated[int, typer.Option(help="Whose decisions; 1 is the first seat.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Every decision as JSON.")] = False,
) -> None:
    """What a seat could have done: each decision weighed by what the seat could know then.

    Example: karacho review my-race.replay --seat 2
    """
    from karacho.cli.reviewing import print_json, print_review, review_race
    from karacho.errors import InvalidOption
    from karacho.replay import Replay

    saved = Replay.load(file)
    if not 1 <= seat <= saved.seats:
        raise InvalidOption("seat", seat, f"a seat of this race, 1 to {saved.seats}")
    decisions = review_race(saved, seat - 1)
    if as_json:
        print_json(decisions)
    else:
        print_review(decisions, seat - 1)


@app.command()
def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A race from a server: RACE.race, or a replay.", show_default=False)
    ],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What the table showed before the deal.", show_default=False)
    ] = None,
    fingerprint: Annotated[
        str | None, typer.Option(metavar="HEX", help="What the table showed after the race.", show_default=False)
    ] = None,
) -> None:
    """Check that a race was dealt fairly and played by the rules, and that nothing in its file was altered.

    Ends with 0 if everything holds, 1 if something does not, 3 if the file says nothing about how it was dealt.

    Example: karacho verify NDV9ZSHRGNH0A0JF.race
    """
    from karacho.cli.verifying import verify_race

    raise typer.Exit(verify_race(file, commitment, fingerprint))


@app.command()
def load(
    tables: Annotated[int, typer.Option(min=0, help="How many tables, each with a client for every seat.")] = 20,
    games: Annotated[
        str, typer.Option(help=f"{GAMES} or tiny-turbo-cars/realtime, separated by commas; tables take turns.")
    ] = "stich-rallye,rally-run,tiny-turbo-cars",
    pace: Annotated[
        str | None, typer.Option(help="Moves a second in all; several, as 100,300,1000, are tried in turn.")
    ] = None,
    flat_out: Annotated[bool, typer.Option("--flat-out", help="As fast as the server answers.")] = False,
    spectators: Annotated[int, typer.Option(min=0, help="At every table.")] = 0,
    frozen: Annotated[int, typer.Option(min=0, help="Clients that look on at a table and read nothing.")] = 0,
    idle: Annotated[int, typer.Option(min=0, help="Clients besides that are only connected.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, callback=finite, help="How long, once all tables race.")] = 10.0,
    kills: Annotated[int, typer.Option(min=0, help="How often the server is killed (SIGKILL) and restarted.")] = 0,
    deploys: Annotated[int, typer.Option(min=0, help="How often it is asked to go (SIGTERM) and restarted.")] = 0,
    pauses: Annotated[int, typer.Option(min=0, help="How often it is stopped for two seconds (SIGSTOP).")] = 0,
    storms: Annotated[int, typer.Option(min=0, help="How often all clients lose their lines at one instant.")] = 0,
    drivers: Annotated[int, typer.Option(min=1, help="Processes for the clients.")] = 1,
    url: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="A server that runs; else one is started for the run.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="That server's file or postgresql://…, to check it; or an empty one to start on.")
    ] = None,
    folder: Annotated[Path | None, typer.Option(help="Keep the server's data and what the clients saw there.")] = None,
    seed: Seed = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all figures as JSON.")] = None,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw latency over load (needs matplotlib).")
    ] = None,
) -> None:
    """Let scripted players race over real sockets, kill the server meanwhile, and check that every promise was kept.

    Example: karacho load --tables 200 --pace 300 --seconds 60 --kills 10
    """
    from karacho.cli.loading import read_games, read_paces, read_url, run_load
    from karacho.load.campaign import Plan

    plan = Plan(
        tables=tables,
        games=read_games(games),
        spectators=spectators,
        frozen=frozen,
        idle=idle,
        seconds=seconds,
        kills=kills,
        deploys=deploys,
        pauses=pauses,
        storms=storms,
        drivers=drivers,
        seed=parse_seed(seed),
        url=read_url(url),
        database=database,
        folder=folder,
    )
    raise typer.Exit(run_load(plan, read_paces(pace, flat_out), json_file, plot_file))


@app.command("compile")
def compile_() -> None:
    """Compile the rules of all games for this machine, so that nobody has to wait later.

    Example: karacho compile
    """
    from karacho.cli.compiling import compile_rules

    compile_rules()


@app.command()
def data() -> None:
    """Show where your own tracks, mixes and boards go, and what is found there.

    Example: karacho data
    """
    from karacho.cli.datafolder import print_data

    raise typer.Exit(0 if print_data() else 2)
