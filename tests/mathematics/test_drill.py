"""Hard spots: positions that can be dealt, chosen for the smallest difference between the two best options."""

from collections.abc import Callable, Iterable
from itertools import cycle

import pytest

from pitboss.mathematics.advice import advise
from pitboss.mathematics.drill import hard_spot
from pitboss.rulebooks import SHIPPED, Refused, terms_for


def numbers(values: Iterable[int]) -> Callable[[int], int]:
    """Chance that is told beforehand."""
    drawn = cycle(values)
    return lambda limit: next(drawn) % limit


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_spot_is_the_one_of_its_candidates_that_is_hardest(rulebook: str) -> None:
    terms = terms_for(rulebook)
    values = [(7 * number * number + 3 * number) % 53 for number in range(400)]
    alone, drawn = [], numbers(values)
    for _ in range(4):
        alone.append(hard_spot(terms, drawn, candidates=1))
    hardest = hard_spot(terms, numbers(values), candidates=4)
    assert hardest in alone
    assert hardest.gap == min(spot.gap for spot in alone)
    assert advise(terms, hardest.position) == hardest.advice


@pytest.mark.parametrize("decision", ["across", "down", "middle"])
def test_a_drill_may_be_of_one_decision_alone(decision: str) -> None:
    terms = terms_for("ma-criss-cross")
    drawn = numbers((7 * number * number + 3 * number) % 53 for number in range(400))
    assert {hard_spot(terms, drawn, 1, decision).advice.decision for _ in range(3)} == {decision}


def test_a_decision_that_the_game_does_not_know_is_refused() -> None:
    with pytest.raises(Refused, match="across, down, middle"):
        hard_spot(terms_for("ma-criss-cross"), numbers([1]), 1, "river")


def test_every_decision_of_criss_cross_comes_up() -> None:
    terms = terms_for("ma-criss-cross")
    # The first number picks the decision; then come six cards and the bets made.
    spots = [hard_spot(terms, numbers([stage, 5, 17, 31, 2, 40, 11, 1, 0]), candidates=1) for stage in range(3)]
    assert [spot.advice.decision for spot in spots] == ["across", "down", "middle"]
    assert [len(spot.position.bets) for spot in spots] == [0, 1, 2]
    assert all(len({*spot.position.cards, *spot.position.shown}) == 2 + 2 * stage for stage, spot in enumerate(spots))
