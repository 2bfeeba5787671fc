"""What the log says of acts that take a second person."""

from typing import Any

from pitboss.audit.format import LogEvent
from pitboss.money import Amount


class LimitsSet(LogEvent, frozen=True, kw_only=True):
    """In the stream `approvals`: what is above these amounts of real money takes a second person from here on.

    The first are the house's own; others are an act that takes a second person itself.
    """

    buy_in: Amount
    cash_out: Amount
    fill: Amount
    credit: Amount
    meter_change: Amount  # what the meter shows, or would start with
    void: Amount  # all that is wagered in the round


class SumsAddedUp(LogEvent, frozen=True, kw_only=True):
    """What persons alone do to one player's chips, or one table's, is added up from here on, over so many hours.

    So a sum that is split into small ones takes a second person like the whole. Logs from before have none of it.
    """

    hours: int


class ActAsked(LogEvent, frozen=True, kw_only=True):
    """Someone asks for what takes a second person; nothing comes of it yet.

    `does` is what the entry that follows from it will say, or `{"void": table}`; `about` is the player, table, meter or
    person concerned.
    """

    act: str
    kind: str
    about: str
    amount: Amount
    reason: str
    does: dict[str, Any]


class ActApproved(LogEvent, frozen=True, kw_only=True):
    """A second person approved an act: it was done with this."""

    act: str


class ActDeclined(LogEvent, frozen=True, kw_only=True):
    """A second person declined an act."""

    act: str
    reason: str


class ActWithdrawn(LogEvent, frozen=True, kw_only=True):
    """Whoever asked for an act took it back."""

    act: str
    reason: str


ApprovalEvent = LimitsSet | SumsAddedUp | ActAsked | ActApproved | ActDeclined | ActWithdrawn
