"""The learning example, shortened: it learns, and is scored against the exact optimum."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

from pitboss.mathematics import main_game
from pitboss.rulebooks import terms_for


def example(name: str) -> ModuleType:
    """A program of the examples as a module."""
    path = Path(__file__).parents[2] / "examples" / "learn" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_more_rounds_teach_better_play() -> None:
    crazy_four = example("crazy_four")
    terms = terms_for("ma-crazy-4")
    best = main_game.solve(terms).house_edge
    few, many = (crazy_four.score(terms, crazy_four.learn(rounds)) for rounds in (20_000, 500_000))
    assert best < many < few
    assert many - best < 0.02
    shown = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"against the learner  {float(many):.4%}" in shown
    assert f"against best play    {float(best):.4%}" in shown
    assert f"learner gives away     {float(many - best):.4%}" in shown


def test_a_policy_that_always_folds_loses_both_antes() -> None:
    crazy_four = example("crazy_four")
    never = np.zeros(crazy_four.STATES, np.int64)
    assert crazy_four.score(terms_for("ma-crazy-4"), never) == 2
