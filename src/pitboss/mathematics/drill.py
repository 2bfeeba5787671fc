"""Hard spots to practise on: positions where the second best option comes close to the best."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import DECK, Card
from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.advice import Advice, Position, advise
from pitboss.mathematics.position import FOLD, choices_of, places_shown, times_of
from pitboss.mathematics.refusal import refused
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Decision

CANDIDATES = 8
Below = Callable[[int], int]
"""A number from 0 up to but not including a limit: where chance comes in."""


@dataclass(frozen=True)
class Spot:
    """A position and what its options are worth."""

    position: Position
    advice: Advice

    @property
    def gap(self) -> Fraction:
        """What the best option is worth more than the next; the smaller, the harder to tell."""
        best, second = sorted(self.advice.options.values(), reverse=True)[:2]
        return best - second


def hard_spot(terms: Terms, below: Below, candidates: int = CANDIDATES, decision: str | None = None) -> Spot:
    """Of some positions dealt at random, the one hardest to decide; with `decision` named, all are about that one."""
    return min((_spot(terms, below, decision) for _ in range(candidates)), key=lambda spot: spot.gap)


def _spot(terms: Terms, below: Below, decision: str | None) -> Spot:
    position = _dealt(terms, below, decision)
    return Spot(position, advise(terms, position))


def _dealt(terms: Terms, below: Below, decision: str | None) -> Position:
    """A position as it could be dealt; what was chosen so far is anything that the rules allow and that goes on."""
    decisions = terms.rulebook.decisions
    stage = below(len(decisions)) if decision is None else _stage(terms, decision)
    own = dealt_to(terms.dealing)[PLAYERS]
    cards = _draw(own + sum(count for _, count in places_shown(terms, stage)), below)
    lawful = [_going_on(decision) for decision in decisions[:stage]]
    return Position(cards[:own], cards[own:], tuple(names[below(len(names))] for names in lawful))


def _stage(terms: Terms, decision: str) -> int:
    names = [found.key for found in terms.rulebook.decisions]
    if decision not in names:
        says = f"{terms.rulebook.title} has no decision '{decision}', but {', '.join(names)}."
        raise refused(terms, "decision", f"'{decision}'", ", ".join(names), says=says)
    return names.index(decision)


def _going_on(decision: Decision) -> list[str]:
    """The choices after which there is more to decide; a bet for which a strong hand is needed is left out."""
    names = [name for name in choices_of(decision) if name != FOLD and (times_of(name) in (0, *decision.times))]
    return [name for name in names if not (decision.ends and times_of(name))]


def _draw(count: int, below: Below) -> tuple[Card, ...]:
    left = list(DECK)
    return tuple(left.pop(below(len(left))) for _ in range(count))
