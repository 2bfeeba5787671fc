"""Tables without a shoe that reads: a card is keyed when it is turned up, and the log holds."""

from pathlib import Path

import pytest

from pitboss.audit import read_entries, verify_log
from pitboss.rulebooks import SHIPPED
from server.desk import Crew, desk_in, full, play


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_rounds_are_dealt_unseen_settled_replayed_and_verified(tmp_path: Path, rulebook: str) -> None:
    with desk_in(tmp_path) as desk:
        crew = Crew(desk, rulebook, keyed="seen", **full(rulebook))
        assert crew.listed["keyed"] == "seen"
        crew.extra = tuple(item["name"] for item in crew.listed["wagers"] if not item["decision"])
        crew.sit()
        for number in (1, 2):
            crew.until("bet")
            assert all(seat["cards"] == [] for seat in crew.view["round"]["seats"])
            own = desk.get("ann", f"/api/tables/{crew.table}")["round"]["seats"][0]
            assert own["cards"] == []  # nobody has told the table
            if number == 2:
                desk.do("ann", crew.table, play("fold", seat=1))
            crew.until("open_round")
            assert crew.view["round"]["phase"] == "settled"
            replay = desk.get("sue", f"/api/tables/{crew.table}/rounds/{number}/replay")
            assert replay["steps"][-1]["view"]["phase"] == "settled"
        assert desk.office.store.reconcile() == []
        desk.person("ava", "auditor")
        log = desk.ask("ava", "GET", "/api/audit/log").content
    opened = [entry for entry in read_entries(log) if entry.payload.get("event") == "table-opened"]
    assert [entry.payload["keyed"] for entry in opened] == ["seen"]
    assert verify_log(log).findings == ()


def test_virtual_cards_are_never_keyed(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("sue", "supervisor")
        body = {"name": "t1", "rulebook": "ma-crazy-4", "cards": "virtual", "keyed": "seen"}
        answer = desk.ask("sue", "POST", "/api/tables", body)
        assert answer.status_code == 422, answer.text
