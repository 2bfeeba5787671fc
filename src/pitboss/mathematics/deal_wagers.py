"""A side wager counted by whole deals: one that a duel or several hands decide, or that a fold gives up.

What a fold gives up hangs on how the main game is played. It is counted under best play of the main game, and of
plays that are equally good under that which serves the wager best. For that the main game is counted together with
the wager, its stakes so many times larger that no decision is made for the wager's sake; that this is so is seen in
the main game's mean, which must be that of best play.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from pitboss.mathematics.antes import units
from pitboss.mathematics.any_game.distribution import distribution
from pitboss.mathematics.any_game.reach import estimate
from pitboss.mathematics.any_game.solver import solve
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.side_odds import OddsLine, Question, SideOdds
from pitboss.money import For, Odds, Push, To, parse_odds
from pitboss.program.compiler import compile_terms, compile_wager
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, Outcomes, Wager

STAYS_IN = "for a player who stays in: a fold would forfeit it"
BEST_PLAY = "under best play of the main game, whose folds forfeit it"
_LONG = 20.0  # seconds: a game that takes longer is not gone through for the sake of a side wager
_TRIES = 3
_OUTCOMES = {
    "higher": "higher hand",
    "tie": "equal hands",
    "lower": "lower hand",
    "not_qualified": "dealer not qualified",
    "outranked": "dealer not qualified and higher",
}


def on_deals(asked: Question, wager: Wager) -> SideOdds:
    """Every deal, by what it nets; a line is all that nets the same."""
    return under_best_play(asked, wager) or _counted(
        asked, wager, _alone(asked.terms, wager.name), notes_of(asked, wager)
    )


def under_best_play(asked: Question, wager: Wager) -> SideOdds | None:
    """A wager that folds forfeit, under best play of the main game; None where it outlives them or that is too far."""
    if stays(asked.terms, wager):
        return None
    spread = _with_folds(asked.terms, wager.name)
    return None if spread is None else _counted(asked, wager, spread, (BEST_PLAY,))


def notes_of(asked: Question, wager: Wager) -> tuple[str, ...]:
    """What must be known to read odds that are those of a player who stays in."""
    return () if stays(asked.terms, wager) else (STAYS_IN,)


def stays(terms: Terms, wager: Wager) -> bool:
    """Whether no fold can take a wager away."""
    return terms.stands_on_fold(wager) or not any(decision.fold_clause for decision in terms.rulebook.decisions)


@lru_cache(maxsize=64)
def _alone(terms: Terms, name: str) -> Distribution:
    """What a unit staked nets, for a player who stays in."""
    return distribution(compile_wager(terms, name))


@lru_cache(maxsize=64)
def _with_folds(terms: Terms, name: str) -> Distribution | None:
    """The same with the folds of best play; None where the main game is out of reach."""
    staked, _ = units(terms)
    try:
        main, alone = compile_terms(terms, antes=staked), compile_wager(terms, name)
        if estimate(main).seconds > _LONG:
            return None
        best = solve(main).ev
        largest = max(int(abs(nets).max()) for nets in alone.nets) * main.unit
        for power in range(_TRIES):
            times = 10 ** (len(str(2 * largest)) + 2 * power)
            antes = {wager: units * times for wager, units in staked.items()} | {name: 1}
            program = compile_terms(terms, (name,), antes)
            mean, spread = _apart(distribution(program), program.unit, times)
            if mean == best:
                return spread
    except Refused:
        return None
    return None


def _apart(both: Distribution, unit: int, times: int) -> tuple[Fraction, Distribution]:
    """The mean of the main game, and what the wager nets, where the main game is staked so many times larger."""
    counts: Counter[Fraction] = Counter()
    total, half = 0, times // 2
    for net, count in both.counts.items():
        main, side = divmod(int(net * unit) + half, times)
        counts[Fraction(side - half, unit)] += count
        total += main * count
    return Fraction(total, unit * both.total), Distribution(counts)


def _counted(asked: Question, wager: Wager, spread: Distribution, notes: tuple[str, ...]) -> SideOdds:
    """The odds of what is counted by its nets."""
    titles, table = titles_by_net(asked.terms, wager.name, wager.against), asked.terms.paytable(wager.name)
    lost = "nothing that pays" + (", or folded" if BEST_PLAY in notes else "")
    lines = tuple(
        OddsLine(
            ", ".join(dict.fromkeys(titles.get(net, ()))) or (lost if net == -1 else "hands"),
            "lose" if net == -1 else str(To(net.numerator, net.denominator)) if net > 0 else "push",
            count,
            spread.total,
            net,
        )
        for net, count in sorted(spread.counts.items(), reverse=True)
    )
    clause, variant = (table.clause, table.variant) if table else (wager.clause, None)
    return SideOdds(
        wager.name,
        wager.title,
        clause,
        variant,
        asked.stake(wager),
        asked.players,
        spread.total,
        lines,
        spread.variance,
        notes=notes,
    )


def titles_by_net(terms: Terms, name: str, against: Outcomes | None, bonus: bool = False) -> dict[Fraction, list[str]]:
    """By what it nets: the hands of a wager's or bonus's tables, and the outcomes of its duel."""
    found: dict[Fraction, list[str]] = {}
    tables = [table for table in terms.rulebook.paytables if name in table.wagers]
    if len(tables) > 1:
        wager = terms.wagers.get(name)
        tables = [table for table in tables if table.variant == terms.variant((wager and wager.offer) or "")]
    for line in (line for table in tables for line in table.lines):
        found.setdefault(_net(line.pays) + bonus * (not line.pays.returns_stake), []).append(line.title)
    for outcome, title in _OUTCOMES.items() if against else ():
        word = getattr(against, outcome)
        if word and word not in (LOSE, BY_TABLE, BY_TABLE_OR_PUSH):
            found.setdefault(_net(parse_odds(word)), []).append(title)
    return found


def _net(odds: Odds) -> Fraction:
    if not isinstance(odds, To | For | Push):
        return Fraction(-2)  # nothing that is counted here
    return odds.as_fraction - (0 if odds.returns_stake else 1)
