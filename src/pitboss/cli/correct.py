"""`pitboss correct`: corrections of rounds that are over, at a running server."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import httpx
import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pitboss.cli.correction_table import show_correction
from pitboss.cli.output import complain, console, emit_json, read_text
from pitboss.cli.server_url import server_url
from pitboss.cli.terms_options import AsJson
from pitboss.client import Client, ServerRefused
from pitboss.engine.correction import Correction
from pitboss.engine.dispute.text import Unsettled, parse
from pitboss.rulebooks import Refused, Violation, one_of, terms_for
from pitboss.rulebooks.codec import restore

app = typer.Typer(no_args_is_help=True, add_completion=False)

Url = Annotated[str, typer.Argument(metavar="URL", help="A running server, such as http://127.0.0.1:8321.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table.")]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The number of the round, from 1.")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The number of the correction.")]
FactsFile = Annotated[str, typer.Argument(metavar="FACTS", help="The facts as they are now known, or - for input.")]
Token = Annotated[str, typer.Option("--token", envvar="PITBOSS_TOKEN", help="An API token; or PITBOSS_TOKEN.")]
Reason = Annotated[str, typer.Option("--reason", help="Why, in a few words.")]
Id = Annotated[str, typer.Option("--id", help="An id of your own, so that it is safe to send this again.")]


@app.callback()
def correct() -> None:
    """Correct a round that is over: one person proposes other facts, another approves them."""


@app.command()
def facts(url: Url, table: TableName, round: RoundNumber, token: Token = "") -> None:
    """The facts by which a round was settled, in the form `settle` takes: save, edit and propose them."""
    emit_json(_ask(url, token, lambda client: client.get(f"{_round(table, round)}/facts"))["facts"])


@app.command()
def preview(
    url: Url, table: TableName, round: RoundNumber, file: FactsFile, token: Token = "", json: AsJson = False
) -> None:
    """Old and new lines side by side, with clauses and the difference; nothing is written."""
    told = _facts(file)
    found = _ask(url, token, lambda client: client.post(f"{_round(table, round)}/corrections/preview", {"facts": told}))
    if json:
        emit_json(found)
    else:
        _show(found, told)


@app.command()
def propose(
    url: Url,
    table: TableName,
    round: RoundNumber,
    file: FactsFile,
    reason: Reason,
    token: Token = "",
    id: Id = "",
    json: AsJson = False,
) -> None:
    """Propose a correction; it moves no money until a second person approves it."""
    body = {"id": id or secrets.token_hex(12), "facts": _facts(file), "reason": reason}
    _tell(_ask(url, token, lambda client: client.post(f"{_round(table, round)}/corrections", body)), json)


@app.command()
def approve(
    url: Url,
    table: TableName,
    round: RoundNumber,
    number: Number,
    token: Token = "",
    id: Id = "",
    json: AsJson = False,
) -> None:
    """Approve another person's correction: the difference is paid and taken back."""
    body = {"id": id or secrets.token_hex(12)}
    path = f"{_round(table, round)}/corrections/{number}/approve"
    _tell(_ask(url, token, lambda client: client.post(path, body)), json)


@app.command()
def reject(
    url: Url,
    table: TableName,
    round: RoundNumber,
    number: Number,
    reason: Reason,
    token: Token = "",
    id: Id = "",
    json: AsJson = False,
) -> None:
    """Reject another person's correction, or withdraw your own."""
    body = {"id": id or secrets.token_hex(12), "reason": reason}
    path = f"{_round(table, round)}/corrections/{number}/reject"
    _tell(_ask(url, token, lambda client: client.post(path, body)), json)


@app.command("list")
def list_corrections(url: Url, table: TableName, token: Token = "", json: AsJson = False) -> None:
    """All corrections of a table, the latest first."""
    _tell(_ask(url, token, lambda client: client.get(f"/api/tables/{table}/corrections")), json)


@app.command()
def show(url: Url, table: TableName, number: Number, token: Token = "", json: AsJson = False) -> None:
    """One correction, old and new lines side by side."""
    found = _ask(url, token, lambda client: client.get(f"/api/tables/{table}/corrections"))
    chosen = next((item for item in found if item["number"] == number), None)
    if chosen is None:
        allowed = one_of((str(item["number"]) for item in found), "the table has no corrections")
        raise Refused(Violation(rulebook="", clause="", where="NUMBER", tried=f"correction {number}", allowed=allowed))
    if json:
        emit_json(chosen)
        return
    _tell([chosen], json=False)
    _show(chosen["correction"], chosen["facts"])


def _round(table: str, round: int) -> str:
    return f"/api/tables/{table}/rounds/{round}"


def _ask(url: str, token: str, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    """What the server answers; one plain line for each thing it refuses, and exit code 2."""

    async def asked() -> Any:
        async with Client(url, token) as client:
            return await ask(client)

    server_url(url)
    try:
        return asyncio.run(asked())
    except ServerRefused as refused:
        complain(*_refusals(refused))
        raise typer.Exit(2) from refused
    except (httpx.HTTPError, OSError) as error:
        complain(f"{url} does not answer: {error}")
        raise typer.Exit(2) from error


def _refusals(refused: ServerRefused) -> list[str]:
    found = refused.answer.get("refusals") or []
    try:
        return [str(msgspec.convert(item, Violation)) for item in found] or [str(refused)]
    except msgspec.ValidationError:
        return [str(refused)]


def _facts(file: str) -> dict[str, Any]:
    try:
        found, problems = parse(read_text(file))
    except Unsettled as unsettled:
        complain(*unsettled.problems)
        raise typer.Exit(2) from unsettled
    if problems:
        complain(*map(str, problems))
        raise typer.Exit(2)
    return found


def _show(found: dict[str, Any], told: dict[str, Any]) -> None:
    terms = terms_for(told["rulebook"], told.get("submission", {}))
    show_correction(restore(found, Correction), terms)


def _tell(found: list[dict[str, Any]], json: bool) -> None:
    if json:
        emit_json(found)
        return
    if not found:
        console.print("There are no corrections.")
        return
    table = Table(title="Corrections", title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1))
    for name in ("No.", "Round", "State", "Proposed by", "Decided by", "Difference", "Why"):
        table.add_column(name, overflow="fold")
    for item in found:
        changes = (f"seat {seat['seat']} {seat['difference']}" for seat in item["correction"]["seats"])
        moved = ", ".join(words for words in changes if not words.endswith(" 0.00"))
        words = [item["reason"], item["remark"], *(f"{who} owes {sum}" for who, sum in item["uncollected"].items())]
        cells = (item["number"], item["round"], item["state"], item["proposed_by"], item["decided_by"], moved)
        table.add_row(*(Text(str(cell)) for cell in cells), Text("; ".join(filter(None, words))))
    console.print(table)
