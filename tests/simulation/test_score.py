"""Policies scored exactly: against the round engine over every deal of a short deck, simulation and other counts."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import Card, parse_cards
from pitboss.mathematics import main_game
from pitboss.mathematics.antes import units
from pitboss.mathematics.criss_cross.kernels.deals import Given
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Kind, Program
from pitboss.rulebooks import Refused, Terms, terms_for
from pitboss.simulation import Decide, Seen, main_stakes, seating, simulate, strategy_for
from pitboss.simulation.policy_table import Choices
from pitboss.simulation.score import Asker, Score, of_crazy_four, of_criss_cross, of_program, score
from pitboss.simulation.short_deck import _deals, _nets, _seen
from pitboss.simulation.simulation import table_for
from pitboss.simulation.strategies import ByFunction
from pitboss.simulation.table import Deals

STUD = Path("examples/rulebooks/pa-mississippi-stud")
DECK = parse_cards("As Ks Qs Js Ah Kh Ad Kd Qh 6c")


def by_ranks(seen: Seen) -> npt.NDArray[Any]:
    """Plays by the highest rank, by pairs of one's own, by what is turned up, and by what was bet before."""
    own, shown = np.sort(seen.own >> 2, axis=1), seen.shown >> 2
    paired = (own[:, 1:] == own[:, :-1]).any(axis=1)
    met = (own[:, :, None] == shown[:, None, :]).any(axis=(1, 2)) if shown.shape[1] else paired
    daring = seen.bets[:, -1] > 1 if seen.bets.shape[1] else paired
    stays = paired | met | (own[:, -1] == 12) | daring
    return np.where(stays, 1 + (paired & met & (own[:, -1] < 12)), 0)


def plain(seen: Seen) -> npt.NDArray[Any]:
    """Plays Crazy 4 with a pair among the five cards."""
    own = np.sort(seen.own >> 2, axis=1)
    return np.where((own[:, 1:] == own[:, :-1]).any(axis=1), 1, 0)


def played_out(terms: Terms, function: Decide, deck: Sequence[Card]) -> Fraction:
    """What a function nets over every deal of a deck, settled by the round engine."""
    program = compile_terms(terms, antes=units(terms)[0])
    nets = [
        _played(program, function, _seen(program, cards), _nets(terms, program, cards))
        for cards in _deals(program, deck)
    ]
    return sum(nets, Fraction(0)) / len(nets)


def _played(program: Program, function: Decide, shown: Sequence[Sequence[int]], nets: Sequence[Fraction]) -> Fraction:
    staked, made = list(program.antes), list[int]()
    own = program.places[0].slots
    for street, cards in zip(program.streets, shown, strict=False):
        by_slot = dict(zip(street.seen, cards, strict=True))
        # What is turned up comes in the order of its turning up, as it does at a table.
        order = dict.fromkeys(slot for one in program.streets for slot in one.seen if slot in by_slot)
        seen = Seen(
            street.name,
            np.array([[by_slot[slot] for slot in own]], np.uint8),
            np.array([[by_slot[slot] for slot in order if slot not in own]], np.uint8).reshape(1, -1),
            (),
            np.array([made], np.int8),
            (),
            np.ones((1, 4), np.bool_),
        )
        number = int(function(seen)[0])
        choice = street.choices[number]
        if choice.kind is Kind.FOLD:
            return Fraction(-sum(staked))
        staked[choice.stake] += choice.times * sum(staked[base] for base in choice.bases)
        made.append(number)
    return sum((on * net for on, net in zip(staked, nets, strict=True)), Fraction(0))


def asker(terms: Terms, function: Decide) -> Asker:
    table = table_for(seating(terms, 1, main_stakes(terms)))
    return Asker(table, ByFunction("function", function))


def mask(deck: Sequence[Card]) -> int:
    return sum(1 << card.index for card in deck)


def test_criss_cross_on_a_short_deck() -> None:
    terms, deck = terms_for("ma-criss-cross"), DECK[:7]
    exact = of_criss_cross(asker(terms, by_ranks), criss_cross_pays(terms), Given(mask(deck)))
    assert exact == played_out(terms, by_ranks, deck)


def test_crazy_four_on_a_short_deck() -> None:
    terms = terms_for("ma-crazy-4")
    assert of_crazy_four(asker(terms, plain), mask(DECK)) == played_out(terms, plain, DECK)


