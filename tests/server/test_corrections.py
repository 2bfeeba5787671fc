"""Corrections over HTTP: facts prefilled, old and new side by side, two persons, and books that still balance."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import verify_books
from pitboss.books.balance import balance_database
from pitboss.cards import DECK, parse_cards
from pitboss.money import Amount
from server.desk import Crew, Desk, Json, command, desk_in, full

PLACES = "3s 4c Kd 9h 8s"  # top, left, middle, right, bottom
KINGS = "Kc 7d 2h 2c"  # one card at a time: ann gets Kc 2h, bob 7d 2c
THREE_KINGS = ["Kc", "Kh"]
CHOICES = {
    **full("ma-crazy-4"),
    "dealing": "manual_shoe",
    "shuffler": "none",
    "decks": 1,
    "cover_all": False,
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        opened.person("ava", "auditor")
        opened.person("fin", "floorperson")
        opened.person("flint", "floorperson", "dealer", "player", dollars=500)
        yield opened


def let_be(desk: Desk, *roles: str) -> None:
    """Flint has these roles and no others."""
    desk.office.store.people.change("flint", "auditor", roles)
    desk.office.accounts._changed()


def deal(crew: Crew, text: str) -> None:
    """A whole round with these cards on top of the deck."""
    crew.until("deal")
    cards = parse_cards(text)
    crew.stack = [*cards, *(card for card in DECK if card not in cards)]
    crew.step()
    crew.until("open_round")


@pytest.fixture
def crew(desk: Desk) -> Crew:
    """A round of Massachusetts Criss-Cross Poker with physical cards, every ante and bet at 1.00.

    ann makes a pair of kings both ways: antes and all three bets win even money, 5.00 in all. bob loses 5.00.
    """
    crew = Crew(desk, "ma-criss-cross")
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    assert crew.balances == [crew.had[0] + dollars("5"), crew.had[1] - dollars("5")]
    return crew


def dollars(text: str) -> Amount:
    return Amount.parse(text)


def at(crew: Crew, rest: str = "", round: int = 1) -> str:
    return f"/api/tables/{crew.table}/rounds/{round}/{rest}"


def facts_of(crew: Crew, who: str = "flo", round: int = 1) -> Json:
    found: Json = crew.desk.get(who, at(crew, "facts", round))["facts"]
    return found


def with_hand(facts: Json, seat: int, cards: list[str]) -> Json:
    """The facts with another hand at a seat."""
    changed = deepcopy(facts)
    own = next(item for item in changed["seats"] if item["seat"] == seat)
    own["cards" if "cards" in own else "hole"] = cards
    return changed


def ask(crew: Crew, who: str, rest: str, body: Json, status: int = 200, round: int = 1) -> Any:
    answer = crew.desk.ask(who, "POST", at(crew, rest, round), body)
    assert answer.status_code == status, answer.text
    return answer.json()


def propose(crew: Crew, facts: Json, who: str = "flo", id: str = "p1", round: int = 1) -> list[Json]:
    body = {"id": id, "facts": facts, "reason": "a card was keyed in wrongly"}
    found: list[Json] = ask(crew, who, "corrections", body, round=round)
    return found


def approve(crew: Crew, who: str = "fin", number: int = 1, id: str = "a1", round: int = 1) -> list[Json]:
    found: list[Json] = ask(crew, who, f"corrections/{number}/approve", {"id": id}, round=round)
    return found


def sound(crew: Crew) -> None:
    """The verifier finds nothing in the log, and the ledger of the database is what the log says."""
    log = crew.desk.ask("ava", "GET", "/api/audit/log").content
    report, books = verify_books(log)
    assert report.findings == ()
    for player in crew.players:
        assert books.cents[f"player:{player}"] == crew.desk.office.store.balance(f"player:{player}").cents
    assert balance_database(crew.desk.office.store).discrepancies == ()


@pytest.mark.clause("ma-criss-cross", "11(b)")
def test_three_kings_that_were_paid_as_two_are_made_good(desk: Desk, crew: Crew) -> None:
    """Three of a kind pays the three bets 3 to 1 rather than even money: 6.00 more; the antes pay even money anyway."""
    facts = with_hand(facts_of(crew), 1, THREE_KINGS)
    preview = ask(crew, "flo", "corrections/preview", {"facts": facts})
    change = preview["seats"][0]
    assert (change["old"], change["new"], change["difference"], change["table"]) == ("5.00", "11.00", "6.00", "6.00")
    assert preview["seats"][1]["difference"] == "0.00"
    across = next(pair for pair in preview["pairs"] if pair["old"]["wager"] == "across")
    assert (across["old"]["paid"], across["new"]["paid"], across["new"]["clause"]) == ("1.00", "3.00", "11(b)")

    before = crew.balances
    waiting = propose(crew, facts)
    assert (waiting[0]["state"], waiting[0]["proposed_by"]) == ("waiting", "flo")
    assert crew.balances == before  # a proposal moves no money
    table = desk.office.store.balance(f"table:{crew.table}")
    done = approve(crew)
    assert (done[0]["state"], done[0]["decided_by"]) == ("approved", "fin")
    assert crew.balances == [before[0] + dollars("6"), before[1]]
    assert desk.office.store.balance(f"table:{crew.table}") == table - dollars("6")
    sound(crew)


def test_a_step_sent_again_is_done_once(desk: Desk, crew: Crew) -> None:
    facts, before = with_hand(facts_of(crew), 1, THREE_KINGS), crew.balances
    assert propose(crew, facts) == propose(crew, facts)
    assert approve(crew) == approve(crew)
    assert len(propose(crew, facts)) == 1
    assert crew.balances == [before[0] + dollars("6"), before[1]]
    ask(crew, "fin", "corrections/1/approve", {"id": "another"}, 422)
    sound(crew)


def test_a_player_gives_back_what_he_has_and_the_house_bears_the_rest(desk: Desk, crew: Crew) -> None:
    """ann's kings were really a king and a deuce beside a cross without one: 5.00 won becomes 5.00 lost.

    She has cashed all but 4.00 by then: 4.00 come back, 6.00 are on record as uncollected, the table gets all 10.00.
    """
    out = crew.balances[0] - dollars("4")
    desk.move("flo", "ann", out, inward=False)
    facts = facts_of(crew)
    facts["community"]["middle"] = "Jd"
    table = desk.office.store.balance(f"table:{crew.table}")
    propose(crew, facts)
    done = approve(crew, "sue")
    assert done[0]["uncollected"] == {"ann": "6.00"}
    assert crew.balances[0] == Amount.ZERO
    assert desk.office.store.balance(f"table:{crew.table}") == table + dollars("10")
    sound(crew)


def test_two_persons_neither_of_whom_had_a_part_in_the_round(desk: Desk, crew: Crew) -> None:
    facts = with_hand(facts_of(crew), 1, THREE_KINGS)
    propose(crew, facts)
    body = {"id": "x"}
    assert "someone other than" in ask(crew, "flo", "corrections/1/approve", body, 403)["error"]
    for who in ("ava", "ann", "dee"):
        ask(crew, who, "corrections/1/approve", body, 403)
        ask(crew, who, "corrections", {**body, "facts": facts, "reason": "because"}, 403)
    ask(crew, "sue", "corrections", {**body, "facts": facts, "reason": "because"}, 403)  # supervisors decide
    assert crew.balances[0] == crew.had[0] + dollars("5")
    sound(crew)


@pytest.mark.parametrize(("did", "who"), [("dealt", "dealer"), ("played", "player")])
def test_who_dealt_or_played_has_no_part_in_it(desk: Desk, did: str, who: str) -> None:
    crew = Crew(desk, "ma-criss-cross")
    if who == "dealer":
        crew.names["dealer"] = "flint"
    else:
        crew.players[0] = "flint"
        let_be(desk, "player")  # nobody of the staff sits down for real money; he joins it afterwards
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    let_be(desk, "floorperson", "dealer", "player")
    facts = with_hand(facts_of(crew), 1, THREE_KINGS)
    refusal = ask(crew, "flint", "corrections", {"id": "x", "facts": facts, "reason": "because"}, 403)
    assert refusal["error"] == f"Someone who {did} in a round has no part in its correction."
    propose(crew, facts)
    ask(crew, "flint", "corrections/1/approve", {"id": "y"}, 403)
    ask(crew, "flint", "corrections/1/reject", {"id": "z", "reason": "because"}, 403)


def test_a_second_correction_builds_on_the_first_and_those_that_wait_fall(desk: Desk, crew: Crew) -> None:
    """Three kings, then, on a second look, a king and a queen after all: 6.00 more, then 6.00 back."""
    first = facts_of(crew)
    before = crew.balances
    propose(crew, with_hand(first, 1, THREE_KINGS))
    propose(crew, with_hand(first, 2, ["7d", "7h"]), id="p2")
    done = approve(crew)
    assert [item["state"] for item in done] == ["approved", "withdrawn"]
    again = facts_of(crew)
    assert again["seats"][0]["hole"] == THREE_KINGS
    propose(crew, with_hand(again, 1, ["Kc", "Qh"]), id="p3", who="fin")
    approve(crew, "flo", 3, "a3")
    assert crew.balances == before
    ask(crew, "fin", "corrections/2/approve", {"id": "late"}, 422)
    sound(crew)


def test_a_rejected_correction_moves_nothing_and_one_can_be_taken_back(desk: Desk, crew: Crew) -> None:
    facts, before = with_hand(facts_of(crew), 1, THREE_KINGS), crew.balances
    propose(crew, facts)
    propose(crew, facts, id="p2")
    rejected = ask(crew, "fin", "corrections/1/reject", {"id": "r", "reason": "the camera says otherwise"})
    taken_back = ask(crew, "flo", "corrections/2/reject", {"id": "w", "reason": "my mistake"})
    assert [item["state"] for item in taken_back] == ["rejected", "withdrawn"]
    assert rejected[0]["remark"] == "the camera says otherwise"
    assert crew.balances == before
    sound(crew)


def test_facts_that_cannot_be_are_refused(desk: Desk, crew: Crew) -> None:
    facts = facts_of(crew)
    for wrong, status, why in (
        (facts, 422, "settles as it did before"),
        ({**facts, "seats": facts["seats"][:1]}, 422, "seats: Got 1"),
        ({**facts, "submission": {}, "rulebook": "md-criss-cross"}, 422, "by which the round was played"),
        (
            {**facts, "submission": {**facts["submission"], "payout_limit": "60000"}},
            422,
            "submission: Got another submission",
        ),
        (with_hand(facts, 1, ["Kd", "2h"]), 409, "Kd as well as community middle"),
    ):
        body = {"id": "x", "facts": wrong, "reason": "because"}
        assert why in ask(crew, "flo", "corrections", body, status)["error"]
    ask(crew, "flo", "corrections", {"id": "x", "facts": facts, "reason": "because"}, 422, round=2)
    assert desk.get("flo", f"/api/tables/{crew.table}/corrections") == []


def test_a_closed_table_is_corrected_out_of_the_house(desk: Desk, crew: Crew) -> None:
    facts = with_hand(facts_of(crew), 1, THREE_KINGS)
    for player in crew.players:
        desk.do(player, crew.table, command("leave"))
    assert desk.ask("sue", "DELETE", f"/api/tables/{crew.table}").status_code == 204
    before, house = crew.balances, desk.office.store.balance("house")
    propose(crew, facts)
    approve(crew)
    assert crew.balances[0] == before[0] + dollars("6")
    assert desk.office.store.balance("house") == house - dollars("6")
    assert desk.office.store.balance(f"table:{crew.table}") == Amount.ZERO
    sound(crew)


# Meters


ACES = ["As", "Ac", "Ah", "Ad", "2c"]
NINES = ["9s", "9c", "9h", "9d", "2c"]
OTHERS = (["3c", "5d", "7h", "Jd", "Ks"], ["4c", "6d", "8h", "Jc", "Qs"])  # bob's and the dealer's


def crazy(desk: Desk, hand: list[str]) -> Crew:
    """A round of Crazy 4 Poker with every progressive at its least; bob and the dealer have nothing."""
    crew = Crew(desk, "ma-crazy-4", **CHOICES)
    crew.sit()
    deal(crew, " ".join(" ".join(cards) for cards in zip(hand, *OTHERS, strict=True)))
    return crew


def meter(crew: Crew, name: str) -> int:
    found = crew.desk.office.store.meter(f"{crew.table}.{name}")
    assert found is not None
    return found.displayed


@pytest.mark.clause("ma-crazy-4", "11(d)(1)")
def test_a_jackpot_paid_in_error_goes_back_to_its_meter(desk: Desk) -> None:
    """Four aces won the whole four-card meter: 5,000.00 and 15% of the round's two dollars. They were nines.

    The meter gets its 5,000.30 back and gives up the 5,000.00 it started again with: it shows what it would have shown.
    """
    right = crazy(desk, NINES)
    won = right.balances[0] - right.had[0]
    wrong = crazy(desk, ACES)
    assert wrong.balances[0] - wrong.had[0] > won + dollars("3000")
    facts = with_hand(facts_of(wrong), 1, NINES)
    preview = ask(wrong, "flo", "corrections/preview", {"facts": facts})
    assert preview["meters"]["four_card"] == {"paid": "-5000.30", "restarted": "-5000.00"}
    assert preview["seats"][0]["meters"]["four_card"] == "-5000.30"
    propose(wrong, facts)
    done = approve(wrong)
    assert (done[0]["uncollected"], done[0]["covered"]) == ({}, {})
    assert meter(wrong, "four_card") == meter(right, "four_card")
    assert meter(wrong, "minor") == meter(right, "minor")
    assert wrong.balances[0] - wrong.had[0] == won
    sound(wrong)


@pytest.mark.clause("ma-crazy-4", "11(d)(1)")
def test_a_jackpot_that_was_missed_is_paid_at_what_the_meter_showed(desk: Desk) -> None:
    """A second round feeds the meter; the jackpot of the first is what it showed when that round was over."""
    crew = crazy(desk, NINES)
    shown = Amount(meter(crew, "four_card") // 10**6)
    deal(crew, " ".join(" ".join(cards) for cards in zip(NINES, *OTHERS, strict=True)))
    now = Amount(meter(crew, "four_card") // 10**6)
    assert now > shown
    propose(crew, with_hand(facts_of(crew), 1, ACES))
    done = approve(crew)
    assert done[0]["correction"]["meters"]["four_card"] == {"paid": str(shown), "restarted": "5000.00"}
    assert Amount(meter(crew, "four_card") // 10**6) == now - shown + dollars("5000")
    sound(crew)


# What reads the past


def test_replay_exports_and_reports_tell_of_a_correction(desk: Desk, crew: Crew) -> None:
    """Of 10.00 staked 10.00 went back; 16.00 after the correction, and the export says so, line by line."""
    propose(crew, with_hand(facts_of(crew), 1, THREE_KINGS))
    assert desk.get("flo", at(crew, "replay"))["corrections"] == []
    approve(crew)
    told = desk.get("flo", at(crew, "replay"))["corrections"]
    assert [(item["number"], item["proposed_by"], item["approved_by"]) for item in told] == [(1, "flo", "fin")]
    assert told[0]["correction"]["seats"][0]["difference"] == "6.00"

    lines = desk.ask("sue", "GET", "/api/export/hands").text.splitlines()
    rows = [dict(zip(lines[0].split(","), line.split(","), strict=False)) for line in lines[1:]]
    assert sum(int(row["correction"]) == 1 for row in rows) == 20  # ten lines taken back, ten made
    ledger = desk.ask("sue", "GET", "/api/export/ledger").text
    assert "player:ann,600,6.00,USD,correction 1 of round 1" in ledger

    held = desk.get("sue", "/api/reports/hold")
    assert [(day["staked"], day["returned"], day["rounds"]) for day in held] == [("10.00", "16.00", 1)]
    main = desk.get("sue", "/api/reports/returns")[0]
    assert (main["bets"], main["staked"], main["returned"]) == (2, "10.00", "16.00")


def test_watchers_hear_of_a_correction_but_not_its_facts(desk: Desk, crew: Crew) -> None:
    facts = with_hand(facts_of(crew), 1, THREE_KINGS)
    propose(crew, facts)
    events = desk.get("ann", f"/api/tables/{crew.table}/events?first=0")["events"]
    assert events[-1] == {"number": events[-1]["number"], "event": "correction-proposed", "round": 1}
