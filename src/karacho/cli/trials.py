"""The commands that let bots race: to count, to compare, to tune, to find faults, to measure."""

from pathlib import Path
from typing import Annotated

import typer

from karacho.cli.arguments import check_place, finite, parse_bots, parse_options, parse_seed, parse_specs
from karacho.cli.commands import GAMES, TIME_LIMIT, Game, Options, Seed, app

AGAINST = "rule"  # whom settings are tried out against


@app.command()
def simulate(
    game: Game,
    races: Annotated[int, typer.Option(help="How many races.")] = 10_000,
    seats: Annotated[int, typer.Option(help="How many seats.")] = 4,
    bots: Annotated[str, typer.Option(help="One for all seats, or one per seat: rule,random,random.")] = "rule",
    seed: Seed = None,
    processes: Annotated[int | None, typer.Option(help="How many cores to use.", show_default="all")] = None,
    option: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print one row per race as CSV.")] = False,
) -> None:
    """Run many races of bots and print how long they are, how they end, and who wins.

    Example: karacho simulate rally-run --races 100000 --seats 3 --bots rule,random,random --seed 1
    """
    from karacho.cli import simulating

    if as_json and as_csv:
        raise typer.BadParameter("choose one of --json and --csv")
    chosen = parse_seed(seed)
    options = parse_options(option or [])
    result = simulating.run_races(game, races, seats, parse_bots(bots), chosen, processes, options)
    if as_json:
        simulating.print_json(result)
    elif as_csv:
        simulating.print_csv(result)
    else:
        simulating.print_table(result)


@app.command()
def league(
    game: Game,
    bots: Annotated[str, typer.Option(help="The specs of the bots, between commas.")] = "learner,driver,racer,champion",
    races: Annotated[int, typer.Option(help="How many races at least; no deal is left half played.")] = 1000,
    seats: Annotated[int, typer.Option(help="How many seats.")] = 4,
    seed: Seed = None,
    line_ups: Annotated[
        str,
        typer.Option(
            help="mixed: every line-up. Or one car against cars of one kind: single: each bot against each other; "
            "first: the first bot against each other; last: each bot against the last."
        ),
    ] = "mixed",
    option: Options = None,
    time_limit: Annotated[
        float, typer.Option(callback=finite, help="Seconds a bot may think; then it is replaced for the move.")
    ] = TIME_LIMIT,
    processes: Annotated[int | None, typer.Option(help="How many cores to use.", show_default="all")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Race on the Ray cluster there; local starts one here.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder for results and plots.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the league in the folder.")] = False,
    plots: Annotated[str, typer.Option(help="png, svg or none.")] = "png",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
) -> None:
    """Let bots race each other on the same deals, and tell how strong each is and how certain that is.

    Example: karacho league stich-rallye --bots rule,search:worlds=200,flat --races 400 --seed 1 --out my-league
    """
    from karacho.arena.journal import begun_seed
    from karacho.arena.plan import Plan
    from karacho.cli.league import Course, play_league

    check_place(processes, ray)
    chosen = begun_seed(out) if resume and out and seed is None else parse_seed(seed)
    plan = Plan(game, parse_specs(bots), seats, races, chosen, line_ups, parse_options(option or []), time_limit)
    raise typer.Exit(play_league(plan, Course(processes, ray, out, resume, plots, markdown)))


@app.command()
def tune(
    game: Game,
    bot: Annotated[str | None, typer.Option(help="The bot whose settings are tried out.")] = None,
    vary: Annotated[
        list[str] | None, typer.Option(metavar="NAME=A,B,C", help="A setting and its values; may be repeated.")
    ] = None,
    against: Annotated[str | None, typer.Option(help="The bot on all other seats.", show_default=AGAINST)] = None,
    levels: Annotated[str | None, typer.Option(help="Or: the bots to choose four levels from.")] = None,
    races: Annotated[int, typer.Option(help="Races of each bot in the first stage; of the league for levels.")] = 200,
    seats: Annotated[int, typer.Option(help="How many seats.")] = 4,
    seed: Seed = None,
    option: Options = None,
    processes: Annotated[int | None, typer.Option(help="How many cores to use.", show_default="all")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Race on the Ray cluster there.")] = None,
) -> None:
    """Find the best settings of a bot, or four bots that make levels clearly apart.

    Example: karacho tune stich-rallye --bot search:flat --vary worlds=10,50,200 --against rule --seed 1
    """
    from karacho.arena.plan import Plan
    from karacho.cli import tuning

    if (bot is None) == (levels is None):
        raise typer.BadParameter("say either --bot and --vary, or --levels")
    if levels is not None and (vary or against is not None):
        raise typer.BadParameter("--vary and --against go with --bot: leave them out beside --levels")
    check_place(processes, ray)
    bots = parse_specs(levels) if levels is not None else ()
    plan = Plan(game, bots, seats, races, parse_seed(seed), "mixed", parse_options(option or []), TIME_LIMIT)
    course = tuning.Course(processes, ray)
    if bot is not None:
        tuning.tune_bot(bot, tuning.parse_vary(vary or []), AGAINST if against is None else against, plan, course)
    else:
        tuning.tune_levels(plan, course)


@app.command()
def fuzz(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"{GAMES}, or all.")] = "all",
    races: Annotated[
        int | None, typer.Option(help="How many races.", show_default="100, or no limit with --seconds")
    ] = None,
    seed: Seed = None,
    seconds: Annotated[float | None, typer.Option(callback=finite, help="Stop after so many seconds.")] = None,
    folder: Annotated[Path, typer.Option(help="Where a failure is written to.")] = Path("fuzz"),
) -> None:
    """Run random races with random options and check after every action that all promises hold.

    Example: karacho fuzz rally-run --races 200 --seed 1
    """
    from karacho.cli.fuzzing import run_fuzz

    raise typer.Exit(run_fuzz(game, races, parse_seed(seed), seconds, folder))


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Measure the engine on this machine: the median of five runs.

    Example: karacho bench --json
    """
    from karacho.cli.benching import measure_all, print_table

    numbers = measure_all()
    if as_json:
        import json

        typer.echo(json.dumps(numbers, indent=2))
    else:
        print_table(numbers)
