"""`pitboss strategy`: the strategy card of a game with its exact cost, and the opening chart."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pitboss.cards import RANKS
from pitboss.cli.output import console, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, exact, pairs, percent, terms_from
from pitboss.mathematics.game import game_of
from pitboss.mathematics.opening_chart import HandKind, OpeningChart
from pitboss.mathematics.position import choices_of
from pitboss.mathematics.strategy import StrategyCard, strategy_card
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import Terms

if TYPE_CHECKING:
    from pitboss.simulation.score import Score

MOST_ROUNDS = 10**12  # of a strategy that is simulated: days of it
STYLES = ("red", "white", "bold green")


def strategy(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    set_: Changes = None,
    chart: Annotated[bool, typer.Option("--chart", help="The opening chart instead: every starting hand.")] = False,
    score: Annotated[
        str | None,
        typer.Option(
            metavar="STRATEGY",
            help="What a strategy is worth instead: FILE.py:FUNCTION, FILE.json, or a name that simulate knows.",
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_ROUNDS, help="Rounds where --score cannot be counted.")
    ] = 1_000_000,
    json: AsJson = False,
) -> None:
    """A strategy short enough to remember, with its exact cost; the opening chart; or what any strategy is worth."""
    terms = changed(terms_from(rulebook, submission), pairs(set_, "--set"))
    if score is not None:
        _score(terms, score, rounds, json)
        return
    if chart:
        _chart(terms, json)
        return
    with progress.status("Searching ...", spinner="dots") as status:
        card = strategy_card(terms, lambda stage: status.update(f"Searching: {stage} ..."))
    if json:
        emit_json(_plain(card))
    else:
        _show(card)


def _score(terms: Terms, strategy: str, rounds: int, json: bool) -> None:
    from pitboss.cli.strategy_files import strategy_from
    from pitboss.simulation.score import score

    played = strategy_from(strategy, "--score")
    with progress.status("Asking the strategy in every position ...", spinner="dots"):
        found = score(terms, played, rounds=rounds)
    if json:
        emit_json(_plain_score(found))
        return
    console.print(f"{terms.rulebook.title}: {found.name}, per ante", style="bold")
    for words, figure in found.rows():
        console.print(f"  {words:<32}{figure}", highlight=False)
    if isinstance(found.ev, Fraction):
        console.print(
            f"  exactly {found.ev.numerator} / {found.ev.denominator} of an ante", style="dim", soft_wrap=True
        )
    note(found.note)


def _plain_score(found: "Score") -> dict[str, Any]:
    def figure(value: Fraction | float | None) -> Any:
        return exact(value) if isinstance(value, Fraction) else value

    return {
        "rulebook": found.terms.rulebook.id,
        "rulebook_hash": found.terms.rulebook.hash,
        "unit": "one ante",
        "strategy": found.name,
        "ev": figure(found.ev),
        "house_edge": figure(found.house_edge),
        "best_ev": figure(found.best_ev),
        "cost": figure(found.cost),
        "margin_95": found.error,
        "positions": found.asked,
        "rounds": found.rounds,
        "note": found.note,
    }


def _plain(card: StrategyCard) -> dict[str, Any]:
    return {
        "rulebook": card.terms.rulebook.id,
        "rulebook_hash": card.terms.rulebook.hash,
        "unit": "one ante",
        "lines": [{"decision": line.decision, "action": line.action, "hands": line.hands} for line in card.lines],
        "notes": list(card.notes),
        "ev": exact(card.ev),
        "best_ev": exact(card.best_ev),
        "cost": exact(card.cost),
        "house_edge": exact(card.house_edge),
        "average_wager": exact(card.average_wager),
    }


def _show(card: StrategyCard) -> None:
    console.print(f"{card.terms.rulebook.title}: strategy card", style="bold")
    lines = Table.grid(padding=(0, 2))
    for place, line in enumerate(card.lines):
        first = place == 0 or card.lines[place - 1].decision != line.decision
        lines.add_row(line.decision if first else "", f"{place + 1}.", line.action, line.hands)
    console.print(lines)
    console.print("\nAt each decision, the first line that fits applies.", style="dim")
    for words in card.notes:
        console.print(words, style="dim", highlight=False)
    console.print(
        f"\nHouse edge by this card {percent(card.house_edge)} of an ante, by best play {percent(-card.best_ev)}: "
        f"the card costs {percent(card.cost, 5)} of an ante."
    )
    cost = f"exact cost: {card.cost.numerator} / {card.cost.denominator} of an ante"
    console.print(cost, style="dim", soft_wrap=True)


def _chart(terms: Terms, json: bool) -> None:
    with progress.status("Counting every deal ...", spinner="dots"):
        chart = game_of(terms).opening()
    if isinstance(chart, OpeningChart):
        if json:
            emit_json(_plain_opening(chart))
        else:
            _show_opening(terms, chart)
    elif json:
        emit_json([_plain_kind(kind) for kind in chart])
    else:
        _show_kinds(terms, chart)


def _plain_opening(chart: OpeningChart) -> dict[str, Any]:
    names = ["fold", *(f"{bet}x" for bet in chart.bets[1:])]
    hands = {}
    for name, hole in chart.hands.items():
        options = dict(zip(names, (hole.fold, hole.least, hole.most), strict=True))
        best = max(options, key=lambda option: options[option])
        values = {option: exact(value) for option, value in options.items()}
        margin = options[best] - max(value for option, value in options.items() if option != best)
        hands[name] = {"best": best, "values": values, "margin": exact(margin), "weight": hole.weight}
    return {"unit": "one ante", "hands": hands}


def _show_opening(terms: Terms, chart: OpeningChart) -> None:
    bets = ", ".join(f"{bet} a bet of {bet}x" for bet in chart.bets[1:])
    table = Table(
        title=f"{terms.rulebook.title}: the Across decision",
        caption=f"Suited hands above the diagonal. F folds, {bets};\n"
        "below it the value in antes, and by how much it beats the next best.",
        box=SIMPLE_HEAD,
        padding=0,
    )
    table.add_column("")
    for rank in reversed(RANKS):
        table.add_column(rank, justify="right")
    for row, letters in enumerate(chart.letters()):
        table.add_row(RANKS[12 - row], *(_cell(chart, row, column, letter) for column, letter in enumerate(letters)))
    console.print(table)


def _cell(chart: OpeningChart, row: int, column: int, letter: str) -> Text:
    style = STYLES[chart.actions[row, column]]
    value, margin = chart.best_values[row, column], chart.margins[row, column]
    return Text.assemble((letter, style), f"\n{value:.1f}\n", (f"{margin:.2f}", "dim"))


def _plain_kind(kind: HandKind) -> dict[str, Any]:
    return {"kind": kind.name, "hands": kind.hands, "choices": dict(kind.choices), "value": exact(kind.value)}


def _show_kinds(terms: Terms, kinds: tuple[HandKind, ...]) -> None:
    first = next(iter(terms.rulebook.decisions), None)
    offered = choices_of(first) if first else []
    choices = [name for name in offered if any(kind.choices.get(name) for kind in kinds)]
    decided = first.key if first else "nothing is decided"
    table = Table(title=f"{terms.rulebook.title}: {decided}", caption="mean values in antes under best play")
    table.add_column("own cards")
    for heading in ("hands", *choices, "value"):
        table.add_column(heading, justify="right")
    for kind in kinds:
        counts = (kind.choices.get(name, 0) for name in choices)
        shares = (f"{100 * count / kind.hands:.2f}%" if count else "" for count in counts)
        table.add_row(kind.name, f"{kind.hands:,}", *shares, f"{float(kind.value):+.4f}")
    console.print(table)
