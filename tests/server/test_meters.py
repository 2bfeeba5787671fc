"""Progressive meters through the server: links, winners in turn, contributions, and changes of terms."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.client_stream import applied
from pitboss.money import Amount, Rate
from pitboss.progressive import Progression
from pitboss.rulebooks import Refused
from pitboss.server.people.accounts import Person
from pitboss.server.requests import MeterChange
from pitboss.server.tables.treasury import change_meter
from pitboss.store import MeterState, MoveKind
from rulebooks.submissions import METERS
from server.rigged import (
    FLOOR,
    PTMGL01,
    Rig,
    discrepancies,
    lines_of,
    open_rigged,
    race,
    rigged_room,
    round_at,
    validate_all,
)
from server.rooms import PlainRoom, place, player, run
from store.appender import processes
from store.postgresql import Server

LINK = {"ante": "5", "super_bonus": "5", "link_progressive": "1"}
STRAIGHT_FLUSH, OTHER_STRAIGHT_FLUSH = "5h 6h 7h 8h 9h", "4s 5s 6s 7s 8s"
ROYAL_FLUSH = "Ah Kh Qh Jh Th"
SOME = "2c 6d 9s Jh Kc"  # pays nothing, and is played on


def linked_tables(room: PlainRoom, count: int = 2) -> None:
    """Tables t1, t2, ... on the link meter of t1, which shows 10,000 and takes 10% of a wager of 1."""
    open_rigged(room, "t1", choices=PTMGL01)
    for number in range(2, count + 1):
        open_rigged(room, f"t{number}", choices=PTMGL01, links={"link": "t1.link"})


def meter(room: PlainRoom, name: str = "t1.link") -> MeterState:
    found = room.store.meter(name)
    assert found is not None
    assert found.reconciles
    return found


def shows(room: PlainRoom) -> str:
    return str(meter(room).shows)


def players(room: PlainRoom, *names: str) -> dict[int, Person]:
    return {seat: player(room, name, 10_000) for seat, name in enumerate(names, start=1)}


# Links


@pytest.mark.clause("ma-crazy-4", "13(h)")
def test_tables_of_a_link_feed_one_meter_and_show_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: SOME})
        await round_at(room, "t1", {1: ann}, LINK, "1")
        assert shows(room) == "10000.10"
        await round_at(room, "t2", {1: bob}, LINK, "1")
        assert shows(room) == "10000.20"
        assert {name: room.live(name).spec.meters["link"] for name in ("t1", "t2")} == {
            "t1": "t1.link",
            "t2": "t1.link",
        }
        assert discrepancies(room) == []

    run(play())


DIFFERENT: dict[str, tuple[dict[str, Any], str]] = {
    "paytable": (
        {**PTMGL01, "link_progressive": "PTMGL02", "readings": {"link-wager-amount": "any"}},
        "paytable Multi Game Link PTMGL02",
    ),
    "wager amount": (
        {**PTMGL01, "amounts": {"link_progressive": ["5"]}},
        "5.00 on link_progressive",
    ),
    "rate": ({**PTMGL01, "meters": {**METERS, "link": {"rate": "11%"}}}, "meter link at 11%"),
    "decks": ({**PTMGL01, "decks": 1}, "decks: 1"),
}


@pytest.mark.clause("ma-crazy-4", "13(h)")
@pytest.mark.parametrize(("choices", "tried"), DIFFERENT.values(), ids=DIFFERENT.keys())
def test_a_table_that_differs_from_the_link_may_not_join(tmp_path: Path, choices: dict[str, Any], tried: str) -> None:
    room = rigged_room(tmp_path, Rig())
    linked_tables(room, 1)
    with pytest.raises(Refused) as refusal:
        open_rigged(room, "t2", choices=choices, links={"link": "t1.link"})
    first = refusal.value.violations[0]
    assert (first.rulebook, first.clause) == ("ma-crazy-4", "13(h)")
    assert first.tried.startswith(tried)
    assert room.names() == ["t1"]


@pytest.mark.clause("ma-crazy-4", "13(h)")
def test_a_link_of_several_levels_is_joined_whole(tmp_path: Path) -> None:
    room = rigged_room(tmp_path, Rig())
    open_rigged(room, "t1")  # PTMGLML02: mega, major and minor
    with pytest.raises(Refused, match="Got a link of some meters of a wager; expected all of them"):
        open_rigged(room, "t2", links={"mega": "t1.mega"})
    open_rigged(room, "t2", links={name: f"t1.{name}" for name in ("mega", "major", "minor")})


def test_a_rulebook_without_links_play_money_and_unknown_meters_are_refused(tmp_path: Path) -> None:
    room = rigged_room(tmp_path, Rig())
    open_rigged(room, "n1", "nj-criss-cross")
    with pytest.raises(
        Refused,
        match=r"^nj-criss-cross 40\.1 Bonus Spin Wager: meter bonus_spin: This rulebook provides no links",
    ):
        open_rigged(room, "n2", "nj-criss-cross", links={"bonus_spin": "n1.bonus_spin"})
    linked_tables(room, 1)
    with pytest.raises(Refused, match="A meter holds play money or real money, never both"):
        open_rigged(room, "p1", choices=PTMGL01, links={"link": "t1.link"}, practice=True)
    with pytest.raises(Refused, match=r"No table has nowhere\.link as its link meter"):
        open_rigged(room, "t3", choices=PTMGL01, links={"link": "nowhere.link"})


# Winners in turn


@pytest.mark.clause("ma-crazy-4", "13(d)a", "10(e)(3)")
def test_two_winners_of_one_round_are_paid_in_turn(tmp_path: Path) -> None:
    """Each wager adds 0.10 before the deal. 10% of 10,000.20 for seat 2, whose turn is first; then 10% of 9,000.18."""

    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room, 1)
        people = players(room, "ann", "bob")
        rig.crazy_four({1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH})
        await round_at(room, "t1", people, LINK, "1")
        assert shows(room) == "9000.18"  # seat 1 waits while the floor validates seat 2
        await validate_all(room, "t1", "1")
        paid = {line.seat: str(line.paid) for line in lines_of(room, "t1", 1) if line.wager == "link_progressive"}
        assert paid == {2: "1000.02", 1: "900.01"}
        assert shows(room) == "8100.17"
        assert discrepancies(room) == []

    run(play())


def test_winners_at_two_tables_are_paid_what_the_meter_shows_in_their_turn(tmp_path: Path) -> None:
    """10,000.10 whole for the first; for the second, whose turn comes while the first waits, the reset and 0.10."""

    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: ROYAL_FLUSH})
        await round_at(room, "t1", {1: ann}, LINK, "1")
        await round_at(room, "t2", {1: bob}, LINK, "1")
        assert shows(room) == "10000.00"
        assert (meter(room).paid, meter(room).in_play) == (2_000_020 * 10**6, 2)
        for table in ("t1", "t2"):
            assert (1, "link_progressive") in await validate_all(room, table, table)
        assert (shows(room), meter(room).in_play) == ("10000.00", 0)
        assert discrepancies(room) == []

    run(play())


def test_processes_that_win_from_one_meter_are_paid_in_one_order_and_nothing_is_lost(postgresql: Server) -> None:
    """Three processes, a table each, on one link: every payment is a tenth of what the meter showed at its turn."""
    url, racers, rounds = postgresql.create_place(), 3, 4
    room = rigged_room(url, Rig())
    linked_tables(room, racers)
    for number in range(1, racers + 1):
        player(room, f"p{number}", 10_000)
    racing = [processes.Process(target=race, args=(url, number, rounds)) for number in range(1, racers + 1)]
    for process in racing:
        process.start()
    for process in racing:
        process.join()
    assert [process.exitcode for process in racing] == [0] * racers
    displayed, paid = 0, []
    for move in room.store.meter_moves("t1.link"):
        if move.kind is MoveKind.PAYMENT:
            assert move.microcents == displayed // 10**6 // 10 * 10**6
            paid.append(move.microcents)
        displayed += -move.microcents if move.kind is MoveKind.PAYMENT else move.microcents
    state = meter(room)
    assert len(paid) == racers * rounds
    assert (state.displayed, state.paid, state.in_play) == (displayed, sum(paid), 0)
    assert state.contributed == racers * rounds * 10 * 10**6
    assert discrepancies(room) == []


# Contributions


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_a_void_round_leaves_every_meter_as_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1")
        ann = player(room, "ann")
        everything = {**LINK, "four_card_progressive": "1", "five_card_progressive": "1"}
        rig.crazy_four({1: SOME})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        before = room.store.meters()
        placed = [
            {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": name, "amount": amount}}
            for name, amount in everything.items()
        ]
        await room.perform(ann, "t1", "wagers", [*placed, {"command": "ready"}])
        void = {"action": "void", "clause": "14(c)", "reason": "six cards to a seat"}
        await room.perform(FLOOR, "t1", "void", [{"command": "play", "action": void}])
        assert room.store.meters() == before
        assert room.store.balance("player:ann") == Amount.parse("1000")
        assert room.store.balances("pending") == {}
        assert discrepancies(room) == []

    run(play())


# Changes of terms


def asked(**terms: Any) -> MeterChange:
    return MeterChange(id=f"change {sorted(terms)}", reason="a new Rules Submission", **terms)


def test_a_change_is_recorded_at_once_and_waits_for_the_next_reset(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: SOME})
        await round_at(room, "t1", {1: ann}, LINK, "1")
        state = change_meter(room, "sue", "t1.link", asked(rate=Rate.parse("20%")))
        assert state.waiting is not None
        assert not state.waiting.due  # 0.10 were built up under 10%
        assert b"a new Rules Submission" in b"".join(room.store.log(0))
        await round_at(room, "t1", {1: ann}, LINK, "2")
        assert shows(room) == "10000.20"
        rig.crazy_four({1: ROYAL_FLUSH})
        await round_at(room, "t2", {1: bob}, LINK, "1")
        await validate_all(room, "t2", "1")
        assert (shows(room), meter(room).change_due) == (
            "10000.00",
            True,
        )  # its own 0.10, by the old rate, was won with it
        rig.crazy_four({1: SOME})
        await round_at(room, "t1", {1: ann}, LINK, "3")
        assert (shows(room), meter(room).progression) == (
            "10000.20",
            Progression(Rate.parse("20%"), Amount.parse("10000")),
        )
        await round_at(room, "t2", {1: bob}, LINK, "2")
        assert shows(room) == "10000.40"
        assert discrepancies(room) == []

    run(play())


def test_a_change_waits_until_no_round_is_in_play_at_any_table_of_the_link(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: ROYAL_FLUSH})
        await round_at(room, "t1", {1: ann}, LINK, "1")  # held for validation
        change_meter(room, "sue", "t1.link", asked(rate=Rate.parse("5%")))
        assert meter(room).change_due  # the meter stands at its reset: nothing is built up
        with pytest.raises(Refused, match=r"meter t1\.link: This meter is about to change"):
            await round_at(room, "t2", {1: bob}, LINK, "1")
        await validate_all(room, "t1", "1")
        assert shows(room) == "10000.00"
        rig.crazy_four({1: SOME})
        await round_at(room, "t2", {1: bob}, LINK, "2")
        assert shows(room) == "10000.05"
        assert discrepancies(room) == []

    run(play())


def test_a_hidden_reserve_pays_for_the_next_reset(tmp_path: Path) -> None:
    """Of each 1.00, 0.10 shows and 0.02 is hidden; after two rounds a reset of 10,000 takes 0.04 less."""

    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        linked_tables(room, 1)
        ann = player(room, "ann")
        change_meter(room, "sue", "t1.link", asked(reserve=Rate.parse("2%")))
        rig.crazy_four({1: SOME})
        await round_at(room, "t1", {1: ann}, LINK, "1")
        state = meter(room)
        assert (state.displayed, state.reserve, state.contributed) == (1_000_010 * 10**6, 2 * 10**6, 12 * 10**6)
        house = room.store.balance("house")
        rig.crazy_four({1: ROYAL_FLUSH})
        await round_at(room, "t1", {1: ann}, LINK, "2")
        assert (meter(room).reserve, shows(room)) == (0, "10000.00")
        assert house - room.store.balance("house") == Amount.parse("9999.96")
        await validate_all(room, "t1", "2")
        assert discrepancies(room) == []

    run(play())


UNLAWFUL: dict[str, tuple[dict[str, Any], str]] = {
    "rate above the wager": ({"rate": Rate.parse("100.5%")}, "above 0% and at most 100%"),
    "with its reserve above the wager": ({"reserve": Rate.parse("95%")}, "at most 100% of link_progressive"),
    "another reset than printed": ({"reset": Amount.parse("9000")}, "exactly 10000.00"),
}


@pytest.mark.clause("ma-crazy-4", "13(f) PTMGL01")
@pytest.mark.parametrize(("terms", "allowed"), UNLAWFUL.values(), ids=UNLAWFUL.keys())
def test_an_unlawful_change_is_refused_with_its_clause(tmp_path: Path, terms: dict[str, Any], allowed: str) -> None:
    room = rigged_room(tmp_path, Rig())
    linked_tables(room, 1)
    with pytest.raises(Refused) as refusal:
        change_meter(room, "sue", "t1.link", asked(**terms))
    violation = refusal.value.violations[0]
    assert violation.clause.startswith("13(f)")
    assert allowed in violation.allowed
    assert meter(room).waiting is None


# Another process


def test_a_contribution_goes_by_the_terms_that_another_process_brought_in(tmp_path: Path) -> None:
    """5% of a wager of 1 into the reserve, since bob's first wager; ann's process has written nothing since then."""

    async def play() -> None:
        rig = Rig()
        room, other = rigged_room(tmp_path, rig), rigged_room(tmp_path, rig)
        linked_tables(room, 1)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: SOME})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 2}])
        change_meter(other, "sue", "t1.link", asked(reserve=Rate.parse("5%")))
        wagers = [place(1, name, amount) for name, amount in LINK.items()]
        await other.perform(bob, "t1", "wagers", [{"command": "sit", "seat": 1}, *wagers, {"command": "ready"}])
        await room.tick()  # hears what happened at the table
        await room.perform(ann, "t1", "ready", [{"command": "ready"}])
        assert (shows(room), meter(room).reserve) == ("10000.10", 5 * 10**6)
        assert discrepancies(room) == []
        for each in (room, other):
            each.store.close()

    run(play())


def test_nobody_is_shown_a_meter_as_it_was_before_another_process_moved_it(tmp_path: Path) -> None:
    """Bob's round feeds the link through another process; ann's own command then shows her the link as it is."""

    async def play() -> None:
        rig = Rig()
        room, other = rigged_room(tmp_path, rig), rigged_room(tmp_path, rig)
        linked_tables(room)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: SOME})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        await round_at(other, "t2", {1: bob}, LINK, "1")
        watcher = room.watch("t1", ann, None)
        table = msgspec.json.decode(watcher.queue.get_nowait() or b"")["table"]
        assert table["meters"]["link"] == "10000.10"
        await room.perform(ann, "t1", "wagers", [place(1, name, amount) for name, amount in LINK.items()])
        table = applied(table, msgspec.json.decode(watcher.queue.get_nowait() or b"")["changed"])
        assert table["meters"]["link"] == "10000.10"
        for each in (room, other):
            each.store.close()

    run(play())
