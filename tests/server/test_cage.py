"""The cage's papers: every move has one receipt with the number of its entry in the log, and a day adds up."""

from pathlib import Path

import pytest

from pitboss.books.cage import cage_day, receipts
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.store import CAGE
from server.desk import Desk, desk_in

DAY = 86_400


def move(desk: Desk, way: str, player: str, amount: str, id: str) -> dict[str, object]:
    answer = desk.ask("flo", "POST", f"/api/{way}", {"id": id, "player": player, "amount": amount})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()["receipt"]
    return found


def test_receipts_and_days_of_the_cage(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.clock.seconds = 10 * DAY + 100.0  # a first day of January 1970 that is easily told
        for name, role in (("flo", "floorperson"), ("aud", "auditor"), ("ann", "player"), ("abel", "player")):
            desk.person(name, role)
        first = move(desk, "buy-ins", "ann", "300", "1")
        again = move(desk, "buy-ins", "ann", "300", "1")
        assert again == first, "sent again, it is the same receipt"
        desk.clock.seconds += DAY
        second = move(desk, "cash-outs", "ann", "120.50", "2")
        third = move(desk, "buy-ins", "abel", "20", "3")
        assert [each["amount"] for each in (first, second, third)] == ["300.00", "120.50", "20.00"]
        assert (second["cashier"], second["player"], second["bought"]) == ("flo", "ann", False)
        entries = desk.get("aud", "/api/audit/entries?stream=money&limit=200")["entries"]
        told = {entry["entry"]: entry["payload"] for entry in entries}
        for receipt in (first, second, third):
            assert told[receipt["number"]]["player"] == receipt["player"], "the number is that of the log's entry"
        latest = desk.get("flo", "/api/cage/receipts")
        assert [each["number"] for each in latest] == [each["number"] for each in (third, second, first)]
        assert len(desk.get("flo", "/api/cage/receipts?player=ann")) == 2
        day = desk.get("aud", "/api/cage/day?day=1970-01-12")
        figures = ("start", "ins", "outs", "end", "ledger", "agrees")
        assert [day[name] for name in figures] == ["300.00", "20.00", "120.50", "199.50", "199.50", True]
        before = desk.get("aud", "/api/cage/day?day=1970-01-11")
        assert [before[name] for name in figures] == ["0.00", "300.00", "0.00", "300.00", "300.00", True]
        count = {"id": "c1", "day": "1970-01-12", "counted": "199.00"}
        for _ in range(2):  # sent again, it is one count
            counted = desk.ask("flo", "POST", "/api/cage/counts", count).json()["counts"]
        (one,) = counted
        told_of = ("cashier", "counted", "books", "difference")
        assert [one[name] for name in told_of] == ["flo", "199.00", "199.50", "-0.50"]
        assert desk.get("aud", "/api/cage/day?day=1970-01-12")["counts"] == counted
        assert b"drawer-counted" in desk.office.store.log(one["entry"], 1)[0]
        later = {**count, "id": "c2", "day": "1970-01-13"}
        assert desk.ask("flo", "POST", "/api/cage/counts", later).status_code == 422  # has not begun
        store = desk.office.store
        assert cage_day(store, "1970-01-13").ledger == -store.balance(CAGE)
        assert desk.get("flo", "/api/cage/players?starts=a") == ["abel", "ann"]
        assert desk.get("flo", "/api/cage/players?starts=an") == ["ann"]
        with pytest.raises(Refused, match="2026-01-31"):
            cage_day(store, "yesterday")
        assert len(receipts(store)) == 3


@pytest.mark.parametrize("roles", [(), ("dealer",), ("supervisor",)])
def test_whoever_is_no_player_is_sold_no_chips(tmp_path: Path, roles: tuple[str, ...]) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("kim", *roles)
        with pytest.raises(Refused, match="no chips to sell to kim, who does not have the role of a player"):
            desk.move("flo", "kim", Amount(100), inward=True)
        desk.person("kit", "player", *roles)
        desk.move("flo", "kit", Amount(100), inward=True)
        assert desk.office.store.balance("player:kit") == Amount(100)
