"""Bots of one's own, good and bad, for `python:tests.bots.badly_behaved.…`."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np


class First:
    """As plain as can be."""

    def notice(self, events):
        pass

    def choose(self, view):
        return view["legal_actions"][0]


class Dice(First):
    """Asks for everything there is."""

    def __init__(self, game, seed, time_limit, sides=6, loaded=False, name=""):
        self.given = (game, seed, time_limit, sides, loaded, name)
        self.dice = random.Random(seed)

    def choose(self, view):
        return self.dice.choice(view["legal_actions"])


class Counting(First):
    """Says how many events it was told of: so the test can see that a bot made anew is told again."""

    def __init__(self):
        self.told = 0

    def notice(self, events):
        self.told += len(events)

    def choose(self, view):
        if len(view["legal_actions"]) == 1:
            os._exit(3)
        return f"told {self.told}"


class Reckons(First):
    """Cannot do without a time limit."""

    def __init__(self, time_limit):
        self.share = time_limit / 2


class Remembers(First):
    """Writes down what it was told of last."""

    def __init__(self, file):
        self.file = file

    def notice(self, events):
        Path(self.file).write_text(type(events[-1]).__name__)


class Numpy(First):
    def choose(self, view):
        return np.random.default_rng(1).choice(view["legal_actions"])


class Talkative(First):
    def choose(self, view):
        print("thinking aloud")
        sys.stdout.write("[]\n")
        sys.stdout.flush()
        return view["legal_actions"][0]


class Raises(First):
    def choose(self, view):
        raise ValueError("no idea")


class Clears(First):
    """Would empty the screen of whoever reads why it has failed."""

    def choose(self, view):
        raise ValueError("\x1b[2J\x9b\u202egone\ud800")


class Escapes(First):
    """Would do the same by the name of a type."""

    def choose(self, view):
        return type("\x1b[2J", (), {})()


class Deaf(First):
    def notice(self, events):
        raise RuntimeError("what?")


class Leaves(First):
    def choose(self, view):
        raise SystemExit(5)


class Interrupts(First):
    def choose(self, view):
        raise KeyboardInterrupt


class Stops(First):
    """Neither Exception nor anything one would think of."""

    def choose(self, view):
        raise GeneratorExit


class Exits(First):
    def choose(self, view):
        os._exit(7)


class Ponderous(Exits):
    """Takes its time whenever it is made."""

    def __init__(self):
        time.sleep(1.0)


class Recurses(First):
    def choose(self, view):
        return self.choose(view)


class Overflows(First):
    """Recursion that the interpreter does not survive."""

    def choose(self, view):
        sys.setrecursionlimit(10**9)
        return self.choose(view)


class Dawdles(First):
    def choose(self, view):
        while True:
            pass


class Sleeps(First):
    def choose(self, view):
        time.sleep(3600)


class Stubborn(First):
    """Dawdles, and will not be woken."""

    def choose(self, view):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue


class Tampers(First):
    """Changes its view, then answers what it has put there."""

    def choose(self, view):
        view["legal_actions"].clear()
        view["legal_actions"].append("fly")
        view["actors"] = []
        return "fly"


class Liar(str):
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("")

    def __str__(self):
        return "anything"


class Lies(First):
    def choose(self, view):
        return Liar("fly")


class Mute(First):
    def choose(self, view):
        return None


class Unwritable:
    def __repr__(self):
        raise ValueError("no words")


class Odd(First):
    def choose(self, view):
        return Unwritable()


class Fails(First):
    """Raises something that cannot be written either."""

    def choose(self, view):
        class Bad(Exception):
            def __str__(self):
                raise ValueError("no words")

            __repr__ = __str__

        raise Bad


class Slides(First):
    """Never says that it is done."""

    def choose(self, view):
        return next((action for action in view["legal_actions"] if action in "UDLR"), view["legal_actions"][0])


BAD = (
    Raises, Clears, Escapes, Deaf, Leaves, Stops, Recurses, Dawdles, Sleeps, Tampers, Lies, Mute, Odd, Fails,
)  # fmt: skip
DEADLY = (Interrupts, Exits, Overflows, Stubborn)


class NoChoice:
    def notice(self, events):
        pass


class Picky(First):
    def __init__(self, depth):
        if depth < 1:
            raise ValueError("the depth must be at least 1")


class Unmade(First):
    """Leaves before it is there."""

    def __init__(self, hard=False):
        os._exit(3) if hard else sys.exit(3)


class Forks(First):
    """Once: so there are two that answer, and two that wait for the next question."""

    forked = False

    def choose(self, view):
        if not Forks.forked:
            Forks.forked = True
            os.fork()
        return view["legal_actions"][0]


class Parent(First):
    """Starts a process that goes on, and tells its number."""

    def __init__(self, file):
        Path(file).write_text(str(subprocess.Popen(["sleep", "600"]).pid))


class Assassin(First):
    """Kills the process that races, but not in its first two races."""

    def __init__(self, file):
        self.file = Path(file)

    def notice(self, events):
        if type(events[-1]).__name__ == "RaceEnded":
            with self.file.open("a") as file:
                file.write("x")

    def choose(self, view):
        if self.file.exists() and len(self.file.read_text()) == 2:
            os.kill(os.getppid(), signal.SIGTERM)
        return view["legal_actions"][0]


class Slow(First):
    """Never hurried, for tests that interrupt."""

    def choose(self, view):
        time.sleep(0.02)
        return view["legal_actions"][0]
