"""A breach as the checks of a submission tell it, before the rulebook's name is put to it."""

from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.submission import Submission

Breach = tuple[str, str, str, str]
"""Clause, where, tried, allowed."""


def offered(wager: Wager, submission: Submission) -> bool:
    """Whether the wager is offered."""
    return wager.offer is None or bool(submission.offers.get(wager.offer))


def said(value: object) -> str:
    """A value as a file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else f"'{value}'"
