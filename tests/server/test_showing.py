"""From event to event, the changes that are written for a viewer make the next view of the last."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit import Cards
from pitboss.books.stream import read_event
from pitboss.client_stream import applied
from pitboss.rulebooks import SHIPPED
from pitboss.server.tables.deltas import Changes
from pitboss.server.tables.live import after, opened
from pitboss.server.tables.views import Shown, encode
from server.rooms import HandClock, open_at, player, room_in, run
from server.test_snapshots import play

VIEWERS = ("ann", "bob", "a bystander")


def _views(shown: Shown) -> list[Any]:
    return [msgspec.json.decode(encode(shown.view(viewer))) for viewer in VIEWERS]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_at_every_event_each_viewer_is_told_what_changed(tmp_path: Path, rulebook: str) -> None:
    async def check() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, rulebook)
        await play(room, [player(room, "ann"), player(room, "bob")], 1)
        live, differ = opened(room.live("t1").spec), 0
        shown = Shown(live, live.moved_at, {})
        kept = _views(shown)
        for stored in room.store.events("t1"):
            live = after(live, [read_event(stored)])
            last, shown, changes = shown, Shown(live, live.moved_at, {}), Changes()
            for number, viewer in enumerate(VIEWERS):
                rows = [msgspec.json.decode(row) for row in changes.rows(last.view(viewer), shown.view(viewer))]
                kept[number] = applied(kept[number], rows)
            assert kept == _views(shown)
            differ += kept[0] != kept[1] != kept[2]
        assert differ > 10  # else there was nothing to get wrong

    run(check())


def test_at_a_physical_table_what_may_be_done_is_shown_too(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross", Cards.PHYSICAL)
    view = _views(Shown(room.live("t1"), 0, {}))[2]
    assert [duty["name"] for duty in view["duties"]] == ["receive_deck"]
    assert {duty["must"] for duty in view["allowed"]} == {False}
