"""The one door out of a table: what a viewer may see of it, and of the events of its stream, listed field by field.

An event never shows a card as it is dealt; which cards lie open to a viewer is told by the view of the round alone.
"""

from typing import Any

import msgspec

from pitboss.audit import Fairness
from pitboss.games import RoundView, view
from pitboss.games.events import CardsDealt
from pitboss.rulebooks.codec import builtins
from pitboss.server.house import deadline
from pitboss.server.live import Live
from pitboss.server.stream import SeedSealed, StreamEvent
from pitboss.table import Duty, duties
from pitboss.table.events import IrregularityReported, RoundMoved


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits where."""

    seat: int
    player: str
    away: bool
    ready: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer may see it; `next` is the number of the first event that is not in it."""

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
    deadline: int | None
    dealer: str
    fairness: Fairness | None


def show(live: Live, player: str | None, at: int) -> TableView:
    """What a viewer may see of a table: a seated player the own cards, everyone else only what lies open."""
    table, seat = live.table, live.seat_of(player)
    viewer = seat if table.round is not None and seat in table.round.seats else None
    return TableView(
        name=live.spec.name,
        rulebook=live.spec.rulebook,
        hash=live.spec.hash,
        cards=live.spec.cards,
        practice=live.spec.practice,
        next=live.next,
        rounds=live.rounds,
        viewer=seat,
        seats=tuple(
            SeatShown(number, occupant.player, occupant.away, number in live.ready)
            for number, occupant in sorted(table.seats.items())
        ),
        round=view(table.round, viewer) if table.round is not None else None,
        duties=tuple(duty for duty in duties(table, at) if duty.must),
        deadline=deadline(live),
        dealer=live.dealer,
        fairness=live.fairness,
    )


def show_event(number: int, event: StreamEvent) -> dict[str, Any]:
    """What everyone may see of an event: of cards dealt only how many and where, of a sealed seed nothing."""
    match event:
        case SeedSealed():
            return {"number": number, "event": "seed-sealed", "round": event.round}
        case RoundMoved(move=CardsDealt(to, cards)):
            return {"number": number, "event": "cards-dealt", "to": to, "cards": len(cards)}
        case RoundMoved():
            return {"number": number, **builtins(event.move)}
        case IrregularityReported():
            return {"number": number, **builtins(event), "card": None}
    return {"number": number, **builtins(event)}
