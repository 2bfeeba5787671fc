"""`pitboss advise`: what every option of a position is worth, exactly."""

from typing import Annotated, Any

import typer
from rich.table import Table

from pitboss.analysis.advice import Advice, Position, parse_position
from pitboss.analysis.advice import advise as value_options
from pitboss.analysis.known import known_from
from pitboss.analysis.whatif import changed
from pitboss.cards import Card
from pitboss.cli.output import console, emit_json
from pitboss.cli.terms_options import AsJson, Changes, RulebookId, SubmissionFile, exact, pairs, terms_from
from pitboss.rulebooks import Refused, Terms, Violation


def advise(
    rulebook: RulebookId,
    hole: Annotated[str, typer.Option(metavar="CARDS", help='Criss-Cross: your two cards, "9s Jd".')] = "",
    across: Annotated[str, typer.Option(metavar="CARDS", help="The left and right cards, once turned up.")] = "",
    down: Annotated[str, typer.Option(metavar="CARDS", help="The top and bottom cards, once turned up.")] = "",
    bets: Annotated[str, typer.Option(metavar="N[,N]", help="Bets made so far, in antes; 1 each if not said.")] = "",
    cards: Annotated[str, typer.Option(metavar="CARDS", help="Crazy 4: your five cards.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help='Cards known to be out of play: "7h 7d".')] = "",
    exposed: Annotated[
        list[str] | None, typer.Option(metavar="PLACE=CARD", help="A card seen early: middle=Ks, dealer=Ks.")
    ] = None,
    submission: SubmissionFile = None,
    set_: Changes = None,
    json: AsJson = False,
) -> None:
    """The best decision in a position and the exact value of every option, in antes over the whole round."""
    terms = changed(terms_from(rulebook, submission), pairs(set_, "--set"))
    own = _own_cards(terms, hole, cards)
    known = known_from(terms, dead, exposed or ())
    turned = [text for text in (across, down) if text]
    made = _bets(terms, bets) if bets else (1,) * len(turned)
    position = parse_position(terms, own, across, down, made, known)
    advice = value_options(terms, position)
    if json:
        emit_json(_plain(terms, position, advice))
    else:
        _show(position, advice, assumed=bool(turned) and not bets)


def _own_cards(terms: Terms, hole: str, cards: str) -> str:
    """The player's cards, from the option that the game goes by."""
    given = {"--hole": hole, "--cards": cards}
    name = "--cards" if terms.rulebook.duel is not None else "--hole"
    tried = [option for option, text in given.items() if text]
    if tried != [name]:
        raise _refused(terms, "your cards", " and ".join(tried) or "none", name)
    return given[name]


def _bets(terms: Terms, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(bet) for bet in text.split(","))
    except ValueError as error:
        raise _refused(terms, "--bets", f"'{text}'", "whole antes with commas between, such as 1,3") from error


def _refused(terms: Terms, where: str, tried: str, allowed: str) -> Refused:
    return Refused(Violation(rulebook=terms.rulebook.id, clause="", where=where, tried=tried, allowed=allowed))


def _plain(terms: Terms, position: Position, advice: Advice) -> dict[str, Any]:
    return {
        "rulebook": terms.rulebook.id,
        "unit": "one ante",
        "decision": advice.decision,
        "cards": _text(position.cards),
        "across": _text(position.across),
        "down": _text(position.down),
        "bets": list(position.bets),
        "best": advice.best,
        "options": {
            option: {**exact(value), "cost": exact(advice.cost(option))} for option, value in advice.options.items()
        },
    }


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _show(position: Position, advice: Advice, assumed: bool) -> None:
    seen = [f"{name} {_text(cards)}" for name, cards in (("across", position.across), ("down", position.down)) if cards]
    title = ", ".join([_text(position.cards), *seen])
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
    if assumed:
        console.print("Bets made so far are taken to be 1 ante each; say otherwise with --bets.", style="dim")
