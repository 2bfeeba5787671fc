"""What tests of commands share."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Run = Callable[..., tuple[int, str, str]]
"""The fixture `run`: words of the command line in; exit code, output and complaints out."""


def fraction(exact: dict[str, Any]) -> Fraction:
    """An exact figure as programs get it."""
    return Fraction(exact["exact"])
