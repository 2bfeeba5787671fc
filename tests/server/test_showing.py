"""What a table shows besides the round: what is due, and at a physical table what else may be done."""

from pathlib import Path

import msgspec

from pitboss.audit import Cards
from pitboss.server.tables.views import Shown, encode
from server.rooms import HandClock, open_at, room_in


def test_at_a_physical_table_what_may_be_done_is_shown_too(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross", Cards.PHYSICAL)
    view = msgspec.json.decode(encode(Shown(room.live("t1"), 0, {}).view("a bystander")))
    assert [duty["name"] for duty in view["duties"]] == ["receive_deck"]
    assert {duty["must"] for duty in view["allowed"]} == {False}
