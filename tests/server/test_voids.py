"""Voids after the first settlement, in ledger, meters and log: what was paid goes back by entries of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.audit import verify_books, verify_log
from pitboss.books.balance import balance_database
from pitboss.cards import DECK, parse_cards
from pitboss.money import Amount
from pitboss.server.people.accounts import Person
from pitboss.store import Entry, MeterState
from server.desk import Crew, Desk, Json, desk_in, play
from server.rigged import FLOOR, PTMGL01, Rig, discrepancies, open_rigged, rigged_room, round_at, validate_all
from server.rooms import PlainRoom, player, run
from store.postgresql import Server

PLACES = "3s 4c Kd 9h 8s"  # top, left, middle, right, bottom
KINGS = "7d Kc 2c 2h"  # one card at a time: ann gets 7d 2c, bob Kc 2h
LINK = {"ante": "5", "super_bonus": "5", "link_progressive": "1"}
ROYAL_FLUSH, STRAIGHT_FLUSH, SOME = "Ah Kh Qh Jh Th", "4s 5s 6s 7s 8s", "2c 6d 9s Jh Kc"
VOID = {"command": "play", "action": {"action": "void", "clause": "14(c)", "reason": "seat 1 has six cards"}}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        opened.person("ava", "auditor")
        yield opened


def dollars(text: str) -> Amount:
    return Amount.parse(text)


def paid_crew(desk: Desk) -> Crew:
    """A round in which bob's pair of kings won 5.00 on five wagers of 1.00, and ann's hand is still to be opened."""
    crew = Crew(desk, "ma-criss-cross")
    crew.sit()
    crew.until("deal")
    cards = parse_cards(f"{PLACES} {KINGS}")
    crew.stack = [*cards, *(card for card in DECK if card not in cards)]
    crew.until("settle")
    crew.step()
    assert crew.balances == [crew.had[0] - dollars("5"), crew.had[1] + dollars("5")]
    return crew


def void(crew: Crew) -> Json:
    return crew.desk.do("flo", crew.table, play("void", clause="12(c)", reason="ann has three cards"))


def cash_out(desk: Desk, amount: Amount) -> None:
    desk.move("flo", "bob", amount, inward=False)


def entries(desk: Desk, account: str) -> list[Entry]:
    return [stored.entry for stored in desk.office.store.entries(account=account)]


def sound(desk: Desk) -> bytes:
    """The log, in which the verifier finds nothing, and which says what the ledger says."""
    log: bytes = desk.ask("ava", "GET", "/api/audit/log").content
    assert verify_log(log).findings == ()
    assert balance_database(desk.office.store).discrepancies == ()
    assert desk.office.store.reconcile() == []
    return log


@pytest.mark.clause("ma-criss-cross", "12(c)")
def test_what_the_first_seat_was_paid_is_reversed_by_entries_of_its_own(desk: Desk) -> None:
    crew = paid_crew(desk)
    inventory = desk.office.store.balance(f"table:{crew.table}")
    view = void(crew)
    assert view["round"]["phase"] == "void"
    assert crew.balances == crew.had
    assert desk.office.store.balance(f"table:{crew.table}") == inventory + dollars("5")  # as before the round
    assert desk.office.store.balances(f"pending:{crew.table}") == {}
    own = [(item.why, str(item.amount)) for item in entries(desk, "player:bob") if "reversed" in item.why]
    assert sorted(own) == [  # of each wager what was won and the stake that went back with it
        (f"{wager} reversed", "1.00")
        for wager in ("across", "ante_across", "ante_down", "down", "middle")
        for _ in ("stake", "won")
    ]
    sound(desk)


@pytest.mark.clause("ma-criss-cross", "12(c)")
def test_what_a_player_has_cashed_meanwhile_the_house_bears(desk: Desk) -> None:
    """Bob must give back 10.00 and gets his five stakes: 5.00 less. He has kept 2.00: 3.00 cannot be collected."""
    crew = paid_crew(desk)
    cash_out(desk, crew.balances[1] - dollars("2"))
    house, inventory = (desk.office.store.balance(name) for name in ("house", f"table:{crew.table}"))
    void(crew)
    assert crew.balances == [crew.had[0], dollars("0")]
    assert desk.office.store.balance("house") == house - dollars("3")
    assert desk.office.store.balance(f"table:{crew.table}") == inventory + dollars("5")
    borne = [item for item in entries(desk, "player:bob") if item.source == "house"]
    assert borne == [Entry("house", "player:bob", dollars("3"), "not collected")]
    log = sound(desk)
    assert log.count(b'"event":"uncollected"') == 1
    report, books = verify_books(log)
    assert (report.rounds, books.cents["player:bob"], books.cents["house"]) == (
        1,
        0,
        desk.office.store.balance("house").cents,
    )
    crew.until("open_round")  # and the game goes on


# A meter, on both engines


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/voids.db"
    server: Server = request.getfixturevalue("postgresql")
    return server.create_place()


def link(room: PlainRoom) -> MeterState:
    found = room.store.meter("t1.link")
    assert found is not None
    assert found.reconciles
    return found


def linked(url: str | Path, rig: Rig, tables: int = 1) -> PlainRoom:
    room = rigged_room(url, rig)
    open_rigged(room, "t1", choices=PTMGL01)
    for number in range(2, tables + 1):
        open_rigged(room, f"t{number}", choices=PTMGL01, links={"link": "t1.link"})
    return room


def money(room: PlainRoom) -> dict[str, Amount]:
    """Every account that has moved, but those that stand at zero."""
    return {name: cents for name, cents in room.store.balances("").items() if cents}


async def begin(room: PlainRoom, table: str, seats: dict[int, Person], id: str) -> None:
    await round_at(room, table, seats, LINK, id)


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_a_meter_that_was_won_and_paid_stands_again_where_it_stood(url: str) -> None:
    """Bob's royal flush is validated and paid 10,000.20, all that the link shows; then ann's hand is found wrong."""

    async def play() -> None:
        rig = Rig()
        room = linked(url, rig)
        ann, bob = player(room, "ann", 10_000), player(room, "bob", 10_000)
        before, accounts = link(room), money(room)
        rig.crazy_four({1: STRAIGHT_FLUSH, 2: ROYAL_FLUSH})
        await begin(room, "t1", {1: ann, 2: bob}, "1")
        assert (str(link(room).shows), link(room).paid) == ("10000.00", 1_000_020 * 10**6)
        while (round := room.live("t1").table.running) is not None and round.held and round.held[0].seat == 2:
            line = round.held[0]
            action = {"action": "validate", "seat": 2, "wager": line.wager, "document": "form 7"}
            await room.perform(FLOOR, "t1", f"validate {line.wager}", [{"command": "play", "action": action}])
        assert room.store.balance("player:bob") > Amount.parse("20000")
        await room.perform(FLOOR, "t1", "void", [VOID])
        after = link(room)
        assert (after.displayed, after.seeded, after.contributed, after.paid) == (
            before.displayed, before.seeded, before.contributed, before.paid,
        )  # fmt: skip
        assert money(room) == accounts
        assert discrepancies(room) == []
        room.store.close()

    run(play())


@pytest.mark.clause("ma-crazy-4", "14(c)")
@pytest.mark.parametrize("processes", [1, 2])
def test_a_contribution_that_another_table_has_won_comes_from_the_house(url: str, processes: int) -> None:
    """Ann's 0.10 is won at the other table; the meter starts again at 10,000.00, and her void leaves it there."""

    async def play() -> None:
        rig = Rig()
        room = linked(url, rig, tables=2)
        other = room if processes == 1 else rigged_room(url, rig)
        ann, bob = player(room, "ann"), player(room, "bob")
        rig.crazy_four({1: SOME})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        await room.tick()
        wagers = [
            {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": name, "amount": amount}}
            for name, amount in LINK.items()
        ]
        await room.perform(ann, "t1", "wagers", [*wagers, {"command": "ready"}])
        assert str(link(room).shows) == "10000.10"
        rig.crazy_four({1: ROYAL_FLUSH})
        await begin(other, "t2", {1: bob}, "1")
        await validate_all(other, "t2", "1")
        assert (str(link(room).shows), link(room).paid) == ("10000.00", 1_000_020 * 10**6)
        house = room.store.balance("house")
        await room.perform(FLOOR, "t1", "void", [VOID])
        assert (str(link(room).shows), link(room).contributed) == ("10000.00", 10 * 10**6)
        assert room.store.balance("house") == house - Amount.parse("0.10")
        assert room.store.balance("player:ann") == Amount.parse("1000")
        assert discrepancies(room) == []
        for each in {room, other}:
            each.store.close()

    run(play())
