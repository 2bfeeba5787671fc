"""Players run by the computer: plain, sensible, and seeing only what their own seat may see."""

from collections import Counter
from collections.abc import Callable, Sequence

from pitboss.cards import RANKS, Card
from pitboss.engine import RoundView
from pitboss.engine.actions import Bet, PlayerChoice, Withdraw
from pitboss.engine.wagers import least, with_required
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Decision, Hand

SIX, JACK, QUEEN, KING = (RANKS.index(rank) for rank in "6JQK")


def default_wagers(terms: Terms, money: Amount) -> dict[str, Amount]:
    """The least antes, and each other wager at its least while the largest bets of the round remain covered."""
    chosen = with_required(terms, {})
    back = sum((_largest_bet(decision, chosen) for decision in terms.rulebook.decisions), Amount.ZERO)
    for wager in terms.wagers.values():
        if wager.required or wager.decision or any(needed not in chosen for needed in wager.needs):
            continue
        amount = least(terms, wager, chosen)
        if sum(chosen.values(), Amount.ZERO) + amount + back <= money:
            chosen[wager.name] = amount
    return chosen


def _largest_bet(decision: Decision, chosen: dict[str, Amount]) -> Amount:
    return decision.base_of(chosen) * max(decision.raised_times, default=0)


def choose(view: RoundView, terms: Terms) -> PlayerChoice:
    """The decision of the viewer, whose turn it is: by pairs and high cards in the hands that play for it."""
    choice, seat = view.choice, view.viewer
    assert choice is not None
    assert seat is not None
    hopes = _hopes(view, terms, seat)
    if choice.bet is None:
        return choice.passive(seat) if hopes > 1 or not choice.withdraw else Withdraw(seat)
    if not hopes:
        return choice.passive(seat)
    return Bet(seat, choice.most if hopes > 1 else choice.least)


def by_chance(view: RoundView, below: Callable[[int], int]) -> PlayerChoice:
    """Any of the decisions that the viewer may make; `below` draws a number from 0 on."""
    choice, seat = view.choice, view.viewer
    assert choice is not None
    assert seat is not None
    options: list[PlayerChoice] = [choice.passive(seat), *(Bet(seat, amount) for amount in choice.amounts)]
    options += [Withdraw(seat)] if choice.withdraw else []
    return options[below(len(options))]


def _hopes(view: RoundView, terms: Terms, seat: int) -> int:
    """2 with a pair of sixes or better, against a dealer with any; 1 with another or high cards; 0 with nothing."""
    own, dueling = view.seat(seat).cards, bool(terms.rulebook.duels)
    pairs = [rank for hand in _playing(terms) for rank in _paired(view, hand, own)]
    made = max((_kind(terms, hand, own) for hand in _playing(terms)), default=0)
    if made or (pairs and (dueling or max(pairs) >= SIX)):
        return 2
    high = sorted((card.rank for card in own), reverse=True)[:2]
    return int(bool(pairs) or (high >= [KING, QUEEN] if dueling else high[0] >= JACK))


def _playing(terms: Terms) -> list[Hand]:
    """The hands of the main game that a player's own cards are part of."""
    main = [wager for wager in terms.wagers.values() if wager.required or wager.decision]
    hands = [terms.hand(name) for name in dict.fromkeys(name for wager in main for name in wager.hands)]
    return [hand for hand in hands if hand.is_players]


def _paired(view: RoundView, hand: Hand, own: Sequence[Card]) -> list[int]:
    """The ranks that come twice or more in the own cards and what is open of a hand."""
    places = filter(None, map(view.place, hand.places))
    known = [*own, *(card for place in places for card in place.cards)]
    return [rank for rank, count in Counter(card.rank for card in known).items() if count > 1]


def _kind(terms: Terms, hand: Hand, own: Sequence[Card]) -> int:
    """The kind of hand that the own cards make alone, 0 for nothing or where they are too few."""
    ranking = terms.ranking(hand.ranking)
    return int(ranking.best(own).value.rank) if len(own) >= ranking.size else 0
