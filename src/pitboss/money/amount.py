"""Exact sums of money: integer cents, never floats."""

import re
from typing import ClassVar

from pitboss.money.value import Value

# Digits are bounded so that every amount also fits the 64-bit integers of the stores above.
_WRITTEN = re.compile(r"(-?)\$?([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]{1,2}))?")


class Amount(Value):
    """Dollars and cents, held as a whole number of cents.

    >>> Amount.parse("$1,234.5") + Amount(50)
    Amount('1235.00')
    """

    __slots__ = ("cents",)
    __match_args__ = ("cents",)
    cents: int
    ZERO: ClassVar["Amount"]
    GREATEST: ClassVar["Amount"]
    """The most that anyone may name: a billion. Millions of such sums still fit the 64-bit integers of a store, in
    cents, and so does a meter, which is kept in millionths of a cent."""

    def __init__(self, cents: int) -> None:
        if type(cents) is not int:
            raise TypeError(f"An Amount is made of a whole number of cents, not {cents!r}.")
        object.__setattr__(self, "cents", cents)

    @classmethod
    def parse(cls, text: str) -> "Amount":
        """Read "10", "10.5", "10.50", "$1,234.50" or "-3.25"; refuse anything else with ValueError."""
        written = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
        if written is None:
            written_as = "it with at most fifteen digits and two decimals, such as 12.50"
            raise ValueError(f"{text!r} is not an amount: write {written_as}.")
        minus, whole, part = written.groups(default="")
        cents = int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
        return cls(-cents if minus else cents)

    def __str__(self) -> str:
        cents = abs(self.cents)
        return f"{'-' if self.cents < 0 else ''}{cents // 100}.{cents % 100:02d}"

    def dollars(self) -> str:
        """The amount as people write it: "$1,234.50"."""
        whole, part = divmod(abs(self.cents), 100)
        return f"{'-' if self.cents < 0 else ''}${whole:,}.{part:02d}"

    def is_multiple_of(self, unit: "Amount") -> bool:
        """Whether this is a whole number of units; only zero is a multiple of zero."""
        return self.cents % unit.cents == 0 if unit else not self

    # Money is compared more often than anything else is done with it, so each comparison is written out.

    def __eq__(self, other: object) -> bool:
        return self.cents == other.cents if type(other) is Amount else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cents)

    def __lt__(self, other: "Amount") -> bool:
        return self.cents < other.cents if type(other) is Amount else NotImplemented

    def __le__(self, other: "Amount") -> bool:
        return self.cents <= other.cents if type(other) is Amount else NotImplemented

    def __gt__(self, other: "Amount") -> bool:
        return self.cents > other.cents if type(other) is Amount else NotImplemented

    def __ge__(self, other: "Amount") -> bool:
        return self.cents >= other.cents if type(other) is Amount else NotImplemented

    def __bool__(self) -> bool:
        return self.cents != 0

    def __neg__(self) -> "Amount":
        return Amount(-self.cents)

    def __add__(self, other: "Amount") -> "Amount":
        if type(other) is not Amount:
            return NotImplemented
        return Amount(self.cents + other.cents)

    def __radd__(self, other: int) -> "Amount":
        """Let `sum()` start from its customary 0; no other number may be added to money."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __sub__(self, other: "Amount") -> "Amount":
        if type(other) is not Amount:
            return NotImplemented
        return Amount(self.cents - other.cents)

    def __mul__(self, times: int) -> "Amount":
        if type(times) is not int:
            return NotImplemented
        return Amount(self.cents * times)

    __rmul__ = __mul__


Amount.ZERO = Amount(0)
Amount.GREATEST = Amount(10**11)
