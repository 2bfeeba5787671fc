"""A table as a process holds it: its state and its shuffle, folded from its stream and from nothing else."""

from collections.abc import Iterable
from functools import reduce

import msgspec
from msgspec.structs import replace

from pitboss.audit import Chain, Fairness, advance, chain_after
from pitboss.audit.format import (
    ClocksRestarted,
    DealerCameOn,
    LogEvent,
    PlayerReady,
    ProgressionsTaken,
    RulebookChosen,
    RulebookTaken,
    SeedSealed,
    TableClosed,
)
from pitboss.audit.shuffle_format import ChainOpened, FairnessEvent, SeedCommitted, SeedRevealed, WitnessShown
from pitboss.books.stream import StreamEvent
from pitboss.books.table_spec import TableSpec, terms_of, terms_under
from pitboss.engine import to_act
from pitboss.engine.events import BetMade, BetsClosed, Checked, Folded, WagerWithdrawn
from pitboss.engine.once import once
from pitboss.rulebooks import Terms
from pitboss.store import RoundAccounts
from pitboss.table import Table, TableEvent, evolve, open_table
from pitboss.table.events import (
    DeckCut,
    DeckReceived,
    DeckShuffled,
    PlayerLeft,
    PlayerSat,
    RoundEnded,
    RoundMoved,
    RoundOpened,
)
from pitboss.table.state import progressing, under

MOMENT = 5  # seconds that a player is waited for who let the time run out before


class Live(msgspec.Struct, frozen=True):
    """A table at one point of its stream."""

    spec: TableSpec
    table: Table
    next: int = 0  # the sequence number of the next event
    rounds: int = 0
    moved_at: int = 0  # when the table last moved
    waits_since: int = 0  # since when it waits for what it waits for: the clocks count from here
    ended_at: int = 0  # when the last round ended: the pause counts from here
    fairness: Fairness | None = None
    chain: Chain | None = None  # of the server seeds
    witness: Chain | None = None  # of the seeds that a witness adds
    chains: int = 0  # how many there were
    sealed: str = ""  # the last seed of the chain, or of a round without one its own; empty once it is given up
    cuts: dict[str, tuple[int, ...]] = {}  # of each deck since its last shuffle
    ready: frozenset[int] = frozenset()
    missed: dict[int, int] = {}  # how often in a row a seat let its time run out
    dealer: str = ""
    dealers: frozenset[str] = frozenset()  # everyone who dealt in the round
    closed: bool = False
    chosen: RulebookChosen | None = None  # the version it moves to when its time has come

    @property
    def terms(self) -> Terms:
        """The terms in force."""
        return self.table.terms

    @property
    def accounts(self) -> RoundAccounts:
        """The accounts of the round in play."""
        players = {seat: self.spec.purse(occupant.player) for seat, occupant in self.table.seats.items()}
        return RoundAccounts(self.spec.name, str(self.rounds), players, self.spec.meters)

    @property
    def shuffled_round(self) -> Fairness | None:
        """The shuffle of the round in play or last played."""
        fairness = self.fairness
        return fairness if fairness is not None and fairness.round == f"{self.spec.name}/{self.rounds}" else None

    @property
    def at_stake(self) -> bool:
        """Whether a round is in play and someone has wagered in it."""
        return self.table.running is not None and bool(self.table.running.seats)

    def seat_of(self, player: str | None) -> int | None:
        """Where a player sits."""
        return None if player is None else self.table.seat_of(player)


def opened(spec: TableSpec) -> Live:
    """A table before its first event."""
    return Live(spec, open_table(terms_of(spec), spec.cards, spec.keyed))


def after(live: Live, events: Iterable[StreamEvent]) -> Live:
    """The table after some more events of its stream."""
    return reduce(_after, events, live)


def _after(live: Live, event: StreamEvent) -> Live:
    live = replace(live, next=live.next + 1)
    if isinstance(event, FairnessEvent):
        return _shuffled(live, event)
    match event:
        case ChainOpened() if event.witness:
            return replace(live, witness=chain_after(None, event))
        case ChainOpened():
            return replace(live, chain=chain_after(live.chain, event), chains=live.chains + 1)
        case ClocksRestarted():
            return replace(live, moved_at=event.at, waits_since=event.at)
        case LogEvent():
            return _noted(live, event)
    table = evolve(live.table, event)
    since = live.waits_since if _awaited(table) == _awaited(live.table) else event.at
    missed = _missed(live, event)
    return _table_moved(replace(live, table=table, moved_at=event.at, waits_since=since, missed=missed), event)


