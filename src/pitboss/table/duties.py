"""What must and may be done at a table now, by whom and under which clause, in the document's order."""

from collections.abc import Iterator
from itertools import chain

from pitboss.games import Phase, Round, draw_due, next_delivery, spin_due, to_act
from pitboss.rulebooks.table_rules import Role
from pitboss.table.devices import cover_need, device_need
from pitboss.table.irregularities import can_occur, remedies_of
from pitboss.table.needs import Duty, chips_need, deck_need, stub_need, too_old
from pitboss.table.refusing import DEALER, FLOOR, STAFF
from pitboss.table.rounds import unruled_seats
from pitboss.table.state import Table

PLAYER = (Role.PLAYER,)


def duties(table: Table, at: int) -> list[Duty]:
    """Everything due at this time, then everything else that is allowed."""
    return sorted(chain(_due(table, at), _always(table)), key=lambda duty: not duty.must)


def all_due(table: Table, at: int) -> list[Duty]:
    """Everything that must be done at this time, and nothing of what may be."""
    return [duty for duty in _due(table, at) if duty.must]


def first_due(table: Table, at: int) -> Duty | None:
    """The first thing that must be done at this time: the head of `duties`, without the cost of the rest."""
    return next((duty for duty in _due(table, at) if duty.must), None)


def _due(table: Table, at: int) -> Iterator[Duty]:
    """All that must be done, and some of what may be."""
    own = _in_round(table, table.running, at) if table.running else _between_rounds(table, at)
    cover = cover_need(table) if table.running else None
    return chain(own, [cover] if cover else ())


def _between_rounds(table: Table, at: int) -> Iterator[Duty]:
    device = device_need(table)
    if device:
        yield device
    wanted, held = table.terms.submission.decks, len(table.decks)
    if held != wanted:
        name, title = ("receive_deck", "Receive a deck") if held < wanted else ("remove_deck", "Remove a deck")
        yield Duty(name, title, DEALER, table.rules.decks_clause, "the table")
    needs = [too_old(table, deck, at) or deck_need(table, deck) for deck in table.decks.values()]
    yield from (duty for duty in needs if duty)
    two = table.rules.two_decks
    if table.two_decks and table.rack is not None:
        title = "Put the used deck from the rack into the shuffler"
        yield Duty("empty_rack", title, DEALER, two.rack_clause or two.clause, f"deck {table.rack}")
    if not table.seats:
        yield Duty("sit", "Take a seat", PLAYER, table.rules.conduct.seated_clause, "the table", must=False)
    resting = [deck for deck in table.decks.values() if not (table.two_decks and deck.id == table.last_deck)]
    ready = held == wanted and not device and table.seats and (not table.two_decks or table.rack is None)
    for deck in resting:
        if ready and not too_old(table, deck, at) and not deck_need(table, deck):
            yield Duty("open_round", "Begin a round", DEALER, table.rules.shuffling.clause, f"deck {deck.id}")
            break
    idle = table.rules.idle
    if idle and held and not table.waived("idle") and not any(map(table.steps_left, table.decks.values())):
        yield Duty("declare_idle", "Declare the table idle", STAFF, idle.clause, "the table", must=False)


def _in_round(table: Table, round: Round, at: int) -> Iterator[Duty]:
    for seat in unruled_seats(table, round):
        title = "Rule on the wagers of the player who left"
        yield Duty("rule_on_leaving", title, FLOOR, table.rules.conduct.leaving_clause, f"seat {seat}")
    assert table.in_play is not None
    waits = stub_need(table) or chips_need(table)
    if round.phase in (Phase.WAGERS, Phase.DEALING):
        waits = waits or deck_need(table, table.decks[table.in_play])
    aged = too_old(table, table.decks[table.in_play], at)
    if aged and round.phase is Phase.WAGERS:
        waits = Duty("void", "Void the round: its deck has reached its age limit", FLOOR, aged.clause, aged.where)
    yield waits or _next_action(table, round)
    for deck in table.decks.values():
        due = None if deck.id == table.in_play else deck_need(table, deck)
        if due:
            yield due


def _next_action(table: Table, round: Round) -> Duty:
    """What the round itself waits for."""
    rulebook, dealing = table.terms.rulebook, table.terms.dealing
    decision = rulebook.decisions[min(round.stage, len(rulebook.decisions) - 1)]
    if round.phase is Phase.WAGERS:
        return Duty("close-bets", 'Announce "no more bets"', DEALER, dealing.no_more_bets_clause, "the table")
    delivery = next_delivery(round)
    if delivery is not None:
        return Duty("deal", "Deal the next card or stack", DEALER, dealing.order_clause, delivery[0])
    if round.phase is Phase.DECISION:
        return Duty("bet", "Bet or fold", PLAYER, decision.clause, f"seat {to_act(round)}")
    if round.phase is Phase.REVEAL:
        return Duty("reveal", "Turn cards up", DEALER, decision.reveal_clause, ", ".join(decision.reveals))
    return _next_settlement(round)


def _next_settlement(round: Round) -> Duty:
    rulebook = round.terms.rulebook
    clause, spin = rulebook.settlement[0].clause, spin_due(round)
    if round.phase is Phase.VALIDATION:
        line = round.held[0]
        waits = next((rule.clause for rule in rulebook.validations if rule.wager == line.wager), clause)
        return Duty("validate", "Validate a payout", FLOOR, waits, f"seat {line.seat}")
    if spin is not None:
        return Duty("spin", "Spin the wheel", DEALER, rulebook.wheels[0].clause, f"seat {spin}")
    if draw_due(round):
        title = "Draw Magic Card and lucky position"
        return Duty("draw", title, DEALER, rulebook.bonuses[0].clause, "the table")
    return Duty("settle", "Settle the next player's wagers", DEALER, clause, "the table")


def _always(table: Table) -> Iterator[Duty]:
    """Orders of the floor and reports of irregularities: what may be done at any time."""
    cut, ordered = table.rules.cut, table.rules.shuffling.ordered_clause
    for deck in table.decks.values():
        where = f"deck {deck.id}"
        if cut and deck.cut and not table.cards_out(deck.id):
            yield Duty("order_recut", "Order another cut", FLOOR, cut.recut_clause, where, must=False)
        if ordered and deck.shuffled and not table.cards_out(deck.id):
            yield Duty("order_shuffle", "Order a shuffle", FLOOR, ordered, where, must=False)
    for rule in table.rules.irregularities:
        if can_occur(table, rule):
            remedies = remedies_of(table, rule)
            yield Duty(
                "report_irregularity", rule.title, rule.by, rule.clause, rule.name, must=False, remedies=remedies
            )
