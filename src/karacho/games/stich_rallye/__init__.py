"""Stich Rallye: win tricks to drive, lose them to wind up the motor."""
