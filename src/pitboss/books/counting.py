"""Counts what was played into the desk's tables: every event of every table once, in their order.

A round is counted at the hour it ended, and there too when it is corrected later. What a bet is to be held against is
kept with it: its terms, how many played, and the stake where the odds depend on it. So the exact mean and variance of
any sum of bets can be told without another look at the log.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

import msgspec

from pitboss.audit.format import (
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
    InventoryCredited,
    InventoryFilled,
    ProgressionsTaken,
    RulebookTaken,
)
from pitboss.audit.shuffle_format import FairnessEvent
from pitboss.books import theory
from pitboss.books.past_rounds import PAGE, Corrected, PastRound, Reader
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import TableSpec, read_spec, terms_under, usable
from pitboss.engine import Result, SettlementLine, Source
from pitboss.engine.events import (
    BetMade,
    Checked,
    Folded,
    LineSettled,
    PayoutHeld,
    RoundEvent,
    SeatAbandoned,
    SeatForfeited,
    WagerWithdrawn,
)
from pitboss.rulebooks import Terms
from pitboss.rulebooks.codec import builtins, from_plain, to_plain
from pitboss.store import CAGE, Store, StoredEvent
from pitboss.store.counted import DAY, Added, CountedRound, CountedTerms
from pitboss.store.schema import counted_bets, counted_cash, counted_play, counted_players, counted_wagers
from pitboss.table.events import (
    DeckCut,
    DeckReceived,
    DeckShuffled,
    IrregularityReported,
    MethodChanged,
    RoundMoved,
    RoundOpened,
)

MAIN = "main game"
HOUR = 3600
IDLE = 600  # seconds after which a table that waits for its next round is not in play
CASH = "/cage"  # how far the ledger is counted; no table has such a name
BET_KEYS = ("player", "players", "stake", "rated")
_DECISIONS = (BetMade, Checked, WagerWithdrawn, Folded)
_SHUFFLING = (DeckReceived, DeckShuffled, DeckCut, *get_args(FairnessEvent))  # of no matter here


class ReaderState(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader knows when no round is open; `changes` are those that its terms come from."""

    next: int = 0
    number: int = 0
    players: dict[int, str] = msgspec.field(default_factory=dict)
    dealer: str = ""
    ended_at: int = 0  # the round before
    proposed: dict[int, tuple[str, CorrectionProposed]] = msgspec.field(default_factory=dict)
    changes: tuple[MethodChanged | ProgressionsTaken | RulebookTaken, ...] = ()


_ENCODER = msgspec.json.Encoder(enc_hook=to_plain)
_DECODER = msgspec.json.Decoder(ReaderState, dec_hook=from_plain)


def catch_up(store: Store) -> None:
    """Counts whatever has happened since; several processes may do it at once."""
    standing = store.counted.standing()
    nexts = store.nexts()
    for name, header in store.streams().items():
        counted, state = standing.get(name, (None, b""))
        if (counted or 0) < nexts[name] and usable(spec := read_spec(header)):
            _Count(store, spec, counted, state).run()
    _count_cash(store, standing.get(CASH, (None, b""))[0])


