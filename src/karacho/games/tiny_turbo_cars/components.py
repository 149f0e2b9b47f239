"""Pieces, racecars and terrain of Tiny Turbo Cars as numbers."""

SEATS = range(2, 5)
MOST_SEATS = 4

LANES = 5
FACE_ROWS = 6
FACE_SPACES = FACE_ROWS * LANES

# Terrain, one per space.
EMPTY, STARTING_GRID, CARPET, SPEEDER, OBSTACLE, PUDDLE, IMPASSABLE = range(7)
TERRAIN_LETTERS = ".Sc^o~#"

# The pieces of a controller; 0 is a piece that a view does not know.
UNKNOWN = 0
FORWARD_1, FORWARD_2, BACKWARD_1 = 1, 2, 3
DIAGONAL_LEFT_1, DIAGONAL_RIGHT_1, DIAGONAL_LEFT_2, DIAGONAL_RIGHT_2 = 4, 5, 6, 7
JUMP, MISSILE, TURBO, BATTERY, BLANK, INCREASE, DECREASE, GAP = 8, 9, 10, 11, 12, 13, 14, 15
PIECE_NAMES = ("?", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "b", "_", "+", "-", ".")

# The value a command has of its own (TTC-12); a turbo's is the number of batteries up.
OWN_VALUES = (0, 1, 2, 1, 1, 1, 2, 2, 2, 1, 0, 1, 0, 0, 0, 0)

# Every controller has these sixteen, the gap included.
CONTROLLER = (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
CELLS = 16
SIDE = 4
PROGRAM_START, PROGRAM_CELLS = 4, 8  # lines 2 and 3 (TTC-7)

# Racecars; −1: not picked yet.
DIE_LINER, BRICK_GANG, SONIC_FISH, GRIM_THRESHER, M1_FURRY, BIRD_RACER, DOGTOR, TURBOTBOT = range(8)
RACECARS = 8
RACECAR_NAMES = (
    "die-liner",
    "brick-gang",
    "sonic-fish",
    "grim-thresher",
    "m1-furry",
    "bird-racer",
    "dogtor",
    "turbotbot",
)

FULL_BATTERIES = 3
SHIELD_SPACES = 2

REALTIME, RELAXED = 0, 1
MODES = ("realtime", "relaxed")
FRENCH, ENGLISH = 0, 1
EDITIONS = ("fr", "en")
