"""One folder per game, the same file names in each; none imports another."""
