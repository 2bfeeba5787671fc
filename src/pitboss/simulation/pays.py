"""Paytables as arrays: hands sorted into kinds that every table in play pays alike, and what each kind sends back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import HandValue
from pitboss.mathematics.refusal import refused
from pitboss.money import Amount, MeterShare, Odds, winnings
from pitboss.money.odds import InexactPayoutError
from pitboss.rulebooks import Terms
from pitboss.rulebooks.paytable import PaytableLine, covering

Int64s = npt.NDArray[np.int64]
LineOf = Callable[[HandValue[Any]], Odds | None]
"""What a table pays for a hand, None where it loses."""

MOST_KINDS = 255
MOST_CENTS = 1 << 31
"""No amount of a round may reach this: squares of it are added up in 64 bits."""


@dataclass(frozen=True)
class Sorting:
    """Strengths sorted into kinds, higher hands into higher kinds; `odds[table][kind]` is what a table pays."""

    kinds: npt.NDArray[np.uint8]
    odds: dict[str, tuple[Odds | None, ...]]

    @property
    def size(self) -> int:
        """How many kinds there are."""
        return int(self.kinds.max()) + 1


def line_of(lines: Sequence[PaytableLine]) -> LineOf:
    """A table as a function of the hand: the first line that covers it."""

    def pays(value: HandValue[Any]) -> Odds | None:
        line = covering(lines, value)
        return line.pays if line else None

    return pays


def sort_hands(terms: Terms, values: Sequence[HandValue[Any]], tables: dict[str, LineOf]) -> Sorting:
    """Go through the hands from the lowest; a new kind begins wherever what any table pays changes.

    `values[s]` is the hand of strength s; under a reading that plays the ace high only, their order is not that of
    the strengths.
    """
    kinds = np.zeros(len(values), np.int64)
    found: list[tuple[Odds | None, ...]] = []
    for strength in sorted(range(len(values)), key=lambda place: values[place]):
        paid = tuple(line(values[strength]) for line in tables.values())
        if not found or found[-1] != paid:
            found.append(paid)
        kinds[strength] = len(found) - 1
    if len(found) > MOST_KINDS:
        raise refused(terms, "paytables", f"{len(found)} kinds of hand paid differently", f"at most {MOST_KINDS}")
    by_table = zip(*found, strict=True) if tables else ()
    return Sorting(kinds.astype(np.uint8), dict(zip(tables, by_table, strict=True)))


def cents(terms: Terms, odds: Odds | None, stake: Amount, where: str) -> tuple[int, int]:
    """What a wager sends back at these odds, stake included, and what of it is winnings; nothing from a meter."""
    if odds is None or isinstance(odds, MeterShare) or not stake.cents:
        return 0, 0
    try:
        paid = winnings(odds, stake)
    except InexactPayoutError as error:
        allowed = "a stake whose winnings are whole cents"
        raise refused(terms, where, f"{terms.money(stake)} at {odds} ({error})", allowed) from error
    back = paid + stake if odds.returns_stake else paid
    return back.cents, paid.cents


def share_of(odds: Odds | None) -> int:
    """The millionths of a meter that these odds pay, 0 where no meter pays."""
    return odds.percent.per_million if isinstance(odds, MeterShare) else 0
