"""One insider alone: what is above the limits waits for another person, and a log that says otherwise is found out."""

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.logs import rewritten
from pitboss.audit import Entry, verify_log
from pitboss.money import Amount
from pitboss.server.people.permissions import Role
from rulebooks.submissions import named
from server.desk import Crew, Desk, command, desk_in, play, quick_hashes

PASSWORD = "correct horse battery"
MUCH = "10000.01"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with quick_hashes(), desk_in(tmp_path) as opened:
        for name in ("flo", "fil"):
            opened.person(name, "floorperson")
        for name in ("sue", "sam"):
            opened.person(name, "supervisor")
        opened.person("ava", "auditor")
        opened.person("ann", "player", dollars=50)
        yield opened


def asked(desk: Desk, who: str, method: str, path: str, body: Any) -> str:
    """Something that waits; the act."""
    before = desk.office.store.balances()
    answer = desk.ask(who, method, path, body)
    assert answer.status_code == 202, answer.text
    assert "second person" in answer.json()["error"]
    assert desk.office.store.balances() == before, "nothing comes of it yet"
    return str(desk.get("ava", "/api/approvals")["acts"][-1]["act"])


def approve(desk: Desk, who: str, act: str) -> int:
    return int(desk.ask(who, "POST", f"/api/approvals/{act}/approve").status_code)


def decline(desk: Desk, who: str, act: str) -> int:
    return int(desk.ask(who, "POST", f"/api/approvals/{act}/decline", {"reason": "not so"}).status_code)


def log_of(desk: Desk) -> bytes:
    return bytes(desk.ask("ava", "GET", "/api/audit/log").content)


def buy(amount: str, player: str = "ann", id: str = "") -> dict[str, str]:
    return {"id": id or secrets.token_hex(4), "player": player, "amount": amount}


def test_a_large_buy_in_waits_for_a_second_person_who_is_another(desk: Desk) -> None:
    assert desk.ask("flo", "POST", "/api/buy-ins", buy("9950")).status_code == 200, "up to the limit one is enough"
    body = buy(MUCH)
    act = asked(desk, "flo", "POST", "/api/buy-ins", body)
    shown = desk.get("fil", "/api/approvals")["acts"][0]
    told = {name: shown[name] for name in ("kind", "about", "amount", "asked_by", "may_approve", "own")}
    assert told == {
        "kind": "buy-in", "about": "ann", "amount": MUCH, "asked_by": "flo", "may_approve": True, "own": False,
    }  # fmt: skip
    assert [approve(desk, name, act) for name in ("flo", "ava", "ann")] == [403, 403, 403]
    assert approve(desk, "fil", act) == 200
    assert approve(desk, "fil", act) == 200, "once more is no more"
    assert desk.office.store.balance("player:ann") == Amount.parse("20000.01")
    assert desk.ask("flo", "POST", "/api/buy-ins", body).status_code == 200, "the same id again: it is done"
    assert desk.office.store.balance("player:ann") == Amount.parse("20000.01")
    assert decline(desk, "sue", act) == 422, "it was decided"
    assert desk.get("fil", "/api/approvals")["acts"] == []
    report = verify_log(log_of(desk))
    assert report.sound, report.findings


def test_what_is_declined_or_taken_back_is_never_done(desk: Desk) -> None:
    body = buy(MUCH)
    act = asked(desk, "flo", "POST", "/api/buy-ins", body)
    assert decline(desk, "fil", act) == 200
    assert approve(desk, "sue", act) == 422
    assert desk.ask("flo", "POST", "/api/buy-ins", body).status_code == 422
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH))
    assert decline(desk, "flo", act) == 200, "whoever asked takes it back"
    assert approve(desk, "fil", act) == 422
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH))
    desk.clock.seconds += 86_400
    assert approve(desk, "fil", act) == 422, "a day later nobody knows what it was about"
    assert desk.office.store.balance("player:ann") == Amount.parse("50")
    assert verify_log(log_of(desk)).sound


def test_the_player_whose_money_it_is_does_not_approve(desk: Desk) -> None:
    desk.person("fay", "floorperson", "player")
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH, "fay"))
    assert approve(desk, "fay", act) == 403


def test_who_was_shut_out_meanwhile_has_asked_for_nothing(desk: Desk) -> None:
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH))
    desk.person("abe", "administrator")
    desk.office.accounts.change("flo", "abe", disabled=True)
    assert approve(desk, "fil", act) == 422


