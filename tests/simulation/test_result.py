"""Results: means, errors and stakes by hand, meters accounted for, and every way a result leaves."""

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.money import Amount
from pitboss.rulebooks import full_terms
from pitboss.simulation import Simulation, SimulationResult, run
from pitboss.simulation.picture import picture_of
from pitboss.simulation.table import MAIN
from rulebooks.small_games import TCP, ante, game, table

ROUNDS = 4_000


@pytest.fixture(scope="module")
def result() -> SimulationResult:
    stakes = {"ante": Amount.parse("10"), "queens_up": Amount.parse("5"), "five_card_progressive": Amount.parse("1")}
    return run(Simulation.of(full_terms("ma-crazy-4"), seats=3, stakes=stakes, seed=21), ROUNDS, chunk=500)


def test_mean_error_and_deviation_as_of_any_sample(result: SimulationResult) -> None:
    simulation = result.simulation
    batch = simulation.play(0, ROUNDS)
    names = [column.name for column in simulation.table.columns]
    ours = batch.net[:, [names.index("queens_up")]].sum(axis=1)
    one = result["queens_up"]
    assert one.net == Amount(int(ours.sum()))
    assert one.mean == pytest.approx(ours.sum() / (ROUNDS * 1500))
    table = ours.sum(axis=0) / 1500
    assert one.standard_error == pytest.approx(table.std(ddof=1) / math.sqrt(ROUNDS))
    assert one.standard_deviation == pytest.approx((ours / 500).std(ddof=1))
    assert one.won == pytest.approx((ours > 0).mean())
    low, high = one.interval
    assert (high - low) / 2 == pytest.approx(1.959964 * one.standard_error)


def test_what_was_staked(result: SimulationResult) -> None:
    bets = result.simulation.play(0, ROUNDS).bets
    assert result["ante"].staked == result["super_bonus"].staked == Amount(ROUNDS * 3 * 1000)
    assert result["play"].staked == Amount(int(bets.sum()) * 1000)
    assert result["main game"].staked == Amount(ROUNDS * 3 * 2000 + int(bets.sum()) * 1000)
    assert result["all wagers"].staked == result["main game"].staked + Amount(ROUNDS * 3 * 600)
    shares = result.actions["play"]
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["3x"] == pytest.approx(np.count_nonzero(bets == 3) / bets.size)


def test_rows_add_up(result: SimulationResult) -> None:
    assert sum((result[name].net for name in ("ante", "super_bonus", "play")), Amount.ZERO) == result["main game"].net
    sides = [name for name in result.estimates if name not in ("main game", "all wagers")]
    assert sum((result[name].net for name in sides), Amount.ZERO) == result["all wagers"].net


def test_meters_are_fed_and_pay(result: SimulationResult) -> None:
    """Ten percent of three wagers of $1 a round; a straight flush takes a tenth of $10,000."""
    meter = result.meters["five_card"]
    assert meter["contributed"] == str(Fraction(3 * ROUNDS, 10))
    assert meter["shown"] == "10000.00"
    assert Amount.parse(meter["paid"]).cents % 100_000 == 0
    assert result.meters["four_card"]["contributed"] == "0"


def test_seats_of_one_table_are_not_independent() -> None:
    """All seats have the same community cards: with six, the error hardly shrinks, and the result says so."""
    terms = full_terms("ma-criss-cross")
    six = run(Simulation.of(terms, seats=6, seed=1), ROUNDS)["five_card_bonus"]
    one = run(Simulation.of(terms, seats=1, seed=1), ROUNDS)["five_card_bonus"]
    assert six.standard_error == pytest.approx(one.standard_error, rel=0.5)
    assert six.standard_error > 2 * one.standard_error / math.sqrt(6)


def test_a_result_as_plain_data_text_and_table(result: SimulationResult) -> None:
    data = json.loads(json.dumps(result.to_dict()))
    assert (data["rulebook"], data["seed"], data["rounds"]) == ("ma-crazy-4", 21, ROUNDS)
    assert data["wagers"]["queens_up"]["exact"]["exact"] == str(result["queens_up"].exact)
    assert "Queens Up" in str(result)
    assert repr(result) == str(result)
    assert result._repr_html_().count("<tr>") == len(result.estimates) + 1
    arrow = result.to_arrow()
    assert arrow.column("wager").to_pylist() == list(result.estimates)
    assert arrow.column("net_cents").to_pylist() == [one.net.cents for one in result.estimates.values()]
    assert json.loads(arrow.schema.metadata[b"pitboss"])["seed"] == 21


def test_a_picture_shows_the_estimates(result: SimulationResult) -> None:
    drawn = picture_of(result)
    assert drawn.startswith("<svg xmlns=")
    assert drawn == picture_of(result)
    known = [one for one in result.estimates.values() if one.z is not None]
    assert drawn.count("<circle") == len(known)
    assert all(one.row.title in drawn for one in known)
    assert len(result.points) == ROUNDS // 500


def test_wins_too_rare_to_be_seen_are_remarked(tmp_path: Path) -> None:
    """A royal flush comes once in 649,740 hands and carries most of the value: 500 rounds do not see it."""
    lines = '{ hand = "royal_flush", pays = "1000000 to 1" }, { hand = "pair", pays = "1 to 1" }'
    hand = TCP.replace('["own", "c1"]', '["own"]').replace('ranking = "tcp"', 'ranking = "five_card"')
    paid = table("main", ["ante"], lines, "five_card")
    steps = '{ to = ["players"], times = 5 }'
    folder = game(tmp_path, "rare", hand, ante(), paid, steps=steps, settled='"ante"', head="decisions = []")
    found = run(Simulation.of(folder, seed=1), 500)
    assert found[MAIN].exact == Fraction(4 * 1_000_000 + 1_098_240 - (2_598_960 - 1_098_240 - 4), 2_598_960)
    assert found.remark is not None
    assert "Main game: wins too rare" in found.remark
