"""`pitboss play`: a game in the terminal against the house."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, TextIO

import typer

from pitboss.cli.chance import TableChance
from pitboss.cli.game import TerminalGame
from pitboss.cli.output import console, emit_json
from pitboss.cli.questions import LeftTable
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, SubmissionFile, amount, refused, terms_from
from pitboss.engine import write_history
from pitboss.rulebooks import full_terms

SEATS = 3
"""How many seats are taken unless said, where there are so many."""


def play(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    seat: int = typer.Option(1, min=1, help="Where you sit; 1 acts first."),
    seats: int | None = typer.Option(
        None, min=1, help=f"How many seats are taken, yours included; {SEATS} by default."
    ),
    bankroll: str = typer.Option("1000", metavar="AMOUNT", help="What you sit down with."),
    seed: int | None = typer.Option(None, help="Deal the same cards again; by default they are random."),
    auto: bool = typer.Option(False, "--auto", help="Let the computer play your seat too."),
    rounds: int | None = typer.Option(None, min=1, help="How many rounds; without it, until you leave (--auto: 1)."),
    history: str | None = typer.Option(None, metavar="FILE", help="Write the hand history of every round."),
    json: AsJson = False,
) -> None:
    """Play a rulebook in the terminal against the house; the other seats are played by the computer.

    Without a submission everything the rulebook allows is offered.
    """
    if json and not auto:
        says = "It goes with --auto: a program cannot be asked."
        raise refused("--json", "without --auto", "--json --auto", says)
    terms = terms_from(rulebook, submission) if submission is not None else full_terms(rulebook)
    most = terms.rulebook.seats
    taken = min(SEATS, most) if seats is None else seats
    for option, number in (("--seat", seat), ("--seats", taken)):
        if number > most:
            raise refused(option, str(number), f"1 to {most}")
    others = [number for number in range(1, most + 1) if number != seat][: taken - 1]
    game = TerminalGame(
        terms, seat, others, amount(bankroll, "--bankroll", above_zero=True), TableChance(seed), auto=auto, quiet=json
    )
    limit = rounds if rounds is not None or not auto else 1
    with ExitStack() as stack:
        file = stack.enter_context(open(history, "w", encoding="ascii")) if history else None
        played = list(_rounds(game, limit, file))
    if json:
        emit_json(
            {
                "rulebook": terms.rulebook.id,
                **terms.rulebook.currency.told,
                "seat": seat,
                "rounds": played,
                "bankroll": game.money,
            }
        )


def _rounds(game: TerminalGame, limit: int | None, file: TextIO | None) -> Iterator[dict[str, Any]]:
    """Plays and yields round after round, until the limit, or the player leaves or cannot go on."""
    number = 0
    while limit is None or number < limit:
        if game.broke:
            _say(game, f"Your {game.terms.money(game.money)} no longer cover the least antes.")
            return
        number += 1
        _say(game, f"\nRound {number}")
        try:
            game.play_round()
        except (LeftTable, KeyboardInterrupt):
            _farewell(game)
            return
        finally:
            if file and game.events:
                file.write(write_history(game.terms, game.events))
        yield {
            "round": number,
            "seats": [game.account(taken)._asdict() for taken in sorted(game.round.seats)],
            "meters": game.house.shown,
        }


def _farewell(game: TerminalGame) -> None:
    left = game.account(game.seat).staked
    if left:
        clause = game.terms.rulebook.table.conduct.leaving_clause
        _say(
            game, f"Your wagers of {game.terms.money(left)} stay on the layout; a floorperson rules on them ({clause})."
        )
    _say(game, f"You leave the table with {game.terms.money(game.money)}. Good-bye.")


def _say(game: TerminalGame, words: str) -> None:
    if not game.quiet:
        console.print(words, highlight=False, markup=False)
