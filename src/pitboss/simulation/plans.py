"""Criss-Cross strategies as decision tables, one entry for each position that differs in more than names of suits.

The solver sorts positions into 93,769 kinds of hole and Across pair; with a Down pair each, 124 million Middle
decisions are held in two bits apiece. Tables are made once, in seconds, and kept in the user's cache folder.
"""

import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import json

import pitboss.analysis
from pitboss.analysis import strategy_criss_cross
from pitboss.analysis.kernels.criss_cross_deals import PAIR_CARDS, WHOLE_DECK, Hole, holes
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays, game_of
from pitboss.analysis.kernels.criss_cross_played import main_counts, played
from pitboss.analysis.kernels.criss_cross_solver import Solution, solve
from pitboss.analysis.kernels.criss_cross_strategy import CELL_SHAPE, MOST_OUTS
from pitboss.analysis.kernels.jit import in_threads
from pitboss.analysis.strategy import criss_cross_rules
from pitboss.analysis.strategy_criss_cross import CrissCrossRules
from pitboss.analysis.strategy_facts import Observer
from pitboss.simulation.kernels.criss_cross import PAIRS, Plan

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Decisions:
    """What a strategy does: by hole, by kind of hole and Across pair, and by that and the Down pair; bets in antes.

    `ev` is the strategy's exact value, in antes, and `parts` that of each wager of the main game, where counted.
    """

    across: Bytes
    down: Bytes
    middle: Bytes
    ev: Fraction
    parts: Mapping[str, Fraction] = field(default_factory=dict)

    @cached_property
    def plan(self) -> Plan:
        """The decisions as the kernels look them up."""
        rows, renamings = _positions()
        steps = (rows << 7 | renamings.astype(np.uint32) << 2 | self.down[rows]).astype(np.uint32)
        return Plan(self.across[_hole_kinds()], steps, _renamed().astype(np.uint16), self.middle)


Decide = Callable[[Hole], tuple[int, Bytes, Bytes]]
"""For one kind of hole: the Across bet, the Down bet by Across pair, the Middle bet by Across and Down pair."""


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
    return _kept("card", pays, lambda: by_rules(pays, criss_cross_rules(pays)))


def by_rules(pays: CrissCrossPays, rules: CrissCrossRules) -> Decisions:
    """Any list of rules a person could follow, with its exact value."""
    return _tabulated(pays, rule_reader(pays, rules), strategy_criss_cross.evaluate(pays, rules).ev)


def _solver(pays: CrissCrossPays) -> Decide:
    game, bets = game_of(pays), _bets(pays)

    def decide(hole: Hole) -> tuple[int, Bytes, Bytes]:
        result = played(game, hole)
        return int(bets[result.choices[0, 0] + 1]), bets[result.choices[:, 1] + 1], bets[np.maximum(result.plays, 0)]

    return decide


def rule_reader(pays: CrissCrossPays, rules: CrissCrossRules) -> Decide:
    observer, bets = Observer(pays, WHOLE_DECK), _bets(pays)
    winning, pushing = observer.ranks

    def decide(hole: Hole) -> tuple[int, Bytes, Bytes]:
        (across, down), (seen, seen_down) = observer.look(hole)
        middle = bets[rules.middle.actions(observer.middle_facts(observer.own_ranks(hole)))]
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
        first = bets[rules.across.actions(observer.hole_facts(hole))[0]]
        return int(first), bets[rules.down.actions(observer.across_facts(hole, seen))], found

    return decide


def _parts(solution: Solution) -> dict[str, Fraction]:
    """What each wager of best play is worth, from the classes made in the deals that are played to the middle card.

    What those deals do not account for of the antes, the Across and the Down stakes was folded away.
    """
    pays, deals = solution.pays, solution.deals
    bets = (pays.least, pays.most)
    nets: dict[str, Fraction] = defaultdict(Fraction)
    staked: Counter[str] = Counter()
    for (a, d, m, k, other), count in np.ndenumerate(main_counts(pays).made[..., 0]):
        best = max(k, other)
        for wager, stake, net in (
            ("ante_across", 1, pays.antes[k]),
            ("ante_down", 1, pays.antes[other]),
            ("across", bets[a], pays.bets[k]),
            ("down", bets[d], pays.bets[other]),
            ("middle", bets[m], pays.bets[best]),
        ):
            nets[wager] += int(count) * stake * net
            staked[wager] += int(count) * stake
    put_up = dict.fromkeys(("ante_across", "ante_down"), deals)
    streets = {"across": solution.across, "down": solution.down, "middle": solution.middle}
    put_up |= {name: pays.least * street.least + pays.most * street.most for name, street in streets.items()}
    return {name: (nets[name] - (total - staked[name])) / deals for name, total in put_up.items()}


def _bets(pays: CrissCrossPays) -> Bytes:
    """Antes by action: a fold, the least, the most."""
    return np.array([0, pays.least, pays.most], np.uint8)


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
    return Decisions(across, down, _packed([one for _, _, one in found]), ev)


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
            values = {name: Fraction(value) for name, value in json.decode(kept["exact"].tobytes()).items()}
            return Decisions(kept["across"], kept["down"], kept["middle"], values.pop("ev"), values)
    except (OSError, KeyError, ValueError):
        made = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.stem}-{os.getpid()}.npz")
        exact = json.encode({"ev": str(made.ev), **{name: str(value) for name, value in made.parts.items()}})
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
    digest = hashlib.sha256(repr((pays.classes, pays.bets, pays.antes, pays.least, pays.most)).encode())
    analysis = Path(next(iter(pitboss.analysis.__path__)))
    for source in sorted([*analysis.glob("strategy*.py"), *analysis.glob("kernels/*.py"), Path(__file__)]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
