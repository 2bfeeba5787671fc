"""`pitboss par`: the PAR sheet of a rulebook and submission, as a page to print and file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.output import check_writable, complain, emit_json, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, pairs, terms_from
from pitboss.mathematics.par import Filing, par_sheet
from pitboss.mathematics.par_page import page
from pitboss.server.machine.program_files import look
from pitboss.server.study import sheet as study_sheet
from pitboss.server.study.printing import NO_BROWSER, print_pdf


def par(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    set_: Changes = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE.html", help="Write the page here; by default to standard output.")
    ] = None,
    pdf: Annotated[str | None, typer.Option(metavar="FILE.pdf", help="Print it to PDF; needs Chromium.")] = None,
    date: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A date to put on the sheet; none by default.")
    ] = None,
    revision: Annotated[str | None, typer.Option(metavar="TEXT", help="The revision of the sheet.")] = None,
    preparer: Annotated[str | None, typer.Option(metavar="NAME", help="Who prepared it, beside the sign-off.")] = None,
    card: Annotated[bool, typer.Option(help="Search for the strategy card, which takes longest.")] = True,
    json: AsJson = False,
) -> None:
    """One document a laboratory could file: paytables, counts, exact values, strategy, distribution, meters."""
    terms = terms_from(rulebook, submission)
    check_writable(out, pdf)
    with progress.status("Counting every deal ...", spinner="dots"):
        sheet = par_sheet(terms, pairs(set_, "--set"), card)
    filing = Filing(date, revision, preparer, look().digest)
    html = page(sheet, filing)
    if out is not None:
        Path(out).write_text(html, encoding="utf-8")
    if json:
        emit_json(study_sheet.sheet(sheet, filing))
    elif out is None and pdf is None:
        sys.stdout.write(html)
    if pdf is not None and not print_pdf(html, Path(pdf)):
        complain(f"no PDF: {NO_BROWSER}; the page of --out prints from any browser")
        raise typer.Exit(1)
