"""`pitboss replay`: a round again, event by event, with cards and money as a viewer saw them."""

import sys
from pathlib import Path

import typer
from rich.text import Text

from pitboss.audit import LoggedRound, read_entries, rounds_of
from pitboss.audit.accounts import Mismatch
from pitboss.cli import felt
from pitboss.cli.output import console
from pitboss.games import Phase, Round, RoundEvent, evolve, open_round, read_histories, verify, view
from pitboss.games.announcing import said
from pitboss.games.events import BetMade, CardsRevealed, HandOpened, WagerPlaced, WagerTakenBack
from pitboss.games.history import HEADER
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Violation

SEATS = 6


def replay(
    file: str = typer.Argument(..., metavar="LOG|HISTORY", help="An audit log or a file of hand histories."),
    round: int | None = typer.Option(None, min=1, metavar="N", help="Only the N-th round of the file."),
    step: bool = typer.Option(False, "--step", help="Wait for Enter after each event."),
    seat: int | None = typer.Option(None, min=1, max=SEATS, help="See it from this seat; without it, from the rail."),
) -> None:
    """Step through the rounds of an audit log or of a file of hand histories.

    Each round is first played again by its rulebook; one whose events do not follow from the rules is not shown.
    """
    found = _rounds(Path(file).read_bytes())
    if round is not None and round > len(found):
        raise _refused("--round", str(round), f"1 to {len(found)}: the file has so many rounds")
    for one in found if round is None else [found[round - 1]]:
        broken = verify(one.history)
        if broken is not None:
            raise Refused(broken)
        if seat is not None and not any(isinstance(event, WagerPlaced) and event.seat == seat for event in one.events):
            raise _refused("--seat", str(seat), f"a seat that was played in round {one.id}")
        _show(one, seat, step)


def _rounds(data: bytes) -> list[LoggedRound]:
    if data.startswith(HEADER.encode()):
        histories = enumerate(read_histories(data.decode("ascii")), start=1)
        return [LoggedRound(str(number), history.terms, list(history.events)) for number, history in histories]
    try:
        found = rounds_of(read_entries(data))
    except Mismatch as mismatch:
        raise _refused("the log", mismatch.what, mismatch.why) from mismatch
    if not found:
        raise _refused(
            "the file", "a file without rounds", "an audit log or a file of hand histories with rounds in it"
        )
    return found


def _refused(where: str, tried: str, allowed: str) -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed))


def _show(told: LoggedRound, seat: int | None, step: bool) -> None:
    console.print(Text(f"Round {told.id}, {told.terms.rulebook.title} ({told.terms.rulebook.id})", "bold"))
    round = open_round(told.terms)
    for number, event in enumerate(told.events, start=1):
        dealing = round.phase is Phase.DEALING
        round = evolve(round, event)
        console.print(Text(f"{number:>3}  {_words(event, round)}"), soft_wrap=True)
        dealt = dealing and round.phase is not Phase.DEALING
        if dealt or isinstance(event, CardsRevealed | HandOpened):
            console.print(felt.felt(view(round, seat), told.terms))
        if step:
            sys.stdin.readline()
    for number in sorted(round.seats):
        lines = [line for line in round.lines if line.seat == number]
        staked = sum(round.seats[number].wagers.values(), Amount.ZERO)
        returned = sum((line.returned for line in lines), Amount.ZERO)
        money = f"{staked.dollars()} staked, {returned.dollars()} back ({felt.signed(returned - staked)})"
        console.print(felt.settlement(lines, told.terms, f"Seat {number}: {money}"))


def _words(event: RoundEvent, round: Round) -> str:
    """What happened; the cards themselves are on the felt, as far as the viewer saw them."""
    match event:
        case WagerPlaced() | WagerTakenBack() | BetMade():
            return f"{said(event, round.terms).rstrip('.')}; on the layout: {_staked(round).dollars()}"
    return said(event, round.terms)


def _staked(round: Round) -> Amount:
    return sum((amount for seat in round.seats.values() for amount in seat.wagers.values()), Amount.ZERO)
