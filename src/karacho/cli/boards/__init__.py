"""Boards drawn with characters, one look per game. No rule is in here: views and events say everything."""

from karacho.cli.boards.look import Look, Picture, Room, look_of

__all__ = ["Look", "Picture", "Room", "look_of"]
