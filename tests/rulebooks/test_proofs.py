"""Every rulebook, shipped or an example, held against itself: engine, program and solvers say the same."""

from itertools import islice
from pathlib import Path

import pytest

from pitboss.rulebooks import full_terms
from pitboss.rulebooks.library import SHIPPED
from pitboss.simulation.proof import prove

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "rulebooks").iterdir())
TITLES = ["engine and program", "short deck", "simulation"]
FAR = {"caribbean-stud": 2}
"""Of a game whose rounds take half a minute to count, which its published value is held against anyway, so many."""


@pytest.mark.parametrize("rulebook", [*SHIPPED, *EXAMPLES], ids=lambda rulebook: Path(rulebook).name)
def test_engine_program_and_solvers_agree(rulebook: str | Path) -> None:
    found = list(islice(prove(full_terms(rulebook), rounds=100), FAR.get(Path(rulebook).name)))
    assert [finding.title for finding in found] == TITLES[: len(found)]
    assert len(found) >= 2
    assert all(finding.holds for finding in found), found
