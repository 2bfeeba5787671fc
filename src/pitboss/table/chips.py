"""Chips of progressive wagers: squared with the wagers accepted before the first card, and what if they differ."""

from pitboss.engine.actions import Strike
from pitboss.table.commands import CountChips, RuleOnChips
from pitboss.table.events import ChipsDiffered, ChipsRuled, ChipsSquared, TableEvent
from pitboss.table.needs import chips_need, progressive_wagers
from pitboss.table.refusal import refuse, require_authority
from pitboss.table.rounds import in_round, require_round
from pitboss.table.state import Table


def count(table: Table, command: CountChips) -> list[TableEvent]:
    """The dealer counts the chips; a difference is the floor's to settle before a card is dealt."""
    due, accepted = chips_need(table), progressive_wagers(table)
    if due is None or due.name != "count_chips":
        allowed = f"{due.name}: {due.title}" if due else "nothing: no count is due"
        chips = table.handling.chips or table.handling
        raise refuse(table, due.clause if due else chips.clause, "the table", "a count of chips", allowed)
    require_authority(table, command, "count-chips", "a count of chips", due.clause)
    if command.chips < 0:
        raise refuse(table, due.clause, "the table", f"{command.chips} chips", "0 or more")
    if command.chips == accepted:
        return [ChipsSquared(by=command.by, at=command.at, clause=due.clause, chips=command.chips)]
    return [
        ChipsDiffered(by=command.by, at=command.at, clause=due.clause, chips=command.chips, accepted=accepted),
    ]


def rule(table: Table, command: RuleOnChips) -> list[TableEvent]:
    """The floor strikes a wager that no chip stands for, or has a chip returned that the system did not accept."""
    round, chips = require_round(table), table.handling.chips
    where, tried = f"seat {command.seat}", "a ruling on the chips"
    due = chips_need(table)
    if chips is None or due is None or due.name != "rule_on_chips":
        clause = chips.differs_clause if chips else table.handling.clause
        raise refuse(table, clause, where, tried, "it after a count that differs from the wagers accepted")
    require_authority(table, command, "rule-on-chips", tried)
    placed = round.seats[command.seat].wagers if command.seat in round.seats else {}
    if command.wager not in chips.wagers or (command.wager in placed) == command.chip:
        allowed = "a wager accepted without a chip, or a chip whose wager was not accepted"
        raise refuse(table, chips.differs_clause, where, f"{tried} of {command.wager}", allowed)
    ruled = ChipsRuled(
        by=command.by,
        at=command.at,
        clause=chips.differs_clause,
        seat=command.seat,
        wager=command.wager,
        chip=command.chip,
    )
    return [ruled] if command.chip else [ruled, *in_round(table, command, Strike(command.seat, command.wager))]
