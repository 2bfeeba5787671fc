"""Strategies: what a function sees, what it may answer, names and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.money import Amount
from pitboss.rulebooks import Refused, full_terms, terms_for
from pitboss.simulation import Seen, Simulation, main_stakes, seating, simulate
from pitboss.simulation.kernels.choices import choose
from pitboss.simulation.kernels.streams import CHOICES, below
from pitboss.simulation.table import MAIN
from rulebooks.small_games import DECISION, MAIN_LINES, TCP, ante, bet, game, table


def test_a_function_sees_what_its_seat_may_see_and_no_more() -> None:
    asked: list[Seen] = []

    def shy(seen: Seen) -> npt.NDArray[Any]:
        asked.append(seen)
        return np.where(seen.own[:, 0] % 2 == 0, 0, seen.least)

    simulation = Simulation.of("ma-criss-cross", strategy=shy, seed=8)
    batch = simulation.play(0, 500)
    row = batch.deals.cards
    assert [seen.decision for seen in asked] == ["across", "down", "middle"]
    assert [(seen.own.shape[1], seen.across.shape[1], seen.down.shape[1], seen.bets.shape[1]) for seen in asked] == [
        (2, 0, 0, 0),
        (2, 2, 0, 1),
        (2, 2, 2, 2),
    ]
    stayed = simulation.table.own(batch.deals, 0)[:, 0] % 2 == 1
    assert (asked[1].own == simulation.table.own(batch.deals, 0)[stayed]).all()
    assert (asked[1].across == row[stayed][:, [1, 3]]).all()
    assert (asked[2].down == row[stayed][:, [0, 4]]).all()
    assert (batch.bets[stayed, 0] == 1).all()
    assert not batch.bets[~stayed, 0].any()


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda seen: np.full(len(seen), 4), "bet 4 antes"),
        (lambda seen: np.full(len(seen), -1), "bet -1 antes"),
        (lambda seen: np.ones(3, np.int8), "shape"),
        (lambda seen: np.ones(len(seen)), "float64"),
    ],
)
def test_a_function_that_bets_what_it_may_not(answer: Any, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        Simulation.of("ma-criss-cross", strategy=answer).play(0, 10)


def test_three_antes_need_a_pair_of_aces() -> None:
    with pytest.raises(Refused, match="0, or 1 to 1 antes"):
        Simulation.of("ma-crazy-4", strategy=lambda seen: np.full(len(seen), 3)).play(0, 100)
    bets = Simulation.of("ma-crazy-4", strategy="always:3", seed=2).play(0, 2000).bets
    assert set(np.unique(bets)) == {1, 3}


def test_random_choices_are_those_of_single_draws() -> None:
    # Whatever is drawn for many rounds at once is the number that one round draws for itself among what is open.
    chance = np.random.default_rng(3)
    is_open, live = chance.random((1500, 4)) < 0.6, chance.random(1500) < 0.8
    is_open[:5], live[:5] = False, True  # nothing is open, and nothing chosen
    chosen = np.empty(1500, np.int8)
    choose(np.uint64(9), np.uint64(1 << 40), 7, is_open, live, chosen)
    for i, (row, lives) in enumerate(zip(is_open, live, strict=True)):
        numbers = np.flatnonzero(row)
        number, bound = np.uint64((1 << 40) + i), np.uint64(len(numbers))
        drawn = below(np.uint64(9), number, np.uint64(CHOICES), np.uint64(7), bound) if len(numbers) else 0
        assert chosen[i] == (numbers[int(drawn)] if lives and len(numbers) else 0)


def test_random_decisions_are_lawful_and_even() -> None:
    result = simulate("ma-criss-cross", 40_000, strategy="random", seed=4)
    # A fold and bets of one, two and three antes: a quarter each, give or take four standard errors.
    for shares in result.actions.values():
        assert all(abs(share - 0.25) < 4 * (0.25 * 0.75 / 5000) ** 0.5 for share in shares.values())
    assert result[MAIN].exact is None
    crazy = Simulation.of("ma-crazy-4", strategy="random", seats=2, seed=4).play(0, 3000)
    assert set(np.unique(crazy.bets)) == {0, 1, 2, 3}


def test_seats_decide_each_for_itself() -> None:
    bets = Simulation.of("ma-criss-cross", strategy="random", seats=2).play(0, 1000).bets
    assert (bets[:, 0] != bets[:, 1]).any()


def test_the_card_folds_below_its_line() -> None:
    simulation = Simulation.of("ma-crazy-4", strategy="card", seed=1)
    assert set(simulation.strategy.exact) == {MAIN, "ante", "play", "super_bonus"}
    result = simulate("ma-crazy-4", 100_000, strategy="card")
    z = result[MAIN].z
    assert z is not None
    assert abs(z) < 4


@pytest.mark.parametrize("name", ["best", "always:0", "always:x", ""])
def test_an_unknown_name(name: str) -> None:
    with pytest.raises(Refused, match="optimal, card, random"):
        Simulation.of("ma-criss-cross", strategy=name)


def test_stakes_are_judged_by_the_round_itself() -> None:
    terms = full_terms("ma-crazy-4")
    with pytest.raises(Refused, match=r"must equal Ante"):
        seating(terms, 1, {"ante": Amount.parse("5"), "super_bonus": Amount.parse("10")})
    with pytest.raises(Refused, match=r"between \$5\.00 and \$100\.00"):
        seating(terms, 1, {"ante": Amount.parse("1")})
    with pytest.raises(Refused, match="1 to 6"):
        seating(terms, 7)
    with pytest.raises(Refused, match="unknown meter"):
        seating(terms, 1, meters={"jackpot": Amount.parse("5")})
    with pytest.raises(Refused, match="one for each of 2 seats"):
        seating(terms, 2, [main_stakes(terms)])
    alone = seating(terms, 1, {"ante": Amount.parse("10")})
    assert alone.stakes[0] == {"ante": Amount.parse("10"), "super_bonus": Amount.parse("10")}


def test_a_seed_is_a_number_of_64_bits() -> None:
    with pytest.raises(Refused, match="seed"):
        Simulation.of(terms_for("ma-crazy-4"), seed=1 << 64)


def test_a_bet_that_no_decision_offers_is_refused(tmp_path: Path) -> None:
    twice = DECISION.replace('reveals = ["c1"]', 'multiples = [2]\nreveals = ["c1"]')
    parts = TCP, ante(), bet(), table("main", ["ante", "bet"], MAIN_LINES), twice
    folder = game(tmp_path, "twice", *parts)
    with pytest.raises(Refused, match=r"Got 'always:3', a bet that is never offered; expected one of always:2"):
        Simulation.of(folder, strategy="always:3")
