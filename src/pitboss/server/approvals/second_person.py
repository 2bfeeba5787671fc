"""The one way of an act that takes a second person: asked for by one, approved by another, and then done.

What was asked for and what became of it are commands of the store: an act is decided once, whoever comes at the same
moment, and what it does is written in the same commit as its approval. The log tells of all of it.
"""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from pitboss.audit import Draft, fact
from pitboss.audit.approval_format import ActApproved, ActAsked, ActDeclined, ActWithdrawn, LimitsSet
from pitboss.audit.format import APPROVALS_STREAM, CORRECTIONS_STREAM, canonical
from pitboss.books.docket import CorrectionState, Docket
from pitboss.books.table_spec import refused
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.rulebooks.codec import builtins, from_plain
from pitboss.server.approvals.acts import Act, AnyAct, SetLimits
from pitboss.server.office import Office
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied, may
from pitboss.server.tables.approval import (
    ASKED,
    DECIDED,
    LIMITS,
    Approval,
    Decision,
    NeedsSecond,
    limits_in,
    read_decision,
    written,
)
from pitboss.store import Commit

LAPSES_SECONDS = 24 * 3600


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """An act as the store keeps it."""

    by: str
    at: int
    amount: Amount
    act: AnyAct
    does: dict[str, Any]


class ActShown(msgspec.Struct, frozen=True, kw_only=True):
    """An act that waits: who asked for it and when, what it is, what about and how much; whether one may decide it."""

    act: str
    kind: str
    about: str
    amount: Amount
    reason: str
    asked_by: str
    asked_at: int
    does: dict[str, Any]
    may_approve: bool
    own: bool


class CorrectionWaiting(msgspec.Struct, frozen=True, kw_only=True):
    """A correction that waits for its second person; it is decided where it is shown side by side."""

    table: str
    round: int
    number: int
    reason: str
    asked_by: str
    asked_at: int
    amount: Amount  # that changes hands


