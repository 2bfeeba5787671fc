"""A player's own limits, breaks and exclusion at the tables: through two servers, in flight, and in every phase."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import Cards
from pitboss.care import Limit
from pitboss.care.purse import DAY, MINUTE
from pitboss.engine import Phase
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.people.accounts import Person
from pitboss.server.people.care import answer_check, choose_check, choose_limit, cool_off, exclude
from pitboss.server.tables.house import House
from pitboss.server.tables.treasury import move_chips
from pitboss.store import player_account
from server.rigged import discrepancies
from server.rooms import CLOCK, HandClock, PlainRoom, bet, open_at, place, player, room_in, run, store_in

READY = {"command": "ready"}
SIT = {"command": "sit", "seat": 1}


def antes(amount: str) -> list[dict[str, Any]]:
    return [place(1, "ante_across", amount), place(1, "ante_down", amount)]


class Twin:
    """Two servers of one database, and ann with a thousand dollars; ids are made up."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.one = room_in(folder, self.clock)
        self.two = PlainRoom(store_in(folder), House(bytes(64)), self.clock)
        for table in ("t1", "t2"):
            open_at(self.one, "ma-criss-cross", name=table)
        self.one.store.people.add("ann", "ann", "", frozenset({"player"}), 0)
        self.ann = player(self.one, "ann")
        self.told = 0

    async def ask(self, room: PlainRoom, *commands: dict[str, Any], table: str = "t1") -> None:
        self.told += 1
        await room.perform(self.ann, table, f"ask {self.told}", list(commands))

    async def later(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.seconds += 1
            for room in (self.one, self.two):
                await room.tick()

    @property
    def held(self) -> Amount:
        return self.one.store.balance(player_account("ann"))

    def limit(self, limit: Limit, figure: int | None) -> None:
        choose_limit(self.one.store, "ann", False, limit, figure, self.one.now)


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Twin]:
    found = Twin(tmp_path)
    yield found
    assert discrepancies(found.one) == [], "log and ledger agree, and nobody who takes no part has wagered"
    found.one.store.close()
    found.two.store.close()


def seated(room: PlainRoom, table: str = "t1") -> list[str]:
    return [item.player for item in room.live(table).table.seats.values()]


def test_a_loss_limit_holds_at_all_tables_and_servers_together_and_counts_what_is_on_the_layout(twin: Twin) -> None:
    async def story() -> None:
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.two, SIT, table="t2")
        twin.limit(Limit.LOSS_DAY, 30_00)
        await twin.ask(twin.one, *antes("10"))
        with pytest.raises(Refused, match=r"at most 0\.00, by the player's own limit on losses in a day"):
            await twin.ask(twin.two, *antes("10"), table="t2")
        await twin.ask(twin.two, *antes("5"), table="t2")
        with pytest.raises(Refused, match=r"at most 5\.00, by the player's own limit"):
            await twin.ask(twin.one, all_antes("15"))
        await twin.ask(twin.two, all_antes(None), table="t2")
        await twin.ask(twin.one, all_antes("15"))

    run(story())


def all_antes(amount: str | None) -> dict[str, Any]:
    """Both antes are this much, or there are none."""
    wagers = {} if amount is None else {"ante_across": amount, "ante_down": amount}
    return {"command": "set-wagers", "seat": 1, "wagers": wagers}


def test_a_stake_limit_holds_for_bets_in_the_round_too(twin: Twin) -> None:
    async def story() -> None:
        twin.limit(Limit.STAKE_ROUND, 16_00)
        await twin.ask(twin.one, SIT)
        with pytest.raises(Refused, match="own limit on stakes in a round"):
            await twin.ask(twin.one, *antes("10"))
        await twin.ask(twin.one, *antes("5"), READY)
        await twin.ask(twin.one, bet(1, "5"))
        with pytest.raises(Refused, match=r"at most 1\.00, by the player's own limit"):
            await twin.ask(twin.two, bet(1, "5"))

    run(story())


