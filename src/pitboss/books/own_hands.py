"""A player's own rounds, latest first, from the ledger and the tables' streams; and what a session came to.

The ledger says which rounds they were and what they moved: a command concerns one table, so that everything it moved on
a player's accounts belongs to the round whose pending stakes it touched. The stream says what was dealt to the player's
own seat, what they decided and how each wager was settled; what other seats held is left out.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from pitboss.books.stream import read_event
from pitboss.books.table_spec import TableSpec, read_spec, terms_of
from pitboss.cards import Card
from pitboss.engine import SettlementLine
from pitboss.engine.announcements import wager_title
from pitboss.engine.events import (
    BetMade,
    CardsDealt,
    Checked,
    FacesKeyed,
    Folded,
    LineSettled,
    PayoutHeld,
    RoundEvent,
    WagerWithdrawn,
)
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.currency import Currency
from pitboss.store import Store, StoredEntry
from pitboss.store.accounts import CAGE, PLAY_HOUSE, accounts_of, kind_of
from pitboss.store.purses import RoundStake
from pitboss.table.events import RoundEnded, RoundMoved

PAGE = 20
MOST_OF_SESSION = 1000  # rounds
EVENTS = 200  # of a table, read at a time


class OwnWager(msgspec.Struct, frozen=True, kw_only=True):
    """A line of one's own settlement: the wager's title, the hand in words, what was staked and what came back."""

    title: str
    hand: str
    result: str
    stake: Amount
    returned: Amount


class OwnHand(msgspec.Struct, frozen=True, kw_only=True):
    """One round of one's own. `before` and `after` are all that one held before its first stake and after its end.

    `replay` says that the round can be opened: where the cards are physical, only the staff sees them again.
    """

    table: str
    round: int
    seat: int
    title: str
    currency: Currency
    at: int
    void: bool
    cards: tuple[Card, ...]
    steps: list[str]
    wagers: list[OwnWager]
    staked: Amount
    returned: Amount
    net: Amount
    before: Amount
    after: Amount
    replay: bool


class BestRound(msgspec.Struct, frozen=True):
    """The round of a session that won most."""

    table: str
    round: int
    net: Amount


class SessionResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a time of play came to, in rounds that are over and all that was paid for them."""

    since: int
    rounds: int
    staked: Amount
    returned: Amount
    net: Amount
    best: BestRound | None


class OwnHands(msgspec.Struct, frozen=True, kw_only=True):
    """A page of one's own rounds with one kind of money; `next` asks for the page after it, None at the end.

    The first page tells what the session that runs has come to.
    """

    practice: bool
    session: SessionResult | None
    hands: list[OwnHand]
    next: int | None


def own_hands(store: Store, player: str, practice: bool, before: int | None, session: int | None) -> OwnHands:
    """The rounds of a player, latest first; those whose first stake came before an entry of the ledger."""
    own = accounts_of(player, practice)
    found = store.purses.stakes(own, before, PAGE)
    return OwnHands(
        practice=practice,
        session=None if session is None else _session(store, own, session),
        hands=[hand for stake in found if (hand := _hand(store, own, stake)) is not None],
        next=found[-1].number if len(found) == PAGE else None,
    )


