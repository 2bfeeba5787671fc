"""How to play: a newcomer is told every wager, decision and payment, each from the rulebook's own data."""

from pathlib import Path

import pytest

from pitboss.rulebooks import Terms, default_submission, full_submission, load
from pitboss.rulebooks.how_to_play import GuideStep, how_to_play
from pitboss.rulebooks.library import ids

EXAMPLES = Path(__file__).parents[2] / "examples" / "rulebooks"
BOOKS: list[str | Path] = [*ids(), *sorted(path for path in EXAMPLES.iterdir() if path.is_dir())]


def guide(book: str | Path, *, full: bool = True) -> tuple[Terms, dict[str, GuideStep]]:
    found = load(book)
    terms = Terms(found, full_submission(found) if full else default_submission(found))
    return terms, {step.at: step for step in how_to_play(terms)}


@pytest.mark.parametrize("book", BOOKS, ids=str)
@pytest.mark.parametrize("full", [True, False])
def test_every_wager_and_decision_is_told_with_a_clause(book: str | Path, full: bool) -> None:
    terms, steps = guide(book, full=full)
    told = " ".join(sentence for step in steps.values() for sentence in step.says)
    for wager in terms.wagers.values():
        assert wager.title in told
    assert [decision.key for decision in terms.rulebook.decisions] == [
        at for at in steps if at not in ("aim", "wagers", "deal", "settlement", "side")
    ]
    for step in steps.values():
        assert step.says
        assert all(terms.rulebook.cited(clause) for clause in step.clauses)
        assert all(sentence.endswith(".") and ": ." not in sentence and "_" not in sentence for sentence in step.says)


def test_criss_cross_as_its_document_has_it() -> None:
    _, steps = guide("ma-criss-cross", full=False)
    assert steps["wagers"].says[0] == (
        "Put up Ante Across and Ante Down, the same amount on each, $1 to $1,000. Without them you are not dealt in."
    )
    assert steps["across"].says == (
        "Look at your cards. To stay in, bet 1, 2 or 3 times your Ante Across.",
        "Or fold: you are out and lose what lies on Ante Across and Ante Down.",
        "Then the left and right cards are turned up.",
    )
    assert steps["settlement"].says[0] == (
        "Ante Across by your Across Hand and Ante Down by your Down Hand: "
        "pair of jacks or better 1 to 1, pair of sixes to tens pushes; less loses."
    )


def test_crazy_four_tells_of_the_dealer_who_must_qualify() -> None:
    _, steps = guide("ma-crazy-4")
    assert steps["aim"].says == (
        "Your hand plays against the dealer's: the best four of your five cards.",
        "The dealer needs king high or better to qualify, that is, to play at all.",
    )
    assert steps["play"].says[1] == "With a pair of aces or better you may bet up to 3 times."
    assert steps["settlement"].says[0] == (
        "Ante: pays 1 to 1 if your hand is higher; pushes on a tie or if the dealer does not qualify; "
        "loses if it is lower."
    )


def test_a_wager_that_can_be_taken_back_is_told_so() -> None:
    _, steps = guide(EXAMPLES / "let-it-ride")
    assert steps["first_choice"].says[:2] == ("Check to let everything ride.", "Or take Bet 1 back.")
