"""A policy written down: what is chosen at each decision, by the cards seen, up to the names of suits."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card, parse_cards
from pitboss.mathematics.kernels.positions import lowest, rows_of
from pitboss.mathematics.refusal import refused
from pitboss.simulation.table import SimulatedTable

if TYPE_CHECKING:
    from pitboss.simulation.strategies import Decide, Seen

Int64s = npt.NDArray[np.int64]
Choices = Mapping[str, str | Mapping[str, str]]
"""By decision: one choice for all, or by the cards seen, one's own first, in the order in which they are turned up."""
ELSE = "else"
"""Stands for all positions that are not named."""


def by_table(table: SimulatedTable, choices: Choices) -> "Decide":
    """A function that looks its choices up; `Refused` where a decision, a choice or a position cannot be.

    Which of the cards that are turned up together lies where is all one, and so are the names of the suits.
    """
    for name in choices.keys() - set(table.decisions):
        raise refused(table.terms, "strategy", f"decision '{name}'", f"one of {', '.join(table.decisions)}")
    pages = {name: _Page(table, number, choices) for number, name in enumerate(table.decisions)}
    return lambda seen: pages[seen.decision].chosen(seen)


class _Page:
    """What is chosen at one decision."""

    def __init__(self, table: SimulatedTable, number: int, choices: Choices) -> None:
        self._table, self._decision = table, table.decisions[number]
        shown = [len(table.shown(at)) for at in range(number + 1)]
        self._ends = [0, table.own_cards, *(table.own_cards + cards for cards in dict.fromkeys(shown) if cards)]
        self._names = {name: at for at, name in enumerate(table.choices[number]) if name}
        written = choices.get(self._decision, {})
        lines = {ELSE: written} if isinstance(written, str) else dict(written)
        self._otherwise = self._numbered(lines.pop(ELSE)) if ELSE in lines else None
        sets = lowest(np.array([self._read(text) for text in lines], np.int64).reshape(len(lines), len(self._ends) - 1))
        numbers = np.array([self._numbered(choice) for choice in lines.values()], np.int64)
        order = np.lexsort(sets.T[::-1]) if len(sets) else np.empty(0, np.int64)
        self._sets, self._numbers = sets[order], numbers[order]

    def chosen(self, seen: "Seen") -> npt.NDArray[Any]:
        """The numbers of the choices."""
        bits = np.left_shift(1, np.hstack([seen.own, seen.shown]), dtype=np.int64)
        sets = lowest(np.column_stack([bits[:, start:end].sum(axis=1) for start, end in pairwise(self._ends)]))
        known, chosen = np.zeros(len(sets), np.bool_), np.full(len(sets), self._otherwise or 0)
        if len(self._sets):
            rows = rows_of(self._sets, sets)
            known = (self._sets[rows] == sets).all(axis=1)
            chosen = np.where(known, self._numbers[rows], chosen)
        if self._otherwise is None and not known.all():
            at = int(np.argmin(known))
            cards = " ".join(str(Card.of(int(card))) for card in (*seen.own[at], *seen.shown[at]))
            tried = f"a table without {cards} at {self._decision}"
            raise refused(self._table.terms, "strategy", tried, f"every position, or '{ELSE}' for the rest")
        return chosen

    def _read(self, text: str) -> Sequence[int]:
        """The sets of cards of a position, in the order in which they are seen."""
        try:
            cards = parse_cards(text.replace("|", " "))
        except ValueError as error:
            raise refused(self._table.terms, "strategy", f"'{text}' ({error})", "cards such as 'Ah Kd'") from error
        if len(cards) != self._ends[-1]:
            tried = f"'{text}' at {self._decision}"
            raise refused(self._table.terms, "strategy", tried, f"{self._ends[-1]} cards")
        return [sum(1 << card.index for card in cards[start:end]) for start, end in pairwise(self._ends)]

    def _numbered(self, choice: str) -> int:
        if choice not in self._names:
            tried = f"'{choice}' at {self._decision}"
            raise refused(self._table.terms, "strategy", tried, f"one of {', '.join(self._names)}")
        return self._names[choice]
