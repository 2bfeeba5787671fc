"""What a simulation should come to: the exact values that the mathematics know, per unit of each row."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from pitboss.mathematics import main_game, side_wagers
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import question
from pitboss.rulebooks import Refused
from pitboss.rulebooks.parts import Wager
from pitboss.simulation.best_play import BestPlay
from pitboss.simulation.simulation import Simulation

OPTIMAL = "optimal"
WHATEVER_IS_PLAYED = (SideBasis.COMMUNITY, SideBasis.HOLE_AND_BURNS, SideBasis.ALONE, SideBasis.DEALS)
"""Wagers decided by cards that nobody's decisions change; where a fold leaves them, any strategy will do."""


@lru_cache(maxsize=4)
def exact_values(simulation: Simulation) -> dict[str, Fraction]:
    """By name of row; counted once for a simulation. Only what is known exactly is there.

    The main game's values are the strategy's. Side wagers are counted under best play of the main game, and for seats
    that all stake alike.
    """
    terms, seated = simulation.terms, simulation.table.seating
    found = dict(simulation.strategy.exact)
    if any(stakes != seated.stakes[0] for stakes in seated.stakes):
        return found
    stakes = {name: amount for name, amount in seated.stakes[0].items() if terms.wagers[name].offer}
    asked = question(terms, seated.seats, seated.meters, stakes, sharing=seated.seats)
    for wager in side_wagers.side_wagers(terms):
        if wager.name in stakes and _known(simulation, wager):
            with suppress(Refused):  # what cannot be counted is simulated all the same
                found[wager.name] = side_wagers.odds_of(asked, wager).ev
    return found


@lru_cache(maxsize=4)
def exact_actions(simulation: Simulation) -> Mapping[str, Mapping[str, Fraction]]:
    """By decision: how often best play chooses what, among the rounds that reach it; nothing of other strategies."""
    strategy = simulation.strategy
    if isinstance(strategy, BestPlay):
        return strategy.actions
    return main_game.solve(simulation.terms).actions if strategy.name == OPTIMAL else {}


def _known(simulation: Simulation, wager: Wager) -> bool:
    terms = simulation.terms
    stands = terms.stands_on_fold(wager) or not any(decision.fold_clause for decision in terms.rulebook.decisions)
    side = side_of(terms, wager)
    if side in WHATEVER_IS_PLAYED and stands:
        return True
    if side in (SideBasis.ALONE, SideBasis.DEALS):
        return False  # its odds are those of a player who stays in, or who plays as the wager likes best
    if side is SideBasis.DEALER_FIVE_CARD and simulation.table.seats > 1 and not stands:
        return False  # a jackpot is shared by those who did not fold
    return simulation.strategy.name == OPTIMAL
