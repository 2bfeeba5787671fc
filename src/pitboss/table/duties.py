"""What must and may be done at a table now, by whom and under which clause, in the document's order."""

from collections.abc import Iterator
from itertools import chain

from pitboss.engine import Phase, Round, draw_due, spin_due, to_act
from pitboss.engine.deal import deal_clause, deliveries, unseen
from pitboss.engine.faces import faces_due
from pitboss.engine.once import once
from pitboss.engine.settle import current_turn
from pitboss.engine.wagers import incomplete, return_clause
from pitboss.rulebooks.table_rules import Cards, Keying, Remedy
from pitboss.table.devices import cover_need, device_need
from pitboss.table.irregularities import can_occur, remedies_of
from pitboss.table.needs import (
    CHANGE_METHOD,
    Duty,
    chips_need,
    deck_need,
    need_in_play,
    next_to_be_dealt,
    recounts,
    rested,
    store_need,
    stub_need,
    too_old,
)
from pitboss.table.refusal import who_may
from pitboss.table.rounds import unruled_seats
from pitboss.table.state import Table
from pitboss.table.voids import aged, unready


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
        name, title = ("receive-deck", "Receive a deck") if held < wanted else ("remove-deck", "Remove a deck")
        opening = table.rules.opening
        clause = opening.clause if opening and held < wanted else table.rules.decks_clause
        yield Duty(name.replace("-", "_"), title, who_may(table, name), clause, "the table")
    needs = [too_old(table, deck, at) or deck_need(table, deck) for deck in table.decks.values()]
    yield from (duty for duty in needs if duty and duty.name != CHANGE_METHOD)  # of the device, above
    two = table.rules.two_decks
    if table.two_decks and table.rack is not None:
        title = "Put the used deck from the rack into the shuffler"
        by = who_may(table, "empty-rack")
        yield Duty("empty_rack", title, by, two.rack_clause or two.clause, f"deck {table.rack}")
    store = store_need(table)
    if store:
        yield store
    if not table.seats:
        by, clause = who_may(table, "sit"), table.rules.conduct.seated_clause
        yield Duty("sit", "Take a seat", by, clause, "the table", must=False)
    resting = [deck for deck in table.decks.values() if not (table.two_decks and deck.id == table.last_deck)]
    ready = held == wanted and not device and table.seats and (not table.two_decks or table.rack is None)
    ready = ready and not store and not any(map(table.steps_left, table.decks.values()))
    ready = ready and all(rested(table, deck) for deck in table.decks.values())
    for deck in resting:
        if ready and next_to_be_dealt(table, deck) and not too_old(table, deck, at) and not deck_need(table, deck):
            by = who_may(table, "open-round")
            yield Duty("open_round", "Begin a round", by, table.rules.shuffling.clause, f"deck {deck.id}")
            break
    idle = table.rules.idle
    if idle and held and not table.waived("idle") and not any(map(table.steps_left, table.decks.values())):
        by = who_may(table, "declare-idle")
        nobody = not table.seats  # with no gaming activity the cards must be spread; else they may be
        yield Duty("declare_idle", "Declare the table idle", by, idle.clause, "the table", must=nobody)


def _in_round(table: Table, round: Round, at: int) -> Iterator[Duty]:
    rulings, next_step = _next_in_round(table)
    yield from rulings
    waits = _void_need(table, round, at) or next_step
    if waits:
        yield waits
    yield from _beside_round(table)


@once
def _next_in_round(table: Table) -> tuple[tuple[Duty, ...], Duty | None]:
    """What the floor has to rule on, and the next step of the round, whatever the time is."""
    round = table.running
    assert round is not None
    unruled = [] if table.notes.wrong_total is not None else unruled_seats(table, round)  # which goes before all else
    title, by = "Rule on the wagers of the player who left", who_may(table, "rule-on-leaving")
    clause = table.rules.conduct.leaving_clause
    rulings = tuple(Duty("rule_on_leaving", title, by, clause, f"seat {seat}") for seat in unruled)
    waits = stub_need(table) or chips_need(table)
    if round.phase in (Phase.WAGERS, Phase.DEALING):
        waits = waits or need_in_play(table)
    if waits or to_act(round) not in unruled:
        return rulings, waits or _next_action(table, round)
    return rulings, None


@once
def _beside_round(table: Table) -> tuple[Duty, ...]:
    """What may or must be done besides, whatever the time is."""
    needs = [deck_need(table, deck) for deck in table.decks.values() if deck.id != table.in_play]
    due = (need for need in needs if need and need.name != CHANGE_METHOD)  # which waits for the end of the round
    return (*recounts(table), *due)


def _void_need(table: Table, round: Round, at: int) -> Duty | None:
    """A round that cannot be dealt any more: its deck too old, or a device broken that its cards need."""
    if round.phase not in (Phase.WAGERS, Phase.DEALING) or round.out:
        return None
    rules, by = table.rules, who_may(table, "void")
    if aged(table, at) and rules.age_void_clause:
        where = f"deck {table.in_play}"
        return Duty("void", "Void the round: its deck is too old", by, rules.age_void_clause, where)
    if unready(table) and rules.unready_void_clause:
        title = "Void the round: a broken device keeps its cards from being dealt"
        return Duty("void", title, by, rules.unready_void_clause, "the round")
    return None


