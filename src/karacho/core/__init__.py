"""What a game is; no game in it."""
