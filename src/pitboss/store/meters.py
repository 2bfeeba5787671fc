"""Progressive meters as the store keeps them: all that ever went in and out, in microcents, and the terms they run by.

`seeded + contributed = displayed + reserve + paid` holds after every move, and the meter's account in the ledger holds
the whole cents of what is displayed and in reserve.

A meter may be shared by tables that several processes serve. What a move was decided on is checked when it is written:
that the meter shows what was read, that it runs by the terms that were read, that it holds what was read where
something is taken back, that no round is in play when its terms change.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.engine import RoundEvent
from pitboss.engine.events import MeterFed, MeterPaid, MeterReversed, MetersRead
from pitboss.money import MICROCENTS_PER_CENT, Amount, Rate
from pitboss.progressive import Change, Progression
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.codec import from_plain, to_plain
from pitboss.store.accounts import HOUSE, PLAY_HOUSE, RoundAccounts, meter_account
from pitboss.store.errors import Conflict
from pitboss.store.ledger import Entry

_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER = msgspec.json.Decoder(Change, dec_hook=from_plain)


MOST = 2**63 - 1  # what a database can hold of anything


class MoveKind(StrEnum):
    """What happens to a meter."""

    READ = "read"  # nothing: it must show what the payment was worked out from
    SEED = "seed"  # the house puts money in
    CONTRIBUTION = "contribution"  # a round's share of its wagers
    RETURN = "return"  # a contribution goes back with the wager it came from
    PAYMENT = "payment"
    RESERVE = "reserve"  # from what is displayed into the reserve, or, below zero, back
    GIVEN_BACK = "given back"  # a void or a correction: it had paid too much
    RESTART_TAKEN_BACK = "restart taken back"  # a void or a correction: it had not been won whole
    RESET = "reset"  # it was won whole: what it starts again with comes from the reserve, the rest from the house
    ROUND_OPENED = "round opened"  # at one of its tables, under the terms of this version
    ROUND_ENDED = "round ended"
    CHANGE = "change"  # other terms are recorded, and wait
    TERMS = "terms"  # they take effect


TAKING_BACK = (MoveKind.RETURN, MoveKind.GIVEN_BACK, MoveKind.RESTART_TAKEN_BACK)
"""Moves worked out from what the meter holds: a win elsewhere changes what can be taken back, and from whom."""

UNKEPT = (MoveKind.READ, MoveKind.ROUND_OPENED, MoveKind.ROUND_ENDED, MoveKind.CHANGE, MoveKind.TERMS)
"""Moves of no money: checked and done, but not listed among the meter's moves."""

DISPLAYED = {
    MoveKind.SEED: 1,
    MoveKind.CONTRIBUTION: 1,
    MoveKind.RETURN: -1,
    MoveKind.PAYMENT: -1,
    MoveKind.RESERVE: -1,
    MoveKind.GIVEN_BACK: 1,
    MoveKind.RESTART_TAKEN_BACK: -1,
}
"""Which way the moves that are listed change what is displayed; a reset is listed as what it is made of."""


class MeterMove(msgspec.Struct, frozen=True):
    """One move of one meter; `account` is the other side in the ledger, `terms` come with a seed or a change."""

    meter: str
    kind: MoveKind
    microcents: int
    account: str = HOUSE
    terms: Progression | None = None


