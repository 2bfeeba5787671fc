"""How one wager is paid: by a table, by a duel with the dealer, or by the wheel, as the rulebook has it."""

from functools import cache

from msgspec.structs import replace

from pitboss.engine.hands import Made, Outcome, compared, deciding_hand, everyones_best, made, qualifies
from pitboss.engine.lines import Result, SettlementLine
from pitboss.engine.state import Round, Seat, stands
from pitboss.engine.till import Till
from pitboss.engine.wheel import settle_by_wheel, spins_for
from pitboss.money import MeterShare, Odds, Push, parse_odds
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, Duel, Outcomes, Wager
from pitboss.rulebooks.paytable import Paytable, PaytableLine
from pitboss.rulebooks.rulebook import READING

odds_of = cache(parse_odds)


def settle_wager(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """The lines of a wager that stands, and of the bonuses that ride on it."""
    if spins_for(till.round, wager):
        return settle_by_wheel(till, seat, wager)
    if wager.against is not None:
        lines = [_by_duel(till, seat, wager, wager.against)]
    else:
        lines = [_by_table(till, seat, wager)]
    return [*lines, *_hand_bonuses(till, seat, wager), *_drawn_bonuses(till, seat, wager)]


# By a table


def _by_table(till: Till, seat: Seat, wager: Wager) -> SettlementLine:
    """Paid by the line of its table that covers the hand; the highest at the table, by the number of its players."""
    if wager.everyones:
        table = _table(till, wager, len(till.round.seats))
        hand = everyones_best(till.round, wager, table)
    else:
        table = _table(till, wager)
        hand = deciding_hand(till.round, seat, wager)
    line = table.line_for(hand.value)
    if line is not None and wager.divided_clause and isinstance(line.pays, MeterShare):
        return _divided(till, seat, wager, line, hand)
    settled = replace(till.by_table(seat, wager, table, hand.value, hand.cards), hand=hand.describe())
    clause = _push_clause(till, seat, wager, table) if settled.result is Result.PUSH else None
    return replace(settled, clause=clause) if clause else settled


def _push_clause(till: Till, seat: Seat, wager: Wager, table: Paytable) -> str | None:
    """Of a wager on the better of two hands that pushes, the fate of the two says by which clause."""
    if not wager.both_push_clause:
        return None
    first, second = (table.line_for(made(till.round, seat, name).value) for name in wager.hands)
    if second is None:
        return wager.first_push_clause
    return wager.both_push_clause if first is not None else wager.second_push_clause


# By a duel


def _by_duel(till: Till, seat: Seat, wager: Wager, outcomes: Outcomes) -> SettlementLine:
    """By how the player's hand fares; a line of the wager's own table may come first, whatever the dealer has."""
    duel = till.terms.duel(outcomes)
    hand = made(till.round, seat, duel.hand)
    result, word = outcome(till.round, seat, duel, outcomes)
    clause = _clause(duel, result)
    if result is Outcome.NOT_QUALIFIED and outcomes.outranked_reading and word != outcomes.not_qualified:
        clause = f"{READING}{outcomes.outranked_reading}"
    table = till.terms.paytable(wager.name, result)
    line = table.line_for(hand.value) if table is not None else None
    by_table = outcomes.table_first or word in (BY_TABLE, BY_TABLE_OR_PUSH)
    if by_table and table is not None and line is not None:
        return till.at(seat, wager, line.pays, hand.describe(), hand.cards, table.clause_of(line))
    if word in (LOSE, BY_TABLE):
        return till.lost(seat, wager, hand.describe(), hand.cards, clause)
    odds: Odds = Push() if word == BY_TABLE_OR_PUSH else odds_of(word)
    return till.at(seat, wager, odds, hand.describe(), hand.cards, clause)


def outcome(round: Round, seat: Seat, duel: Duel, outcomes: Outcomes) -> tuple[Outcome, str]:
    """How a hand fares in a duel, and what becomes of the wager by it."""
    against = compared(round, seat, duel)
    if outcomes.not_qualified is not None and not qualifies(round, seat, duel):
        outranked = round.terms.outranked(outcomes) if against is Outcome.LOWER else None
        return Outcome.NOT_QUALIFIED, outranked or outcomes.not_qualified
    words = {Outcome.HIGHER: outcomes.higher, Outcome.TIE: outcomes.tie, Outcome.LOWER: outcomes.lower}
    return against, words[against]


def _clause(duel: Duel, result: Outcome) -> str:
    return {
        Outcome.NOT_QUALIFIED: duel.not_qualified_clause or duel.clause,
        Outcome.LOWER: duel.lower_clause,
        Outcome.HIGHER: duel.higher_clause,
        Outcome.TIE: duel.tie_clause,
    }[result]


# From a meter that is divided


def jackpot_shared(round: Round) -> tuple[MeterShare, str, tuple[int, ...]] | None:
    """The meter share that a hand of the table wins, the wager, and the seats it is divided among, if there are any."""
    bettors = [
        (seat, name)
        for seat in round.seats.values()
        for name in seat.wagers
        if round.terms.wagers[name].divided_clause and stands(round, seat, name)
    ]
    if not bettors:
        return None
    seat, name = bettors[0]
    table = round.terms.paytable(name)
    assert table is not None
    line = table.line_for(deciding_hand(round, seat, round.terms.wagers[name]).value)
    if line is None or not isinstance(line.pays, MeterShare):
        return None
    return line.pays, name, tuple(sorted(seat.number for seat, _ in bettors))


def _divided(till: Till, seat: Seat, wager: Wager, line: PaytableLine, hand: Made) -> SettlementLine:
    """One bettor's part of what a hand of the table takes from the meter; a divided one says how it was divided."""
    each, among = till.round.dealer_share, till.round.dealer_sharers
    share, clause, words = line.pays, _table(till, wager).clause_of(line), hand.describe()
    assert each is not None
    assert isinstance(share, MeterShare)
    if among > 1:
        part = _PARTS.get(among, f"one part in {among}")
        words, clause = f"{words}, {part} of {share.percent}", wager.divided_clause or clause
    return till.from_meter(seat, wager, share, each, words, hand.cards, clause)


_PARTS = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}