def test_a_limit_is_lowered_at_once_and_raised_a_day_later_whatever_the_clock_does(twin: Twin) -> None:
    async def story() -> None:
        await twin.ask(twin.one, SIT)
        twin.limit(Limit.STAKE_ROUND, 10_00)
        twin.limit(Limit.STAKE_ROUND, 1000_00)
        for step in (0, DAY - 1, -5 * DAY, 5 * DAY):
            twin.clock.seconds += step
            with pytest.raises(Refused, match="stakes in a round"):
                await twin.ask(twin.two, *antes("10"))
        twin.clock.seconds += 1
        await twin.ask(twin.two, *antes("10"))

    run(story())


def test_time_that_is_up_ends_no_round_and_begins_none_at_any_server(twin: Twin) -> None:
    async def story() -> None:
        twin.limit(Limit.TIME_SESSION, 10 * MINUTE)
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.one, *antes("5"), READY)
        twin.clock.seconds += 10 * MINUTE - 1
        await twin.ask(twin.one, bet(1, "5"))
        twin.clock.seconds += 1
        await twin.ask(twin.two, bet(1, "5"))
        await twin.ask(twin.two, bet(1, "5"))
        assert twin.two.live("t1").table.running is None
        await twin.later(CLOCK.pause)
        for room in (twin.one, twin.two):
            with pytest.raises(Refused, match="10 min, is up"):
                await twin.ask(room, *antes("5"))

    run(story())


def test_a_reality_check_is_answered_before_the_next_round_and_says_what_it_cost(twin: Twin) -> None:
    async def story() -> None:
        choose_check(twin.one.store, "ann", False, 5, twin.one.now)
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.one, *antes("5"), READY)
        twin.clock.seconds += 5 * MINUTE
        await twin.later(1)  # the house folds for who lets the time run out
        assert twin.one.live("t1").table.running is None
        await twin.later(CLOCK.pause)
        with pytest.raises(Refused, match="Answer the reality check first"):
            await twin.ask(twin.two, *antes("5"))
        session = answer_check(twin.two.store, "ann", False, twin.two.now).real.session
        assert session is not None
        assert session.checked_result - session.result == (twin.held - Amount(1000_00)).cents
        await twin.ask(twin.one, *antes("5"))

    run(story())


def test_who_is_excluded_before_the_deal_gets_the_wagers_back_and_stands_up(twin: Twin) -> None:
    async def story() -> None:
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.one, *antes("5"))
        assert twin.held == Amount(990_00)
        await twin.two.tick()
        exclude(twin.two.store, "ann", None, twin.two.now)
        await twin.two.see_off("ann")
        assert seated(twin.two) == []
        assert twin.held == Amount(1000_00)
        for room in (twin.one, twin.two):
            with pytest.raises(Refused, match=": ann has excluded himself"):
                await twin.ask(room, SIT)

    run(story())


def test_who_is_excluded_in_mid_round_is_absent_the_round_is_settled_and_the_seat_given_up(twin: Twin) -> None:
    async def story() -> None:
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.one, *antes("5"), READY)
        exclude(twin.two.store, "ann", 365, twin.two.now)
        await twin.one.see_off("ann")
        running = twin.one.live("t1").table.running
        assert running is not None
        assert running.phase is Phase.DECISION, "the round goes on"
        assert seated(twin.one) == ["ann"]
        with pytest.raises(Refused, match=": ann"):
            await twin.ask(twin.one, bet(1, "5"))
        await twin.later(CLOCK.decision + 1)
        assert twin.one.live("t1").table.running is None
        assert seated(twin.one) == seated(twin.two) == []
        assert twin.held == Amount(990_00), "folded by the clock, as for anyone who is not there"

    run(story())


def test_a_cooling_off_ends_by_itself_and_not_by_a_clock_set_back(twin: Twin) -> None:
    async def story() -> None:
        cool_off(twin.one.store, "ann", 2, twin.one.now)
        for step in (0, -DAY, DAY, 2 * DAY - 1):
            twin.clock.seconds += step
            with pytest.raises(Refused, match=": ann is cooling off"):
                await twin.ask(twin.two, SIT)
        with pytest.raises(Refused, match="cannot be shortened"):
            cool_off(twin.one.store, "ann", 1, twin.one.now - DAY * 1000)
        twin.clock.seconds += 1
        await twin.ask(twin.two, SIT)

    run(story())


