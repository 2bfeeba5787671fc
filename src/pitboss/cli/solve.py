"""`pitboss solve`: the main game, exactly."""

from typing import Annotated, Any

import typer
from rich.table import Table

from pitboss.cli.output import console, emit_json
from pitboss.cli.terms_options import AsJson, Changes, RulebookId, SubmissionFile, exact, pairs, percent, terms_from


def solve(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    set_: Changes = None,
    exposed: Annotated[
        list[str] | None, typer.Option(metavar="PLACE[=CARD]", help="A card seen early: middle, or middle=Ks.")
    ] = None,
    dead: Annotated[str, typer.Option(metavar="CARDS", help='Cards known to be out of play: "7h 7d".')] = "",
    distribution: Annotated[bool, typer.Option(help="Also the exact distribution of a round's net result.")] = False,
    json: AsJson = False,
) -> None:
    """The exact value and strategy of the main game under optimal play, in units of one ante."""
    from pitboss.analysis import main_game
    from pitboss.analysis.known import known_from
    from pitboss.analysis.whatif import changed

    terms = changed(terms_from(rulebook, submission), pairs(set_, "--set"))
    known = known_from(terms, dead, exposed or ())
    with console.status("Counting every deal ...", spinner="dots"):
        result = main_game.solve(terms, known)
        spread = main_game.distribution(terms, known) if distribution else None
    if json:
        emit_json(_plain(result, spread))
    else:
        _show(result, spread)
