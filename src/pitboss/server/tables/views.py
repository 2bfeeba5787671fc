"""The one door out of a table: what a viewer may see of it, and of the events of its stream, listed field by field.

An event never shows a card as it is dealt; which cards lie open to a viewer is told by the view of the round alone.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.audit import Chain, Fairness
from pitboss.audit.format import (
    CorrectionApproved,
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
    SeedSealed,
)
from pitboss.audit.shuffle_format import SeedPledged, SeedTaken
from pitboss.books.stream import StreamEvent
from pitboss.engine import RoundView
from pitboss.engine.decisions import current_decision
from pitboss.engine.events import BonusDrawn, CardsDealt, FacesKeyed, LineSettled, RoundEvent
from pitboss.engine.view import as_seen, view_of_all
from pitboss.money import Amount
from pitboss.rulebooks.codec import builtins, to_plain
from pitboss.rulebooks.table_rules import Role
from pitboss.server.people.permissions import fold_keyed_by
from pitboss.server.tables.house import deadline
from pitboss.server.tables.live import Live
from pitboss.table import Duty, all_due, duties, voids
from pitboss.table.events import IrregularityReported, RoundMoved
from pitboss.table.refusal import who_may
from pitboss.table.state import Shuffle


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits where."""

    seat: int
    player: str
    away: bool
    ready: bool


class DeckShown(msgspec.Struct, frozen=True):
    """A deck of cards at a table that a person deals at."""

    id: str
    back: str
    received_at: int
    in_play: bool


class Purse(msgspec.Struct, frozen=True):
    """What a viewer has to wager at a table: chips and game account, in play money at a practice table."""

    chips: Amount
    game_account: Amount


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer may see it; `next` is the number of the first event that is not in it.

    `duties` are what must be done now. Where the cards are physical, `allowed` is what else the staff may do, each
    irregularity that can be reported among it, and the fold of the player in turn by whoever keys that in; and decks
    and devices are listed. `dealing` and `shuffling` are how that is done now: the floor may change it. `voids` are the
    clauses by which the floor may void the round now. `chain` is that of the house's seeds at a virtual table,
    `witness` that of a witness who adds seeds too. `meters` are what the progressive meters show, `purse` what the
    viewer has to wager.
    """

    name: str
    rulebook: str
    hash: str
    cards: str
    practice: bool
    next: int
    rounds: int
    viewer: int | None
    seats: tuple[SeatShown, ...]
    round: RoundView | None
    duties: tuple[Duty, ...]
    allowed: tuple[Duty, ...]
    voids: tuple[str, ...]
    decks: tuple[DeckShown, ...]
    devices: dict[str, str]
    dealing: str
    shuffling: Shuffle
    deadline: int | None
    dealer: str
    fairness: Fairness | None
    chain: Chain | None
    witness: Chain | None
    meters: dict[str, Amount]
    purse: Purse | None


def _public(live: Live, at: int, meters: dict[str, Amount]) -> TableView:
    """What everyone may see."""
    table, physical = live.table, not live.spec.virtual
    found = duties(table, at) if physical else all_due(table, at)
    fold = _fold(live, found) if physical else ()
    return TableView(
        name=live.spec.name,
        rulebook=live.spec.rulebook,
        hash=live.terms.rulebook.hash,
        cards=live.spec.cards,
        practice=live.spec.practice,
        next=live.next,
        rounds=live.rounds,
        viewer=None,
        seats=tuple(
            SeatShown(number, occupant.player, occupant.away, number in live.ready)
            for number, occupant in sorted(table.seats.items())
        ),
        round=view_of_all(table.round) if table.round is not None else None,
        duties=tuple(duty for duty in found if duty.must),
        allowed=(*fold, *(duty for duty in found if not duty.must)),
        voids=tuple(rule.clause for rule in voids(table, at)),
        decks=tuple(
            DeckShown(deck.id, deck.back, deck.received_at, deck.id == table.in_play)
            for deck in table.decks.values()
            if physical
        ),
        devices={str(device): str(state) for device, state in table.devices.items() if physical},
        dealing=table.terms.submission.dealing,
        shuffling=table.shuffling,
        deadline=deadline(live),
        dealer=live.dealer,
        fairness=live.fairness,
        chain=live.chain,
        witness=live.witness,
        meters=meters,
        purse=None,
    )


def _fold(live: Live, due: Sequence[Duty]) -> tuple[Duty, ...]:
    """The fold of the player in turn, for whoever keys it in; none where nobody's decision is due or can be a fold."""
    round, turn = live.table.running, next((duty for duty in due if duty.name == "bet"), None)
    clause = current_decision(round).fold_clause if round is not None and turn is not None else None
    if turn is None or clause is None or Role.PLAYER not in who_may(live.table, "fold"):
        return ()
    by = fold_keyed_by(practice=live.spec.practice)
    return (Duty("fold", "Fold for the player", (by,), clause, turn.where, must=False),)


