"""One append per command: all of it or nothing, in order, and once."""

from concurrent.futures import Future, wait
from typing import Any

import msgspec
import pytest

from pitboss.audit import Entry as LogEntry
from pitboss.audit import Tree, leaf_hash
from pitboss.audit.format import canonical
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Refused
from pitboss.store import (
    CAGE,
    HOUSE,
    Commit,
    Committed,
    Conflict,
    Entry,
    MeterMove,
    MeterState,
    MoveKind,
    Store,
    StoreUnavailable,
    buy_in,
    cash_out,
    credit,
    fill,
    open_store,
    seed,
    to_reserve,
)
from store.facts import draft, happened, logged, said

CENT = MICROCENTS_PER_CENT


def opened(store: Store, stream: str = "t1") -> None:
    store.append(Commit(client="floor", command=f"open {stream}", stream=stream, header="{}"))


def command(id: str, **parts: Any) -> Commit:
    return Commit(client="ann", command=id, **parts)


def test_events_are_numbered_from_zero_and_read_back_in_order(store: Store) -> None:
    opened(store)
    first = store.append(command("1", stream="t1", expected=0, **happened("a", "b")))
    second = store.append(command("2", stream="t1", expected=2, **happened("c")))
    assert (first.position, first.next) == (2, 2)
    assert (second.position, second.next) == (3, 3)
    found = [(event.sequence, event.position, said(event)) for event in store.events("t1")]
    assert found == [(0, 2, "a"), (1, 2, "b"), (2, 3, "c")]
    assert [said(event) for event in store.events("t1", first=1, limit=1)] == ["b"]
    assert store.next_sequence("t1") == 3
    assert store.next_sequence("nowhere") == 0
    assert store.streams() == {"t1": "{}"}
    assert store.position() == 3


def test_a_lost_race_is_a_conflict_and_writes_nothing(store: Store) -> None:
    opened(store)
    store.append(command("1", stream="t1", expected=0, **happened("a")))
    with pytest.raises(Conflict, match="stream t1 goes on at 1, not at 0"):
        store.append(command("2", stream="t1", expected=0, **happened("b"), entries=(buy_in("ann", Amount(5)),)))
    assert store.outcome("ann", "2") is None
    assert store.balance("player:ann") == Amount.ZERO
    assert store.append(command("2", stream="t1", expected=1, **happened("b"))).next == 2