def test_who_has_another_role_meanwhile_has_asked_for_nothing(desk: Desk) -> None:
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH))
    desk.person("abe", "administrator")
    desk.office.accounts.change("flo", "abe", roles=frozenset({Role.PLAYER}))
    assert approve(desk, "fil", act) == 422
    desk.office.accounts.change("flo", "abe", roles=frozenset({Role.FLOORPERSON}))
    assert approve(desk, "fil", act) == 200


def test_a_table_that_opens_with_much_is_no_way_around_a_fill(desk: Desk) -> None:
    asked_for = {"name": "rich", "rulebook": "ma-crazy-4", "inventory": "100000.01"}
    assert desk.ask("sue", "POST", "/api/tables", asked_for).status_code == 422
    assert desk.ask("sue", "POST", "/api/tables", {**asked_for, "inventory": "100000"}).status_code == 201
    assert desk.ask("sue", "POST", "/api/tables", {**asked_for, "name": "play", "practice": True}).status_code == 201


def test_a_cash_out_that_cannot_be_paid_when_it_is_approved_is_refused_and_waits_on(desk: Desk) -> None:
    def bring(amount: str) -> int:
        return approve(desk, "fil", asked(desk, "flo", "POST", "/api/buy-ins", buy(amount)))

    assert bring("20000") == 200
    first, second = (asked(desk, "flo", "POST", "/api/cash-outs", buy(amount)) for amount in ("10050", MUCH))
    assert [approve(desk, "fil", one) for one in (first, second)] == [200, 422]
    assert bring("20000") == 200
    assert approve(desk, "fil", second) == 200
    assert desk.office.store.balance("player:ann") == Amount.parse("19999.99")
    assert verify_log(log_of(desk)).sound


def test_what_could_never_be_done_is_refused_at_once_and_waits_for_nobody(desk: Desk) -> None:
    """A second person is not asked for what the cage would refuse: a name mistyped, more chips than there are."""
    desk.person("guest-1", "player")
    desk.person("eve", "player")
    assert desk.ask("eve", "POST", "/api/me/care/cooling-off", {"days": 7}).status_code == 200
    name = desk.open("sue", "pit", "ma-criss-cross")["name"]
    much = {"id": "c", "amount": "100000.01", "reason": "too many chips"}
    for who, path, body, says in (
        ("flo", "buy-ins", buy(MUCH, "anne"), "There is no player anne"),
        ("flo", "buy-ins", buy(MUCH, "flo"), "You cannot change your own chips"),
        ("flo", "buy-ins", buy(MUCH, "guest-1"), "There is no player guest-1"),
        ("flo", "buy-ins", buy(MUCH, "sue"), "no chips to sell to sue"),
        ("flo", "buy-ins", buy(MUCH, "eve"), "eve"),
        ("flo", "cash-outs", buy(MUCH), "Player ann has 50.00 in chips"),
        ("flo", "cash-outs", buy(MUCH, "flo"), "You cannot change your own chips"),
        ("sue", f"tables/{name}/credits", much, "more than the table's inventory, which is 100000.00"),
    ):
        answer = desk.ask(who, "POST", f"/api/{path}", body)
        assert answer.status_code in (409, 422), answer.text
        assert says in answer.json()["error"]
    assert desk.get("fil", "/api/approvals")["acts"] == []
    assert verify_log(log_of(desk)).sound


def test_a_sum_that_is_split_takes_a_second_person_like_the_whole(desk: Desk) -> None:
    """Whoever stands at the cage: what nobody else approved is added up for each player, over a day."""
    assert desk.ask("flo", "POST", "/api/buy-ins", buy("9949.99")).status_code == 200  # 50 were bought before
    again = buy("0.01", id="again")
    assert desk.ask("fil", "POST", "/api/buy-ins", again).status_code == 200
    assert desk.ask("fil", "POST", "/api/buy-ins", again).status_code == 200, "the same id again: it is done"
    assert approve(desk, "flo", asked(desk, "fil", "POST", "/api/buy-ins", buy("0.01"))) == 200
    assert desk.ask("flo", "POST", "/api/cash-outs", buy("10000")).status_code == 200, "cash-outs by themselves"
    asked(desk, "flo", "POST", "/api/cash-outs", buy("0.01"))
    desk.person("bob", "player")
    assert desk.ask("fil", "POST", "/api/buy-ins", buy("10000", "bob")).status_code == 200, "another player"
    desk.clock.seconds += 86_401
    assert desk.ask("fil", "POST", "/api/buy-ins", buy("10000")).status_code == 200, "a day later it is another sum"
    log = log_of(desk)
    assert verify_log(log).sound, verify_log(log).findings
    forged = verify_log(rewritten(log, without("act-asked", "act-approved"))).findings
    assert [finding.what for finding in forged if finding.entry] == [
        "0.01 in a buy-in, 10000.01 within 24 hours, by fil alone"
    ]
    assert verify_log(rewritten(log, without("act-asked", "act-approved", "sums-added-up"))).sound, "as of old"


