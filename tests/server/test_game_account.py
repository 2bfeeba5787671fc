"""The game account: stakes and wins of the Five Card Hand Bonus, and money between it and the chips."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.engine import Account
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Role
from pitboss.server.tables.funding import NotCollected, OwnMove, evening, funding, not_collected
from pitboss.server.tables.treasury import give_play_money, move_at_cage, move_chips, move_own
from pitboss.store import Commit, Entry, buy_in, open_store, to_game_account
from server.rigged import FLOOR, Rig, discrepancies, lines_of, open_rigged, rigged_room, validate_all
from server.rooms import PlainRoom, bet, place, run

Http = TestClient[Litestar]
PASSWORD = "correct horse battery"
ANN = Person("ann", frozenset({"player"}))
ON_PLAYER, ON_DEALER = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
MAIN = [place(1, "ante", "5"), place(1, "super_bonus", "5")]
FLUSH, ROYAL, JUNK = "2h 5h 9h Jh Kh", "Ah Kh Qh Jh Th", "2c 6d 9s Jh Kc"


def with_ann(folder: Path, rig: Rig, readings: dict[str, str] | None = None) -> PlainRoom:
    """A room where Ann has bought 100.00 in chips and sits at seat 1."""
    room = rigged_room(folder, rig)
    open_rigged(room, "t1", choices={"readings": readings or {}})
    room.store.people.add("ann", "ann", "", frozenset({"player"}), 0)
    move_chips(room, "flo", "ann", Amount.parse("100"), True, "in")
    run(room.perform(ANN, "t1", "sit", [{"command": "sit", "seat": 1}]))
    return room


def held(room: PlainRoom, purse: str = "ann") -> tuple[str, str]:
    """What a player has in chips and on the game account."""
    return str(room.store.balance(f"player:{purse}")), str(room.store.balance(f"game:{purse}"))


def moved(room: PlainRoom) -> list[Entry]:
    """The entries of the ledger that touch Ann's game account."""
    return [stored.entry for stored in room.store.entries(account="game:ann")]


def own(amount: str, to: Account, practice: bool = False) -> OwnMove:
    return OwnMove("ann", Amount.parse(amount), to, practice)


async def wager(room: PlainRoom, *more: dict[str, Any], id: str = "wagers") -> None:
    await room.tick()
    await room.perform(ANN, "t1", id, [*MAIN, *more])


async def finish(room: PlainRoom) -> None:
    await room.perform(ANN, "t1", "ready", [{"command": "ready"}])
    await room.perform(ANN, "t1", "bet", [bet(1, "5")])
    await validate_all(room, "t1", "1")


@pytest.mark.clause("ma-crazy-4", "10(f)(3)")
def test_a_win_lands_on_the_game_account_and_can_be_moved_to_chips_at_once(tmp_path: Path) -> None:
    rig = Rig()
    room = with_ann(tmp_path, rig)
    rig.crazy_four({1: FLUSH})
    run(wager(room, place(1, ON_PLAYER, "3")))
    assert held(room) == ("87.00", "0.00")  # 100 less 5, 5 and 3
    run(finish(room))
    # 87 less 5 for Play; queen high does not qualify, so Ante 5 and Play 10 come back, and the flush pays 3 to 2: 12.50
    assert held(room) == ("109.50", "150.00")  # 50 for 1 on 3
    move_own(room, "ann", own("150", Account.CHIPS), "home")
    assert held(room)[1] == "0.00"
    assert discrepancies(room) == []


@pytest.mark.clause("ma-crazy-4", "10(f)(3)")
def test_a_share_of_the_meter_is_paid_in_chips_when_it_is_documented(tmp_path: Path) -> None:
    rig = Rig()
    room = with_ann(tmp_path, rig)
    rig.crazy_four({1: ROYAL})
    run(wager(room, place(1, ON_PLAYER, "1")))
    run(finish(room))
    paid = next(line for line in lines_of(room, "t1", 1) if line.wager == ON_PLAYER)
    assert (paid.to, str(paid.paid)) == (Account.CHIPS, "10000.10")  # 10% of its own 1.00 with it
    assert held(room)[1] == "0.00"
    assert Amount.parse(held(room)[0]) > Amount.parse("10000")
    assert discrepancies(room) == []


