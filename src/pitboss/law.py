"""What a game is played by: a rulebook by its id or folder, and the terms of a table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from pitboss import rulebooks
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Rulebook, Submission, Terms, Violation
from pitboss.rulebooks.library import is_folder
from pitboss.rulebooks.skeletons import write_rulebook

Law: TypeAlias = str | Path | Rulebook | Terms
"""What a game is played by: a rulebook's id, the path of its folder, the rulebook itself, or the terms of a table."""
Choices: TypeAlias = Mapping[str, object] | Path | Literal["default", "full"]
"""An operator's choices, the path of their file, or the name of a submission that comes with every rulebook."""
Money: TypeAlias = Mapping[str, Amount | str]
"""Amounts by the name of a wager or meter."""


def load(rulebook: str | Path) -> Rulebook:
    """A rulebook, checked, by its id or by the path of its folder.

    >>> book = load("ma-crazy-4")
    >>> book.title, book.seats
    ('Crazy 4 Poker (Massachusetts)', 6)
    >>> book.clause("6(c)").met
    <Met.ENFORCED: 'enforced'>

    `ids()` says which there are. A folder is added to them; `RulebookError` says what is wrong with one.
    """
    named = isinstance(rulebook, str) and not is_folder(rulebook)
    return rulebooks.load(rulebook if named else Path(rulebook))


def new(name: str, at: Path, like: str | None = None) -> Path:
    """A folder with a rulebook that plays as it is, comments included, to start one's own from; or like another.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as somewhere: print(new("night-game", Path(somewhere)).name)
    night-game
    """
    return write_rulebook(name, at, like)


def terms(law: Law, choices: Choices | None = None) -> Terms:
    """What a table is played by: a rulebook under an operator's choices, its default submission unless they are given.

    >>> sorted(terms("ma-criss-cross").wagers)
    ['across', 'ante_across', 'ante_down', 'down', 'middle']
    >>> "five_card_bonus" in terms("ma-criss-cross", {"five_card_bonus": True}).wagers
    True
    >>> len(terms("ma-crazy-4", "full").wagers)  # all that the document allows
    10

    Choices that are not lawful are `Refused`, each breach with its clause.

    >>> terms("ma-criss-cross", {"decks": 3})
    Traceback (most recent call last):
    pitboss.rulebooks.violation.Refused: ...
    """
    if isinstance(law, Terms):
        if choices is None:
            return law
        law = law.rulebook
    book = law if isinstance(law, Rulebook) else load(law)
    return rulebooks.lawful(book, _submission(book, choices))


def _submission(book: Rulebook, choices: Choices | str | None) -> Submission:
    """What an operator chose."""
    match choices:
        case None | "default":
            return rulebooks.default_submission(book)
        case "full":
            return rulebooks.full_submission(book)
        case Path():
            data = rulebooks.read_submission(choices.read_text(encoding="utf-8"), str(choices))
        case Mapping():
            data = dict(choices)
        case _:
            allowed = "'default', 'full', a mapping, or the Path of a file"
            raise Refused(Violation(rulebook=book.id, clause="", where="choices", tried=repr(choices), allowed=allowed))
    return rulebooks.submission_from(data, book)


def amounts_of(given: Money) -> dict[str, Amount]:
    """Amounts that may be text."""
    return {name: Amount.parse(one) if isinstance(one, str) else one for name, one in given.items()}
