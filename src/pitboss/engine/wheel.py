"""The wheel: who wins a spin of it, and what its stop pays the player and the others."""

from msgspec.structs import replace

from pitboss.engine.hands import FaceDown, deciding_hand
from pitboss.engine.lines import SettlementLine, Source
from pitboss.engine.state import Round, Seat, place_of, stands
from pitboss.engine.till import Till
from pitboss.money import Fixed, MeterShare, Odds
from pitboss.rulebooks.parts import Wager


def spins_for(round: Round, wager: Wager) -> bool:
    """Whether a wager is decided by the wheel."""
    wheel = round.terms.wheel
    return wheel is not None and wheel.wager == wager.name


def wins_a_spin(round: Round, seat: Seat) -> bool:
    """Whether a player's hand is what turns the wheel."""
    wheel = round.terms.wheel
    assert wheel is not None
    return wheel.won_with.met_by(deciding_hand(round, seat, round.terms.wagers[wheel.wager]).value)


def settle_by_wheel(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Lost without a hand that wins a spin; with one, paid by the stop, and the others by its community pay."""
    wheel = till.terms.wheel
    assert wheel is not None
    position = till.round.spins.get(seat.number)
    if position is None and place_of(seat.number) in till.round.laid:
        raise FaceDown(place_of(seat.number))
    if position is None:
        return [till.lost(seat, wager, wheel.lost_title, seat.cards, wager.lose_clause or wager.clause)]
    stop = wheel.stop(position)
    assert stop is not None
    odds = till.terms.wheel_prize(stop)
    hand = f"wheel position {position}"
    own = till.at(seat, wager, odds, hand, seat.cards, wheel.clause)
    if stop.pays is None and isinstance(odds, Fixed):
        own = replace(own, source=Source.PRIZE)
    return [own, *_community_pay(till, seat, wager, stop.community, hand)]


def _community_pay(till: Till, spinner: Seat, wager: Wager, odds: Odds | None, hand: str) -> list[SettlementLine]:
    if odds is None or isinstance(odds, MeterShare):
        return []
    assert till.terms.wheel is not None
    name, clause = f"{wager.name}_community", till.terms.wheel.clause
    words = f"seat {spinner.number}: {hand}"
    return [
        till.bonus(seat, name, wager.name, odds, words, (), clause)
        for _, seat in sorted(till.round.seats.items(), reverse=True)
        if seat.number != spinner.number and wager.name in seat.wagers and _shares(till.round, seat, wager.name)
    ]


def _shares(round: Round, seat: Seat, wager: str) -> bool:
    """Whether a seat gets the community pay of another's spin."""
    placed = round.terms.reading("community-pay-others") == "every-other-placed"
    gone = seat.abandoned or seat.forfeited or wager in round.called_off
    return stands(round, seat, wager) or (placed and not gone)