@pytest.mark.parametrize("elsewhere", ["2", "50"])
def test_what_another_process_moved_meanwhile_counts(tmp_path: Path, elsewhere: str) -> None:
    """The writer knows both accounts from before; what it then decides on is held against what they hold by now."""
    room = with_ann(tmp_path, Rig())
    move_own(room, "ann", own("1", Account.GAME), "known")
    with open_store(f"sqlite:///{tmp_path / 'room.db'}") as other:
        amount = Amount.parse(elsewhere)
        other.append(Commit(client="elsewhere", command="1", entries=(to_game_account("ann", amount),)))
    assert room.store.latest_balance("game:ann") == Amount.parse("1"), "it is behind"
    run(wager(room, place(1, ON_PLAYER, "5")))
    lacked = {"2": ["2.00"], "50": []}[elsewhere]  # 5 less 1 and 2; 51 lack nothing
    by_wager = [str(entry.amount) for entry in moved(room)[2:] if entry.source == "player:ann"]
    assert by_wager == lacked
    assert room.store.reconcile() == []


@pytest.mark.parametrize("enough", [True, False])
def test_a_wager_is_refused_for_want_of_money_only_where_there_is_none_by_now(tmp_path: Path, enough: bool) -> None:
    room = with_ann(tmp_path, Rig())
    move_chips(room, "flo", "ann", Amount.parse("89"), False, "out")  # 11 are left: 10 for the main wagers
    if enough:
        with open_store(f"sqlite:///{tmp_path / 'room.db'}") as other:
            other.append(Commit(client="elsewhere", command="1", entries=(buy_in("ann", Amount.parse("2")),)))
        run(wager(room, place(1, ON_PLAYER, "3")))
        assert held(room) == ("0.00", "0.00")
    else:
        with pytest.raises(Refused):
            run(wager(room, place(1, ON_PLAYER, "3")))
        assert held(room) == ("11.00", "0.00")