# Bonuses that ride on a wager


def _hand_bonuses(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Bonuses by a table of their own, whatever became of the wager."""
    found = []
    for bonus in till.terms.rulebook.hand_bonuses:
        table = till.terms.paytable(bonus.name) if bonus.on == wager.name and seat.plays else None
        hand = made(till.round, seat, bonus.decided_by) if table is not None else None
        line = table.line_for(hand.value) if table is not None and hand is not None else None
        if table is not None and hand is not None and line is not None:
            clause = table.clause_of(line)
            found.append(till.bonus(seat, bonus.name, wager.name, line.pays, hand.describe(), hand.cards, clause))
    return found


def _drawn_bonuses(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Bonuses on the wager that chance picked by a card of its hand, or by whose hand it is."""
    drawn = [bonus for bonus in till.terms.rulebook.bonuses if bonus.on == wager.offer]
    if not drawn:
        return []
    hand = deciding_hand(till.round, seat, wager)
    card, position = till.round.magic_card, till.round.lucky_position
    hits = {
        "card": (card is not None and card in hand.cards, f"{card} drawn"),
        "position": (position is not None and position == (hand.holder or seat.number), f"position {position} drawn"),
    }
    return [
        till.bonus(seat, bonus.name, wager.name, bonus.pays, hits[bonus.draws][1], (), bonus.clause)
        for bonus in drawn
        if hits[bonus.draws][0]
    ]


def _table(till: Till, wager: Wager, players: int | None = None) -> Paytable:
    table = till.terms.paytable(wager.name, players)
    assert table is not None
    return table
