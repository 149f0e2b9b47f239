"""The colors of cars, cards and terrain. Every one of them also has a letter, number or sign of its own."""

CARS = (
    "bold #1b1b1b on #ffd24a",
    "bold #ffffff on #b0479e",
    "bold #1b1b1b on #7fe0d0",
    "bold #ffffff on #d9662b",
    "bold #1b1b1b on #d8d8e8",
)
CARDS = {"R": "#ffffff on #a8323a", "G": "#ffffff on #2c7a43", "B": "#ffffff on #2f5fae"}
DIM_CARDS = {"R": "#c98a8e on #3a2022", "G": "#8fb79b on #1c3022", "B": "#93a9cc on #1c2740"}

FAINT = "#8a8a94"
PLAIN = "#e6e2d8"
STRONG = "bold #ffd98a"
GOOD = "bold #8fd694"
BAD = "bold #ff8a80"
CURSOR = "bold #1b1b1b on #ffd98a"

ROAD = ("#9a9aa5 on #34343c", "#9a9aa5 on #2b2b32")
UPHILL = "#ffb3a8 on #5e2a2a"
DOWNHILL = "#a8ccff on #24405f"
START = "#e6e2d8 on #4a4a52"


def car(seat: int) -> str:
    """The style of a seat's car."""
    return CARS[seat % len(CARS)]
