"""Desks: what the person at the keyboard can do now, one kind of desk per game. The race says what is legal."""

from karacho.cli.desks.desk import Desk

__all__ = ["Desk", "desk_of"]


def desk_of(game: str) -> Desk:
    """A fresh desk for a game."""
    if game == "stich-rallye":
        from karacho.cli.desks.cards import CardDesk

        return CardDesk()
    if game == "rally-run":
        from karacho.cli.desks.grid import GridDesk

        return GridDesk()
    from karacho.cli.desks.controller import ControllerDesk

    return ControllerDesk()
