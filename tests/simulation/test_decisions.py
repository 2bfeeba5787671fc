"""Decisions looked up in tables are those of the exact solver, and rules are followed to the letter."""

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, holes
from pitboss.mathematics.criss_cross.kernels.strategy import played_sums
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.strategy_rules import Bound, Condition, Line, Rules
from pitboss.rulebooks import terms_for
from pitboss.simulation import Batch, Simulation
from pitboss.simulation.crazy_four import CrazyFourTable
from pitboss.simulation.crazy_four_plans import CrazyFourDecisions
from pitboss.simulation.criss_cross_plans import rule_reader
from pitboss.simulation.kernels.crazy_four import LOOK, strengths_of
from pitboss.simulation.strategies import ByPlan


def cards(numbers: "np.typing.NDArray[np.uint8]") -> tuple[Card, ...]:
    return tuple(DECK[number] for number in numbers)


def antes(best: str) -> int:
    return 0 if best == "fold" else int(best.removesuffix("x"))


def played(id: str, seats: int, count: int) -> tuple[Simulation, Batch]:
    simulation = Simulation.of(id, seats=seats, seed=11)
    return simulation, simulation.play(0, count)


@pytest.mark.parametrize("id", ["ma-criss-cross", "cardroom-criss-cross"])
def test_criss_cross_seats_do_as_advised(id: str) -> None:
    simulation, batch = played(id, seats=3, count=8)
    table, terms = simulation.table, simulation.terms
    for i, row in enumerate(batch.deals.cards):
        across, down = cards(row[[1, 3]]), cards(row[[0, 4]])
        for seat in range(3):
            own = cards(table.own(batch.deals, seat)[i])
            made: tuple[int, ...] = ()
            for number, shown in enumerate(((), across, (*across, *down))):
                choices = tuple(f"{bet}x" for bet in made)
                best = antes(advise(terms, Position(own, shown, choices)).best)
                assert batch.bets[i, seat, number] == best
                if best == 0:
                    break
                made = (*made, best)
            assert not batch.bets[i, seat, len(made) :].any()


def test_crazy_4_seats_do_as_advised() -> None:
    simulation, batch = played("ma-crazy-4", seats=2, count=60)
    for i in range(len(batch.deals)):
        for seat in range(2):
            own = cards(simulation.table.own(batch.deals, seat)[i])
            assert batch.bets[i, seat, 0] == antes(advise(simulation.terms, Position(own)).best)


def test_crazy_4_hands_on_the_border_are_looked_up_one_by_one() -> None:
    """Of a few strengths, some hands are played and some folded: it is the fifth card or a suit that decides."""
    simulation, batch = played("ma-crazy-4", seats=6, count=30_000)
    table = simulation.table
    assert isinstance(table, CrazyFourTable)
    assert isinstance(simulation.strategy, ByPlan)
    assert isinstance(simulation.strategy.decisions, CrazyFourDecisions)
    by_strength = simulation.strategy.decisions.by_strength
    seen = set()
    for seat in range(6):
        strengths = np.empty(len(batch.deals), np.uint16)
        strengths_of(table.game.four, table.own(batch.deals, seat), strengths)
        for i in np.flatnonzero(by_strength[strengths] == LOOK)[:10]:
            own = cards(table.own(batch.deals, seat)[i])
            bet = int(batch.bets[i, seat, 0])
            assert bet == antes(advise(simulation.terms, Position(own)).best)
            seen.add(bet)
    assert seen == {0, 1}


def test_rules_are_followed_in_every_position_of_a_hole() -> None:
    """Against the kernel that prices rules: for each Across pair, how many Down pairs fold, bet least and bet most."""
    pays = criss_cross_pays(terms_for("ma-criss-cross"))
    most = Line(2, Condition("a hand that wins", (Bound("made", least=2),)))
    outs = Line(1, Condition("cards to a straight", (Bound("strong", least=3),)))
    points = Line(1, Condition("high cards", (Bound("points", least=4),)))
    rules = CrissCrossRules(Rules((), 1), Rules((most, points), 0), Rules((most, outs, points), 0))
    observer = Observer(pays, WHOLE_DECK)
    game, middles = observer.game, WHOLE_DECK.counts()[2]
    for hole in holes(WHOLE_DECK)[40:160:40]:
        across, down, middle = rule_reader(pays, rules)(hole)
        tables, seen = observer.look(hole)
        actions = rules.middle.actions(observer.middle_facts(observer.own_ranks(hole)))
        _, counts = played_sums(tables, seen, observer.ranks, game.returns, middles, game.bets, actions)
        apart = (tables[0].masks[:, None] & tables[1].masks) == 0
        for action in range(3):
            assert (((middle == action) & apart).sum(axis=1) == counts[:, action]).all()
        assert across == 1
        expected = rules.down.actions(observer.across_facts(hole, seen[0]))
        assert (down == expected).all()
