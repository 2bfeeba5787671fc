"""Rounds read back from a table's stream: by the terms they were dealt by, whatever the table deals by now."""

from pathlib import Path

from pitboss.engine import read_histories, verify
from server.desk import Crew, command, desk_in


def test_histories_are_those_of_the_method_each_round_was_dealt_by(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        crew = Crew(desk, "ma-criss-cross", dealing="automated_shoe")
        crew.sit()
        for dealing in ("automated_shoe", "manual_shoe"):
            if dealing == "manual_shoe":
                desk.do("dee", crew.table, command("report-irregularity", name="shoe_broken"))
                desk.do("dee", crew.table, command("cover-device", device="shoe", how="signed"))
                desk.do("flo", crew.table, command("change-method", dealing=dealing, shuffling="manual"))
            crew.until("open_round")
            crew.step()
            crew.until("open_round")
        exported = read_histories(desk.ask("sue", "GET", "/api/export/hands/text").text)
        single = [
            read_histories(desk.ask("sue", "GET", f"/api/tables/{crew.table}/rounds/{number}").text)[0]
            for number in (1, 2)
        ]
    assert [verify(history) for history in exported] == [None, None]
    assert [history.terms.submission.dealing for history in exported] == ["automated_shoe", "manual_shoe"]
    assert single == exported
