"""A Rules Submission checked for a client, with changed paytable lines besides: breaches, or what is in force."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import (
    Refused,
    Terms,
    Violation,
    check_submission,
    load,
    read_submission,
    submission_from,
)
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.submission import WagerLimits
from pitboss.rulebooks.terms import MeterFigures
from pitboss.server.rules.pages import PaytableShown, paytable_shown

MOST_CHANGES = 200
LONGEST_TEXT = 32_000

Changes = Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=MOST_CHANGES)]


class ToCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission under a rulebook, as data or as the text of a file, TOML or JSON.

    `changes` are paytable lines that pay something else: `{"main.full_house": "10 to 1"}`.
    """

    rulebook: str
    submission: dict[str, Any] = {}
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None
    changes: Changes = {}


class WagerInForce(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that may be made, and for how much."""

    name: str
    title: str
    clause: str
    limits: WagerLimits | None
    amounts: tuple[Amount, ...]


class InForce(msgspec.Struct, frozen=True, kw_only=True):
    """What a submission comes to, with what the default adds."""

    wagers: tuple[WagerInForce, ...]
    paytables: tuple[PaytableShown, ...]
    meters: tuple[MeterFigures, ...]
    payout_limit: Amount | None
    dealing: str
    readings: dict[str, str]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The answer: every breach, also of changed lines; the whole submission, if it can be read.

    `in_force` is what a lawful submission comes to, by the document's own lines.
    """

    lawful: bool
    violations: tuple[Violation, ...]
    submission: dict[str, Any] | None
    in_force: InForce | None


def check(asked: ToCheck) -> Checked:
    """Every breach of a submission and of its changed lines."""
    book = load(asked.rulebook)
    try:
        data = read_submission(asked.text) if asked.text is not None else dict(asked.submission)
        submission = submission_from(data, book)
    except Refused as refused:
        return Checked(lawful=False, violations=refused.violations, submission=None, in_force=None)
    breaches = check_submission(book, submission)
    lines = [] if breaches else list(changed_lines(Terms(book, submission), asked.changes))
    return Checked(
        lawful=not breaches and not lines,
        violations=(*breaches, *lines),
        submission=builtins(submission.as_file()),
        in_force=None if breaches else in_force(Terms(book, submission)),
    )


def in_force(terms: Terms) -> InForce:
    """What a table is played by under these terms."""
    tables = [
        table
        for table in terms.rulebook.paytables
        if any(terms.paytable(wager, table.case) is table for wager in table.wagers)
    ]
    return InForce(
        wagers=tuple(
            WagerInForce(
                name=wager.name,
                title=wager.title,
                clause=wager.clause,
                limits=terms.limits(wager),
                amounts=terms.amounts(wager),
            )
            for wager in terms.wagers.values()
        ),
        paytables=tuple(map(paytable_shown, tables)),
        meters=tuple(terms.meters.values()),
        payout_limit=terms.payout_limit,
        dealing=terms.dealing.title,
        readings={item.id: terms.reading(item.id) for item in terms.rulebook.interpretations},
    )


def changed_lines(terms: Terms, changes: Mapping[str, str]) -> Iterator[Violation]:
    """The breach of every line that does not pay what the document says; lines that still do are none."""
    for name, text in changes.items():
        try:
            paid = _lines(changed(terms, {name: text}), name)
        except Refused as refused:
            yield from refused.violations
            continue
        for (clause, tried), (_, lawful) in zip(paid, _lines(terms, name), strict=True):
            if tried != lawful:
                says = f"The document pays {lawful} here, not {tried}."
                yield Violation(
                    rulebook=terms.rulebook.id, clause=clause, where=name, tried=tried, allowed=lawful, says=says
                )
                break


def _lines(terms: Terms, name: str) -> list[tuple[str, str]]:
    """The clause of a line and what it pays, in each table in force that has it."""
    return [
        (line.clause, str(line.pays))
        for table in in_force(terms).paytables
        for line in table.lines
        if line.name == name
    ]
