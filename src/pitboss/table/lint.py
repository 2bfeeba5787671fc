"""What a table asks of a rulebook's table.toml: phases that there are, and an authority for everything done there."""

from collections.abc import Iterator
from typing import get_args

from pitboss.engine import Phase, RoundAction
from pitboss.rulebooks.fault import Fault
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.table.commands import TableCommand

FILE = "table.toml"
BY_THEIR_OWN_RULE = {"attest", "report-irregularity", "play"}
"""Commands whose step, irregularity or action says who gives them."""
SEED_LOST = "reading seed-lost"
NEEDED = (
    *("sit", "leave", "place-wager", "take-back", "close-bets", "deal", "return-wagers", "reveal"),
    *("settle", "receive-deck", "remove-deck", "shuffle-deck", "open-round", "empty-rack", "store-deck", "void"),
    *("rule-on-leaving", "abandon", "restore-device", "change-method"),
)
"""What every table does, whatever its document has besides."""


def table_faults(rulebook: Rulebook) -> list[Fault]:
    """Every fault of table.toml that only a table knows of."""
    return [*_phases(rulebook), *_voids(rulebook), *_authority(rulebook)]


def _phases(rulebook: Rulebook) -> Iterator[Fault]:
    listed = [(f"irregularities[{rule.name}].phases", rule.phases) for rule in rulebook.table.irregularities]
    listed += [(f"voids[{number}].phases", rule.phases) for number, rule in enumerate(rulebook.table.voids, start=1)]
    for key, phases in listed:
        for phase in sorted(set(phases) - set(Phase)):
            yield Fault(FILE, key, f"'{phase}' is none of {', '.join(Phase)}")


def _voids(rulebook: Rulebook) -> Iterator[Fault]:
    """A virtual table voids a round whose seed is lost, which the rulebook must have among its reasons."""
    if all(rule.clause != SEED_LOST for rule in rulebook.table.voids):
        yield Fault(FILE, "voids", f"none has the clause '{SEED_LOST}', by which a virtual table voids a round")


def _authority(rulebook: Rulebook) -> Iterator[Fault]:
    """Each action and command once, and given to somebody."""
    listed = [name for item in rulebook.table.authority for name in item.may]
    known = _written_names()
    for name in dict.fromkeys(listed):
        if name not in known:
            yield Fault(FILE, "authority.may", f"'{name}' is nothing that is done at a table")
        elif listed.count(name) > 1:
            yield Fault(FILE, "authority.may", f"'{name}' stands twice")
    for item in rulebook.table.authority:
        if not item.by:
            yield Fault(FILE, "authority.by", f"nobody may do {', '.join(item.may)}")
    needed = [*NEEDED, *_needed_besides(rulebook)]
    missing = [name for name in needed if name not in listed]
    if missing:
        yield Fault(FILE, "authority", f"nothing says who may do {', '.join(missing)}")


def _needed_besides(rulebook: Rulebook) -> Iterator[str]:
    """What a table does only where the document has the part that it belongs to."""
    table = rulebook.table
    decisions = rulebook.decisions
    offered = {
        "bet": any(decision.bet for decision in decisions),
        "check": any(decision.check_clause for decision in decisions),
        "withdraw": any(decision.withdraws for decision in decisions),
        "fold": any(decision.fold_clause for decision in decisions),
    }
    yield from (name for name, needed in offered.items() if needed)
    if rulebook.bonuses:
        yield "draw"
    if rulebook.wheels:
        yield "spin"
    if rulebook.validations:
        yield "validate"
    if table.cut:
        yield "cut-deck"
    if table.idle:
        yield "declare-idle"
    if any(item.count for item in table.handling):
        yield from ("count-stub", "find-misdeal")
    if any(item.chips for item in table.handling):
        yield from ("count-chips", "rule-on-chips", "strike")


def _written_names() -> set[str]:
    kinds = (*get_args(RoundAction), *get_args(TableCommand))
    return {str(kind.__struct_config__.tag) for kind in kinds} - BY_THEIR_OWN_RULE
