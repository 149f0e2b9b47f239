"""The command line: `karacho serve`, `karacho play`, `karacho simulate` and the others."""

import contextlib
import os
import sys
from collections.abc import Sequence

MISTAKE = 2
INTERRUPTED = 130
WHILE_COMPILING = "interrupted while compiling; what is finished is kept for the next time"


class Interrupted(Exception):
    """By Ctrl+C, with a word about what becomes of what was done."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every mistake of a person becomes one line and an exit code."""
    try:
        code = run(arguments)
    except KeyboardInterrupt:  # before anything is begun
        code = INTERRUPTED
    sys.exit(code)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and answer its exit code."""
    from typer import Abort, Exit, TyperException

    from karacho.cli import trials  # noqa: F401 its commands stand beside the others
    from karacho.cli.commands import app
    from karacho.errors import KarachoError

    try:
        code = app(args=arguments, prog_name="karacho", standalone_mode=False)
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except Interrupted as stop:
        print(f"karacho: {stop}", file=sys.stderr)
        return INTERRUPTED
    except Exit as exit_:
        return exit_.exit_code
    except TyperException as error:
        return _mistake(error.format_message())
    except KarachoError as error:
        return _mistake(str(error))
    except BrokenPipeError:
        return _reader_has_gone()
    except OSError as error:
        return _mistake(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return code if isinstance(code, int) else 0


def _mistake(message: str) -> int:
    lines = " ".join(message.split())
    print(f"karacho: {lines or 'say what to do; karacho --help lists the commands'}", file=sys.stderr)
    return MISTAKE


def _reader_has_gone() -> int:
    """`karacho simulate … | head` closes the pipe early; Python must not complain about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
