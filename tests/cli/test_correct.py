"""`pitboss correct` against a running server, and `pitboss settle --against` a file: old and new side by side."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.desk_site import desk_site
from cli.calling import Run
from pitboss.audit import verify_log
from server.desk import Crew, Desk
from server.test_corrections import KINGS, PLACES, THREE_KINGS, deal, with_hand

Site = tuple[Desk, str]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with desk_site(tmp_path) as opened:
        opened[0].person("ava", "auditor")
        opened[0].person("fin", "floorperson")
        yield opened


@pytest.fixture
def crew(site: Site) -> Crew:
    """ann's pair of kings was paid 5.00; it was three of them, which pay 11.00."""
    crew = Crew(site[0], "ma-criss-cross")
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    return crew


def test_facts_preview_proposal_and_approval(site: Site, crew: Crew, run: Run, tmp_path: Path) -> None:
    desk, url = site
    flo, fin = (("--token", desk.secrets[name]) for name in ("flo", "fin"))
    code, printed, _ = run("correct", "facts", url, crew.table, "1", *flo)
    assert code == 0
    file = tmp_path / "facts.json"
    file.write_text(json.dumps(with_hand(json.loads(printed), 1, THREE_KINGS)))
    code, shown, _ = run("correct", "preview", url, crew.table, "1", str(file), *flo)
    assert code == 0
    assert "Seat 1: +$5.00 becomes +$11.00" in shown
    assert "Difference +$6.00: +$6.00 from the table inventory." in shown
    assert "11(b)" in shown
    words = ("propose", url, crew.table, "1", str(file), "--reason", "a king keyed in as a deuce")
    code, shown, _ = run("correct", *words, *flo)
    assert (code, "waiting" in shown) == (0, True)
    code, _, complaint = run("correct", "approve", url, crew.table, "1", "1", *flo)
    assert (code, complaint) == (
        2,
        "A correction is approved by someone other than the person who proposed it.\n",
    )
    code, printed, _ = run("correct", "approve", url, crew.table, "1", "1", *fin, "--json")
    assert (code, json.loads(printed)[0]["state"]) == (0, "approved")
    code, shown, _ = run("correct", "list", url, crew.table, *fin)
    assert "seat 1 6.00" in shown
    assert "becomes +$11.00" in run("correct", "show", url, crew.table, "1", *fin)[1]
    assert run("correct", "show", url, crew.table, "7", *fin)[0] == 2


def test_what_is_wrong_is_told_in_plain_lines(site: Site, crew: Crew, run: Run, tmp_path: Path) -> None:
    desk, url = site
    flo = ("--token", desk.secrets["flo"])
    code, printed, _ = run("correct", "facts", url, crew.table, "1", *flo)
    facts = json.loads(printed)
    file = tmp_path / "facts.json"
    file.write_text(json.dumps(with_hand(facts, 1, ["Kd", "Kd"])))
    code, _, complaint = run("correct", "preview", url, crew.table, "1", str(file), *flo)
    assert code == 2
    assert "Got Kd as well as community middle" in complaint
    file.write_text("{")
    assert run("correct", "preview", url, crew.table, "1", str(file), *flo)[0] == 2
    code, _, complaint = run("correct", "facts", url, crew.table, "9", *flo)
    assert (code, complaint) == (2, f"table {crew.table}: There is no round 9 here that is over.\n")
    assert run("correct", "facts", url, crew.table, "1")[0] == 2  # nobody is signed in
    code, _, complaint = run("correct", "list", "http://127.0.0.1:1", "t1")
    assert (code, complaint.startswith("http://127.0.0.1:1 does not answer")) == (2, True)


def test_offline_against_a_log_and_a_hand_history(site: Site, crew: Crew, run: Run, tmp_path: Path) -> None:
    desk, url = site
    log, history, facts = (tmp_path / name for name in ("log.jsonl", "round.txt", "facts.json"))
    history.write_text(desk.ask("flo", "GET", f"/api/tables/{crew.table}/rounds/1").text)
    log.write_bytes(desk.ask("ava", "GET", "/api/audit/log").content)
    code, printed, _ = run("replay", str(log), "--round", "1", "--facts")
    assert code == 0
    told = json.loads(printed)
    assert told == json.loads(run("replay", str(history), "--facts")[1])
    facts.write_text(printed)
    code, shown, _ = run("settle", str(facts), "--against", str(history))
    assert (code, shown.count("Nothing changes.")) == (0, 2)
    facts.write_text(json.dumps(with_hand(told, 1, THREE_KINGS)))
    for file in (log, history):
        code, printed, _ = run("settle", str(facts), "--against", str(file), "--round", "1", "--json")
        assert (code, json.loads(printed)["seats"][0]["difference"]) == (0, "6.00")
    code, _, complaint = run("settle", str(facts), "--against", str(log), "--round", "2")
    assert (code, complaint) == (2, "--round: Got 2; expected a round from 1 to 1.\n")

    flo, fin = (("--token", desk.secrets[name]) for name in ("flo", "fin"))
    run("correct", "propose", url, crew.table, "1", str(facts), "--reason", "a wrong card", *flo)
    run("correct", "approve", url, crew.table, "1", "1", *fin)
    log.write_bytes(desk.ask("ava", "GET", "/api/audit/log").content)
    assert verify_log(log.read_bytes()).corrections == 1
    code, shown, _ = run("replay", str(log), "--round", "1")
    assert (code, "Correction 1, proposed by flo, approved by fin: a wrong card" in shown) == (0, True)
    code, shown, _ = run("settle", str(facts), "--against", str(log))
    assert shown.count("Nothing changes.") == 2  # a correction builds on those before it


@pytest.mark.clause("ma-criss-cross", "12(c)")
def test_a_wrong_number_of_cards_found_after_the_round_is_corrected_to_a_void_and_back(
    site: Site, crew: Crew, run: Run, tmp_path: Path
) -> None:
    desk, url = site
    flo, fin = (("--token", desk.secrets[name]) for name in ("flo", "fin"))
    file, log = tmp_path / "facts.json", tmp_path / "log.jsonl"
    played = json.loads(run("correct", "facts", url, crew.table, "1", *flo)[1])
    void = {"clause": "12(c)", "reason": "a third card lay under the others", "at": "settlement"}
    for number, facts in enumerate((played | {"void": void}, played), start=1):
        file.write_text(json.dumps(facts))
        words = ("propose", url, crew.table, "1", str(file), "--reason", "seen on camera")
        code, shown, _ = run("correct", *words, *flo)
        # ann had won 5.00 and bob lost as much; void, both have what they came with
        moved = "seat 1 -5.00, seat 2 5.00" if number == 1 else "seat 1 5.00, seat 2 -5.00"
        assert (code, moved in shown) == (0, True), shown
        assert run("correct", "approve", url, crew.table, "1", str(number), *fin)[0] == 0
        log.write_bytes(desk.ask("ava", "GET", "/api/audit/log").content)
        assert verify_log(log.read_bytes()).corrections == number
        assert run("audit", "balance", str(log))[0] == 0
    file.write_text(json.dumps(played | {"void": void | {"clause": "12(b)"}}))
    code, _, complaint = run("correct", "preview", url, crew.table, "1", str(file), *flo)
    assert (
        code,
        "void under '12(b)' as it stands, only under 12(c) (wrong number of cards)" in complaint,
    ) == (2, True)
