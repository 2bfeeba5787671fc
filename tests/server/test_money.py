"""Money through the server: from the cage to the layout and back, for every rulebook; inventories, limits, closing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.audit import Signer
from pitboss.books.published_log import log_opened
from pitboss.engine import Phase, spin_due, view
from pitboss.engine.actions import Bet
from pitboss.engine.computer import choose, default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, Refused
from pitboss.rulebooks.parts import Account
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import ALLOWED, Action, Denied, Role
from pitboss.server.requests import InventoryMove
from pitboss.server.tables.funding import OwnMove
from pitboss.server.tables.treasury import credit_table, fill_table, give_play_money, move_chips, move_own
from pitboss.store import Commit
from server.rigged import FLOOR, Rig, discrepancies, open_rigged, rigged_room, round_at, validate_all
from server.rooms import PlainRoom, bet, place, player, run

Http = TestClient[Litestar]
BANKROLL = Amount.parse("5000")
PASSWORD = "correct horse battery"


def bought_in(room: PlainRoom, *names: str) -> dict[int, Person]:
    """Players with accounts and chips, by seat."""
    for name in names:
        room.store.people.add(name, name, "", frozenset({"player"}), 0)
        move_chips(room, "flo", name, BANKROLL, True, f"in {name}")
    return {seat: Person(name, frozenset({"player"})) for seat, name in enumerate(names, start=1)}


def total(room: PlainRoom) -> Amount:
    """All balances together, in books that are right."""
    assert room.store.reconcile() == []
    return sum(room.store.balances().values(), Amount.ZERO)


def holds(room: PlainRoom, player: str) -> Amount:
    """A player's chips and game account together."""
    return room.store.balance(f"player:{player}") + room.store.balance(f"game:{player}")


class Floor:
    """Gives commands, and looks at the books after each."""

    def __init__(self, room: PlainRoom) -> None:
        self.room = room
        self.done = 0

    async def do(self, person: Person, *commands: dict[str, Any]) -> None:
        self.done += 1
        await self.room.perform(person, "t1", f"{person.name} {self.done}", list(commands))
        assert total(self.room) == Amount.ZERO

    async def wagers(self, people: dict[int, Person]) -> Amount:
        """Everything that is offered, each at its least; what one player staked."""
        await self.room.tick()
        chosen = default_wagers(self.room.live("t1").terms, BANKROLL)
        for seat, person in people.items():
            await self.do(person, *(place(seat, name, str(amount)) for name, amount in chosen.items()))
        for person in people.values():
            await self.do(person, {"command": "ready"})
        return sum(chosen.values(), Amount.ZERO)

    async def decisions(self, people: dict[int, Person]) -> None:
        while (round := self.room.live("t1").table.running) is not None and round.phase is Phase.DECISION:
            seat = next(seat for seat in people if view(round, seat).choice is not None)
            action = choose(view(round, seat), round.terms)
            fold = {"command": "play", "action": {"action": "fold", "seat": seat}}
            await self.do(people[seat], bet(seat, str(action.amount)) if isinstance(action, Bet) else fold)
        while (round := self.room.live("t1").table.running) is not None and (spinner := spin_due(round)) is not None:
            spin = {"action": "spin", "seat": spinner, "position": 0}  # the server says where it stops
            await self.do(people[spinner], {"command": "play", "action": spin})


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_buy_in_wagers_void_settlement_and_cash_out_balance_after_every_command(tmp_path: Path, rulebook: str) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1", rulebook)
        floor, people = Floor(room), bought_in(room, "ann", "bob")
        for seat, person in people.items():
            await floor.do(person, {"command": "sit", "seat": seat})
        staked = await floor.wagers(people)
        assert room.store.balance("player:ann") == BANKROLL - staked
        wrong_count = room.live("t1").table.rules.irregularity("wrong_number_of_cards")
        assert wrong_count is not None
        void = {"action": "void", "clause": wrong_count.clause, "reason": "a card too many"}
        await floor.do(FLOOR, {"command": "play", "action": void})
        assert [holds(room, name) for name in ("ann", "bob")] == [BANKROLL, BANKROLL]
        assert all(meter.contributed == 0 for meter in room.store.meters().values())
        await floor.wagers(people)
        await floor.decisions(people)
        await validate_all(room, "t1", "1")
        assert room.live("t1").rounds >= 2
        assert room.store.balances("pending") == {}
        assert all(meter.contributed > 0 for meter in room.store.meters().values())
        for person in people.values():
            await floor.do(person, {"command": "leave"})
            if on_game := room.store.balance(f"game:{person.name}"):
                to_chips = OwnMove(person.name, on_game, Account.CHIPS, practice=False)
                move_own(room, person.name, to_chips, f"chips {person.name}")
            left = room.store.balance(f"player:{person.name}")
            move_chips(room, "flo", person.name, left, False, f"out {person.name}")
        assert room.store.balances("player") == room.store.balances("game") == {}
        assert total(room) == Amount.ZERO
        assert discrepancies(room) == []

    run(play())


