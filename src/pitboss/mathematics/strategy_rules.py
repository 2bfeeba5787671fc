"""Rules a person can follow, and the search for the best of them.

A situation is known by *facts*, small whole numbers with names. A rule list is read from the top: the first line
whose condition holds says what to do, and where none does, the last word holds. The search needs only what each
action is worth in each situation, so any list can be priced without dealing a card.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Facts = Mapping[str, npt.NDArray[np.int64]]
Int8s = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

Lines = list[tuple[int, int]]

EVERYTHING_ELSE = "everything else"
NO_LIMIT = 99
SPARE_LINES = 3
NOTHING = 1e-12
"""Values nearer than this are the same: they are added up in floats."""


@dataclass(frozen=True)
class Bound:
    """Between what a fact must lie."""

    fact: str
    least: int = 0
    most: int = NO_LIMIT


@dataclass(frozen=True)
class Condition:
    """Bounds that must all be kept, in words, and how many things a person must bear in mind to tell."""

    text: str
    bounds: tuple[Bound, ...]
    burden: int = 1

    def holds(self, facts: Facts) -> Bools:
        """In which situations it holds."""
        held = [(facts[bound.fact] >= bound.least) & (facts[bound.fact] <= bound.most) for bound in self.bounds]
        holds: Bools = np.logical_and.reduce(held)
        return holds


def both(one: Condition, other: Condition, joint: str = " and ") -> Condition:
    """Two conditions as one."""
    return Condition(f"{one.text}{joint}{other.text}", one.bounds + other.bounds, one.burden + other.burden)


@dataclass(frozen=True)
class Line:
    """What to do where a condition holds; actions are numbered from 0, a fold."""

    action: int
    condition: Condition


@dataclass(frozen=True)
class Rules:
    """Lines read from the top, and what to do where none holds."""

    lines: tuple[Line, ...]
    otherwise: int

    def place(self, facts: Facts) -> int:
        """Which line counts in a single situation: the first that holds, or past the last where none does."""
        return next((at for at, line in enumerate(self.lines) if line.condition.holds(facts)[0]), len(self.lines))

    def actions(self, facts: Facts) -> Int8s:
        """What to do in every situation."""
        size = len(next(iter(facts.values())))
        actions = np.full(size, self.otherwise, np.int8)
        for line in reversed(self.lines):
            actions[line.condition.holds(facts)] = line.action
        return actions


def find_rules(facts: Facts, worths: Floats, conditions: Sequence[Condition], most_lines: int, burden: float) -> Rules:
    """The best list found of at most so many lines, the last word not counted.

    `worths[action, situation]` is what an action adds to the value of the game. Every line and every thing to bear
    in mind must be worth `burden`. Lists are grown longer than allowed, for a line that others make superfluous
    may have led to them, and then cut back.
    """
    conditions, holds = _apart(conditions, facts)
    burdens = burden * np.array([1 + condition.burden for condition in conditions])
    found = []
    for otherwise in range(len(worths)):
        search = _Search(worths, holds, burdens, otherwise)
        lines = search.climbed([], most_lines + SPARE_LINES)
        while len(lines) > most_lines:
            shorter = max((lines[:at] + lines[at + 1 :] for at in range(len(lines))), key=search.value)
            lines = search.climbed(shorter, len(shorter))
        found.append((search.value(lines), lines, otherwise))
    _, lines, otherwise = max(found)
    return _tidied(Rules(tuple(Line(action, conditions[place]) for place, action in lines), otherwise), facts)


def _apart(conditions: Sequence[Condition], facts: Facts) -> tuple[list[Condition], Floats]:
    """The conditions, of those that hold in the same situations only the plainest, and where they hold."""
    found: dict[bytes, tuple[Condition, Bools]] = {}
    for condition in conditions:
        holds = condition.holds(facts)
        known = found.get(holds.tobytes())
        if known is None or condition.burden < known[0].burden:
            found[holds.tobytes()] = condition, holds
    kept = sorted(found.values(), key=lambda one: conditions.index(one[0]))
    return [condition for condition, _ in kept], np.stack([holds for _, holds in kept]).astype(np.float64)


def _tidied(rules: Rules, facts: Facts) -> Rules:
    """The same rules with large bets and plain lines first, as far as their order does not matter."""
    lines = list(rules.lines)
    actions = rules.actions(facts)
    for _ in lines:
        for at in range(1, len(lines)):
            swapped = [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]
            sooner = _plainness(lines[at]) < _plainness(lines[at - 1])
            if sooner and np.array_equal(Rules(tuple(swapped), rules.otherwise).actions(facts), actions):
                lines = swapped
    return Rules(tuple(lines), rules.otherwise)


def _plainness(line: Line) -> tuple[int, int, int]:
    return -line.action, line.condition.burden, len(line.condition.text)


class _Search:
    """Prices lists of lines, each the place of its condition and an action."""

    def __init__(self, worths: Floats, holds: Floats, burdens: Floats, otherwise: int) -> None:
        self.worths = worths
        self.holds = holds
        self.burdens = burdens
        self.otherwise = otherwise

    def climbed(self, lines: Lines, most_lines: int) -> Lines:
        """Step by step whatever helps most is done: put in a line, change one or drop one, until nothing helps."""
        value = self.value(lines)
        while True:
            found, better = max(self._steps(lines, most_lines), key=lambda step: step[0])
            if found <= value + NOTHING:
                return lines
            value, lines = found, better

    def value(self, lines: Lines) -> float:
        """What the list is worth, less what it burdens."""
        return float(self._current(lines).sum() - sum(self.burdens[place] for place, _ in lines))

    def _current(self, lines: Lines) -> Floats:
        """What the list gets in each situation."""
        current: Floats = self.worths[self.otherwise].copy()
        for place, action in reversed(lines):
            np.copyto(current, self.worths[action], where=self.holds[place] > 0)
        return current

    def _steps(self, lines: Lines, most_lines: int) -> Iterable[tuple[float, Lines]]:
        """Every list one step away that may be the best of its sort, with its value."""
        yield self.value(lines), lines
        for gone in range(len(lines)):
            rest = lines[:gone] + lines[gone + 1 :]
            yield self.value(rest), rest
            yield from self._added(rest)
        if len(lines) < most_lines:
            yield from self._added(lines)
            for at in range(1, len(lines)):
                # An exception often calls for the order to change with it.
                yield from self._added([*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]])

    def _added(self, lines: Lines) -> Iterable[tuple[float, Lines]]:
        """The list with the best new line at each place."""
        current, value = self._current(lines), self.value(lines)
        open_still = np.ones((len(lines) + 1, len(current)))
        for at, (place, _) in enumerate(lines):
            open_still[at + 1] = open_still[at] * (1 - self.holds[place])
        changes = (open_still[:, None] * (self.worths - current)).reshape(-1, len(current))
        gains = self.holds @ changes.T - self.burdens[:, None]
        for column, place in enumerate(np.argmax(gains, axis=0).tolist()):
            at, action = divmod(column, len(self.worths))
            yield value + float(gains[place, column]), [*lines[:at], (place, action), *lines[at:]]
