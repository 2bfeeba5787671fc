"""Criss-Cross strategies as decision tables, one entry for each position that differs in more than names of suits.

The solver sorts positions into 93,769 kinds of hole and Across pair; with a Down pair each, 124 million Middle
decisions are held in two bits apiece. Tables are made once, in seconds, and kept in the user's cache folder.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import json

import pitboss.mathematics
from pitboss.mathematics.criss_cross import strategy as strategy_criss_cross
from pitboss.mathematics.criss_cross.card import rules_of
from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, WHOLE_DECK, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ready_pays
from pitboss.mathematics.criss_cross.kernels.played import main_counts, played
from pitboss.mathematics.criss_cross.kernels.solver import CrissCrossSolution, solve
from pitboss.mathematics.criss_cross.kernels.strategy import CELL_SHAPE, MOST_OUTS
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.program.jit import in_threads
from pitboss.simulation.kernels.criss_cross import PAIRS, CrissCrossPlan

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Decisions:
    """What a strategy does: by hole, by kind of hole and Across pair, and by that and the Down pair.

    0 folds, 1 bets the least and 2 the most, which are `bets` by decision, in times their base. `ev` is the strategy's
    exact value, in antes, and `parts` that of each wager of the main game, the antes first, where counted: of a bet in
    times its base.
    """

    across: Bytes
    down: Bytes
    middle: Bytes
    bets: tuple[tuple[int, ...], ...]
    ev: Fraction
    parts: tuple[Fraction, ...] = ()

    @cached_property
    def plan(self) -> CrissCrossPlan:
        """The decisions as the kernels look them up."""
        rows, renamings = _positions()
        steps = (rows << 7 | renamings.astype(np.uint32) << 2 | self.down[rows]).astype(np.uint32)
        bets = np.array(self.bets, np.int8)
        return CrissCrossPlan(self.across[_hole_kinds()], steps, _renamed().astype(np.uint16), self.middle, bets)


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


def _bets(pays: CrissCrossPays) -> tuple[tuple[int, ...], ...]:
    """Times its base by decision and action: a fold, the least, the most."""
    return tuple((0, *sizes.ends) for sizes in pays.sizes)


def _tabulated(pays: CrissCrossPays, decide: Decide, ev: Fraction) -> Decisions:
    kinds = holes(WHOLE_DECK)

    def rows(hole: Hole) -> tuple[int, Bytes, Bytes]:
        across, down, middle = decide(hole)
        whole = np.zeros((len(hole.across), PAIRS), np.uint8)
        whole[:, hole.down] = middle
        return across, down, whole

    found = in_threads(rows, kinds)
    across = np.array([one for one, _, _ in found], np.uint8)
    down = np.concatenate([one for _, one, _ in found])
    return Decisions(across, down, _packed([one for _, _, one in found]), _bets(pays), ev)


def _packed(rows: list[Bytes]) -> Bytes:
    """All rows one after the other, four entries to the byte, the first in the lowest bits."""
    entries = sum(row.size for row in rows)
    packed = np.zeros(-(-entries // 4), np.uint8)
    at = 0
    for row in rows:
        # Every second row of 1,326 begins in the middle of a byte.
        padded = np.zeros(-(-(at % 4 + row.size) // 4) * 4, np.uint8)
        padded[at % 4 : at % 4 + row.size] = row.ravel()
        quarters = padded.reshape(-1, 4)
        packed[at // 4 : at // 4 + len(quarters)] |= (
            quarters[:, 0] | quarters[:, 1] << 2 | quarters[:, 2] << 4 | quarters[:, 3] << 6
        )
        at += row.size
    return packed


@cache
def _renamed() -> Int64s:
    """`[r, p]` is what becomes of pair p when the suits are renamed in the r-th of 24 ways."""
    low, high = PAIR_CARDS.astype(np.int64)
    found = []
    for suits in permutations(range(4)):
        images = [card & ~3 | np.array(suits)[card & 3] for card in (low, high)]
        smaller, larger = np.minimum(*images), np.maximum(*images)
        found.append(larger * (larger - 1) // 2 + smaller)
    return np.array(found)


@cache
def _hole_kinds() -> Int64s:
    """For each hole pair, the place of its kind among those of the solver."""
    places = np.full(PAIRS, -1)
    for place, hole in enumerate(holes(WHOLE_DECK)):
        places[hole.pair] = place
    kinds: Int64s = places[_renamed().min(axis=0)]
    return kinds


@cache
def _positions() -> tuple[Int64s, Int64s]:
    """For each hole and Across pair: the row of their kind, and the renaming that turns them into that kind.

    Of the renamings that turn the hole into its kind, one turns the Across pair into the least it can become, and
    that is the pair by which the solver knows the kind.
    """
    renamed, kinds = _renamed(), _hole_kinds()
    dealt = holes(WHOLE_DECK)
    starts = np.cumsum([0, *(len(hole.across) for hole in dealt)])
    rows, renamings = np.empty((PAIRS, PAIRS), np.int64), np.empty((PAIRS, PAIRS), np.int64)
    places = np.zeros((len(dealt), PAIRS), np.int64)
    for number, hole in enumerate(dealt):
        places[number, hole.across] = starts[number] + np.arange(len(hole.across))
    for pair in range(PAIRS):
        keeping = np.flatnonzero(renamed[:, pair] == dealt[kinds[pair]].pair)
        images = renamed[keeping]
        renamings[pair] = keeping[np.argmin(images, axis=0)]
        rows[pair] = places[kinds[pair], images.min(axis=0)]
    return rows, renamings


def _kept(kind: str, pays: CrissCrossPays, make: Callable[[], Decisions]) -> Decisions:
    """The decisions from the cache folder, else made and put there; where it cannot be written, made each time."""
    path = _folder() / f"{kind}-{_digest(pays)}.npz"
    try:
        with np.load(path) as kept:
            ev, *parts = map(Fraction, json.decode(kept["exact"].tobytes()))
            return Decisions(kept["across"], kept["down"], kept["middle"], _bets(pays), ev, tuple(parts))
    except (OSError, KeyError, ValueError):
        made = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.stem}-{os.getpid()}.npz")
        exact = json.encode([str(value) for value in (made.ev, *made.parts)])
        kept_exact = np.frombuffer(exact, np.uint8)
        np.savez(partial, exact=kept_exact, across=made.across, down=made.down, middle=made.middle)
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
    for source in sorted([*analysis.glob("strategy*.py"), *analysis.glob("kernels/*.py"), Path(__file__)]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
