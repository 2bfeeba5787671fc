"""The exact distribution of what a round nets, by best play or by any other that is a function of what is seen.

At each street the best choice is found by all that lies below, or the player is asked; positions that go on are dealt
the cards of the next street with what is then staked. Once a line has ended, its deals are tallied. So everything is
gone through once for each street and once more; nothing but one part's positions is held.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import prod

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game.apart import Apart
from pitboss.mathematics.any_game.board import columns_of
from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.policy import counted
from pitboss.mathematics.any_game.reach import LIMIT, positions_in_reach, reach_of, refused
from pitboss.mathematics.any_game.solver import parts_of
from pitboss.mathematics.any_game.tree import staked_after
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.kernels.enumeration import at_root
from pitboss.mathematics.kernels.net_counts import count_nets
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK, Classes
from pitboss.program.jit import in_threads
from pitboss.program.program import Program

Int64s = npt.NDArray[np.int64]

_LEAST_ROOM, _MOST_ROOM = 1 << 12, 1 << 24


Player = Callable[[Plan, Int64s], Int64s]
"""Says the places of what is chosen in positions of a plan, given as sets of cards."""


def distribution(
    program: Program, deck: int = WHOLE_DECK, limit: int = LIMIT, player: Player | None = None
) -> Distribution:
    """What a round nets, in antes, by best play unless there is a player; `Refused` where it is out of reach."""
    plan = Plan(program, deck, 0, program.antes, many=True)
    positions = positions_in_reach(plan, limit)
    reach_of(plan, positions, limit)
    plan.prepare()
    tallies = in_threads(lambda part: _nets(plan, part, player or counted), parts_of(positions))
    counts: Counter[int] = Counter()
    for tally in tallies:
        counts.update(tally)
    return _in_antes(program, counts)


def from_position(program: Program, deck: int, seen: Mapping[int, int], player: Player) -> Distribution:
    """What a player nets from the first decision on, with a card, by number, in every slot that is seen there."""
    plan = Plan(program, deck, 0, program.antes)
    sets = [sum(1 << seen[slot] for slot in group.slots) for group in plan.groups if group.street == 0]
    return _in_antes(program, _nets(plan, suit_classes.given(deck, *sets), player))


Seen = Sequence[tuple[int, ...]]
"""The slots of each set of cards of a position."""
Remembering = Callable[[int, Seen, Int64s, tuple[int, ...]], Int64s]
"""Says the places of what is chosen at a street, by the cards seen and when, and the places of the choices before."""


def by_history(program: Program, deck: int, player: Remembering, limit: int = LIMIT) -> Distribution:
    """The same by a player who may go by more than the position: by when a card was seen, and by what was chosen.

    So positions that come about in several ways are not put together.
    """
    plan = Plan(program, deck, 0, program.antes, many=True)
    reach_of(plan, positions_in_reach(plan, limit), limit)
    plan.prepare()
    positions, seen = _seen_at(program, suit_classes.given(deck), [], deck, 0)
    tallies = in_threads(lambda part: _remembered(plan, seen, part, (), player), parts_of(positions))
    counts: Counter[int] = Counter()
    for tally in tallies:
        counts.update(tally)
    return _in_antes(program, counts)


def _remembered(plan: Plan, seen: Seen, positions: Classes, made: tuple[int, ...], player: Remembering) -> Counter[int]:
    """The nets below some positions of a street, after the same choices."""
    if not plan.streets:
        return _ended(plan, _merged(plan, seen, positions), 0)
    chosen = player(plan.street, seen, positions.sets, made)
    counts: Counter[int] = Counter()
    for move in plan.lines.streets[0][0]:
        place = plan.lines.choices[move.choice][1]
        taking = _some(positions, chosen == place)
        if not len(taking):
            continue
        if move.child < 0:
            counts.update(_ended(plan, _merged(plan, seen, taking), move.row))
        else:
            stakes = staked_after(plan.program.streets[plan.street].choices[place], plan.stakes)
            assert stakes is not None
            following = Plan(plan.program, plan.deck, plan.street + 1, stakes)
            dealt, more = _seen_at(plan.program, taking, seen, plan.deck, following.street)
            counts.update(_remembered(following, more, dealt, (*made, place), player))
    return counts


def _seen_at(program: Program, positions: Classes, seen: Seen, deck: int, street: int) -> tuple[Classes, Seen]:
    """Positions with what is first seen at a street: one's own cards apart, those of the same hands together."""
    before = {slot for slots in seen for slot in slots}
    groups: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
    for slot in sorted({*program.streets[street].seen} - before) if program.streets else program.opening:
        hands = tuple(at for at, hand in enumerate(program.hands) if slot in hand.slots)
        groups.setdefault((slot not in program.places[0].slots, hands), []).append(slot)
    weights = positions.weights
    for slots in groups.values():
        positions = suit_classes.chosen(positions, deck, len(slots))
        weights = weights[positions.parents] * positions.weights
    dealt = Classes(positions.sets, positions.stabilizers, weights, np.arange(len(weights)))
    return dealt, [*seen, *map(tuple, groups.values())]