def test_any_game_on_a_short_deck() -> None:
    terms = terms_for(STUD)
    program = compile_terms(terms, antes=units(terms)[0])
    assert of_program(asker(terms, by_ranks), program, mask(DECK[:8])) == played_out(terms, by_ranks, DECK[:8])


def test_best_play_asked_for_as_a_function_is_worth_best_play() -> None:
    terms = terms_for("ma-crazy-4")
    assert score(terms, as_function(terms, "optimal")).ev == main_game.solve(terms).ev
    assert score(terms, "optimal").cost == 0


def test_the_card_asked_for_as_a_function_costs_what_it_says() -> None:
    terms = terms_for("ma-crazy-4")
    asked, stated = score(terms, as_function(terms, "card")), score(terms, "card")
    assert asked.ev == stated.ev
    assert (asked.exact, asked.asked) == (True, 134_459)


def as_function(terms: Terms, name: str) -> Decide:
    """A named strategy behind a function: what it sees is laid out as a deal, and its choice is read."""
    table = table_for(seating(terms, 1, main_stakes(terms)))
    strategy = strategy_for(table, name)

    def decide(seen: Seen) -> npt.NDArray[Any]:
        cards = np.zeros((len(seen), len(table.slots)), np.uint8, "F")
        cards[:, table.first_own : table.first_own + table.own_cards] = seen.own
        bets = table.no_bets(len(seen))
        strategy.decide(table, 1, Deals(0, cards, table.chance(1, 0, cards)), bets)
        return bets[:, 0, table.decisions.index(seen.decision)]

    return decide


def test_rounds_come_to_what_was_counted() -> None:
    terms = terms_for(STUD)
    counted = score(terms, by_ranks)
    dealt = simulate(terms, 300_000, strategy=by_ranks)["main game"]
    assert isinstance(counted.ev, Fraction)
    assert abs(dealt.mean - float(counted.ev)) < 4 * dealt.standard_error


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        (lambda seen: np.where(seen.own[:, 0] % 4 == 0, seen.least, 0), "names of suits"),
        (lambda seen: np.where(seen.own[:, 0] > seen.own[:, 1], seen.least, 0), "order of cards"),
        ("random", "by chance"),
    ],
)
def test_what_cannot_be_counted_is_dealt_with_its_error(strategy: Any, why: str) -> None:
    terms = terms_for("ma-crazy-4")
    found = score(terms, strategy, rounds=20_000)
    dealt = simulate(terms, 20_000, strategy=strategy, stakes=main_stakes(terms))["main game"]
    assert not found.exact
    assert why in found.note
    assert found.ev == dealt.mean
    assert 0 < found.error == pytest.approx((dealt.interval[1] - dealt.interval[0]) / 2)


# Tables


def test_a_table_tells_what_was_turned_up_when() -> None:
    """Fourth street is bet three times where the first card turned up is a deuce of a rank not held."""
    terms = terms_for(STUD)
    table: Choices = {
        "third_street": {"Ah Kh": "1x", "else": "fold"},
        "fourth_street": {"Ah Kh | 2s": "3x", "Ah Kh 2h": "2x", "else": "1x"},
        "fifth_street": "fold",
    }
    deuces = Fraction(3, 50) * 2 + Fraction(1, 50)  # beyond one unit: three of the deuces two more, one of them one
    assert score(terms, table).ev == -1 - Fraction(4, 1326) * (2 + deuces)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"flop": "1x"}, "decision 'flop'"),
        ({"third_street": "4x"}, "'4x' at third_street"),
        ({"third_street": {"Ah": "1x"}}, "'Ah' at third_street.*2 cards"),
        ({"third_street": {"Ah Ah": "1x"}}, "appears twice"),
        ({"third_street": {"Ah Xx": "1x"}}, "'Ah Xx'"),
        ({"third_street": {"Ah Kh": "1x"}}, "a table without"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(table: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        score(terms_for(STUD), table)


def test_a_score_shows_itself() -> None:
    found = score(terms_for("ma-crazy-4"), "card")
    assert isinstance(found, Score)
    assert "<td>house edge against best play</td><td>3.4189%</td>" in found._repr_html_()
    assert "house edge against best play    3.4189%" in str(found)
