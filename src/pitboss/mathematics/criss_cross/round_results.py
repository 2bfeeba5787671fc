"""The exact distribution of a round in dollars: the main game with wagers on the community cards, and payout limit.

The community cards are the main game's own, so what rides on them is counted jointly. The main game is played to its
own optimum, which takes no account of the limit nor of the side wagers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.mathematics.answers import RoundResult
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.played import joint_counts, main_counts
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import dollars
from pitboss.mathematics.nets import line_net, values_by_strength
from pitboss.mathematics.shape import CrissCrossShape, SideBasis, side_of, side_wagers
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount, MeterShare
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


def joinable(terms: Terms) -> list[str]:
    """Wagers on the community cards that no meter pays, whose stake alone is known here."""
    on_community = [wager for wager in side_wagers(terms) if side_of(terms, wager) is SideBasis.COMMUNITY]
    return [wager.name for wager in on_community if not _on_meters(terms, wager)]


def _on_meters(terms: Terms, wager: Wager) -> bool:
    table = terms.paytable(wager.name)
    return any(isinstance(line.pays, MeterShare) for line in (table.lines if table else ()))


@dataclass(frozen=True)
class _Bet:
    """A sum staked and what one unit of it nets; `counts` says whether its winnings count toward the limit."""

    stake: Fraction
    net: Fraction
    counts: bool


def round_result(
    asked: Question, shape: CrissCrossShape, pays: CrissCrossPays, ante: Amount, sides: Sequence[Wager]
) -> RoundResult:
    """The main game with wagers on the community cards, cut by the payout limit."""
    terms = asked.terms
    limit = terms.payout_limit
    cap = None if limit is None else dollars(limit)
    nets: Counter[Fraction] = Counter()
    limited, wagered = 0, Fraction(0)
    for bets, count in _rounds(asked, shape, pays, dollars(ante), sides):
        net = sum((bet.stake * bet.net for bet in bets), Fraction(0))
        won = sum((bet.stake * bet.net for bet in bets if bet.counts and bet.net > 0), Fraction(0))
        excess = max(won - cap, Fraction(0)) if cap is not None else Fraction(0)
        nets[net - excess] += count
        wagered += count * sum(bet.stake for bet in bets)
        limited += count if excess else 0
    spread = Distribution(dict(nets))
    return RoundResult(spread, ante, wagered / spread.total, limit, Fraction(limited, spread.total))


def _rounds(
    asked: Question, shape: CrissCrossShape, pays: CrissCrossPays, ante: Fraction, sides: Sequence[Wager]
) -> Iterator[tuple[list[_Bet], int]]:
    """Everything that can become of the wagers of a round, and in how many deals it does."""
    rule = asked.terms.rulebook.payout_limit
    counting = rule.counts if rule is not None else ()
    classes, side_nets = _community_classes(asked, shape, sides)
    counts = joint_counts(pays, classes) if len(side_nets) > 1 else main_counts(pays)
    counted = [name in counting for name in (*shape.antes, *shape.bets)]

    def on_sides(kind: int, folded: bool) -> list[_Bet]:
        return [
            _Bet(
                dollars(asked.stakes[wager.name]),
                Fraction(-1) if folded and not asked.terms.stands_on_fold(wager) else net,
                wager.name in counting,
            )
            for wager, net in zip(sides, side_nets[kind], strict=True)
        ]

    for (lost, c), count in np.ndenumerate(counts.folded):
        if count:
            yield [_Bet(lost * ante, Fraction(-1), counts=True), *on_sides(c, folded=True)], int(count)
    for (a, d, m, k, other, c), count in np.ndenumerate(counts.made):
        if count:
            made = zip(pays.wagers(pays.bets_at((a, d, m)), k, other), counted, strict=True)
            main = [_Bet(antes * ante, net, counts) for (antes, net), counts in made]
            yield [*main, *on_sides(c, folded=False)], int(count)


def _community_classes(
    asked: Question, shape: CrissCrossShape, sides: Sequence[Wager]
) -> tuple[bytes, list[tuple[Fraction, ...]]]:
    """The community hand's classes by strength, and what each of the wagers on it nets with each."""
    tables = [asked.terms.paytable(wager.name) for wager in sides]
    kinds: dict[tuple[Fraction, ...], int] = {}
    classes = []
    for value in values_by_strength(shape.ace_low):
        nets = tuple(
            line_net(table.line_for(value) if table else None, asked.stakes[wager.name], {})
            for wager, table in zip(sides, tables, strict=True)
        )
        classes.append(kinds.setdefault(nets, len(kinds)))
    return bytes(classes), list(kinds)
