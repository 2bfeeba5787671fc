"""`pitboss advise`: what every option of a position is worth, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from pitboss.cards import Card
from pitboss.cli.output import console, emit_json, note
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, exact, pairs, terms_from
from pitboss.rulebooks import Terms

if TYPE_CHECKING:
    from pitboss.mathematics.advice import Advice, Position


def advise(
    rulebook: RulebookId,
    cards: Annotated[str, typer.Option(metavar="CARDS", help='Your own cards, "9s Jd".')] = "",
    shown: Annotated[
        str, typer.Option(metavar="CARDS", help="The table's open cards, in the order in which they are turned up.")
    ] = "",
    chose: Annotated[
        str, typer.Option(metavar="N[,N]", help='Decisions made so far: "1,3" for bets, or check, withdraw.')
    ] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help='Cards known to be out of play: "7h 7d".')] = "",
    exposed: Annotated[
        list[str] | None, typer.Option(metavar="PLACE=CARD", help="A card seen early: middle=Ks, dealer=Ks.")
    ] = None,
    submission: SubmissionFile = None,
    set_: Changes = None,
    json: AsJson = False,
) -> None:
    """The best decision in a position and the exact value of every option, in antes over the whole round."""
    game = terms_from(rulebook, submission)  # first of all: the mathematics take a while to load
    from pitboss.mathematics.advice import advise as value_options
    from pitboss.mathematics.advice import parse_position
    from pitboss.mathematics.antes import staked_note
    from pitboss.mathematics.known_cards import known_from
    from pitboss.mathematics.whatif import changed

    terms = changed(game, pairs(set_, "--set"))
    known = known_from(terms, dead, exposed or ())
    position = parse_position(terms, cards, shown, chose.split(",") if chose.strip() else None, known)
    advice = value_options(terms, position)
    if json:
        emit_json(_plain(terms, position, advice) | {"stakes": staked_note(terms)})
    else:
        _show(position, advice, assumed=not chose.strip())
        if words := staked_note(terms):
            note(words)


def _plain(terms: Terms, position: Position, advice: Advice) -> dict[str, Any]:
    return {
        "rulebook": terms.rulebook.id,
        "unit": "one ante",
        "decision": advice.decision,
        "cards": _text(position.cards),
        "shown": _text(position.shown),
        "choices": list(position.choices),
        "best": advice.best,
        "options": {
            option: {**exact(value), "cost": exact(advice.cost(option))} for option, value in advice.options.items()
        },
    }


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _show(position: Position, advice: Advice, assumed: bool) -> None:
    title = _text(position.cards) + (f", {_text(position.shown)} on the table" if position.shown else "")
    table = Table(title=f"{advice.decision} decision with {title}", caption="values in antes, over the whole round")
    table.add_column("")
    table.add_column("option")
    for heading in ("value", "cost", "exact value"):
        table.add_column(heading, justify="right")
    for option, value in advice.options.items():
        best = option == advice.best
        cost = "" if best else f"{float(advice.cost(option)):.6f}"
        row = ("best" if best else "", option, f"{float(value):+.6f}", cost, str(value))
        table.add_row(*row, style="bold green" if best else "")
    console.print(table)
    if assumed and position.choices:
        made = ", ".join(position.choices)
        console.print(f"Decisions made so far are taken to be {made}; use --chose to say otherwise.", style="dim")