def test_split_at_the_same_moment(desk: Desk) -> None:
    def one(number: int) -> int:
        return int(desk.ask("flo", "POST", "/api/buy-ins", buy("4000", id=f"at once {number}")).status_code)

    with ThreadPoolExecutor(5) as threads:
        assert sorted(threads.map(one, range(5))) == [200, 200, 202, 202, 202]
    assert desk.office.store.balance("player:ann") == Amount.parse("8050")


def test_fills_and_credits_that_are_split(desk: Desk) -> None:
    crew = Crew(desk, "ma-crazy-4")
    path = f"/api/tables/{crew.table}"
    body = {"amount": "12500", "reason": "a big night"}
    for kind, approver in (("fills", "flo"), ("credits", "sam")):
        for number in (1, 2):
            assert desk.ask("sue", "POST", f"{path}/{kind}", {**body, "id": f"{kind} {number}"}).status_code == 200
        assert desk.ask("sue", "POST", f"{path}/{kind}", {**body, "id": f"{kind} 2"}).status_code == 200
        act = asked(desk, "sue", "POST", f"{path}/{kind}", {**body, "amount": "1", "id": f"{kind} 3"})
        assert approve(desk, approver, act) == 200
    assert verify_log(log_of(desk)).sound


def test_fills_and_credits(desk: Desk) -> None:
    crew = Crew(desk, "ma-crazy-4")
    body = {"id": "f", "amount": "25000.01", "reason": "a big night"}
    act = asked(desk, "sue", "POST", f"/api/tables/{crew.table}/fills", body)
    held = desk.office.store.balance(f"table:{crew.table}")
    assert approve(desk, "flo", act) == 200
    assert desk.office.store.balance(f"table:{crew.table}") == held + Amount.parse("25000.01")
    act = asked(desk, "sue", "POST", f"/api/tables/{crew.table}/credits", {**body, "id": "c"})
    assert approve(desk, "sam", act) == 200
    assert desk.office.store.balance(f"table:{crew.table}") == held
    assert verify_log(log_of(desk)).sound


def test_the_terms_of_a_large_meter(desk: Desk) -> None:
    desk.open("sue", "jackpots", "ma-crazy-4", **named({"four_card_progressive": "A"}))
    change = {"id": "1", "reason": "a better rate", "rate": "30%"}
    path = "/api/meters/jackpots.four_card/changes"
    assert desk.ask("sue", "POST", path, change).status_code == 200, "there is little on it"
    act = asked(desk, "sue", "POST", path, {**change, "id": "2", "reset": "30000"})
    assert approve(desk, "flo", act) == 403
    assert approve(desk, "sam", act) == 200
    waiting = desk.get("sue", "/api/meters/jackpots.four_card")["waiting"]
    assert waiting["to"]["reset"] == "30000.00"
    assert verify_log(log_of(desk)).sound


def test_a_void_of_much_by_whichever_command(desk: Desk) -> None:
    crew = Crew(desk, "ma-crazy-4")
    limits = dict.fromkeys(("buy_in", "cash_out", "fill", "credit", "meter_change"), "1000000")
    low = {**limits, "void": "3", "id": "l", "reason": "a small house"}
    assert approve(desk, "sam", asked(desk, "sue", "POST", "/api/approvals/limits", low)) == 200
    crew.sit()
    crew.until("bet")
    before = desk.office.room.live(crew.table)
    found = command("report-irregularity", name="wrong_number_of_cards")
    for name, voiding in (("dee", found), ("flo", play("void", clause="14(c)", reason="a card too many"))):
        answer = desk.tell(name, crew.table, voiding)
        assert answer.status_code == 202, answer.text
    assert desk.office.room.live(crew.table) == before
    act = desk.get("ava", "/api/approvals")["acts"][1]
    assert (act["kind"], act["about"]) == ("void-round", crew.table)
    assert act["amount"] == "4.00"
    assert [approve(desk, name, act["act"]) for name in ("flo", "dee")] == [403, 403]
    assert approve(desk, "fil", act["act"]) == 200
    assert crew.balances == crew.had, "every wager went back"
    assert verify_log(log_of(desk)).sound


