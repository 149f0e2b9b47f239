"""Compiling on a new machine is told step by step, and only once."""

import os
import subprocess
import sys

from karacho import warmth
from karacho.registry import load_game


def test_every_step_is_told():
    told = []
    warmth.warm_up(load_game("stich-rallye"), lambda step, number, steps: told.append((number, steps)))
    assert told == [(number, len(told)) for number in range(1, len(told) + 1)]
    assert warmth.is_warm(load_game("stich-rallye"))


def test_a_new_machine_is_told_and_the_next_start_is_quiet(tmp_path):
    code = "import karacho; karacho.Race('stich-rallye', seats=3, seed=1)"
    environment = {**os.environ, "KARACHO_CACHE": str(tmp_path), "KARACHO_JIT": "1"}
    runs = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert "compiling Stich Rallye" in runs[0].stderr
    assert "once for this machine" in runs[0].stderr
    assert runs[1].stderr == ""
