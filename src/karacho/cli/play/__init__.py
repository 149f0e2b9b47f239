"""`karacho play`: the three games on a terminal, for people at one keyboard and bots."""
