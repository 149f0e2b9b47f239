"""Countable things, counted again by an independent slow program, in the spirit of perft."""

import pytest

from karacho.core.events import silent_log
from karacho.core.record import new
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import PIECE_NAMES
from karacho.games.tiny_turbo_cars.state import State
from tests.games.tiny_turbo_cars.tables import SCRAMBLES, car, race


def neighbours(text):
    """All controllers one slide away, by swapping characters of a 4 × 4 table."""
    cells = text.split()
    row, column = divmod(cells.index("."), 4)
    for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= row + dr < 4 and 0 <= column + dc < 4:
            other = cells.copy()
            gap, piece = row * 4 + column, (row + dr) * 4 + column + dc
            other[gap], other[piece] = other[piece], "."
            yield " ".join(other)


def test_the_controllers_within_six_slides_are_the_same_set():
    naive = {" ".join(SCRAMBLES[0].split())}
    for _ in range(6):
        naive |= {near for text in naive for near in neighbours(text)}
    table = race([car("dogtor", 3, 1), car("brick-gang", 3, 3)])
    found = {}

    def explore(state, depth):
        text = " ".join(state.position()["controllers"][0].split())
        if found.get(text, -1) >= depth:
            return
        found[text] = depth
        if depth:
            for action in state.legal_actions(0):
                if action != "done":
                    copy = state.copy()
                    copy.act(action, 0)
                    explore(copy, depth - 1)

    explore(table, 6)
    assert set(found) == naive
    assert len(naive) == NAIVE_WITHIN_SIX


# From a corner: the sums of 1, 2, 4, 10, 24, 54, 107 positions at exactly 0 … 6 slides of the fifteen puzzle.
NAIVE_WITHIN_SIX = 1 + 2 + 4 + 10 + 24 + 54 + 107


@pytest.mark.parametrize("row_texts", [[".....", "..o..", ".~#..", ".....", "c.^..", "....."]])
def test_all_pairs_of_commands_against_a_walk_on_the_map(row_texts):
    """Every program of two commands from every space, compared with a walker that knows only the drawn map."""
    state = new(State)[0]
    state.seats = 1
    state.map_rows = len(row_texts)
    state.finish_row = 99
    for row, text in enumerate(row_texts):
        for lane, letter in enumerate(text):
            state.terrain[row * 5 + lane] = ".Sc^o~#".index(letter)
    checked = 0
    for first in MOVES:
        for second in MOVES:
            for row in range(1, len(row_texts) + 1):
                for lane in range(1, 6):
                    if row_texts[row - 1][lane - 1] == "#":
                        continue
                    state.rows[0], state.lanes[0], state.batteries[0], state.lying[0] = row, lane, 3, 0
                    state.slippery = 0
                    state.racecars[0] = 5
                    program = [first, second] + ["_"] * 6
                    state.controllers[0, 4:12] = [PIECE_NAMES.index(piece) for piece in program]
                    run_program(state, 0, silent_log()[0])
                    walker = Walker(row_texts, row, lane)
                    walker.command(first)
                    walker.command(second)
                    found = (int(state.rows[0]), int(state.lanes[0]), int(state.batteries[0]))
                    assert found == (walker.row, walker.lane, walker.batteries), (first, second, row, lane)
                    checked += 1
    assert checked == 29 * len(MOVES) ** 2


MOVES = ["F1", "F2", "B1", "L1", "R2", "J", "M", "T"]


class Walker:
    """One car alone, its rules written a second time from the drawing."""

    def __init__(self, rows, row, lane):
        self.rows, self.row, self.lane, self.batteries, self.wet = rows, row, lane, 3, False

    def letter(self, row, lane):
        if row < 1 or not 1 <= lane <= 5:
            return "#"
        return self.rows[row - 1][lane - 1] if row <= len(self.rows) else "."

    def command(self, piece):
        here = self.letter(self.row, self.lane)
        value = self.batteries if piece == "T" else {"J": 2, "M": 1}.get(piece) or int(piece[1])
        if here == "c":
            value = 1
        if here == "^":
            value += 1
        side = {"L": -1, "R": 1}.get(piece[0], 0) * (-1 if self.wet else 1)
        if here == "~":
            self.wet = True
        if piece == "J":
            self.jump(value)
        else:
            self.walk(value, -1 if piece[0] == "B" else 1, side)

    def walk(self, value, forward, side):
        for _ in range(value):
            ahead = self.letter(self.row + forward, self.lane + side)
            if ahead == "#":
                self.batteries -= 1
                return
            self.row, self.lane = self.row + forward, self.lane + side
            if ahead == "~":
                self.wet = True
            if ahead == "o":
                self.batteries -= 1
                return

    def jump(self, value):
        target = self.row + value
        land = max(row for row in range(self.row, target + 1) if row == self.row or self.letter(row, self.lane) != "#")
        self.row = land
        if self.letter(land, self.lane) == "~":
            self.wet = True
        if land < target or self.letter(land, self.lane) == "o":
            self.batteries -= 1
