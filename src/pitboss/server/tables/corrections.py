"""Corrections of rounds that are over: a floorperson proposes, a second person decides, and what differs is paid.

Neither of the two may have played or dealt in the round. A proposal moves no money. An approval writes the correcting
entries, the meters' moves and the log in one commit; proposals of the same round that still wait fall with it.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pitboss.audit.format import (
    CorrectionApproved,
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
    canonical,
)
from pitboss.books.docket import PAGE, CorrectionShown, CorrectionState, Docket
from pitboss.books.past_rounds import PastRound, past_round
from pitboss.books.stream import read_event
from pitboss.books.table_spec import TableSpec, refused
from pitboss.engine import open_round
from pitboss.engine import replay as replay_round
from pitboss.engine.correction import Correction, Settled, correct, settled_again, settled_as_played
from pitboss.engine.dispute.retelling import Facts, facts_of, meters_in
from pitboss.engine.dispute.text import Unsettled
from pitboss.engine.events import MeterFed, MeterPaid
from pitboss.engine.lines import SettlementLine
from pitboss.engine.rulings import Rulings
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Refused
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.requests import Approval, NewCorrection, Rejection
from pitboss.server.tables.room import Room
from pitboss.server.tables.work import Work
from pitboss.store import RoundAccounts, Store
from pitboss.table.events import RoundMoved

OVERTAKEN = "another correction of the round was approved first"


class RoundFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a round as it stands settled, to be corrected, with the titles of its wagers.

    `bets` are the wagers that a player may fold at, `parts` the keys that facts of such a round can have, `rulings`
    what can have befallen it besides. `turns` are the wagers that are settled together, a list for each time round.
    """

    table: str
    number: int
    title: str
    players: dict[int, str]
    wagers: dict[str, str]
    bets: list[str]
    turns: list[list[str]]
    parts: list[str]
    rulings: Rulings
    facts: dict[str, Any]
    lines: tuple[SettlementLine, ...]


class RoundOver:
    """A round that is over, ready to be corrected, and the docket of its table."""

    def __init__(self, store: Store, spec: TableSpec, number: int) -> None:
        """Reads all of it; `Refused` if there is no such round."""
        past = past_round(store, spec, number)
        if past is None:
            says = f"There is no round {number} here that is over."
            raise refused(f"table {spec.name}", f"round {number}", "a round that is over", says=says)
        self.past = past
        self.spec = spec
        self.docket = Docket(store, spec).read()
        self.shown = shown_after(store, spec, past)
        self.meters = meters_in(past.terms, past.moves, self.shown)
        self.seats = frozenset(replay_round(open_round(past.terms), past.moves).seats)
        self.players = {seat: past.players[seat] for seat in sorted(self.seats)}

    @property
    def facts(self) -> Facts:
        """The facts by which it stands settled."""
        standing = self.docket.standing(self.past.number)
        return standing.facts if standing else facts_of(self.past.terms, self.past.moves, self.shown)

    @property
    def settled(self) -> Settled:
        """How it stands settled, after the corrections that were approved."""
        standing = self.docket.standing(self.past.number)
        if standing is not None:
            return self.docket.settled(standing.number)
        return settled_as_played(self.past.terms, self.past.moves)

    def settle(self, facts: Facts) -> Settled:
        """What facts come to; `Refused` with everything that is wrong with them."""
        try:
            return settled_again(self.past.terms, self.seats, self.meters, facts)
        except Unsettled as unsettled:
            raise Refused(*unsettled.violations) from unsettled

    def preview(self, facts: Facts) -> Correction:
        """Old and new side by side."""
        return correct(self.past.terms, self.settled, self.settle(facts))

    def impartial(self, person: str) -> None:
        """`Denied` to whoever had a part in the round."""
        for did, persons in (("played", self.players.values()), ("dealt", self.past.dealers)):
            if person in persons:
                raise Denied(f"Someone who {did} in a round has no part in its correction.")

    @property
    def accounts(self) -> RoundAccounts:
        """The accounts of its players, as they were then."""
        purses = {seat: self.spec.purse(player) for seat, player in self.players.items()}
        return RoundAccounts(self.spec.name, str(self.past.number), purses, self.spec.meters)

    @property
    def resets(self) -> dict[str, Amount]:
        """What its meters start again with."""
        return {name: figures.reset for name, figures in self.past.terms.meters.items()}


