"""Decks: receipt, the steps that ready them, shuffle, cut, discard rack, removal, and the idle table."""

from pitboss.cards import DECK, Card
from pitboss.engine.actions import Void
from pitboss.rulebooks.table_rules import Role
from pitboss.table.commands import (
    Attest,
    CutDeck,
    DeclareIdle,
    EmptyRack,
    OrderRecut,
    OrderShuffle,
    ReceiveDeck,
    RemoveDeck,
    ShuffleDeck,
    StoreDeck,
)
from pitboss.table.devices import device_need
from pitboss.table.events import (
    DeckCut,
    DeckLoaded,
    DeckReceived,
    DeckRemoved,
    DeckShuffled,
    DeckStored,
    RackEmptied,
    RecutRequired,
    ShuffleRequired,
    StepAttested,
    StubHandled,
    TableEvent,
    TableIdle,
)
from pitboss.table.needs import CHANGE_METHOD, Duty, cut_required, deck_need, stub_need, too_old
from pitboss.table.refusal import comes_first, refuse, require_authority, require_deck, require_reason, require_role
from pitboss.table.rounds import in_round
from pitboss.table.state import Deck, Procedure, Shuffle, Table


def receive(table: Table, command: ReceiveDeck) -> list[TableEvent]:
    """A deck comes to the table: no more decks than the law allows, and a second one that can be told apart."""
    rules, where = table.rules, f"deck {command.deck}"
    require_authority(table, command, "receive-deck", "receiving a deck", rules.decks_clause)
    if command.deck in table.decks or command.deck in table.removed:
        says = "This deck has been at the table before; bring a fresh one."
        raise refuse(table, rules.decks_clause, where, "a deck that was here before", "a fresh deck", says)
    if len(table.decks) >= table.terms.submission.decks:
        clause = rules.two_decks.clause if table.two_decks else rules.decks_clause
        allowed = "two decks" if table.two_decks else "one deck, or two filed with an automated shuffler"
        says = "The table has its two decks already." if table.two_decks else f"The table may have {allowed}."
        raise refuse(table, clause, where, "a further deck", allowed, says)
    for other in table.decks.values():
        _refuse_unlike(table, other, command)
    clause = rules.opening.clause if rules.opening else rules.decks_clause
    return [
        DeckReceived(
            by=command.by,
            at=command.at,
            clause=clause,
            deck=command.deck,
            back=command.back,
            design=command.design,
            preshuffled=command.preshuffled,
        )
    ]


def _refuse_unlike(table: Table, other: Deck, command: ReceiveDeck) -> None:
    two, where = table.rules.two_decks, f"deck {command.deck}"
    if two.backs_clause and command.back == other.back:
        allowed, says = f"a color other than {other.back}", f"The other deck has {other.back} backs; use another color."
        raise refuse(table, two.backs_clause, where, f"{command.back} backs", allowed, says)
    if two.design_clause and command.design != other.design:
        says = f"Both decks must have the same design, and the other one's is {other.design}."
        raise refuse(table, two.design_clause, where, f"design {command.design}", f"design {other.design}", says)


def attest(table: Table, command: Attest) -> list[TableEvent]:
    """A role attests the step that is due."""
    deck = require_deck(table, command.deck, command.step)
    where = f"deck {deck.id}"
    due = stub_need(table) if table.cards_out(deck.id) else deck_need(table, deck)
    due = (device_need(table) or due) if due and due.name == CHANGE_METHOD else due
    if due is None or due.name != command.step:
        allowed = f"{due.name}: {due.title}" if due else "nothing: no step is due"
        says = comes_first(due.title) if due else "No step is due with this deck."
        raise refuse(table, due.clause if due else "", where, command.step, allowed, says)
    steps = (*table.steps_left(deck), *table.handling.load, *table.handling.stub)
    if command.step not in {step.name for step in steps}:
        allowed = f"{due.title}: that has a record of its own, and is not attested"
        says = f"This step has a record of its own and is not attested: {due.title[:1].lower()}{due.title[1:]}."
        raise refuse(table, due.clause, where, f"an attestation of {command.step}", allowed, says)
    require_role(table, command, due.by, due.clause, command.step)
    if table.cards_out(deck.id):
        return [StubHandled(by=command.by, at=command.at, clause=due.clause, step=command.step)]
    if not table.steps_left(deck):
        return [DeckLoaded(by=command.by, at=command.at, clause=due.clause, deck=deck.id, step=command.step)]
    _check_step(table, deck, command, due)
    return [
        StepAttested(
            by=command.by,
            at=command.at,
            clause=due.clause,
            deck=deck.id,
            step=command.step,
            player=command.player,
            face_up=command.face_up,
            asked_by=command.asked_by,
        )
    ]


