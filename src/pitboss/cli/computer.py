"""Players run by the computer: plain, sensible, and seeing only what their own seat may see."""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import RANKS, Card, FourCardRank, best_four
from pitboss.games import RoundView
from pitboss.games.actions import Bet, Fold
from pitboss.games.stakes import least, with_required
from pitboss.games.view import Choice
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Decision

LINES = (("left", "middle", "right"), ("top", "middle", "bottom"))
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
    most = decision.raised.most if decision.raised else decision.most
    return chosen[decision.base] * most


def choose(view: RoundView) -> Bet | Fold:
    """The decision of the viewer, whose turn it is."""
    choice = view.choice
    assert choice is not None
    assert view.viewer is not None
    cards = view.seat(view.viewer).cards
    amount = _crazy_four(choice, cards) if choice.bet == "play" else _criss_cross(view, choice, cards)
    return Fold(view.viewer) if amount is None else Bet(view.viewer, amount)


def _criss_cross(view: RoundView, choice: Choice, hole: Sequence[Card]) -> Amount | None:
    """The most with a pair of sixes or better, the least with any other pair or a card from the jack up."""
    pairs = [rank for line in LINES for rank in _paired(hole, view, line)]
    if pairs and max(pairs) >= SIX:
        return choice.most
    if pairs or max(card.rank for card in hole) >= JACK:
        return choice.least
    return None


def _paired(hole: Sequence[Card], view: RoundView, line: tuple[str, ...]) -> list[int]:
    """The ranks that come twice or more in the hole and what is open of a line of the cross."""
    places = filter(None, map(view.place, line))
    known = [*hole, *(card for place in places for card in place.cards)]
    return [rank for rank, count in Counter(card.rank for card in known).items() if count > 1]


def _crazy_four(choice: Choice, cards: Sequence[Card]) -> Amount | None:
    """The most there is with a pair or better, the Ante again from king and queen up."""
    value = best_four(cards).value
    if value.rank > FourCardRank.HIGH_CARD or value.ranks[:2] >= (KING, QUEEN):
        return choice.most
    return None
