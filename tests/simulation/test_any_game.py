"""Games of any shape: settled as the engine does, played by the solver's choices, held against published values."""

import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.mathematics import any_game
from pitboss.money import Amount
from pitboss.program.compiler import compile_terms
from pitboss.rulebooks import Refused, Terms, terms_for
from pitboss.simulation import Seen, Simulation, seating, simulate
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.table import MAIN
from rulebooks.folders import changed
from simulation.agreement import Case, Comparison
from simulation.holdem import EXAMPLES, holdem

PUBLISHED = {
    "pa-mississippi-stud": Fraction(-53223, 1082900),
    "let-it-ride": Fraction(-1822224, 51979200),
    "three-card-poker": Fraction(-13733780, 407170400),
}
FIVE, TEN, FORTY = Amount.parse("5"), Amount.parse("10"), Amount.parse("40")


def example(id: str, **choices: object) -> Terms:
    return terms_for(EXAMPLES / id, choices)


def agree(terms: Terms, stakes: list[dict[str, Amount]], count: int) -> Counter[tuple[str, bool]]:
    """Rounds through engine and table; the lines that were compared, by name and whether they paid."""
    comparison = Comparison(Case(terms.rulebook.id, terms, tuple(stakes)))
    comparison.run(seed=7, count=count)
    return comparison.lines


# The engine is the judge


@pytest.mark.parametrize("id", ["detroit-criss-cross", "let-it-ride", "pa-mississippi-stud", "three-card-poker"])
def test_every_line_of_the_engine_and_no_other(id: str) -> None:
    terms = example(id)
    lines = agree(terms, [dict(one) for one in seating(terms).stakes], 600)
    wagers = set(seating(terms).wagers)
    assert {(name, paid) for name in wagers for paid in (True, False)} <= set(lines)


def test_seats_that_stake_differently_and_a_bonus_that_outlives_a_fold() -> None:
    seats = [{"ante": TEN, "pair_plus": FIVE}, {"ante": FORTY}, {"ante": FIVE, "pair_plus": FORTY}]
    lines = agree(example("three-card-poker", pair_plus=True), seats, 500)
    assert {("pair_plus", True), ("pair_plus", False), ("ante_bonus", True), ("play", False)} <= set(lines)


def test_checks_bets_that_end_the_decisions_and_three_places_of_the_table(tmp_path: Path) -> None:
    seats = [{"ante": TEN, "blind": TEN, "pair_plus": FIVE}, {"ante": FORTY, "blind": FORTY}]
    lines = agree(holdem(tmp_path, pair_plus=True), seats, 700)
    wagers = ("ante", "blind", "early", "middle", "late", "pair_plus")
    assert {(name, paid) for name in wagers for paid in (True, False)} <= set(lines)


# Best play


@pytest.mark.parametrize("id", PUBLISHED)
def test_best_play_is_worth_what_is_published(id: str) -> None:
    result = simulate(EXAMPLES / id, 200_000, seats=3, seed=11)
    assert result[MAIN].exact == PUBLISHED[id]
    assert abs(result[MAIN].z or 9) < 4
    # Shares of choices: seats of a round are alike at most, so its error is at most that of as many rounds.
    assert set(result.exact_actions) == set(result.actions)
    for decision, shares in result.exact_actions.items():
        for choice, share in shares.items():
            found = result.actions[decision].get(choice, 0.0)
            assert abs(found - float(share)) < 5 * (float(share * (1 - share)) / 60_000) ** 0.5 + 1e-12


@pytest.mark.parametrize("id", PUBLISHED)
def test_every_choice_is_the_one_advised(id: str) -> None:
    simulation = Simulation.of(EXAMPLES / id, seats=2, seed=5)
    table, program = simulation.table, compile_terms(simulation.terms)
    assert isinstance(table, AnyGameTable)
    batch = simulation.play(0, 40)
    stakes_at = [table.staked_by(batch.bets, 1, number)[0] for number in range(len(program.streets))]
    asked = 0
    for i in range(len(batch.bets)):
        columns = table.slot_columns(program, 1)
        for number, street in enumerate(program.streets):
            held = {
                place.name: tuple(
                    DECK[batch.deals.cards[i, columns[slot]]] for slot in place.slots if slot in street.seen
                )
                for place in program.places
            }
            own = held.pop(program.places[0].name)
            antes = {
                stake.name: Fraction(int(cents), 500)
                for stake, cents in zip(program.stakes, stakes_at[number][i], strict=True)
                if not stake.is_bonus
            }
            advice = any_game.advise(program, any_game.StakedPosition(own, held, antes, street.name))
            chosen = table.choices[number][batch.bets[i, 1, number]]
            assert chosen == advice.best
            asked += 1
            if not table.goes_on(number)[batch.bets[i, 1, number]]:
                break
    assert asked >= 40


