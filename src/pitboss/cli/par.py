"""`pitboss par`: the PAR sheet of a rulebook and submission, as a page to print and file."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from pitboss.analysis.par import par_sheet
from pitboss.analysis.par_page import page
from pitboss.cli.output import complain, progress
from pitboss.cli.terms_options import Changes, RulebookId, SubmissionFile, pairs, terms_from

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PRINTING_SECONDS = 120


def par(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    set_: Changes = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE.html", help="Write the page; standard output if none.")
    ] = None,
    pdf: Annotated[str | None, typer.Option(metavar="FILE.pdf", help="Print it to PDF; needs Chromium.")] = None,
    date: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A date to put on the sheet; none unless given.")
    ] = None,
    card: Annotated[bool, typer.Option(help="Search for the strategy card, which takes longest.")] = True,
) -> None:
    """One document a laboratory could file: paytables, counts, exact values, strategy, distribution, meters."""
    terms = terms_from(rulebook, submission)
    with progress.status("Counting every deal ...", spinner="dots"):
        html = page(par_sheet(terms, pairs(set_, "--set"), card), date)
    if out is not None:
        Path(out).write_text(html, encoding="utf-8")
    elif pdf is None:
        sys.stdout.write(html)
    if pdf is not None and not print_pdf(html, Path(pdf)):
        complain(
            f"no PDF: none of {', '.join(BROWSERS)} is installed or works; the page of --out prints from any browser"
        )
        raise typer.Exit(1)


def print_pdf(html: str, path: Path) -> bool:
    """Print a page with a browser; False where there is none, or it fails."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder) / "par.html", Path(folder) / "par.pdf"
        source.write_text(html, encoding="utf-8")
        # The page is our own and holds no script, so the sandbox, which root may not have, is not missed.
        options = ["--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer", f"--user-data-dir={folder}"]
        command = [browser, *options, f"--print-to-pdf={printed}", source.as_uri()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PRINTING_SECONDS)
        except (subprocess.SubprocessError, OSError):
            return False
        if not printed.exists():
            return False
        shutil.copyfile(printed, path)
    return True
