"""The rows of the reports."""

from enum import StrEnum

import msgspec

from pitboss.money import Amount
from pitboss.rulebooks.currency import Currency


class Judged(StrEnum):
    """On which side results are held against theory."""

    BOTH = "both sides"
    ABOVE = "above only"  # what players give up by folding is not the house's doing


class WagerReturn(msgspec.Struct, frozen=True, kw_only=True):
    """One wager at one table. `actual` is all that went back of what was staked.

    `judged` is that without what meters paid; it is held against `expected`, within `low` and `high`: three standard
    errors either way. `theoretical` is the exact return with the meters as they stand.
    """

    table: str
    rulebook: str
    wager: str
    title: str
    currency: Currency
    practice: bool  # what was staked is play money
    bets: int
    staked: Amount
    returned: Amount
    from_meters: Amount
    actual: float
    theoretical: str  # a fraction
    theoretical_decimal: float
    depends_on: list[str]  # meters
    judged: float
    expected: float
    standard_error: float
    low: float
    high: float
    z: float
    sides: Judged
    enough: bool  # bets for the standard errors to mean something
    evidence: float  # how many times over a fair bet against honest dealing has grown, at its best
    alert: bool  # it has grown a million times over


class DayHold(msgspec.Struct, frozen=True, kw_only=True):
    """What a table kept of what was staked on one day, UTC."""

    table: str
    day: str
    currency: Currency
    practice: bool  # what was staked is play money
    rounds: int
    staked: Amount
    returned: Amount
    kept: Amount
    hold: float
