"""Irregularities: each document's own remedy, looked up in its rulebook and carried out."""

from collections.abc import Callable

from pitboss.engine import Phase, Round, draw_due
from pitboss.engine.actions import CallOff, DiscardCard, Forfeit, Void
from pitboss.engine.forfeits import can_be_forfeited
from pitboss.engine.state import dealt_to
from pitboss.engine.voids import undecided
from pitboss.rulebooks.table_rules import Device, Irregularity, Remedy
from pitboss.table.commands import ReportIrregularity
from pitboss.table.devices import shoe_broken
from pitboss.table.events import DeviceFailed, IrregularityReported, ShuffleRequired, TableEvent
from pitboss.table.needs import chips_need, deck_need
from pitboss.table.refusal import refuse, require_deck, require_role
from pitboss.table.rounds import in_round
from pitboss.table.state import DeviceState, Table

SHOE_JAM = "shoe_jam"


def report(table: Table, command: ReportIrregularity) -> list[TableEvent]:
    """Something went wrong: the record of it, and what its remedies bring."""
    rule = _rule(table, command)
    remedies = remedies_of(table, rule)
    found: list[TableEvent] = [
        IrregularityReported(
            by=command.by,
            at=command.at,
            clause=rule.clause,
            name=rule.name,
            remedies=remedies,
            seat=command.seat,
            card=command.card,
            deck=command.deck,
            note=command.note,
        )
    ]
    for remedy in remedies:
        if remedy in _CARRIED_OUT:
            found += _CARRIED_OUT[remedy](table, command, rule)
    return found


def remedies_of(table: Table, rule: Irregularity) -> tuple[Remedy, ...]:
    """What is done now: the operator's reading may say otherwise, and a second time may weigh more."""
    if rule.reading is not None:
        chosen = rule.readings.get(table.terms.reading(rule.reading))
        if chosen is not None:
            return chosen
    return rule.again if rule.again and rule.name in table.notes.reported else rule.remedies


def can_occur(table: Table, rule: Irregularity) -> bool:
    """Whether the irregularity can come up now: in this phase of a round, with this device in use, to be remedied."""
    round = table.running
    if table.notes.wrong_total is not None and round is not None:
        return False  # after a wrong stub count the dealer looks for a misdeal, and for nothing else
    in_phase = not rule.phases or (round is not None and round.phase in rule.phases)
    if not in_phase or not all(_can_be_done(table, rule, remedy) for remedy in remedies_of(table, rule)):
        return False
    if round is not None and not dealt_to(round, rule.dealt):
        return False
    in_use = rule.device is None or rule.device in table.terms.devices
    return in_use and (rule.device is None or table.devices[rule.device] is DeviceState.WORKING)


def _can_be_done(table: Table, rule: Irregularity, remedy: Remedy) -> bool:
    """Whether there is something that a remedy can be applied to."""
    round = table.running
    match remedy:
        case Remedy.RESHUFFLE:
            return (Remedy.VOID in remedies_of(table, rule) and round is not None) or bool(_decks_at_rest(table))
        case Remedy.DISCARD_CARD | Remedy.USE_AS_NEXT | Remedy.BACK_UP_CARD:
            return _being_dealt(table)
        case Remedy.CALL_OFF:
            return round is not None and bool(undecided(round, rule.wagers))
        case Remedy.FORFEIT_PLAYER:
            return round is not None and bool(_seats_in(round))
    return True


def _being_dealt(table: Table) -> bool:
    """Whether cards come from the deck: it and the shoe are ready, and nothing else is to be done before the next."""
    round = table.running
    if round is None or round.phase is not Phase.DEALING or draw_due(round) or shoe_broken(table):
        return False
    assert table.in_play is not None
    return deck_need(table, table.decks[table.in_play]) is None and chips_need(table) is None


