"""Pitboss: regulated casino table poker, run, explained and proved from one rulebook."""

__version__ = "0.1.0"
