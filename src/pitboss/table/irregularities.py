"""Irregularities: each document's own remedy, looked up in its rulebook and carried out."""

from collections.abc import Callable

from pitboss.games import Phase
from pitboss.games.actions import DiscardCard, Forfeit, Void
from pitboss.rulebooks.table_rules import Device, Irregularity, Remedy
from pitboss.table.commands import ReportIrregularity
from pitboss.table.events import DeviceFailed, IrregularityReported, ShuffleRequired, TableEvent
from pitboss.table.refusing import refuse, require_deck, require_role
from pitboss.table.rounds import in_round
from pitboss.table.state import DeviceState, Table, devices_of

PLAY_ON = "play-on"
SHOE_JAM = "shoe_jam"
UNDEALT = (Phase.WAGERS, Phase.DEALING)


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
    """What is done now: the operator's reading may be to play on, and a second time may weigh more."""
    if rule.reading is not None and table.terms.reading(rule.reading) == PLAY_ON:
        return (Remedy.PLAY_ON,)
    return rule.again if rule.again and rule.name in table.notes.reported else rule.remedies


def can_occur(table: Table, rule: Irregularity) -> bool:
    """Whether the irregularity can come up now: in this phase of a round, with this device in use."""
    round = table.running
    in_phase = not rule.phases or (round is not None and round.phase in rule.phases)
    if rule.device is None:
        return in_phase
    in_use = rule.device in devices_of(table.terms)
    return in_phase and in_use and table.devices[rule.device] is DeviceState.WORKING


def _rule(table: Table, command: ReportIrregularity) -> Irregularity:
    rule = table.rules.irregularity(command.name)
    if rule is None:
        listed = ", ".join(item.name for item in table.rules.irregularities)
        raise refuse(table, "", "the table", f"an unknown irregularity '{command.name}'", f"one of {listed}")
    require_role(table, command, rule.by, rule.clause, rule.title)
    if not can_occur(table, rule):
        when = (
            f"it while the round is in {' or '.join(rule.phases)}" if rule.phases else "it while the device is in use"
        )
        raise refuse(table, rule.clause, "the table", rule.title, when)
    return rule


def _void(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    """All hands void, every wager back. What can happen at any time finds a round to void only until it is paid."""
    round = table.running
    if not rule.phases and (round is None or round.step or round.held):
        return []
    return in_round(table, command, Void(rule.clause, rule.title))


def _reshuffle(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    concerned = command.deck or table.in_play or ""
    deck = require_deck(table, concerned, rule.title)
    if table.cards_out(deck.id) and Remedy.VOID not in remedies_of(table, rule):
        raise refuse(table, rule.clause, f"deck {deck.id}", rule.title, "it of the deck that is being shuffled")
    return [ShuffleRequired(by=command.by, at=command.at, clause=rule.clause, deck=deck.id, reason=rule.title)]


def _discard_card(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    if command.card is None:
        raise refuse(table, rule.clause, "the deal", rule.title, "it with the card named")
    return in_round(table, command, DiscardCard(command.card))


def _forfeit_player(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    if command.seat is None:
        raise refuse(table, rule.clause, "the table", rule.title, "it with the seat named")
    return in_round(table, command, Forfeit(command.seat, rule.forfeit_clause or rule.clause))


def _out_of_order(table: Table, command: ReportIrregularity, rule: Irregularity) -> list[TableEvent]:
    """A device fails; a shoe that fails before the deal is over has also failed to deal the round."""
    assert rule.device is not None, "a remedy on a device belongs to an irregularity of a device"
    failed = DeviceFailed(by=command.by, at=command.at, clause=rule.clause, device=rule.device)
    round, jam = table.running, table.rules.irregularity(SHOE_JAM)
    if rule.device is not Device.SHOE or jam is None or round is None or round.phase not in UNDEALT:
        return [failed]
    return [failed, *_void(table, command, jam), *_reshuffle(table, command, jam)]


_CARRIED_OUT: dict[Remedy, Callable[[Table, ReportIrregularity, Irregularity], list[TableEvent]]] = {
    Remedy.VOID: _void,
    Remedy.RESHUFFLE: _reshuffle,
    Remedy.DISCARD_CARD: _discard_card,
    Remedy.FORFEIT_PLAYER: _forfeit_player,
    Remedy.OUT_OF_ORDER: _out_of_order,
}
"""The other remedies only need the record: the card is dealt next or put right, or play goes on."""
