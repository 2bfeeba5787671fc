"""The money of a correction: what a meter no longer shows, what a player no longer has, and balances that changed."""

import pytest

from pitboss.engine import Result, SettlementLine, Source
from pitboss.engine.correction import Settled, correct
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import terms_for
from pitboss.store import (
    Commit,
    Conflict,
    MeterMove,
    MeterState,
    MoveKind,
    RoundAccounts,
    Store,
    buy_in,
    correction_money,
    meter_account,
    seed,
)

ACCOUNTS = RoundAccounts("t1", "7", {1: "ann", 2: "bob"})
RESET = Amount.parse("100")


def jackpot(seat: int, amount: str) -> SettlementLine:
    """A dollar staked, and a whole meter won with it."""
    paid = Amount.parse(amount)
    return SettlementLine(
        seat=seat, wager="progressive", stake=Amount(100), result=Result.WIN, paid=paid, returned=paid,
        clause="1(a)", source=Source.METER, meter="grand",
    )  # fmt: skip


def lost(seat: int) -> SettlementLine:
    return SettlementLine(seat=seat, wager="progressive", stake=Amount(100), result=Result.LOSE, clause="1(a)")


def meter(dollars: int, paid: int = 0) -> MeterState:
    """A meter that displays so much, and has paid so much out of what it was seeded with."""
    cent = MICROCENTS_PER_CENT
    return MeterState(
        "t1.grand", displayed=dollars * 100 * cent, seeded=(dollars + paid) * 100 * cent, paid=paid * 100 * cent
    )


def test_a_meter_pays_what_it_shows_and_the_house_the_rest() -> None:
    """500.00 was due; the meter shows 120.00 by now: 380.00 come from the house, and it starts again at 100.00."""
    change = correct(terms_for("ma-criss-cross"), Settled((lost(1),)), Settled((jackpot(1, "500"),), {"grand": RESET}))
    money = correction_money(
        ACCOUNTS, "table:t1", change, {"grand": RESET}, lambda account: Amount.ZERO, {"t1.grand": meter(120)}, "c"
    )
    assert money.covered == {"grand": Amount.parse("380")}
    told = [
        (move.kind, move.microcents // MICROCENTS_PER_CENT) for move in money.moves if move.kind is not MoveKind.READ
    ]
    assert told == [(MoveKind.PAYMENT, 12_000), (MoveKind.RESET, 10_000)]
    house = [entry.amount for entry in money.entries if entry.source == "house"]
    assert house == [Amount.parse("380")]


def test_a_jackpot_for_the_wrong_seat_passes_through_the_meter() -> None:
    """ann was paid bob's 500.00. She has 200.00 left: the house puts 300.00 to it, and bob gets all of it."""
    change = correct(
        terms_for("ma-criss-cross"),
        Settled((jackpot(1, "500"), lost(2)), {"grand": RESET}),
        Settled((lost(1), jackpot(2, "500")), {"grand": RESET}),
    )
    assert change.meters == {}
    has = {"player:ann": Amount.parse("200"), "game:ann": Amount.ZERO}
    money = correction_money(
        ACCOUNTS, "table:t1", change, {"grand": RESET}, has.__getitem__, {"t1.grand": meter(100, paid=500)}, "c"
    )
    assert (money.uncollected, money.covered) == ({1: Amount.parse("300")}, {})
    told = [(move.kind, move.account) for move in money.moves if move.kind is not MoveKind.READ]
    assert told == [(MoveKind.GIVEN_BACK, "player:ann"), (MoveKind.PAYMENT, "player:bob")]


def test_a_commit_decided_on_another_balance_is_a_conflict(store: Store) -> None:
    store.append(Commit(client="cage", command="1", entries=(buy_in("ann", RESET),)))
    stale = Commit(client="floor", command="1", reads=(("player:ann", Amount.ZERO),))
    with pytest.raises(Conflict, match=r"player:ann holds 100\.00 by now, not 0\.00"):
        store.append(stale)
    store.append(Commit(client="floor", command="2", reads=(("player:ann", RESET), ("player:eve", Amount.ZERO))))


def test_what_comes_back_to_a_meter_reconciles(store: Store) -> None:
    """Seeded with 200.00, paid whole, started again at 100.00, and both taken back."""
    amount = 20_000 * MICROCENTS_PER_CENT
    reset = 10_000 * MICROCENTS_PER_CENT
    store.append(Commit(client="room", command="1", moves=(seed("grand", Amount(20_000)),)))
    paid = (MeterMove("grand", MoveKind.PAYMENT, amount, "player:ann"), MeterMove("grand", MoveKind.RESET, reset))
    store.append(Commit(client="room", command="2", moves=paid))
    back = (
        MeterMove("grand", MoveKind.GIVEN_BACK, amount, "player:ann"),
        MeterMove("grand", MoveKind.RESTART_TAKEN_BACK, reset),
    )
    position = store.append(Commit(client="room", command="3", moves=back)).position
    state = store.meter("grand")
    assert state is not None
    assert (state.shows, state.paid, state.reconciles) == (Amount(20_000), 0, True)
    assert store.balance(meter_account("grand")) == Amount(20_000)
    assert (store.displayed_after("grand", position - 1), store.displayed_after("grand", position)) == (reset, amount)
    assert store.reconcile() == []
