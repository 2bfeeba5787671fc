"""Sizes of bets with a gap between them are solved, and simulated by the table of any game."""

from pathlib import Path

import pytest

from pitboss.mathematics import main_game
from pitboss.rulebooks import full_terms, terms_for
from pitboss.rulebooks.library import take
from pitboss.simulation import Simulation, main_stakes, simulate
from pitboss.simulation.any_game import AnyGameTable
from rulebooks.folders import changed, copied
from simulation.agreement import Case, Comparison, seats_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Criss-Cross with an Across bet of one or three antes."""
    return changed(
        copied(tmp_path, "gaps"),
        "rulebook.toml",
        'base = "ante_across"\nleast = 1\nmost = 3\n',
        'base = "ante_across"\nmultiples = [1, 3]\n',
    )


def test_settled_as_the_engine_does_with_a_payout_limit(folder: Path) -> None:
    full = full_terms("ma-criss-cross").submission.as_file()
    terms = terms_for(take(folder), {**full, "rulebook": "gaps", "payout_limit": "50000"})
    comparison = Comparison(Case("gaps", terms, seats_of(terms, 3)))
    comparison.run(seed=5, count=400)
    assert isinstance(comparison.table, AnyGameTable)
    assert {("payout_limit", True), ("across", True), ("five_card_bonus", True)} <= set(comparison.lines)


def test_a_bet_of_one_or_three_antes_is_worth_as_much_and_simulated_all_the_same(folder: Path) -> None:
    terms, whole = terms_for(take(folder)), terms_for("ma-criss-cross")
    assert main_game.solve(terms).ev == main_game.solve(whole).ev  # two is never the best
    gaps, plain = (Simulation.of(one, strategy="always:3", stakes=main_stakes(one), seed=6) for one in (terms, whole))
    assert isinstance(gaps.table, AnyGameTable)
    assert gaps.table.choices[0] == ("fold", "1x", "3x")
    one, other = gaps.play(0, 3000), plain.play(0, 3000)
    assert (one.deals.cards == other.deals.cards).all()
    assert (one.net.sum(axis=1) == other.net.sum(axis=1)).all()  # the same bets on the same cards
    best, best_whole = (Simulation.of(one, stakes=main_stakes(one), seed=3) for one in (terms, whole))
    assert (best.play(0, 3000).net.sum(axis=1) == best_whole.play(0, 3000).net.sum(axis=1)).all()
    assert best.strategy.exact["main game"] == main_game.solve(whole).ev
    shares = simulate(terms, 20_000, strategy="random", seed=4).actions["across"]
    assert set(shares) == {"fold", "1x", "3x"}
    assert all(abs(share - 1 / 3) < 4 * (2 / 9 / 20_000) ** 0.5 for share in shares.values())
