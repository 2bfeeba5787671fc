"""What the main game is counted with: the wagers that every round needs, each at a lawful amount.

Where they must be equal, every ante is a multiple of the least, and values in antes hold for all. Where they need not
be, one amount says nothing of another: the first is the ante, and what does not go with it stands at its least.
"""

from collections.abc import Mapping
from math import gcd

from pitboss.engine.wagers import with_required
from pitboss.money import Amount
from pitboss.rulebooks import Terms


def antes(terms: Terms, ante: Amount | None = None) -> dict[str, Amount]:
    """The wagers that every round needs: the first as said or at its least, the others as it or their limits ask."""
    first = next((wager.name for wager in terms.wagers.values() if wager.required), None)
    chosen = {first: ante} if first is not None and ante is not None else {}
    amounts = with_required(terms, chosen)
    return {name: amounts[name] for name in terms.wagers if name in amounts}


def units(terms: Terms, staked: Mapping[str, Amount] | None = None) -> tuple[dict[str, int], int]:
    """What is staked before the deal in whole numbers of one unit, and how many units the ante is.

    Left out, and wherever all must be equal, the unit is the ante.
    """
    if must_be_equal(terms):
        return {wager.name: 1 for wager in terms.wagers.values() if wager.required}, 1
    amounts = antes(terms) | {name: amount for name, amount in (staked or {}).items() if terms.wagers[name].required}
    unit = gcd(*(amount.cents for amount in amounts.values()))
    found = {name: amount.cents // unit for name, amount in amounts.items()}
    return found, next(iter(found.values()))


def staked_note(terms: Terms, ante: Amount | None = None) -> str | None:
    """With what the main game is counted, where the wagers that it needs may differ."""
    if must_be_equal(terms):
        return None
    amounts = antes(terms, ante)
    said = " and ".join(f"{terms.wagers[name].title} {terms.money(amount)}" for name, amount in amounts.items())
    return f"counted with {said}, which need not be equal: other stakes have other values"


def must_be_equal(terms: Terms) -> bool:
    """Whether the wagers that every round needs must all be equal."""
    required = {wager.name: wager.equals for wager in terms.wagers.values() if wager.required}
    joined = set(list(required)[:1])
    for _ in required:
        joined |= {name for name, equal in required.items() if equal in joined}
        joined |= {equal for name, equal in required.items() if name in joined and equal}
    return required.keys() <= joined