class _Count(Reader):
    """Reads on in the stream of one table from where the count stopped, page by page."""

    def __init__(self, store: Store, spec: TableSpec, counted: int | None, state: bytes) -> None:
        known = _DECODER.decode(state) if state else ReaderState()
        super().__init__(store, spec, known.next, known.number, dict(known.players), _dealer=known.dealer)
        self._counted, self._added = counted, Added()
        self._fresh: dict[int, CountedRound] = {}
        self._proposed, self._ended_at = dict(known.proposed), known.ended_at
        self._opened = 0  # where the open round began
        self._before: ReaderState | None = None  # what was known there; None between rounds
        for change in known.changes:
            self._table = self._changed(change)
        self._changes = known.changes

    def run(self) -> None:
        """Counts all that is there, or until another process turns out to do the same."""
        while rows := self.store.events(self.spec.name, self.next, PAGE):
            for row in rows:
                self._count(row, read_event(row))
            if self.next <= (self._counted or 0):
                continue  # read once more, for the round that is open
            state = _ENCODER.encode(self._before or self._known_now())
            if not self.store.counted.keep(self.spec.name, self._counted, self.next, state, self._added):
                return
            self._counted, self._added, self._fresh = self.next, Added(), {}

    def _known_now(self) -> ReaderState:
        return ReaderState(
            next=self.next,
            number=self.number,
            players=dict(self._players),
            dealer=self._dealer,
            ended_at=self._ended_at,
            proposed=dict(self._proposed),
            changes=self._changes,
        )

    def _count(self, row: StoredEvent, event: StreamEvent) -> None:
        if isinstance(event, RoundOpened):
            self._before, self._opened = self._known_now(), row.sequence
        self.next = row.sequence + 1
        found = None if isinstance(event, _SHUFFLING) else self._take(row, event)
        if isinstance(event, MethodChanged | ProgressionsTaken | RulebookTaken):
            self._changes += (event,)
        elif isinstance(event, CorrectionRejected | CorrectionWithdrawn):
            self._proposed.pop(event.number, None)
        if row.sequence < (self._counted or 0):
            return
        match event:
            case InventoryFilled():
                self._at(row.time // 1000, fills=event.amount.cents)
            case InventoryCredited():
                self._at(row.time // 1000, credits=event.amount.cents)
            case IrregularityReported():
                self._at(event.at, irregularities=1)
        if isinstance(found, PastRound):
            self._over(found, row.sequence)
        elif isinstance(found, Corrected):
            self._correct(found)

    def _at(self, at: int, dealer: str | None = None, **figures: int) -> None:
        of = {"hour": at // HOUR, "stream": self.spec.name, "dealer": self._dealer if dealer is None else dealer}
        self._added.add(counted_play, of, **figures)

    def _over(self, past: PastRound, last: int) -> None:
        terms, dealer = kept_terms(past.terms), ", ".join(sorted(past.dealers))
        self._added.terms[terms.id] = terms
        players = msgspec.json.encode(past.players).decode()
        found = CountedRound(
            self.spec.name, past.number, past.at, past.void, dealer, terms.id, players, self._opened, last
        )
        self._fresh[past.number] = found
        self._added.rounds.append(found)
        waited = past.at - self._ended_at
        seconds = waited if waited <= IDLE else past.at - past.began_at
        moved = sum(isinstance(move, _DECISIONS) for move in past.moves)
        self._at(past.at, dealer, rounds=1, voids=int(past.void), decisions=moved, seconds=seconds)
        self._before, self._ended_at = None, past.at
        if not past.void:
            self._settled(_Told(found, past.terms, past.players, past.moves, seconds), past.lines)

    def _correct(self, corrected: Corrected) -> None:
        """The round counts as it stands settled now, on its own hour."""
        found = self._fresh.get(corrected.round) or self.store.counted.round(self.spec.name, corrected.round)
        assert found is not None, "only rounds that are over are corrected"
        self._at(found.at, found.dealer, corrections=1)
        told = _told(self.store, found, self._added.terms)
        self._added.corrected[found.number] = _ENCODER.encode(corrected.new).decode()
        for lines, sign in ((corrected.old, -1), (corrected.new, 1)):
            if not void(lines):
                self._settled(told, lines, sign)

    def _settled(self, told: "_Told", lines: Sequence[SettlementLine], sign: int = 1) -> None:
        """Counts a settlement in, or with a sign of -1 out again."""
        seats = len({line.seat for line in lines})
        hour = told.found.at // HOUR
        known = {"stream": self.spec.name, "practice": self.spec.practice}
        known |= {"dealer": told.found.dealer, "terms": told.found.terms}
        for name, own in by_wager(told.terms, lines).items():
            bets = list(_bets(told, name, own, seats))
            for bet in bets:
                rated = [other for other in bets if other.rated and bet.rated]
                of = {**known, "wager": name, **{key: getattr(bet, key) for key in BET_KEYS}}
                figures = {
                    "bets": int(bool(bet.unit)),
                    "units": bet.unit * bet.rated,
                    "squares": bet.unit * sum(other.unit for other in rated if other.player == bet.player),
                    "shared": bet.unit * sum(other.unit for other in rated),
                    "staked": sum(line.stake.cents for line in bet.lines),
                    "returned": sum(line.returned.cents for line in bet.lines),
                    "from_meters": sum(line.paid.cents for line in bet.lines if line.source is Source.METER),
                    "decisions": told.decisions(bet.seat) if name == MAIN else 0,
                    "seconds": told.seconds if name == MAIN else 0,
                }
                signed = {what: sign * count for what, count in figures.items()}
                for table in (counted_bets, counted_wagers):
                    self._added.add(table, of | {"hour": hour}, **signed)
                self._added.add(counted_players, of | {"hour": hour // DAY * DAY}, **signed)


class _Told(msgspec.Struct, frozen=True):
    """A round as far as counting asks."""

    found: CountedRound
    terms: Terms
    players: Mapping[int, str]
    moves: Sequence[RoundEvent]
    seconds: int = 0

    @property
    def out(self) -> set[int]:
        """Seats that neither chance nor a decision of the game took."""
        return {move.seat for move in self.moves if isinstance(move, SeatAbandoned | SeatForfeited)}

    def decisions(self, seat: int) -> int:
        """How many a seat made."""
        return sum(isinstance(move, _DECISIONS) and move.seat == seat for move in self.moves)


class _CountedBet(NamedTuple):
    """A wager of a seat with all that rode on it: its unit in cents, and what its theory depends on, if it has one."""

    seat: int
    player: str
    unit: int
    rated: bool
    players: int
    stake: int
    lines: list[SettlementLine]


def _bets(told: _Told, name: str, own: Sequence[SettlementLine], seats: int) -> Iterator[_CountedBet]:
    """The bets on one wager. Rated are those that chance decided, where it is known how."""
    terms, wager = told.terms, told.terms.wagers.get(name)
    known = name == MAIN or name in {side.name for side in theory.offered(terms)}
    unit = next(title for title, each in terms.wagers.items() if each.required) if wager is None else name
    wagerers = len({line.seat for line in own if line.wager == unit and line.stake})
    for seat in sorted({line.seat for line in own}):
        lines = [line for line in own if line.seat == seat]
        cents = sum(line.stake.cents for line in lines if line.wager == unit)
        called_off = any(line.result is Result.RETURNED for line in lines)
        players = stake = 0
        if wager is not None and known:
            players = wagerers if theory.counts_wagerers(terms, wager) else seats
            stake = cents if theory.varies_with_stake(terms, wager) else 0
        rated = known and cents > 0 and seat not in told.out and not called_off
        yield _CountedBet(seat, told.players.get(seat, ""), cents, rated, players, stake, lines)


def by_wager(terms: Terms, lines: Sequence[SettlementLine]) -> dict[str, list[SettlementLine]]:
    """The lines of a settlement by wager: what is offered besides stands alone, all else is the main game."""
    found: dict[str, list[SettlementLine]] = {}
    sides = {wager.name for wager in theory.offered(terms)}
    for line in lines:
        wager = terms.wagers.get(line.base)
        apart = wager is not None and (wager.offer or wager.name in sides)
        found.setdefault(line.base if apart else MAIN, []).append(line)
    return found


def void(lines: Sequence[SettlementLine]) -> bool:
    """Whether a settlement gave every stake back."""
    returned = any(line.result is Result.RETURNED for line in lines)
    return returned and sum(line.stake.cents for line in lines) == sum(line.returned.cents for line in lines)


def lines_of(store: Store, found: CountedRound) -> list[SettlementLine]:
    """How a round that was counted stands settled now; nothing where it is void."""
    if found.settled:
        lines = msgspec.json.decode(found.settled, type=list[SettlementLine], dec_hook=from_plain)
    else:
        moves = moves_of(store, found)
        lines = [move.line for move in moves if isinstance(move, LineSettled | PayoutHeld)]
    return [] if void(lines) or (found.void and not found.settled) else lines


def moves_of(store: Store, found: CountedRound) -> list[RoundEvent]:
    """What happened in a round that was counted."""
    rows = store.events(found.stream, found.first, found.last - found.first + 1)
    return [event.move for row in rows if isinstance(event := read_event(row), RoundMoved)]


def terms_by_id(found: CountedTerms) -> Terms:
    """The terms that an id stands for."""
    return terms_under(found.rulebook, found.hash, msgspec.json.decode(found.submission))


def players_of(found: CountedRound) -> dict[int, str]:
    """Who sat where."""
    return msgspec.json.decode(found.players, type=dict[int, str])


def _told(store: Store, found: CountedRound, fresh: Mapping[str, CountedTerms]) -> _Told:
    terms = fresh.get(found.terms) or store.counted.terms()[found.terms]
    return _Told(found, terms_by_id(terms), players_of(found), moves_of(store, found))


def kept_terms(terms: Terms) -> CountedTerms:
    """Terms as they are kept with what was counted under them."""
    submission = msgspec.json.encode(builtins(terms.submission.as_file()), order="sorted").decode()
    law = terms.rulebook
    id = hashlib.sha256(f"{law.id}\n{law.hash}\n{submission}".encode()).hexdigest()[:16]
    return CountedTerms(id, law.id, law.hash, submission)


def _count_cash(store: Store, counted: int | None) -> None:
    """What went over the counter of the cage, by the entries of its account."""
    before, added = counted, Added()
    after = counted or 0
    for hour, player, cents, number in _cash(store, after):
        added.add(counted_cash, {"hour": hour, "player": player}, bought=max(cents, 0), cashed=max(-cents, 0))
        after = number
    if after != (before or 0):
        store.counted.keep(CASH, before, after, b"", added)


def _cash(store: Store, after: int) -> Iterator[tuple[int, str, int, int]]:
    while page := store.entries(CAGE, after, PAGE):
        times = store.times({item.position for item in page})
        for item in page:
            entry, inward = item.entry, item.entry.source == CAGE
            player = (entry.target if inward else entry.source).partition(":")[2]
            cents = entry.amount.cents if inward else -entry.amount.cents
            yield times.get(item.position, 0) // 1000 // HOUR, player, cents, item.number
        after = page[-1].number
