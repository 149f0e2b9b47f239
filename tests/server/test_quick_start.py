"""A server opens its door when it has loaded the rules: no machine code is made or loaded in the event loop."""

import subprocess
import sys

NOTHING_LATER = """
import sys
from karacho.registry import game_names
from karacho.server.course import Course
from karacho.server.drivers import load_rules
from karacho.race import Race

load_rules()
from karacho.core.dispatch import EntryDispatcher

def loaded():
    modules = [module for name, module in sys.modules.items() if name.startswith("karacho.games")]
    found = {id(x): x for module in modules for x in vars(module).values() if isinstance(x, EntryDispatcher)}
    return sorted((x.py_func.__module__, x.py_func.__name__, str(sig)) for x in found.values() for sig in x.signatures)

before = loaded()
for name in game_names():
    for seed in range(2):
        race = Race(name, seats=3, seed=seed)
        for _ in range(60):
            if race.over:
                break
            seat = race.actors[0]
            for eyes in (None, *range(3)):
                race.view(eyes)
                race.hints(eyes)
            race.act(race.legal_actions(seat)[-1], seat)
            race.progress, race.standing, race.by_the_clock, race.copy()
new = [each for each in loaded() if each not in before]
print(len(before) > 10, new)
"""


def test_everything_that_a_table_asks_is_loaded_before_the_first_table():
    found = subprocess.run(
        [sys.executable, "-c", NOTHING_LATER], capture_output=True, text=True, timeout=300, check=True
    )
    assert found.stdout == "True []\n"
