"""The tree that grows with every commit is the tree over the entries as they are given out and verified."""

from pathlib import Path

import msgspec

from pitboss.audit import Signer, Tree, leaf_hash
from pitboss.audit.format import canonical
from pitboss.books.published_log import LogTip, Published
from server.rooms import HandClock, open_at, player, room_in, run
from server.test_snapshots import play


def test_the_root_that_commits_keep_is_that_of_the_entries_published(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-crazy-4")
    run(play(room, [player(room, "ann"), player(room, "bob")], 2))
    kept = room.store.log_state()
    tip = msgspec.msgpack.decode(kept.state, type=LogTip)
    published = Published(room.store, Signer(bytes(32)))
    published.catch_up()
    tree = Tree()
    for number, text in enumerate(room.store.log(0, 10_000)):
        entry = published.entry(number, text)
        assert canonical(msgspec.json.decode(entry)) == entry
        tree.append(leaf_hash(entry))
    assert tip.tree.size == kept.size == tree.size > 100
    assert tip.tree.root == tree.root()
