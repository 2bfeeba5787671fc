"""The dealer school over HTTP: drills, marks, and progress that stays with the account."""

from pathlib import Path

import pytest

from pitboss.rulebooks import SHIPPED
from pitboss.school import KINDS
from server.desk import Desk, Json, desk_in


def asked(desk: Desk, who: str, path: str, **body: object) -> Json:
    """A question, or what became of an answer."""
    answer = desk.ask(who, "POST", f"/api/school/{path}", body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_drill_of_every_kind_is_marked_and_kept_with_the_account(tmp_path: Path, rulebook: str) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("dee", "dealer")
        desk.person("don", "dealer")
        for kind in KINDS:
            drill = {"rulebook": rulebook, "kind": str(kind), "seed": 7}
            shown = asked(desk, "dee", "question", **drill)
            assert not {"answer", "why", "clause"} & {*shown}
            wrong = asked(desk, "dee", "answer", **drill, given="no such thing", milliseconds=1500)
            assert not wrong["right"]
            told = asked(desk, "dee", "answer", **drill, given=wrong["answer"], milliseconds=500)
            assert told["right"]
            assert told["clause"]
            assert told["lesson"]["streak"] == 1
        kept = desk.get("dee", "/api/school")
        assert [(one["asked"], one["right"], one["milliseconds"], one["best"]) for one in kept] == [
            (2, 1, 2000, 1) for _ in KINDS
        ]
        assert {one["kind"] for one in kept} == {*map(str, KINDS)}
        assert desk.get("don", "/api/school") == []
        desk.office.store.people.remove("dee")  # and nothing is left of it
        assert desk.office.store.lessons.of("dee") == []


def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("dee", "dealer")
        drill = {"rulebook": "ma-crazy-4", "kind": "pay", "seed": 1}
        for body, status in (
            ({**drill, "rulebook": "nope"}, 404),
            ({**drill, "kind": "nope"}, 422),
            ({**drill, "seed": -1}, 422),
        ):
            assert desk.ask("dee", "POST", "/api/school/question", body).status_code == status, body
        assert desk.ask(None, "POST", "/api/school/question", drill).status_code == 401