def _rule(table: Table, command: ReportIrregularity) -> Irregularity:
    rule = table.rules.irregularity(command.name)
    if rule is None:
        listed = ", ".join(item.name for item in table.rules.irregularities)
        says = f"This game has no irregularity '{command.name}'; choose one of {listed}."
        raise refuse(table, "", "the table", f"an unknown irregularity '{command.name}'", f"one of {listed}", says)
    require_role(table, command, rule.by, rule.clause, rule.title)
    if not can_occur(table, rule):
        when = _when(table, rule)
        says = f"This can be reported only {when.removeprefix('it ')}."
        if not when.startswith("it "):
            says = "After a wrong count the dealer first sees whether the cards were misdealt."
        raise refuse(table, rule.clause, "the table", rule.title, when, says)
    return rule


def _when(table: Table, rule: Irregularity) -> str:
    """When an irregularity can be reported that cannot be now."""
    if table.running is not None and table.notes.wrong_total is not None:
        return "find_misdeal: after a wrong count the dealer first sees whether the cards were misdealt"
    if rule.device is not None and rule.device not in table.terms.devices:
        return "it while the device is in use"
    if table.running is not None and table.running.phase in rule.phases and not dealt_to(table.running, rule.dealt):
        return "it once such a card is dealt"
    if rule.phases == (Phase.DEALING,):
        return "it while cards are being dealt"
    return f"it while the round is in {' or '.join(rule.phases)}" if rule.phases else "it while the device is in use"


def _decks_at_rest(table: Table) -> list[str]:
    """Decks of which no card is out, the one in the shuffler first."""
    rest = [deck for deck in table.decks.values() if not table.cards_out(deck.id)]
    return [deck.id for deck in sorted(rest, key=lambda deck: not deck.in_shuffler)]


def _seats_in(round: Round) -> list[int]:
    return [number for number in round.seats if can_be_forfeited(round, number)]


def _void(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    """All hands void, every wager back; what can happen at any time may find no round to void."""
    if not rule.phases and table.running is None:
        return []
    reason = f"{rule.title}: {command.note}" if command.note else rule.title
    return in_round(table, command, Void(rule.clause, reason))


def _call_off(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    return in_round(table, command, CallOff(rule.wagers, rule.clause, command.note or rule.title))


def _reshuffle(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    """The cards are shuffled again: of the deck in play with the round void, else of one that rests."""
    void = Remedy.VOID in remedies_of(table, rule)
    resting = _decks_at_rest(table)
    concerned = command.deck or (table.in_play if void else None) or next(iter(resting), "")
    deck = require_deck(table, concerned, rule.title)
    if table.cards_out(deck.id) and not void:
        allowed, says = "it of the deck that is being shuffled", "Report this of the deck that is being shuffled."
        raise refuse(table, rule.clause, f"deck {deck.id}", rule.title, allowed, says)
    return [ShuffleRequired(by=command.by, at=command.at, clause=rule.clause, deck=deck.id, reason=rule.title)]


def _discard_card(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    if command.card is None:
        raise refuse(table, rule.clause, "the deal", rule.title, "it with the card named", "Name the card.")
    return in_round(table, command, DiscardCard(command.card))


def _forfeit_player(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    if command.seat is None:
        raise refuse(table, rule.clause, "the table", rule.title, "it with the seat named", "Name the seat.")
    return in_round(table, command, Forfeit(command.seat, rule.forfeit_clause or rule.clause))


def _out_of_order(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    """A device fails; a shoe that fails before the deal is over has also failed to deal the round."""
    assert rule.device is not None, "a remedy on a device belongs to an irregularity of a device"
    failed = DeviceFailed(by=command.by, at=command.at, clause=rule.clause, device=rule.device)
    round, jam = table.running, table.rules.irregularity(SHOE_JAM)
    if rule.device is not Device.SHOE or jam is None or round is None or round.phase not in jam.phases:
        return [failed]
    return [failed, *_void(table, command, jam), *_reshuffle(table, command, jam)]


_CARRIED_OUT: dict[Remedy, Callable[[Table, ReportIrregularity, Irregularity], list[TableEvent]]] = {
    Remedy.VOID: _void,
    Remedy.RESHUFFLE: _reshuffle,
    Remedy.DISCARD_CARD: _discard_card,
    Remedy.FORFEIT_PLAYER: _forfeit_player,
    Remedy.CALL_OFF: _call_off,
    Remedy.OUT_OF_ORDER: _out_of_order,
}
"""The other remedies only need the record: the card is dealt next or put right, or play goes on."""
