"""What to do now: the exact value of every option in any position of a program, in antes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm

from pitboss.cards import Card
from pitboss.mathematics.answers import Advice
from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.reach import AT_ONCE, refuse_far
from pitboss.mathematics.any_game.solution import option_names
from pitboss.mathematics.any_game.solver import options_of
from pitboss.mathematics.any_game.tree import Stakes
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK
from pitboss.program.program import Program
from pitboss.rulebooks.violation import Refused, Violation


@dataclass(frozen=True)
class StakedPosition:
    """What a player sees and has staked when about to decide.

    `places` are the cards seen besides the player's own. `stakes` are, in antes, what was bet in earlier decisions,
    and nothing for what was withdrawn; what is not named stands as before the deal. `street` need be named only where
    the cards leave open which decision it is.
    """

    cards: tuple[Card, ...]
    places: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    stakes: Mapping[str, Fraction | int] = field(default_factory=dict)
    street: str | None = None
    dead: tuple[Card, ...] = ()


def advise(program: Program, position: StakedPosition, deck: int = WHOLE_DECK, limit: int = AT_ONCE) -> Advice:
    """Every option of the decision at hand; `Refused` where the position cannot arise or too much lies below it."""
    _refuse_repeats(program, position, deck)
    street = _street(program, position)
    seen = _seen(program, position, street)
    scale, stakes = _stakes(program, position)
    plan = _plan(program, deck & ~sum(1 << card.index for card in position.dead), street, stakes)
    refuse_far(plan, plan.apart.counted if plan.apart else plan.deals_below, limit)
    sets = [sum(1 << seen[slot].index for slot in group.slots) for group in plan.groups if group.street == 0]
    options = options_of(plan, plan.below(suit_classes.given(plan.deck, *sets)))
    whole = plan.deals_below * program.unit * scale
    values = zip(option_names(plan), options.worths[0].tolist(), options.open_to[0].tolist(), strict=True)
    named = {name: Fraction(worth, whole) for name, worth, is_open in values if is_open}
    return Advice(program.streets[street].name if program.streets else "", named)


@lru_cache(maxsize=64)
def _plan(program: Program, deck: int, street: int, stakes: Stakes) -> Plan:
    return Plan(program, deck, street, stakes)


def _street(program: Program, position: StakedPosition) -> int:
    """The decision at which just these places are seen."""
    counts = {place.name: len(position.places.get(place.name, ())) for place in program.places[1:]}
    found = []
    for number, street in enumerate(program.streets):
        seen = {place.name: len(set(place.slots) & set(street.seen)) for place in program.places[1:]}
        if seen == counts and position.street in (None, street.name):
            found.append(number)
    if len(found) == 1 or not program.streets:
        return found[0] if found else 0
    shown = " and ".join(f"{count} of {name}" for name, count in counts.items() if count) or "no card of the table"
    tried = f"{shown} seen" + (f" at {position.street}" if position.street else "")
    names = ", ".join(program.streets[number].name for number in found)
    raise _refused(program, tried, f"the name of one of {names}" if found else "the cards that a decision shows")


def _seen(program: Program, position: StakedPosition, street: int) -> dict[int, Card]:
    """The card in every slot that is seen."""
    own = program.places[0]
    slots = program.streets[street].seen if program.streets else program.opening
    if len(position.cards) != len(own.slots):
        raise _refused(
            program,
            f"{len(position.cards)} card{'s' * (len(position.cards) != 1)} of the player's own",
            f"{len(own.slots)} cards",
        )
    unknown = set(position.places) - {place.name for place in program.places[1:]}
    if unknown:
        names = ", ".join(place.name for place in program.places[1:])
        raise _refused(program, f"cards at {min(unknown)}", f"one of {names}")
    held = {own.name: position.cards, **position.places}
    return {
        slot: card
        for place in program.places
        for slot, card in zip((slot for slot in place.slots if slot in slots), held.get(place.name, ()), strict=False)
    }


def _stakes(program: Program, position: StakedPosition) -> tuple[int, Stakes]:
    """What is staked, in parts of an ante that make all of it whole."""
    names = {stake.name for stake in program.stakes if not stake.is_bonus}
    for name, amount in position.stakes.items():
        if name not in names or amount < 0:
            raise _refused(program, f"{amount} antes on {name}", f"amounts on {', '.join(sorted(names))}")
    staked = [Fraction(position.stakes.get(stake.name, stake.antes)) for stake in program.stakes]
    scale = lcm(*(amount.denominator for amount in staked))
    return scale, tuple(int(amount * scale) for amount in staked)


def _refuse_repeats(program: Program, position: StakedPosition, deck: int) -> None:
    known = [*position.cards, *position.dead, *(card for cards in position.places.values() for card in cards)]
    for card, times in Counter(known).items():
        if times > 1:
            raise _refused(program, f"{card} in two places", "each card once")
        if not deck >> card.index & 1:
            raise _refused(program, f"{card}, which is not in the deck", "cards of the deck")


def _refused(program: Program, tried: str, allowed: str) -> Refused:
    return Refused(Violation(rulebook=program.name, clause="", where="position", tried=tried, allowed=allowed))
