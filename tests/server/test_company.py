"""Computer players: they play whole rounds of every game, within bounds, harm nobody, and leave when people do."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import Cards
from pitboss.books.table_spec import Clock
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.computer import choose, default_wagers
from pitboss.rulebooks import SHIPPED, Refused
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.loader import submission_data
from pitboss.server.people.accounts import COMPUTER, Person
from pitboss.server.people.permissions import Denied
from pitboss.server.requests import Style
from pitboss.server.tables.company import MOST_OF_ONE, Company
from pitboss.server.tables.live import Live
from pitboss.server.tables.treasury import give_play_money
from server.rooms import HandClock, PlainRoom, open_at, player, room_in, run

ANN, BOB = Person("ann", frozenset({"player"})), Person("bob", frozenset({"player"}))
CLOCK = Clock(wagers=3600, decision=3600, pause=0)


async def counted(live: Live, seen: RoundView) -> PlayerChoice:
    """What stands here for the exact count."""
    return choose(seen, live.terms)


def practice(folder: Path, rulebook: str, seats: int = 2) -> PlainRoom:
    """A practice table of Ann's, where she sits."""
    room = room_in(folder, HandClock())
    choices = submission_data(rulebook, "full")
    room.open_table("t1", rulebook, choices, Cards.VIRTUAL, True, CLOCK, "ann")
    give_play_money(room, "ann")
    run(room.perform(ANN, "t1", "sit", [{"command": "sit", "seat": seats}]))
    return room


def computers(room: PlainRoom) -> list[str]:
    return [seat.player for seat in room.live("t1").table.seats.values() if seat.player.startswith(COMPUTER)]


async def play_on(room: PlainRoom, company: Company, rounds: int) -> None:
    """Ann wagers and takes the passive way, until so many rounds are over."""
    terms, done = room.live("t1").terms, set[str]()
    wagers = builtins(default_wagers(terms, give_play_money(room, "ann")))
    for _ in range(400):
        view = room.view("t1", ANN)
        round: Any = view.round
        if round is not None and view.rounds > rounds:
            return
        key = f"{view.rounds} {round and round.phase} {round and round.stage} {round and len(round.spins)}"
        if round is not None and key not in done:
            commands: list[dict[str, Any]] = []
            if round.phase == "wagers":
                commands = [{"command": "set-wagers", "seat": 2, "wagers": wagers}, {"command": "ready"}]
            elif round.to_act == 2:
                commands = [{"command": "play", "action": builtins(round.choice.passive(2))}]
            elif round.spin_due == 2:
                commands = [{"command": "play", "action": {"action": "spin", "seat": 2, "position": 0}}]
            if commands:
                done.add(key)
                await room.perform(ANN, "t1", key, commands)
        await company.step()
        await room.tick()
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_they_play_whole_rounds_and_leave_with_the_last_person(tmp_path: Path, rulebook: str) -> None:
    room = practice(tmp_path, rulebook)
    company = Company(room, counted)

    async def evening() -> None:
        for style in Style:
            await company.seat(ANN, "t1", 1, style)
        assert len(computers(room)) == 3
        await play_on(room, company, rounds=1)
        assert len(computers(room)) == 3, "nobody was stood up"
        await room.perform(ANN, "t1", "leave", [{"command": "leave"}])
        for _ in range(40):
            await company.step()
            await room.tick()

    run(evening())
    assert computers(room) == []
    assert room.store.reconcile() == []
    left = {name: cents for name, cents in room.store.balances("player").items() if COMPUTER in name}
    assert left == {}


def test_bounds_and_fences(tmp_path: Path) -> None:
    room = practice(tmp_path, SHIPPED[0])
    company = Company(room, counted)
    open_at(room, SHIPPED[0], name="real")
    rich = player(room, "rich")

    async def tries() -> None:
        with pytest.raises(Refused, match="room for 5 more"):
            await company.seat(ANN, "t1", MOST_OF_ONE + 1, Style.PLAIN)
        await room.perform(rich, "real", "sit", [{"command": "sit", "seat": 1}])
        with pytest.raises(Refused, match="only at practice tables"):
            await company.seat(rich, "real", 1, Style.PLAIN)
        with pytest.raises(Denied, match="Sit down first"):
            await company.seat(BOB, "t1", 1, Style.PLAIN)
        give_play_money(room, "bob")
        await room.perform(BOB, "t1", "sit", [{"command": "sit", "seat": 3}])
        with pytest.raises(Denied, match="Other people sit here"):
            await company.seat(BOB, "t1", 1, Style.PLAIN)
        await company.seat(ANN, "t1", 2, Style.CARELESS)
        company.send_away(ANN, "t1")
        await company.step()

    run(tries())
    assert computers(room) == []


def test_one_that_fails_gets_up_and_the_round_goes_on(tmp_path: Path) -> None:
    room = practice(tmp_path, SHIPPED[0])

    async def broken(live: Live, seen: RoundView) -> PlayerChoice:
        raise RuntimeError("no such thing")

    company = Company(room, broken)

    async def evening() -> None:
        await company.seat(ANN, "t1", 1, Style.BEST)
        await company.seat(ANN, "t1", 1, Style.PLAIN)
        await play_on(room, company, rounds=1)

    run(evening())
    assert len(computers(room)) == 1
    assert not room.set_aside
