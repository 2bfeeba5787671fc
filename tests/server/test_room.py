"""Commands at a table: done once, refused with the clause, and the clock for those who do not act."""

from pathlib import Path

import pytest

from pitboss.audit import Cards
from pitboss.engine import Phase
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.rulebooks.loader import submission_data
from pitboss.server.commands import Commands
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.reading import read_body
from pitboss.server.tables.views import encode
from server.rooms import CLOCK, HandClock, PlainRoom, bet, open_at, place, player, room_in, run

ANTES = (place(1, "ante_across", "5"), place(1, "ante_down", "5"))


async def seated(room: PlainRoom) -> Person:
    """Ann at seat 1 of a Criss-Cross table, with a round open."""
    ann = player(room, "ann")
    await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
    return ann


def test_a_whole_round_is_paid_from_the_players_money_and_the_books_balance(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        await room.perform(ann, "t1", "wagers", [*ANTES, {"command": "ready"}])
        assert room.store.balance("player:ann") == Amount(99000)
        for street in range(3):
            await room.perform(ann, "t1", f"bet {street}", [bet(1, "5")])
        table = room.live("t1").table
        assert table.round is not None
        assert table.round.phase is Phase.SETTLED
        back = sum((line.returned for line in table.round.lines), Amount.ZERO)
        assert room.store.balance("player:ann") == Amount(97500) + back
        assert room.store.reconcile() == []
        fairness = room.live("t1").fairness
        assert fairness is not None
        assert fairness.server_seed is not None

    run(play())


def test_a_command_sent_again_gets_its_first_outcome(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        first = await room.perform(ann, "t1", "wagers", list(ANTES))
        await room.perform(ann, "t1", "ready", [{"command": "ready"}])
        again = await room.perform(ann, "t1", "wagers", list(ANTES))  # by now bets are closed
        assert (first.next, first.repeated) == (again.next, False)
        assert again.repeated
        assert room.store.balance("player:ann") == Amount(99000)

    run(play())


@pytest.mark.clause("ma-criss-cross", "6(d)")
def test_a_refusal_has_its_clause_changes_nothing_and_is_logged(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        before = room.live("t1")
        with pytest.raises(Refused) as refusal:
            await room.perform(ann, "t1", "1", [place(1, "ante_across", "5"), place(1, "ante_down", "10")])
        assert refusal.value.violations[0].clause == "6(d)"
        assert room.live("t1") == before
        assert room.store.balance("player:ann") == Amount(100000)
        assert b'"clause":"6(d)"' in room.store.log(0)[-1]

    run(play())


def test_wagers_beyond_the_balance_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        bob = player(room, "bob", dollars=8)
        await room.perform(bob, "t1", "sit", [{"command": "sit", "seat": 1}])
        with pytest.raises(Refused, match=r"^table t1: This takes \$5\.00 in chips, and \w+ has \$3\.00\."):
            await room.perform(bob, "t1", "wagers", list(ANTES))
        assert room.store.balance("player:bob") == Amount(800)

    run(play())


def test_a_player_whose_time_is_up_folds_and_the_round_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        await room.perform(ann, "t1", "wagers", list(ANTES))
        await room.tick()
        round = room.live("t1").table.running
        assert round is not None
        assert round.phase is Phase.WAGERS
        clock.seconds += 20
        await room.tick()
        round = room.live("t1").table.running
        assert round is not None
        assert round.phase is Phase.DECISION
        clock.seconds += 29
        await room.tick()
        assert room.live("t1").table.running is not None
        clock.seconds += 1
        await room.tick()
        assert room.live("t1").table.running is None
        assert room.store.balance("player:ann") == Amount(99000)
        assert room.store.balances("pending") == {}

    run(play())


def test_after_one_pause_the_next_round_is_open(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        await room.perform(ann, "t1", "wagers", [*ANTES, {"command": "ready"}])
        await room.perform(ann, "t1", "fold", [{"command": "play", "action": {"action": "fold", "seat": 1}}])
        assert room.live("t1").table.running is None
        clock.seconds += CLOCK.pause - 1
        await room.tick()
        assert room.live("t1").table.running is None
        clock.seconds += 1
        await room.tick()  # shuffles, cuts and opens
        assert room.live("t1").table.running is not None

    run(play())


def test_another_process_goes_on_where_one_stopped(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-crazy-4")
        ann = player(room, "ann")
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        wagers = [place(1, "ante", "5"), place(1, "super_bonus", "5"), {"command": "ready"}]
        await room.perform(ann, "t1", "wagers", wagers)
        other = PlainRoom(room.store, room.house, HandClock())
        assert other.live("t1") == room.live("t1")
        await other.perform(ann, "t1", "bet", [bet(1, "5")])
        await room.tick()
        assert room.live("t1").table.running is None
        assert room.store.reconcile() == []

    run(play())


@pytest.mark.parametrize("role", ["dealer", "floorperson", "supervisor", "auditor", "administrator"])
@pytest.mark.parametrize("command", [{"command": "sit", "seat": 2}, *ANTES, {"command": "leave"}])
def test_only_players_play(tmp_path: Path, role: str, command: dict[str, object]) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        await seated(room)
        before, logged = room.live("t1"), len(room.store.log(0))
        with pytest.raises(Denied):
            await room.perform(Person("eve", frozenset({role})), "t1", "1", [command])
        assert room.live("t1") == before
        assert len(room.store.log(0)) == logged + 1

    run(play())


@pytest.mark.clause("nj-criss-cross", "40.11(c)")
def test_a_table_whose_wheel_is_not_filed_is_not_opened(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    with pytest.raises(Refused, match=r"^nj-criss-cross 40\.11\(c\): wheel\.weights: Got no stop weights"):
        room.open_table("t1", "nj-criss-cross", {"bonus_spin": "5-fixed"}, Cards.VIRTUAL, False, CLOCK, "test")
    assert room.names() == []


ROLES = ("player", "dealer", "floorperson", "supervisor", "auditor", "administrator")


@pytest.mark.parametrize(
    ("rulebook", "action"),
    [
        ("ma-criss-cross", {"action": "spin", "seat": 1, "position": 1}),
        ("nj-criss-cross", {"action": "withdraw", "seat": 1}),
    ],
)
def test_what_is_nobodys_to_do_is_denied_to_whoever_tries(
    tmp_path: Path, rulebook: str, action: dict[str, object]
) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, rulebook)
        await seated(room)
        before = room.live("t1")
        with pytest.raises(Denied) as denied:
            await room.perform(Person("eve", frozenset(ROLES)), "t1", "1", [{"command": "play", "action": action}])
        assert str(denied.value) == f"This rulebook has no {action['action']}."
        assert room.live("t1") == before

    run(play())


@pytest.mark.parametrize(
    "action",
    [
        {"action": "draw"},
        {"action": "discard-card", "card": "9c"},
        {"action": "strike", "seat": 1, "wager": "ante"},
        {"action": "forfeit", "seat": 1, "clause": "11.A(5)"},
    ],
)
def test_what_only_follows_from_something_else_cannot_be_asked_for(action: dict[str, object]) -> None:
    command = {"command": "play", "action": action}
    with pytest.raises(Refused, match=f"There is no '{action['action']}' here. Use one of place-wager, "):
        read_body(encode({"id": "1", "commands": [command]}), Commands)


def wagers(seat: int, **amounts: str) -> dict[str, object]:
    return {"command": "set-wagers", "seat": seat, "wagers": amounts}


def standing(room: PlainRoom, seat: int = 1) -> dict[str, str]:
    running = room.live("t1").table.running
    assert running is not None
    return {name: str(amount) for name, amount in running.seats[seat].wagers.items()} if seat in running.seats else {}


def test_exactly_the_wagers_that_are_set_stand(tmp_path: Path) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        book = "ma-criss-cross"
        room.open_table("t1", book, submission_data(book, "full"), Cards.VIRTUAL, False, CLOCK, "test")
        ann = await seated(room)
        wanted: list[dict[str, str]] = [
            {"ante_across": "5", "ante_down": "5"},
            {"ante_across": "10", "ante_down": "10"},  # equal wagers, both changed at once
            {"ante_down": "10", "ante_across": "10", "five_card_bonus": "1"},
            {"ante_across": "5", "ante_down": "5", "five_card_bonus": "2"},
            {"ante_across": "5", "ante_down": "5"},
            {"ante_across": "5", "ante_down": "5"},  # as they stand
            {},
            {},
        ]
        for number, amounts in enumerate(wanted):
            before = room.live("t1").next
            await room.perform(ann, "t1", f"{number}", [wagers(1, **amounts)])
            assert standing(room) == {name: f"{amount}.00" for name, amount in amounts.items()}
            staked = sum(int(amount) for amount in amounts.values())
            assert room.store.balance("player:ann") == Amount(100000 - 100 * staked)
            assert (room.live("t1").next == before) == (number in (5, 7)), "what stands already makes no event"
        assert room.store.reconcile() == []

    run(play())


@pytest.mark.parametrize(
    ("amounts", "clause"),
    [
        ({"ante_across": "5", "ante_down": "10"}, "6(d)"),
        ({"five_card_bonus": "1"}, "6(e)"),
        ({"ante_across": "5", "ante_down": "5", "across": "5"}, None),
        ({"ante_across": "5", "ante_down": "5", "nonsense": "5"}, ""),
    ],
)
def test_wagers_are_set_all_or_none(tmp_path: Path, amounts: dict[str, str], clause: str | None) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        await room.perform(ann, "t1", "first", [wagers(1, ante_across="25", ante_down="25")])
        before = room.live("t1")
        with pytest.raises(Refused) as refusal:
            await room.perform(ann, "t1", "1", [wagers(1, **amounts)])
        if clause is not None:
            assert refusal.value.violations[0].clause == clause
        assert room.live("t1") == before
        assert room.store.balance("player:ann") == Amount(95000)

    run(play())


@pytest.mark.parametrize("amounts", [{}, {"ante_across": "5", "ante_down": "5"}])
def test_nobody_sets_wagers_after_the_call_or_at_another_seat(tmp_path: Path, amounts: dict[str, str]) -> None:
    async def play() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, "ma-criss-cross")
        ann = await seated(room)
        with pytest.raises(Refused) as elsewhere:
            await room.perform(ann, "t1", "1", [wagers(2, **amounts)])
        assert elsewhere.value.violations[0].clause
        with pytest.raises(Denied):
            await room.perform(Person("eve", frozenset({"dealer"})), "t1", "1", [wagers(1, **amounts)])
        await room.perform(ann, "t1", "2", [wagers(1, ante_across="5", ante_down="5"), {"command": "ready"}])
        before = room.live("t1")
        with pytest.raises(Refused) as late:
            await room.perform(ann, "t1", "3", [wagers(1, **amounts)])
        assert late.value.violations[0].clause
        assert room.live("t1") == before

    run(play())
