"""Small positions for the tests of Stich Rallye."""

import karacho

FLAT = {"spaces": 32, "downhill": [], "uphill": []}


def deck(seats):
    low, high = {3: (2, 10), 4: (2, 13), 5: (1, 15)}[seats]
    return [f"{color}{value}" for color in "BGR" for value in range(low, high + 1)]


def table(
    hands, *, trick=(), flag=0, track="volcano", round_number=1, motors=None, distances=None, phase="play", **more
):
    """A race from a few cards: earlier tricks are filled with cards that nobody holds, as the sizes demand."""
    seats = len(hands)
    size = {1: 5, 2: 7, 3: 9}[round_number]
    largest = max(len(hand) + (1 if (seat - flag) % seats < len(trick) else 0) for seat, hand in enumerate(hands))
    known = {card for hand in hands for card in hand} | set(trick)
    rest = [card for card in deck(seats) if card not in known]
    position = {
        "game": "stich-rallye",
        "track": track,
        "seats": seats,
        "round": round_number,
        "phase": phase,
        "flag": flag,
        "hands": [list(hand) for hand in hands],
        "trick": list(trick),
        "played": rest[: (size - largest) * seats],
        "motors": motors or [0] * seats,
        "distances": distances or [0] * seats,
        **more,
    }
    return karacho.Race.from_position(position, seed=1)


def kinds(events):
    return [type(event).__name__ for event in events]


def only(events, name):
    return [event for event in events if type(event).__name__ == name]