def _session(store: Store, own: tuple[str, str], since: int) -> SessionResult:
    """What the rounds from a second on came to."""
    stakes = store.purses.stakes(own, None, MOST_OF_SESSION)
    times = store.times({stake.position for stake in stakes})
    first = min((stake.number for stake in stakes if times.get(stake.position, 0) // 1000 >= since), default=None)
    moved: dict[str, tuple[int, int]] = {}
    for account, staked, returned in _moved(own, () if first is None else _entries(store, own, first)):
        sums = moved.get(account, (0, 0))
        moved[account] = (sums[0] + staked, sums[1] + returned)
    _, waiting = store.held(moved)
    played = {account: sums for account, sums in moved.items() if sums[0] and not waiting.get(account)}
    staked, returned = (sum(sums[at] for sums in played.values()) for at in (0, 1))
    won = {account: sums[1] - sums[0] for account, sums in played.items()}
    best = max(won, key=won.__getitem__, default=None)
    return SessionResult(
        since=since,
        rounds=len(played),
        staked=Amount(staked),
        returned=Amount(returned),
        net=Amount(returned - staked),
        best=None if best is None or won[best] <= 0 else BestRound(*_round(best)[:2], Amount(won[best])),
    )


def _round(pending: str) -> tuple[str, int, int]:
    """The table, the number of the round and the seat that a pending account is for."""
    _kind, table, round, seat = pending.split(":")
    return table, int(round), int(seat)


def _entries(store: Store, own: tuple[str, ...], first: int) -> Iterator[StoredEntry]:
    """The entries of some accounts from a number on, each once and in order."""
    found = {item.number: item for account in own for item in _all(store, account, first)}
    return (found[number] for number in sorted(found))


def _all(store: Store, account: str, first: int) -> Iterator[StoredEntry]:
    after = first - 1
    while some := store.entries(account, after):
        yield from some
        after = some[-1].number


def _moved(own: tuple[str, ...], entries: Iterable[StoredEntry]) -> Iterator[tuple[str, int, int]]:
    """What each command staked and brought back, with the pending account of its round; all else is left out."""
    for _, together in groupby(entries, key=lambda item: item.position):
        moves = [item.entry for item in together]
        pending = next((side for move in moves for side in (move.source, move.target) if _of_seat(side)), None)
        if pending is None:
            continue
        staked = returned = 0
        for move in moves:
            gain = move.amount.cents * ((move.target in own) - (move.source in own))
            other = move.source if gain > 0 else move.target
            if other in (CAGE, PLAY_HOUSE) and move.why.startswith("play money"):
                continue
            if other == pending and (gain < 0 or move.why.endswith("taken back")):
                staked -= gain
            else:
                returned += gain
        yield pending, staked, returned


def _of_seat(account: str) -> bool:
    return kind_of(account) == "pending" and account.rpartition(":")[2].isdigit()


def _hand(store: Store, own: tuple[str, ...], stake: RoundStake) -> OwnHand | None:
    """A round of one's own; None while it is not over, and where nothing was at stake when it was dealt."""
    table, number, seat = _round(stake.account)
    spec = _spec(store, table)
    read = None if spec is None else _events(store, table, stake.position)
    if spec is None or read is None:
        return None
    moves, ended, position = read
    terms, lines = terms_of(spec), _lines(moves, seat)
    if not lines:
        return None
    staked = sum((line.stake for line in lines), Amount.ZERO)
    returned = sum((line.returned for line in lines), Amount.ZERO)
    return OwnHand(
        table=table,
        round=number,
        seat=seat,
        title=terms.rulebook.title,
        currency=spec.currency,
        at=ended.at,
        void=ended.void,
        cards=_cards(moves, seat),
        steps=[words for move in moves if (words := _step(move, seat, terms))],
        wagers=[_wager(line, terms) for line in lines],
        staked=staked,
        returned=returned,
        net=returned - staked,
        before=store.purses.held_before(own, stake.number),
        after=store.purses.held_before(own, store.purses.first_after(position)),
        replay=spec.virtual,
    )


def _spec(store: Store, table: str) -> TableSpec | None:
    header = store.header(table)
    return None if header is None else read_spec(header)


def _events(store: Store, table: str, position: int) -> tuple[list[RoundEvent], RoundEnded, int] | None:
    """What happened in a round from a command on, its end, and the command that brought it."""
    moves: list[RoundEvent] = []
    first = store.purses.sequence_at(table, position)
    while stored := store.events(table, first, EVENTS):
        for row in stored:
            event = read_event(row)
            if isinstance(event, RoundMoved):
                moves.append(event.move)
            elif isinstance(event, RoundEnded):
                return moves, event, row.position
        first = stored[-1].sequence + 1
    return None


def _lines(moves: list[RoundEvent], seat: int) -> list[SettlementLine]:
    return [move.line for move in moves if isinstance(move, LineSettled | PayoutHeld) and move.line.seat == seat]


def _cards(moves: list[RoundEvent], seat: int) -> tuple[Card, ...]:
    """The cards of a seat; keyed when turned up, they are those that were keyed last."""
    dealt: tuple[Card, ...] = ()
    for move in moves:
        if isinstance(move, CardsDealt) and move.to == f"seat {seat}":
            dealt += move.cards
        elif isinstance(move, FacesKeyed) and move.to == f"seat {seat}":
            dealt = move.cards
    return dealt


def _step(move: RoundEvent, seat: int, terms: Terms) -> str:
    """One's own decision, in words; nothing for what others did."""
    match move:
        case BetMade(by, wager, amount) if by == seat:
            return f"{wager_title(terms, wager)} {terms.money(amount)}"
        case Checked(by) if by == seat:
            return "Check"
        case Folded(by, bet) if by == seat:
            return f"Fold at the {wager_title(terms, bet)}"
        case WagerWithdrawn(by, wager) if by == seat:
            return f"{wager_title(terms, wager)} taken back"
    return ""


def _wager(line: SettlementLine, terms: Terms) -> OwnWager:
    return OwnWager(
        title=wager_title(terms, line.wager),
        hand=line.hand,
        result=line.result,
        stake=line.stake,
        returned=line.returned,
    )
