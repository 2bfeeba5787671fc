"""The HTTP interface: requests that are not valid, the lobby, refusals with their clause, the OpenAPI document."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.books.table_spec import Clock
from pitboss.server.http.openapi import document
from pitboss.server.tables.house import House
from pitboss.server.tables.practice import UNUSED_SECONDS, close_unused
from pitboss.server.tables.room import Room
from server.desk import Desk, Json, command, desk_in, play
from server.rooms import run


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A server with the practice tables, staff, and a guest."""
    with desk_in(tmp_path_factory.mktemp("http")) as opened:
        opened.office.open_demo(Clock())
        opened.person("sue", "supervisor")
        opened.person("flo", "floorperson")
        opened.person("pat", "player", dollars=100)
        guest = opened.http.post("/api/guest").json()
        opened.secrets["guest"] = guest["token"]
        opened.http.cookies.clear()
        yield opened


# Requests that are not valid


def one(command: str) -> bytes:
    """A request with one command."""
    return f'{{"id": "1", "commands": [{command}]}}'.encode()


def action(text: str) -> bytes:
    """A request with one action in a round."""
    return one(f'{{"command": "play", "action": {text}}}')


AN_ID = "An id has 1 to 64 letters, digits and signs of ASCII."
WILL_NOT_DO: list[tuple[bytes, str, str]] = [
    (b"", "the body", "It is empty."),
    (b"{", "the body", "The JSON ends too early."),
    (b"[]", "the body", "It is a list, and must be an object."),
    (b"\xff", "the body", "It is not JSON."),
    (b'{"commands": [{"command": "leave"}]}', "the body", "The field id is missing."),
    (b'{"id": "1", "commands": []}', "commands", "The list is too short: it needs 1 or more."),
    (b'{"id": 1, "commands": [{"command": "leave"}]}', "id", "It is a whole number, and must be text."),
    *(
        (f'{{"id": "{id}", "commands": [{{"command": "leave"}}]}}'.encode(), "id", AN_ID)
        for id in ("", "x" * 65, "\\u0000", "\\u00e9")
    ),
    (b'{"id": "\xff"}', "the body", "The text is not UTF-8."),
    (b'{"id": "1", "id": "2", "commands": [{"command": "leave"}]}', "the body", "The field id stands twice."),
    (one('{"command": "sit", "seat": 1, "seat": 2}'), "the body", "The field seat stands twice."),
    (one('{"command": "set-wagers", "seat": 1, "wagers": {"a": "5", "b": "x"}}'), "commands[0].wagers.b", "'x' is not"),
    (one('{"command": "sit", "seat": "1"}'), "commands[0].seat", "It is text, and must be a whole number."),
    (one('{"command": "sit"}'), "commands[0]", "The field seat is missing."),
    (one('{"command": "leave", "by": "dealer"}'), "commands[0]", "There is no field by here."),
    (one('{"command": "leave", "at": 5}'), "commands[0]", "There is no field at here."),
    (action('{"action": "settle", "meters": {}}'), "commands[0].action", "There is no field meters here."),
    (action('{"action": "abandon", "seat": 1}'), "commands[0].action.action", "There is no 'abandon' here."),
    (action('{"action": "bet", "seat": 1, "amount": 5}'), "commands[0].action.amount", "text such as '10.00'"),
    (action('{"action": "deal", "cards": ["1x"]}'), "commands[0].action.cards[0]", "1x"),
]


@pytest.mark.parametrize(("body", "where", "error"), WILL_NOT_DO)
def test_a_request_that_will_not_do_is_answered_with_one_line_saying_where_and_what(
    desk: Desk, body: bytes, where: str, error: str
) -> None:
    path = "/api/tables/demo-ma-criss-cross/commands"
    answer = desk.http.post(path, content=body, headers={**desk.headers("pat"), "Content-Type": "application/json"})
    assert answer.status_code == 422
    problem = answer.json()
    assert set(problem) == {"status", "error", "refusals"}
    assert problem["refusals"][0]["where"] == where
    assert problem["error"].startswith(where)
    assert error in problem["error"]
    for words in (problem["error"], problem["refusals"][0]["tried"]):
        assert not re.search("`|Expected|Object|Input|codec|malformed|Invalid", words), "the reader's own words"
    assert "\n" not in problem["error"]


def test_an_unknown_command_is_told_which_there_are(desk: Desk) -> None:
    answer = desk.tell("pat", "demo-ma-criss-cross", {"command": "fly"})
    assert answer.status_code == 422
    allowed = answer.json()["refusals"][0]["allowed"]
    assert {"sit", "leave", "play", "ready", "seed", "receive-deck"} <= set(allowed.removeprefix("one of ").split(", "))


def test_parameters_of_an_address_that_will_not_do(desk: Desk) -> None:
    answer = desk.ask("pat", "GET", "/api/audit/inclusion?entry=x&size=1")
    assert answer.status_code == 422
    assert answer.json()["refusals"][0]["where"] == "entry"


