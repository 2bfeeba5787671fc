"""Options that several commands share: a submission file, changed paytable lines, exact figures as JSON."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from pitboss.cli.output import read_text
from pitboss.cli.rulebook_option import take_named
from pitboss.rulebooks import Refused, Terms, Violation, lawful, load, read_submission, submission_from

SubmissionFile = Annotated[str | None, typer.Option("--submission", metavar="FILE", help="A Rules Submission.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", metavar="LINE=ODDS", help="Change a line: main.full_house=10.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def terms_from(rulebook_id: str, submission: str | None) -> Terms:
    """The terms a command works under: the default submission, or a file's."""
    rulebook = load(rulebook_id)
    data = take_named(read_submission(read_text(submission), submission)) if submission else {}
    return lawful(rulebook, submission_from(data, rulebook))


def pairs(texts: list[str] | None, option: str) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping; `Refused` where one has no `=`."""
    found = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused(Violation(rulebook="", clause="", where=option, tried=f"'{text}'", allowed="NAME=VALUE"))
        found[name.strip()] = value.strip()
    return found


def exact(value: Fraction) -> dict[str, Any]:
    """An exact figure for programs: text that loses nothing, and a number for convenience."""
    return {"numerator": str(value.numerator), "denominator": str(value.denominator), "value": float(value)}


def number(value: Fraction) -> int | float | str:
    """A figure as a plain JSON number where that loses nothing, else as a fraction in text."""
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(float(value)) == value else str(value)


def percent(value: Fraction, digits: int = 4) -> str:
    """A figure for people."""
    return f"{float(value) * 100:.{digits}f}%"
