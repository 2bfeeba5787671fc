"""Rankings by their figures: how many cards a hand has, which kinds there are and in which order, how the ace plays."""

from enum import IntEnum
from functools import cache
from typing import Any, cast

from pitboss.cards.five_card import FiveCardRank, FiveCardValue
from pitboss.cards.four_card import FourCardRank, FourCardValue
from pitboss.cards.ranking import HandValue, Ranking

Order = tuple[str, ...]
"""Kinds of hand, the lowest first, by their names in files: `high_card`, `pair` and so on."""


def _names(categories: type[IntEnum]) -> Order:
    return tuple(category.name.lower() for category in categories)


STANDARD: dict[str, tuple[int, Order]] = {
    "five_card": (5, _names(FiveCardRank)),
    "four_card": (4, _names(FourCardRank)),
    "three_card": (3, ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")),
    "two_card": (2, ("high_card", "pair")),
}
"""The rankings that go by a name: the number of cards and the order."""

LEAST: dict[int, Order] = {
    5: ("high_card", "pair", "two_pair", "three_of_a_kind", "full_house", "four_of_a_kind"),
    4: ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind"),
    3: ("high_card", "pair", "three_of_a_kind"),
    2: ("high_card", "pair"),
}
"""The kinds that no ranking of so many cards can do without; it may also know the others."""
OTHERS: Order = ("straight", "flush", "straight_flush", "royal_flush")

_KNOWN: dict[tuple[int, Order], tuple[type[HandValue[Any]], type[IntEnum]]] = {
    STANDARD["five_card"]: (FiveCardValue, FiveCardRank),
    STANDARD["four_card"]: (FourCardValue, FourCardRank),
}


def ranking_of(size: int, order: Order, ace_low: bool = True) -> Ranking[HandValue[Any]]:
    """The ranking of hands of `size` cards with these kinds, the lowest first.

    >>> from pitboss.cards import parse_cards
    >>> ranking_of(*STANDARD["three_card"]).best(parse_cards("Ac 2d 3h")).value.describe()
    'three-high straight'
    """
    return _ranking_of(size, order, ace_low)


@cache
def _ranking_of(size: int, order: Order, ace_low: bool) -> Ranking[HandValue[Any]]:
    fault = order_fault(size, order)
    if fault:
        raise ValueError(fault)
    value_type, categories = _KNOWN.get((size, order)) or (HandValue, _categories(order))
    return Ranking(size, value_type, categories, ace_low=ace_low)


def _categories(order: Order) -> type[IntEnum]:
    kinds = {name.upper(): place for place, name in enumerate(order)}
    return cast(type[IntEnum], IntEnum("HandRank", kinds))


def order_fault(size: int, order: Order) -> str:
    """What keeps an order of kinds from being a ranking of hands of so many cards; nothing where it is one."""
    if size not in LEAST:
        return f"hands of {size} cards are not known; there are rankings of {', '.join(map(str, sorted(LEAST)))} cards"
    for name in LEAST[size]:
        if name not in order:
            return f"hands of {size} cards can be a {name}, which is not among them"
    for name in order:
        if name not in (*LEAST[size], *OTHERS):
            return f"no hand of {size} cards is a {name}"
        if order.count(name) > 1:
            return f"{name} stands twice"
    return ""
