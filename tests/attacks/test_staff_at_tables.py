"""Insiders at a table: staff who would play, a dealer who would play for somebody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.logs import rewritten
from pitboss.audit import Entry, verify_log
from server.desk import Crew, Desk, command, desk_in, play

GAME = "ma-crazy-4"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("role", ["dealer", "floorperson", "supervisor", "auditor", "administrator"])
def test_the_staff_take_no_seat_for_real_money(desk: Desk, role: str) -> None:
    crew = Crew(desk, GAME)
    desk.person("eve", role, "player", dollars=500)
    sits = command("sit", seat=3)
    assert desk.tell("eve", crew.table, sits).status_code == 403
    assert desk.tell("dee", crew.table, {**sits, "player": "eve"}).status_code == 403, "nor does a dealer seat them"
    practice = {"name": "own", "rulebook": GAME, "practice": True}
    assert desk.ask("eve", "POST", "/api/tables", practice).status_code == 201
    desk.do("eve", "own", sits)  # at practice tables there is nothing to gain


def at_a_decision(desk: Desk, **choices: Any) -> Crew:
    crew = Crew(desk, GAME, **choices)
    crew.sit()
    crew.until("bet")
    return crew


def test_a_dealer_folds_for_nobody(desk: Desk) -> None:
    crew = at_a_decision(desk)
    offered = [(duty["by"], duty["where"]) for duty in crew.view["allowed"] if duty["name"] == "fold"]
    assert offered == [(["floorperson"], "seat 1")], "nobody is offered what is refused"
    folds = {**play("fold", seat=1), "player": "ann"}
    answer = desk.tell("dee", crew.table, folds)
    assert answer.status_code == 403
    assert answer.json()["error"] == "A dealer folds for nobody: the player folds, or the floor enters it."
    assert desk.tell("sue", crew.table, folds).status_code == 403
    desk.do("flo", crew.table, folds)
    assert desk.office.room.live(crew.table).dealer == "dee", "the floor does not come on to deal by it"
    crew.until("open_round")
    desk.person("ava", "auditor")
    log = bytes(desk.ask("ava", "GET", "/api/audit/log").content)
    assert verify_log(log).sound, verify_log(log).findings

    def by_the_dealer(entries: list[Entry]) -> list[Entry]:
        return [
            replace(entry, actor="dee") if entry.payload.get("action", {}).get("action") == "fold" else entry
            for entry in entries
        ]

    found = verify_log(rewritten(log, by_the_dealer)).findings
    assert [finding.why for finding in found] == ["a dealer folds for nobody"]


def test_at_a_practice_table_a_dealer_folds_and_deals_from_then_on(desk: Desk) -> None:
    crew = at_a_decision(desk, practice=True)
    offered = [(duty["by"], duty["where"]) for duty in crew.view["allowed"] if duty["name"] == "fold"]
    assert offered == [(["dealer"], "seat 1")]
    folds = {**play("fold", seat=1), "player": "ann"}
    assert desk.tell("flo", crew.table, folds).status_code == 403
    desk.do(desk.person("dan", "dealer"), crew.table, folds)
    assert desk.office.room.live(crew.table).dealer == "dan"
    crew.until("open_round")
    desk.person("ava", "auditor")
    told = verify_log(bytes(desk.ask("ava", "GET", "/api/audit/log").content))
    assert told.sound, told.findings


def test_a_dealer_wagers_for_a_player_no_more_than_the_chips_he_has(desk: Desk) -> None:
    crew = Crew(desk, GAME)
    desk.person("joe", "player", dollars=3)
    desk.do("dee", crew.table, command("sit", seat=1, player="joe"))
    crew.players = ["joe"]
    crew.until("place-wager")

    def wager(amount: str) -> int:
        keyed = {"command": "set-wagers", "seat": 1, "wagers": {"ante": amount, "super_bonus": amount}, "player": "joe"}
        return int(desk.tell("dee", crew.table, keyed).status_code)

    assert wager("2") == 422, "four dollars, and joe has three"
    moved = {"id": "1", "amount": "2", "to": "game account"}
    assert desk.ask("joe", "POST", "/api/me/game-account", moved).status_code == 200
    assert wager("1") == 422, "what is on the game account is not on the table"
    assert desk.ask("joe", "POST", "/api/me/game-account", {**moved, "id": "2", "to": "chips"}).status_code == 200
    assert wager("1") == 200


def test_a_dealer_wagers_for_nobody_who_does_not_sit_there(desk: Desk) -> None:
    crew = Crew(desk, GAME)
    crew.sit()
    crew.until("place-wager")
    desk.person("joe", "player", dollars=30)
    keyed = {**play("place-wager", seat=1, wager="ante", amount="1"), "player": "joe"}
    assert desk.tell("dee", crew.table, keyed).status_code == 409
    assert desk.tell("ann", crew.table, {**keyed, "player": "bob"}).status_code == 403