@pytest.mark.clause("ma-crazy-4", "6(d)(5)")
def test_a_wager_moves_what_the_game_account_lacks_and_no_more(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    move_own(room, "ann", own("2", Account.GAME), "some")
    run(wager(room, place(1, ON_PLAYER, "3"), place(1, ON_DEALER, "4")))
    assert [(entry.source, str(entry.amount)) for entry in moved(room)] == [
        ("player:ann", "2.00"),  # by Ann's own order
        ("player:ann", "1.00"),  # what 3 lacks
        ("game:ann", "3.00"),
        ("player:ann", "4.00"),
        ("game:ann", "4.00"),
    ]
    assert held(room) == ("83.00", "0.00")
    assert b"".join(room.store.log(0)).count(b'"event":"moved-to-game-account"') == 3
    assert discrepancies(room) == []


@pytest.mark.clause("ma-crazy-4", "6(d)(5)")
def test_a_wager_taken_back_and_a_void_give_the_stake_back_to_the_game_account(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    run(wager(room, place(1, ON_PLAYER, "3"), place(1, ON_DEALER, "4")))
    take = {"command": "play", "action": {"action": "take-back", "seat": 1, "wager": ON_DEALER}}
    run(room.perform(ANN, "t1", "take", [take]))
    assert held(room) == ("83.00", "4.00")
    run(room.perform(ANN, "t1", "ready", [{"command": "ready"}]))
    void = {"action": "void", "clause": "14(c)", "reason": "a card on the floor"}
    run(room.perform(FLOOR, "t1", "void", [{"command": "play", "action": void}]))
    assert held(room) == ("93.00", "7.00")
    assert discrepancies(room) == []


@pytest.mark.clause("ma-crazy-4", "6(d)(5)")
def test_a_wager_beyond_both_accounts_is_refused_and_moves_nothing(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    move_chips(room, "flo", "ann", Amount.parse("86"), False, "out")
    move_own(room, "ann", own("1", Account.GAME), "some")
    with pytest.raises(Refused, match=r"This takes \$5\.00 from the game account, and there and in chips are"):
        run(wager(room, place(1, ON_PLAYER, "5")))  # 14 less 1 less 10: 3 in chips and 1 on the game account
    assert held(room) == ("13.00", "1.00")
    assert discrepancies(room) == []


@pytest.mark.clause("ma-crazy-4", "6(d)(5)")
def test_where_money_must_be_there_beforehand_a_wager_says_how_to_move_it(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig(), {"game-account-funding": "beforehand"})
    with pytest.raises(Refused, match="Move chips to it first, on the player's Account page or at the cage") as refusal:
        run(wager(room, place(1, ON_PLAYER, "3")))
    assert refusal.value.violations[0].clause == "reading game-account-funding"
    move_at_cage(room, "flo", own("3", Account.GAME), "cage")
    run(wager(room, place(1, ON_PLAYER, "3"), id="again"))
    assert held(room) == ("87.00", "0.00")
    assert discrepancies(room) == []


@pytest.mark.clause("ma-crazy-4", "10(f)(3)")
def test_under_the_other_reading_stakes_are_chips_and_wins_still_go_to_the_game_account(tmp_path: Path) -> None:
    rig = Rig()
    room = with_ann(tmp_path, rig, {"game-account-stake": "chips"})
    rig.crazy_four({1: FLUSH})
    run(wager(room, place(1, ON_PLAYER, "3")))
    assert (held(room), moved(room)) == (("87.00", "0.00"), [])
    run(finish(room))
    assert [(entry.source, str(entry.amount)) for entry in moved(room)] == [("table:t1", "150.00")]
    assert discrepancies(room) == []


def moves(room: PlainRoom, actor: str, entry: Entry) -> list[OwnMove]:
    """What is moved between Ann's accounts before the entry of a wager."""
    return list(funding(room.live("t1"), actor, [entry], room.store.balance))


@pytest.mark.clause("ma-crazy-4", "6(d)(5)")
def test_a_dealer_who_keys_a_wager_in_moves_no_money_of_the_player(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    stake = Entry("game:ann", "pending:t1:1:1", Amount.parse("3"), ON_PLAYER)
    assert moves(room, "ann", stake) == [own("3", Account.GAME)]
    with pytest.raises(Refused, match="Move chips to it first"):
        moves(room, "dan", stake)


def taken_back(room: PlainRoom, account: str, amount: str) -> tuple[list[NotCollected], list[OwnMove]]:
    """What the house bears when an amount is taken back, and what then goes between Ann's accounts."""
    live, entry = room.live("t1"), Entry(account, "table:t1", Amount.parse(amount), "reversed")
    borne = list(not_collected(live, [entry], room.store.balance))

    def after(name: str) -> Amount:
        given = sum((item.amount for item in borne), Amount.ZERO) if name == "player:ann" else Amount.ZERO
        return room.store.balance(name) + given - (entry.amount if name == account else Amount.ZERO)

    return borne, list(evening(live, [entry], after))


def test_what_is_taken_back_from_a_player_is_taken_from_whichever_account_has_it(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    move_own(room, "ann", own("60", Account.GAME), "away")
    assert taken_back(room, "player:ann", "55") == ([], [own("15", Account.CHIPS)])
    assert taken_back(room, "game:ann", "80") == ([], [own("20", Account.GAME)])
    short = NotCollected("ann", Amount.parse("7"), "t1", practice=False)
    assert taken_back(room, "player:ann", "107") == ([short], [own("60", Account.CHIPS)])
    assert taken_back(room, "game:ann", "107") == ([short], [own("47", Account.GAME)])


def test_play_money_goes_through_a_game_account_of_its_own(tmp_path: Path) -> None:
    rig = Rig()
    room = rigged_room(tmp_path, rig)
    open_rigged(room, "t1", practice=True)
    give_play_money(room, "ann")
    rig.crazy_four({1: FLUSH})
    run(room.perform(ANN, "t1", "sit", [{"command": "sit", "seat": 1}]))
    run(wager(room, place(1, ON_PLAYER, "3")))
    run(finish(room))
    assert held(room, "practice/ann")[1] == "150.00"
    assert held(room) == ("0.00", "0.00")
    move_own(room, "ann", own("150", Account.CHIPS, practice=True), "home")
    assert held(room, "practice/ann")[1] == "0.00"
    assert discrepancies(room) == []


def test_what_a_player_moves_is_moved_once_and_no_more_than_there_is(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    for _ in range(2):
        move_own(room, "ann", own("30", Account.GAME), "one id")
    assert held(room) == ("70.00", "30.00")
    with pytest.raises(Refused, match=r"game:ann: This account has 30\.00, and 30\.01 would leave it\."):
        move_own(room, "ann", own("30.01", Account.CHIPS), "too much")
    for amount in ("0", "-5"):
        with pytest.raises(Refused, match="The amount must be above zero"):
            move_own(room, "ann", own(amount, Account.GAME), f"nothing {amount}")
    assert discrepancies(room) == []


def test_the_cage_moves_money_of_players_and_never_its_own(tmp_path: Path) -> None:
    room = with_ann(tmp_path, Rig())
    move_at_cage(room, "flo", own("40", Account.GAME), "1")
    move_at_cage(room, "flo", own("15", Account.CHIPS), "2")
    assert held(room) == ("75.00", "25.00")
    with pytest.raises(Refused, match="someone else at the cage must"):
        move_at_cage(room, "ann", own("1", Account.GAME), "3")
    with pytest.raises(Refused, match="with an account here"):
        move_at_cage(room, "flo", OwnMove("eve", Amount(100), Account.GAME, practice=False), "4")
    assert discrepancies(room) == []


# Over HTTP


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return open_office(f"sqlite:///{tmp_path / 'test.db'}", tmp_path)


@pytest.fixture
def http(office: Office) -> Iterator[Http]:
    with TestClient(create_app(office)) as client:
        yield client


def signed_in(http: Http, office: Office, name: str, *roles: Role) -> dict[str, str]:
    office.accounts.add(name, PASSWORD, frozenset(roles))
    token = http.post("/api/sign-in", json={"name": name, "password": PASSWORD}).json()["token"]
    http.cookies.clear()
    return {"Authorization": f"Bearer {token}"}


def test_players_move_their_own_money_over_http_and_the_floor_moves_theirs(http: Http, office: Office) -> None:
    ann, flo = signed_in(http, office, "ann", Role.PLAYER), signed_in(http, office, "flo", Role.FLOORPERSON)
    bought = http.post("/api/buy-ins", json={"id": "1", "player": "ann", "amount": "50"}, headers=flo)
    told = bought.json()
    assert told.pop("receipt")["player"] == "ann"
    assert told == {"player": "ann", "balance": "50.00", "game_account": "0.00"}
    http.post("/api/me/play-money", headers=ann)
    move = {"id": "2", "amount": "20", "to": "game account"}
    me = http.post("/api/me/game-account", json=move, headers=ann).json()
    assert (me["balance"], me["game_account"]) == ("30.00", "20.00")
    me = http.post("/api/me/game-account", json={**move, "id": "3", "practice": True}, headers=ann).json()
    assert (me["practice"], me["practice_game_account"]) == ("4980.00", "20.00")
    assert http.get("/api/me", headers=ann).json() == me
    back = {"id": "4", "player": "ann", "amount": "5", "to": "chips"}
    assert http.post("/api/game-account-moves", json=back, headers=flo).json() == {
        "player": "ann",
        "balance": "35.00",
        "game_account": "15.00",
        "receipt": None,
    }
    assert http.post("/api/game-account-moves", json={**back, "id": "5"}, headers=ann).status_code == 403
    assert http.post("/api/me/game-account", json={**move, "id": "6"}, headers=flo).status_code == 403
    assert http.post("/api/me/game-account", json={**move, "id": "7", "to": "pocket"}, headers=ann).status_code == 422
    short = http.post("/api/me/game-account", json={**move, "id": "8", "amount": "35.01"}, headers=ann)
    assert (short.status_code, short.json()["refusals"][0]["allowed"]) == (422, "at most 35.00")
    assert office.store.reconcile() == []


def test_a_guest_moves_play_money(http: Http) -> None:
    guest = {"Authorization": f"Bearer {http.post('/api/guest').json()['token']}"}
    http.cookies.clear()
    move = {"id": "1", "amount": "20", "to": "game account", "practice": True}
    me = http.post("/api/me/game-account", json=move, headers=guest).json()
    assert (me["practice"], me["practice_game_account"]) == ("4980.00", "20.00")