def test_who_is_excluded_is_seen_off_at_every_table_however_alike_they_are(twin: Twin) -> None:
    """Two tables at which as much has happened: what is done at one is no repetition of what was done at the other."""

    async def story() -> None:
        for table in ("t1", "t2"):
            await twin.ask(twin.one, SIT, table=table)
        assert twin.one.live("t1").next == twin.one.live("t2").next
        exclude(twin.one.store, "ann", None, twin.one.now)
        await twin.one.see_off("ann")
        assert seated(twin.one) == seated(twin.one, "t2") == []

    run(story())


def test_wagers_in_flight_while_someone_is_excluded_are_taken_before_it_or_not_at_all(twin: Twin) -> None:
    """Both servers get wagers at the moment of the exclusion; the log's own order tells that none came after it."""

    async def story() -> None:
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.two, SIT, table="t2")

        async def excluded() -> None:
            await asyncio.to_thread(exclude, twin.two.store, "ann", None, twin.two.now)

        asked = [
            room.perform(twin.ann, table, f"{table} {number}", antes(str(5 + number)))
            for number in range(6)
            for room, table in ((twin.one, "t1"), (twin.two, "t2"))
        ]
        answers = await asyncio.gather(*asked[:6], excluded(), *asked[6:], return_exceptions=True)
        assert all(
            answer is None or not isinstance(answer, Exception) or isinstance(answer, Refused) for answer in answers
        )
        for room in (twin.one, twin.two):
            await room.see_off("ann")
        assert seated(twin.one) == seated(twin.two, "t2") == []
        assert twin.held == Amount(1000_00), "whatever was taken before it is back"

    run(story())  # and the verifier, over the whole log, finds no wager behind the exclusion


def test_another_choice_between_deciding_and_writing_is_seen(twin: Twin) -> None:
    """A server that knows ann as she was before decides anew when the database says that she chose something."""

    async def story() -> None:
        await twin.ask(twin.one, SIT)
        await twin.ask(twin.one, *antes("5"))
        await twin.two.tick()
        twin.two.store.latest_care("ann")
        twin.limit(Limit.STAKE_ROUND, 10_00)
        with pytest.raises(Refused, match="stakes in a round"):
            await twin.ask(twin.two, all_antes("6"))

    run(story())


def test_the_cage_keeps_a_deposit_limit_pays_out_the_excluded_and_repeats_what_was_done(twin: Twin) -> None:
    room, hundred = twin.one, Amount(100_00)
    twin.limit(Limit.DEPOSIT_DAY, 250_00)
    move_chips(room, "flo", "ann", hundred, True, "first")
    move_chips(twin.two, "flo", "ann", hundred, True, "second")
    move_chips(room, "flo", "ann", hundred, False, "out")
    with pytest.raises(Refused, match=r"at most 50\.00, by the player's own limit on what is bought in a day"):
        move_chips(room, "flo", "ann", hundred, True, "third")
    move_chips(twin.two, "flo", "ann", hundred, True, "second")
    assert twin.held == Amount(1100_00), "sent again it is the same one"
    exclude(room.store, "ann", None, room.now)
    with pytest.raises(Refused, match=": ann has excluded himself"):
        move_chips(twin.two, "flo", "ann", Amount(1), True, "fourth")
    move_chips(twin.two, "flo", "ann", Amount(1100_00), False, "all")
    assert twin.held == Amount.ZERO


def test_at_a_physical_table_the_dealer_keys_nothing_in_for_who_takes_no_part(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross", Cards.PHYSICAL)
    dan = Person("dan", frozenset({"dealer"}))
    for name in ("ann", "bob"):
        room.store.people.add(name, name, "", frozenset({"player"}), 0)
        player(room, name)

    async def story() -> None:
        await room.perform(dan, "t1", "seat ann", [{**SIT, "player": "ann"}])
        exclude(room.store, "ann", None, room.now)
        await room.see_off("ann")
        assert seated(room) == []
        with pytest.raises(Refused, match=": ann has excluded himself"):
            await room.perform(dan, "t1", "seat ann again", [{**SIT, "player": "ann"}])
        await room.perform(dan, "t1", "seat bob", [{**SIT, "player": "bob"}])
        assert seated(room) == ["bob"]

    run(story())
    room.store.close()
