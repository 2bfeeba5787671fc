"""How events change a round. Nothing is checked here: an event is a fact."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from pitboss.engine import events
from pitboss.engine.deal import deliveries, step_of
from pitboss.engine.events import RoundEvent
from pitboss.engine.state import Phase, Round, Seat, anything_stands


def evolve(round: Round, event: RoundEvent) -> Round:
    """The round after an event.

    An action is decided on the round, then its table moves on, then its money is posted: each asks for the same round
    after the same event. Both are immutable, so what was found first is kept with the round, and found again while the
    event is that very one.
    """
    known: tuple[RoundEvent, Round] | None = round.__dict__.get("after")
    if known is not None and known[0] is event:
        return known[1]
    after = _CHANGES[type(event)](round, event)
    if after is not round:
        round.__dict__["after"] = event, after
    return after


def replay(round: Round, happened: tuple[RoundEvent, ...] | list[RoundEvent]) -> Round:
    """The round after a whole history."""
    return reduce(evolve, happened, round)


def _with_seat(round: Round, seat: Seat) -> Round:
    return replace(round, seats={**round.seats, seat.number: seat})


def _wager_placed(round: Round, event: events.WagerPlaced) -> Round:
    seat = round.seats.get(event.seat, Seat(event.seat))
    return _with_seat(round, replace(seat, wagers={**seat.wagers, event.wager: event.amount}))


def _wager_taken_back(round: Round, event: events.WagerTakenBack) -> Round:
    seat = round.seats[event.seat]
    wagers = {name: amount for name, amount in seat.wagers.items() if name != event.wager}
    if wagers:
        return _with_seat(round, replace(seat, wagers=wagers))
    return replace(round, seats={number: other for number, other in round.seats.items() if number != event.seat})


def _bets_closed(round: Round, event: events.BetsClosed) -> Round:
    return replace(round, phase=Phase.DEALING, closed=True)


def _cards_dealt(round: Round, event: events.CardsDealt) -> Round:
    step, count = step_of(round), round.deliveries + 1
    after = Phase.DECISION if round.terms.rulebook.decisions else Phase.SETTLEMENT
    phase = after if count == len(deliveries(round)) else Phase.DEALING
    turned_up = round.revealed + (step.spread or (event.to,)) if step.face_up else round.revealed
    round = replace(round, deliveries=count, phase=phase, revealed=turned_up)
    if event.to.startswith("seat "):
        seat = round.seats[int(event.to.removeprefix("seat "))]
        round = _with_seat(round, replace(seat, cards=seat.cards + event.cards))
    elif step.spread:
        spread = {place: (card,) for place, card in zip(step.spread, event.cards, strict=True)}
        round = replace(round, places={**round.places, **spread})
    else:
        round = replace(round, places={**round.places, event.to: round.places.get(event.to, ()) + event.cards})
    return _after_turn(round)


def _cards_laid(round: Round, event: events.CardsLaid) -> Round:
    step, count = step_of(round), round.deliveries + 1
    after = Phase.DECISION if round.terms.rulebook.decisions else Phase.SETTLEMENT
    phase = after if count == len(deliveries(round)) else Phase.DEALING
    to = dict.fromkeys(step.spread, 1) if step.spread else {event.to: event.count}
    laid = round.laid | {place: round.laid.get(place, 0) + number for place, number in to.items()}
    return _after_turn(replace(round, deliveries=count, phase=phase, laid=laid))


def _faces_keyed(round: Round, event: events.FacesKeyed) -> Round:
    round = replace(round, laid={place: count for place, count in round.laid.items() if place != event.to})
    round = replace(round, turned=(*round.turned, event.to))
    if event.to.startswith("seat "):
        return _with_seat(round, replace(round.seats[int(event.to.removeprefix("seat "))], cards=event.cards))
    return replace(round, places={**round.places, event.to: event.cards})


def _card_discarded(round: Round, event: events.CardDiscarded) -> Round:
    return replace(round, discards=(*round.discards, event.card))


def _bet_made(round: Round, event: events.BetMade) -> Round:
    seat = round.seats[event.seat]
    round = _with_seat(round, replace(seat, wagers={**seat.wagers, event.wager: event.amount}))
    return _after_turn(replace(round, acted=(*round.acted, event.seat)))


def _checked(round: Round, event: events.Checked) -> Round:
    return _after_turn(replace(round, acted=(*round.acted, event.seat)))


def _wager_withdrawn(round: Round, event: events.WagerWithdrawn) -> Round:
    seat = round.seats[event.seat]
    round = _with_seat(round, replace(seat, withdrawn=(*seat.withdrawn, event.wager)))
    return _after_turn(replace(round, acted=(*round.acted, event.seat)))


def _folded(round: Round, event: events.Folded) -> Round:
    return _after_turn(_with_seat(round, replace(round.seats[event.seat], folded=event.bet)))


def _seat_abandoned(round: Round, event: events.SeatAbandoned) -> Round:
    return _after_turn(_with_seat(round, replace(round.seats[event.seat], abandoned=event.clause)))


def _seat_forfeited(round: Round, event: events.SeatForfeited) -> Round:
    """Nothing waits for validation any more that was this seat's."""
    held = tuple(line for line in round.held if line.seat != event.seat)
    phase = Phase.SETTLEMENT if round.phase is Phase.VALIDATION and not held else round.phase
    round = replace(round, held=held, phase=phase)
    return _after_turn(_with_seat(round, replace(round.seats[event.seat], forfeited=event.clause)))