def test_a_stream_is_opened_once_and_by_its_header(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append(command("1", stream="t1", **happened("a")))
    opened(store)
    with pytest.raises(Conflict):
        store.append(command("2", stream="t1", header="{}"))
    with pytest.raises(ValueError, match="belong to a stream"):
        store.append(command("3", **happened("a")))


def test_a_repeated_command_gets_its_first_outcome_and_writes_nothing(store: Store) -> None:
    opened(store)
    commit = command(
        "1", digest=b"bet 5", outcome=b"done", stream="t1", **happened("a", besides=("entry",)),
        entries=(buy_in("ann", Amount(500)),), moves=(seed("m", Amount(900)),),
    )  # fmt: skip
    first = store.append(commit)
    again = store.append(commit)
    assert again == Committed(first.position, b"done", 1, repeated=True)
    assert store.outcome("ann", "1") == again
    assert store.balance("player:ann") == Amount(500)
    assert len(store.events("t1")) == 1
    assert logged(store) == ["a", "entry"]
    meter = store.meter("m")
    assert meter is not None
    assert meter.shows == Amount(900)


def test_one_id_is_one_command_for_each_client(store: Store) -> None:
    store.append(command("1", digest=b"bet 5"))
    with pytest.raises(Refused, match="The id 1 was used for another command; send the same one again"):
        store.append(command("1", digest=b"bet 6"))
    assert not store.append(Commit(client="bob", command="1", digest=b"bet 6")).repeated


def test_ids_are_short_printable_text(store: Store) -> None:
    for id in ("", "x" * 201, "nul\0", "line\nbreak"):
        with pytest.raises(Refused, match=r"the command id: Got .*; expected 1 to 200 printable letters"):
            store.append(command(id))
    assert store.position() == 0


def test_money_moves_between_two_accounts_and_sums_to_zero(store: Store) -> None:
    store.append(command("1", entries=(buy_in("ann", Amount(10000)), fill("t1", Amount(50000)))))
    store.append(command("2", entries=(cash_out("ann", Amount(2500)), credit("t1", Amount(1)))))
    balances = {
        CAGE: Amount(-7500),
        HOUSE: Amount(-49999),
        "player:ann": Amount(7500),
        "table:t1": Amount(49999),
    }
    assert store.balances() == balances
    assert store.balances("player") == {"player:ann": Amount(7500)}
    assert store.balances("cage") == {CAGE: Amount(-7500)}
    entries = store.entries("player:ann")
    assert [(stored.number, stored.position, stored.entry) for stored in entries] == [
        (1, 1, Entry(CAGE, "player:ann", Amount(10000), "buy-in")),
        (3, 2, Entry("player:ann", CAGE, Amount(2500), "cash-out")),
    ]
    assert [stored.number for stored in store.entries(after=2)] == [3, 4]
    assert store.reconcile() == []


def test_a_balance_cannot_be_overdrawn(store: Store) -> None:
    store.append(command("1", entries=(buy_in("ann", Amount(1500)),)))
    with pytest.raises(Refused) as refusal:
        store.append(command("2", entries=(cash_out("ann", Amount(2000)),)))
    line = "player:ann: This account has 15.00, and 20.00 would leave it."
    assert [str(violation) for violation in refusal.value.violations] == [line]
    assert store.balance("player:ann") == Amount(1500)
    assert store.outcome("ann", "2") is None


def test_what_comes_in_with_a_command_can_go_out_with_it(store: Store) -> None:
    """Only the balance after the command counts: a settlement pays, then collects."""
    store.append(command("1", entries=(cash_out("ann", Amount(5)), buy_in("ann", Amount(5)))))
    assert store.balances() == {}
    assert store.reconcile() == []


def test_an_entry_is_above_zero(store: Store) -> None:
    for amount in (0, -5):
        with pytest.raises(Refused, match="an amount above zero to another account"):
            store.append(command("1", entries=(buy_in("ann", Amount(amount)),)))


def test_accounts_are_of_a_known_kind(store: Store) -> None:
    for account in ("purse:ann", "player", "house:x"):
        with pytest.raises(ValueError, match="is not an account"):
            store.append(command("1", entries=(Entry(CAGE, account, Amount(1), "gift"),)))
    assert store.position() == 0


def test_balances_stay_within_what_the_database_can_hold(store: Store) -> None:
    most = Amount(2**63 - 1)
    store.append(command("1", entries=(buy_in("ann", most),)))
    with pytest.raises(Refused):
        store.append(command("2", entries=(buy_in("ann", Amount(1)),)))
    assert store.reconcile() == []


def test_a_meter_keeps_every_microcent_and_its_account_the_whole_cents(store: Store) -> None:
    contribution = MeterMove("m", MoveKind.CONTRIBUTION, 600_000, "table:t1")
    store.append(command("1", moves=(seed("m", Amount(1000)),)))
    store.append(command("2", moves=(contribution,)))
    assert store.balance("meter:m") == Amount(1000)  # 0.6 of a cent is not a cent yet
    store.append(command("3", moves=(contribution,)))
    assert store.balance("meter:m") == Amount(1001)  # 1.2 cents are one
    assert store.balance("table:t1") == Amount(-1)
    store.append(command("4", moves=(to_reserve("m", 300 * CENT),)))
    payment = MeterMove("m", MoveKind.PAYMENT, 200 * CENT, "pending:t1:1:m")
    store.append(command("5", moves=(payment,)))
    meter = MeterState(
        "m", displayed=501 * CENT + 200_000, reserve=300 * CENT, seeded=1000 * CENT, contributed=1_200_000,
        paid=200 * CENT, fed=1_200_000,
    )  # fmt: skip
    assert store.meters() == {"m": meter}
    assert store.balance("pending:t1:1:m") == Amount(200)
    assert store.balance("meter:m") == Amount(801)
    kinds = [move.kind for move in store.meter_moves("m")]
    assert kinds == ["seed", "contribution", "contribution", "reserve", "payment"]
    assert store.reconcile() == []


def test_a_payment_worked_out_from_an_older_amount_is_a_conflict(store: Store) -> None:
    store.append(command("1", moves=(seed("m", Amount(1000)),)))
    read = MeterMove("m", MoveKind.READ, 1000 * CENT)
    payment = MeterMove("m", MoveKind.PAYMENT, 1000 * CENT, "pending:t1:1:m")
    store.append(command("2", moves=(read, payment, seed("m", Amount(700)))))
    with pytest.raises(Conflict, match=r"meter m shows 7\.00 by now, not 10\.00"):
        store.append(command("3", moves=(read, payment, seed("m", Amount(700)))))
    assert store.balance("pending:t1:1:m") == Amount(1000)


OVERDRAWN = (
    MeterMove("m", MoveKind.PAYMENT, 1001 * CENT, "player:ann"),
    MeterMove("m", MoveKind.RESERVE, 1001 * CENT),
    MeterMove("m", MoveKind.RESERVE, -1),
    MeterMove("m", MoveKind.CONTRIBUTION, -1, "table:t1"),
    MeterMove("other", MoveKind.CONTRIBUTION, 1, "table:t1"),
)


def test_a_meter_gives_only_what_it_has(store: Store) -> None:
    store.append(command("1", moves=(seed("m", Amount(1000)),)))
    for move in OVERDRAWN:
        with pytest.raises(Refused, match="meter"):
            store.append(command("2", moves=(move,)))
    assert store.position() == 1


def test_the_log_grows_by_entries_and_its_tree_with_them(store: Store) -> None:
    store.append(command("1", log=(draft("a"), draft("b", "others"))))
    store.append(command("2"))
    store.append(command("3", log=(draft("♠"),)))
    assert logged(store) == ["a", "b", "♠"]
    assert logged(store, first=1, limit=1) == ["b"]
    entries = [msgspec.json.decode(text, type=LogEntry) for text in store.log()]
    assert [(entry.entry, entry.stream, entry.sequence) for entry in entries] == [
        (0, "notes", 1),
        (1, "others", 1),
        (2, "notes", 2),
    ]
    assert store.log() == [canonical(entry) for entry in entries]
    tree = Tree()
    for text in store.log():
        tree.append(leaf_hash(text))
    assert (store.log_state().size, store.log_state().tree.root) == (3, tree.root())


def test_what_happened_is_found_by_its_stream_and_stands_in_the_log_once(store: Store) -> None:
    opened(store)
    log = (draft("asked"), draft("money", "money"), draft("done", "t1"))
    store.append(command("1", stream="t1", log=log, events=(2, 1)))
    assert [(event.sequence, said(event), event.actor, event.time) for event in store.events("t1")] == [
        (0, "done", "ann", 1000),
        (1, "money", "ann", 1000),
    ]
    assert logged(store) == ["asked", "money", "done"]
    assert store.reconcile() == []


def test_the_latest_snapshot_is_kept(store: Store) -> None:
    opened(store)
    assert store.snapshot("t1") is None
    store.append(command("1", stream="t1", **happened("a"), snapshot=b"after a"))
    store.append(command("2", stream="t1", expected=1, **happened("b"), snapshot=b"after b"))
    store.append(command("3", stream="t1", expected=2, **happened("c")))
    assert store.snapshot("t1") == (2, b"after b")


def test_a_refused_commit_spares_the_others_of_its_batch(store: Store) -> None:
    opened(store)
    store.append(command("money", entries=(buy_in("ann", Amount(100)),)))
    good = [command(f"good {number}", stream="t1", expected=number, **happened("e")) for number in range(50)]
    bad = [command(f"bad {number}", entries=(cash_out("ann", Amount(101)),)) for number in range(50)]
    broken = [command(f"broken {number}", stream="t1", expected=number, **happened("x")) for number in range(50)]
    futures: list[Future[Committed]] = []
    for commits in zip(good, bad, broken, strict=True):
        futures += map(store.submit, commits)
    wait(futures)
    kinds = [type(future.exception()) for future in futures]
    assert kinds == [type(None), Refused, Conflict] * 50
    assert [said(event) for event in store.events("t1")] == ["e"] * 50
    assert store.reconcile() == []


def test_a_commit_the_database_refuses_spares_the_others_of_its_batch(store: Store) -> None:
    """A figure larger than the column: found only when it is written."""
    opened(store)
    futures = [store.submit(command(f"{number}", log=(draft("x"),))) for number in range(20)]
    bad = store.submit(command("bad", moves=(MeterMove("huge", MoveKind.SEED, 2**63, HOUSE),)))
    futures += [store.submit(command(f"{number}", log=(draft("x"),))) for number in range(20, 40)]
    wait([*futures, bad])
    assert bad.exception() is not None
    assert [future.exception() for future in futures] == [None] * 40
    assert store.log_state().size == 40
    assert store.reconcile() == []


def test_a_closed_store_says_so(url: str) -> None:
    store = open_store(url)
    last = store.submit(command("1"))
    store.close()
    assert last.result().position == 1
    with pytest.raises(StoreUnavailable, match="the store is closed"):
        store.append(command("2"))


def test_what_another_writer_did_meanwhile_is_taken_into_account(url: str, store: Store) -> None:
    """Each keeps what it knows between its commits; whoever finds the other's forgets it."""
    with open_store(url, create=False) as other:
        opened(store)
        for number, writer in enumerate((store, other, other, store, other)):
            bought = (buy_in("ann", Amount(100)),)
            writer.append(command(f"{number}", stream="t1", expected=number, entries=bought, **happened(f"{number}")))
        with pytest.raises(Refused, match=r"has 5\.00"):
            store.append(command("too much", entries=(cash_out("ann", Amount(501)),)))
        other.append(command("all of it", entries=(cash_out("ann", Amount(500)),)))
        with pytest.raises(Refused, match=r"has 0\.00"):
            store.append(command("once more", entries=(cash_out("ann", Amount(1)),)))
    assert [said(event) for event in store.events("t1")] == ["0", "1", "2", "3", "4"]
    assert store.reconcile() == []
