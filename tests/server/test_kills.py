"""kill -9 at each point of handling a command, on both engines: nothing that was acknowledged is lost or done twice.

`PITBOSS_KILLS=220` makes a soak of it: so many points on each engine. `PITBOSS_BESIDE=yes` has `pitboss witness` run
beside on both engines, `no` on none; otherwise it does on SQLite.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.kill_points import Campaign, Figures, Point
from server.nursery import Nursery
from store.postgresql import Server

KILLS = int(os.environ.get("PITBOSS_KILLS", "20"))
BESIDE = os.environ.get("PITBOSS_BESIDE", "sqlite")
CAMPAIGN = 25  # points to a database: what has happened there is read again at each start


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


def places(engine: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, Path]]:
    """Empty databases, each with a folder for its keys."""
    for number in range(1000):
        keys = folder / str(number)
        keys.mkdir()
        if engine == "sqlite":
            yield f"sqlite:///{keys}/pitboss.db", keys
        else:
            server: Server = request.getfixturevalue("postgresql")
            yield server.create_place(), keys


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_killed_at_each_point(nursery: Nursery, tmp_path: Path, request: pytest.FixtureRequest, engine: str) -> None:
    figures, waiting = Figures(), list[Point]()
    kinds = Counter[str]()
    beside = BESIDE in ("yes", engine)
    for url, keys in places(engine, tmp_path, request):
        campaign = Campaign(nursery, url, keys, figures, beside)
        waiting = waiting or campaign.points()
        while waiting and figures.kills < KILLS:
            point = waiting.pop(0)
            kinds[point.kind] += campaign.kill_at(point)
            if figures.kills % CAMPAIGN == 0:
                break
        campaign.close()
        if figures.kills == KILLS or not waiting:
            break
    print(f"{engine}: {figures}, {dict(kinds)}")
    assert figures.kills == KILLS
    assert all(kinds[kind] for kind in ("sit", "wagers", "deal", "settle", "leave", "buy-in", "open", "clock"))
    assert bool(kinds["witness"]) == bool(figures.witnessed) == beside
    assert 0 < figures.done < figures.kills
