"""The coach's book over HTTP: decisions stay with the account, are one's own, and are only so many."""

from pathlib import Path
from typing import Any

from pitboss.store.coach_books import MOST_KEPT
from server.desk import desk_in


def decided(time: int, **other: Any) -> dict[str, Any]:
    """A decision as a page writes it."""
    made = {"where": "drill", "rulebook": "md-criss-cross", "decision": "down", "chosen": "1x", "best": "3x"}
    shown = [{"decision": "across", "choice": "2x", "cards": ["2c", "2d"]}]
    return {**made, "cards": ["As", "Ah"], "shown": shown, "exact": "1/8", "cost": 0.125, "time": time, **other}


def test_decisions_stay_with_the_account_and_are_nobody_elses(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        for name in ("ann", "bob"):
            desk.person(name, "player")
        for time in (1, 2):
            assert desk.ask("ann", "POST", "/api/coach", {"decisions": [decided(time)]}).status_code == 204
        assert desk.get("ann", "/api/coach") == [decided(1), decided(2)]
        assert desk.get("bob", "/api/coach") == []
        assert desk.ask("bob", "DELETE", "/api/coach").status_code == 204
        assert len(desk.get("ann", "/api/coach")) == 2
        assert desk.ask("ann", "DELETE", "/api/coach").status_code == 204
        assert desk.get("ann", "/api/coach") == []


def test_the_oldest_decisions_make_room(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("ann", "player")
        all = [decided(time) for time in range(MOST_KEPT + 1)]
        for first in range(0, len(all), 100):
            page = all[first : first + 100]
            assert desk.ask("ann", "POST", "/api/coach", {"decisions": page}).status_code == 204
        kept = [made["time"] for made in desk.get("ann", "/api/coach")]
        assert kept == [*range(1, MOST_KEPT + 1)]


def test_what_is_no_decision_is_not_written_down(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("ann", "player")
        for wrong in ({"cards": ["1s"]}, {"where": "street"}, {"chosen": "x" * 61}, {"cost": -1}, {"more": 1}):
            answer = desk.ask("ann", "POST", "/api/coach", {"decisions": [decided(1, **wrong)]})
            assert answer.status_code == 422, wrong
        assert desk.ask(None, "GET", "/api/coach").status_code == 401
        assert desk.get("ann", "/api/coach") == []


def test_the_book_goes_with_the_account(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("ann", "player")
        assert desk.ask("ann", "POST", "/api/coach", {"decisions": [decided(1)]}).status_code == 204
        desk.office.store.people.remove("ann")
        assert desk.office.store.coach_books.of("ann") == []
