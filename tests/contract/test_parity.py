"""Compiled and uncompiled runs give the same races event for event, warnings as errors."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(jit):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.contract.parity"],
        env={**os.environ, "KARACHO_JIT": jit},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_compiled_and_uncompiled_races_are_the_same():
    compiled, plain = run("1"), run("0")
    lines, plain_lines = compiled.communicate(timeout=900)[0], plain.communicate(timeout=900)[0]
    assert (compiled.returncode, plain.returncode) == (0, 0)
    assert len(lines.splitlines()) > 30
    assert lines == plain_lines
