"""Other values for one value of the law: a figure a little off, another role, another hand.

A few for each, chosen to lie as near to the true one as can be: what tells those apart tells all apart.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

from pitboss.cards import RANKS
from pitboss.money import Amount, Fixed, MeterShare, Odds, Push, Rate, parse_odds

Pool = dict[tuple[str, str], list[Any]]
"""The values that each field of each part has somewhere in the rulebooks."""


def others(value: Any, kind: Any, pool: list[Any]) -> Iterator[Any]:
    """Other values for a single value of a type; `pool` has what the same field holds elsewhere."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif kind is Amount:
        amount = Amount.parse(value)
        yield str(Amount(amount.cents + 100))
        yield str(Amount(amount.cents // 2))
    elif kind is Rate:
        yield from (text for text in ("1%", "50%") if text != value)
    elif kind is Odds:
        yield from _odds(value, pool)
    elif value in RANKS:
        yield from _neighbours(value)
    else:
        yield from another(value, pool if {*pool} - {value} else _choices(kind))


def another(value: Any, choices: list[Any]) -> list[Any]:
    """The choice after this one, around the corner if need be; none if there is no other."""
    listed = sorted({*choices, value})
    following = listed[(listed.index(value) + 1) % len(listed)]
    return [] if following == value else [following]


def rearranged(items: list[Any], ordered: bool) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """A list with each item left out and, where order is law, with each two neighbours swapped.

    Gives what was done, the new list, and the items it was done to.
    """
    for at, item in enumerate(items):
        yield "without", [*items[:at], *items[at + 1 :]], [item]
    if ordered:
        for at, (one, two) in enumerate(pairwise(items)):
            if one != two:
                yield "swapped", [*items[:at], two, one, *items[at + 2 :]], [one, two]


def missing(items: list[Any], kind: Any, pool: list[Any]) -> list[Any]:
    """What the same list holds elsewhere and this one does not."""
    return sorted({*(_choices(kind) or pool)} - {*items})


def _choices(kind: Any) -> list[str]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    return []


def _neighbours(rank: str) -> Iterator[str]:
    at = RANKS.index(rank)
    yield from RANKS[max(at - 1, 0) : at]
    yield from RANKS[at + 1 : at + 2]


def _odds(text: str, pool: list[Any]) -> Iterator[str]:
    odds = parse_odds(text)
    if isinstance(odds, Push):
        yield "1 to 1"
    elif isinstance(odds, Fixed):
        yield f"${int(text[1:]) + 1}" if text[1:].isdigit() else "$1"
    elif isinstance(odds, MeterShare):
        share, meter = text.split("% of ")
        yield f"{int(share) // 2 or 1}% of {meter}"
        meters = [item.split("% of ")[1] for item in pool if "% of " in item]
        yield from (f"{share}% of {other}" for other in another(meter, meters))
    else:
        number, word, unit = text.split()
        yield f"{int(number) + 1} {word} {unit}"
        yield f"{number} {'for' if word == 'to' else 'to'} {unit}"
