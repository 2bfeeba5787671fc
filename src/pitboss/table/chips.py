"""Chips of progressive wagers: squared with the wagers accepted before the first card, and what if they differ."""

from pitboss.engine.actions import Strike
from pitboss.table.commands import CountChips, RuleOnChips
from pitboss.table.events import ChipsDiffered, ChipsRuled, ChipsSquared, TableEvent
from pitboss.table.needs import RULE_ON_CHIPS, chips_need, progressive_wagers
from pitboss.table.refusal import refuse, require_authority
from pitboss.table.rounds import in_round, require_round
from pitboss.table.state import Table


def count(table: Table, command: CountChips) -> list[TableEvent]:
    """The dealer counts the chips, again where they differed; what stays different is the floor's to settle."""
    due, accepted = chips_need(table), progressive_wagers(table)
    chips = table.handling.chips
    if due is None or chips is None:
        clause = (chips or table.handling).clause
        raise refuse(table, clause, "the table", "a count of chips", "nothing: no count is due")
    require_authority(table, command, "count-chips", "a count of chips", chips.clause)
    if command.chips < 0:
        says = f"The number of chips must be 0 or more; {command.chips} was given."
        raise refuse(table, chips.clause, "the table", f"{command.chips} chips", "0 or more", says)
    if command.chips == accepted:
        return [ChipsSquared(by=command.by, at=command.at, clause=chips.clause, chips=command.chips)]
    return [
        ChipsDiffered(by=command.by, at=command.at, clause=chips.clause, chips=command.chips, accepted=accepted),
    ]


def rule(table: Table, command: RuleOnChips) -> list[TableEvent]:
    """The floor strikes a wager that no chip stands for, or has a chip returned that the system did not accept."""
    round, chips = require_round(table), table.handling.chips
    where, tried = f"seat {command.seat}", "a ruling on the chips"
    due = chips_need(table)
    if chips is None or due is None or due.name != RULE_ON_CHIPS:
        clause = chips.differs_clause if chips else table.handling.clause
        allowed = "it after a count that differs from the wagers accepted"
        says = "The floor rules on chips only after a count that differs from the wagers accepted."
        raise refuse(table, clause, where, tried, allowed, says)
    require_authority(table, command, "rule-on-chips", tried)
    placed = round.seats[command.seat].wagers if command.seat in round.seats else None
    offered = command.wager in chips.wagers and command.wager in round.terms.wagers
    if placed is None or not offered or not (command.chip or command.wager in placed):
        allowed = "a wager accepted without a chip, or a chip too many, of a seat that plays"
        says = f"This seat has neither a {command.wager} without its chip nor a chip too many to rule on."
        raise refuse(table, chips.differs_clause, where, f"{tried} of {command.wager}", allowed, says)
    ruled = ChipsRuled(
        by=command.by,
        at=command.at,
        clause=chips.differs_clause,
        seat=command.seat,
        wager=command.wager,
        chip=command.chip,
    )
    return [ruled] if command.chip else [ruled, *in_round(table, command, Strike(command.seat, command.wager))]
