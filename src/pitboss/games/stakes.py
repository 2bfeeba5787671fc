"""How much a wager is when nobody says: the least it may be, or as much as another that it must equal."""

from collections.abc import Mapping

from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


def least(terms: Terms, wager: Wager, chosen: Mapping[str, Amount]) -> Amount:
    """The smallest amount of a wager made before the deal, beside those already chosen.

    Of wagers that must be equal, one that is chosen fixes the others; until then each is large enough for all of them.
    """
    equal = [one for one in terms.wagers.values() if wager.name == one.equals or one.name == wager.equals]
    fixed = [chosen[one.name] for one in equal if one.name in chosen]
    return fixed[0] if fixed else max(_minimum(terms, one) for one in (wager, *equal))


def with_required(terms: Terms, chosen: Mapping[str, Amount]) -> dict[str, Amount]:
    """The wagers chosen, and at their least those a round cannot do without, in the rulebook's order.

    Nothing is refused: a name the rulebook does not have comes last, for the round to judge.
    """
    wagers = dict(chosen)
    for wager in terms.wagers.values():
        if wager.required and wager.name not in wagers:
            wagers[wager.name] = least(terms, wager, wagers)
    return {name: wagers[name] for name in (*terms.wagers, *wagers) if name in wagers}


def _minimum(terms: Terms, wager: Wager) -> Amount:
    amounts, limits = terms.amounts(wager), terms.limits(wager)
    if amounts:
        return min(amounts)
    assert limits is not None  # lawful terms set limits where they fix no amounts
    return limits.minimum
