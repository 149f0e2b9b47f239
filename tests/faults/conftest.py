"""The servers of tests/server, for faults."""

from tests.server.conftest import mortal, serve, server

__all__ = ["mortal", "serve", "server"]
