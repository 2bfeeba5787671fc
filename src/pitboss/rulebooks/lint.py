"""Every fault that a rulebook's folder has in itself, one line each with file and key.

What only a table or a round can find out, `pitboss.table.lint` and `pitboss.audit.rehearsal` add.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from pitboss.rulebooks.fault import Fault
from pitboss.rulebooks.folder_faults import folder_faults
from pitboss.rulebooks.lawful import check_submission
from pitboss.rulebooks.library import DATA, SHIPPED, SUBMISSIONS
from pitboss.rulebooks.lint_figures import covered_faults
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.schema_faults import schema_faults
from pitboss.rulebooks.submission import Submission, arranged, submission_from
from pitboss.rulebooks.violation import Refused


def lint(folder: Path) -> tuple[Rulebook | None, list[Fault]]:
    """The rulebook in a folder, if it can be read at all, and all that is wrong with it."""
    rulebook, found = folder_faults(folder)
    if rulebook is None:
        return None, found
    if not found:
        found = [*covered_faults(rulebook), *(fault for name in SUBMISSIONS for fault in _submission(rulebook, name))]
    if rulebook.id in SHIPPED and os.path.abspath(folder) != str(DATA / rulebook.id):
        found.append(Fault("rulebook.toml", "id", f"'{rulebook.id}' is that of a rulebook that ships; choose another"))
    return rulebook, found


def _submission(rulebook: Rulebook, name: str) -> Iterator[Fault]:
    """Why one of the two submissions that come with a rulebook is unlawful."""
    data = rulebook.submissions[name.removesuffix(".toml")]
    misread = schema_faults(name, arranged(data, rulebook), Submission)
    if misread:
        yield from (replace(fault, key=fault.key.removeprefix("offers.")) for fault in misread)
        return
    try:
        breaches = tuple(check_submission(rulebook, submission_from(data, rulebook)))
    except Refused as refused:
        breaches = refused.violations
    except Exception as error:  # figures that no check foresaw
        yield Fault(name, "", f"it cannot be judged: {type(error).__name__} {error}".rstrip())
        return
    for breach in breaches:
        yield Fault(name, breach.where, breach.says + (f" ({breach.clause})" if breach.clause else ""))
