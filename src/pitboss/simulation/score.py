"""What a policy is worth: exactly, by asking it in every position there is up to suits, or by rounds and their error.

A function is asked once for all positions that equal one another but for the names of the suits and the order of
cards that lie alike. So its value is exact if such things are all one to it; whether they are is tried on the way, in
positions all over the game. Where they are not, or the solver does not reach, rounds are simulated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock

import numpy as np
import numpy.typing as npt

from pitboss.mathematics import main_game
from pitboss.mathematics.any_game import estimate
from pitboss.mathematics.any_game.distribution import Seen, by_history
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourSolution
from pitboss.mathematics.crazy_four.kernels.pairings import FULL_DECK, outcome_counts
from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, WHOLE_DECK, Given, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ReadyPays, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.sums import round_sums
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.html import html_table
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.program.jit import in_threads
from pitboss.program.program import Kind, Program
from pitboss.rulebooks import Refused, Terms
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.best_play import main_program
from pitboss.simulation.crazy_four import CrazyFourTable
from pitboss.simulation.criss_cross import CrissCrossTable
from pitboss.simulation.policy_table import Choices
from pitboss.simulation.runner import run
from pitboss.simulation.seating import main_stakes, seating
from pitboss.simulation.simulation import Simulation, table_for
from pitboss.simulation.strategies import ByFunction, Decide, Strategy, check_choices, seen_at, strategy_for
from pitboss.simulation.table import MAIN, Bytes, Deals, Int8s, Int64s, SimulatedTable

TRIED = 64
"""Positions in which a policy is asked again under other names of suits, of all that are asked about at once."""
Groups = Sequence[Sequence[int]]
"""Columns of cards that are seen together and lie alike."""


@dataclass(frozen=True)
class Score:
    """What a policy of the main game is worth, in antes: a fraction where it was counted, else a mean and its error.

    `error` is how far a mean may be off, with 95% confidence; 0 where the value is exact. `best_ev` is the value of
    best play, if it is known. `asked` is how many positions the policy was asked about.
    """

    terms: Terms
    name: str
    ev: Fraction | float
    error: float
    best_ev: Fraction | None
    asked: int = 0
    rounds: int = 0
    why: str = ""

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return isinstance(self.ev, Fraction)

    @property
    def house_edge(self) -> Fraction | float:
        """What the house keeps from this policy, per ante."""
        return -self.ev

    @property
    def cost(self) -> Fraction | float | None:
        """What the policy gives away against best play, per ante."""
        return None if self.best_ev is None else self.best_ev - self.ev

    @property
    def note(self) -> str:
        """How the value was found."""
        if not self.exact:
            return f"{self.why}: simulated in {self.rounds:,} rounds, ± is 95%"
        if not self.asked:
            return "every deal counted"
        return f"every deal counted; asked in {self.asked:,} positions, one for all that differ in the names of suits"

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words."""
        off = "" if self.exact else f" ± {self.error:.4%}"
        found = [("house edge against this policy", f"{float(self.house_edge):.4%}{off}")]
        if self.best_ev is not None and self.cost is not None:
            found.append(("house edge against best play", f"{float(-self.best_ev):.4%}"))
            found.append(("what the policy gives away", f"{float(self.cost):.4%}{off}"))
        return found

    def __str__(self) -> str:
        width = max(len(words) for words, _ in self.rows())
        return "\n".join([*(f"{words:<{width}}  {figure}" for words, figure in self.rows()), self.note])

    def _repr_html_(self) -> str:
        heading = f"{self.terms.rulebook.title}: {self.name}, per ante"
        return html_table(heading, self.rows(), notes=[self.note])


class _NotAlike(Exception):
    """A policy decides otherwise where only the names of suits, or the order of cards that lie alike, differ."""


