"""A snapshot and the deltas after it are what a fresh snapshot is, for every viewer, at every step of whole rounds."""

import asyncio
import json
import shutil
import subprocess
import threading
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.random_rounds import Rng
from pitboss.audit import Cards
from pitboss.books.stream import StreamEvent
from pitboss.cards import Card
from pitboss.client_stream import applied
from pitboss.money import Amount
from pitboss.rulebooks.loader import submission_data
from pitboss.server.people.accounts import Person
from pitboss.server.tables import watchers
from pitboss.server.tables.deltas import Changes
from pitboss.server.tables.house import House
from pitboss.server.tables.live import Live
from pitboss.server.tables.watchers import Watcher
from pitboss.store import Commit, StoreUnavailable, buy_in, open_store
from server.rooms import CLOCK, HandClock, PlainRoom, bet, player, room_in, run
from server.test_non_interference import SCENARIOS, deck_of, folder
from server.twins import ROLES, TABLE, RoundPlayer, Scenario, Stacked, copied, prepare

__all__ = ["folder"]

WEB = Path(__file__).parents[2] / "web"
CASES = json.loads(Path(__file__).with_name("delta_cases.json").read_text())
NODE = """
const ts = require('typescript'), fs = require('fs')
const text = fs.readFileSync('src/base/delta.ts', 'utf8')
const made = ts.transpileModule(text, { compilerOptions: { module: 'commonjs' } })
const { applied } = new Function('exports', made.outputText + ';return exports')({})
const cases = JSON.parse(fs.readFileSync(0, 'utf8'))
const kept = JSON.stringify(cases)
const found = cases.map((item) => applied(item.before, item.changed))
if (JSON.stringify(cases) !== kept) throw new Error('what was given has changed')
console.log(JSON.stringify(found))
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases_in_python(case: Any) -> None:
    before = deepcopy(case["before"])
    assert json.dumps(applied(case["before"], case["changed"])) == json.dumps(case["after"])
    assert case["before"] == before, "what was given stays as it was"


def test_the_cases_in_the_browsers_language() -> None:
    node = shutil.which("node")
    assert node is not None, "the set-up needs it, too"
    done = subprocess.run(
        [node, "-e", NODE], cwd=WEB, input=json.dumps(CASES), capture_output=True, text=True, check=True
    )
    assert json.dumps(json.loads(done.stdout)) == json.dumps([case["after"] for case in CASES])


class Part(msgspec.Struct, frozen=True):
    """Something like a part of a view."""

    name: str
    cards: tuple[str, ...]
    wagers: dict[str, int]
    lines: "tuple[Part, ...]"
    choice: "Part | None"


NAMES = st.sampled_from("abc")
LEAVES = st.builds(Part, NAMES, st.just(()), st.just({}), st.just(()), st.none())
PARTS = st.recursive(
    LEAVES,
    lambda parts: st.builds(
        Part,
        NAMES,
        st.lists(NAMES, max_size=3).map(tuple),
        st.dictionaries(NAMES, st.integers(0, 3)),
        st.lists(parts, max_size=4).map(tuple),
        st.one_of(st.none(), parts),
    ),
    max_leaves=6,
)


@given(PARTS, PARTS)
def test_the_rows_between_any_two_values_make_one_of_the_other(old: Part, new: Part) -> None:
    rows = [json.loads(row) for row in Changes().between(old, new)]
    assert _text(applied(_plain(old), rows)) == _text(_plain(new))


def _text(value: Any) -> str:
    """By which what is alike is told from what only seems so: 1 is not true."""
    return json.dumps(value, sort_keys=True)


def _plain(part: Part) -> Any:
    return json.loads(msgspec.json.encode(part))


class Follower:
    """Keeps a view by the messages of a stream alone."""

    def __init__(self, watcher: Watcher) -> None:
        self.queue = watcher.queue
        self.next = -1
        self.table: Any = None
        self.sizes: list[int] = []

    def read(self) -> None:
        while self.queue.qsize():
            text = self.queue.get_nowait() or b""
            message = json.loads(text)
            if message["type"] == "snapshot":
                self.table = message["table"]
            else:
                assert message["from"] == self.next
                assert [event["number"] for event in message["events"]] == list(range(self.next, message["next"]))
                self.table = applied(self.table, message["changed"])
                self.sizes.append(len(text))
            self.next = message["next"]

    def check(self, room: PlainRoom, person: Person, where: object) -> None:
        self.read()
        fresh = json.loads(room.message(TABLE, person, None))
        assert self.next == fresh["next"]
        assert _text(self.table) == _text(fresh["table"]), f"{person.name} at {where}"


class Followed(RoundPlayer):
    """A round at every step of which everyone's view is compared."""

    def __init__(self, room: PlainRoom, scenario: Scenario, deck: tuple[Card, ...]) -> None:
        super().__init__(room, scenario, deck)
        self.followers = {name: Follower(self.watchers[name]) for name in ROLES}

    def _sent(self, viewer: str) -> tuple[bytes, ...]:
        self.followers[viewer].check(self.room, self.people[viewer], self.played.steps[-1])
        return ()


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=lambda number: str(SCENARIOS[number]))
def test_a_snapshot_and_deltas_are_a_fresh_snapshot_for_every_viewer(folder: Path, number: int) -> None:
    scenario, deck = SCENARIOS[number], deck_of(77 + number)

    async def play() -> None:
        with open_store(f"sqlite:///{copied(prepare(scenario, folder))}") as store:
            room = PlainRoom(store, House(bytes(64), lambda: bytes(32), lambda *_: Stacked(deck)), HandClock())
            await Followed(room, scenario, deck).play()

    asyncio.run(play())


