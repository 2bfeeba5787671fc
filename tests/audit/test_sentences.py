"""Every kind of entry has a sentence, whose fields are those of the kind; and sentences say what an entry says."""

import string
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from pitboss.audit import approval_format, care_format, machine_format, shuffle_format
from pitboss.audit.format import Entry, EntryKind, LogEvent
from pitboss.audit.sentences import COMMANDS, EVENTS, told
from pitboss.engine.actions import RoundAction
from pitboss.engine.events import RoundEvent
from pitboss.engine.lines import SettlementLine
from pitboss.table.commands import Play, TableCommand
from pitboss.table.events import RoundMoved, TableEvent

FORMATS = (approval_format, care_format, machine_format, shuffle_format)  # their events are LogEvents, too


def below(kind: type[Any]) -> Iterator[type[Any]]:
    each: type[Any]
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


EVENT_KINDS = [
    *below(LogEvent),
    *get_args(RoundEvent),
    *(kind for kind in get_args(TableEvent) if kind is not RoundMoved),
]
COMMAND_KINDS = [*(kind for kind in get_args(TableCommand) if kind is not Play), *get_args(RoundAction)]


def tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


def test_every_kind_of_event_and_command_has_a_sentence_and_no_other_does() -> None:
    assert {tag(kind) for kind in EVENT_KINDS} == {*EVENTS}
    assert {tag(kind) for kind in COMMAND_KINDS} == {*COMMANDS}


@pytest.mark.parametrize("kind", [*EVENT_KINDS, *COMMAND_KINDS], ids=tag)
def test_a_sentence_names_only_fields_that_its_kind_has(kind: type[Any]) -> None:
    pattern = (EVENTS | COMMANDS)[tag(kind)] if kind in EVENT_KINDS else COMMANDS[tag(kind)]
    named = {field for _, field, _, _ in string.Formatter().parse(pattern) if field}
    has = {*kind.__struct_fields__} | (
        {*SettlementLine.__struct_fields__} if "line" in kind.__struct_fields__ else set()
    )
    assert named <= has | {"player"}


def entry(kind: EntryKind, payload: dict[str, Any]) -> Entry:
    return Entry(entry=7, kind=kind, stream="s", sequence=1, time=0, actor="flo", rulebook=None, payload=payload)


@pytest.mark.parametrize(
    ("kind", "payload", "says", "amount", "clause"),
    [
        (
            EntryKind.EVENT,
            {"event": "chips-bought", "player": "ann", "amount": "20.00"},
            "ann bought chips for 20.00",
            "20.00",
            "",
        ),
        (
            EntryKind.EVENT,
            {
                "event": "round-moved",
                "clause": "6(a)",
                "move": {"event": "wager-placed", "seat": 2, "wager": "queens_up", "amount": "5.00"},
            },
            "seat 2 placed 5.00 on queens up",
            "5.00",
            "6(a)",
        ),
        (
            EntryKind.EVENT,
            {
                "event": "round-moved",
                "clause": "9(a)",
                "move": {
                    "event": "line-settled",
                    "line": {
                        "seat": 1,
                        "wager": "ante",
                        "result": "win",
                        "stake": "5.00",
                        "returned": "10.00",
                        "clause": "9(c)",
                    },
                },
            },
            "ante of seat 1: win, 5.00 staked, 10.00 returned",
            "10.00",
            "9(c)",
        ),
        (
            EntryKind.COMMAND,
            {"command": "play", "player": "ann", "action": {"action": "bet", "seat": 1, "amount": "15.00"}},
            "bet 15.00 at seat 1",
            "15.00",
            "",
        ),
        (EntryKind.COMMAND, {"command": "sit", "player": "ann", "seat": 3}, "asked for seat 3 for ann", "", ""),
        (
            EntryKind.COMMAND,
            {"person": "bob", "roles": ["dealer"], "new": True},
            "opened the account of bob: roles dealer",
            "",
            "",
        ),
        (
            EntryKind.REFUSAL,
            {"rulebook": "r", "clause": "4(a)", "where": "seat 1", "tried": "a bet", "allowed": "none"},
            "was refused at seat 1: Got a bet; expected none.",
            "",
            "4(a)",
        ),
        (EntryKind.SIGN_IN, {"accepted": False, "locked": True}, "tried to sign in", "", ""),
        (
            EntryKind.EVENT,
            {
                "event": "limit-chosen",
                "player": "ann",
                "practice": False,
                "limit": "loss-day",
                "figure": 5000,
                "effective": 0,
            },
            "ann limited losses in a day to 50.00, from 1970-01-01 00:00 UTC",
            "",
            "",
        ),
        (
            EntryKind.EVENT,
            {"event": "self-excluded", "player": "ann", "until": 253402300799},
            "ann excluded themselves for good",
            "",
            "",
        ),
    ],
)
def test_an_entry_says_in_words_what_it_holds(
    kind: EntryKind, payload: dict[str, Any], says: str, amount: str, clause: str
) -> None:
    found = told(entry(kind, payload))
    assert (found.says, found.amount, found.clause) == (says, amount, clause)
