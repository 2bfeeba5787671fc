"""What must come next with a deck, a stub or the chips before play may go on. Refusals and duties both ask here."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from pitboss.engine import Phase
from pitboss.engine.once import once
from pitboss.rulebooks.table_rules import Device, Remedy, Role, Step
from pitboss.table.refusal import who_may
from pitboss.table.state import Deck, DeviceState, Shuffle, Table

RACK_STUB = "rack_stub"
CHANGE_METHOD = "change_method"
RULE_ON_CHIPS = "rule_on_chips"
PRESHUFFLED_CUT, LAST_SHUFFLE = "preshuffled-cut", "last-shuffle"
RECOUNT, COUNT_STANDS = "stub-recount", "count-stands"
HOUR = 3600


class Duty(msgspec.Struct, frozen=True):
    """Something to be done now: what, by whom, under which clause; `must` is False where it is only allowed.

    A report of an irregularity names the remedies it would bring now.
    """

    name: str
    title: str
    by: tuple[Role, ...]
    clause: str
    where: str
    must: bool = True
    remedies: tuple[Remedy, ...] = ()


def deck_need(table: Table, deck: Deck) -> Duty | None:
    """The next thing a deck needs before it can be dealt, in the document's order; None when it is ready."""
    where = f"deck {deck.id}"
    for step in table.steps_left(deck):
        return _look_or_wait(table, step, where)
    if deck.shuffled is None:
        return _shuffle_duty(table, deck, "Shuffle the cards", table.rules.shuffling.clause)
    needs_device = table.terms.dealing.needs_shuffler_clause
    if needs_device and deck.shuffled is not Shuffle.DEVICE:
        return _shuffle_duty(table, deck, "Shuffle the cards with the device", needs_device)
    cut = table.rules.cut
    if cut is not None and cut_required(table, deck) and not deck.cut:
        title = f"Cut the cards, {cut.least} or more from the top"
        return Duty("cut", title, who_may(table, "cut-deck"), cut.required_clause, where)
    for step in table.handling.load:
        if step.name not in deck.loaded and next_to_be_dealt(table, deck):
            return step_duty(step, where)
    return None


@once
def need_in_play(table: Table) -> Duty | None:
    """The same of the deck in play."""
    assert table.in_play is not None
    return deck_need(table, table.decks[table.in_play])


def _look_or_wait(table: Table, step: Step, where: str) -> Duty:
    """A step of opening or idle table; one that is a player's waits until somebody has arrived."""
    if Role.PLAYER in step.by and not table.seats:
        title = "Wait for the first player, who may look the cards over"
        return Duty("sit", title, who_may(table, "sit"), step.clause, where)
    return step_duty(step, where)


def _shuffle_duty(table: Table, deck: Deck, title: str, clause: str) -> Duty:
    """A shuffle, or with the device broken the change to another method."""
    if table.shuffling is Shuffle.DEVICE and table.devices.get(Device.SHUFFLER) is not DeviceState.WORKING:
        title = f"Change to a method without the {Device.SHUFFLER}, or restore it"
        return Duty(CHANGE_METHOD, title, who_may(table, "change-method"), clause, f"the {Device.SHUFFLER}")
    return Duty("shuffle", title, who_may(table, "shuffle-deck"), clause, f"deck {deck.id}")


def store_need(table: Table) -> Duty | None:
    """Of two decks the one that rests goes into the device before the other is played."""
    two = table.rules.two_decks
    if not table.two_decks or two.stored_clause is None or not any(deck.loaded for deck in table.decks.values()):
        return None
    for deck in table.decks.values():
        if not deck.loaded and not deck.in_shuffler and table.rack != deck.id and not table.steps_left(deck):
            title = "Put the resting deck into the shuffler"
            return Duty("store_deck", title, who_may(table, "store-deck"), two.stored_clause, f"deck {deck.id}")
    return None


def next_to_be_dealt(table: Table, deck: Deck) -> bool:
    """Of two decks only the one whose turn it is leaves the shuffler for the shoe."""
    if table.in_play is not None:
        return table.in_play == deck.id
    others = [other for other in table.decks.values() if other.id != deck.id]
    return not any(other.loaded for other in others) and not (table.two_decks and deck.id == table.last_deck)


