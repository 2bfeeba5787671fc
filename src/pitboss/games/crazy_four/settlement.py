"""Crazy 4 Poker: Ante, Play and Super Bonus against the dealer, Queens Up, progressives, hand bonuses and Cover All."""

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.crazy_four.hands import (
    Outcome,
    dealer_outranks,
    five_card_hand,
    four_card_hand,
    outcome,
    table_best,
)
from pitboss.games.lines import SettlementLine
from pitboss.games.standing import stands
from pitboss.games.state import Round, Seat
from pitboss.games.till import Till
from pitboss.money import MeterShare, Push
from pitboss.rulebooks.parts import Duel, Wager
from pitboss.rulebooks.paytable import Paytable


def settle_duel(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Ante and Play: even money; without a qualified dealer the Play wins and the Ante goes back."""
    duel = _duel(till)
    best = four_card_hand(seat.cards)
    result = outcome(till.round, seat)
    clause = _clause(duel, result)
    hand = best.value.describe()
    if result is Outcome.LOWER:
        return [till.lost(seat, wager, hand, best.cards, clause)]
    pushes = result is Outcome.TIE or (result is Outcome.NOT_QUALIFIED and not wager.decision)
    odds = Push() if pushes else duel.pays
    return [till.at(seat, wager, odds, hand, best.cards, clause)]


def settle_super_bonus(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Super Bonus: paid from a straight up whatever the dealer has; below, returned unless the dealer won."""
    best = four_card_hand(seat.cards)
    table = _table(till, wager)
    line = table.line_for(best.value)
    hand = best.value.describe()
    if line is not None:
        return [till.at(seat, wager, line.pays, hand, best.cards, table.clause_of(line))]
    result = outcome(till.round, seat)
    clause = _clause(_duel(till), result)
    beaten = result is Outcome.LOWER
    if result is Outcome.NOT_QUALIFIED and till.terms.reading("super-bonus-dealer-not-qualified") == "lost":
        beaten = dealer_outranks(till.round, seat)
    if beaten:
        return [till.lost(seat, wager, hand, best.cards, clause)]
    return [till.at(seat, wager, Push(), hand, best.cards, clause)]


def settle_four_card(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Queens Up and Four-Card Progressive: the player's best four cards against a table."""
    best = four_card_hand(seat.cards)
    return [till.by_table(seat, wager, _table(till, wager), best.value, best.cards)]


def settle_five_card(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Five-Card and link progressives, and the Five Card Hand Bonus on the player's hand."""
    line = till.by_table(seat, wager, _table(till, wager), five_card_hand(seat.cards), seat.cards)
    return [line, *_drawn_bonuses(till, seat, wager, seat.cards, seat.number)]


def settle_dealer_five_card(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Five Card Hand Bonus on the dealer's hand; a jackpot is shared by all who bet on it."""
    cards = till.round.places["dealer"]
    table = _table(till, wager)
    value = five_card_hand(cards)
    line = table.line_for(value)
    hand = f"dealer: {value.describe()}"
    if line is not None and isinstance(line.pays, MeterShare):
        share = till.round.dealer_share
        assert share is not None
        settled = till.from_meter(seat, wager, line.pays, share, hand, cards, table.clause_of(line))
    else:
        settled = replace(till.by_table(seat, wager, table, value, cards), hand=hand)
    return [settled, *_drawn_bonuses(till, seat, wager, cards, "dealer")]


def settle_cover_all(till: Till, seat: Seat, wager: Wager) -> list[SettlementLine]:
    """Cover All: the highest hand at the table, by the column for the number of players in the round."""
    table = till.terms.paytable(wager.name, len(till.round.seats))
    assert table is not None
    value, cards, holder = table_best(till.round, table)
    line = table.line_for(value)
    hand = f"{holder}: {value.describe()}"
    if line is None:
        return [till.lost(seat, wager, hand, cards, table.clause)]
    return [till.at(seat, wager, line.pays, hand, cards, table.clause_of(line))]


def envy_lines(till: Till, holder: Seat, wager: str) -> list[SettlementLine]:
    """What a player's hand brings to the others who made a progressive wager, from the dealer's right."""
    terms = till.terms
    if wager not in terms.wagers or all(schedule.wager != wager for schedule in terms.rulebook.envy):
        return []
    if holder.abandoned or holder.forfeited or (holder.folded and terms.reading("folded-hand-envy") != "yes"):
        return []
    if terms.reading("envy-needs-wager") == "yes" and wager not in holder.wagers:
        return []
    found = []
    for _, seat in sorted(till.round.seats.items(), reverse=True):
        if seat.number != holder.number and wager in seat.wagers and not (seat.abandoned or seat.forfeited):
            found += _envy(till, holder, seat, wager)
    return found


def _envy(till: Till, holder: Seat, seat: Seat, wager: str) -> list[SettlementLine]:
    schedule = till.terms.envy(wager, seat.wagers[wager])
    if schedule is None:
        return []
    if schedule.ranking == "four_card":
        best = four_card_hand(holder.cards)
        value, cards = best.value, best.cards
        line = next((line for line in schedule.lines if line.covers(value)), None)
        words = value.describe()
    else:
        five = five_card_hand(holder.cards)
        cards = holder.cards
        line = next((line for line in schedule.lines if line.covers(five)), None)
        words = five.describe()
    if line is None:
        return []
    hand = f"seat {holder.number}: {words}"
    return [till.bonus(seat, schedule.name, wager, line.pays, hand, cards, schedule.clause)]


def _drawn_bonuses(
    till: Till, seat: Seat, wager: Wager, cards: tuple[Card, ...], position: int | str
) -> list[SettlementLine]:
    """Magic Card and Lucky Bonus on the Five Card Hand Bonus wager concerned."""
    if wager.offer != "five_card_hand_bonus":
        return []
    magic, lucky = till.round.magic_card, till.round.lucky_position
    hits = {
        "magic_card": (magic is not None and magic in cards, f"{magic} drawn"),
        "lucky_bonus": (lucky is not None and lucky == position, f"position {lucky} drawn"),
    }
    return [
        till.bonus(seat, bonus.name, wager.name, bonus.pays, hits[bonus.name][1], (), bonus.clause)
        for bonus in till.terms.rulebook.bonuses
        if hits[bonus.name][0]
    ]


def dealer_jackpot(round: Round) -> tuple[MeterShare, int] | None:
    """The meter share the dealer's hand wins and the number of players it is divided among, if there are any."""
    bettors = [
        (seat, name)
        for seat in round.seats.values()
        for name in seat.wagers
        if round.terms.wagers[name].decided_by == "dealer_five_card_hand" and stands(round, seat, name)
    ]
    if not bettors:
        return None
    table = round.terms.paytable(bettors[0][1])
    assert table is not None
    line = table.line_for(five_card_hand(round.places["dealer"]))
    if line is None or not isinstance(line.pays, MeterShare):
        return None
    return line.pays, len(bettors)


def _duel(till: Till) -> Duel:
    duel = till.terms.rulebook.duel
    assert duel is not None
    return duel


def _clause(duel: Duel, result: Outcome) -> str:
    return {
        Outcome.NOT_QUALIFIED: duel.not_qualified_clause,
        Outcome.LOWER: duel.lower_clause,
        Outcome.HIGHER: duel.higher_clause,
        Outcome.TIE: duel.tie_clause,
    }[result]


def _table(till: Till, wager: Wager) -> Paytable:
    table = till.terms.paytable(wager.name)
    assert table is not None
    return table
