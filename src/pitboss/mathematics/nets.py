"""Paytables made ready for the kernels: for every strength of hand, what one unit staked nets."""

import inspect
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pitboss.cards
from pitboss.cards import (
    DECK,
    FiveCardValue,
    HandValue,
    evaluate,
    five_card_values,
    four_card_values,
)
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays, Fates, Pays
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.kernels.five_card_tables import STRENGTHS, representatives
from pitboss.mathematics.kernels.kept import kept
from pitboss.mathematics.refusal import refused, too_large
from pitboss.mathematics.shape import crazy_four_shape, criss_cross_shape
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
    return LOST if line is None else net(line.pays, stake, meters)


UNIT = Amount(100)
MAIN_GAME = "main game"
MOST_KINDS = 255
LOST = Fraction(-1)


def criss_cross_pays(terms: Terms) -> CrissCrossPays:
    """The main game's tables by strength of five-card hand.

    Hands are gone through from worst to best; a new class begins wherever what any bet or ante nets changes, so
    the higher class always outranks the lower, as the Middle Bet asks.
    """
    shape = criss_cross_shape(terms, MAIN_GAME)
    tables = [_nets(_table(terms, wager), shape.ace_low) for wager in (*shape.bets, *shape.antes)]
    classes = bytearray(len(tables[0]))
    nets: list[tuple[Fraction, ...]] = []
    for strength in _order(shape.ace_low):
        pays = tuple(table[strength] for table in tables)
        if not nets or nets[-1] != pays:
            nets.append(pays)
            if len(nets) > MOST_KINDS:
                raise refused(terms, "paytable", "too many kinds of hand paid differently", f"at most {MOST_KINDS}")
        classes[strength] = len(nets) - 1
    across, down, middle, ante_across, ante_down = zip(*nets, strict=True)
    try:
        return CrissCrossPays(bytes(classes), (across, down, middle), (ante_across, ante_down), shape.sizes)
    except ValueError as error:
        raise too_large(terms, error) from error


@lru_cache(maxsize=16)
def _nets(table: Paytable, ace_low: bool) -> tuple[Fraction, ...]:
    """What one unit nets by strength of five-card hand."""
    nets = [*(net(line.pays, UNIT, {}) for line in table.lines), LOST]
    return tuple(nets[line] for line in _line_numbers(table, ace_low))


def _line_numbers(table: Paytable, ace_low: bool) -> bytes:
    """The place of the line that pays each strength, or the number of lines where none does."""

    def found() -> bytes:
        lines = (table.line_for(value) for value in values_by_strength(ace_low))
        return bytes(len(table.lines) if line is None else table.lines.index(line) for line in lines)

    return kept("lines", repr((table.lines, ace_low)).encode() + _judges(), STRENGTHS, found)


@cache
def _judges() -> bytes:
    """The sources that say which hand is which, and which line pays it."""
    cards = Path(next(iter(pitboss.cards.__path__)))
    sources = [*sorted(cards.glob("*.py")), Path(inspect.getfile(Paytable)), Path(__file__)]
    return b"".join(source.read_bytes() for source in sources)


@cache
def _order(ace_low: bool) -> Sequence[int]:
    """The strengths of the kernels from the worst hand to the best, under the reading of the ace."""
    if ace_low:
        return range(STRENGTHS)  # as the kernels count them
    values = values_by_strength(ace_low)
    return sorted(range(len(values)), key=lambda place: values[place])


def crazy_four_pays(terms: Terms) -> CrazyFourPays:
    """The main game of Crazy 4 Poker: the Super Bonus table, the qualifier, the raise and the odds of the duel."""
    shape = crazy_four_shape(terms, MAIN_GAME)
    return CrazyFourPays(
        super_bonus=four_card_pays(_table(terms, shape.super_bonus)),
        qualifying=shape.qualifying,
        raising=shape.raising,
        largest_play=shape.largest,
        unpaid=_fates(shape.unpaid_odds),
        ante=_fates(shape.ante_odds),
        play=_fates(shape.play_odds),
        sizes=shape.sizes,
    )


def _fates(odds: Sequence[Odds | None]) -> Fates:
    plain, outranking, lower, equal, higher = (LOST if one is None else net(one, UNIT, {}) for one in odds)
    return plain, outranking, lower, equal, higher


def _table(terms: Terms, wager: str) -> Paytable:
    table = terms.paytable(wager)
    assert table is not None
    return table


def four_card_pays(table: Paytable, stake: Amount = UNIT, meters: Meters | None = None) -> Pays:
    """A table on the best four cards, as floors of strength."""
    return _pays(four_card_values(), table, stake, meters or {})


def _pays(values: Sequence[HandValue[Any]], table: Paytable, stake: Amount, meters: Meters) -> Pays:
    lines: list[tuple[int, Fraction | None]] = []
    last: PaytableLine | None = None
    for strength, value in enumerate(values):
        line = table.line_for(value)
        if line is not last:
            lines.append((strength, None if line is None else net(line.pays, stake, meters)))
            last = line
    return Pays(tuple(lines))


@cache
def values_by_strength(ace_low: bool) -> Sequence[FiveCardValue]:
    """What each strength of the kernels, which play the ace low, is worth under the reading in force."""
    if ace_low:
        return five_card_values()
    return tuple(evaluate([DECK[card] for card in hand], ace_low=False) for hand in representatives())
