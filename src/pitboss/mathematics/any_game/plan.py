"""How a program is gone through: which positions stand for all that equal them but for suits, and what lies below."""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game.apart import Apart, apart_of
from pitboss.mathematics.any_game.board import Group, groups_of, lay_out
from pitboss.mathematics.any_game.tree import Lines, Stakes, lines_of, tree_of
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.kernels.enumeration import (
    CHOICES,
    Board,
    BranchSums,
    StreetTree,
    at_root,
    close_items,
    sum_below,
)
from pitboss.mathematics.kernels.suit_classes import Classes
from pitboss.program.program import Program

Int64s = npt.NDArray[np.int64]

_WORTH_A_CLASS = 256
"""How many deals must lie below a position for it to pay to look for others like it."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A program from a street on, with what is staked by then and the cards that may still be dealt.

    A *position* is what is seen at that street. Where more is seen later and much lies below, the positions of the
    next street are sorted by suits as well (`ahead`), and the kernels begin there.
    """

    program: Program
    deck: int
    street: int
    stakes: Stakes
    many: bool = False  # so many positions that it pays to list all hands of a dealer apart

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of slots in the order in which they are seen."""
        return groups_of(self.program, self.street)

    @cached_property
    def lines(self) -> Lines:
        """The lines of play."""
        return lines_of(self.program, self.street, self.stakes)

    @property
    def streets(self) -> int:
        """How many decisions there are, this one included."""
        return len(self.lines.streets)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each group of the position has."""
        return tuple(len(group.slots) for group in self.groups if group.street == 0)

    @cached_property
    def ahead(self) -> tuple[int, ...]:
        """How many cards each group of the next street has, where its positions are sorted by suits."""
        if self.streets < 2:
            return ()
        sizes = tuple(len(group.slots) for group in self.groups if group.street == 1)
        left = self.deck.bit_count() - sum(self.sizes)
        return sizes if self.deals_below // _ways(left, sizes) >= _WORTH_A_CLASS else ()

    @property
    def root(self) -> int:
        """The street at which the kernels begin."""
        return 1 if self.ahead else 0

    @cached_property
    def deals_below(self) -> int:
        """How many deals there are below each position."""
        left = self.deck.bit_count() - sum(self.sizes)
        return _ways(left, tuple(len(group.slots) for group in self.groups if group.street > 0))

    @cached_property
    def deals(self) -> int:
        """How many deals there are in all."""
        return _ways(self.deck.bit_count(), self.sizes) * self.deals_below

    @cached_property
    def _depths(self) -> tuple[int, ...]:
        """By street, how many cards were drawn below the root."""
        above = sum(self.sizes) + sum(self.ahead)
        seen = [sum(len(group.slots) for group in self.groups if group.street <= at) for at in range(self.streets)]
        return tuple(cards - above for cards in seen)

    @cached_property
    def board(self) -> Board:
        """The cards, for the kernels."""
        last = max(0, *self._depths) if self._depths else 0
        return lay_out(self.program, self.deck, self.groups, len(self.sizes) + len(self.ahead), last)

    @cached_property
    def board_below(self) -> Board:
        """The cards below a position, whatever the kernels begin with."""
        return lay_out(self.program, self.deck, self.groups, len(self.sizes), 0)

    @cached_property
    def tree(self) -> StreetTree:
        """The decisions, for the kernels."""
        return tree_of(self.lines, self._depths)

    def positions(self) -> Classes:
        """What may be seen at the street, up to suits."""
        classes = suit_classes.given(self.deck)
        weights = classes.weights
        for size in self.sizes:
            classes = suit_classes.chosen(classes, self.deck, size)
            weights = weights[classes.parents] * classes.weights
        return Classes(classes.sets, classes.stabilizers, weights, np.arange(len(weights)))

    @cached_property
    def apart(self) -> Apart | None:
        """The dealer apart, where there is one and many positions are asked about."""
        return apart_of(self.program, self.deck, self.groups) if self.many and self.streets < 2 else None

    def prepare(self) -> None:
        """Make what all positions share, once, before threads ask for it."""
        _ = self.board, self.tree, self.apart and self.apart.lists()

    def below(self, positions: Classes) -> BranchSums:
        """The sums below each position: what the columns net, the worths of what goes on, the strengths of hands."""
        if self.apart is not None:
            return self._below_apart(self.apart, positions)
        items, origin, weights = positions, np.arange(len(positions)), np.ones(len(positions), dtype=np.int64)
        for size in self.ahead:
            items = suit_classes.chosen(items, self.deck, size)
            origin, weights = origin[items.parents], weights[items.parents] * items.weights
        sums = self._empty(len(items), self.root)
        sum_below(self.board, self.tree, self.root, items.sets, sums)
        return self._gathered(len(positions), sums, origin, weights) if self.ahead else sums

    def _below_apart(self, apart: Apart, positions: Classes) -> BranchSums:
        sums = self._empty(len(positions), 0)
        at_root(self.board, positions.sets, sums.strengths)
        counts = apart.events(positions.sets, sums.strengths)
        return sums._replace(columns=np.einsum("pce,pe->pc", apart.nets(sums.strengths), counts))

    def _gathered(self, positions: int, sums: BranchSums, origin: Int64s, weights: Int64s) -> BranchSums:
        """The sums one street up: every history decides, and the positions alike are put together."""
        tree, found = self.tree, self._empty(positions, 0)
        above = np.zeros((len(origin), *found.worths.shape[1:]), dtype=np.int64)
        close_items(tree, 1, int(self.board.below[0]), sums, above)
        np.add.at(found.worths, origin, above * weights[:, None, None])
        np.add.at(found.columns, origin, sums.columns * weights[:, None])
        found.strengths[origin] = sums.strengths
        return found

    def _empty(self, items: int, street: int) -> BranchSums:
        widths = [len(histories) for histories in self.lines.streets] + [0, 0]
        worths = CHOICES + len(self.lines.choices)
        return BranchSums(
            np.zeros((items, len(self.board.columns)), dtype=np.int64),
            np.zeros((items, widths[street + 1], worths), dtype=np.int64),
            np.zeros((items, len(self.program.hands)), dtype=np.int64),
        )


def _ways(cards: int, sizes: tuple[int, ...]) -> int:
    """In how many ways groups of these sizes can be dealt from so many cards."""
    ways = 1
    for size in sizes:
        ways *= comb(cards, size)
        cards -= size
    return ways