SIX = [Person(f"p{seat}", frozenset({"player"})) for seat in range(1, 7)]


async def _random_round(room: PlainRoom, rng: Rng, ids: list[int], rulebook: str) -> None:
    """Six players who wager, and bet or fold as it comes."""
    required = [name for name, wager in room.live(TABLE).terms.wagers.items() if wager.required]

    async def do(seat: int, *commands: dict[str, Any]) -> None:
        ids.append(len(ids))
        await room.perform(SIX[seat - 1], TABLE, f"{len(ids)}", list(commands))

    for seat in range(1, 7):
        wagers = dict.fromkeys(required, "5")
        await do(seat, {"command": "set-wagers", "seat": seat, "wagers": wagers}, {"command": "ready"})
    while (running := room.live(TABLE).table.running) is not None:
        acting = next(view.round.to_act for view in [room.view(TABLE, SIX[0])] if view.round is not None)
        assert acting is not None, running.phase
        choice = next(v.round.choice for v in [room.view(TABLE, SIX[acting - 1])] if v.round is not None)
        assert choice is not None
        fold = {"command": "play", "action": {"action": "fold", "seat": acting}}
        await do(acting, fold if rng.randrange(5) == 0 else bet(acting, str(choice.amounts[0])))


@pytest.mark.parametrize(
    ("rulebook", "most"),
    [("ma-criss-cross", 1024), ("nj-criss-cross", 1024), ("ma-crazy-4", 1536)],  # one decision a round, so few messages
)
def test_six_seats_take_about_a_kilobyte_a_message(tmp_path: Path, rulebook: str, most: int) -> None:
    async def play() -> None:
        clock, rng, ids = HandClock(), Rng(5), list[int]()
        room = room_in(tmp_path, clock)
        room.open_table(TABLE, rulebook, submission_data(rulebook, "default"), Cards.VIRTUAL, False, CLOCK, "test")
        for seat, person in enumerate(SIX, start=1):
            player(room, person.name)
            await room.perform(person, TABLE, f"sit {seat}", [{"command": "sit", "seat": seat}])
        followers = [(Follower(room.watch(TABLE, person, None)), person) for person in SIX]
        for number in range(3):
            await _random_round(room, rng, ids, rulebook)
            clock.seconds += CLOCK.pause + 1
            await room.tick()
            for follower, person in followers:
                follower.check(room, person, number)
        sizes = [size for follower, _ in followers for size in follower.sizes]
        assert sum(sizes) / len(sizes) < most, sum(sizes) / len(sizes)

    run(play())