def _hand_racked(round: Round, event: events.HandRacked) -> Round:
    return _with_seat(round, replace(round.seats[event.seat], racked=True))


def _wagers_called_off(round: Round, event: events.WagersCalledOff) -> Round:
    return replace(round, called_off={**round.called_off, **dict.fromkeys(event.wagers, event.clause)})


def _after_turn(round: Round) -> Round:
    """A decision ends when everyone still in has made it; with nothing left to play for, so does the play."""
    if round.phase not in (Phase.DECISION, Phase.REVEAL):
        return round
    if not anything_stands(round) and round.terms.reading("all-folded") != "always":
        return replace(round, phase=Phase.SETTLEMENT)
    waiting = any(seat.number not in round.acted for seat in round.deciding)
    return replace(round, phase=Phase.DECISION if waiting else Phase.REVEAL)


def _cards_revealed(round: Round, event: events.CardsRevealed) -> Round:
    round = replace(round, revealed=round.revealed + event.places)
    if round.phase is not Phase.REVEAL:  # cards turned up between two passes of the settlement
        return round
    stage = round.stage + 1
    if stage == len(round.terms.rulebook.decisions):
        return replace(round, stage=stage, phase=Phase.SETTLEMENT)
    return _after_turn(replace(round, stage=stage, acted=()))


def _bonus_drawn(round: Round, event: events.BonusDrawn) -> Round:
    return replace(round, drawn=True, magic_card=event.magic_card, lucky_position=event.lucky_position)


def _hand_opened(round: Round, event: events.HandOpened) -> Round:
    return replace(round, opened=(*round.opened, event.seat))


def _wheel_spun(round: Round, event: events.WheelSpun) -> Round:
    return replace(round, spins={**round.spins, event.seat: event.position})


def _dealer_jackpot_shared(round: Round, event: events.DealerJackpotShared) -> Round:
    return replace(round, dealer_share=event.each, dealer_sharers=event.among)


def _unchanged(round: Round, event: RoundEvent) -> Round:
    """Meters live outside the round; what they paid and took is for their keeper."""
    return round


def _meter_paid(round: Round, event: events.MeterPaid) -> Round:
    return replace(round, payments=(*round.payments, event))


def _meter_reversed(round: Round, event: events.MeterReversed) -> Round:
    """Of a payment that was divided, the shares that were not given back stay paid."""

    def left(paid: events.MeterPaid) -> events.MeterPaid:
        if (paid.meter, paid.wager) != (event.meter, event.wager) or not set(event.seats) <= set(paid.seats):
            return paid
        seats = tuple(seat for seat in paid.seats if seat not in event.seats)
        return replace(paid, amount=paid.amount - event.amount, seats=seats)

    return replace(round, payments=tuple(paid for paid in map(left, round.payments) if paid.seats))


def _line_settled(round: Round, event: events.LineSettled) -> Round:
    return replace(round, lines=(*round.lines, event.line))


def _payout_held(round: Round, event: events.PayoutHeld) -> Round:
    return replace(round, held=(*round.held, event.line))


def _payout_validated(round: Round, event: events.PayoutValidated) -> Round:
    held = [line for line in round.held if (line.seat, line.wager) != (event.seat, event.wager)]
    made = [line for line in round.held if (line.seat, line.wager) == (event.seat, event.wager)]
    phase = Phase.VALIDATION if held else Phase.SETTLEMENT
    return replace(round, held=tuple(held), lines=(*round.lines, *made), phase=phase)


def _step_settled(round: Round, event: events.StepSettled) -> Round:
    return replace(round, step=round.step + 1, phase=Phase.VALIDATION if round.held else Phase.SETTLEMENT)


def _round_settled(round: Round, event: events.RoundSettled) -> Round:
    return replace(round, phase=Phase.SETTLED)


def _round_voided(round: Round, event: events.RoundVoided) -> Round:
    return replace(round, phase=Phase.VOID, void_clause=event.clause, held=())


_CHANGES: dict[type, Callable[[Round, Any], Round]] = {
    events.WagerPlaced: _wager_placed,
    events.WagerTakenBack: _wager_taken_back,
    events.BetsClosed: _bets_closed,
    events.CardsDealt: _cards_dealt,
    events.CardsLaid: _cards_laid,
    events.FacesKeyed: _faces_keyed,
    events.CardDiscarded: _card_discarded,
    events.BetMade: _bet_made,
    events.Checked: _checked,
    events.WagerWithdrawn: _wager_withdrawn,
    events.Folded: _folded,
    events.SeatAbandoned: _seat_abandoned,
    events.SeatForfeited: _seat_forfeited,
    events.CardsRevealed: _cards_revealed,
    events.BonusDrawn: _bonus_drawn,
    events.HandOpened: _hand_opened,
    events.WheelSpun: _wheel_spun,
    events.DealerJackpotShared: _dealer_jackpot_shared,
    events.MetersRead: _unchanged,
    events.MeterPaid: _meter_paid,
    events.MeterReversed: _meter_reversed,
    events.WagersCalledOff: _wagers_called_off,
    events.HandRacked: _hand_racked,
    events.LineSettled: _line_settled,
    events.PayoutHeld: _payout_held,
    events.PayoutValidated: _payout_validated,
    events.StepSettled: _step_settled,
    events.MeterFed: _unchanged,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
}
