"""Corrections in the log: the verifier settles them again, and names every one that is forged, key or no key."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.logs import edited, findings, rewritten, tags, where
from pitboss.audit import Entry, read_entries, verify_books
from pitboss.audit.balance import balance_of
from pitboss.money import Amount
from server.desk import Crew, Desk, Json, desk_in
from server.test_corrections import ACES, NINES, approve, crazy, facts_of, propose, with_hand

Change = Callable[[list[Entry]], list[Entry]]


def logged(crew: Crew) -> bytes:
    data: bytes = crew.desk.ask("ava", "GET", "/api/audit/log").content
    return rewritten(data, lambda entries: entries)  # under the key of the tests


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A table where ann's nines were taken for aces: a whole meter is given back; a second proposal was rejected."""
    with desk_in(tmp_path_factory.mktemp("corrections")) as desk:
        _people(desk)
        crew = crazy(desk, ACES)
        facts = with_hand(facts_of(crew), 1, NINES)
        propose(crew, facts)
        approve(crew)
        propose(crew, with_hand(facts, 2, ["3c", "5d", "7h", "Jd", "Kh"]), id="p2")
        crew.desk.ask("fin", "POST", f"/api/tables/{crew.table}/rounds/1/corrections/2/reject", REJECTION)
        return logged(crew)


REJECTION = {"id": "r", "reason": "the camera says otherwise"}


def _people(desk: Desk) -> None:
    desk.person("ava", "auditor")
    desk.person("fin", "floorperson")


def test_a_log_with_corrections_holds_and_balances(log: bytes) -> None:
    report, books = verify_books(log)
    assert (report.findings, report.corrections, report.rounds) == ((), 1, 1)
    staked, returned, kept = report.money["USD"]
    assert staked == returned + kept
    found = balance_of(books, report.entries, report.rounds, [])
    assert found.balanced


def proposed(**fields: Any) -> Change:
    return changed("correction-proposed", lambda entry: edited(entry, **fields))


def approved(**fields: Any) -> Change:
    return changed("correction-approved", lambda entry: edited(entry, **fields))


def by(tag: str, actor: str) -> Change:
    return changed(tag, lambda entry: replace(entry, actor=actor))


def changed(tag: str, change: Callable[[Entry], Entry]) -> Change:
    def forge(told: list[Entry]) -> list[Entry]:
        at = where(told, tag)
        return [*told[:at], change(told[at]), *told[at + 1 :]]

    return forge


def a_line(side: str, **fields: Any) -> Change:
    """The first line of a settlement says something else."""

    def forge(entry: Entry) -> Entry:
        lines: list[Json] = entry.payload[side]["lines"]
        return edited(entry, **{side: {"lines": [{**lines[0], **fields}, *lines[1:]]}})

    return changed("correction-proposed", forge)


def facts(**fields: Any) -> Change:
    return changed("correction-proposed", lambda entry: edited(entry, facts=fields))


def left_out(tag: str) -> Change:
    return lambda told: [entry for entry in told if entry.entry != where(told, tag)]


def twice(told: list[Entry]) -> list[Entry]:
    at = where(told, "correction-approved")
    return [*told[: at + 1], told[at], *told[at + 1 :]]


def of_round(number: int) -> Change:
    def forge(told: list[Entry]) -> list[Entry]:
        return [edited(entry, round=number) if entry.stream.startswith("corrections/") else entry for entry in told]

    return forge


def of_table(name: str) -> Change:
    def forge(told: list[Entry]) -> list[Entry]:
        return [
            replace(edited(entry, table=name), stream=f"corrections/{name}")
            if entry.stream.startswith("corrections/")
            else entry
            for entry in told
        ]

    return forge


