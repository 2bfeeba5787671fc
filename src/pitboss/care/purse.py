"""A player's own limits on one kind of money, and what is counted against them. Times are seconds and are passed in.

What was lost since a moment needs no counting: it is the result then less the result now, and a result is what the
player holds less what was bought and not cashed. So a wager that is still out counts as lost until it comes back, and
what is written down changes only when money comes or goes at the cage, when a span of time begins, and once a minute of
play.

A span is a day, a week or thirty days. It begins with the first thing counted after the one before it was over, so that
no midnight in no time zone begins it anew, and a clock that is set back never does.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

MINUTE = 60
DAY = 86_400
BREAK = 30 * MINUTE  # without a wager for so long, a session is over
RAISED_AFTER = DAY  # before a limit is raised or given up
PERIODS = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY}


class Limit(StrEnum):
    """What a player can limit: cents lost, bought or staked, seconds played; and in what."""

    LOSS_DAY = "loss-day"
    LOSS_WEEK = "loss-week"
    LOSS_MONTH = "loss-month"
    DEPOSIT_DAY = "deposit-day"
    DEPOSIT_WEEK = "deposit-week"
    DEPOSIT_MONTH = "deposit-month"
    STAKE_ROUND = "stake-round"
    TIME_SESSION = "time-session"
    TIME_DAY = "time-day"

    @property
    def measure(self) -> str:
        """What is limited: loss, deposit, stake or time."""
        return self.partition("-")[0]

    @property
    def period(self) -> str:
        """In what it is limited: a day, week or month, a round, or a session."""
        return self.partition("-")[2]

    @property
    def timed(self) -> bool:
        """Whether its figure is seconds, and not cents."""
        return self.measure == "time"


class LaterLimit(msgspec.Struct, frozen=True):
    """A limit that will be higher, or none (`to` is None), from a time on."""

    to: int | None
    at: int


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """A day, week or month that is counted: the result as it began, and what was bought and played since."""

    began: int
    result: int = 0
    deposited: int = 0
    played: int = 0


class Session(msgspec.Struct, frozen=True):
    """A time of play without a long break: since when, last seen when; and the last reality check, with results."""

    began: int
    seen: int
    result: int
    checked: int
    checked_result: int


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has chosen for real money, or for play money, and what is counted."""

    limits: dict[Limit, int] = {}
    raises: dict[Limit, LaterLimit] = {}
    check_every: int = 0  # seconds between reality checks; 0 for none
    bought: int = 0  # cents bought and not cashed since it was first counted
    spans: dict[str, Span] = {}
    session: Session | None = None


class OwnStake(msgspec.Struct, frozen=True):
    """A wager to be judged: cents now, cents in the round before it, and the result before it."""

    cents: int
    in_round: int
    result: int
    opens: bool  # it is placed before the cards, and no bet in a round that has begun
    himself: bool  # the player places it, and no dealer keys it in


# Limits


def limits_at(purse: Purse, at: int) -> dict[Limit, int]:
    """The limits in force: a higher one takes the place of the lower when its time has come."""
    found = dict(purse.limits)
    for limit, later in purse.raises.items():
        if at >= later.at:
            found.pop(limit)
            found |= {} if later.to is None else {limit: later.to}
    return found


def with_limit(purse: Purse, limit: Limit, figure: int | None, at: int) -> Purse:
    """Another limit: a lower one or a first one acts at once, a higher one or none a day later.

    What is chosen last is what waits; a limit that is lowered or chosen anew gives up what waited.
    """
    now = limits_at(purse, at)
    waiting = {name: later for name, later in purse.raises.items() if at < later.at and name != limit}
    before = now.get(limit)
    if figure is not None and (before is None or figure < before):
        now[limit] = figure
    elif figure != before:
        waiting[limit] = LaterLimit(figure, at + RAISED_AFTER)
    return replace(purse, limits=now, raises=waiting)


# Counting


def lost(purse: Purse, period: str, at: int, result: int) -> int:
    """The cents lost in the day, week or month that runs; below zero they are won."""
    span = _running(purse, period, at)
    return 0 if span is None else span.result - result