def shown_after(store: Store, spec: TableSpec, past: PastRound) -> dict[str, Amount]:
    """What a table's meters showed when a round ended.

    The moves of meters are known by the command that brought them; what the same command did at the table after the
    round's end is taken off again.
    """
    end = store.events(spec.name, past.next - 1, 1)[0]
    displayed = {name: store.displayed_after(stored, end.position) for name, stored in spec.meters.items()}
    for row in store.events(spec.name, past.next, PAGE):
        if row.position != end.position:
            break
        event = read_event(row)
        match event.move if isinstance(event, RoundMoved) else None:
            case MeterFed(name, microcents):
                displayed[name] -= microcents
            case MeterPaid(name, amount, emptied):
                restarted = past.terms.meters[name].reset if emptied else Amount.ZERO
                displayed[name] += (amount - restarted).cents * MICROCENTS_PER_CENT
    return {name: Amount(microcents // MICROCENTS_PER_CENT) for name, microcents in displayed.items()}


async def round_over(room: Room, table: str, number: int) -> RoundOver:
    """A round to correct; `Refused` if it is not over."""
    spec = room.live(table).spec
    return await asyncio.to_thread(RoundOver, room.store, spec, number)


async def propose(room: Room, by: Person, table: str, number: int, asked: NewCorrection) -> list[CorrectionShown]:
    """A floorperson proposes other facts; all corrections of the round after it."""
    over = await round_over(room, table, number)
    facts = asked.facts
    new = await asyncio.to_thread(over.settle, facts)

    def work_out(work: Work) -> None:
        over.docket.read()
        old = over.settled
        if new == old:
            tried, says = "a correction that changes nothing", "With these facts the round settles as it did before."
            raise refused(f"round {number}", tried, "facts that settle otherwise", says=says)
        step = CorrectionProposed(
            number=len(over.docket.corrections) + 1,
            table=table,
            round=number,
            reason=asked.reason,
            facts=facts,
            old=old,
            new=new,
        )
        work.correct(step, by.name)

    return await _record(room, by, over, asked.id, {"propose": facts, "reason": asked.reason}, work_out)


async def approve(
    room: Room, by: Person, table: str, number: int, correction: int, asked: Approval
) -> list[CorrectionShown]:
    """A second person approves: the difference is paid and taken back."""
    over = await round_over(room, table, number)

    def work_out(work: Work) -> None:
        found = over.docket.read().waiting(number, correction)
        _second(by, found)
        change = correct(over.past.terms, over.settled, over.docket.settled(correction))
        why = f"correction {correction} of round {number}"
        money = work.correction_money(over.accounts, change, over.resets, why)
        uncollected = {over.players[seat]: amount for seat, amount in money.uncollected.items()}
        step = CorrectionApproved(
            number=correction, table=table, round=number, uncollected=uncollected, covered=money.covered
        )
        work.correct(step, by.name, money)
        for other in _others(over.docket.of(number), correction):
            fallen = CorrectionWithdrawn(number=other.number, table=table, round=number, reason=OVERTAKEN)
            work.correct(fallen, by.name)

    return await _record(room, by, over, asked.id, {"approve": correction}, work_out)


async def reject(
    room: Room, by: Person, table: str, number: int, correction: int, asked: Rejection
) -> list[CorrectionShown]:
    """A second person rejects a correction; whoever proposed it withdraws it."""
    over = await round_over(room, table, number)

    def work_out(work: Work) -> None:
        found = over.docket.read().waiting(number, correction)
        kind = CorrectionWithdrawn if found.proposed_by == by.name else CorrectionRejected
        work.correct(kind(number=correction, table=table, round=number, reason=asked.reason), by.name)

    return await _record(room, by, over, asked.id, {"reject": correction, "reason": asked.reason}, work_out)


async def _record(
    room: Room, by: Person, over: RoundOver, id: str, asked: dict[str, Any], work_out: Callable[[Work], None]
) -> list[CorrectionShown]:
    """Writes a step under its id; what is denied or refused is logged."""
    table, number = over.spec.name, over.past.number

    def do(work: Work) -> None:
        over.impartial(by.name)
        work_out(work)

    try:
        digest = hashlib.sha256(canonical([table, number, asked])).digest()
        await room.record(table, by.name, id, digest, do, closed_too=True)
    except (Denied, Refused) as error:
        await room.refusals.write(by.name, f"table {table}", error)
        raise
    return over.docket.read().of(number)


def _second(by: Person, found: CorrectionShown) -> None:
    if by.name == found.proposed_by:
        raise Denied("A correction is approved by someone other than the person who proposed it.")


def _others(found: Iterable[CorrectionShown], number: int) -> list[CorrectionShown]:
    return [other for other in found if other.state is CorrectionState.WAITING and other.number != number]
