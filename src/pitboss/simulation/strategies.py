"""How seats decide: by exact advice, by the strategy card, at random, always alike, or by a function of one's own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import CrazyFourShape, CrissCrossShape, fast_shape, shape_of
from pitboss.rulebooks import Terms
from pitboss.simulation import crazy_four_plans
from pitboss.simulation import criss_cross_plans as plans
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.best_play import BestPlay
from pitboss.simulation.crazy_four import four_card_judge
from pitboss.simulation.kernels import crazy_four as crazy_four_kernels
from pitboss.simulation.kernels import criss_cross as criss_cross_kernels
from pitboss.simulation.kernels.choices import choose
from pitboss.simulation.policy_table import Choices, by_table
from pitboss.simulation.sampled_play import SampledPlay
from pitboss.simulation.table import CHECK, FOLD, MAIN, Bools, Bytes, Deals, Int8s, SimulatedTable

FAST = ("optimal", "card")
"""Looked up in the tables of a fast solver."""
NAMES = (*FAST, "random", "always:N")
ANY_GAME = ("optimal", "sampled", "random", "always:N", "always:CHOICE")
FILES = "FILE.py:FUNCTION, or FILE.json"


@runtime_checkable
class Strategy(Protocol):
    """Fills in the choices of every seat."""

    @property
    def name(self) -> str:
        """What the strategy is called in results."""

    @property
    def exact(self) -> Mapping[str, Fraction]:
        """Exact values, in units of the rows that the strategy alone determines, as far as they are known."""

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Write the choices of these rounds by number: 0 folds, and all that is not decided any more is 0."""


@dataclass(frozen=True)
class Seen:
    """What one seat sees at one decision, in many rounds at once.

    Cards are numbers, rank times four plus suit from the deuce of clubs. `shown` are the cards of the table turned up
    so far, `places` where each lies. `bets` are the choices already made, by number. `choices` says what each number
    stands for at this decision, what risks least first, and `open` by round and number what may be chosen. Where bets
    of every size are offered, a number is in times their base.
    """

    decision: str
    own: Bytes
    shown: Bytes
    places: tuple[str, ...]
    bets: Int8s
    choices: tuple[str, ...]
    open: Bools

    def __len__(self) -> int:
        return len(self.own)

    @property
    def across(self) -> Bytes:
        """The community pair turned up first."""
        return self.shown[:, :2]

    @property
    def down(self) -> Bytes:
        """The community pair turned up second."""
        return self.shown[:, 2:4]

    @property
    def least(self) -> Int8s:
        """What risks least short of a fold."""
        first: Int8s = (1 + self.open[:, 1:].argmax(axis=1)).astype(np.int8)
        return first

    @property
    def most(self) -> Int8s:
        """What risks most."""
        last: Int8s = (self.open.shape[1] - 1 - self.open[:, ::-1].argmax(axis=1)).astype(np.int8)
        return last


Decide = Callable[[Seen], npt.NDArray[Any]]
"""The number of a choice for every row of what is seen, 0 to fold."""


@dataclass(frozen=True)
class ByPlan:
    """Decisions looked up in tables."""

    name: str
    decisions: plans.Decisions | crazy_four_plans.CrazyFourDecisions
    wagers: tuple[str, ...]

    @property
    def exact(self) -> Mapping[str, Fraction]:
        """What the tables are worth, and each wager of the main game where that was counted."""
        return {MAIN: self.decisions.ev, **dict(zip(self.wagers, self.decisions.parts, strict=False))}

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Every seat by what it sees."""
        crossed = isinstance(shape_of(table.terms), CrissCrossShape)
        if crossed and isinstance(self.decisions, plans.Decisions):
            criss_cross_kernels.decide(self.decisions.plan, table.first_own, deals.cards, bets)
        elif not crossed and isinstance(self.decisions, crazy_four_plans.CrazyFourDecisions):
            crazy_four_kernels.decide(self.decisions.plan, four_card_judge(), deals.cards, bets)
        else:
            raise refused(table.terms, "strategy", f"{self.name} of the other game", "a strategy made for these terms")
        if isinstance(table, AnyGameTable):
            table.number(bets)


@dataclass(frozen=True)
class ByFunction:
    """Decisions of a function over whole arrays, called for each seat at each decision."""

    name: str
    function: Decide
    exact: Mapping[str, Fraction] = field(default_factory=dict)

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Ask the function about the rounds in which the seat is still in; `Refused` where a choice is not lawful."""
        bets[:] = 0
        for seat in range(table.seats):
            live = np.arange(len(deals))
            for number in range(len(table.decisions)):
                seen = seen_at(table, deals, bets, seat, number, live)
                chosen = np.asarray(self.function(seen))
                check_choices(table, self.name, number, seen, chosen)
                bets[live, seat, number] = chosen
                live = live[table.goes_on(number)[chosen]]


