"""What tests of the log share."""

from cli.conftest import run

__all__ = ["run"]
