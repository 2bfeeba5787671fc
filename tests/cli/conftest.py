"""Runs the command in this process, as `pitboss` on the command line would."""

import sys

import pytest

from cli.calling import Run
from pitboss.cli import main
from pitboss.cli.output import console
from pitboss.rulebooks.library import VARIABLE

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def run(monkeypatch: Patch, capsys: Capture) -> Run:
    """Calls `pitboss` with some words: exit code, standard output, standard error."""
    return _caller(monkeypatch, capsys, 200)


@pytest.fixture
def run_narrow(monkeypatch: Patch, capsys: Capture) -> Run:
    """The same in a terminal of 80 columns."""
    return _caller(monkeypatch, capsys, 80)


def _caller(monkeypatch: Patch, capsys: Capture, width: int) -> Run:
    def called(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", *words])
        monkeypatch.setenv(VARIABLE, "")  # what a command adds to the library is gone with it
        monkeypatch.setattr(console, "_width", width)
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, captured.out, captured.err

    return called
