"""Options that several commands share: a submission file, changed paytable lines, exact figures as JSON."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from pitboss.cli.output import read_text
from pitboss.cli.rulebook_option import take_named
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation, lawful, load, read_submission, submission_from

SubmissionFile = Annotated[str | None, typer.Option("--submission", metavar="FILE", help="A Rules Submission.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", metavar="LINE=ODDS", help="Change a line: main.full_house=10.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def terms_from(rulebook_id: str, submission: str | None) -> Terms:
    """The terms a command works under: the default submission, or a file's."""
    rulebook = load(rulebook_id)
    data = take_named(read_submission(read_text(submission), submission)) if submission is not None else {}
    return lawful(rulebook, submission_from(data, rulebook))


def pairs(texts: list[str] | None, option: str) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping; `Refused` where one has no `=`."""
    found = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise refused(option, f"'{text}'", "NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def amounts(texts: list[str] | None, option: str) -> dict[str, Amount]:
    """`NAME=AMOUNT` options as amounts; `Refused` where one is not."""
    return {name: amount(text, f"{option} {name}") for name, text in pairs(texts, option).items()}


def amount(text: str, where: str, *, above_zero: bool = False) -> Amount:
    """An amount of money from the command line; `Refused` where it is none, or less than it may be."""
    try:
        parsed = Amount.parse(text)
    except ValueError as error:
        allowed = "an amount with at most fifteen digits and two decimals, such as 12.50"
        raise refused(where, repr(text), allowed) from error
    if parsed < Amount.ZERO or (above_zero and parsed == Amount.ZERO):
        raise refused(where, repr(text), "an amount above zero" if above_zero else "an amount of zero or more")
    return parsed


def refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    """A refusal of an option, to raise."""
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))


def exact(value: Fraction) -> dict[str, Any]:
    """An exact figure for programs, as in every answer: text that loses nothing, and a number for convenience.

    >>> exact(Fraction(-1, 4))
    {'exact': '-1/4', 'value': -0.25}
    """
    return {"exact": str(value), "value": float(value)}


def percent(value: Fraction, digits: int = 4) -> str:
    """A figure for people."""
    return f"{float(value) * 100:.{digits}f}%"
