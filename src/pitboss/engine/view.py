"""The one door out of a round: what a viewer may see, listed field by field. What is not listed stays hidden.

A viewer is a seat, or None for everyone else: bystanders, the dealer, the floor and auditors alike. Nobody sees a
card that lies face down, except a player the own cards once the deal is over.
"""

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.actions import Check, Fold, PlayerChoice
from pitboss.engine.deal import Delivery, dealt, draw_due, next_delivery
from pitboss.engine.decisions import bet_amounts, bet_bounds, bet_unit, current_decision, to_act, withdrawable
from pitboss.engine.lines import SettlementLine
from pitboss.engine.settle import spin_due, spin_turn
from pitboss.engine.state import Phase, Round, Seat
from pitboss.money import Amount

DRAW_SHOWN = (Phase.SETTLEMENT, Phase.VALIDATION, Phase.SETTLED, Phase.VOID)
"""What the table system drew is shown when the wagers it concerns are settled, not while anyone still decides."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player position: its wagers, the cards the viewer sees there and the number that lie face down."""

    seat: int
    wagers: dict[str, Amount]
    folded: str | None
    withdrawn: tuple[str, ...]
    abandoned: str | None
    forfeited: str | None
    cards: tuple[Card, ...]
    face_down: int
    racked: bool  # the hand has left play


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the layout: a community position, `burn` or `dealer`."""

    place: str
    cards: tuple[Card, ...]
    face_down: int


class TurnChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may do now: a bet of one of these amounts or between these bounds, a check, a withdrawal, a fold.

    Only ever the viewer's own: the largest bet may tell of a strong hand.
    """

    decision: str
    bet: str | None
    base: Amount  # what a bet is a multiple of
    check: bool
    withdraw: str | None  # the wager that may be taken back
    fold: bool
    amounts: tuple[Amount, ...]
    least: Amount
    most: Amount
    unit: Amount | None  # set where any multiple of it between the bounds will do
    clause: str

    def passive(self, seat: int) -> PlayerChoice:
        """What a player does who does not bet: a check where there is one, else a fold."""
        return Check(seat) if self.check else Fold(seat)


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
    choice: TurnChoice | None
    draw_due: bool
    drawn: bool
    magic_card: Card | None
    lucky_position: int | str | None
    spin_due: int | None
    spins: dict[int, int]
    dealer_share: Amount | None
    held: tuple[SettlementLine, ...]
    lines: tuple[SettlementLine, ...]
    called_off: dict[str, str]
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
        draw_due=draw_due(round),
        drawn=round.drawn,
        magic_card=round.magic_card if round.phase in DRAW_SHOWN else None,
        lucky_position=round.lucky_position if round.phase in DRAW_SHOWN else None,
        spin_due=spin_due(round),
        spins=round.spins,
        dealer_share=round.dealer_share,
        held=round.held,
        lines=round.lines,
        called_off=round.called_off,
        void_clause=round.void_clause,
    )


def as_seen(everyone: RoundView, round: Round, viewer: int | None, examine: bool = True) -> RoundView:
    """The same with what a viewer alone may see: the own cards once they may be examined, and the own choice.

    `examine` says whether the dealing procedures are over: at a table the stub must be put away first.
    """
    if viewer is None:
        return everyone
    seats = everyone.seats
    if not examine:
        return replace(everyone, viewer=viewer)
    if viewer in round.seats and dealt(round):
        own = _seat(round.seats[viewer], seen=True)
        seats = tuple(own if seat.seat == viewer else seat for seat in seats)
    return replace(everyone, viewer=viewer, seats=seats, choice=_choice(round, viewer))


def _seat(seat: Seat, *, seen: bool) -> SeatView:
    return SeatView(
        seat=seat.number,
        wagers=seat.wagers,
        folded=seat.folded,
        withdrawn=seat.withdrawn,
        abandoned=seat.abandoned,
        forfeited=seat.forfeited,
        cards=seat.cards if seen else (),
        face_down=0 if seen or seat.racked else len(seat.cards),
        racked=seat.racked,
    )


def _place(round: Round, name: str) -> PlaceView:
    cards = round.places[name]
    seen = name in round.revealed
    return PlaceView(place=name, cards=cards if seen else (), face_down=0 if seen else len(cards))


def _choice(round: Round, viewer: int) -> TurnChoice | None:
    if to_act(round) != viewer:
        return None
    seat = round.seats[viewer]
    decision = current_decision(round)
    least, most = bet_bounds(round, seat)
    return TurnChoice(
        decision=decision.key,
        bet=decision.bet,
        base=decision.base_of(seat.wagers),
        check=decision.check_clause is not None,
        withdraw=withdrawable(round, seat),
        fold=decision.fold_clause is not None,
        amounts=tuple(bet_amounts(round, seat)),
        least=least,
        most=most,
        unit=bet_unit(round),
        clause=decision.clause,
    )
