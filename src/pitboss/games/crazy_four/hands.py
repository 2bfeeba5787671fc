"""Crazy 4 Poker: the hands of the player, the dealer and the table."""

from enum import StrEnum
from typing import Any

from pitboss.cards import (
    RANKS,
    BestHand,
    Card,
    FiveCardValue,
    FourCardRank,
    FourCardValue,
    HandValue,
    best_four,
    evaluate,
)
from pitboss.games.state import Round, Seat
from pitboss.rulebooks.paytable import Paytable


class Outcome(StrEnum):
    """A player's hand against the dealer's."""

    NOT_QUALIFIED = "not_qualified"
    LOWER = "lower"
    HIGHER = "higher"
    TIE = "tie"


def four_card_hand(cards: tuple[Card, ...]) -> BestHand[FourCardValue]:
    """The best four of five cards."""
    return best_four(cards)


def five_card_hand(cards: tuple[Card, ...]) -> FiveCardValue:
    """All five cards, used for progressives and the Five Card Hand Bonus."""
    return evaluate(cards)


def dealer_qualifies(round: Round) -> bool:
    """Whether the dealer's four-card hand is a king or better."""
    duel = round.terms.rulebook.duel
    assert duel is not None
    value = best_four(round.places["dealer"]).value
    return value.rank > FourCardRank.HIGH_CARD or value.ranks[0] >= RANKS.index(duel.qualifier)


def outcome(round: Round, seat: Seat) -> Outcome:
    """How a player's hand fares."""
    if not dealer_qualifies(round):
        return Outcome.NOT_QUALIFIED
    player, dealer = best_four(seat.cards).value, best_four(round.places["dealer"]).value
    if player == dealer:
        return Outcome.TIE
    return Outcome.HIGHER if player > dealer else Outcome.LOWER


def dealer_outranks(round: Round, seat: Seat) -> bool:
    """Whether the dealer's hand is the higher one, qualified or not."""
    return best_four(round.places["dealer"]).value > best_four(seat.cards).value


def table_best(round: Round, table: Paytable) -> tuple[HandValue[Any], tuple[Card, ...], str]:
    """The hand at the table that stands highest in a paytable, and whose it is.

    Cover All ranks a royal flush above four of a kind, so the order of the table's lines decides, not the ranking.
    """
    holders = [("dealer", round.places["dealer"])]
    holders += [(f"seat {seat.number}", seat.cards) for seat in round.playing]
    hands = [(best_four(cards), holder) for holder, cards in holders]

    def standing(entry: tuple[BestHand[FourCardValue], str]) -> tuple[int, FourCardValue]:
        line = table.line_for(entry[0].value)
        return (-table.lines.index(line) if line else -len(table.lines), entry[0].value)

    best, holder = max(hands, key=standing)
    return best.value, best.cards, holder
