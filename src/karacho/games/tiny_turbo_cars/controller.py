"""The sliding puzzle (TTC-3, TTC-4)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.actions import SLIDE_DOWN, SLIDE_LEFT, SLIDE_UP
from karacho.games.tiny_turbo_cars.components import CELLS, CONTROLLER, GAP, SIDE
from karacho.games.tiny_turbo_cars.events import CONTROLLER_DEALT, PIECE_SLID
from karacho.games.tiny_turbo_cars.state import State, is_on_track


@rule
def gap_cell(state: State, seat: int) -> int:
    """The cell without a piece, or −1 in a controller that a view does not know."""
    for cell in range(CELLS):
        if state.controllers[seat, cell] == GAP:
            return cell
    return -1


@rule
def sliding_cell(gap: int, action: int) -> int:
    """The cell of the piece that this slide would move into the gap, or −1."""
    if action == SLIDE_UP:
        return gap + SIDE if gap < CELLS - SIDE else -1
    if action == SLIDE_DOWN:
        return gap - SIDE
    if action == SLIDE_LEFT:
        return gap + 1 if gap % SIDE < SIDE - 1 else -1
    return gap - 1 if gap % SIDE > 0 else -1


@rule
def possible_slides(gap: int) -> int:
    """The slides that move a piece into the gap, as bits: up, down, left, right."""
    bits = 0
    for slide_number in range(4):
        if sliding_cell(gap, SLIDE_UP + slide_number) >= 0:
            bits |= 1 << slide_number
    return bits


@rule
def slide(state: State, seat: int, action: int, events: Log) -> None:
    """Move one piece into the gap."""
    gap = gap_cell(state, seat)
    cell = sliding_cell(gap, action)
    piece = state.controllers[seat, cell]
    state.controllers[seat, gap] = piece
    state.controllers[seat, cell] = GAP
    state.slides[seat] += 1
    emit(events, PIECE_SLID, 4, seat, piece, cell, gap, 0, 0)


@rule
def shuffle_controllers(state: State, rng: Rng, events: Log) -> None:
    """A fresh uniform shuffle for every seat still racing, or one for all (TTC-3)."""
    first = -1
    for seat in range(state.seats):
        state.slides[seat] = 0
        for cell in range(CELLS):
            state.controllers[seat, cell] = 0
        if not is_on_track(state, seat):
            continue
        if first >= 0 and state.same_scramble:
            for cell in range(CELLS):
                state.controllers[seat, cell] = state.controllers[first, cell]
        else:
            shuffle_pieces(state.controllers[seat], rng)
            first = seat
        deal_event(state, seat, events)


@rule
def shuffle_pieces(pieces: Ints, rng: Rng) -> None:
    """Every arrangement is equally likely; with two pieces alike, sliding can reach each of them."""
    for cell in range(CELLS):
        pieces[cell] = CONTROLLER[cell]
    for cell in range(CELLS - 1, 0, -1):
        other = draw_below(rng, cell + 1)
        piece = pieces[cell]
        pieces[cell] = pieces[other]
        pieces[other] = piece


@rule
def deal_event(state: State, seat: int, events: Log) -> None:
    """Tell the sixteen pieces, four to a number."""
    if events.listening:
        pieces = state.controllers[seat]
        emit(
            events,
            CONTROLLER_DEALT,
            3,
            seat,
            packed(pieces, 0),
            packed(pieces, 4),
            packed(pieces, 8),
            packed(pieces, 12),
            0,
        )


@rule
def packed(pieces: Ints, start: int) -> int:
    """Four pieces in the bits of one small signed number."""
    bits = 0
    for i in range(4):
        bits |= int(pieces[start + i]) << 4 * i
    return bits - 65536 if bits >= 32768 else bits
