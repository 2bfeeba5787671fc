"""The rulebooks over HTTP: whole, side by side, and submissions held against them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.rulebooks import SHIPPED, load
from pitboss.server.http.app import create_app
from pitboss.server.office import open_office
from pitboss.server.rules.pages import anchor

Http = TestClient[Litestar]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Http]:
    folder: Path = tmp_path_factory.mktemp("rules")
    with TestClient(create_app(open_office(f"sqlite:///{folder / 'test.db'}", folder))) as client:
        yield client


def page(http: Http, id: str) -> dict[str, Any]:
    answer = http.get(f"/api/rulebooks/{id}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def check(http: Http, rulebook: str, **body: Any) -> dict[str, Any]:
    answer = http.post("/api/check", json={"rulebook": rulebook, **body})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_rulebooks_are_listed_for_anyone(http: Http) -> None:
    found = http.get("/api/rulebooks").json()
    assert [book["id"] for book in found] == list(SHIPPED)
    for book in found:
        assert sum(book["met"].values()) == book["clauses"]


@pytest.mark.parametrize("id", SHIPPED)
def test_a_page_holds_every_clause_once_and_every_figure_cites_one_of_them(http: Http, id: str) -> None:
    found = page(http, id)
    clauses = [clause["id"] for clause in found["clauses"]]
    assert clauses == [clause.id for clause in load(id).clauses]
    anchors = [clause["anchor"] for clause in found["clauses"]]
    assert len(set(anchors)) == len(anchors)
    cited = {clause for section in found["sections"] for row in section["rows"] for clause in row["clauses"]}
    assert cited <= {*clauses, *(f"reading {item['id']}" for item in found["interpretations"])}
    assert all(len(row["values"]) == len(part["columns"]) for part in found["sections"] for row in part["rows"])


def test_a_paytable_is_given_in_words_and_odds_with_its_clause(http: Http) -> None:
    (main,) = (table for table in page(http, "ma-criss-cross")["paytables"] if table["id"] == "main")
    assert main["wagers"] == ["across", "down", "middle"]
    assert main["lines"][0] == {
        "name": "main.royal_flush",
        "title": "royal flush",
        "pays": "500 to 1",
        "clause": "11(b)",
    }
    assert main["lines"][-1]["title"] == "pair of sixes to tens"
    assert main["lines"][-1]["pays"] == "push"


def test_a_page_has_what_a_felt_is_drawn_from(http: Http) -> None:
    found = page(http, "nj-criss-cross")
    assert found["seats"] == 6
    assert [wager["name"] for wager in found["wagers"] if wager["required"]] == ["ante_across", "ante_down"]
    assert [(one["bet"], one["base"], one["least"], one["most"]) for one in found["decisions"]] == [
        ("across", "ante_across", 1, 3),
        ("down", "ante_down", 1, 3),
        ("middle", "ante_across", 1, 3),
    ]
    assert found["wheels"][0]["stops"][1] == {"position": 2, "pays": "$2,500", "community": None}
    assert found["submissions"]["default"]["rulebook"] == "nj-criss-cross"


def test_a_clause_names_the_tests_that_prove_it(http: Http) -> None:
    clauses = {clause["id"]: clause for clause in page(http, "ma-criss-cross")["clauses"]}
    assert clauses["6(d)"]["met"] == "enforced"
    assert any("test_criss_cross_wagers.py" in test for test in clauses["6(d)"]["tests"])


def test_an_unknown_rulebook_is_not_found(http: Http) -> None:
    assert http.get("/api/rulebooks/no-such").status_code == 404
    assert http.get("/api/compare?one=ma-crazy-4&other=no-such").status_code == 404
    assert http.post("/api/check", json={"rulebook": "no-such"}).status_code == 404


@pytest.mark.parametrize(("clause", "expected"), [("40.8(b)1", "40.8-b-1"), ("1 Across Hand", "1-across-hand")])
def test_anchors_are_fit_for_an_address(clause: str, expected: str) -> None:
    assert anchor(clause) == expected


def test_two_documents_side_by_side_with_their_clauses(http: Http) -> None:
    found = http.get("/api/compare?one=ma-criss-cross&other=cardroom-criss-cross").json()
    sections = {section["title"]: section["rows"] for section in found["sections"]}
    bets = {row["label"]: row for row in sections["Paytable: Across Bet, Down Bet and Middle Bet"]}
    royal = bets["royal flush (pays)"]
    assert royal["one"] == {"value": "500 to 1", "clause": "11(b)"}
    assert royal["other"] == {"value": "250 to 1", "clause": "Pay Tables 1"}
    assert not royal["same"]
    rows = [row for rows in sections.values() for row in rows]
    assert (found["same"], found["different"]) == (
        sum(row["same"] for row in rows),
        sum(not row["same"] for row in rows),
    )
    assert found["different"] > 0


def test_a_rulebook_does_not_differ_from_itself(http: Http) -> None:
    assert http.get("/api/compare?one=ma-crazy-4&other=ma-crazy-4").json()["different"] == 0


def test_different_games_are_compared_only_in_what_surrounds_a_round(http: Http) -> None:
    found = http.get("/api/compare?one=ma-criss-cross&other=ma-crazy-4").json()
    assert not found["same_game"]
    assert not any("Paytable" in section["title"] for section in found["sections"])


def test_the_default_is_lawful_and_what_is_in_force_is_told(http: Http) -> None:
    found = check(http, "ma-crazy-4", submission={"queens_up": "B"})
    assert found["lawful"], found["violations"]
    tables = {table["id"]: table for table in found["in_force"]["paytables"]}
    assert tables["queens_up"]["variant"] == "B"
    ante = next(wager for wager in found["in_force"]["wagers"] if wager["name"] == "ante")
    assert set(ante["limits"]) == {"minimum", "maximum", "unit"}


@pytest.mark.clause("ma-crazy-4", "11(d)(3)")
def test_a_breach_names_clause_place_and_what_is_allowed(http: Http) -> None:
    text = 'queens_up = "A"\nfour_card_progressive = "A"\n[meters]\nfour_card = { rate = "10%", seed = "4000" }\n'
    found = check(http, "ma-crazy-4", text=text)
    assert not found["lawful"]
    assert found["in_force"] is None
    assert {
        "rulebook": "ma-crazy-4",
        "clause": "11(d)(3)",
        "where": "meters.four_card.seed",
        "tried": "4000.00",
        "allowed": "5000.00 or more",
        "says": "Got 4000.00; expected 5000.00 or more.",
    } in found["violations"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"text": "not = [toml"}, "submission"),
        ({"submission": {"no_such": 1}}, "no_such"),
        ({"submission": {"readings": []}}, "readings"),
        ({"submission": {"limits": None}}, "limits"),
        ({"submission": {"rulebook": "ma-crazy-4"}}, "rulebook"),
    ],
)
def test_what_cannot_be_read_is_a_breach_and_no_error(http: Http, body: dict[str, Any], where: str) -> None:
    found = check(http, "ma-criss-cross", **body)
    assert (found["lawful"], found["submission"]) == (False, None)
    assert found["violations"][0]["where"] == where


def test_a_changed_line_is_a_breach_of_the_clause_of_its_paytable(http: Http) -> None:
    found = check(http, "ma-criss-cross", changes={"main.full_house": "10", "main.flush": "8 to 1", "main.x": "1"})
    assert [(one["clause"], one["where"], one["tried"], one["allowed"]) for one in found["violations"][:1]] == [
        ("11(b)", "main.full_house", "10 to 1", "12 to 1")
    ]
    assert [one["where"] for one in found["violations"]] == ["main.full_house", "main.x"]


def test_the_openapi_document_describes_rulebooks_with_text_for_amounts_and_odds(http: Http) -> None:
    schemas = http.get("/api/schema/openapi.json").json()["components"]["schemas"]
    assert schemas["LineShown"]["properties"]["pays"]["type"] == "string"
    assert {"RulebookPage", "ComparisonPage", "Checked", "Violation"} <= set(schemas)
