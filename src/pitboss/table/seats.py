"""Seats: one for each player, and what becomes of the wagers of one who leaves."""

from pitboss import engine
from pitboss.engine import Phase
from pitboss.engine.actions import Abandon, RoundAction, TakeBack
from pitboss.engine.forfeits import can_be_given_up
from pitboss.table.commands import Leave, RuleOnLeaving, Sit
from pitboss.table.events import LeavingRuled, PlayerAway, PlayerLeft, PlayerSat, TableEvent
from pitboss.table.refusal import refuse, require_authority
from pitboss.table.rounds import in_round
from pitboss.table.state import Table


def sit(table: Table, command: Sit) -> list[TableEvent]:
    """A player takes a free seat, and no second one."""
    rulebook, conduct, where = table.terms.rulebook, table.rules.conduct, f"seat {command.seat}"
    require_authority(table, command, "sit", "a seat", conduct.seated_clause)
    if not command.player:
        allowed, says = "a seat for a named player", "Name the player who takes the seat."
        raise refuse(table, conduct.seated_clause, where, "a seat for nobody", allowed, says)
    if not 1 <= command.seat <= rulebook.seats:
        allowed = f"seats 1 to {rulebook.seats}"
        raise refuse(table, rulebook.seats_clause, where, "a seat", allowed, f"The table has only {allowed}.")
    own = table.seat_of(command.player)
    occupant = table.seats.get(command.seat)
    returning = own == command.seat and occupant is not None and occupant.away
    if own is not None and not returning:
        allowed = f"seat {own}, the player's only position"
        tried, says = f"a second position for {command.player}", f"Player {command.player} already sits at seat {own}."
        raise refuse(table, conduct.one_position_clause, where, tried, allowed, says)
    if occupant is not None and not returning:
        free = ", ".join(str(seat) for seat in range(1, rulebook.seats + 1) if seat not in table.seats)
        says = f"This seat is taken; {f'the free seats are {free}' if free else 'so is every other'}."
        allowed = f"a free seat: {free or 'none'}"
        raise refuse(table, conduct.seated_clause, where, "a seat that is taken", allowed, says)
    clause = conduct.seated_clause
    return [PlayerSat(by=command.by, at=command.at, clause=clause, seat=command.seat, player=command.player)]


def leave(table: Table, command: Leave) -> list[TableEvent]:
    """A player leaves: free to go before the deal, with wagers at risk after it."""
    conduct, seat = table.rules.conduct, table.seat_of(command.player)
    require_authority(table, command, "leave", "leaving", conduct.leaving_clause)
    if seat is None or table.seats[seat].away:
        allowed, says = "it by a player seated at the table", "Only a player who is seated can leave."
        raise refuse(table, conduct.seated_clause, "the table", "leaving", allowed, says)
    clause, round = conduct.leaving_clause, table.running
    left = PlayerLeft(by=command.by, at=command.at, clause=clause, seat=seat, player=command.player)
    if round is None or seat not in round.seats:
        return [left]
    if round.phase is Phase.WAGERS:
        placed = round.seats[seat].wagers
        back: list[RoundAction] = [
            TakeBack(seat, name) for name in reversed(list(table.terms.wagers)) if name in placed
        ]
        return [*in_round(table, command, *back), left]
    away = PlayerAway(by=command.by, at=command.at, clause=clause, seat=seat, player=command.player)
    if conduct.floor_rules_on_leaving or not can_be_given_up(round, seat):
        return [away]
    return [away, *in_round(table, command, Abandon(seat))]


def rule_on_leaving(table: Table, command: RuleOnLeaving) -> list[TableEvent]:
    """The floor rules the wagers of a player who left abandoned, or lets them stand."""
    clause, where = table.rules.conduct.leaving_clause, f"seat {command.seat}"
    require_authority(table, command, "rule-on-leaving", "a ruling on a player who left", clause)
    occupant, round = table.seats.get(command.seat), table.running
    if occupant is None or not occupant.away or round is None or not can_be_given_up(round, command.seat):
        allowed = "a ruling on a player who left in mid-round, before settlement"
        says = "The floor rules only on a player who left in mid-round, and before the settlement."
        raise refuse(table, clause, where, "a ruling on a player who left", allowed, says)
    ruled = LeavingRuled(by=command.by, at=command.at, clause=clause, seat=command.seat, abandoned=command.abandoned)
    if command.abandoned:
        return [ruled, *in_round(table, command, Abandon(command.seat))]
    declines = (
        in_round(table, command, engine.passive(round, command.seat)) if engine.to_act(round) == command.seat else []
    )
    return [ruled, *declines]
