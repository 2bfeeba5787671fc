"""Percentages kept exactly, for what part of a wager feeds a meter and what part of a meter is won."""

import re
from fractions import Fraction
from functools import total_ordering

from pitboss.money.amount import Amount
from pitboss.money.value import Value

MICROCENTS_PER_CENT = 1_000_000

_PARTS_PER_PERCENT = 10_000
_WRITTEN = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,4}))?%")


@total_ordering
class Rate(Value):
    """A percentage in whole parts per million: "12.5%" is 125,000 of them.

    >>> Rate.parse("12.50%")
    Rate('12.5%')
    """

    __slots__ = ("per_million",)
    __match_args__ = ("per_million",)
    per_million: int

    def __init__(self, per_million: int) -> None:
        if type(per_million) is not int or per_million < 0:
            raise ValueError(f"A Rate is a whole number of parts per million, zero or more, not {per_million!r}.")
        self._hold(per_million=per_million)

    @classmethod
    def parse(cls, text: str) -> "Rate":
        """Read "10%", "12.5%" or "0.25%"; refuse anything else with ValueError."""
        written = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
        if written is None:
            raise ValueError(f"{text!r} is not a rate: write a percentage with at most four decimals, such as 12.5%.")
        whole, part = written.groups(default="")
        return cls(int(whole) * _PARTS_PER_PERCENT + int(part.ljust(4, "0")))

    def __str__(self) -> str:
        whole, part = divmod(self.per_million, _PARTS_PER_PERCENT)
        decimals = f".{part:04d}".rstrip("0") if part else ""
        return f"{whole}{decimals}%"

    @property
    def as_fraction(self) -> Fraction:
        """The rate as a fraction of one."""
        return Fraction(self.per_million, 1_000_000)

    def of(self, amount: Amount) -> int:
        """This share of an amount in microcents, exactly: a millionth part of a cent is one microcent."""
        return amount.cents * self.per_million

    def __lt__(self, other: "Rate") -> bool:
        if type(other) is not Rate:
            return NotImplemented
        return self.per_million < other.per_million
