"""How fast events are shown."""

SPEEDS = {"off": 0.0, "fast": 0.15, "normal": 0.4, "slow": 0.9}  # seconds per beat
HURRIED = 0.005  # what a bot waits where nobody is to watch it


def next_speed(speed: str) -> str:
    """The speed after this one."""
    speeds = list(SPEEDS)
    return speeds[(speeds.index(speed) + 1) % len(speeds)]
