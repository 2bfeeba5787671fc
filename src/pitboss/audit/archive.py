"""Parts of a log in files of their own: each verifies by itself, and all of them, with the live log or without, as one.

An archive has a line that opens it, entries as any log file has them, and a closing head as its seal. The first line
gives the roots of the complete subtrees over all entries before: with them and its own entries an archive comes to the
root that is signed, so neither the roots nor an entry can be others without the seal being broken.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from pitboss.audit.format import HeadLine, SignedHead, canonical
from pitboss.audit.log_reader import Finding, is_signed, parsed
from pitboss.audit.recomputation import GrowingRoot, leaf_of

FORMAT = "pitboss archive 1"


class ArchiveOpened(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an archive says of itself: which log it is of, its first entry, and the tree over those before it."""

    format: str = FORMAT
    log: str
    public_key: str
    first: int
    peaks: tuple[str, ...]  # largest first


class ArchiveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line that opens an archive."""

    archive: ArchiveOpened


class Damaged(Exception):
    """An archive that is not what was sealed."""

    def __init__(self, entry: int | None, what: str, why: str) -> None:
        super().__init__(f"{what}; {why}")
        self.entry, self.what, self.why = entry, what, why


class Segment(NamedTuple):
    """An archive that is as it was sealed: its entries are those from `opened.first` up to the size of the seal."""

    opened: ArchiveOpened
    seal: SignedHead


class Joined(NamedTuple):
    """Files put together: one log, the seals that it must contain, and what was wrong with the files themselves."""

    log: bytes
    known: tuple[SignedHead, ...]
    findings: tuple[Finding, ...]


def is_archive(line: bytes) -> bool:
    """Whether a file that begins with this line is an archive, and no whole log."""
    return line.startswith(b'{"archive"')


def read_part(lines: Iterable[bytes], key: bytes | None, take: Callable[[bytes], object]) -> Segment:
    """Checks an archive line by line, keeping nothing but what `take` keeps; `Damaged` if it does not hold."""
    source = (line.removesuffix(b"\n") for line in lines)
    opened = _opened(next(source, b""))
    tree, number, seal = GrowingRoot(opened.first, [bytes.fromhex(peak) for peak in opened.peaks]), opened.first, None
    for line in source:
        if seal is not None:
            raise Damaged(None, "a line after the seal", "the seal is the last line")
        found = parsed(line)
        if isinstance(found, HeadLine):
            seal = found.head
            continue
        if found is None or leaf_of(canonical(found.entry)).hex() != found.leaf:
            raise Damaged(number, "the entry was changed", "it is not written as it was when it was sealed")
        if found.entry.entry != number:
            raise Damaged(number, "the entry is missing", f"entry {found.entry.entry} stands in its place")
        tree.add(bytes.fromhex(found.leaf))
        number += 1
        take(line)
    if seal is None:
        raise Damaged(None, f"it ends after entry {number - 1} without a seal", "the end was cut off")
    if not is_signed(seal, key or bytes.fromhex(opened.public_key)):
        raise Damaged(None, "the seal", "its signature does not stand under the key")
    if (seal.size, seal.root) != (number, tree.root()):
        raise Damaged(None, f"the seal over {seal.size} entries", "the entries do not come to its root")
    return Segment(opened, seal)


def join(files: Mapping[str, Iterable[bytes]], key: bytes | None = None) -> Joined:
    """Archives and a whole log as one log; what is missing, damaged, or not the same in two files is found."""
    findings: list[Finding] = []
    parts: list[tuple[str, Segment, list[bytes]]] = []
    whole: list[bytes] | None = None
    for name, lines in files.items():
        source = iter(lines)
        kept: list[bytes] = []
        try:
            first = next(source, b"")
            if is_archive(first):
                parts.append((name, read_part(_chained(first, source), key, kept.append), kept))
            elif whole is None:
                whole = list(_chained(first, source))
            else:
                findings.append(Finding(None, f"{name} is a second whole log", "there can be one, and archives of it"))
        except Damaged as damaged:
            findings.append(Finding(damaged.entry, f"{name}: {damaged.what}", damaged.why))
        except (OSError, EOFError, zlib.error) as error:
            findings.append(Finding(None, f"{name} cannot be read to its end", str(error)))
    parts.sort(key=lambda part: (part[1].opened.first, part[1].seal.size))
    strange = {(part.opened.log, part.opened.public_key) for _, part, _ in parts}
    if len(strange) > 1:
        names = ", ".join(sorted(f"{log} of key {key[:16]}" for log, key in strange))
        findings.append(Finding(None, "the archives are of several logs", names))
        parts = []
    seals = tuple(part.seal for _, part, _ in parts)
    if whole is not None:
        entries = [line.removesuffix(b"\n") for line in whole if line.startswith(b'{"entry"')]
        for name, part, kept in parts:
            findings += _compared(name, kept, "the log", entries[part.opened.first : part.seal.size], part.opened.first)
        return Joined(b"".join(whole), () if findings else seals, tuple(findings))
    return _chain(parts, findings)


def _chain(parts: list[tuple[str, Segment, list[bytes]]], findings: list[Finding]) -> Joined:
    """Archives one after the other; after a gap, nothing can be played on from what is before it."""
    lines: list[bytes] = []
    seals: list[SignedHead] = []
    for name, part, kept in parts:
        first, due = part.opened.first, len(lines)
        if first > due:
            gap = f"entries {due} to {first - 1} are in none of the files"
            findings.append(Finding(due, gap, "an archive is missing, or was found damaged"))
            break
        findings += _compared(name, kept, "another file", lines[first:], first)
        lines += kept[due - first :]
        seals.append(part.seal)
    if not seals:
        return Joined(b"", (), tuple(findings))
    last = max(seals, key=lambda seal: seal.size)
    closing = canonical(HeadLine(last))
    return Joined(b"\n".join([*lines, closing, b""]), tuple(seals), tuple(findings))


def _compared(name: str, kept: list[bytes], other: str, theirs: list[bytes], first: int) -> list[Finding]:
    """The first entry that two files have otherwise."""
    pairs = enumerate(zip(kept, theirs, strict=False), first)
    what = f"it is not the same in {name} as in {other}"
    return [Finding(at, what, "one of them was changed") for at, (one, two) in pairs if one != two][:1]


def _chained(first: bytes, rest: Iterable[bytes]) -> Iterable[bytes]:
    yield first
    yield from rest


def _opened(line: bytes) -> ArchiveOpened:
    try:
        opened = msgspec.json.decode(line, type=ArchiveLine).archive
        right = canonical(ArchiveLine(opened)) == line and opened.format == FORMAT and opened.first >= 0
        hashes = [bytes.fromhex(text) for text in (*opened.peaks, opened.public_key)]
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
        raise Damaged(None, "the line that opens it cannot be read", str(error)) from error
    if not right or any(len(hash) != 32 for hash in hashes) or len(opened.peaks) != opened.first.bit_count():
        raise Damaged(None, "the line that opens it is not right", f"this program reads {FORMAT!r}")
    return opened
