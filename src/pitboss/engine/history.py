"""Hand histories: a round's events as plain text that people can read and programs can replay.

The format is described in docs/hand-history.md. There is one way to write a round, and only that is read back: a line
that this module would have written otherwise is refused, so nothing in a history can be taken two ways.
"""

from typing import NoReturn

import msgspec

from pitboss.engine.event_text import Garbled, read_event, write_event
from pitboss.engine.events import RoundEvent
from pitboss.engine.evolve import replay
from pitboss.engine.state import Round, open_round
from pitboss.rulebooks import (
    Refused,
    Rulebook,
    RulebookError,
    Terms,
    UnknownRulebook,
    Violation,
    ids,
    lawful,
    submission_from,
    version,
)
from pitboss.rulebooks.codec import json_text

HASH_DIGITS = 64
HEADER = "pitboss hand history 1"


class History(msgspec.Struct, frozen=True):
    """A round that was played: under which terms, and what happened."""

    terms: Terms
    events: tuple[RoundEvent, ...]

    def round(self) -> Round:
        """The round as it stands after the last event; `verify` first where the text is not your own."""
        return replay(open_round(self.terms), self.events)


def write_history(terms: Terms, events: tuple[RoundEvent, ...] | list[RoundEvent]) -> str:
    """A round's events as text."""
    rulebook = terms.rulebook
    lines = [HEADER, f"rulebook {rulebook.id} {rulebook.hash}", f"submission {_submission_text(terms)}"]
    lines += map(write_event, events)
    lines.append(_end(len(events)))
    return "\n".join(lines) + "\n"


def read_history(text: str) -> History:
    """The round a text tells of; `Refused` with the line that is wrong."""
    histories = read_histories(text)
    if len(histories) != 1:
        _refuse(1, f"{len(histories)} rounds", "one round")
    return histories[0]


def read_histories(text: str) -> list[History]:
    """All rounds of a file, one after the other."""
    lines = text.split("\n")
    if lines[0] != HEADER:
        _refuse(1, _quoted(lines[0]), f"'{HEADER}'")
    if lines.pop() != "":
        _refuse(len(lines) + 1, "a text cut short", "a line end after the last line")
    starts = [number for number, line in enumerate(lines) if line == HEADER]
    ends = [*starts[1:], len(lines)]
    return [_read(lines[start:end], start + 1) for start, end in zip(starts, ends, strict=True)]


def _read(lines: list[str], first: int) -> History:
    """One round; `first` is the number of its first line in the file."""
    if len(lines) < 4:
        _refuse(first + len(lines) - 1, "a text cut short", "rulebook, submission, events and an end")
    terms = _terms(lines[1], lines[2], first + 1)
    events = []
    for number, line in enumerate(lines[3:-1], start=first + 3):
        try:
            events.append(read_event(line))
        except Garbled as error:
            _refuse(number, str(error), error.allowed)
    if lines[-1] != _end(len(events)):
        _refuse(first + len(lines) - 1, _quoted(lines[-1]), f"'{_end(len(events))}' as the last line")
    return History(terms, tuple(events))


def _terms(rulebook_line: str, submission_line: str, number: int) -> Terms:
    rulebook = _rulebook(rulebook_line, number)
    word, _, text = submission_line.partition(" ")
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        data = None
    if word != "submission" or not isinstance(data, dict):
        _refuse(number + 1, _quoted(submission_line), "'submission' and its choices as JSON")
    terms = lawful(rulebook, submission_from(data, rulebook))
    if text != _submission_text(terms):
        _refuse(number + 1, "choices in another form", f"'{_submission_text(terms)}'")
    return terms


def _rulebook(line: str, number: int) -> Rulebook:
    words = line.split(" ")
    if len(words) != 3 or words[0] != "rulebook" or len(words[2]) != HASH_DIGITS:
        _refuse(number, _quoted(line), f"'rulebook', then one of {', '.join(ids())}, then its hash")
    try:
        return version(words[1], words[2])
    except UnknownRulebook:
        _refuse(number, _quoted(line), f"'rulebook', then one of {', '.join(ids())}, then its hash")
    except RulebookError as error:
        _refuse(number, f"a rulebook that cannot be used ({error})", "the version the round was played by")


def _submission_text(terms: Terms) -> str:
    return json_text(terms.submission.as_file(), indent=-1)


def _end(count: int) -> str:
    return f"end {count}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "...")


def _refuse(line: int, tried: str, allowed: str) -> NoReturn:
    raise Refused(Violation(rulebook="hand history", clause="", where=f"line {line}", tried=tried, allowed=allowed))
