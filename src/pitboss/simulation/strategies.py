"""How seats decide: by exact advice, by the strategy card, at random, always alike, or by a function of one's own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.refusing import refused
from pitboss.analysis.strategy_criss_cross import CrissCrossRules
from pitboss.rulebooks import Terms
from pitboss.simulation import crazy_four_plans, plans
from pitboss.simulation.crazy_four import CrazyFourTable
from pitboss.simulation.criss_cross import CrissCrossTable
from pitboss.simulation.kernels import crazy_four as crazy_four_kernels
from pitboss.simulation.kernels import criss_cross as criss_cross_kernels
from pitboss.simulation.kernels.choices import choose
from pitboss.simulation.table import MAIN, Bytes, Deals, Int8s, Table

NAMES = ("optimal", "card", "random", "always:N")


@runtime_checkable
class Strategy(Protocol):
    """Fills in the bets of every seat."""

    @property
    def name(self) -> str:
        """What the strategy is called in results."""

    @property
    def exact(self) -> Mapping[str, Fraction]:
        """Exact values, in antes, of the rows that the strategy alone determines, as far as they are known."""

    def decide(self, table: Table, seed: int, deals: Deals, bets: Int8s) -> None:
        """Write the bets of these rounds, in antes; 0 folds, and all after a fold is 0."""


@dataclass(frozen=True)
class Seen:
    """What one seat sees at one decision, in many rounds at once.

    Cards are numbers, rank times four plus suit from the deuce of clubs. `across` and `down` are the community pairs
    turned up so far (Criss-Cross), without columns before. `bets` are those already made, in antes; `least` and
    `most` bound the next one.
    """

    decision: str
    own: Bytes
    across: Bytes
    down: Bytes
    bets: Int8s
    least: Int8s
    most: Int8s

    def __len__(self) -> int:
        return len(self.own)


Decide = Callable[[Seen], npt.NDArray[Any]]
"""Bets in antes for every row of what is seen, 0 to fold."""


@dataclass(frozen=True)
class ByPlan:
    """Decisions looked up in tables."""

    name: str
    decisions: plans.Decisions | crazy_four_plans.Decisions

    @property
    def exact(self) -> Mapping[str, Fraction]:
        """What the tables are worth, and each wager of the main game where that was counted."""
        return {MAIN: self.decisions.ev, **self.decisions.parts}

    def decide(self, table: Table, seed: int, deals: Deals, bets: Int8s) -> None:
        """Every seat by what it sees."""
        if isinstance(table, CrissCrossTable) and isinstance(self.decisions, plans.Decisions):
            criss_cross_kernels.decide(self.decisions.plan, table.first_own, deals.cards, bets)
        elif isinstance(table, CrazyFourTable) and isinstance(self.decisions, crazy_four_plans.Decisions):
            crazy_four_kernels.decide(self.decisions.plan, table.game.four, deals.cards, bets)
        else:
            raise refused(table.terms, "strategy", f"{self.name} of the other game", "a strategy made for these terms")


@dataclass(frozen=True)
class ByFunction:
    """Decisions of a function over whole arrays, called for each seat at each decision."""

    name: str
    function: Decide
    exact: Mapping[str, Fraction] = field(default_factory=dict)

    def decide(self, table: Table, seed: int, deals: Deals, bets: Int8s) -> None:
        """Ask the function about the rounds in which the seat is still in; `Refused` where a bet is not lawful."""
        for seat in range(table.seats):
            live = np.arange(len(deals))
            for number in range(len(table.decisions)):
                least, most = table.bounds(deals, seat, number)
                seen = _seen(table, deals, bets, seat, number, live, (least[live], most[live]))
                chosen = np.asarray(self.function(seen))
                _check(table.terms, self.name, seen, chosen)
                bets[:, seat, number] = 0
                bets[live, seat, number] = chosen
                live = live[chosen > 0]


@dataclass(frozen=True)
class AtRandom:
    """A fold and every lawful bet of whole antes equally likely."""

    name: str = "random"
    exact: Mapping[str, Fraction] = field(default_factory=dict)

    def decide(self, table: Table, seed: int, deals: Deals, bets: Int8s) -> None:
        """Each seat and decision has a stream of its own."""
        chosen = np.empty(len(deals), np.int8)
        for seat in range(table.seats):
            live = np.ones(len(deals), np.bool_)
            for number in range(len(table.decisions)):
                least, most = table.bounds(deals, seat, number)
                place = seat * len(table.decisions) + number
                choose(np.uint64(seed), np.uint64(deals.first), place, least, most, chosen)
                bets[:, seat, number] = np.where(live, chosen, 0)
                live &= chosen > 0


def strategy_for(terms: Terms, strategy: "str | Strategy | Decide | CrissCrossRules" = "optimal") -> Strategy:
    """A strategy by name, or a function or rules made into one; `Refused` says which names there are."""
    if isinstance(strategy, CrissCrossRules):
        return ByPlan("rules", plans.by_rules(criss_cross_pays(terms), strategy))
    if isinstance(strategy, str):
        return _named(terms, strategy)
    if isinstance(strategy, Strategy):
        return strategy
    return ByFunction(getattr(strategy, "__name__", "function"), strategy)


def always(antes: int) -> Decide:
    """Bets so many antes whatever the cards, or the nearest that is allowed."""

    def bet(seen: Seen) -> Int8s:
        bets: Int8s = np.clip(antes, seen.least, seen.most)
        return bets

    return bet


def _named(terms: Terms, name: str) -> Strategy:
    if name in ("optimal", "card"):
        return ByPlan(name, _decisions(terms, name))
    if name == "random":
        return AtRandom()
    word, _, number = name.partition(":")
    if word == "always" and number.isdecimal() and int(number):
        return ByFunction(name, always(int(number)))
    raise refused(terms, "strategy", f"'{name}'", f"one of {', '.join(NAMES)}, or FILE.py:FUNCTION")


def _decisions(terms: Terms, name: str) -> plans.Decisions | crazy_four_plans.Decisions:
    if terms.rulebook.duel is not None:
        game = crazy_four_game(terms)
        return crazy_four_plans.optimal(game) if name == "optimal" else crazy_four_plans.strategy_card(game)
    pays = criss_cross_pays(terms)
    return plans.optimal(pays) if name == "optimal" else plans.strategy_card(pays)


def _seen(
    table: Table,
    deals: Deals,
    bets: Int8s,
    seat: int,
    number: int,
    live: npt.NDArray[np.int64],
    bounds: tuple[Int8s, Int8s],
) -> Seen:
    """What the seat sees: its own cards, and of the community cards those that earlier decisions turned up."""
    nothing = np.empty((len(live), 0), np.uint8)
    cross = table.own_cards == 2
    return Seen(
        decision=table.decisions[number],
        own=table.own(deals, seat)[live],
        across=deals.cards[live][:, [1, 3]] if cross and number > 0 else nothing,
        down=deals.cards[live][:, [0, 4]] if cross and number > 1 else nothing,
        bets=bets[live, seat, :number],
        least=bounds[0],
        most=bounds[1],
    )


def _check(terms: Terms, name: str, seen: Seen, chosen: npt.NDArray[Any]) -> None:
    if chosen.shape != (len(seen),) or chosen.dtype.kind not in "iub":
        tried = f"{name} answered with {chosen.dtype} of shape {chosen.shape}"
        raise refused(terms, f"strategy at {seen.decision}", tried, f"whole numbers of shape ({len(seen)},)")
    wrong = (chosen != 0) & ((chosen < seen.least) | (chosen > seen.most))
    if wrong.any():
        at = int(np.argmax(wrong))
        tried = f"{name} bet {chosen[at]} antes with cards {seen.own[at].tolist()}"
        raise refused(terms, f"strategy at {seen.decision}", tried, f"0, or {seen.least[at]} to {seen.most[at]} antes")
