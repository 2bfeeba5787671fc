"""`pitboss replay`: a round again, event by event, with cards and money as a viewer saw them."""

import sys
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from pitboss.audit import LoggedRound, read_entries, rounds_of
from pitboss.audit.accounts import Mismatch
from pitboss.cli import felt
from pitboss.cli.correction_table import show_correction
from pitboss.cli.output import console, emit_json
from pitboss.cli.terms_options import AsJson
from pitboss.engine import Phase, Round, RoundEvent, evolve, open_round, read_histories, verify, view
from pitboss.engine.announcements import said
from pitboss.engine.correction import correct
from pitboss.engine.dispute.retelling import Facts, facts_of
from pitboss.engine.events import BetMade, CardsRevealed, HandOpened, WagerPlaced, WagerTakenBack
from pitboss.engine.history import HEADER, write_history
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Violation


def replay(
    file: str = typer.Argument(..., metavar="LOG|HISTORY", help="An audit log or a file of hand histories."),
    round: int | None = typer.Option(None, min=1, metavar="N", help="Only the N-th round of the file."),
    step: bool = typer.Option(False, "--step", help="Wait for Enter after each event."),
    seat: int | None = typer.Option(None, min=1, help="See it from this seat; without it, from the rail."),
    facts: bool = typer.Option(
        False, "--facts", help="Print only the facts of one round, to correct and settle again."
    ),
    json: AsJson = False,
) -> None:
    """Step through the rounds of an audit log or of a file of hand histories.

    Each round is first played again by its rulebook; one whose events do not follow from the rules is not shown.
    """
    found = logged_rounds(Path(file).read_bytes())
    if round is not None or facts:
        found = [one_round(found, round)]
    if json and not facts:
        if seat is not None or step:
            raise _refused("--json", "--seat or --step", "it alone", "It goes with neither --seat nor --step.")
        emit_json([_plain(one) for one in found])
        return
    for one in found:
        broken = verify(one.history)
        if broken is not None:
            raise Refused(broken)
        if facts:
            emit_json(standing_facts(one))
            return
        if seat is not None and not any(isinstance(event, WagerPlaced) and event.seat == seat for event in one.events):
            raise _refused("--seat", str(seat), f"a seat that was played in round {one.id}")
        _show(one, seat, step)


def one_round(found: list[LoggedRound], number: int | None) -> LoggedRound:
    """The round of that number; the only one, where none is given."""
    if number is None and len(found) != 1:
        raise _refused("--round", "nothing", f"a round from 1 to {len(found)}")
    if number is not None and number > len(found):
        raise _refused("--round", str(number), f"a round from 1 to {len(found)}")
    return found[(number or 1) - 1]


def standing_facts(told: LoggedRound) -> Facts:
    """The facts by which a round stands settled, after the corrections that were approved."""
    return told.corrections[-1].told.facts if told.corrections else facts_of(told.terms, told.events)


def logged_rounds(data: bytes) -> list[LoggedRound]:
    """The rounds of an audit log or of a file of hand histories."""
    if data.startswith(HEADER.encode()):
        histories = enumerate(read_histories(_ascii(data)), start=1)
        return [LoggedRound(str(number), history.terms, list(history.events), []) for number, history in histories]
    try:
        found = rounds_of(read_entries(data))
    except Mismatch as mismatch:
        raise _refused(
            "the log", mismatch.what, mismatch.why, f"It does not hold at {mismatch.what}: {mismatch.why}."
        ) from mismatch
    if not found:
        raise _refused(
            "the file", "a file without rounds", "an audit log or a file of hand histories with rounds in it"
        )
    return found


def _ascii(data: bytes) -> str:
    """The text of hand histories; `Refused` with the line in which it is none."""
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _refused(f"hand history: line {line}", "bytes that are not ASCII", "a line as it was written") from error


def _plain(told: LoggedRound) -> dict[str, Any]:
    """A round for programs: its events as a hand history has them, a line each, and what they come to."""
    broken = verify(told.history)
    if broken is not None:
        raise Refused(broken)
    lines = told.history.round().lines
    events = write_history(told.terms, told.events).splitlines()[3:-1]  # between its three first lines and its end
    return {
        "round": told.id,
        "rulebook": told.terms.rulebook.id,
        "rulebook_hash": told.terms.rulebook.hash,
        "submission": told.terms.submission.as_file(),
        "events": events,
        "lines": lines,
        "corrections": told.corrections,
    }


def _refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))


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
        net = told.terms.rulebook.currency.signed(returned - staked)
        money = f"{told.terms.money(staked)} staked, {told.terms.money(returned)} back ({net})"
        console.print(felt.settlement(lines, told.terms, f"Seat {number}: {money}"))
    for made in told.corrections:
        who = f"proposed by {made.proposed_by}, approved by {made.approved_by}"
        console.print(Text(f"Correction {made.told.number}, {who}: {made.told.reason}", "bold"), soft_wrap=True)
        show_correction(correct(told.terms, made.told.old, made.told.new), told.terms)
        for player, amount in made.outcome.uncollected.items():
            console.print(Text(f"{told.terms.money(amount)} of {player} could not be collected; the house bears it."))
        for meter, amount in made.outcome.covered.items():
            console.print(Text(f"{told.terms.money(amount)} was no longer on {meter}; the house bears it."))


def _words(event: RoundEvent, round: Round) -> str:
    """What happened; the cards themselves are on the felt, as far as the viewer saw them."""
    match event:
        case WagerPlaced() | WagerTakenBack() | BetMade():
            return f"{said(event, round.terms).rstrip('.')}; on the layout: {round.terms.money(_staked(round))}"
    return said(event, round.terms)


def _staked(round: Round) -> Amount:
    return sum((amount for seat in round.seats.values() for amount in seat.wagers.values()), Amount.ZERO)
