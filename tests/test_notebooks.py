"""The example notebooks run from top to bottom, and are stored without output."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

read: Any = nbformat.read  # which carries no types
NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = read(path, as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_there_are_notebooks() -> None:
    others = ["criss-cross", "learning-to-play", "own-rulebook", "paytable-change", "regret", "risk", "sweeps"]
    assert [path.stem for path in NOTEBOOKS] == others