def test_limits_are_changed_by_two_and_are_in_force_at_once(desk: Desk) -> None:
    limits = {name: value for name, value in desk.get("sue", "/api/approvals")["limits"].items() if name != "event"}
    body = {**limits, "id": "l", "reason": "a small house", "buy_in": "100"}
    act = asked(desk, "sue", "POST", "/api/approvals/limits", body)
    assert approve(desk, "flo", act) == 403
    assert desk.ask("flo", "POST", "/api/buy-ins", buy("101")).status_code == 200
    assert approve(desk, "sam", act) == 200
    asked(desk, "flo", "POST", "/api/buy-ins", buy("101"))
    assert desk.ask("sue", "POST", "/api/approvals/limits", {**body, "id": "m", "void": "-1"}).status_code == 422
    assert verify_log(log_of(desk)).sound


def test_where_two_administrate_neither_makes_staff_alone(desk: Desk) -> None:
    accounts = desk.office.accounts
    new = {"name": "kim", "password": PASSWORD, "roles": ["supervisor"]}
    desk.person("abe", "administrator")
    assert desk.ask("abe", "POST", "/api/people", {**new, "name": "kid"}).status_code == 201, "there is nobody else"
    for name in ("abi", "abu"):
        desk.person(name, "administrator")
        desk.office.accounts._note("system", person=name, roles=["administrator"], new=True)
    act = asked(desk, "abe", "POST", "/api/people", new)
    assert accounts.require("kim").roles == frozenset()
    assert [approve(desk, name, act) for name in ("abe", "sue")] == [403, 403]
    assert approve(desk, "abi", act) == 200
    assert accounts.require("kim").roles == {"supervisor"}
    # Whoever gives one of the staff another password, or takes away the second factor, could act as them.
    for change in ({"password": PASSWORD + "!"}, {"disabled": False}, {"roles": ["supervisor", "player"]}):
        expected = 200 if change.get("roles") else 202
        assert desk.ask("abe", "PATCH", "/api/people/kim", change).status_code == expected, change
    assert desk.ask("abe", "DELETE", "/api/people/kim/second-factor").status_code == 202
    assert desk.ask("abe", "PATCH", "/api/people/abi", {"disabled": True}).status_code == 202, "nor is rid of the other"
    assert desk.ask("abe", "PATCH", "/api/people/kim", {"disabled": True}).status_code == 200, "but shuts out at once"
    passwords = [act for act in desk.get("abi", "/api/approvals")["acts"] if "password" in act["does"]]
    assert PASSWORD not in str(passwords)
    log = log_of(desk)
    assert "argon2" not in log.decode()
    assert verify_log(log).sound
    forged = verify_log(rewritten(log, without("act-asked", "act-approved"))).findings
    assert ["kim, of the staff" in finding.what for finding in forged if finding.entry] == [True]


Forge = Callable[[list[Entry]], list[Entry]]


def without(*tags: str) -> Forge:
    return lambda entries: [entry for entry in entries if entry.payload.get("event") not in tags]


def approved_by_who_asked(entries: list[Entry]) -> list[Entry]:
    return [replace(entry, actor="flo") if entry.payload.get("event") == "act-approved" else entry for entry in entries]


def for_more(entries: list[Entry]) -> list[Entry]:
    def more(entry: Entry) -> Entry:
        if entry.payload.get("event") != "chips-bought" or entry.payload["amount"] != MUCH:
            return entry
        return replace(entry, payload={**entry.payload, "amount": "99999.00"})

    return [more(entry) for entry in entries]


def twice(entries: list[Entry]) -> list[Entry]:
    bought = next(entry for entry in entries if entry.payload.get("amount") == MUCH and "player" in entry.payload)
    return [*entries, bought]


@pytest.mark.parametrize(
    "forge", [without("act-asked", "act-approved"), approved_by_who_asked, for_more, twice],
    ids=["nobody approved", "by who asked", "for more", "twice"],
)  # fmt: skip
def test_a_log_of_a_buy_in_that_nobody_else_approved_is_found_out(desk: Desk, forge: Forge) -> None:
    act = asked(desk, "flo", "POST", "/api/buy-ins", buy(MUCH))
    assert approve(desk, "fil", act) == 200
    log = log_of(desk)
    assert verify_log(log).sound
    found = [finding for finding in verify_log(rewritten(log, forge)).findings if finding.entry]
    assert found
    assert any("second person" in finding.why or "asked for it" in finding.why for finding in found), found
