"""`pitboss verify`: the offline verifier of an audit log."""

import gzip
import zlib
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace
from rich.text import Text

from pitboss.audit import SignedHead, Verification, verify_log
from pitboss.audit.archive import is_archive, join
from pitboss.cli.log_files import lines_of
from pitboss.cli.output import console, emit_json, progress
from pitboss.cli.terms_options import AsJson
from pitboss.rulebooks import Refused, Violation

KEY_DIGITS = 64
KnownHeads = Annotated[
    list[str] | None,
    typer.Option(
        "--head",
        metavar="FILE",
        help="A signed tree head kept from elsewhere, or a browser's evidence: the log must contain it.",
    ),
]

Key = Annotated[
    str | None,
    typer.Option(
        metavar="PUBLIC",
        help="The operator's public key, 64 hexadecimal digits; or a file of them, or of the answer of /api/audit/key.",
    ),
]


def verify(
    log: Annotated[list[Path], typer.Argument(metavar="LOG", help="An audit log file; archives of one; or both.")],
    key: Key = None,
    head: KnownHeads = None,
    json: AsJson = False,
) -> None:
    """Check an audit log offline, entry by entry: tree, signatures, shuffles, rules and money.

    Exit code 0 if everything holds, 1 if something was found, 2 if the input cannot be read.
    """
    known = [one for file in head or [] for one in _heads(file)]
    public = _key(key) if key else None
    with progress.status("Checking the log and playing its rounds again ...", spinner="dots"):
        report = _verified(log, public, known)
    if json:
        emit_json({"sound": report.sound, **{name: getattr(report, name) for name in report.__struct_fields__}})
    else:
        _show(report)
    raise typer.Exit(0 if report.sound else 1)


def _verified(files: list[Path], key: bytes | None, known: list[SignedHead]) -> Verification:
    """One log from its files. Where archives before all others are missing, there is nothing to play again."""
    if len(files) == 1 and (whole := _whole_log(files[0])) is not None:
        return verify_log(whole, key, known)
    joined = join({str(file): lines_of(file) for file in files}, key)
    report = verify_log(joined.log, key, [*known, *joined.known])
    return replace(report, findings=(*joined.findings, *(report.findings if joined.log else ())))


def _whole_log(file: Path) -> bytes | None:
    """A log that is one by itself. What cannot be unpacked to its end is joined like an archive, which says so."""
    lines = lines_of(file)
    try:
        first = next(lines, b"")
        return None if is_archive(first) else first + b"".join(lines)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return None


def _key(text: str) -> bytes:
    given = len(text) == KEY_DIGITS and not Path(text).is_file()
    digits = text if given else _told(Path(text).read_text(encoding="ascii", errors="replace").strip())
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        found = b""
    if 2 * len(found) != KEY_DIGITS:
        raise _refused("--key", f"'{digits[:KEY_DIGITS]}'", f"a public key of {KEY_DIGITS} hexadecimal digits")
    return found


def _told(text: str) -> str:
    """A key as a file has it: by itself, or as the answer of `GET /api/audit/key`."""
    try:
        answer = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return text
    return str(answer["public_key"]) if isinstance(answer, dict) and "public_key" in answer else text


def _heads(file: str) -> list[SignedHead]:
    """A head as the log and the server write it: the line with `head`, or what is in it; or both of a browser's."""
    data = Path(file).read_bytes()
    try:
        plain = msgspec.json.decode(data)
        told = plain if isinstance(plain, dict) else {}
        both = [told[name] for name in ("kept", "told") if told.get(name)] or [plain]
        return [msgspec.convert(one.get("head", one) if isinstance(one, dict) else one, SignedHead) for one in both]
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _refused("--head", f"{file}", "a signed tree head as JSON") from error


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
        f"Shuffles recomputed: {report.shuffles_checked}, by chains of seeds: {report.shuffles_chained}, still to be"
        f" revealed: {report.shuffles_open}",
        f"Corrections settled again from their facts: {report.corrections}",
        *(f"Money, {name}: {one.staked} staked = {one.returned} returned + {one.kept} kept" for name, one in money),
    ]
    lines += [f"Shuffles with a seed of witness {key}: {count}" for key, count in report.witnessed.items()]
    if report.seeds_withheld:
        lines.append(f"Players' seeds pledged and not shown: {report.seeds_withheld}; shuffles went on without them")
    if report.restores:
        lines.append(f"Restored from a backup: {report.restores} time(s); the entries say what was lost")
    for law in report.laws:
        if law.here != "as it is":
            where = "in other words" if law.here == "in other words" else f"here it is {law.here}"
            lines.append(f"Rulebook {law.rulebook} {law.hash[:12]}, kept in the log: {where} (law {law.law[:12]})")
    if not report.trusted_key:
        lines.append("The heads were checked against the key the log itself names; --key says whose it must be.")
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    count = len(report.findings)
    verdict = "Everything holds." if report.sound else f"{count} finding{'s' if count > 1 else ''}."
    console.print(Text(verdict, "bold green" if report.sound else "bold red"))
