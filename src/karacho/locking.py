"""Files that are used by one process at a time. The system takes a lock back when its holder dies."""

try:
    import fcntl
except ImportError:  # a system without such locks does without
    fcntl = None  # type: ignore[assignment]


def take(file: int) -> bool:
    """Lock an open file until it is closed; False if somebody else has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without such locks does without too
        return True
    return True
