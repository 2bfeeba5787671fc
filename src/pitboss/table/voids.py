"""Voids at the table: which reasons of the rulebook are so, as far as the table can see for itself."""

from pitboss.engine import Phase
from pitboss.engine.actions import Void
from pitboss.engine.voids import in_words, not_void, void_reasons
from pitboss.rulebooks.table_rules import VoidRule
from pitboss.table.devices import shoe_broken
from pitboss.table.needs import CHANGE_METHOD, need_in_play, too_old
from pitboss.table.refusal import refuse
from pitboss.table.state import Table


def voids(table: Table, at: int) -> tuple[VoidRule, ...]:
    """Every reason for which the floor may void the round in play now; a wrong stub voids by its count alone."""
    round = table.running
    if round is None or table.notes.wrong_total is not None:  # after which the dealer first looks for a misdeal
        return ()
    return tuple(rule for rule in void_reasons(round) if _is_so(table, rule, at))


def _is_so(table: Table, rule: VoidRule, at: int) -> bool:
    """Whether a reason holds that the table knows of: stub, age of the deck, broken devices."""
    rules = table.rules
    if rule.clause in _by_count(table):
        return False
    if rule.until_dealt and rule.clause == rules.age_void_clause:
        return aged(table, at)
    return not rule.until_dealt or rule.clause != rules.unready_void_clause or unready(table)


def aged(table: Table, at: int) -> bool:
    """Whether the deck in play has reached its age limit."""
    return table.in_play is not None and too_old(table, table.decks[table.in_play], at) is not None


def unready(table: Table) -> bool:
    """Whether a broken device keeps the cards of the round from being dealt."""
    need = need_in_play(table)
    return shoe_broken(table) or (need is not None and need.name == CHANGE_METHOD)


def _by_count(table: Table) -> tuple[str, ...]:
    """What the count of a stub voids a round by, when the dealer has looked for a misdeal."""
    count = table.handling.count
    return (count.misdealt_clause, count.wrong_deck_clause) if count is not None else ()


def refuse_void(table: Table, action: Void, at: int) -> None:
    """A void by a reason that is not so, or not the floor's to give; after a wrong count the count refuses it."""
    rules = voids(table, at)
    if table.notes.wrong_total is None and action.clause not in {rule.clause for rule in rules}:
        counted = table.running is not None and table.running.phase is not Phase.WAGERS
        counted = counted and action.clause in _by_count(table)
        allowed = "it after a count of the stub, when the dealer has looked for a misdeal"
        tried = f"a void under '{action.clause}'"
        if counted:
            says = "Only a count of the stub voids the round by this clause, once the dealer has looked for a misdeal."
            raise refuse(table, action.clause, "the round", tried, allowed, says)
        raise refuse(table, action.clause, "the round", tried, in_words(rules), not_void(action.clause, rules))