def _check_step(table: Table, deck: Deck, command: Attest, due: Duty) -> None:
    if command.by is Role.PLAYER and table.seat_of(command.player) is None:
        allowed, says = "it by a player seated at the table", "Only a player seated at the table may do this."
        raise refuse(table, due.clause, f"deck {deck.id}", command.step, allowed, says)
    idle = table.rules.idle
    spread_face_up = deck.procedure is Procedure.IDLE and command.face_up
    asked = table.seat_of(command.asked_by) is not None
    if idle is not None and spread_face_up and idle.face_up_on_request_only and not asked:
        allowed = "face down, unless a seated player asks"
        says = "The cards are spread face down, unless a seated player asks for them face up."
        raise refuse(table, due.clause, f"deck {deck.id}", "face up", allowed, says)


def shuffle(table: Table, command: ShuffleDeck) -> list[TableEvent]:
    """A deck was shuffled; one that a counting device finds wrong leaves the table."""
    rules, where = table.rules.shuffling, f"deck {command.deck}"
    require_authority(table, command, "shuffle-deck", "a shuffle", rules.clause)
    deck = require_deck(table, command.deck, "a shuffle")
    for step in table.steps_left(deck):
        raise refuse(table, step.clause, where, "a shuffle", f"{step.name}: {step.title}", comes_first(step.title))
    if table.cards_out(deck.id):
        says = "The deck in play is shuffled after the round."
        raise refuse(table, rules.clause, where, "a shuffle of the deck in play", "a shuffle after the round", says)
    due = deck_need(table, deck)
    if table.in_play == deck.id and (due is None or due.name not in ("shuffle", CHANGE_METHOD)):
        says = "The deck in play is shuffled again only when the floor orders it."
        raise refuse(table, rules.clause, where, "a shuffle of the deck in play", "one that was ordered", says)
    if due is not None and due.name == CHANGE_METHOD:
        due = device_need(table) or due
        says = f"It is out of order. {due.title}."
        raise refuse(table, due.clause, due.where, "a shuffle with it while out of order", due.title, says)
    counts = table.shuffling is Shuffle.DEVICE and table.counts
    if counts is not (command.count is not None):
        allowed = "the number the device counted" if counts else "a shuffle without a count"
        says = f"The record of this shuffle needs {allowed}." if counts else "Nothing counts the cards in this shuffle."
        raise refuse(table, rules.clause, where, f"a shuffle with count {command.count}", allowed, says)
    shuffled = DeckShuffled(
        by=command.by,
        at=command.at,
        clause=rules.clause,
        deck=deck.id,
        how=table.shuffling,
        count=command.count,
        stack_clause=rules.stack_clause or "",
    )
    if command.count in (None, len(DECK)):
        return [shuffled]
    clause = rules.wrong_count_clause or rules.clause
    reason = f"the device counted {command.count} cards"
    removed = DeckRemoved(by=command.by, at=command.at, clause=clause, deck=deck.id, reason=reason)
    unready = table.rules.unready_void_clause
    if table.in_play != deck.id or unready is None:
        return [shuffled, removed]
    return [shuffled, *in_round(table, command, Void(unready, reason)), removed]


def cut(table: Table, command: CutDeck) -> list[TableEvent]:
    """The dealer cuts a deck that must be cut."""
    rules, where = table.rules.cut, f"deck {command.deck}"
    if rules is None:
        raise refuse(table, table.rules.shuffling.clause, where, "a cut", "nothing: these rules ask for no cut")
    require_authority(table, command, "cut-deck", "a cut", rules.clause)
    deck = require_deck(table, command.deck, "a cut")
    due = deck_need(table, deck)
    if due is None or due.name != "cut":
        clause = rules.uncut_clause if deck.shuffled and not cut_required(table, deck) else rules.clause
        allowed = f"{due.name}: {due.title}" if due else "the deal: the cards are ready"
        says = comes_first(due.title) if due else "The cards are ready to be dealt; no cut is due."
        raise refuse(table, clause, where, "a cut", allowed, says)
    if not rules.least <= command.depth < len(DECK):
        allowed = f"{rules.least} to {len(DECK) - 1} cards"
        says = f"The cut must be {allowed} from the top; {command.depth} was given."
        raise refuse(table, rules.clause, where, f"a cut of {command.depth} cards", allowed, says)
    return [DeckCut(by=command.by, at=command.at, clause=rules.clause, deck=deck.id, depth=command.depth)]


def order_shuffle(table: Table, command: OrderShuffle) -> list[TableEvent]:
    """The floor orders a shuffle of a deck that is not being dealt."""
    rules, where = table.rules.shuffling, f"deck {command.deck}"
    if rules.ordered_clause is None:
        allowed = "a shuffle before play and after each round"
        says = "No shuffle can be ordered under these rules: the cards are shuffled before play and after each round."
        raise refuse(table, rules.clause, where, "an order to shuffle", allowed, says)
    require_authority(table, command, "order-shuffle", "an order to shuffle", rules.ordered_clause)
    deck = require_deck(table, command.deck, "an order to shuffle")
    require_reason(table, rules.ordered_clause, where, "an order to shuffle", command.reason)
    if table.cards_out(deck.id):
        says = "Cards of this deck are out; order the shuffle after the round."
        raise refuse(table, rules.ordered_clause, where, "an order to shuffle", "the order after the round", says)
    return [
        ShuffleRequired(by=command.by, at=command.at, clause=rules.ordered_clause, deck=deck.id, reason=command.reason)
    ]