class MeterState(msgspec.Struct, frozen=True):
    """A meter at one moment. `fed` is what was contributed since it last started; a rate of 0 says: as filed."""

    name: str
    displayed: int = 0
    reserve: int = 0
    seeded: int = 0
    contributed: int = 0
    paid: int = 0
    fed: int = 0
    in_play: int = 0
    version: int = 0
    rate: int = 0
    reset: int = 0
    reserve_rate: int = 0
    change: str = ""

    @property
    def shows(self) -> Amount:
        """The amount displayed: whole cents."""
        return Amount(self.displayed // MICROCENTS_PER_CENT)

    @property
    def holds(self) -> Amount:
        """The whole cents of display and reserve: the balance of the meter's account."""
        return Amount((self.displayed + self.reserve) // MICROCENTS_PER_CENT)

    @property
    def reconciles(self) -> bool:
        """Whether nothing was lost and nothing came from nowhere."""
        return self.seeded + self.contributed == self.displayed + self.reserve + self.paid

    @property
    def progression(self) -> Progression | None:
        """The terms it runs by; None where they are those its table was filed with."""
        return Progression(Rate(self.rate), Amount(self.reset), Rate(self.reserve_rate)) if self.rate else None

    @property
    def waiting(self) -> Change | None:
        """The change of terms that waits, if one does."""
        return _DECODER.decode(self.change) if self.change else None

    @property
    def change_due(self) -> bool:
        """Whether a change takes effect as soon as no round is in play."""
        waiting = self.waiting
        return waiting is not None and waiting.due

    def after(self, move: MeterMove) -> "MeterState":
        """The meter after a move; `Conflict` if it is no longer as it was read, `Refused` if it cannot pay."""
        moved = self._with_money(move) if move.kind not in UNKEPT else self._with_terms(move)
        negative = move.microcents < 0 and move.kind is not MoveKind.RESERVE
        if moved.displayed < 0 or moved.reserve < 0 or negative:
            raise Refused(_violation(self, move))
        if max(moved.seeded + moved.contributed, moved.paid) > MOST:
            where, tried = f"meter {self.name}", f"a {move.kind} of {move.microcents} microcents"
            allowed = f"all that ever went in or out up to {MOST}"
            says = f"A meter can take in and pay out {MOST} microcents in all, and this would go beyond it."
            raise Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
        return moved

    def _with_money(self, move: MeterMove) -> "MeterState":
        amount = move.microcents
        match move.kind:
            case MoveKind.SEED:
                seeded = replace(self, seeded=self.seeded + amount, displayed=self.displayed + amount, fed=0)
                return seeded if move.terms is None else seeded.running_by(move.terms)
            case MoveKind.CONTRIBUTION:
                fed, contributed = self.fed + amount, self.contributed + amount
                return replace(self, contributed=contributed, displayed=self.displayed + amount, fed=fed)
            case MoveKind.PAYMENT:
                return replace(self, paid=self.paid + amount, displayed=self.displayed - amount)
            case MoveKind.RESERVE:
                return replace(self, reserve=self.reserve + amount, displayed=self.displayed - amount)
            case kind if kind in TAKING_BACK:
                return self._taken_back(move)
        started = self
        for part in self.parts(move):
            started = started.after(part)
        waiting = started.waiting
        return started if waiting is None else replace(started, change=_text(replace(waiting, due=True)))

    def _taken_back(self, move: MeterMove) -> "MeterState":
        """What was paid comes back, or what it was fed or started again with is taken back."""
        amount = move.microcents
        if move.kind is MoveKind.RETURN:
            fed, contributed = max(0, self.fed - amount), self.contributed - amount
            return replace(self, contributed=contributed, displayed=self.displayed - amount, fed=fed)
        if move.kind is MoveKind.GIVEN_BACK:
            return replace(self, paid=self.paid - amount, displayed=self.displayed + amount)
        displayed = self.displayed - amount
        fed = max(self.fed, displayed - amount)  # what is above the amount it starts with was contributed
        return replace(self, seeded=self.seeded - amount, displayed=displayed, fed=fed)

    def same(self, other: "MeterState", *, money: bool) -> bool:
        """Whether it runs by the terms of another moment, and holds the same, too, if that matters."""
        held = (self.displayed, self.reserve, self.fed) == (other.displayed, other.reserve, other.fed)
        return self.version == other.version and (held or not money)

    def parts(self, move: MeterMove) -> list[MeterMove]:
        """The moves that a move is made of: a reset draws on the reserve first."""
        if move.kind is not MoveKind.RESET:
            return [move]
        kept = min(self.reserve, move.microcents)
        back = MeterMove(self.name, MoveKind.RESERVE, -kept)
        rest = MeterMove(self.name, MoveKind.SEED, move.microcents - kept, move.account)
        return [back, rest] if kept else [rest]

    def _with_terms(self, move: MeterMove) -> "MeterState":
        match move.kind:
            case MoveKind.READ:
                shown = Amount(move.microcents // MICROCENTS_PER_CENT)
                if shown != self.shows:
                    raise Conflict(f"meter {self.name} shows {self.shows} by now, not {shown}")
            case MoveKind.ROUND_OPENED:
                if move.microcents != self.version or self.change_due:
                    raise Conflict(f"meter {self.name} runs by other terms by now")
                return replace(self, in_play=self.in_play + 1)
            case MoveKind.ROUND_ENDED:
                return replace(self, in_play=max(0, self.in_play - 1))
            case MoveKind.CHANGE:
                assert move.terms is not None, "a change says what it changes to"
                return replace(self, change=_text(Change(move.terms, due=self.fed == 0)))
            case MoveKind.TERMS:
                waiting = self.waiting
                if waiting is None or not waiting.due or self.in_play:
                    raise Conflict(f"meter {self.name} cannot change its terms now")
                return replace(self.running_by(waiting.to), version=self.version + 1, change="")
        return self

    def running_by(self, terms: Progression) -> "MeterState":
        """The meter under other terms; what it displays stays."""
        return replace(
            self, rate=terms.rate.per_million, reset=terms.reset.cents, reserve_rate=terms.reserve.per_million
        )


def _text(change: Change) -> str:
    return _ENCODER.encode(change).decode()


def _violation(meter: MeterState, move: MeterMove) -> Violation:
    holds = f"it displays {meter.displayed} and keeps {meter.reserve}"
    tried = f"a {move.kind} of {move.microcents} microcents"
    where, allowed = f"meter {meter.name}", f"what is there: {holds}"
    says = f"It cannot take {tried}: {holds}."
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says)


def move_entry(before: MeterState, after: MeterState, account: str) -> Entry | None:
    """The ledger's side of a move: the whole cents by which the meter came to hold more or less."""
    more = after.holds - before.holds
    if not more:
        return None
    meter = meter_account(after.name)
    if more > Amount.ZERO:
        return Entry(account, meter, more, "to the meter")
    return Entry(meter, account, -more, "from the meter")


def seed(meter: str, amount: Amount, terms: Progression | None = None) -> MeterMove:
    """The house puts an amount on a meter; the first one opens it."""
    return MeterMove(meter, MoveKind.SEED, amount.cents * MICROCENTS_PER_CENT, terms=terms)


def move_in_books(move: MeterMove, practice: bool) -> MeterMove:
    """A move of a table's meter in the books that it belongs to."""
    return replace(move, account=PLAY_HOUSE) if practice and move.account == HOUSE else move


def to_reserve(meter: str, microcents: int) -> MeterMove:
    """Moves part of what a meter displays into its reserve, or, below zero, back."""
    return MeterMove(meter, MoveKind.RESERVE, microcents)


def change(meter: str, terms: Progression) -> MeterMove:
    """Records other terms for a meter, which wait until they may take effect."""
    return MeterMove(meter, MoveKind.CHANGE, 0, terms=terms)


def meter_moves(
    accounts: RoundAccounts,
    terms: Terms,
    events: Iterable[RoundEvent],
    meters: Mapping[str, MeterState] | None = None,
) -> list[MeterMove]:
    """The moves of meters that a round's events bring, in their order; `meters` as they stand before the first."""
    found: list[MeterMove] = []
    standing = dict(meters or {})
    happened = list(events)
    undone = {event.meter for event in happened if isinstance(event, MeterReversed) and event.emptied}
    for event in happened:
        for move in _moves(accounts, terms, event, standing, undone) if isinstance(event, METERED) else ():
            found.append(move)
            if move.meter in standing and move.kind is not MoveKind.READ:
                standing[move.meter] = standing[move.meter].after(move)
    return found


METERED = (MetersRead, MeterPaid, MeterReversed, MeterFed)
"""Events that move meters, or were decided on what they show; no other is looked at."""


def _moves(
    accounts: RoundAccounts, terms: Terms, event: RoundEvent, meters: Mapping[str, MeterState], undone: set[str]
) -> Iterator[MeterMove]:
    match event:
        case MetersRead(read):
            for name, shown in read.items():
                yield MeterMove(accounts.meter(name), MoveKind.READ, shown.cents * MICROCENTS_PER_CENT)
        case MeterPaid(name, amount, emptied):
            meter, paid = accounts.meter(name), amount.cents * MICROCENTS_PER_CENT
            yield MeterMove(meter, MoveKind.PAYMENT, paid, accounts.pending(name))
            if emptied:
                yield MeterMove(meter, MoveKind.RESET, terms.meters[name].reset.cents * MICROCENTS_PER_CENT)
        case MeterReversed(name, amount, emptied):
            meter, paid = accounts.meter(name), amount.cents * MICROCENTS_PER_CENT
            yield MeterMove(meter, MoveKind.GIVEN_BACK, paid, accounts.pending(name))
            if emptied:
                back = min(terms.meters[name].reset, meters[meter].shows)
                yield MeterMove(meter, MoveKind.RESTART_TAKEN_BACK, back.cents * MICROCENTS_PER_CENT)
        case MeterFed(name, microcents):
            yield from _fed(accounts, name, microcents, meters, name in undone)


def _fed(
    accounts: RoundAccounts, name: str, microcents: int, meters: Mapping[str, MeterState], undone: bool
) -> Iterator[MeterMove]:
    """A contribution with what the reserve takes beside it; below zero, both go back.

    Where the meter was won whole meanwhile, at another table or by a seat whose payment stands, the contribution was
    won with it: the house adds what was not contributed since, so that the meter does not fall below where it started
    again. Where that win is itself undone, all of it is there.
    """
    meter, size = accounts.meter(name), abs(microcents)
    state = meters.get(meter, MeterState(meter))
    hidden = state.progression.hidden(size) if state.progression else 0
    if microcents >= 0:
        yield MeterMove(meter, MoveKind.CONTRIBUTION, size + hidden, accounts.inventory)
        if hidden:
            yield to_reserve(meter, hidden)
        return
    kept = min(hidden, state.reserve)
    if kept:
        yield to_reserve(meter, -kept)
    there = state.displayed + kept if undone else min(state.fed, state.displayed + kept)
    lacking = size + hidden - there
    if lacking > 0:
        yield MeterMove(meter, MoveKind.SEED, lacking)
    yield MeterMove(meter, MoveKind.RETURN, size + hidden, accounts.inventory)
