"""Design: every figure of a game under changed paytables, side by side and over a grid of paytables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from pitboss.mathematics.main_game import MainGame, solve
from pitboss.mathematics.nets import Meters
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import SideOdds, question
from pitboss.mathematics.side_wagers import counted, odds_of, side_wagers
from pitboss.mathematics.whatif import changed, no_line, tables_in_force
from pitboss.money import For, Odds, Push, To
from pitboss.rulebooks import Refused, Terms

MAIN_GAME = "The main game"
MOST_VALUES = 100_000
"""No sweep may have more combinations: at a second each they would take a day."""


@dataclass(frozen=True)
class SideSetting:
    """At which table the side wagers are made: so many players, meters as given or else at their seeds."""

    players: int = 1
    meters: Meters = field(default_factory=dict)


@dataclass(frozen=True)
class Figures:
    """The main game, none where it is out of reach, the side wagers by name, and by title what is left out and why."""

    terms: Terms
    main: MainGame | None
    sides: Mapping[str, SideOdds]
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Touched:
    """What a change of some lines can change."""

    main: bool
    sides: tuple[str, ...]


def figures(terms: Terms, setting: SideSetting | None = None) -> Figures:
    """The figures of the main game and of every side wager offered."""
    setting, main, left_out = setting or SideSetting(), None, {}
    try:
        main = solve(terms)
    except Refused as error:
        left_out[MAIN_GAME] = str(error)
    found = counted(question(terms, setting.players, setting.meters))
    if main is None and not found.odds:
        return Figures(terms, solve(terms), {})  # nothing is known, and the refusal says why
    return Figures(terms, main, {one.wager: one for one in found.odds}, left_out | found.left_out)


def redesigned(before: Figures, changes: Mapping[str, str], setting: SideSetting | None = None) -> Figures:
    """The figures with some lines changed; what they cannot change is not counted anew."""
    terms = changed(before.terms, changes)
    moved = touched(terms, changes)
    main = solve(terms) if moved.main else before.main
    return Figures(
        terms, main, {**before.sides, **_sides(before, terms, moved, setting or SideSetting())}, before.left_out
    )


def touched(terms: Terms, lines: Mapping[str, object]) -> Touched:
    """The wagers that lines pay, and where the main game is one of them, all that its folds forfeit."""
    tables = {name.partition(".")[0] for name in lines}
    paid = {wager for table in tables_in_force(terms) if table.id in tables for wager in table.wagers}
    sides = {wager.name: wager for wager in side_wagers(terms)}
    within_main = {name for name, wager in sides.items() if side_of(terms, wager) is SideBasis.SUPER_BONUS}
    main = bool(paid - (sides.keys() - within_main))
    moved = [name for name, wager in sides.items() if name in paid or (main and not terms.stands_on_fold(wager))]
    return Touched(main, tuple(moved))


def _sides(before: Figures, terms: Terms, moved: Touched, setting: SideSetting) -> dict[str, SideOdds]:
    asked = question(terms, setting.players, setting.meters)
    return {name: odds_of(asked, terms.wagers[name]) for name in before.sides if name in moved.sides}


@dataclass(frozen=True)
class VariedLine:
    """A line whose odds may be varied: `value` is the number before "to 1" or "for 1", 0 for a push."""

    name: str
    odds: Odds

    @property
    def value(self) -> Fraction:
        """What the line pays now."""
        assert isinstance(self.odds, To | For | Push)
        return self.odds.as_fraction

    @property
    def least(self) -> int:
        """The value at which it only returns the stake."""
        return 1 if isinstance(self.odds, For) else 0

    def at(self, value: Fraction) -> str:
        """Odds of the same kind with another value."""
        if isinstance(self.odds, For):
            return f"{value.numerator} for {value.denominator}"
        return f"{value.numerator} to {value.denominator}" if value else str(Push())


def line_of(terms: Terms, name: str) -> VariedLine:
    """The line of that name; `Refused` where there is none, or where it pays no odds that could be varied."""
    table_id, _, key = name.partition(".")
    tables = [table for table in tables_in_force(terms) if table.id == table_id]
    found = [line.pays for table in tables for line in table.lines if line.key == key]
    if not found:
        raise no_line(terms, name)
    if not isinstance(found[0], To | For | Push):
        raise refused(terms, name, f"varying {found[0]}", "a line that pays odds (--meter varies a meter)")
    return VariedLine(name, found[0])


@dataclass(frozen=True)
class Range:
    """Values of a line, both ends included."""

    line: VariedLine
    values: tuple[Fraction, ...]


def range_of(terms: Terms, name: str, text: str) -> Range:
    """A range from "FROM:TO" or "FROM:TO:STEP", numbers or fractions; `Refused` where it is none."""
    line = line_of(terms, name)
    try:
        first, last, step = (Fraction(part) for part in (text if text.count(":") > 1 else f"{text}:1").split(":"))
        count = int((last - first) / step) + 1 if step > 0 and last >= first >= line.least else 0
    except (ValueError, ZeroDivisionError):
        count = 0
    if count > MOST_VALUES:
        allowed = f"FROM:TO or FROM:TO:STEP of at most {MOST_VALUES:,} values"
        raise refused(terms, f"range of {name}", f"'{text}', {count:,} values", allowed)
    if count == 0:
        allowed = f"FROM:TO or FROM:TO:STEP, ascending from {line.least} or more, such as 8:12"
        raise refused(terms, f"range of {name}", f"'{text}'", allowed)
    return Range(line, tuple(first + number * step for number in range(count)))


@dataclass(frozen=True)
class SweepRow:
    """One combination of a sweep: what each line pays, and the figures."""

    odds: Mapping[str, str]
    figures: Figures


def combinations(terms: Terms, ranges: list[Range]) -> list[dict[str, str]]:
    """Every combination of the ranges, the last varying fastest."""
    count = 1
    for one in ranges:
        count *= len(one.values)
    if count > MOST_VALUES:
        raise refused(terms, "sweep", f"{count:,} combinations", f"at most {MOST_VALUES:,}")
    grid = product(*(one.values for one in ranges))
    return [{one.line.name: one.line.at(value) for one, value in zip(ranges, values, strict=True)} for values in grid]


def sweep(before: Figures, grid: list[dict[str, str]], setting: SideSetting | None = None) -> Iterator[SweepRow]:
    """The figures of each combination, one by one."""
    for changes in grid:
        yield SweepRow(changes, redesigned(before, changes, setting))
