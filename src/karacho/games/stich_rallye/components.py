"""Cards, motor disc and rounds of Stich Rallye.

A card is a number 0 … 44: fifteen per color, the colors in the order of their letters, so that the order of the
numbers is the order in which hands are written. A hand is a set of cards, one bit each.
"""

SEATS = range(3, 6)
MOST_SEATS = 5

BLUE, GREEN, RED = 0, 1, 2
COLOR_LETTERS = "BGR"
VALUES = 15
CARDS = 3 * VALUES
COLOR_BITS = (1 << VALUES) - 1

# The used values by seats (first and last), from three seats on.
LOWEST_VALUE = (0, 0, 0, 2, 2, 1)
HIGHEST_VALUE = (0, 0, 0, 10, 13, 15)

ROUNDS = 3
HAND_SIZES = (0, 5, 7, 9)  # by round, from 1 on

# The motor disc, clockwise; after the last field comes the first again: a motor can be overwound.
DISC = (0, 1, 3, 6, 10, 15, 16, 8, 4)

CARD_NAMES = tuple(f"{letter}{value}" for letter in COLOR_LETTERS for value in range(1, VALUES + 1))