def _as_seen(public: TableView, live: Live, seat: int | None) -> TableView:
    """What a player sees: the own cards and choice besides what lies open to everyone; nothing else differs."""
    if seat is None:
        return public
    round, shown = live.table.round, public.round
    if round is not None and shown is not None and seat in round.seats:
        shown = as_seen(shown, round, seat, examine=live.table.may_examine)
    return replace(public, viewer=seat, round=shown)


class Shown:
    """A table at one moment, worked out once for all viewers who see the same."""

    def __init__(self, live: Live, at: int, meters: dict[str, Amount]) -> None:
        self.live = live
        self.at = at
        self.meters = meters
        self.seats = {occupant.player: seat for seat, occupant in live.table.seats.items()}
        self._public = _public(live, at, meters)
        self._views: dict[int | None, TableView] = {}

    def view(self, player: str) -> TableView:
        """The table as a viewer sees it, without the own purse."""
        seat = self.seats.get(player)
        if seat not in self._views:
            self._views[seat] = _as_seen(self._public, self.live, seat)
        return self._views[seat]


_ENCODER = msgspec.json.Encoder(enc_hook=to_plain)


def encode(value: object) -> bytes:
    """What is sent to clients, as JSON."""
    return _ENCODER.encode(value)


def show_event(number: int, event: StreamEvent) -> dict[str, Any]:
    """What everyone may see of an event: of cards dealt only how many and where, of a seed or a draw nothing."""
    match event:
        case SeedSealed():
            return {"number": number, "event": "seed-sealed", "round": event.round}
        case SeedPledged() | SeedTaken():  # what was pledged or shown, `fairness` tells
            return {"number": number, "event": str(event.__struct_config__.tag), "player": event.player}
        case RoundMoved():
            return {"number": number, **_show_move(event.move)}
        case CorrectionProposed() | CorrectionApproved() | CorrectionRejected() | CorrectionWithdrawn():
            return {"number": number, "event": str(event.__struct_config__.tag), "round": event.round}
        case IrregularityReported():
            return {"number": number, **builtins(event), "card": None}
    return {"number": number, **builtins(event)}


def _show_move(move: RoundEvent) -> dict[str, Any]:
    if isinstance(move, CardsDealt):
        return {"event": "cards-dealt", "to": move.to, "cards": len(move.cards)}
    if isinstance(move, FacesKeyed):
        return {"event": "faces-keyed", "to": move.to, "cards": len(move.cards)}
    if isinstance(move, BonusDrawn):
        return {"event": "bonus-drawn"}
    if isinstance(move, LineSettled):  # the view of the round has the whole line
        line = move.line
        told = {"seat": line.seat, "wager": line.wager, "paid": str(line.paid)}
        return {"event": "line-settled", "line": told}
    shown: dict[str, Any] = builtins(move)
    return shown
