"""`pitboss par`: the page on standard output or in a file, PDF where a browser is at hand."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.server.study.printing import print_pdf


def test_the_page_goes_to_a_file_or_to_standard_output(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "par.html"
    code, out, _ = run("par", "ma-crazy-4", "--out", str(file), "--date", "2026-01-31")
    assert (code, out) == (0, "")
    html = file.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert "2026-01-31" in html
    code, out, _ = run("par", "ma-crazy-4", "--date", "2026-01-31")
    assert (code, out) == (0, html)


def test_without_a_browser_it_says_that_the_page_prints(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    page, pdf = tmp_path / "par.html", tmp_path / "par.pdf"
    code, _, err = run("par", "ma-crazy-4", "--out", str(page), "--pdf", str(pdf))
    assert code == 1
    assert "prints from any browser" in err
    assert page.exists()
    assert not pdf.exists()


def test_a_browser_is_asked_to_print(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stand-in for the browser writes what it is given where it is told to."""

    def browser(command: list[str], **_: object) -> None:
        target = next(word for word in command if word.startswith("--print-to-pdf=")).partition("=")[2]
        Path(target).write_bytes(b"%PDF of " + Path(command[-1].removeprefix("file://")).read_bytes())

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", browser)
    assert print_pdf("a page", tmp_path / "par.pdf")
    assert (tmp_path / "par.pdf").read_bytes() == b"%PDF of a page"


def test_a_browser_that_fails_leaves_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def browser(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", browser)
    assert not print_pdf("a page", tmp_path / "par.pdf")
    assert not (tmp_path / "par.pdf").exists()


def test_what_is_wrong_is_said_in_one_line(run: Run) -> None:
    code, out, err = run("par", "ma-crazy-4", "--set", "queens_up.flushes=2")
    assert (code, out) == (2, "")
    assert "No paytable here has this line" in err
