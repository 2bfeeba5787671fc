"""What a simulation should come to: the exact values that the mathematics know, per unit of each row."""

from fractions import Fraction
from functools import lru_cache

from pitboss.analysis import side_wagers
from pitboss.analysis.side_odds import question
from pitboss.rulebooks.parts import Decides, Wager
from pitboss.simulation.simulation import Simulation

WHATEVER_IS_PLAYED = (Decides.COMMUNITY, Decides.HOLE_AND_BURNS)
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
            found[wager.name] = side_wagers.odds_of(asked, wager).ev
    return found


def _known(simulation: Simulation, wager: Wager) -> bool:
    stands = simulation.terms.stands_on_fold(wager)
    if wager.decided_by in WHATEVER_IS_PLAYED and stands:
        return True
    if wager.decided_by is Decides.DEALER_FIVE_CARD and simulation.table.seats > 1 and not stands:
        return False  # a jackpot is shared by those who did not fold
    return simulation.strategy.name == "optimal"
