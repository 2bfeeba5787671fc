"""What may be asked of the mathematics: a rulebook, a submission, changed paytable lines, and the question itself."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation, lawful, load, submission_from
from pitboss.rulebooks.paytable import Paytable
from pitboss.server.rules.submission_check import Changes

Text = Annotated[str, Meta(max_length=60)]
Amounts = Annotated[dict[Text, Amount], Meta(max_length=20)]
Count = Annotated[int, Meta(ge=1, le=100)]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Under which terms is asked: a lawful submission laid over the default, and lines that pay something else."""

    rulebook: str
    submission: dict[str, Any] = {}
    changes: Changes = {}

    def terms(self) -> Terms:
        """The terms; `Refused` where the submission is unlawful or a line unknown."""
        book = load(self.rulebook)
        return changed(lawful(book, submission_from(dict(self.submission), book)), self.changes)


class Game(Question, frozen=True):
    """The main game under best play: its value, its edge, how often each choice is taken."""


class Odds(Question, frozen=True):
    """The side wagers: all that are offered, or with `every` each lawful table of each, offered or not."""

    players: Count = 1
    sharing: Count = 1
    meters: Amounts = {}
    stakes: Amounts = {}
    every: bool = False


class OpeningHands(Question, frozen=True):
    """The first decision with every starting hand, or by kind of hand where there are too many."""


class Spread(Question, frozen=True):
    """The exact distribution of a round's net result."""


class Risk(Question, frozen=True):
    """A session, a bankroll and a table's day; `stakes` are side wagers made every round."""

    ante: Amount | None = None
    stakes: Amounts = {}
    meters: Amounts = {}
    rounds: Annotated[int, Meta(ge=1, le=20_000)] = 1000
    bankroll: Amount | None = None
    hours: Annotated[int, Meta(ge=1, le=24)] = 8
    rounds_per_hour: Annotated[int, Meta(ge=1, le=200)] = 40
    seats: Count | None = None


class Advice(Question, frozen=True):
    """One position: what every option is worth.

    `shown` are the table's cards that lie open, in the order in which they are turned up; `choices` what was chosen at
    the decisions before, such as "2x" or "check": the least that goes on, if left out.
    """

    cards: Text
    shown: Text = ""
    choices: Annotated[tuple[Text, ...], Meta(max_length=12)] | None = None


class BestPlay(Question, frozen=True):
    """The best decision of whoever sees a round so, in plain data; computer players ask for it."""

    seen: dict[str, Any]


class Drill(Question, frozen=True):
    """A spot to practise on, dealt at random: of any decision or of one, close or not; another `nonce`, another."""

    nonce: Text
    decision: Text | None = None
    close: bool = True


class Rule(Advice, frozen=True):
    """Which line of the strategy card applies in a position."""


class Middle(Question, frozen=True, tag="middle"):
    """The map of the Middle decision of Criss-Cross."""


class Strategy(Question, frozen=True, tag="strategy"):
    """A strategy card, searched for, with its exact cost."""


class Wanted(Question, frozen=True, tag="wanted"):
    """The odds of one line that give a house edge, such as `5%`, `0.05` or `1/20`."""

    line: Text
    edge: Text
    of: Text | None = None


class Par(Question, frozen=True, tag="par"):
    """The PAR sheet; without `card` it does not search for the strategy card, which takes longest."""

    form: Literal["html", "pdf", "json"] = "html"
    card: bool = True
    date: Text | None = None


Long = Middle | Strategy | Wanted | Par
"""What takes longer than a second or so, and is therefore asked for as a job."""


def key_of(question: Question, terms: Terms) -> str:
    """Questions with the same key have the same answer, however their submissions and changes are written."""
    asked = msgspec.structs.asdict(question)
    for name in ("submission", "changes"):
        del asked[name]
    tables = [(table.id, table.variant, table.players, _pays(table)) for table in terms.rulebook.paytables]
    whole = (type(question).__name__, load(question.rulebook).hash, terms.submission.as_file(), tables, asked)
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic", enc_hook=str)).hexdigest()


def _pays(table: Paytable) -> list[str]:
    return [str(line.pays) for line in table.lines]


def not_negative(amounts: Mapping[str, Amount], where: str) -> dict[str, Amount]:
    """The amounts; `Refused` where one is below zero."""
    for name, amount in amounts.items():
        if amount < Amount.ZERO:
            tried = str(amount)
            raise Refused(Violation(rulebook="", clause="", where=f"{where} {name}", tried=tried, allowed="0 or more"))
    return dict(amounts)
