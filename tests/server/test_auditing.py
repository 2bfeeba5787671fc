"""The tree that grows with every commit is the tree over the entries as they are given out and verified."""

from pathlib import Path

import msgspec

from pitboss.audit import Signer, Tree, leaf_hash
from pitboss.audit.format import canonical
from pitboss.books.published_log import Published
from server.rooms import HandClock, open_at, player, room_in, run
from server.test_snapshots import play


def test_the_root_that_commits_keep_is_that_of_the_entries_published(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-crazy-4")
    run(play(room, [player(room, "ann"), player(room, "bob")], 2))
    kept = room.store.log_state()
    published = Published(room.store, Signer(bytes(32)))
    published.catch_up()
    tree = Tree()
    for text in room.store.log(0, 10_000):
        assert canonical(msgspec.json.decode(text)) == text
        tree.append(leaf_hash(text))
    assert kept.tree.size == kept.size == tree.size > 100
    assert kept.tree.root == tree.root()
    assert b"".join(published.lines(0)).count(b'"leaf"') == published.size
