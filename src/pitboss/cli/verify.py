"""`pitboss verify`: the offline verifier of an audit log."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from pitboss.audit import SignedHead, Verification, verify_log
from pitboss.cli.output import console, emit_json, progress
from pitboss.cli.terms_options import AsJson
from pitboss.rulebooks import Refused, Violation

KEY_DIGITS = 64
KnownHeads = Annotated[
    list[str] | None,
    typer.Option("--head", metavar="FILE", help="A signed tree head kept from elsewhere, which the log must contain."),
]


def verify(
    log: str = typer.Argument(..., metavar="LOG", help="An audit log file."),
    key: str | None = typer.Option(
        None, metavar="PUBLIC", help="The operator's public key, 64 hexadecimal digits or a file that holds them."
    ),
    head: KnownHeads = None,
    json: AsJson = False,
) -> None:
    """Check an audit log offline, entry by entry: tree, signatures, shuffles, rules and money.

    Exit code 0 if everything holds, 1 if something was found, 2 if the input cannot be read.
    """
    known = [_head(file) for file in head or []]
    public = _key(key) if key else None
    with progress.status("Checking the log and playing its rounds again ...", spinner="dots"):
        report = verify_log(Path(log).read_bytes(), public, known)
    if json:
        emit_json({"sound": report.sound, **{name: getattr(report, name) for name in report.__struct_fields__}})
    else:
        _show(report)
    raise typer.Exit(0 if report.sound else 1)


def _key(text: str) -> bytes:
    given = len(text) == KEY_DIGITS and not Path(text).is_file()
    digits = text if given else Path(text).read_text(encoding="ascii", errors="replace").strip()
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        found = b""
    if 2 * len(found) != KEY_DIGITS:
        raise _refused("--key", f"'{digits[:KEY_DIGITS]}'", f"a public key of {KEY_DIGITS} hexadecimal digits")
    return found


def _head(file: str) -> SignedHead:
    """A head as the log and the server write it: the line with `head`, or what is in it."""
    data = Path(file).read_bytes()
    try:
        plain = msgspec.json.decode(data)
        inner = plain.get("head", plain) if isinstance(plain, dict) else plain
        return msgspec.convert(inner, SignedHead)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _refused("--head", f"{file} ({error})", "a signed tree head as JSON") from error


def _refused(where: str, tried: str, allowed: str) -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed))


def _show(report: Verification) -> None:
    for finding in report.findings:
        console.print(Text(str(finding), "red"), soft_wrap=True)
    money = report.money.items()
    lines = [
        f"Log '{report.log}'",
        f"Entries: {report.entries}, under signed heads: {report.heads}",
        f"Tables: {report.tables}, rounds replayed by their rulebooks: {report.rounds}",
        f"Shuffles recomputed: {report.shuffles_checked}, still to be revealed: {report.shuffles_open}",
        f"Corrections settled again from their facts: {report.corrections}",
        *(f"Money, {name}: {one.staked} staked = {one.returned} returned + {one.kept} kept" for name, one in money),
    ]
    if not report.trusted_key:
        lines.append("The heads were checked against the key the log itself names; --key says whose it must be.")
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    count = len(report.findings)
    verdict = "Everything holds." if report.sound else f"{count} finding{'s' if count > 1 else ''}."
    console.print(Text(verdict, "bold green" if report.sound else "bold red"))
