"""`pitboss rules lint`: every fault of a rulebook's folder, and what a table and a rehearsed round find besides."""

from pathlib import Path

from pitboss.audit.rehearsal import rehearse
from pitboss.rulebooks.fault import Fault
from pitboss.rulebooks.lint import lint
from pitboss.table.lint import table_faults


def every_fault(folder: Path) -> list[Fault]:
    """All that is wrong with a folder; rounds are rehearsed where nothing else is."""
    rulebook, found = lint(folder)
    if rulebook is not None:
        found = [*found, *table_faults(rulebook)]
        found = found or rehearse(rulebook)
    return list(dict.fromkeys(found))
