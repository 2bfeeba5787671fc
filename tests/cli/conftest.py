"""Runs the command in this process, as `pitboss` on the command line would."""

import sys

import pytest

from cli.calling import Run
from pitboss.cli import main
from pitboss.cli.output import console


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Calls `pitboss` with some words: exit code, standard output, standard error."""

    def called(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", *words])
        monkeypatch.setattr(console, "_width", 200)
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, captured.out, captured.err

    return called