@dataclass(frozen=True)
class AtRandom:
    """Everything that may be chosen equally likely."""

    name: str = "random"
    exact: Mapping[str, Fraction] = field(default_factory=dict)

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Each seat and decision has a stream of its own."""
        for seat in range(table.seats):
            live = np.ones(len(deals), np.bool_)
            for number in range(len(table.decisions)):
                is_open = table.open_to(deals, seat, number, bets)
                place, chosen = seat * len(table.decisions) + number, bets[:, seat, number]
                choose(np.uint64(seed), np.uint64(deals.first), place, is_open, live, chosen)
                live &= table.goes_on(number).take(chosen)


PLAYED: dict[str, Callable[[AnyGameTable], Strategy]] = {"optimal": BestPlay, "sampled": SampledPlay}
"""How any game can be played that is looked into position by position."""


def strategy_for(
    table: SimulatedTable, strategy: "str | Strategy | Decide | Choices | CrissCrossRules" = "optimal"
) -> Strategy:
    """A strategy by name, or a function, a table or rules made into one; `Refused` says which names there are."""
    if isinstance(strategy, CrissCrossRules):
        terms = table.terms
        return ByPlan("rules", plans.by_rules(criss_cross_pays(terms), strategy), _main_wagers(terms))
    if isinstance(strategy, str):
        return _named(table, strategy)
    if isinstance(strategy, Strategy):
        return strategy
    if isinstance(strategy, Mapping):
        return ByFunction("table", by_table(table, strategy))
    return ByFunction(getattr(strategy, "__name__", "function"), strategy)


def always(what: str) -> Decide:
    """Chooses alike whatever the cards: a bet of so many antes or the nearest that is open, or what is named.

    Where there is no bet it is a check, and where what is named is not open it is what risks least short of a fold.
    """

    def liking(choice: str) -> tuple[int, int]:
        if not what.isdecimal():
            return (0 if choice == what else 2 if choice == FOLD else 1), 0
        times = choice.removesuffix("x")
        if times.isdecimal():
            return 0, abs(int(times) - int(what))
        return (1 if choice == CHECK else 3 if choice == FOLD else 2), 0

    def chosen(seen: Seen) -> npt.NDArray[Any]:
        order = sorted(range(len(seen.choices)), key=lambda number: liking(seen.choices[number]))
        liked: npt.NDArray[Any] = np.array(order)[seen.open[:, order].argmax(axis=1)]
        return liked

    return chosen


def _named(table: SimulatedTable, name: str) -> Strategy:
    word, _, what = name.partition(":")
    if name == "random":
        return AtRandom()
    named = what and any(what in choices for choices in table.choices)
    if word == "always" and (named or (what.isdecimal() and int(what))):
        sizes = {int(times[:-1]) for choices in table.choices for times in choices if times[:-1].isdecimal()}
        if what.isdecimal() and sizes and int(what) not in sizes:
            known = f"one of {', '.join(f'always:{size}' for size in sorted(sizes))}"
            raise refused(table.terms, "strategy", f"'{name}', a bet that is never offered", known)
        return ByFunction(name, always(what))
    if isinstance(table, AnyGameTable) and not (name in FAST and table.has_fast_solver):
        if name in PLAYED:
            return PLAYED[name](table)
        raise refused(table.terms, "strategy", f"'{name}'", f"one of {', '.join(ANY_GAME)}, {FILES}")
    if name in FAST:
        return ByPlan(name, _decisions(table.terms, name), _main_wagers(table.terms))
    raise refused(table.terms, "strategy", f"'{name}'", f"one of {', '.join(NAMES)}, {FILES}")


def _main_wagers(terms: Terms) -> tuple[str, ...]:
    """The wagers of the main game, in the order of a plan's parts."""
    shape = fast_shape(terms, "strategy")
    return (
        (shape.ante, shape.super_bonus, shape.play)
        if isinstance(shape, CrazyFourShape)
        else (*shape.antes, *shape.bets)
    )


def _decisions(terms: Terms, name: str) -> plans.Decisions | crazy_four_plans.CrazyFourDecisions:
    if isinstance(fast_shape(terms, "strategy"), CrazyFourShape):
        game = crazy_four_pays(terms)
        return crazy_four_plans.optimal(game) if name == "optimal" else crazy_four_plans.strategy_card(game)
    pays = criss_cross_pays(terms)
    return plans.optimal(pays) if name == "optimal" else plans.strategy_card(pays)


def seen_at(
    table: SimulatedTable, deals: Deals, bets: Int8s, seat: int, number: int, live: npt.NDArray[np.int64] | slice
) -> Seen:
    """What the seat sees: its own cards, and of the community cards those that earlier decisions turned up."""
    places = table.shown(number)
    return Seen(
        decision=table.decisions[number],
        own=table.own(deals, seat)[live],
        shown=deals.cards[live][:, list(places)],
        places=tuple(places.values()),
        bets=bets[live, seat, :number],
        choices=table.choices[number],
        open=table.open_to(deals, seat, number, bets)[live],
    )


def check_choices(table: SimulatedTable, name: str, number: int, seen: Seen, chosen: npt.NDArray[Any]) -> None:
    """`Refused` where what was answered is no choice that is open."""
    if chosen.shape != (len(seen),) or chosen.dtype.kind not in "iub":
        tried = f"{name} answered with {chosen.dtype} of shape {chosen.shape}"
        raise refused(table.terms, f"strategy at {seen.decision}", tried, f"whole numbers of shape ({len(seen)},)")
    known = (chosen >= 0) & (chosen < seen.open.shape[1])
    wrong = ~known | ~seen.open[np.arange(len(seen)), np.where(known, chosen, 0)]
    if wrong.any():
        at = int(np.argmax(wrong))
        tried = f"{name} bet {chosen[at]} antes with cards {seen.own[at].tolist()}"
        raise refused(table.terms, f"strategy at {seen.decision}", tried, table.allowed(number, seen.open[at]))
