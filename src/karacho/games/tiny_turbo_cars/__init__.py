"""Tiny Turbo Cars: program your car on a sliding puzzle, against the clock."""
