"""Criss-Cross Poker: the Across, Down and Middle bets, the bonus hands and the wheel."""

from msgspec.structs import replace

from pitboss.cards import Card, FiveCardValue, best_of, evaluate
from pitboss.games.lines import SettlementLine, Source
from pitboss.games.standing import stands
from pitboss.games.state import COMMUNITY, Round, Seat
from pitboss.games.till import Till
from pitboss.money import Fixed, MeterShare, Odds
from pitboss.rulebooks.parts import Wager

ACROSS_LINE = ("left", "middle", "right")
DOWN_LINE = ("top", "middle", "bottom")

Made = tuple[FiveCardValue, tuple[Card, ...]]
"""A hand and the cards that form it."""


def across_hand(round: Round, seat: Seat) -> Made:
    """The two hole cards with the horizontal line of the cross."""
    return _made(round, (*seat.cards, *(round.place(name) for name in ACROSS_LINE)))


def down_hand(round: Round, seat: Seat) -> Made:
    """The two hole cards with the vertical line of the cross."""
    return _made(round, (*seat.cards, *(round.place(name) for name in DOWN_LINE)))


def better_hand(round: Round, seat: Seat) -> Made:
    """The higher ranking of the two, by which the Middle Bet is paid."""
    return max(across_hand(round, seat), down_hand(round, seat), key=lambda made: made[0])


def community_hand(round: Round, seat: Seat) -> Made:
    """The five community cards."""
    return _made(round, tuple(round.place(name) for name in COMMUNITY))


def six_card_hand(round: Round, seat: Seat) -> Made:
    """The best five of the two hole cards and the four covered cards."""
    best = best_of((*seat.cards, *round.places["burn"]), ace_low=_ace_low(round))
    return best.value, best.cards


def turns_the_wheel(seat: Seat) -> bool:
    """Whether the hole cards are a pair, which wins a spin of the wheel."""
    return len({card.rank for card in seat.cards}) == 1


def _made(round: Round, cards: tuple[Card, ...]) -> Made:
    return evaluate(cards, ace_low=_ace_low(round)), cards


def _ace_low(round: Round) -> bool:
    return round.terms.reading("ace-low-straight") != "ace-high-only"


def settle_across(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Ante Across and Across Bet."""
    return _by_hand(till, seat, wager, across_hand(till.round, seat))


def settle_down(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Ante Down and Down Bet."""
    return _by_hand(till, seat, wager, down_hand(till.round, seat))


def settle_middle(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Middle Bet."""
    return _by_hand(till, seat, wager, better_hand(till.round, seat))


def settle_five_card_bonus(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Five Card Bonus."""
    return _by_hand(till, seat, wager, community_hand(till.round, seat))


def settle_six_card_bonus(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """6 Card Bonus."""
    return _by_hand(till, seat, wager, six_card_hand(till.round, seat))


def _by_hand(till: Till, seat: Seat, wager: Wager, made: Made) -> list[SettlementLine]:
    table = till.terms.paytable(wager.name)
    assert table is not None
    return [till.by_table(seat, wager, table, *made)]


def settle_bonus_spin(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Bonus Spin: lost without a pair in the hole; with one, paid by the stop, and the others by its community pay."""
    wheel = till.terms.wheel
    assert wheel is not None
    position = till.round.spins.get(seat.number)
    if position is None:
        return [till.lost(seat, wager, "no pair in the hole", seat.cards, wager.clause)]
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
        if seat.number != spinner.number and wager.name in seat.wagers and stands(till.round, seat, wager.name)
    ]
