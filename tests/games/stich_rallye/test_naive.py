"""The trick and the drive, written a second time and slowly, compared with the rules on everything small enough."""

from itertools import permutations, product

from karacho.core.events import silent_log
from karacho.core.record import new
from karacho.games.stich_rallye.components import CARD_NAMES
from karacho.games.stich_rallye.movement import drive
from karacho.games.stich_rallye.preparation import lay_track
from karacho.games.stich_rallye.state import State
from karacho.games.stich_rallye.tracks import TRACKS
from karacho.games.stich_rallye.trick import lowest_card, trick_winner

CODES = {name: code for code, name in enumerate(CARD_NAMES)}


def naive_winner(cards):
    colors = []
    for card in cards:
        if card[0] not in colors:
            colors.append(card[0])
    return max((i for i, card in enumerate(cards) if card[0] == colors[-1]), key=lambda i: int(cards[i][1:]))


def test_all_tricks_of_a_tiny_deck():
    deck = ["B2", "B3", "G2", "G3", "R2", "R3"]
    state = new(State)[0]
    checked = 0
    for seats in (3, 4, 5):
        state.seats = seats
        state.in_trick = seats
        for cards in permutations(deck, seats):
            for place, card in enumerate(cards):
                state.cards[place] = CODES[card]
            for flag in range(seats):
                state.flag = flag
                assert trick_winner(state) == (flag + naive_winner(cards)) % seats
            assert CARD_NAMES[lowest_card(state)][1:] == min((card[1:] for card in cards), key=int)
            checked += 1
    assert checked == 120 + 360 + 720


def naive_drive(track, distances, mover, spaces):
    """Walks a list of laps written out space by space."""
    slopes = {space: "down" for first, last in track.downhill for space in range(first, last + 1)}
    slopes |= {space: "up" for first, last in track.uphill for space in range(first, last + 1)}
    at = lambda distance: (distance - 1) % track.spaces + 1  # noqa: E731
    taken = {at(d) for seat, d in enumerate(distances) if seat != mover and d > 0}
    path = [d for d in range(distances[mover] + 1, distances[mover] + 200) if at(d) not in taken]
    end = path[spaces - 1]
    if slopes.get(at(end)) == "down":
        return next(d for d in range(end, end + 99) if at(d) not in taken and at(d) not in slopes)
    if slopes.get(at(end)) == "up":
        return next(d for d in range(end, 0, -1) if at(d) not in taken and at(d) not in slopes)
    return end


def test_drives_from_every_space_past_every_pair_of_cars():
    quiet = silent_log()[0]
    for track in TRACKS.own().values():
        state = new(State)[0]
        lay_track(state, track)
        state.seats = 3
        flat = [d for d in range(1, 65) if not state.slopes[(d - 1) % 32 + 1]]
        for mover, other in product([0, *flat[::3]], flat[::4]):
            for third in (0, 12, 33):
                spaces_taken = {(d - 1) % 32 for d in (mover, other, third) if d > 0}
                if len(spaces_taken) < sum(d > 0 for d in (mover, other, third)):
                    continue
                for spaces in (1, 2, 5, 13, 29):
                    state.distances[0], state.distances[1], state.distances[2] = mover, other, third
                    drive(state, 0, spaces, 6, quiet)
                    assert state.distances[0] == naive_drive(track, [mover, other, third], 0, spaces)


def test_number_of_legal_continuations_of_one_trick():
    """Like perft: the sequences of one trick from fixed hands, counted by rule and by hand."""
    from tests.games.stich_rallye.tables import table

    hands = [["B2", "G3"], ["B4", "B5"], ["G6", "R7"]]

    def count(race, depth):
        if depth == 0:
            return 1
        total = 0
        for action in race.legal_actions():
            copy = race.copy()
            copy.act(action)
            total += count(copy, depth - 1)
        return total

    # B2 led: seat 1 follows with 2 cards, seat 2 has no blue: 2 × 2. G3 led: seat 1 has no green: 2, seat 2 follows: 1.
    assert count(table(hands), 3) == 2 * 2 + 2 * 1