def score(
    terms: Terms,
    strategy: "str | Strategy | Decide | Choices | CrissCrossRules" = "card",
    *,
    rounds: int = 1_000_000,
    seed: int = 1,
) -> Score:
    """What a policy is worth: any strategy that can be simulated. `rounds` are played where it cannot be counted.

    >>> from pitboss.rulebooks import terms_for
    >>> score(terms_for("ma-crazy-4"), "always:1").ev < score(terms_for("ma-crazy-4"), "card").ev
    True
    """
    table = table_for(seating(terms, 1, main_stakes(terms)))
    played = strategy_for(table, strategy)
    try:
        best = main_game.solve(terms).ev
    except Refused:
        best = None
    if MAIN in played.exact:
        return Score(terms, played.name, played.exact[MAIN], 0.0, best)
    if not isinstance(played, ByFunction):
        why = "it plays by chance"
    elif best is None:
        why = "the game is too large to be counted"
    else:
        asker = Asker(table, played)
        try:
            return Score(terms, played.name, _counted(asker), 0.0, best, asker.asked)
        except _NotAlike:
            why = "it decides by the names of suits, the order of cards, or chance"
    result = run(Simulation(table, played, seed), rounds).main
    low, high = result.interval
    return Score(terms, played.name, result.mean, (high - low) / 2, best, rounds=rounds, why=why)


def _counted(asker: "Asker") -> Fraction:
    """The value of what is asked, over every deal."""
    table = asker.table
    if isinstance(table, CrissCrossTable):
        return of_criss_cross(asker, criss_cross_pays(table.terms), WHOLE_DECK)
    if isinstance(table, CrazyFourTable):
        return of_crazy_four(asker, FULL_DECK)
    assert isinstance(table, AnyGameTable)
    stakes, unit = table.main_stakes(0)
    program = main_program(table.terms, stakes)
    estimate(program)
    return of_program(asker, program) * unit / table.stake(0, table.ante)


class Asker:
    """Asks a function what it does in positions, and whether it does the same where nothing that matters differs."""

    def __init__(self, table: SimulatedTable, played: ByFunction) -> None:
        self.table, self.played, self.asked = table, played, 0
        self._lock = Lock()

    def cards(self, rows: int) -> Bytes:
        """Room for the cards of so many positions, in the columns of the table."""
        return np.zeros((rows, len(self.table.slots)), np.uint8)

    def choose(self, number: int, cards: Bytes, bets: Int8s, groups: Groups) -> npt.NDArray[np.int64]:
        """The numbers of what is chosen at a decision, after what was bet before."""
        chosen = self._ask(number, cards, bets)
        with self._lock:
            self.asked += len(cards)
        chance = np.random.default_rng(len(cards))
        rows = np.linspace(0, len(cards) - 1, TRIED).astype(np.int64)
        suits = np.take_along_axis(
            chance.random((TRIED, 4)).argsort(axis=1), (cards[rows] & 3).astype(np.int64), axis=1
        )
        again: Bytes = ((cards[rows] & 0xFC) + suits).astype(np.uint8)
        for group in groups:
            again[:, group] = chance.permuted(again[:, group], axis=1)
        if (self._ask(number, again, bets[rows]) != chosen[rows]).any():
            raise _NotAlike
        return chosen

    def _ask(self, number: int, cards: Bytes, bets: Int8s) -> npt.NDArray[np.int64]:
        made = self.table.no_bets(len(cards))
        made[:, 0, :number] = bets[:, :number]
        seen = seen_at(self.table, Deals(0, cards, np.empty((len(cards), 0), np.int8)), made, 0, number, slice(None))
        chosen = np.asarray(self.played.function(seen))
        check_choices(self.table, self.played.name, number, seen, chosen)
        return chosen.astype(np.int64)


# Crazy 4


def of_crazy_four(asker: Asker, deck: int) -> Fraction:
    """One decision for each kind of hand."""
    pays = crazy_four_pays(asker.table.terms)
    counts = outcome_counts(deck, 0, pays.qualifying)
    cards, own = asker.cards(len(counts.hands)), _own(asker.table)
    cards[:, own] = counts.hands.cards
    plays = asker.choose(0, cards, np.empty((len(cards), 0), np.int8), [own])
    return CrazyFourSolution(pays, counts, plays).ev