class Inbox(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that waits for a second person, and the amounts above which one is needed."""

    acts: list[ActShown]
    corrections: list[CorrectionWaiting]
    limits: LimitsSet


class Waits(Exception):
    """It was not done: it waits for a second person."""


async def through(office: Office, by: Person, act: AnyAct, id: str) -> None:
    """Does an act that one person may do alone, or that was approved under this id; else asks for it, and `Waits`."""
    key = hashlib.sha256(f"{by.name}\n{id}".encode()).hexdigest()[:12]
    store = office.store
    if store.outcome(ASKED, key) is None and not await asyncio.to_thread(act.takes_second, office, by.name):
        try:
            await act.do(office, by, id, None)
            return
        except NeedsSecond:  # with what was done before within a day it is too much for one
            pass
    await asyncio.to_thread(_ask, office, by.name, act, key)
    decided = _decision(office, key)
    if decided is None:
        raise Waits("this takes a second person: it waits among the approvals, and is done when one approves it")
    if decided.state != "approved":
        says = f"This was {decided.state} by {decided.by}; ask for it anew."
        raise refused(f"act {key}", "the same again", f"another: {decided.by} has {decided.state} it", says=says)


async def approve(office: Office, by: Person, key: str) -> None:
    """A second person approves an act, and it is done."""

    async def decide(asked: Asked) -> None:
        act = asked.act
        if by.name == asked.by:
            raise Denied("who asked for an act does not approve it: it takes a second person")
        _require_role(by, act)
        act.impartial(office, by.name)
        asker = office.accounts.held(asked.by)
        if asker is None or asker.disabled:
            says = f"This cannot be approved: {asked.by}, who asked for it, is shut out."
            raise refused(f"act {key}", "an approval", f"none: {asked.by}, who asked for it, is shut out", says=says)
        if act.asks is not None and not may(asker.roles, act.asks):
            says = f"This cannot be approved: {asked.by}, who asked for it, may no longer ask for it."
            raise refused(f"act {key}", "an approval", f"none: {asked.by} may no longer {act.asks}", says=says)
        limits = act.limits if isinstance(act, SetLimits) else None
        decision = Decision(state="approved", by=by.name, at=office.room.now // 1000, limits=limits)
        approval = Approval((_told(office, ActApproved(act=key), by),), _command(key, act, decision))
        await act.do(office, Person(asked.by, asker.roles), key, approval)

    await _decide(office, by, key, "approved", decide)


async def decline(office: Office, by: Person, key: str, reason: str) -> None:
    """A second person declines an act; whoever asked for it takes it back."""

    async def decide(asked: Asked) -> None:
        own = asked.by == by.name
        if not own:
            _require_role(by, asked.act)
        state = "withdrawn" if own else "declined"
        told = (ActWithdrawn if own else ActDeclined)(act=key, reason=reason)
        decision = Decision(state=state, by=by.name, at=office.room.now // 1000, reason=reason)
        client, command, digest, outcome = _command(key, asked.act, decision)
        log = (_told(office, told, by),)
        commit = Commit(client=client, command=command, digest=digest, outcome=outcome, log=log)
        await asyncio.to_thread(office.store.append, commit)

    await _decide(office, by, key, "declined", decide)


def inbox(office: Office, by: Person) -> Inbox:
    """Everything that waits, the oldest first."""
    waiting = [
        (found.command, asked)
        for found in office.store.outcomes(ASKED, but=(DECIDED, LIMITS))
        if not _lapsed(office, asked := _read(found.outcome))
    ]
    return Inbox(
        acts=[_shown(office, by, key, asked) for key, asked in waiting],
        corrections=_corrections(office),
        limits=limits_in(office.store),
    )


def _ask(office: Office, by: str, act: AnyAct, key: str) -> None:
    """Asks for an act, once under one id; `Refused` if it can be seen that nothing will come of it."""
    first = office.store.outcome(ASKED, key)
    if first is not None and _read(first.outcome).act != act:
        says = "This id was used for something else; send the same again, or use a new id."
        raise refused(f"act {key}", "another under its id", "the same again, or a new id", says=says)
    if first is not None:
        return
    act.foresee(office, by)
    amount, does, time = act.amount(office), act.does(office), office.room.now
    asked = Asked(by=by, at=time // 1000, amount=amount, act=act, does=does)
    told = ActAsked(act=key, kind=act.kind, about=act.about, amount=amount, reason=act.reason, does=does)
    outcome = msgspec.json.encode(builtins(asked))
    draft = fact(APPROVALS_STREAM, told, time, by)
    office.store.append(Commit(client=ASKED, command=key, digest=draft.payload, outcome=outcome, log=(draft,)))


async def _decide(
    office: Office, by: Person, key: str, state: str, decide: Callable[[Asked], Coroutine[Any, Any, None]]
) -> None:
    """Decides an act that waits; what is denied or refused is logged."""
    try:
        first = office.store.outcome(ASKED, key)
        if first is None:
            says = f"No act {key} is waiting for approval."
            raise refused("the approvals", f"act {key}", "an act that waits", says=says)
        asked, decided = _read(first.outcome), _decision(office, key)
        if decided is not None and (decided.by, decided.state) == (by.name, state):
            return
        _refuse_decided(key, decided)
        if _lapsed(office, asked):
            says = "It was asked for more than a day ago and has lapsed; ask for it anew."
            raise refused(f"act {key}", "a decision a day later", "to ask for it anew", says=says)
        try:
            await decide(asked)
        except Refused:
            _refuse_decided(key, _decision(office, key))  # somebody was first
            raise
    except (Denied, Refused) as error:
        await office.room.refusals.write(by.name, f"act {key}", error)
        raise


def _refuse_decided(key: str, decided: Decision | None) -> None:
    if decided is not None:
        says = f"This has already been {decided.state} by {decided.by}."
        raise refused(
            f"act {key}", "a second decision", f"nothing more: {decided.by} has {decided.state} it", says=says
        )


def _require_role(by: Person, act: Act) -> None:
    if not by.roles & act.approvers:
        raise Denied(f"a {act.kind.replace('-', ' ')} is decided by a {' or '.join(sorted(act.approvers))}")


def _command(key: str, act: Act, decision: Decision) -> tuple[str, str, bytes, bytes]:
    """The command of the store that decides an act."""
    client = LIMITS if isinstance(act, SetLimits) else DECIDED
    return client, key, canonical([decision.state, decision.by]), written(decision)


def _decision(office: Office, key: str) -> Decision | None:
    found = office.store.outcome(DECIDED, key) or office.store.outcome(LIMITS, key)
    return read_decision(found.outcome) if found else None


def _told(office: Office, event: ActApproved | ActDeclined | ActWithdrawn, by: Person) -> Draft:
    return fact(APPROVALS_STREAM, event, office.room.now, by.name)


def _read(outcome: bytes) -> Asked:
    return msgspec.json.decode(outcome, type=Asked, dec_hook=from_plain)


def _lapsed(office: Office, asked: Asked) -> bool:
    return office.room.now // 1000 >= asked.at + LAPSES_SECONDS


def _shown(office: Office, by: Person, key: str, asked: Asked) -> ActShown:
    act, own = asked.act, asked.by == by.name
    return ActShown(
        act=key,
        kind=act.kind,
        about=act.about,
        amount=asked.amount,
        reason=act.reason,
        asked_by=asked.by,
        asked_at=asked.at,
        does=asked.does,
        may_approve=not own and bool(by.roles & act.approvers) and by.name != act.about,
        own=own,
    )


def _corrections(office: Office) -> list[CorrectionWaiting]:
    """Corrections that wait, at those tables that ever had one."""
    found = []
    for table in office.store.log_streams(CORRECTIONS_STREAM):
        docket = Docket(office.store, office.room.live(table).spec).read()
        found += [
            CorrectionWaiting(
                table=one.table,
                round=one.round,
                number=one.number,
                reason=one.reason,
                asked_by=one.proposed_by,
                asked_at=one.proposed_at,
                amount=one.correction.moved,
            )
            for one in docket.corrections.values()
            if one.state is CorrectionState.WAITING
        ]
    return sorted(found, key=lambda one: one.asked_at)
