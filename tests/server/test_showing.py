"""What is written for a viewer, part by part, is what that viewer's view says."""

from pathlib import Path

import msgspec
import pytest

from pitboss.audit import Cards
from pitboss.books.stream import read_event
from pitboss.rulebooks import SHIPPED
from pitboss.server.tables.live import after, opened
from pitboss.server.tables.views import Shown, encode
from server.rooms import HandClock, open_at, player, room_in, run
from server.test_snapshots import play


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_at_every_event_each_viewer_is_written_what_they_see(tmp_path: Path, rulebook: str) -> None:
    async def check() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, rulebook)
        await play(room, [player(room, "ann"), player(room, "bob")], 1)
        live, differ = opened(room.live("t1").spec), 0
        for stored in room.store.events("t1"):
            live = after(live, [read_event(stored)])
            shown = Shown(live, live.moved_at)
            written = [msgspec.json.decode(shown.written(viewer)) for viewer in ("ann", "bob", "a bystander")]
            views = [msgspec.json.decode(encode(shown.view(viewer))) for viewer in ("ann", "bob", "a bystander")]
            assert written == views
            assert [list(one) for one in written] == [list(one) for one in views]
            differ += written[0] != written[1] != written[2]
        assert differ > 10  # else there was nothing to get wrong

    run(check())


def test_at_a_physical_table_what_may_be_done_is_written_too(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross", Cards.PHYSICAL)
    shown = Shown(room.live("t1"), 0)
    view = msgspec.json.decode(shown.written(None))
    assert view == msgspec.json.decode(encode(shown.view(None)))
    assert [duty["name"] for duty in view["duties"]] == ["receive_deck"]
    assert {duty["must"] for duty in view["allowed"]} == {False}