# Jackpots and limits

AUDITOR = Person("aud", frozenset({"auditor"}))
ROYAL = {"ante": "5", "super_bonus": "5", "five_card_progressive": "1"}


@pytest.mark.clause("ma-crazy-4", "10(e)(3)", "10(e)(4)")
def test_a_jackpot_is_paid_when_a_floorperson_who_neither_deals_nor_plays_has_validated_it(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1")
        ann, both = Person("ann", frozenset({"player"})), Person("ann", frozenset({"player", "floorperson"}))
        bought_in(room, "ann")
        rig.crazy_four({1: "Ah Kh Qh Jh Th"})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        placed = [place(1, name, amount) for name, amount in ROYAL.items()]
        await room.perform(ann, "t1", "wagers", [*placed, {"command": "ready"}])
        await room.perform(ann, "t1", "bet", [bet(1, "5")])
        round = room.live("t1").table.running
        assert round is not None
        assert round.phase is Phase.VALIDATION
        before = room.store.balance("player:ann")
        validate = {"action": "validate", "seat": 1, "wager": "five_card_progressive", "document": "form 7"}
        with pytest.raises(Denied, match="who deals or plays"):
            await room.perform(both, "t1", "own", [{"command": "play", "action": validate}])
        with pytest.raises(Denied):
            await room.perform(AUDITOR, "t1", "x", [{"command": "play", "action": validate}])
        undocumented = {**validate, "document": ""}
        with pytest.raises(Refused, match=r"10\(e\)\(4\)"):
            await room.perform(FLOOR, "t1", "y", [{"command": "play", "action": undocumented}])
        assert room.store.balance("player:ann") == before
        await room.perform(FLOOR, "t1", "z", [{"command": "play", "action": validate}])
        assert room.store.balance("player:ann") - before == Amount.parse("10000.10")  # 10% of its own 1.00 with it
        assert discrepancies(room) == []

    run(play())


async def royal_across(room: PlainRoom, rig: Rig) -> None:
    """Ann wins 300,100 on antes of 100 and bets of 300; 400 of ante and bet on the Down Hand are lost."""
    ann = bought_in(room, "ann")[1]
    rig.criss_cross("2c Qh Jh Th 7d", {1: "Ah Kh"})  # top left middle right bottom
    await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
    antes = [place(1, "ante_across", "100"), place(1, "ante_down", "100"), {"command": "ready"}]
    await room.perform(ann, "t1", "wagers", antes)
    for street in range(3):
        await room.perform(ann, "t1", f"bet {street}", [bet(1, "300")])


@pytest.mark.clause("ma-criss-cross", "11(d)")
def test_the_aggregate_payout_limit_cuts_what_the_table_pays(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1", "ma-criss-cross")
        await royal_across(room, rig)
        assert room.store.balance("player:ann") == BANKROLL - Amount.parse("400") + Amount.parse("50000")
        assert room.store.balance("table:t1") == Amount.parse("50400")
        assert discrepancies(room) == []

    run(play())


# Table inventories


def test_an_inventory_that_cannot_pay_is_filled_by_the_house_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1", "ma-criss-cross", inventory=Amount.parse("1000"))
        await royal_across(room, rig)
        assert room.store.balance("player:ann") == BANKROLL + Amount.parse("49600")
        assert room.store.balance("table:t1") == Amount.parse("1000")
        assert b'"amount":"49600.00","automatic":true,"event":"inventory-filled"' in b"".join(room.store.log(0))
        assert discrepancies(room) == []

    run(play())


@pytest.mark.parametrize("hand", ["Ah Ad 2c 7s 9d", "2c 6d 9s Jh Kc"], ids=["would win", "would lose"])
def test_nobody_bets_money_that_only_the_win_would_bring(tmp_path: Path, hand: str) -> None:
    """Of 12.00 10.00 are wagered: a bet of 5.00 is refused whatever the cards, so that nothing is told of them."""

    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1")
        ann = player(room, "ann", 12)
        rig.crazy_four({1: hand})
        with pytest.raises(Refused, match=r"^table t1: This takes \$5\.00 in chips, and \w+ has \$2\.00\."):
            await round_at(room, "t1", {1: ann}, {"ante": "5", "super_bonus": "5"}, "1")
        assert holds(room, "ann") == Amount.parse("2")
        assert discrepancies(room) == []

    run(play())


def move(id: str, amount: str) -> InventoryMove:
    return InventoryMove(id, Amount.parse(amount), "the tray is low")


def test_fills_and_credits_move_chips_once_and_no_more_than_there_are(tmp_path: Path) -> None:
    async def play() -> None:
        room = rigged_room(tmp_path, Rig())
        open_rigged(room, "t1", inventory=Amount.parse("100"))
        for _ in range(2):
            await fill_table(room, "sue", "t1", move("1", "50"))
        assert room.store.balance("table:t1") == Amount.parse("150")
        with pytest.raises(Refused, match=r"150\.01 is more than the table's inventory, which is 150\.00\."):
            await credit_table(room, "sue", "t1", move("2", "150.01"))
        for _ in range(2):  # the second time nothing is there to take, but it was done before
            await credit_table(room, "sue", "t1", move("3", "150"))
        assert room.store.balance("table:t1") == Amount.ZERO
        with pytest.raises(Refused, match="The amount must be above zero"):
            await fill_table(room, "sue", "t1", move("4", "0"))
        assert discrepancies(room) == []

    run(play())


def test_a_table_closes_between_rounds_when_nobody_sits_there(tmp_path: Path) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1")
        ann = bought_in(room, "ann")[1]
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        with pytest.raises(Refused, match="Players are seated; close it"):
            await room.close_table("t1", "sue")
        rig.crazy_four({1: "2c 6d 9s Jh Kc"})
        wagers = [place(1, "ante", "5"), place(1, "super_bonus", "5")]
        await room.perform(ann, "t1", "wagers", [*wagers, {"command": "ready"}])
        with pytest.raises(Refused, match="A round is in play; close the table"):
            await room.close_table("t1", "sue")
        await room.perform(ann, "t1", "bet", [bet(1, "5")])
        await room.perform(ann, "t1", "leave", [{"command": "leave"}])
        meters = room.store.meters()
        await room.close_table("t1", "sue")
        assert room.store.balance("table:t1") == Amount.ZERO
        assert room.store.meters() == meters
        with pytest.raises(Refused, match="closed"):
            await room.perform(ann, "t1", "again", [{"command": "sit", "seat": 1}])
        with pytest.raises(Refused, match="closed"):
            await fill_table(room, "sue", "t1", move("1", "5"))
        assert discrepancies(room) == []

    run(play())


def test_play_money_is_booked_and_logged(tmp_path: Path) -> None:
    room = rigged_room(tmp_path, Rig())
    begun = log_opened("pitboss", Signer(bytes(32)), 0)
    room.store.append(Commit(client="room", command="open the log", log=(begun,)))
    assert give_play_money(room, "ann") == give_play_money(room, "ann") == Amount.parse("5000")
    assert room.store.balance("house:practice") == -Amount.parse("5000")
    assert discrepancies(room) == []


# Over HTTP

REQUESTS: dict[Action, list[tuple[str, str, dict[str, Any] | None]]] = {
    Action.FILL_TABLE: [
        ("POST", "/api/tables/t1/fills", {"id": "1", "amount": "5", "reason": "low"}),
        ("POST", "/api/tables/t1/credits", {"id": "2", "amount": "5", "reason": "high"}),
    ],
    Action.CHANGE_METER: [("POST", "/api/meters/t1.mega/changes", {"id": "3", "rate": "7%", "reason": "as filed"})],
    Action.SEE_BALANCES: [("GET", "/api/meters/t1.mega", None)],
    Action.SEE_REPORTS: [("GET", f"/api/reports/{kind}", None) for kind in ("returns", "hold", "ratings")],
    Action.EXPORT: [
        ("GET", "/api/export/ledger", None),
        ("GET", "/api/export/meters?table=t1", None),
        ("GET", "/api/export/hands?since=2026-01-01", None),
        ("GET", "/api/export/hands/text", None),
    ],
}


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = open_office(f"sqlite:///{tmp_path / 'test.db'}", tmp_path)
    open_rigged(office.room, "t1")
    return office


@pytest.fixture
def http(office: Office) -> Iterator[Http]:
    with TestClient(create_app(office)) as client:
        yield client


@pytest.mark.parametrize("role", Role)
def test_each_role_may_do_with_money_what_is_listed_and_nothing_else(http: Http, office: Office, role: Role) -> None:
    office.accounts.add("eve", PASSWORD, frozenset({role}))
    token = http.post("/api/sign-in", json={"name": "eve", "password": PASSWORD}).json()["token"]
    http.cookies.clear()
    for action, requests in REQUESTS.items():
        for method, path, body in requests:
            answer = http.request(method, path, json=body, headers={"Authorization": f"Bearer {token}"})
            assert answer.is_success if role in ALLOWED[action] else answer.status_code == 403, (path, answer.text)


def test_a_supervisor_links_a_table_fills_it_and_changes_a_meter(http: Http, office: Office) -> None:
    office.accounts.add("sue", PASSWORD, frozenset({Role.SUPERVISOR}))
    token = http.post("/api/sign-in", json={"name": "sue", "password": PASSWORD}).json()["token"]
    http.cookies.clear()
    sue = {"Authorization": f"Bearer {token}"}
    table = {
        "name": "t2",
        "rulebook": "ma-crazy-4",
        "submission": dict(office.room.live("t1").spec.submission),
        "links": {name: f"t1.{name}" for name in ("mega", "major", "minor")},
        "inventory": "500",
    }
    assert http.post("/api/tables", json=table, headers=sue).status_code == 201
    filled = http.post("/api/tables/t2/fills", json={"id": "a", "amount": "250", "reason": "low"}, headers=sue)
    assert filled.json() == {"table": "t2", "inventory": "750.00"}
    change = {"id": "b", "rate": "8%", "reserve": "1%", "reason": "filed on Monday"}
    changed = http.post("/api/meters/t1.mega/changes", json=change, headers=sue).json()
    assert (changed["tables"], changed["in_play"]) == (["t1", "t2"], 0)
    assert changed["waiting"] == {"to": {"rate": "8%", "reset": "10000.00", "reserve": "1%"}, "due": True}
    alone = http.post("/api/tables", json={**table, "name": "t3", "links": {"mega": "t1.mega"}}, headers=sue)
    assert (alone.status_code, alone.json()["refusals"][0]["clause"]) == (409, "13(h)")
