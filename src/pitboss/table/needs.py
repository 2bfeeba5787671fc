"""What must come next with a deck, a stub or the chips before play may go on. Refusals and duties both ask here."""

import msgspec

from pitboss.games import Phase
from pitboss.rulebooks.table_rules import Remedy, Role, Step
from pitboss.table.state import Deck, Shuffle, Table

RACK_STUB = "rack_stub"
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
        return step_duty(step, where)
    if deck.shuffled is None:
        return Duty("shuffle", "Shuffle the cards", (Role.DEALER,), table.rules.shuffling.clause, where)
    needs_device = table.terms.dealing.needs_shuffler_clause
    if needs_device and deck.shuffled is not Shuffle.DEVICE:
        return Duty("shuffle", "Shuffle the cards with the device", (Role.DEALER,), needs_device, where)
    cut = table.rules.cut
    if cut is not None and cut_required(table, deck) and not deck.cut:
        title = f"Cut the cards, {cut.least} or more from the top"
        return Duty("cut", title, (Role.DEALER,), cut.required_clause, where)
    for step in table.handling.load:
        if step.name not in deck.loaded and _next_to_be_dealt(table, deck):
            return step_duty(step, where)
    return None


def _next_to_be_dealt(table: Table, deck: Deck) -> bool:
    """Of two decks only the one whose turn it is leaves the shuffler for the shoe."""
    if table.in_play is not None:
        return table.in_play == deck.id
    others = [other for other in table.decks.values() if other.id != deck.id]
    return not any(other.loaded for other in others) and not (others and deck.id == table.last_deck)


def cut_required(table: Table, deck: Deck) -> bool:
    """Whether a shuffled deck is cut before it is dealt."""
    cut = table.rules.cut
    if cut is None or table.waived("cut"):
        return False
    return deck.shuffled in cut.after or (deck.preshuffled and Shuffle.PRESHUFFLED in cut.after)


def stub_need(table: Table) -> Duty | None:
    """What is still to be done with the stub after the deal, before the round goes on."""
    round = table.running
    if round is None or round.phase in (Phase.WAGERS, Phase.DEALING):
        return None
    count = table.handling.count
    if count is not None and table.notes.wrong_total is not None:
        return Duty(
            "find_misdeal", "See whether the cards were misdealt", (Role.DEALER,), count.wrong_clause, "the stub"
        )
    for step in table.handling.stub:
        if step.name not in table.notes.stub_steps:
            if step.name == RACK_STUB and count is not None and count_due(table):
                return Duty("count_stub", "Count the stub face down", (Role.DEALER,), count.clause, "the stub")
            return step_duty(step, "the stub")
    return None


def count_due(table: Table) -> bool:
    """Whether the stub of the round in play must be counted."""
    count = table.handling.count
    if count is None or count.every is None or table.counts or table.notes.counted:
        return False
    return table.uncounted + 1 >= count.every


def chips_need(table: Table) -> Duty | None:
    """Whether chips are to be squared with the wagers accepted before the first card."""
    chips, round = table.handling.chips, table.running
    if chips is None or round is None or round.phase is not Phase.DEALING or table.notes.chips_squared:
        return None
    if not progressive_wagers(table):
        return None
    title = "Square the chips of progressive wagers with the wagers accepted"
    return Duty("count_chips", title, (Role.DEALER,), chips.clause, "the table")


def progressive_wagers(table: Table) -> int:
    """How many wagers of the round are made with chips that are collected before the deal."""
    chips = table.handling.chips
    if chips is None or table.running is None:
        return 0
    return sum(name in seat.wagers for seat in table.running.seats.values() for name in chips.wagers)


def too_old(table: Table, deck: Deck, at: int) -> Duty | None:
    """The change of a deck that has reached its age limit."""
    limit = table.rules.age_limit(table.terms.submission.dealing)
    if limit is None or at - deck.received_at < limit.hours * HOUR:
        return None
    title = f"Change the deck, at the table for {limit.hours} hours or more"
    return Duty("remove_deck", title, (Role.DEALER, Role.FLOORPERSON), limit.clause, f"deck {deck.id}")


def step_duty(step: Step, where: str) -> Duty:
    """A step of the rulebook as a duty."""
    return Duty(step.name, step.title, (step.by,), step.clause, where)
