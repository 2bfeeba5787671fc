"""The one door out of a round: what a viewer may see, listed field by field. What is not listed stays hidden.

A viewer is a seat, or None for everyone else: bystanders, the dealer, the floor and auditors alike. Nobody sees a
card that lies face down, except a player the own cards once the deal is over.
"""

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.dealing import Delivery, dealt, next_delivery
from pitboss.games.decisions import bet_amounts, bet_bounds, bet_unit, current_decision, to_act
from pitboss.games.lines import SettlementLine
from pitboss.games.settling import draw_due, spin_due, spin_turn
from pitboss.games.state import Phase, Round, Seat
from pitboss.money import Amount


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player position: its wagers, the cards the viewer sees there and the number that lie face down."""

    seat: int
    wagers: dict[str, Amount]
    folded: str | None
    abandoned: str | None
    forfeited: str | None
    cards: tuple[Card, ...]
    face_down: int


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the layout: a community position, `burn` or `dealer`."""

    place: str
    cards: tuple[Card, ...]
    face_down: int


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may do now: fold, or a bet of one of these amounts or between these bounds.

    Only ever the viewer's own: in Crazy 4 Poker the largest bet tells of a strong hand.
    """

    bet: str
    base: str
    amounts: tuple[Amount, ...]
    least: Amount
    most: Amount
    unit: Amount | None  # set where any multiple of it between the bounds will do
    clause: str


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer may see it."""

    rulebook: str
    viewer: int | None
    phase: Phase
    seats: tuple[SeatView, ...]
    places: tuple[PlaceView, ...]
    discards: tuple[Card, ...]
    next_delivery: Delivery | None
    stage: int
    to_act: int | None
    choice: Choice | None
    draw_due: bool
    drawn: bool
    magic_card: Card | None
    lucky_position: int | str | None
    spin_due: int | None
    spins: dict[int, int]
    dealer_share: Amount | None
    held: tuple[SettlementLine, ...]
    lines: tuple[SettlementLine, ...]
    void_clause: str | None

    def seat(self, number: int) -> SeatView:
        """The seat of that number."""
        return next(seat for seat in self.seats if seat.seat == number)

    def place(self, name: str) -> PlaceView | None:
        """The place of that name, once a card lies there."""
        return next((place for place in self.places if place.place == name), None)


def view(round: Round, viewer: int | None) -> RoundView:
    """What a viewer may see of a round."""
    return as_seen(view_of_all(round), round, viewer)


def view_of_all(round: Round) -> RoundView:
    """What everyone may see of a round: where many look on, it is worked out once for all."""
    spinner = spin_turn(round)
    return RoundView(
        rulebook=round.terms.rulebook.id,
        viewer=None,
        phase=round.phase,
        seats=tuple(
            _seat(seat, seen=number in round.opened or number == spinner)
            for number, seat in sorted(round.seats.items())
        ),
        places=tuple(_place(round, name) for name in round.places),
        discards=round.discards,
        next_delivery=next_delivery(round),
        stage=round.stage,
        to_act=to_act(round),
        choice=None,
        draw_due=round.phase is Phase.SETTLEMENT and draw_due(round),
        drawn=round.drawn,
        magic_card=round.magic_card,
        lucky_position=round.lucky_position,
        spin_due=spin_due(round),
        spins=round.spins,
        dealer_share=round.dealer_share,
        held=round.held,
        lines=round.lines,
        void_clause=round.void_clause,
    )


def as_seen(everyone: RoundView, round: Round, viewer: int | None) -> RoundView:
    """The same with what a viewer alone may see: the own cards once the deal is over, and the own choice."""
    if viewer is None:
        return everyone
    seats = everyone.seats
    if viewer in round.seats and dealt(round):
        own = _seat(round.seats[viewer], seen=True)
        seats = tuple(own if seat.seat == viewer else seat for seat in seats)
    return replace(everyone, viewer=viewer, seats=seats, choice=_choice(round, viewer))


def _seat(seat: Seat, *, seen: bool) -> SeatView:
    return SeatView(
        seat=seat.number,
        wagers=seat.wagers,
        folded=seat.folded,
        abandoned=seat.abandoned,
        forfeited=seat.forfeited,
        cards=seat.cards if seen else (),
        face_down=0 if seen else len(seat.cards),
    )


def _place(round: Round, name: str) -> PlaceView:
    cards = round.places[name]
    seen = name in round.revealed
    return PlaceView(place=name, cards=cards if seen else (), face_down=0 if seen else len(cards))


def _choice(round: Round, viewer: int) -> Choice | None:
    if to_act(round) != viewer:
        return None
    seat = round.seats[viewer]
    decision = current_decision(round)
    least, most = bet_bounds(round, seat)
    return Choice(
        bet=decision.bet,
        base=decision.base,
        amounts=tuple(bet_amounts(round, seat)),
        least=least,
        most=most,
        unit=bet_unit(round),
        clause=decision.clause,
    )