def test_seats_that_stake_in_other_proportions(tmp_path: Path) -> None:
    """Every bet of Let It Ride is let ride by its own merit, so two more units on the last are worth two of it.

    That bet is never taken back: of 2,598,960 hands 4 pay 1000, 36 pay 200, 624 pay 50, 3,744 pay 11, 5,108 pay 8,
    10,200 pay 5, 54,912 pay 3, 123,552 pay 2 and of the pairs of five ranks 84,480 each pay 1.
    """
    folder = tmp_path / "let-it-ride"
    shutil.copytree(EXAMPLES / "let-it-ride", folder)
    for _ in ("bet_2", "bet_3"):
        equal = 'limit = "bet"\nequals = "bet_1"\nequals_clause = "2"\n'
        changed(folder, "rulebook.toml", equal, 'limit = "bet"\n')
    won = 4 * 1000 + 36 * 200 + 624 * 50 + 3744 * 11 + 5108 * 8 + 10_200 * 5 + 54_912 * 3 + 123_552 * 2 + 5 * 84_480
    paid = 4 + 36 + 624 + 3744 + 5108 + 10_200 + 54_912 + 123_552 + 5 * 84_480
    last = Fraction(won - (2_598_960 - paid), 2_598_960)
    uneven = {"bet_1": FIVE, "bet_2": FIVE, "bet_3": Amount.parse("15")}
    even = {"bet_1": TEN, "bet_2": TEN, "bet_3": TEN}
    result = simulate(folder, 50_000, seats=2, stakes=[uneven, even], seed=4)
    alike = PUBLISHED["let-it-ride"]
    assert result[MAIN].exact == (5 * (alike + 2 * last) + 10 * alike) / 15
    assert abs(result[MAIN].z or 9) < 4
    assert result.exact_actions == {}


def test_a_side_wager_beside_its_odds_and_only_where_a_fold_leaves_it() -> None:
    """Pair Plus by its published counts: 48 straight flushes, 52 trips, 720 straights, 1,096 flushes, 3,744 pairs."""
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744
    value = Fraction(won - (22_100 - 48 - 52 - 720 - 1096 - 3744), 22_100)
    result = simulate(example("three-card-poker", pair_plus=True), 100_000, strategy="random", seed=3)
    assert result["pair_plus"].exact == value
    assert abs(result["pair_plus"].z or 9) < 4
    assert result[MAIN].exact is None


# Strategies


def test_a_stake_taken_back_is_not_counted_as_staked() -> None:
    result = simulate(EXAMPLES / "let-it-ride", 1000, strategy="always:withdraw")
    assert [str(result[name].staked) for name in ("bet_1", "bet_2", "bet_3")] == ["0.00", "0.00", "5000.00"]
    assert result.actions == {"first_choice": {"withdraw": 1.0}, "second_choice": {"withdraw": 1.0}}
    stays = simulate(EXAMPLES / "let-it-ride", 1000, strategy="always:1")
    assert stays.actions == {"first_choice": {"check": 1.0}, "second_choice": {"check": 1.0}}


def test_always_takes_what_is_named_or_the_nearest(tmp_path: Path) -> None:
    terms = holdem(tmp_path)
    assert simulate(terms, 100, strategy="always:4").actions["early"] == {"4x": 1.0}
    checks = simulate(terms, 100, strategy="always:check")
    assert checks.actions == {"early": {"check": 1.0}, "middle": {"check": 1.0}, "late": {"fold": 0.0, "1x": 1.0}}
    assert simulate(terms, 100, strategy="always:fold").actions["late"] == {"fold": 1.0}


def test_a_function_sees_names_and_what_is_open(tmp_path: Path) -> None:
    asked: list[Seen] = []

    def shy(seen: Seen) -> "np.typing.NDArray[np.int64]":
        asked.append(seen)
        return np.where(seen.own[:, 0] % 2 == 0, seen.least, seen.most)

    simulation = Simulation.of(holdem(tmp_path), strategy=shy, seed=8)
    batch = simulation.play(0, 300)
    assert [seen.choices for seen in asked] == [("", "check", "3x", "4x"), ("", "check", "2x"), ("fold", "1x")]
    assert [seen.places for seen in asked] == [(), ("flop",) * 3, ("flop", "flop", "flop", "turn", "river")]
    checked = simulation.table.own(batch.deals, 0)[:, 0] % 2 == 0
    assert (batch.bets[checked, 0] == [1, 1, 1]).all()
    assert (batch.bets[~checked, 0] == [3, 0, 0]).all()
    assert (asked[2].shown == batch.deals.cards[checked][:, list(simulation.table.shown(2))]).all()
    with pytest.raises(Refused, match=r"1 \(check\) or 2 \(3x\) or 3 \(4x\)"):
        Simulation.of(holdem(tmp_path), strategy=lambda seen: np.zeros(len(seen), np.int64)).play(0, 5)


# What cannot be done


def test_what_a_program_cannot_express_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"'card'.*one of optimal, sampled, random, always:N, always:CHOICE"):
        Simulation.of(EXAMPLES / "let-it-ride", strategy="card")
    with pytest.raises(Refused, match="1,153,664,820,000 evaluations"):
        Simulation.of(holdem(tmp_path))
    with pytest.raises(Refused, match="1 to 6"):
        Simulation.of(holdem(tmp_path), seats=7)
