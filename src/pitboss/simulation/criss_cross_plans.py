"""Criss-Cross strategies as decision tables small enough for a processor's caches.

A hand of five has both hole cards in it. So a suit counts only where both hole cards are of it, and of all other cards
only the rank matters: to each of the 169 kinds of hole, a pair of community cards is one of 351 types at most. To a
kind, many types of Across pair are alike in that whatever Down pair follows, the hand is played the same way; so are
many types of Down pair. What is kept of a strategy is which are alike, and what is done with each of the two. Tables
are made once, in seconds, and kept in the user's cache folder.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import json

import pitboss.mathematics
from pitboss.mathematics.criss_cross import strategy as strategy_criss_cross
from pitboss.mathematics.criss_cross.card import rules_of
from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, PAIR_MASKS, WHOLE_DECK, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ready_pays
from pitboss.mathematics.criss_cross.kernels.played import main_counts, played
from pitboss.mathematics.criss_cross.kernels.solver import CrissCrossSolution, solve
from pitboss.mathematics.criss_cross.kernels.strategy import CELL_SHAPE, MOST_OUTS
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.program.jit import in_threads
from pitboss.simulation.kernels.alike import ANY, Alike, merged
from pitboss.simulation.kernels.criss_cross import CODES, NO_SUIT, TYPES, CrissCrossPlan, pair_types
from pitboss.simulation.kernels.dealing import DECK as DECK_SIZE

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Decisions:
    """What a strategy does, as `CrissCrossPlan` has it: Across pairs by row, Down pairs by column, and what follows.

    `ev` is the strategy's exact value, in antes, and `parts` that of each wager of the main game, the antes first,
    where counted: of a bet in times its base.
    """

    rows: npt.NDArray[Any]
    columns: npt.NDArray[Any]
    actions: Bytes
    bets: Int8s
    ev: Fraction
    parts: tuple[Fraction, ...] = ()

    @cached_property
    def plan(self) -> CrissCrossPlan:
        """The decisions as the kernels look them up."""
        return CrissCrossPlan(*_hole_kinds(), pair_types(), self.rows, self.columns, self.actions, self.bets)

    def of_hole(self, hole: Hole) -> Bytes:
        """The numbers of what is done with a hole, by Across and Down pair; those that share a card mean nothing."""
        start, types = int(_hole_kinds()[0][hole.cards]), _types(hole)
        rows, columns = self.rows[start + types[hole.across]], self.columns[start + types[hole.down]]
        found: Bytes = self.actions[rows[:, None], columns]
        return found


Decide = Callable[[Hole], tuple[int, Bytes, Bytes]]
"""For one kind of hole: what to do Across, Down by Across pair, and on the Middle by Across and Down pair."""


@lru_cache(maxsize=4)
def optimal(pays: CrissCrossPays) -> Decisions:
    """Best play under a paytable, exactly as the solver decides."""

    def made() -> Decisions:
        solution = solve(pays)
        return replace(_tabulated(pays, _solver(pays), solution.ev), parts=_parts(solution))

    return _kept("optimal", pays, made)


@lru_cache(maxsize=4)
def strategy_card(pays: CrissCrossPays) -> Decisions:
    """The strategy card found for a paytable."""
    return _kept("card", pays, lambda: by_rules(pays, rules_of(pays)))


def by_rules(pays: CrissCrossPays, rules: CrissCrossRules) -> Decisions:
    """Any list of rules a person could follow, with its exact value."""
    return _tabulated(pays, rule_reader(pays, rules), strategy_criss_cross.evaluate(pays, rules).ev)


def _solver(pays: CrissCrossPays) -> Decide:
    game = ready_pays(pays)

    def decide(hole: Hole) -> tuple[int, Bytes, Bytes]:
        result = played(game, hole)
        down, middle = result.choices[:, 1] + 1, np.maximum(result.plays, 0)
        return int(result.choices[0, 0]) + 1, down.astype(np.uint8), middle.astype(np.uint8)

    return decide


def rule_reader(pays: CrissCrossPays, rules: CrissCrossRules) -> Decide:
    observer = Observer(pays, WHOLE_DECK)
    winning, pushing = observer.ranks

    def decide(hole: Hole) -> tuple[int, Bytes, Bytes]:
        (across, down), (seen, seen_down) = observer.look(hole)
        middle = rules.middle.actions(observer.middle_facts(observer.own_ranks(hole)))
        found = np.empty((len(hole.across), len(hole.down)), np.uint8)
        for i in range(len(hole.across)):
            ranks = seen.ranks[i] | seen_down.ranks
            outs = np.bitwise_count((seen.strong[i] | seen_down.strong) & ~(across.masks[i] | down.masks))
            cell = (
                np.maximum(seen.made[i], seen_down.made).astype(np.int64),
                seen.low_pair[i] + seen_down.low_pair,
                np.minimum(outs, MOST_OUTS),
                np.bitwise_count(ranks & winning),
                np.bitwise_count(ranks & pushing),
            )
            found[i] = middle[np.ravel_multi_index(cell, CELL_SHAPE)]
        first = rules.across.actions(observer.hole_facts(hole))[0]
        return int(first), rules.down.actions(observer.across_facts(hole, seen)).astype(np.uint8), found

    return decide


def _parts(solution: CrissCrossSolution) -> tuple[Fraction, ...]:
    """What each wager of best play is worth, from the classes made in the deals that are played to the middle card.

    What those deals do not account for of the antes, the Across and the Down stakes was folded away.
    """
    pays, deals = solution.pays, solution.deals
    nets, staked = [Fraction(0)] * 5, [0] * 5
    for (a, d, m, k, other), count in np.ndenumerate(main_counts(pays).made[..., 0]):
        if count:
            for wager, (stake, net) in enumerate(pays.wagers(pays.bets_at((a, d, m)), k, other)):
                nets[wager] += int(count) * stake * net
                staked[wager] += int(count) * stake
    put_up, bases = (deals, deals, *solution.staked), (1, 1, *(sizes.base for sizes in pays.sizes))
    return tuple(
        (net - (total - stake)) / (deals * base)
        for net, stake, total, base in zip(nets, staked, put_up, bases, strict=True)
    )


def by_action(ends: Iterable[tuple[int, int]]) -> Int8s:
    """What is bet by decision and number of the actions: each is a fold, the least or the most."""
    return np.array(list(product(*((0, *both) for both in ends))), np.int8).T.copy()


def _bets(pays: CrissCrossPays) -> Int8s:
    """In times its base."""
    return by_action(sizes.ends for sizes in pays.sizes)


def _tabulated(pays: CrissCrossPays, decide: Decide, ev: Fraction) -> Decisions:
    def alike(hole: Hole) -> Alike:
        across, down, middle = decide(hole)
        types = _types(hole)
        apart = (PAIR_MASKS[hole.across, None] & PAIR_MASKS[hole.down]) == 0
        return merged(across, down, np.where(apart, middle, ANY), types[hole.across], types[hole.down])

    return _joined(in_threads(alike, holes(WHOLE_DECK)), _bets(pays), ev)


def _joined(found: list[Alike], bets: Int8s, ev: Fraction) -> Decisions:
    """The kinds of hole one after the other; the rows of all of them are numbered through."""
    starts = np.cumsum([0, *(len(kind.actions) for kind in found)])
    rows = np.concatenate([start + kind.rows for start, kind in zip(starts, found, strict=False)])
    columns = np.concatenate([kind.columns for kind in found])
    actions = np.zeros((starts[-1], int(columns.max()) + 1), np.uint8)
    for start, kind in zip(starts, found, strict=False):
        actions[start : start + len(kind.actions), : kind.actions.shape[1]] = kind.actions
    return Decisions(_small(rows), _small(columns), actions, bets, ev)


def _small(numbers: Int64s) -> npt.NDArray[Any]:
    return numbers.astype(np.min_scalar_type(int(numbers.max())))


def _types(hole: Hole) -> Int64s:
    """The type of each pair of cards to the holder of a hole."""
    low, high = CODES[_hole_kinds()[1][hole.cards]][PAIR_CARDS]
    types: Int64s = pair_types()[low, high].astype(np.int64)
    return types


@cache
def _hole_kinds() -> tuple[npt.NDArray[np.uint16], Bytes]:
    """For each two hole cards where the stretch of their kind begins, and the suit that counts for them."""
    starts, suits = np.zeros((DECK_SIZE, DECK_SIZE), np.uint16), np.full((DECK_SIZE, DECK_SIZE), NO_SUIT, np.uint8)
    places = {_kind(*hole.cards): place for place, hole in enumerate(holes(WHOLE_DECK))}
    for one, other in permutations(range(DECK_SIZE), 2):
        starts[one, other] = places[_kind(one, other)] * TYPES
        if one & 3 == other & 3:
            suits[one, other] = one & 3
    return starts, suits


def _kind(one: int, other: int) -> tuple[int, int, bool]:
    low, high = sorted((one, other))
    return low >> 2, high >> 2, low & 3 == high & 3


def _kept(kind: str, pays: CrissCrossPays, make: Callable[[], Decisions]) -> Decisions:
    """The decisions from the cache folder, else made and put there; where it cannot be written, made each time."""
    path = _folder() / f"{kind}-{_digest(pays)}.npz"
    try:
        with np.load(path) as kept:
            ev, *parts = map(Fraction, json.decode(kept["exact"].tobytes()))
            return Decisions(kept["rows"], kept["columns"], kept["actions"], _bets(pays), ev, tuple(parts))
    except (OSError, KeyError, ValueError):
        made = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.stem}-{os.getpid()}.npz")
        exact = json.encode([str(value) for value in (made.ev, *made.parts)])
        kept_exact = np.frombuffer(exact, np.uint8)
        np.savez(partial, exact=kept_exact, rows=made.rows, columns=made.columns, actions=made.actions)
        partial.replace(path)
    except OSError:
        pass
    return made


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "pitboss", "decisions")


def _digest(pays: CrissCrossPays) -> str:
    """Of the paytable and of everything that decides by it: a change of either makes new tables."""
    digest = hashlib.sha256(repr((pays.classes, pays.bets, pays.antes, pays.sizes)).encode())
    analysis = Path(next(iter(pitboss.mathematics.__path__)))
    rooms = [*analysis.glob("kernels/*.py"), *analysis.glob("criss_cross/**/*.py")]
    for source in sorted([*analysis.glob("strategy*.py"), *rooms, Path(__file__)]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
