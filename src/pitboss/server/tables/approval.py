"""What takes a second person: the amounts above which it does, and the approval that an act is then done with."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pitboss.audit import Draft, fact
from pitboss.audit.approval_format import LimitsSet
from pitboss.audit.format import APPROVALS_STREAM
from pitboss.books.stream import StreamEvent
from pitboss.engine.events import RoundVoided
from pitboss.money import Amount
from pitboss.rulebooks.codec import builtins, from_plain
from pitboss.server.tables.live import Live
from pitboss.store import Commit, Store
from pitboss.table.events import RoundMoved

# Clients of the store's commands: no person can have such a name.
ASKED, DECIDED, LIMITS = "acts/asked", "acts/decided", "acts/limits"

FIRST_LIMITS = LimitsSet(
    buy_in=Amount.parse("10000"),
    cash_out=Amount.parse("10000"),
    fill=Amount.parse("25000"),
    credit=Amount.parse("25000"),
    meter_change=Amount.parse("25000"),
    void=Amount.parse("10000"),
)


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of an act; `limits` where other limits came of it."""

    state: str
    by: str
    at: int
    reason: str = ""
    limits: LimitsSet | None = None


class Approval(NamedTuple):
    """A second person's approval: what the log says of it, and the command that the act is done as, once.

    The command is client, id, digest and outcome.
    """

    drafts: tuple[Draft, ...]
    command: tuple[str, str, bytes, bytes]


class NeedsSecond(Exception):
    """What was tried takes a second person, for that much is at stake."""

    def __init__(self, amount: Amount) -> None:
        super().__init__(f"{amount} is at stake")
        self.amount = amount


def set_first_limits(store: Store, time: int) -> None:
    """A house begins with sensible limits; the log says so once."""
    first = Decision(state="set", by="system", at=time // 1000, limits=FIRST_LIMITS)
    draft = fact(APPROVALS_STREAM, FIRST_LIMITS, time, "system")
    store.append(Commit(client=LIMITS, command="first", outcome=written(first), log=(draft,)))


def limits_in(store: Store) -> LimitsSet:
    """The limits in force."""
    told = (read_decision(found.outcome).limits for found in store.outcomes(LIMITS))
    return [FIRST_LIMITS, *(limits for limits in told if limits is not None)][-1]


def written(decision: Decision) -> bytes:
    """A decision as the store keeps it."""
    return msgspec.json.encode(builtins(decision))


def read_decision(outcome: bytes) -> Decision:
    """A decision that the store keeps."""
    return msgspec.json.decode(outcome, type=Decision, dec_hook=from_plain)


def refuse_lone_void(store: Store, before: Live, events: Sequence[StreamEvent]) -> None:
    """`NeedsSecond` where what one person did voided a round in which much real money was wagered."""
    moves = (event.move for event in events if isinstance(event, RoundMoved))
    if before.spec.practice or before.table.running is None or not any(isinstance(move, RoundVoided) for move in moves):
        return
    staked = before.table.running.staked
    if staked > limits_in(store).void:
        raise NeedsSecond(staked)
