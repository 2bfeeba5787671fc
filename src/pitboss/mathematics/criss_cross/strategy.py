"""Criss-Cross played by rules over every deal: what a strategy is worth, exactly."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, Given, Hole
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.solver import CrissCrossSolution, StreetCounts
from pitboss.mathematics.criss_cross.kernels.strategy import FOLD, LEAST, MOST, played_sums
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.mathematics.strategy_rules import Int8s, Rules
from pitboss.program.jit import in_threads


@dataclass(frozen=True)
class CrissCrossRules:
    """A strategy: what to do at each decision. Actions are 0 to fold, 1 for the least bet, 2 for the most."""

    across: Rules
    down: Rules
    middle: Rules


def evaluate(pays: CrissCrossPays, rules: CrissCrossRules, given: Given = WHOLE_DECK) -> CrissCrossSolution:
    """Play the rules over every deal and add up exactly."""
    observer = Observer(pays, given)
    parts = in_threads(lambda hole: _play(observer, rules, hole), observer.holes)
    return CrissCrossSolution(
        pays,
        deals=observer.deals,
        net=sum(part.net for part in parts),
        across=sum((part.across for part in parts), StreetCounts()),
        down=sum((part.down for part in parts), StreetCounts()),
        middle=sum((part.middle for part in parts), StreetCounts()),
    )


def _play(observer: Observer, rules: CrissCrossRules, hole: Hole) -> CrissCrossSolution:
    """The deals of one hole and of all that equal it but for suits."""
    game, weight = observer.game, hole.weight
    pairs, downs, middles = observer.given.counts()
    deals = pairs * downs * middles
    across = rules.across.actions(observer.hole_facts(hole))
    across_street = _street(across, np.array([1]), deals) * weight
    lost = -2 * deals * game.pays.unit
    if across[0] == FOLD:
        return CrissCrossSolution(
            game.pays, deals * weight, lost * weight, across_street, StreetCounts(), StreetCounts()
        )
    tables, seen = observer.look(hole)
    middle = rules.middle.actions(observer.middle_facts(observer.own_ranks(hole)))
    worths, counts = played_sums(tables, seen, observer.ranks, game.returns, middles, game.bets, middle)
    down = rules.down.actions(observer.across_facts(hole, seen[0]))
    stays = down != FOLD
    weights = hole.across_weights
    returned = int(weights[stays] @ worths[stays, across[0] - 1, down[stays] - 1])
    down_stakes = int(weights[stays] @ game.bets[1, down[stays] - 1]) * downs * middles
    staked = int(game.bets[0, across[0] - 1]) * deals + down_stakes
    return CrissCrossSolution(
        game.pays,
        deals=deals * weight,
        net=(lost + returned - staked * game.pays.unit) * weight,
        across=across_street,
        down=_street(down, weights, downs * middles) * weight,
        middle=StreetCounts(*(weights[stays] @ counts[stays]).tolist()) * (middles * weight),
    )


def _street(actions: Int8s, weights: npt.NDArray[np.int64], deals: int) -> StreetCounts:
    return StreetCounts(*(int(weights[actions == action].sum()) * deals for action in (FOLD, LEAST, MOST)))