def test_money_that_moves_elsewhere_is_told_without_an_event(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        room.open_table(TABLE, "ma-crazy-4", submission_data("ma-crazy-4", "full"), Cards.VIRTUAL, False, CLOCK, "test")
        ann = player(room, "ann", dollars=100)
        follower = Follower(room.watch(TABLE, ann, None))
        follower.check(room, ann, "the beginning")
        assert follower.table is not None
        assert follower.table["purse"] == {"chips": "100.00", "game_account": "0.00"}
        assert list(follower.table["meters"]) == list(room.live(TABLE).spec.meters)
        next = follower.next
        player(room, "bob", dollars=7)
        room.store.append(_bought("ann", "more", 50))
        await room.tick()
        follower.check(room, ann, "a purchase")
        assert follower.table["purse"]["chips"] == "150.00"
        assert follower.next == next

    run(play())


@pytest.mark.parametrize("method", ["check", "held"])
def test_money_that_moved_while_the_database_failed_is_told_afterwards(
    tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable("down")

    async def play() -> None:
        monkeypatch.setattr(watchers, "LOOK_SECONDS", 0.0)
        room = room_in(tmp_path, HandClock())
        room.open_table(TABLE, "ma-crazy-4", submission_data("ma-crazy-4", "full"), Cards.VIRTUAL, False, CLOCK, "test")
        ann = player(room, "ann", dollars=100)
        follower = Follower(room.watch(TABLE, ann, None))
        await room.tick()
        room.store.append(_bought("ann", "more", 50))
        with monkeypatch.context() as patched:
            patched.setattr(room.store, method, fail)
            with pytest.raises(StoreUnavailable):
                await room.tick()
        await room.tick()
        follower.check(room, ann, "a purchase")
        assert follower.table["purse"]["chips"] == "150.00"

    run(play())


def test_what_a_new_watcher_brought_up_is_not_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the table is read on, someone begins to watch who knows more of it already."""

    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        room.open_table(TABLE, "ma-crazy-4", submission_data("ma-crazy-4", "full"), Cards.VIRTUAL, False, CLOCK, "test")
        ann, bob = player(room, "ann"), player(room, "bob")
        other = PlainRoom(room.store, room.house, HandClock())
        follower = Follower(room.watch(TABLE, ann, None))
        await other.perform(ann, TABLE, "sit", [{"command": "sit", "seat": 1}])
        going, reading, read = asyncio.Event(), threading.Event(), room._tables.events
        loop = asyncio.get_running_loop()

        def later(live: Live) -> list[StreamEvent]:
            loop.call_soon_threadsafe(going.set)
            assert reading.wait(10)
            return read(live)

        monkeypatch.setattr(room._tables, "events", later)
        hearing = asyncio.create_task(room.tick())
        await going.wait()
        monkeypatch.setattr(room._tables, "events", read)
        room.watch(TABLE, bob, other.live(TABLE).next)
        await other.perform(bob, TABLE, "sit", [{"command": "sit", "seat": 2}])
        reading.set()
        await hearing
        follower.check(room, ann, "both sit")

    run(play())


def test_nothing_overtakes_what_has_to_wait(tmp_path: Path) -> None:
    """A message goes out at once only if none before it waits, the one that is being sent among them."""
    room = room_in(tmp_path, HandClock())
    room.open_table(TABLE, "ma-crazy-4", submission_data("ma-crazy-4", "full"), Cards.VIRTUAL, False, CLOCK, "test")
    watcher, went, free = room.watch(TABLE, player(room, "ann"), None), list[bytes](), [True]

    def write(message: bytes) -> bool:
        if free[0]:
            went.append(message)
        return free[0]

    watcher.write = write
    watcher.send(b"1")
    assert not went  # the snapshot has not been sent yet
    for expected in (watcher.seen.snapshot("ann"), b"1"):
        assert watcher.queue.get_nowait() == expected
        watcher.send(b"2" if expected != b"1" else b"3")
        assert not went
        watcher.sent()
    assert [watcher.queue.get_nowait(), watcher.queue.get_nowait()] == [b"2", b"3"]
    watcher.sent()
    watcher.sent()
    watcher.send(b"4")
    free[0] = False
    watcher.send(b"5")
    free[0] = True
    watcher.send(b"6")
    assert went == [b"4"]
    assert [watcher.queue.get_nowait(), watcher.queue.get_nowait()] == [b"5", b"6"]


def _bought(name: str, id: str, dollars: int) -> Any:
    return Commit(client="cage", command=id, entries=(buy_in(name, Amount(dollars * 100)),))
