"""The Bonus Spin: prizes at the submission's weights, community pay, and what a fold forfeits."""

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from pitboss.mathematics.criss_cross.bonus_spin import _chances_of_all
from pitboss.mathematics.criss_cross.kernels.played import live_deals
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.side_odds import SideOdds
from pitboss.mathematics.side_wagers import every_table, odds
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms, load, submission_from, terms_for
from pitboss.simulation import simulate
from rulebooks.folders import copied
from rulebooks.submissions import lawfully

# One stop in ten pays $500 and $100 to the others, the rest $50.
WEIGHTS = {"0": 0, "1": 9, "2": 0, "3": 1, "4": 0, "5": 0, "6": 0, "7": 0, "8": 0, "9": 0, "10": 0, "11": 0}


def spinning(reading: str, variant: str = "5-fixed", top: int = 0) -> Terms:
    """Terms with stops that never come up, which no house may file but whose odds are plain."""
    choices = {
        "bonus_spin": variant,
        "wheel": {"weights": WEIGHTS | {"0": top}, "top_prize": "10000"},
        "readings": {"bonus-spin-on-fold": reading},
    }
    book = load("nj-criss-cross")
    return Terms(book, submission_from(lawfully(book.id, choices), book))


def spin(terms: Terms, players: int = 1, meters: dict[str, Amount] | None = None) -> SideOdds:
    return odds(terms, players, meters)[-1]


def left_beside(hole: tuple[int, int]) -> list[tuple[int, int]]:
    """The pairs of one rank that another player may hold."""
    deck = [card for card in range(52) if card not in hole]
    return [pair for pair in combinations(deck, 2) if pair[0] // 4 == pair[1] // 4]


def test_chances_of_pairs_among_several_players_by_dealing_them_all() -> None:
    # All hole pairs of one rank are alike, and so are all of two ranks: one of each is dealt out.
    beside_pair, beside_ranks = left_beside((0, 1)), left_beside((0, 4))
    one = Fraction(len(beside_pair), 17) + Fraction(16 * len(beside_ranks), 17)
    doubles = [
        sum(not set(first) & set(second) for first in pairs for second in pairs)
        for pairs in (beside_pair, beside_ranks)
    ]
    two = Fraction(doubles[0], 17) + Fraction(16 * doubles[1], 17)
    chances = _chances_of_all()
    assert chances.own == Fraction(78, 1326)
    assert chances.other == one / 1225 == Fraction(1, 17)
    assert chances.own_and_other == Fraction(len(beside_pair), 17 * 1225)
    assert chances.two_others == two / (1225 * 1128)


@pytest.mark.clause("nj-criss-cross", "40.11(c)")
def test_a_lone_player_spins_with_one_hand_in_seventeen() -> None:
    result = spin(spinning("stands"))
    # The wheel pays 0.9 x $50 + 0.1 x $500 = $95, nineteen times the wager of $5.
    assert result.ev == Fraction(19, 17) - 1
    squares = Fraction(9, 10) * (10 - 1) ** 2 + Fraction(1, 10) * (100 - 1) ** 2
    assert result.variance == squares / 17 + Fraction(16, 17) - result.ev**2
    assert result.hit_frequency == Fraction(1, 17)


@pytest.mark.clause("nj-criss-cross", "40.10(i)2")
@pytest.mark.parametrize("players", [2, 6])
def test_every_other_players_spin_may_bring_community_pay(players: int) -> None:
    alone, together = spin(spinning("stands")), spin(spinning("stands"), players)
    # One spin in ten brings the others $100, twenty times their wager.
    assert together.ev - alone.ev == (players - 1) * Fraction(1, 17) * Fraction(20, 10)
    assert together.hit_frequency == alone.hit_frequency


def test_the_jackpot_has_a_break_even_amount() -> None:
    terms = spinning("stands", "5-progressive", top=5)
    (point,) = spin(terms).break_even
    # Fifteen parts: (5 J + 9 x 50 + 500) / 15 / 17 is the wager of $5 when J is (1275 - 950) / 5.
    assert point.exact == 65
    assert spin(terms, meters={"bonus_spin": point.amount}).ev == 0


@pytest.mark.clause("nj-criss-cross", "40.10(c)", "40.10(e)", "40.10(g)")
def test_a_fold_forfeits_community_pay_but_best_play_never_folds_a_pair() -> None:
    terms = spinning("forfeited")
    counted = live_deals(criss_cross_pays(terms))
    assert counted.deals == comb(52, 2) * comb(50, 2) * comb(48, 2)
    assert counted.live[True] * 17 == counted.deals
    actions = solve(terms).actions
    stays = (1 - actions["across"]["fold"]) * (1 - actions["down"]["fold"]) * (1 - actions["middle"]["fold"])
    assert Fraction(counted.live[True] + counted.live[False], counted.deals) == stays
    forfeited, standing = spin(terms, players=4), spin(spinning("stands"), players=4)
    assert spin(terms).ev == spin(spinning("stands")).ev
    # Pairs held by others and the player's own fold are all but independent: three others, 2/17 each.
    lost = standing.ev - forfeited.ev
    assert float(lost) == pytest.approx(float((1 - stays) * 6 / 17), rel=0.05)
    assert forfeited.variance < standing.variance


def test_every_table_of_the_wheel_is_counted_where_none_is_filed() -> None:
    """What nobody has filed, the weights of the wheel, is taken from the full submission."""
    found = every_table(terms_for("nj-criss-cross"))
    assert found.left_out == {}
    edges = {one.variant: one.house_edge for one in found.odds}
    weights = full_terms("nj-criss-cross").submission.wheel
    assert weights is not None
    total = sum(weights.weights.values())
    # Table 4, one player: what the stops pay for $1, the top prize of the full submission at position 0.
    dollars = {0: 10000, 2: 500, 8: 200, 3: 100, 7: 70, 6: 50, 10: 35, 11: 25, 9: 15, 5: 12, 4: 11, 1: 10}
    mean = Fraction(sum(weights.weights[position] * pays for position, pays in dollars.items()), total)
    assert edges["1-fixed"] == 1 - mean / 17


@pytest.mark.parametrize("won_with", ['{ hand = "pair", low = "9" }', '{ hand = "high_card", ranks = ["A", "K"] }'])
def test_a_wheel_that_something_else_turns_is_not_counted_as_one_that_a_pair_turns(
    tmp_path: Path, won_with: str
) -> None:
    folder = copied(tmp_path, "mine", "nj-criss-cross")
    text = (folder / "rulebook.toml").read_text(encoding="utf-8")
    (folder / "rulebook.toml").write_text(text.replace('won_with = { hand = "pair" }', f"won_with = {won_with}"))
    book = load(folder)
    choices = {"bonus_spin": "1-fixed", "wheel": {"weights": WEIGHTS | {"0": 1}, "top_prize": "10000"}}
    terms = Terms(book, submission_from(choices, book))
    found = every_table(terms)
    assert found.left_out == {
        "Bonus Spin": "mine 40.10(a): odds of bonus_spin: Got a wheel that is turned otherwise; expected one that any "
        "pair in the hole turns, at Criss-Cross Poker."
    }
    with pytest.raises(Refused, match="a wager that cannot be simulated"):
        simulate(terms, 1000)