def _own(table: SimulatedTable) -> list[int]:
    return list(range(table.first_own, table.first_own + table.own_cards))


# Criss-Cross


def of_criss_cross(asker: Asker, pays: CrissCrossPays, given: Given) -> Fraction:
    """Across, Down and Middle decisions for each kind of hole, Across pair and Down pair."""
    game, dealt = ready_pays(pays), holes(given)
    net = sum(in_threads(lambda hole: _of_hole(asker, game, given, hole), dealt))
    pairs, downs, middles = given.counts()
    return Fraction(net, sum(hole.weight for hole in dealt) * pairs * downs * middles * pays.unit)


def _of_hole(asker: Asker, game: ReadyPays, given: Given, hole: Hole) -> int:
    """What the deals of one hole, and of all that equal it but for suits, net in units."""
    pairs, downs, middles = given.counts()
    own, (across, down) = _own(asker.table), [list(asker.table.shown(at))[-2:] for at in (1, 2)]
    bases, weights = [sizes.base for sizes in game.pays.sizes], hole.across_weights

    cards = asker.cards(len(hole.across))
    cards[:, own] = hole.cards
    cards[:, across] = PAIR_CARDS[:, hole.across].T
    first = int(asker.choose(0, cards[:1], np.empty((1, 0), np.int8), [own])[0])
    lost = -2 * pairs * downs * middles
    if not first:
        return lost * hole.weight * game.pays.unit
    bets = np.full((len(cards), 2), first, np.int8)
    second = asker.choose(1, cards, bets, [own, across])
    bets[:, 1] = second

    tables = tables_of(game, given, hole)
    apart = (tables[0].masks[:, None] & tables[1].masks) == 0
    rows, columns = np.nonzero(apart & (second > 0)[:, None])
    below = cards[rows]
    below[:, down] = PAIR_CARDS[:, hole.down[columns]].T
    third = asker.choose(2, below, bets[rows], [own, across, down]) if len(rows) else np.empty(0, np.int64)
    middle = np.zeros(apart.shape, np.int64)
    middle[rows, columns] = third * bases[2]

    sums, returned = np.empty((4, len(hole.down)), np.int64), 0
    for place in np.flatnonzero(second):
        round_sums(*tables[:1], int(place), tables[1], game.returns, middles, sums)
        goes_on = middle[place] > 0
        worths = sums[0] + first * bases[0] * sums[1] + second[place] * bases[1] * sums[2] + middle[place] * sums[3]
        returned += int(weights[place]) * int(worths[goes_on].sum())
    staked = (first * bases[0] * pairs + int(weights @ second) * bases[1]) * downs * middles
    return (returned + (lost - staked) * game.pays.unit) * hole.weight


# Any game


def of_program(asker: Asker, program: Program, deck: int = WHOLE_DECK.deck) -> Fraction:
    """The positions of every street, by what was seen and chosen before."""
    assert isinstance(asker.table, AnyGameTable)
    columns = asker.table.slot_columns(program, 0)
    first = [int(street.choices[0].kind is not Kind.FOLD) for street in program.streets]  # the number of its place

    def play(street: int, seen: Seen, sets: Int64s, made: tuple[int, ...]) -> Int64s:
        cards, groups = asker.cards(len(sets)), [columns[list(slots)].tolist() for slots in seen]
        for place, group in enumerate(groups):
            cards[:, group] = _cards_of(sets[:, place], len(group))
        bets = np.array([place + number for place, number in zip(made, first, strict=False)], np.int8)
        return asker.choose(street, cards, np.tile(bets, (len(sets), 1)), groups) - first[street]

    return by_history(program, deck, play).mean


def _cards_of(sets: Int64s, size: int) -> Bytes:
    """The cards of each set, ascending."""
    held = (sets[:, None] >> np.arange(52)) & 1
    cards: Bytes = np.nonzero(held)[1].reshape(len(sets), size).astype(np.uint8)
    return cards