def _next_action(table: Table, round: Round) -> Duty:
    """What the round itself waits for."""
    rulebook = table.terms.rulebook
    match round.phase:
        case Phase.WAGERS:
            return _next_wager(table, round)
        case Phase.DEALING if draw_due(round):
            title, clause = (
                f"Draw for {' and '.join(bonus.title for bonus in rulebook.bonuses)}",
                rulebook.bonuses[0].draw_clause,
            )
            return _action_duty(table, "draw", title, clause, "the table")
        case Phase.DEALING:
            to = "the table" if _laid_down(table, round) else deliveries(round)[round.deliveries][0]
            title, clause = _next_card(table, round)
            return _action_duty(table, "deal", title, clause, to)
        case Phase.DECISION:
            decision = rulebook.decisions[round.stage]
            return _action_duty(table, "bet", "Decide", decision.clause, f"seat {to_act(round)}")
        case Phase.REVEAL:
            decision = rulebook.decisions[round.stage]
            where = ", ".join(decision.reveals)
            title = "Turn cards up and key them" if faces_due(round) else "Turn cards up"
            return _action_duty(table, "reveal", title, decision.reveal_clause, where)
    return _next_settlement(table, round)


def _action_duty(table: Table, name: str, title: str, clause: str, where: str) -> Duty:
    return Duty(name, title, who_may(table, name), clause, where)


def _next_wager(table: Table, round: Round) -> Duty:
    dealing = table.terms.dealing
    for number in incomplete(round):
        title = "Return the wagers of a seat that is not complete, or wait for the rest"
        return _action_duty(table, "return-wagers", title, return_clause(table.terms), f"seat {number}")
    if not round.seats:
        clause = table.rules.conduct.seated_clause
        return _action_duty(table, "place-wager", "Put up the wagers of the round", clause, "the table")
    return _action_duty(table, "close-bets", 'Announce "no more bets"', dealing.no_more_bets_clause, "the table")


def _next_settlement(table: Table, round: Round) -> Duty:
    rulebook = round.terms.rulebook
    turn, spin = current_turn(round), spin_due(round)
    clause = (turn.step if turn else rulebook.settlement[-1]).clause
    if round.phase is Phase.VALIDATION:
        line = round.held[0]
        waits = next((rule.clause for rule in rulebook.validations if rule.wager == line.wager), clause)
        return _action_duty(table, "validate", "Validate a payout", waits, f"seat {line.seat}")
    if spin is not None:
        keyed = ": the player turns it, the dealer keys in where it stopped" if table.cards is Cards.PHYSICAL else ""
        clause = rulebook.wheels[0].spin_clause
        return _action_duty(table, "spin", f"Spin the wheel{keyed}", clause, f"seat {spin}")
    for place, _ in faces_due(round):
        return _action_duty(table, "reveal", "Turn cards up and key them", clause, place)
    where = f"seat {turn.seat.number}" if turn else "the table"
    return _action_duty(table, "settle", "Settle the next player's wagers", clause, where)


def _next_card(table: Table, round: Round) -> tuple[str, str]:
    """What is dealt next, and by which clause: a card drawn in error is out of the deck before its turn."""
    rules = (rule for rule in table.rules.irregularities if Remedy.USE_AS_NEXT in rule.remedies)
    drawn = next(rules, None) if table.notes.drawn else None
    if drawn is not None:
        return "Deal the card that was drawn in error: it is the next", drawn.clause
    if _laid_down(table, round):
        return "Deal the cards face down", deal_clause(round)
    return "Deal the next card or stack", deal_clause(round)


def _laid_down(table: Table, round: Round) -> bool:
    """Whether what is dealt next goes down without its faces."""
    return table.keyed is Keying.SEEN and unseen(round)


def _always(table: Table) -> Iterator[Duty]:
    """Orders of the floor and reports of irregularities: what may be done at any time."""
    cut, ordered = table.rules.cut, table.rules.shuffling.ordered_clause
    for deck in table.decks.values():
        where = f"deck {deck.id}"
        if cut and deck.cut and not table.cards_out(deck.id):
            by = who_may(table, "order-recut")
            yield Duty("order_recut", "Order another cut", by, cut.recut_clause, where, must=False)
        if ordered and deck.shuffled and not table.cards_out(deck.id):
            by = who_may(table, "order-shuffle")
            yield Duty("order_shuffle", "Order a shuffle", by, ordered, where, must=False)
    for rule in table.rules.irregularities:
        if can_occur(table, rule):
            remedies = remedies_of(table, rule)
            yield Duty(
                "report_irregularity", rule.title, rule.by, rule.clause, rule.name, must=False, remedies=remedies
            )
