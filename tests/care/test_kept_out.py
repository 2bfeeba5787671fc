"""The verifier holds every seat and wager in a log against what players chose before it."""

from typing import Any

import pytest

from pitboss.audit import Entry, EntryKind
from pitboss.audit.kept_out import KeptOut
from pitboss.audit.mismatch import Mismatch

WAGER = {"command": "play", "player": "ann", "action": {"action": "place-wager", "seat": 1}}
BET = {"command": "play", "player": "ann", "action": {"action": "bet", "seat": 1}}
SIT = {"command": "sit", "player": "ann", "seat": 1}
FOLD = {"command": "play", "player": "ann", "action": {"action": "fold", "seat": 1}}


def entry(kind: EntryKind, at: int, payload: dict[str, Any]) -> Entry:
    return Entry(
        entry=0, kind=kind, stream="t", sequence=1, time=at * 1000, actor="ann", rulebook=None, payload=payload
    )


def told(event: str, until: int) -> Entry:
    return entry(EntryKind.EVENT, 50, {"event": event, "player": "ann", "until": until})


@pytest.mark.parametrize("event", ["self-excluded", "cooling-off-begun"])
@pytest.mark.parametrize("payload", [WAGER, BET, SIT])
def test_a_wager_or_seat_behind_the_choice_and_before_its_end_cannot_be(event: str, payload: dict[str, Any]) -> None:
    out = KeptOut()
    out.check(entry(EntryKind.COMMAND, 40, payload))
    out.tell(told(event, 100))
    with pytest.raises(Mismatch):
        out.check(entry(EntryKind.COMMAND, 99, payload))
    out.check(entry(EntryKind.COMMAND, 100, payload))
    out.check(entry(EntryKind.COMMAND, 60, {**payload, "player": "bob"}))
    out.check(entry(EntryKind.COMMAND, 60, FOLD))


def test_an_exclusion_that_is_shortened_cannot_be() -> None:
    out = KeptOut()
    out.tell(told("self-excluded", 100))
    out.tell(told("cooling-off-begun", 60))
    with pytest.raises(Mismatch):
        out.check(entry(EntryKind.COMMAND, 80, WAGER))
    out.tell(told("self-excluded", 200))
    with pytest.raises(Mismatch):
        out.tell(told("self-excluded", 199))
