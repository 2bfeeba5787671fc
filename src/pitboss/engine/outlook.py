"""What a player holds while a round is played: each hand by its name now, and what it may still become, counted."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import msgspec

from pitboss.cards import DECK, RANK_NAMES, Card, HandValue, Ranking, ranking_of
from pitboss.cards.rankings import LEAST
from pitboss.engine.state import Phase
from pitboss.engine.view import RoundView
from pitboss.rulebooks import Terms
from pitboss.rulebooks.how_to_play import is_side
from pitboss.rulebooks.parts import OWN, Hand

MOST_LOOKED_AT = 60_000
"""Hands looked at for one answer; beyond that a hand has its name and no chances."""


class Chance(msgspec.Struct, frozen=True):
    """A kind of hand, and in how many of the ways the unseen cards can fall it comes."""

    kind: str
    ways: int


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the player: its name by the cards that are seen, how many are missing, and the chances of each kind.

    `chances` go from the best kind down, out of `ways` in all; there are none where nothing is missing, or where
    there are too many ways to count at once.
    """

    hand: str
    title: str
    now: str
    missing: int
    ways: int
    chances: tuple[Chance, ...]


def outlook(terms: Terms, seen: RoundView) -> tuple[Outlook, ...]:
    """The viewer's hands in the game itself, by nothing but what the viewer sees."""
    own = next((seat for seat in seen.seats if seat.seat == seen.viewer), None)
    if own is None or not own.cards or own.folded or seen.phase not in (Phase.DECISION, Phase.REVEAL):
        return ()
    names = dict.fromkeys(name for wager in terms.wagers.values() if not is_side(wager) for name in wager.hands)
    hands = [terms.hand(name) for name in names if terms.hand(name).is_players]
    open_cards = [card for place in seen.places for card in place.cards]
    open_cards += [card for seat in seen.seats for card in seat.cards]
    return tuple(_outlook(terms, seen, own.cards, hand, {*open_cards, *seen.discards}) for hand in hands)


def _outlook(terms: Terms, seen: RoundView, own: Sequence[Card], hand: Hand, known: set[Card]) -> Outlook:
    places = [seen.place(name) for name in hand.places if name != OWN]
    cards = (*own, *(card for place in places if place for card in place.cards))
    missing = sum(place.face_down for place in places if place)
    ranking = terms.ranking(hand.ranking)
    unseen = [card for card in DECK if card not in known]
    ways = comb(len(unseen), missing)
    looked_at = ways * comb(len(cards) + missing, ranking.size)
    chances = _chances(ranking, cards, unseen, missing) if missing and looked_at <= MOST_LOOKED_AT else ()
    return Outlook(
        hand=hand.name, title=hand.title, now=_name(ranking, cards), missing=missing, ways=ways, chances=chances
    )


def _chances(
    ranking: Ranking[HandValue[Any]], cards: tuple[Card, ...], unseen: Sequence[Card], missing: int
) -> tuple[Chance, ...]:
    found: Counter[str] = Counter()
    for drawn in combinations(unseen, missing):
        whole = (*cards, *drawn)
        value = ranking.evaluate(whole) if len(whole) == ranking.size else ranking.best(whole).value
        found[value.rank.name] += 1
    kinds = reversed([category.name for category in ranking.categories])
    return tuple(Chance(kind.lower().replace("_", " "), found[kind]) for kind in kinds if found[kind])


def _name(ranking: Ranking[HandValue[Any]], cards: tuple[Card, ...]) -> str:
    """The hand by the cards there are; with too few of them straights and flushes are still to come."""
    if len(cards) >= ranking.size:
        return ranking.best(cards).value.describe()
    if len(cards) not in LEAST:
        return f"{RANK_NAMES[max(card.rank for card in cards)]} high"
    return ranking_of(len(cards), LEAST[len(cards)]).evaluate(cards).describe()