def deposited(purse: Purse, period: str, at: int) -> int:
    """The cents bought in the day, week or month that runs."""
    span = _running(purse, period, at)
    return 0 if span is None else span.deposited


def played(purse: Purse, period: str, at: int) -> int:
    """The seconds played in the day, week or month that runs, or in the session."""
    session = session_at(purse, at)
    if period == "session":
        return 0 if session is None else max(at, session.seen) - session.began
    span = _running(purse, period, at)
    return 0 if span is None else span.played + _since_seen(session, at)


def session_at(purse: Purse, at: int) -> Session | None:
    """The session that runs."""
    return purse.session if purse.session is not None and at < purse.session.seen + BREAK else None


def _running(purse: Purse, period: str, at: int) -> Span | None:
    span = purse.spans.get(period)
    return span if span is not None and at < span.began + PERIODS[period] else None


def _since_seen(session: Session | None, at: int) -> int:
    return 0 if session is None else max(0, at - session.seen)


def _counting(purse: Purse, at: int, result: int) -> dict[str, Span]:
    """The spans that run; one that is over, or was never begun, begins now."""
    return {period: _running(purse, period, at) or Span(at, result) for period in PERIODS}


def playing(purse: Purse, at: int, result: int) -> Purse:
    """Somebody plays at this moment; it is noted once a minute, and where something begins."""
    session, spans = session_at(purse, at), _counting(purse, at, result)
    if session is None:
        session = Session(at, at, result, at, result)
    elif at >= session.seen + MINUTE:
        more = at - session.seen
        spans = {period: replace(span, played=span.played + more) for period, span in spans.items()}
        session = replace(session, seen=at)
    return purse if (session, spans) == (purse.session, purse.spans) else replace(purse, session=session, spans=spans)


def with_deposit(purse: Purse, cents: int, at: int, result: int) -> Purse:
    """A player bought chips for so many cents, or, below zero, cashed them; only what is bought is a deposit."""
    more = max(0, cents)
    spans = {
        period: replace(span, deposited=span.deposited + more) for period, span in _counting(purse, at, result).items()
    }
    return replace(purse, bought=purse.bought + cents, spans=spans)


# The reality check


def check_due(purse: Purse, at: int) -> bool:
    """Whether the player is to be told how long it has been, and what it has cost."""
    session = session_at(purse, at)
    return bool(purse.check_every) and session is not None and at >= session.checked + purse.check_every


def checked(purse: Purse, at: int, result: int) -> Purse:
    """The player has seen it; the next one counts from here."""
    session = session_at(purse, at)
    return purse if session is None else replace(purse, session=replace(session, checked=at, checked_result=result))


# Judging


def over_deposit(purse: Purse, cents: int, at: int) -> tuple[Limit, int] | None:
    """The limit that buying so many cents would break, and the cents that are left under it."""
    return _first_over(
        (limit, figure - deposited(purse, limit.period, at), cents)
        for limit, figure in limits_at(purse, at).items()
        if limit.measure == "deposit"
    )


def over_stake(purse: Purse, stake: OwnStake, at: int) -> tuple[Limit, int] | None:
    """The limit that a wager would break, and the cents that are left under it."""
    found: list[tuple[Limit, int, int]] = []
    for limit, figure in limits_at(purse, at).items():
        if limit.measure == "loss":
            found.append((limit, figure - lost(purse, limit.period, at, stake.result), stake.cents))
        elif limit.measure == "stake":
            found.append((limit, figure - stake.in_round, stake.cents))
    return _first_over(found)


def over_time(purse: Purse, at: int) -> tuple[Limit, int] | None:
    """The limit on time that is reached, and its seconds."""
    return next(
        (
            (limit, figure)
            for limit, figure in limits_at(purse, at).items()
            if limit.timed and played(purse, limit.period, at) >= figure
        ),
        None,
    )


def _first_over(found: Iterable[tuple[Limit, int, int]]) -> tuple[Limit, int] | None:
    return next(((limit, max(0, left)) for limit, left, cents in found if cents > left), None)
