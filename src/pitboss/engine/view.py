"""The one door out of a round: what a viewer may see, listed field by field. What is not listed stays hidden.

A viewer is a seat, or None for everyone else: bystanders, the dealer, the floor and auditors alike. Nobody sees a
card that lies face down, except a player the own cards once the deal is over.
"""

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.actions import Check, Fold, PlayerChoice
from pitboss.engine.deal import Delivery, dealt, draw_due, next_delivery, unseen
from pitboss.engine.decisions import bet_amounts, bet_unit, current_decision, to_act, withdrawable
from pitboss.engine.faces import faces_due, may_show
from pitboss.engine.lines import SettlementLine
from pitboss.engine.once import once
from pitboss.engine.result_words import result_words
from pitboss.engine.settle import spin_due, spin_turn
from pitboss.engine.state import Phase, Round, Seat, place_of
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import Keying

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
    unseen: bool  # what goes face down next is dealt without its faces
    faces_due: tuple[Delivery, ...]  # whose cards are turned up and keyed before the round goes on
    may_show: Delivery | None  # the hand that a player may show for a larger bet
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
    result: tuple[str, ...] = ()  # what became of the viewer's own wagers, in sentences, once the round is over

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
            _seat(round, seat, seen=number in round.opened or number == spinner)
            for number, seat in sorted(round.seats.items())
        ),
        places=tuple(_place(round, name) for name in _places(round)),
        discards=round.discards,
        next_delivery=next_delivery(round),
        unseen=round.keyed is Keying.SEEN and round.phase is Phase.DEALING and unseen(round),
        faces_due=faces_due(round),
        may_show=may_show(round),
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
        own = _seat(round, round.seats[viewer], seen=True)
        seats = tuple(own if seat.seat == viewer else seat for seat in seats)
    words = result_words(round, viewer)
    return replace(everyone, viewer=viewer, seats=seats, choice=_choice(round, viewer), result=words)


def _seat(round: Round, seat: Seat, *, seen: bool) -> SeatView:
    """A seat that did not change looks as it did before: it is the very same part of the view, told by identity."""
    shown = _open(seat) if seen else _closed(seat)
    laid = round.laid.get(place_of(seat.number), 0) if round.laid else 0
    return replace(shown, face_down=shown.face_down + laid) if laid and not seat.racked else shown


@once
def _open(seat: Seat) -> SeatView:
    """A seat whose cards are seen."""
    return _shown(seat, seat.cards, 0)


@once
def _closed(seat: Seat) -> SeatView:
    """A seat whose cards lie face down."""
    return _shown(seat, (), len(seat.cards))


def _shown(seat: Seat, cards: tuple[Card, ...], down: int) -> SeatView:
    return SeatView(
        seat=seat.number,
        wagers=seat.wagers,
        folded=seat.folded,
        withdrawn=seat.withdrawn,
        abandoned=seat.abandoned,
        forfeited=seat.forfeited,
        cards=cards,
        face_down=0 if seat.racked else down,
        racked=seat.racked,
    )


def _places(round: Round) -> list[str]:
    laid = (name for name in round.laid if not name.startswith("seat "))
    return [*round.places, *laid]


def _place(round: Round, name: str) -> PlaceView:
    cards = round.places.get(name, ())
    seen = name in round.revealed
    down = round.laid.get(name, 0) + (0 if seen else len(cards))
    return PlaceView(place=name, cards=cards if seen else (), face_down=down)


def _choice(round: Round, viewer: int) -> TurnChoice | None:
    if to_act(round) != viewer:
        return None
    seat = round.seats[viewer]
    decision = current_decision(round)
    amounts = tuple(bet_amounts(round, seat))
    return TurnChoice(
        decision=decision.key,
        bet=decision.bet,
        base=decision.base_of(seat.wagers),
        check=decision.check_clause is not None,
        withdraw=withdrawable(round, seat),
        fold=decision.fold_clause is not None,
        amounts=amounts,
        least=amounts[0] if amounts else Amount.ZERO,
        most=amounts[-1] if amounts else Amount.ZERO,
        unit=bet_unit(round),
        clause=decision.clause,
    )