def numbers() -> Iterator[tuple[str, str]]:
    """Every whole number that an address names, by operation: the address with a place for it."""
    for path, operations in document()["paths"].items():  # type: ignore[attr-defined]  # JSON
        for method, operation in operations.items():
            named = [one for one in operation.get("parameters", ()) if "integer" in str(one["schema"])]
            for asked in named:
                written, query = path.replace("{name}", "demo-ma-criss-cross"), ""
                for one in named:
                    value = "{}" if one is asked else "1"
                    if one["in"] == "path":
                        written = written.replace(f"{{{one['name']}}}", value)
                    elif one is asked or one["required"]:
                        query += f"&{one['name']}={value}"
                yield method.upper(), f"{written}?{query[1:]}"


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, -1])
def test_every_number_of_an_address_has_bounds(desk: Desk, number: int) -> None:
    found = list(numbers())
    assert len(found) > 15
    for method, address in found:
        answer = desk.ask("pat", method, address.format(number))
        assert answer.status_code == 422, (address, answer.text)
        assert "The number must be" in answer.json()["error"], address


STRAYED: list[tuple[str, str, dict[str, Any] | None, int, str]] = [
    ("GET", "/api/nothing", None, 404, "openapi.json lists what there is"),
    ("GET", "/api/tables/demo-ma-criss-cross/rounds/last", None, 404, "openapi.json lists what there is"),
    ("PUT", "/api/tables", None, 405, "the header Allow lists"),
    ("POST", "/api/sign-in", {"name": "pat", "password": "x" * 70_000}, 413, "the limit is 64 KiB"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "words"), STRAYED, ids=lambda value: str(value)[:40])
def test_what_the_framework_refuses_is_told_in_words(
    desk: Desk, method: str, path: str, body: Any, status: int, words: str
) -> None:
    answer = desk.ask("pat", method, path, body)
    assert answer.status_code == status
    assert words in answer.json()["error"]


# The lobby


def test_the_lobby_needs_one_request(desk: Desk) -> None:
    tables = {table["name"]: table for table in desk.get("guest", "/api/tables")}
    crazy = tables["demo-ma-crazy-4"]
    assert (crazy["rulebook"], crazy["game"], crazy["cards"], crazy["practice"]) == (
        "ma-crazy-4",
        "crazy-4",
        "virtual",
        True,
    )
    assert crazy["title"]
    assert crazy["jurisdiction"]
    assert (crazy["places"], crazy["seats"], crazy["rounds"], crazy["playing"]) == (6, {}, 0, False)
    assert {"four_card", "five_card", "five_card_hand"} <= set(crazy["meters"])
    wagers = {wager["name"]: wager for wager in crazy["wagers"]}
    limits = crazy["submission"]["limits"]["ante"]
    assert (wagers["ante"]["least"], wagers["ante"]["most"]) == (limits["minimum"], limits["maximum"])
    assert wagers["ante"]["required"]
    assert wagers["play"]["decision"]
    cardroom = {wager["name"]: wager for wager in tables["demo-cardroom-criss-cross"]["wagers"]}
    assert (cardroom["ante_across"]["least"], cardroom["ante_across"]["most"]) == ("2.00", "10.00")
    desk.do("guest", "demo-ma-crazy-4", command("sit", seat=4))
    tables = {table["name"]: table for table in desk.get("guest", "/api/tables")}
    assert list(tables["demo-ma-crazy-4"]["seats"]) == ["4"]


def test_practice_tables_of_people_are_closed_when_nobody_uses_them(desk: Desk) -> None:
    for name in ("used", "unused", "forgotten"):
        new = {"name": name, "rulebook": "ma-criss-cross", "practice": True}
        assert desk.ask("pat", "POST", "/api/tables", new).status_code == 201
    desk.do("pat", "forgotten", command("sit", seat=1))
    desk.clock.seconds += UNUSED_SECONDS
    desk.do("pat", "used", command("sit", seat=1))
    other = Room(desk.office.store, House(bytes(64)), desk.clock)  # another process, which does the same
    other.names()
    run(close_unused(desk.office.room))
    run(close_unused(other))
    names = {table["name"] for table in desk.get("pat", "/api/tables")}
    assert names & {"used", "unused", "forgotten"} == {"used"}
    assert "demo-ma-criss-cross" in names
    answer = desk.tell("pat", "unused", command("sit", seat=1))
    assert answer.status_code == 422
    assert "This table is closed." in answer.json()["error"]
    assert desk.office.store.reconcile() == []