def _shuffled(live: Live, event: FairnessEvent) -> Live:
    before = None if isinstance(event, SeedCommitted) else live.fairness
    chain = chain_after(live.chain, event) if isinstance(event, SeedCommitted | SeedRevealed) else live.chain
    witness = chain_after(live.witness, event) if isinstance(event, SeedCommitted | WitnessShown) else live.witness
    return replace(live, fairness=advance(before, event), chain=chain, witness=witness)


@once
def _awaited(table: Table) -> tuple[object, ...] | None:
    """What the table waits for: a first wager, the last of them, one player's decision or spin.

    The time for it belongs to it alone: nothing that others do meanwhile, such as sitting down, gives more of it.
    """
    round = table.running
    if round is None:
        return None
    return round.phase, bool(round.seats), round.stage, to_act(round), round.step, len(round.spins)


def patience(live: Live, seat: int, seconds: int) -> int:
    """How long a seat is waited for: the whole time, or only a moment once its player let it run out."""
    return min(seconds, MOMENT) if live.missed.get(seat) else seconds


def _missed(live: Live, event: TableEvent) -> dict[int, int]:
    """Whose time ran out: neither wagered nor ready when bets closed, or acted for when the time to decide was over."""
    match event:
        case PlayerSat() | PlayerLeft():
            return {seat: times for seat, times in live.missed.items() if seat != event.seat}
        case RoundMoved(move=BetsClosed()) if live.table.running is not None:
            there = {*live.ready, *live.table.running.seats}
            absent = [seat for seat, item in live.table.seats.items() if not item.away and seat not in there]
            return {
                **dict.fromkeys(absent, 1),
                **{seat: live.missed[seat] + 1 for seat in absent if seat in live.missed},
            }
        case RoundMoved(move=Folded() | Checked() | BetMade() | WagerWithdrawn() as move):
            waited = patience(live, move.seat, live.spec.clock.decision)
            late = live.spec.virtual and event.at >= live.waits_since + waited and not isinstance(move, BetMade)
            return {**live.missed, move.seat: live.missed.get(move.seat, 0) + 1 if late else 0}
    return live.missed


def _noted(live: Live, event: LogEvent) -> Live:
    match event:
        case SeedSealed():  # what is given up after a restore, the witness must open anew as well
            return replace(live, sealed=event.sealed, witness=live.witness if event.sealed else None)
        case PlayerReady():
            return replace(live, ready=live.ready | {event.seat})
        case DealerCameOn():
            return replace(live, dealer=event.dealer, dealers=live.dealers | {event.dealer})
        case TableClosed():
            return replace(live, closed=True)
        case ProgressionsTaken() | RulebookChosen() | RulebookTaken():
            return _other_terms(live, event)
    return live  # a fill or a credit changes the ledger alone, a correction what is over


def _other_terms(live: Live, event: ProgressionsTaken | RulebookChosen | RulebookTaken) -> Live:
    match event:
        case ProgressionsTaken():
            return replace(live, table=progressing(live.table, event.meters))
        case RulebookChosen():
            return replace(live, chosen=event)
        case RulebookTaken():
            terms = terms_under(live.spec.rulebook, event.hash, event.submission)
            chosen = None if live.chosen and live.chosen.hash == event.hash else live.chosen
            return replace(live, table=under(live.table, terms), chosen=chosen)


def _table_moved(live: Live, event: TableEvent) -> Live:
    match event:
        case DeckReceived() | DeckShuffled():
            return replace(live, cuts={**live.cuts, event.deck: ()})
        case DeckCut():
            return replace(live, cuts={**live.cuts, event.deck: (*live.cuts[event.deck], event.depth)})
        case RoundOpened():
            dealers = frozenset({live.dealer} - {""})
            return replace(live, rounds=live.rounds + 1, ready=frozenset(), dealers=dealers)
        case RoundEnded():
            return replace(live, ended_at=event.at)
    return live