def cut_required(table: Table, deck: Deck) -> bool:
    """Whether a shuffled deck is cut before it is dealt."""
    cut = table.rules.cut
    if cut is None or table.waived("cut"):
        return False
    last_decides = table.terms.reading(PRESHUFFLED_CUT) == LAST_SHUFFLE
    preshuffled = deck.preshuffled and not last_decides and Shuffle.PRESHUFFLED in cut.after
    return deck.shuffled in cut.after or preshuffled


def rested(table: Table, deck: Deck) -> bool:
    """Whether a resting deck is shuffled; that of the round before is shuffled while the other one is played."""
    wanted = table.two_decks and table.rules.two_decks.stored_clause is not None
    return not wanted or deck.shuffled is not None or deck.id == table.last_deck


@once
def stub_need(table: Table) -> Duty | None:
    """What is still to be done with the stub after the deal, before the round goes on."""
    round = table.running
    if round is None or round.phase in (Phase.WAGERS, Phase.DEALING):
        return None
    count = table.handling.count
    if count is not None and table.notes.wrong_total is not None:
        return Duty(
            "find_misdeal",
            "See whether the cards were misdealt",
            who_may(table, "find-misdeal"),
            count.wrong_clause,
            "the stub",
        )
    for step in table.handling.stub:
        if step.name not in table.notes.stub_steps:
            if step.name == RACK_STUB and count is not None and count_due(table):
                by = who_may(table, "count-stub")
                return Duty("count_stub", "Count the stub face down", by, count.clause, "the stub")
            duty = step_duty(step, "the stub")
            uncounted = None if table.notes.counted else table.handling.uncounted_clause
            return replace(duty, clause=uncounted) if uncounted and step.name == RACK_STUB else duty
    return None


def recount_clause(table: Table) -> str | None:
    """By what a wrong count of the stub may be made again; None where none is wrong, or the first one binds."""
    count = table.handling.count
    if count is None or table.notes.wrong_total is None or table.terms.reading(RECOUNT) == COUNT_STANDS:
        return None
    return count.recount_clause


def recounts(table: Table) -> Iterator[Duty]:
    """Counts that came out wrong, and may be made again before anything is ruled on."""
    again, chips = recount_clause(table), chips_need(table)
    if again is not None:
        title = "Count the stub again"
        yield Duty("count_stub", title, who_may(table, "count-stub"), again, "the stub", must=False)
    if chips is not None and chips.name == RULE_ON_CHIPS:
        title = "Count the chips again"
        yield Duty("count_chips", title, who_may(table, "count-chips"), chips.clause, "the table", must=False)


def count_due(table: Table) -> bool:
    """Whether the stub of the round in play must be counted."""
    count = table.handling.count
    if count is None or count.every is None or table.counts or table.notes.counted:
        return False
    return table.uncounted + 1 >= count.every


@once
def chips_need(table: Table) -> Duty | None:
    """Whether chips are to be squared with the wagers accepted before the first card."""
    chips, round = table.handling.chips, table.running
    if chips is None or round is None or round.phase is not Phase.DEALING or table.notes.chips_squared:
        return None
    if not progressive_wagers(table):
        return None
    if table.notes.chips_differ:
        title = "Strike a wager that has no chip, or return a chip that has no wager"
        return Duty(RULE_ON_CHIPS, title, who_may(table, "rule-on-chips"), chips.differs_clause, "the table")
    title = "Square the chips of progressive wagers with the wagers accepted"
    return Duty("count_chips", title, who_may(table, "count-chips"), chips.clause, "the table")


def progressive_wagers(table: Table) -> int:
    """How many wagers of the round are made with chips that are collected before the deal, and were not called off."""
    chips, round = table.handling.chips, table.running
    if chips is None or round is None:
        return 0
    names = [name for name in chips.wagers if name not in round.called_off]
    return sum(name in seat.wagers for seat in round.seats.values() for name in names)


def too_old(table: Table, deck: Deck, at: int) -> Duty | None:
    """The change of a deck that has reached its age limit."""
    limit = table.terms.deck_age
    if limit is None or at - deck.received_at < limit.hours * HOUR:
        return None
    title = f"Change the deck, at the table for {limit.hours} hours or more"
    return Duty("remove_deck", title, who_may(table, "remove-deck"), limit.clause, f"deck {deck.id}")


def step_duty(step: Step, where: str) -> Duty:
    """A step of the rulebook as a duty."""
    return Duty(step.name, step.title, step.by, step.clause, where)