def test_a_table_that_is_not_lawful_is_not_opened(desk: Desk) -> None:
    body: Json = {"name": "new", "rulebook": "ma-criss-cross", "submission": {"dealing": "hand"}}
    refused = desk.ask("sue", "POST", "/api/tables", body)
    assert (refused.status_code, refused.json()["refusals"][0]["clause"]) == (409, "8(a)(1)")
    for name in ("refusals", "log", "people", "New", "a b", ""):
        assert desk.ask("sue", "POST", "/api/tables", {**body, "name": name, "submission": {}}).status_code == 422
    assert desk.ask("sue", "POST", "/api/tables", {"name": "new", "rulebook": "none"}).status_code == 404


# Refusals, money, the rest


def test_a_refusal_by_the_rules_is_a_conflict_with_its_clause(desk: Desk) -> None:
    table = "demo-ma-criss-cross"
    desk.do("guest", table, command("sit", seat=1))
    wagers = [
        play("place-wager", seat=1, wager=name, amount=amount)
        for name, amount in (("ante_across", "5"), ("ante_down", "10"))
    ]
    refusal = desk.refusal("guest", table, *wagers)
    assert (refusal["rulebook"], refusal["clause"], refusal["where"]) == ("ma-criss-cross", "6(d)", "seat 1")


def test_commands_sent_again_are_done_once(desk: Desk) -> None:
    body = {"id": "same", "commands": [command("sit", seat=2)]}
    path = "/api/tables/demo-md-criss-cross/commands"
    first, again = (desk.ask("guest", "POST", path, body).json() for _ in range(2))
    assert (first["repeated"], again["repeated"], first["next"]) == (False, True, again["next"])
    other = desk.ask("guest", "POST", path, {**body, "commands": [command("leave")]})
    assert other.status_code == 422


def test_money_goes_in_and_out_at_the_cage_and_no_further_than_it_is_there(desk: Desk) -> None:
    bought = {"id": "1", "player": "pat", "amount": "100"}
    for _ in range(2):
        assert desk.ask("flo", "POST", "/api/buy-ins", bought).json()["balance"] == "200.00"
    over = desk.ask("flo", "POST", "/api/cash-outs", {"id": "2", "player": "pat", "amount": "201"})
    assert over.status_code == 422
    assert desk.get("pat", "/api/me")["balance"] == "200.00"


def test_figures_for_prometheus(desk: Desk) -> None:
    assert "pitboss_command_seconds_count" in desk.ask("sue", "GET", "/metrics").text
    assert desk.http.get("/healthz").json()["status"] == "ok"


# The OpenAPI document


def test_the_document_printed_is_the_document_served(desk: Desk) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "pitboss.server.http.openapi"], capture_output=True, check=True
    ).stdout
    assert msgspec.json.decode(printed) == desk.http.get("/api/schema/openapi.json").json()


def test_every_operation_describes_what_it_takes_and_gives() -> None:
    found: Any = document()
    ids = []
    for path in found["paths"].values():
        for operation in path.values():
            ids.append(operation["operationId"])
            assert operation["description"], operation["operationId"]
            statuses = set(operation["responses"])
            assert "400" not in statuses
            assert "500" not in statuses
            for status, answer in operation["responses"].items():
                if status >= "400":
                    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    assert len(ids) == len(set(ids))
    schemas = found["components"]["schemas"]
    tags = {item["$ref"].rpartition("/")[2] for item in schemas["Commands"]["properties"]["commands"]["items"]["oneOf"]}
    assert {"Sit", "Play", "ReceiveDeck", "Ready", "Seed"} <= tags
    assert schemas["Sit"]["properties"]["command"]["const"] == "sit"
    assert not {"by", "at"} & set(schemas["Sit"]["properties"])
    assert schemas["PlaceWager"]["properties"]["amount"]["type"] == "string"


GIVEN: list[tuple[bytes, str]] = [
    (b"{", "JSON that ends too early"),
    (b"[]", "a list"),
    (b'{"commands": [{"command": "leave"}]}', "nothing for id"),
    (one('{"command": "leave", "by": "dealer"}'), "a field by"),
    (one('{"command": "sit", "seat": null}'), "nothing"),
    (one('{"command": "set-wagers", "seat": 1, "wagers": {"ante": "x"}}'), "'x'"),
    (action('{"action": "bet", "seat": 1, "amount": 5}'), "5"),
]


@pytest.mark.parametrize(("body", "tried"), GIVEN)
def test_what_was_given_is_told_in_words(desk: Desk, body: bytes, tried: str) -> None:
    path = "/api/tables/demo-ma-criss-cross/commands"
    answer = desk.http.post(path, content=body, headers={**desk.headers("pat"), "Content-Type": "application/json"})
    assert answer.json()["refusals"][0]["tried"] == tried


def test_what_is_nested_too_deeply_is_refused(desk: Desk) -> None:
    deep = '{"name": "x", "rulebook": "ma-criss-cross", "submission": {"a": ' + "[" * 20_000 + "]" * 20_000 + "}}"
    headers = {**desk.headers("pat"), "Content-Type": "application/json"}
    answer = desk.http.post("/api/tables", content=deep, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (422, "the body: It is nested too deeply.")
