"""What a line of a paytable pays: five kinds of promise that must never be mistaken for one another."""

import re
from fractions import Fraction
from typing import ClassVar

from pitboss.money.amount import Amount
from pitboss.money.rate import MICROCENTS_PER_CENT, Rate
from pitboss.money.value import Value

_RATIO = re.compile(r"([0-9]{1,9}) (to|for) ([0-9]{1,9})")
_LARGE = re.compile(r"[0-9]+ (to|for) [0-9]+")
_SHARE = re.compile(r"(.+%) of (.+)")
_METER = re.compile(r"[a-z][a-z0-9_]*")


class InexactPayoutError(ValueError):
    """The odds and the stake do not come to whole cents."""


class Odds(Value):
    """One of `To`, `For`, `MeterShare`, `Push` and `Fixed`; prints the text that `parse_odds` reads."""

    __slots__ = ()
    returns_stake: ClassVar[bool]
    """Whether the stake goes back to the player besides what is paid."""


class _Ratio(Odds):
    """`n` paid for each `d` staked; the two kinds differ in what becomes of the stake."""

    __slots__ = ("d", "n")
    __match_args__ = ("n", "d")
    n: int
    d: int
    _word: ClassVar[str]

    def __init__(self, n: int, d: int = 1) -> None:
        if type(n) is not int or type(d) is not int or n < 1 or d < 1:
            raise ValueError(f"Odds of {n!r} {self._word} {d!r} are refused: both must be whole numbers above zero.")
        self._hold(n=n, d=d)

    def __str__(self) -> str:
        return f"{self.n} {self._word} {self.d}"

    @property
    def as_fraction(self) -> Fraction:
        """What is paid per unit staked, a returned stake not counted."""
        return Fraction(self.n, self.d)


class To(_Ratio):
    """3 to 2: the winnings are paid, and the stake is returned besides."""

    __slots__ = ()
    _word = "to"
    returns_stake = True


class For(_Ratio):
    """300 for 1: the payment takes the place of the stake, which is not returned."""

    __slots__ = ()
    _word = "for"
    returns_stake = False


class MeterShare(Odds):
    """10% of a meter, whatever it shows when the winner is paid; the stake is not returned."""

    __slots__ = ("meter", "percent")
    __match_args__ = ("percent", "meter")
    percent: Rate
    meter: str
    returns_stake = False

    def __init__(self, percent: Rate, meter: str = "meter") -> None:
        if not 0 < percent.per_million <= 1_000_000:
            raise ValueError(f"A share of {percent} of a meter is refused: it must be above 0% and at most 100%.")
        if _METER.fullmatch(meter) is None:
            raise ValueError(f"{meter!r} does not name a meter: use one lower-case word, such as meter or mega.")
        self._hold(percent=percent, meter=meter)

    def __str__(self) -> str:
        return f"{self.percent} of {self.meter}"

    def of(self, amount: Amount) -> Amount:
        """The share of what the meter shows, rounded down: the odd fraction of a cent stays on the meter."""
        return Amount(self.percent.of(amount) // MICROCENTS_PER_CENT)


class Push(Odds):
    """Nothing is won or lost: the stake is returned."""

    __slots__ = ()
    returns_stake = True

    def __str__(self) -> str:
        return "push"

    @property
    def as_fraction(self) -> Fraction:
        """What is paid per unit staked: nothing."""
        return Fraction(0)


class Fixed(Odds):
    """$1,000: a sum that does not depend on the stake, which is not returned."""

    __slots__ = ("amount",)
    __match_args__ = ("amount",)
    amount: Amount
    returns_stake = False

    def __init__(self, amount: Amount) -> None:
        if amount <= Amount.ZERO:
            raise ValueError(f"A fixed payout of {amount} is refused: it must be above zero.")
        self._hold(amount=amount)

    def __str__(self) -> str:
        return self.amount.dollars().removesuffix(".00")


def parse_odds(text: str) -> Odds:
    """Read "3 to 2", "300 for 1", "10% of meter", "push" or "$1,000"; refuse anything else with ValueError.

    >>> parse_odds("3 to 2")
    To('3 to 2')
    """
    if isinstance(text, str):
        if ratio := _RATIO.fullmatch(text):
            kind = To if ratio[2] == "to" else For
            return kind(int(ratio[1]), int(ratio[3]))
        if share := _SHARE.fullmatch(text):
            return MeterShare(Rate.parse(share[1]), share[2])
        if text == "push":
            return Push()
        if text.startswith("$"):
            return Fixed(Amount.parse(text))
        if _LARGE.fullmatch(text):
            raise ValueError(f"{text!r} is too large: each number of the odds has at most nine digits.")
    raise ValueError(f"{text!r} is not odds: write them as 3 to 2, 300 for 1, 10% of meter, push or $1,000.")


def winnings(odds: Odds, stake: Amount) -> Amount:
    """What the stake wins at these odds, a returned stake not counted.

    Raises InexactPayoutError where the answer is not whole cents, and TypeError for a share of a meter, which
    depends on the meter and not on the stake: ask `MeterShare.of`.
    """
    match odds:
        case To(n, d) | For(n, d):
            cents, remainder = divmod(stake.cents * n, d)
            if remainder:
                raise InexactPayoutError(f"{odds} on {stake} does not come to whole cents.")
            return Amount(cents)
        case Push():
            return Amount.ZERO
        case Fixed(amount):
            return amount
    raise TypeError(f"{odds} is paid from a meter and does not depend on the stake.")