def order_recut(table: Table, command: OrderRecut) -> list[TableEvent]:
    """The floor orders another cut, before any card is dealt."""
    rules, where, tried = table.rules.cut, f"deck {command.deck}", "an order to recut"
    if rules is None:
        raise refuse(table, table.rules.shuffling.clause, where, tried, "nothing: these rules ask for no cut")
    require_authority(table, command, "order-recut", tried, rules.recut_clause)
    deck = require_deck(table, command.deck, tried)
    if table.cards_out(deck.id):
        says = "Another cut can be ordered only before any card is dealt."
        raise refuse(table, rules.recut_clause, where, tried, "the order before any card is dealt", says)
    if not deck.cut:
        says = "The cards have not been cut yet, so there is no cut to order again."
        raise refuse(table, rules.recut_clause, where, tried, "the order after a cut", says)
    require_reason(table, rules.recut_clause, where, tried, command.reason)
    return [RecutRequired(by=command.by, at=command.at, clause=rules.recut_clause, deck=deck.id, reason=command.reason)]


def empty_rack(table: Table, command: EmptyRack) -> list[TableEvent]:
    """The deck of the last round goes from the rack into the shuffler, so that the other can be played."""
    two = table.rules.two_decks
    clause = two.rack_clause or two.clause
    require_authority(table, command, "empty-rack", "emptying the rack", clause)
    if not table.two_decks or table.rack is None or table.running is not None:
        allowed = "nothing: no used deck waits in the rack for the shuffler"
        says = "No used deck waits in the rack for the shuffler."
        raise refuse(table, clause, "the discard rack", "emptying the rack", allowed, says)
    return [RackEmptied(by=command.by, at=command.at, clause=clause, deck=table.rack)]


def store(table: Table, command: StoreDeck) -> list[TableEvent]:
    """The deck that rests goes into the shuffler; the device holds one deck, so that the other comes out."""
    two, where = table.rules.two_decks, f"deck {command.deck}"
    clause = two.stored_clause or two.clause
    require_authority(table, command, "store-deck", "storing a deck", clause)
    deck = require_deck(table, command.deck, "storing it")
    if not table.two_decks or deck.loaded or deck.in_shuffler or table.rack == deck.id or table.cards_out(deck.id):
        allowed = "a resting deck of two that lies on the table"
        says = "Only the resting one of two decks, while it lies on the table, goes into the shuffler."
        raise refuse(table, clause, where, "storing it in the shuffler", allowed, says)
    return [DeckStored(by=command.by, at=command.at, clause=clause, deck=deck.id)]


def remove(table: Table, command: RemoveDeck) -> list[TableEvent]:
    """A deck leaves the table between rounds."""
    clause = table.rules.decks_clause
    require_authority(table, command, "remove-deck", "removing a deck", clause)
    deck = require_deck(table, command.deck, "removal")
    if table.in_play == deck.id:
        says = "This deck is in play; remove it after the round."
        raise refuse(table, clause, f"deck {deck.id}", "removal", "removal after the round", says)
    aged = too_old(table, deck, command.at)
    clause = aged.clause if aged else clause
    return [DeckRemoved(by=command.by, at=command.at, clause=clause, deck=deck.id, reason=command.reason)]


def declare_idle(table: Table, command: DeclareIdle) -> list[TableEvent]:
    """Nobody plays: the cards are to be spread, and readied again for the next player."""
    rules, tried = table.rules.idle, "an idle table"
    if rules is None:
        says = "These rules do not ask for the cards of an idle table to be spread."
        raise refuse(table, "", "the table", tried, "nothing: these rules ask for no spread", says)
    require_authority(table, command, "declare-idle", tried, rules.clause)
    if table.waived("idle"):
        clause = table.rules.shuffling.device_clause or rules.clause
        says = "With this shuffler the cards of an idle table need not be spread."
        raise refuse(table, clause, "the table", tried, "nothing: with this device no spread is needed", says)
    if table.running is not None and table.running.seats:
        says = "The table can be declared idle only after the round."
        raise refuse(table, rules.clause, "the table", tried, "it after the round", says)
    unready = [deck.id for deck in table.decks.values() if table.steps_left(deck)]
    if unready or not table.decks:
        says = "The table can be declared idle only once its cards have been made ready."
        raise refuse(table, rules.clause, "the table", tried, "it once the table is open for gaming", says)
    idle = TableIdle(by=command.by, at=command.at, clause=rules.clause)
    return [*in_round(table, command, Void(rules.clause, "no wager placed")), idle] if table.running else [idle]


def cut_stack(stack: tuple[Card, ...], depth: int) -> tuple[Card, ...]:
    """The stack, top card first, after the `depth` cards on top went to the bottom in their order."""
    return stack[depth:] + stack[:depth]
