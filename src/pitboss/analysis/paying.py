"""Paytables made ready for the kernels: for every strength of hand, what one unit staked nets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.analysis.kernels.crazy_four_main import MainGame, Pays
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays
from pitboss.analysis.kernels.five_card_tables import representatives
from pitboss.analysis.refusing import refused
from pitboss.cards import (
    DECK,
    RANKS,
    FiveCardValue,
    FourCardRank,
    HandValue,
    evaluate,
    five_card_values,
    four_card_values,
)
from pitboss.money import Amount, Fixed, For, MeterShare, Odds, Push, To
from pitboss.rulebooks import Terms
from pitboss.rulebooks.paytable import Paytable, PaytableLine

Meters = Mapping[str, Amount]


def net(odds: Odds, stake: Amount, meters: Meters) -> Fraction:
    """What one unit staked wins net at these odds: "3 to 2" 3/2, "300 for 1" 299, a push 0.

    Fixed sums and meter shares are divided by the stake, which then has to be known.
    """
    match odds:
        case To(n, d):
            return Fraction(n, d)
        case For(n, d):
            return Fraction(n, d) - 1
        case Push():
            return Fraction(0)
        case Fixed(amount):
            return Fraction(amount.cents, stake.cents) - 1
        case MeterShare(percent, meter):
            return percent.as_fraction * meters[meter].cents / stake.cents - 1
    raise TypeError(f"no net for {odds}")


def line_net(line: PaytableLine | None, stake: Amount, meters: Meters) -> Fraction:
    """What one unit staked nets by a line; all of it is lost where no line pays."""
    return Fraction(-1) if line is None else net(line.pays, stake, meters)


UNIT = Amount(100)


def criss_cross_pays(terms: Terms) -> CrissCrossPays:
    """The main game's tables by strength of five-card hand.

    Hands are gone through from worst to best; a new class begins wherever what a bet or an ante nets changes, so
    the higher class always outranks the lower, as the Middle Bet asks.
    """
    main, ante = terms.paytable("middle"), terms.paytable("ante_across")
    assert main is not None
    assert ante is not None
    decision = terms.rulebook.decisions[0]
    values = values_by_strength(ace_low=terms.reading("ace-low-straight") != "ace-high-only")
    classes = bytearray(len(values))
    nets: list[tuple[Fraction, Fraction]] = []
    for strength in sorted(range(len(values)), key=lambda place: values[place]):
        pays = tuple(line_net(table.line_for(values[strength]), UNIT, {}) for table in (main, ante))
        if not nets or nets[-1] != pays:
            nets.append((pays[0], pays[1]))
        classes[strength] = len(nets) - 1
    bets, antes = zip(*nets, strict=True)
    try:
        return CrissCrossPays(bytes(classes), bets, antes, decision.least, decision.most)
    except ValueError as error:
        raise refused(terms, "paytable", str(error), "odds of smaller whole numbers") from error


def crazy_four_game(terms: Terms) -> MainGame:
    """The main game of Crazy 4 Poker: the Super Bonus table, the qualifier and the raise."""
    duel, decision = terms.rulebook.duel, terms.rulebook.decisions[0]
    super_bonus = terms.paytable("super_bonus")
    raised = decision.raised
    assert duel is not None
    assert raised is not None
    assert super_bonus is not None
    return MainGame(
        super_bonus=four_card_pays(super_bonus),
        qualifying=_first_four_card(FourCardRank.HIGH_CARD, duel.qualifier),
        raising=_first_four_card(FourCardRank[raised.hand.upper()], raised.low),
        largest_play=raised.most,
        outranked_super_bonus_loses=terms.reading("super-bonus-dealer-not-qualified") == "lost",
    )


def four_card_pays(table: Paytable, stake: Amount = UNIT, meters: Meters | None = None) -> Pays:
    """A table on the best four cards, as floors of strength."""
    return _pays(four_card_values(), table, stake, meters or {})


def five_card_pays(table: Paytable, stake: Amount = UNIT, meters: Meters | None = None) -> Pays:
    """A table on all five cards, as floors of strength."""
    return _pays(five_card_values(), table, stake, meters or {})


def _pays(values: Sequence[HandValue[Any]], table: Paytable, stake: Amount, meters: Meters) -> Pays:
    lines: list[tuple[int, Fraction]] = []
    last: PaytableLine | None = None
    for strength, value in enumerate(values):
        line = table.line_for(value)
        if line is not last:
            lines.append((strength, line_net(line, stake, meters)))
            last = line
    return Pays(tuple(lines))


def values_by_strength(ace_low: bool) -> list[FiveCardValue]:
    """What each strength of the kernels, which play the ace low, is worth under the reading in force."""
    if ace_low:
        return list(five_card_values())
    return [evaluate([DECK[card] for card in hand], ace_low=False) for hand in representatives()]


def _first_four_card(rank: FourCardRank, lead: str | None) -> int:
    """The lowest strength of a kind of four-card hand led by a rank, or by any."""
    least = RANKS.index(lead) if lead else 0
    return next(value.strength for value in four_card_values() if value.rank == rank and value.ranks[0] >= least)