def _in_antes(program: Program, counts: Counter[int]) -> Distribution:
    return Distribution({Fraction(net, program.unit): count for net, count in sorted(counts.items())})


def _nets(plan: Plan, positions: Classes, player: Player) -> Counter[int]:
    """The nets below some positions of a street, all with the same staked."""
    if not plan.streets:
        return _ended(plan, positions, 0)
    chosen = player(plan, positions.sets)
    counts: Counter[int] = Counter()
    for move in plan.lines.streets[0][0]:
        taking = chosen == plan.lines.choices[move.choice][1]
        if not taking.any():
            continue
        if move.child < 0:
            counts.update(_ended(plan, _some(positions, taking), move.row))
        else:
            choice = plan.program.streets[plan.street].choices[plan.lines.choices[move.choice][1]]
            stakes = staked_after(choice, plan.stakes)
            assert stakes is not None
            following = Plan(plan.program, plan.deck, plan.street + 1, stakes)
            counts.update(_nets(following, _dealt_on(plan, following, _some(positions, taking)), player))
    return counts


def _some(positions: Classes, taking: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Classes:
    return Classes(
        positions.sets[taking], positions.stabilizers[taking], positions.weights[taking], positions.parents[taking]
    )


def _dealt_on(plan: Plan, following: Plan, positions: Classes) -> Classes:
    """The positions of the next street, in its groups; those that came about in several ways are put together."""
    dealt, weights = positions, positions.weights
    groups = [group for group in plan.groups if group.street == 0]
    for group in (group for group in plan.groups if group.street == 1):
        dealt = suit_classes.chosen(dealt, plan.deck, len(group.slots))
        weights = weights[dealt.parents] * dealt.weights
        groups.append(group)
    whole = Classes(dealt.sets, dealt.stabilizers, weights, dealt.parents)
    return _merged(following, [group.slots for group in groups], whole)


def _merged(plan: Plan, seen: Seen, positions: Classes) -> Classes:
    """Positions by the groups of a plan; those that are the same there are put together."""
    merged = [
        sum(positions.sets[:, place] for place, slots in enumerate(seen) if set(slots) <= set(whole.slots))
        for whole in plan.groups
        if whole.street == 0
    ]
    rows, places = np.unique(np.column_stack(merged), axis=0, return_inverse=True)
    total = np.zeros(len(rows), dtype=np.int64)
    np.add.at(total, places.ravel(), positions.weights)
    return Classes(rows, suit_classes.stabilizers(plan.deck, rows), total, np.arange(len(rows)))


def _ended(plan: Plan, positions: Classes, row: int) -> Counter[int]:
    """The nets of deals that are decided no more, with the stakes of a row."""
    stakes = plan.tree.stakes[row]
    on_columns, certain = stakes[:-2], int(stakes[-2])
    if not on_columns.any():
        return Counter({certain: int(positions.weights.sum()) * plan.deals_below})
    if plan.apart is not None:
        return _ended_apart(plan, plan.apart, positions, stakes)
    board = plan.board_below
    room, start = _room(plan, on_columns), 0
    counts: Counter[int] = Counter()
    while start >= 0:
        nets, tally = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        done = count_nets(board, positions.sets[start:], positions.weights[start:], stakes, nets, tally)
        for net, count in zip(nets[tally > 0].tolist(), tally[tally > 0].tolist(), strict=True):
            counts[net] += count
        start = start + done if done >= 0 else -1
    return counts


def _ended_apart(plan: Plan, apart: Apart, positions: Classes, stakes: Int64s) -> Counter[int]:
    """The same against a dealer apart: a net for each event."""
    strengths = np.zeros((len(positions), len(plan.program.hands)), dtype=np.int64)
    at_root(plan.board, positions.sets, strengths)
    nets = np.einsum("pce,c->pe", apart.nets(strengths), stakes[:-2]) + stakes[-2]
    deals = apart.events(positions.sets, strengths) * positions.weights[:, None]
    different, places = np.unique(nets, return_inverse=True)
    totals = np.zeros(len(different), dtype=np.int64)
    np.add.at(totals, places.ravel(), deals.ravel())
    return Counter({int(net): int(count) for net, count in zip(different, totals, strict=True) if count})


def _room(plan: Plan, on_columns: Int64s) -> int:
    """Twice as much room as one position can have different nets, as a power of two."""
    columns, _ = columns_of(plan.program)
    values = (len(np.unique(column.nets)) for column, staked in zip(columns, on_columns, strict=True) if staked)
    different = min(prod(values), plan.deals_below)
    if 2 * different > _MOST_ROOM:
        raise refused(plan, f"a distribution of {different:,} different nets", f"at most {_MOST_ROOM // 2:,}")
    return max(_LEAST_ROOM, 1 << (2 * different - 1).bit_length())
