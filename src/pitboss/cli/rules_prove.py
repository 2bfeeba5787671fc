"""`pitboss rules prove`: a rulebook held against itself, and the page on it that a lab can file."""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from pitboss import __version__
from pitboss.cli.rules_lint import every_fault
from pitboss.rulebooks import Rulebook, full_submission, lawful
from pitboss.simulation.proof import ProofFinding, Report, prove


def findings(rulebook: Rulebook, folder: Path, rounds: int, seed: int, report: Report) -> Iterator[ProofFinding]:
    """First the folder itself, with rounds rehearsed at a table; then engine, program and solvers."""
    report("looking the folder over")
    faults = every_fault(folder)
    says = (
        "; ".join(map(str, faults)) or "every key and citation, and rounds rehearsed at a table under both submissions"
    )
    yield ProofFinding("lint", not faults, says)
    if not faults:
        yield from prove(lawful(rulebook, full_submission(rulebook)), rounds, seed, report)


def page(rulebook: Rulebook, found: list[ProofFinding], rounds: int, seed: int) -> str:
    """The page as HTML."""
    environment = Environment(
        loader=PackageLoader("pitboss.cli"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("proof.html").render(
        book=rulebook, findings=found, rounds=f"{rounds:,}", seed=seed, version=__version__
    )
