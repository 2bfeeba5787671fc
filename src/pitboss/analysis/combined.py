"""The exact distribution of a round's net result in dollars: the main game with chosen side wagers and payout limit.

What can be counted jointly, exactly: Criss-Cross with the Five Card Bonus, whose five cards are the main game's own,
and Crazy 4 with any wagers on the player's hand. Wagers that depend on other cards or other players, the 6 Card
Bonus, the wheel, the dealer's hand, Cover All, Envy and draws, are not part of it. The main game is played to its own
optimum, which takes no account of the limit nor of the side wagers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.analysis import hand_wagers
from pitboss.analysis.community_wagers import hand_values
from pitboss.analysis.distribution import Distribution
from pitboss.analysis.kernels.crazy_four_sides import joint_distribution
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays
from pitboss.analysis.kernels.criss_cross_played import joint_counts, main_counts
from pitboss.analysis.paying import criss_cross_pays, line_net
from pitboss.analysis.refusing import refused
from pitboss.analysis.side_odds import Question, question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Decides, Wager

BONUS = "five_card_bonus"
ON_OWN_HAND = (Decides.FOUR_CARD, Decides.FIVE_CARD)


@dataclass(frozen=True)
class RoundResult:
    """A round's net result in dollars; `limited` is the chance that the payout limit cuts it, if there is a limit."""

    spread: Distribution
    ante: Amount
    wagered: Fraction
    limit: Amount | None = None
    limited: Fraction = Fraction(0)


def round_result(
    terms: Terms,
    ante: Amount | None = None,
    stakes: Mapping[str, Amount] | None = None,
    meters: Mapping[str, Amount] | None = None,
) -> RoundResult:
    """The main game at an ante, the least unless given, with side wagers of the stakes given."""
    asked = question(terms, meters=meters, stakes=stakes)
    staked = _ante(terms, ante)
    sides = [_joinable(terms, terms.wagers[name]) for name in asked.stakes]
    if terms.rulebook.duel is not None:
        return _crazy_four(asked, staked, sides)
    return _criss_cross(asked, staked)


def _ante(terms: Terms, ante: Amount | None) -> Amount:
    limits = terms.submission.limits["ante"]
    chosen = limits.minimum if ante is None else ante
    if not limits.minimum <= chosen <= limits.maximum:
        allowed = f"{limits.minimum.dollars()} to {limits.maximum.dollars()}"
        raise refused(terms, "ante", chosen.dollars(), allowed)
    return chosen


def _joinable(terms: Terms, wager: Wager) -> Wager:
    lawful = [
        other.name
        for other in terms.wagers.values()
        if other.decided_by in (*ON_OWN_HAND, Decides.COMMUNITY) and not _drawn(terms, other)
    ]
    if wager.name not in lawful:
        listed = f"one of {', '.join(lawful)}" if lawful else "the main game alone"
        raise refused(terms, f"with {wager.name}", "a wager that cannot be counted jointly", listed, wager.clause)
    return wager


def _drawn(terms: Terms, wager: Wager) -> bool:
    """Whether bonuses may be drawn for a wager."""
    return wager.offer == hand_wagers.DRAWN_ON and any(terms.offers(bonus.name) for bonus in terms.rulebook.bonuses)


def _crazy_four(asked: Question, ante: Amount, sides: list[Wager]) -> RoundResult:
    wagers = [hand_wagers.side_wager(asked, wager) for wager in sides]
    units = [_dollars(ante), *(_dollars(asked.stakes[wager.name]) for wager in sides)]
    solution = hand_wagers.main_solution(asked.terms)
    nets: Counter[Fraction] = Counter()
    for results, count in joint_distribution(solution, *wagers).items():
        nets[sum((unit * net for unit, net in zip(units, results, strict=True)), Fraction(0))] += count
    return RoundResult(Distribution(dict(nets)), ante, solution.average_wager * units[0] + sum(units[1:]))


@dataclass(frozen=True)
class _Bet:
    """A sum staked and what one unit of it nets; `counts` says whether its winnings count toward the limit."""

    stake: Fraction
    net: Fraction
    counts: bool


def _criss_cross(asked: Question, ante: Amount) -> RoundResult:
    terms = asked.terms
    limit = terms.payout_limit
    cap = None if limit is None else _dollars(limit)
    nets: Counter[Fraction] = Counter()
    limited, wagered = 0, Fraction(0)
    for bets, count in _rounds(asked, _dollars(ante)):
        net = sum((bet.stake * bet.net for bet in bets), Fraction(0))
        won = sum((bet.stake * bet.net for bet in bets if bet.counts and bet.net > 0), Fraction(0))
        excess = max(won - cap, Fraction(0)) if cap is not None else Fraction(0)
        nets[net - excess] += count
        wagered += count * sum(bet.stake for bet in bets)
        limited += count if excess else 0
    spread = Distribution(dict(nets))
    return RoundResult(spread, ante, wagered / spread.total, limit, Fraction(limited, spread.total))


def _rounds(asked: Question, ante: Fraction) -> Iterator[tuple[list[_Bet], int]]:
    """Everything that can become of the wagers of a round, and in how many deals it does."""
    terms = asked.terms
    pays = criss_cross_pays(terms)
    rule = terms.rulebook.payout_limit
    counting = rule.counts if rule is not None else ()
    classes, bonus_nets = _community_classes(asked)
    stake = _dollars(asked.stakes.get(BONUS, Amount.ZERO))
    counts = joint_counts(pays, classes) if len(bonus_nets) > 1 else main_counts(pays)
    for (lost, c), count in np.ndenumerate(counts.folded):
        if count:
            bonus = _Bet(stake, bonus_nets[c], BONUS in counting)
            yield [_Bet(lost * ante, Fraction(-1), counts=True), bonus], int(count)
    for (a, d, m, k, other, c), count in np.ndenumerate(counts.made):
        if count:
            bonus = _Bet(stake, bonus_nets[c], BONUS in counting)
            yield [*_main_bets(pays, ante, (a, d, m), k, other), bonus], int(count)


def _main_bets(pays: CrissCrossPays, ante: Fraction, places: tuple[int, int, int], k: int, other: int) -> list[_Bet]:
    across, down, middle = (ante * (pays.least, pays.most)[place] for place in places)
    staked = [
        (ante, pays.antes[k]),
        (ante, pays.antes[other]),
        (across, pays.bets[k]),
        (down, pays.bets[other]),
        (middle, pays.bets[max(k, other)]),
    ]
    return [_Bet(stake, net, counts=True) for stake, net in staked]


def _community_classes(asked: Question) -> tuple[bytes, list[Fraction]]:
    """The community hand's classes by strength and what each nets; all one where no Five Card Bonus is made."""
    values = hand_values(asked.terms)
    table = asked.terms.paytable(BONUS) if BONUS in asked.stakes else None
    if table is None:
        return bytes(len(values)), [Fraction(0)]
    of_strength = [line_net(table.line_for(value), asked.stakes[BONUS], {}) for value in values]
    nets = sorted(set(of_strength))
    return bytes(nets.index(net) for net in of_strength), nets


def _dollars(amount: Amount) -> Fraction:
    return Fraction(amount.cents, 100)