METER = {"four_card": "9000.00"}
FORGERIES: dict[str, tuple[Change, str, str]] = {
    "another payment": (a_line("new", paid="7.00"), "correction-proposed", "ante of seat 1 has paid"),
    "another stake": (a_line("new", stake="7.00"), "correction-proposed", "ante of seat 1 has stake"),
    "another clause": (a_line("new", clause="1(a)"), "correction-proposed", "ante of seat 1 has clause"),
    "other old lines": (a_line("old", paid="3.00"), "correction-proposed", "ante of seat 1 has paid"),
    "a restart left out": (proposed(new={"restarts": {"major": "1000.00"}}), "correction-proposed", "start again with"),
    "cards of nobody": (facts(seats=[]), "correction-proposed", "seats: Got an empty list"),
    "another dealer's hand": (
        facts(dealer=["As", "Ac", "Ah", "Ad", "Qs"]),
        "correction-proposed",
        "of seat 1 has",
    ),
    "another meter": (facts(meters={**METER}), "correction-proposed", "which the meter showed"),
    "another rulebook": (facts(rulebook="ma-criss-cross"), "correction-proposed", "unknown key 'dealer'"),
    "no reason": (proposed(reason=" "), "correction-proposed", "it gives no reason"),
    "another number": (proposed(number=2), "correction-proposed", "number 1 is next"),
    "another table's": (proposed(table="t9"), "correction-proposed", "the stream is that of table t1"),
    "a round never played": (of_round(7), "correction-proposed", "no such round that is over"),
    "a table never opened": (of_table("t9"), "correction-proposed", "there is no such table"),
    "the same person twice": (by("correction-approved", "flo"), "correction-approved", "the same person proposed it"),
    "rejected by the same person": (
        by("correction-rejected", "flo"),
        "correction-rejected",
        "the same person proposed it",
    ),
    "proposed by a player": (by("correction-proposed", "ann"), "correction-proposed", "ann played in the round"),
    "approved by a player": (by("correction-approved", "bob"), "correction-approved", "bob played in the round"),
    "proposed by the dealer": (by("correction-proposed", "dee"), "correction-proposed", "dee dealt in the round"),
    "approved by the dealer": (by("correction-approved", "dee"), "correction-approved", "dee dealt in the round"),
    "never proposed": (left_out("correction-proposed"), "correction-approved", "no such correction waits"),
    "approved twice": (twice, "correction-approved", "no such correction waits"),
    "a gift to a player": (
        approved(uncollected={"ann": "5000.00"}),
        "correction-approved",
        "by the books nothing",
    ),
    "a gift to a meter": (approved(covered={"four_card": "1.00"}), "correction-approved", "by the books nothing"),
    "a field too many": (approved(extra=1), "correction-approved", "unknown field"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_correction_is_found_and_named(log: bytes, name: str) -> None:
    forge, tag, why = FORGERIES[name]
    data = rewritten(log, forge)
    found = findings(data)
    assert found, name
    told = read_entries(data)
    assert found[0].entry is not None
    assert tag in tags(told[found[0].entry])
    assert why in found[0].why, found[0]


def test_a_correction_before_its_round_is_over_is_found(log: bytes) -> None:
    def forge(told: list[Entry]) -> list[Entry]:
        first = where(told, "correction-proposed")
        at = where(told, "round-ended")
        return [*told[:at], told[first], *told[at:first], *told[first + 1 :]]

    assert "no such round that is over" in findings(rewritten(log, forge))[0].why


def test_what_was_not_collected_is_held_against_the_purse(tmp_path: Path) -> None:
    """ann kept 4.00 of what she had: a log that says less was collected is found."""
    with desk_in(tmp_path) as desk:
        _people(desk)
        crew = crazy(desk, ACES)
        desk.move("flo", "ann", crew.balances[0] - Amount.parse("4"), inward=False)
        propose(crew, with_hand(facts_of(crew), 1, NINES))
        done = approve(crew)
        owed = Amount.parse(done[0]["uncollected"]["ann"])
        assert owed == -Amount.parse(done[0]["correction"]["seats"][0]["difference"]) - Amount.parse("4")
        log = logged(crew)
    assert findings(log) == ()
    forged = rewritten(log, approved(uncollected={"ann": str(owed + Amount(1))}))
    assert f"by the books {owed} of ann" in findings(forged)[0].why


def test_a_correction_that_another_overtook_cannot_be_approved(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        _people(desk)
        crew = crazy(desk, ACES)
        told = facts_of(crew)
        propose(crew, with_hand(told, 1, NINES))
        propose(crew, with_hand(told, 1, ["Ts", "Tc", "Th", "Td", "2c"]), id="p2")
        approve(crew)
        log = logged(crew)
    assert findings(log) == ()

    def forge(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "correction-withdrawn")
        payload = {**entries[at].payload, "event": "correction-approved", "uncollected": {}, "covered": {}}
        payload.pop("reason")
        return [*entries[:at], replace(entries[at], payload=payload), *entries[at + 1 :]]

    assert "another correction of the round came first" in findings(rewritten(log, forge))[0].why
