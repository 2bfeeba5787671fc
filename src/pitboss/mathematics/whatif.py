"""What if a line paid something else: terms with changed paytables, for design and comparison, not for play."""

import hashlib
from collections.abc import Mapping

from msgspec.structs import replace

from pitboss.mathematics.refusal import refused
from pitboss.money import Odds, parse_odds
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.fault import MOST_SHOWN
from pitboss.rulebooks.paytable import Paytable, PaytableLine


def changed(terms: Terms, changes: Mapping[str, str | int]) -> Terms:
    """The terms with some paytable lines changed: `{"main.full_house": "10"}` pays a full house 10 to 1.

    A change is odds as a rulebook writes them, or a bare number, as text or not, for odds "to 1".
    `Refused` names what is unknown.
    """
    for name, text in changes.items():
        terms = _with_line(terms, name, str(text))
    return terms


def line_names(terms: Terms) -> list[str]:
    """Every line that can be changed under these terms, as `table.line`."""
    return [f"{table.id}.{line.key}" for table in tables_in_force(terms) for line in table.lines]


def tables_in_force(terms: Terms) -> list[Paytable]:
    """The paytables that pay under these terms, each once."""
    found = (terms.paytable(wager, table.case) for table in terms.rulebook.paytables for wager in table.wagers)
    return list(dict.fromkeys(table for table in found if table is not None))


def no_line(terms: Terms, name: str) -> Refused:
    """What to raise where no paytable in force has a line."""
    allowed = f"one of {', '.join(dict.fromkeys(line_names(terms)))}"
    return refused(terms, name, "no such line", allowed, says=f"No paytable here has this line; choose {allowed}.")


def _with_line(terms: Terms, name: str, text: str) -> Terms:
    table_id, _, key = name.partition(".")
    tables = [table for table in tables_in_force(terms) if table.id == table_id]
    if not any(line.key == key for table in tables for line in table.lines):
        raise no_line(terms, name)
    pays = _odds(terms, name, text)
    paytables = tuple(
        replace(table, lines=tuple(_changed(line, key, pays) for line in table.lines)) if table in tables else table
        for table in terms.rulebook.paytables
    )
    mark = hashlib.sha256(f"{terms.rulebook.hash} {name}={pays}".encode()).hexdigest()
    return Terms(replace(terms.rulebook, paytables=paytables, hash=mark), terms.submission)


def _changed(line: PaytableLine, key: str, pays: Odds) -> PaytableLine:
    return replace(line, pays=pays) if line.key == key else line


def _odds(terms: Terms, name: str, text: str) -> Odds:
    try:
        return parse_odds(f"{text} to 1" if text.isascii() and text.isdigit() else text)
    except ValueError as error:
        tried = f"'{text}'" if len(text) <= MOST_SHOWN else f"'{text[:MOST_SHOWN]}…'"
        allowed = "odds such as 10, 3 to 2, 300 for 1 or push, of numbers from 1 up with at most nine digits"
        raise refused(terms, name, tried, allowed) from error
