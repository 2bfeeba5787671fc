"""Rounds turned into entries: the books balance after every event, for random rounds of every rulebook."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from engine import crazy_rounds
from engine.random_rounds import Played, Rng, chance, play_random, tables
from pitboss.engine import Account, Phase, Result, Round, RoundEvent, SettlementLine, Source, evolve, open_round
from pitboss.engine.events import (
    BetMade,
    LineSettled,
    MeterFed,
    MeterPaid,
    MetersRead,
    PayoutHeld,
    PayoutValidated,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Terms, full_terms
from pitboss.store import Entry, MeterMove, MeterState, MoveKind, RoundAccounts, meter_moves, postings, seed
from pitboss.store.meters import move_entry

ACCOUNTS = RoundAccounts("t1", "7", {seat: f"p{seat}" for seat in range(1, 7)})
INVENTORY = "table:t1"
BANKROLL = 10**9
HAND_BONUS = "five_card_hand_bonus"

every_table = pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())


@dataclass
class Books:
    """Balances and meters kept by hand, from entries and moves."""

    terms: Terms
    cents: Counter[str] = field(default_factory=Counter)
    meters: dict[str, MeterState] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in range(1, 7):
            for account in Account:
                self.post(Entry("cage", ACCOUNTS.player(seat, account), Amount(BANKROLL), "buy-in"))
        for name, figures in self.terms.meters.items():
            self.move(seed(ACCOUNTS.meter(name), figures.seed))

    def take(self, round: Round, events: Sequence[RoundEvent]) -> Round:
        """Books what one action brought; the round after it."""
        moves = meter_moves(ACCOUNTS, self.terms, events, self.meters)
        for event in events:
            made = postings(ACCOUNTS, round, [event])
            for entry in made:
                self.post(entry)
            round = evolve(round, event)
            meter_pays_never_touch_the_table(event, round, made)
        for move in moves:
            moved = self.move(move)
            assert move.kind is not MoveKind.PAYMENT or moved is None or INVENTORY not in (moved.source, moved.target)
        return round

    def post(self, entry: Entry) -> None:
        assert entry.amount > Amount.ZERO
        self.cents[entry.source] -= entry.amount.cents
        self.cents[entry.target] += entry.amount.cents

    def move(self, move: MeterMove) -> Entry | None:
        before = self.meters.get(move.meter, MeterState(move.meter))
        self.meters[move.meter] = before.after(move)
        entry = move_entry(before, self.meters[move.meter], move.account)
        if entry:
            self.post(entry)
        return entry

    def pending(self) -> dict[str, int]:
        return {name: cents for name, cents in self.cents.items() if name.startswith("pending:") and cents}


@every_table
@given(rng=chance)
@settings(max_examples=25, deadline=None)
def test_the_books_balance_after_every_event_of_any_round(terms: Terms, rng: Rng) -> None:
    played = play_random(terms, rng)
    books, round = Books(terms), open_round(terms)
    for events in played.steps:
        round = books.take(round, events)
        assert sum(books.cents.values()) == 0
        assert all(cents >= 0 for name, cents in books.cents.items() if name.startswith(("pending:", "meter:")))
        wagers_are_pending_until_their_line_is_paid(books, round)
        meters_reconcile(books)
    assert round == played.round
    assert books.pending() == {}
    players_gain_what_the_settlement_says(books, played)
    meters_end_as_the_pure_meters_do(books, played)


def wagers_are_pending_until_their_line_is_paid(books: Books, round: Round) -> None:
    for seat in round.seats.values():
        due = sum(stake.cents for wager, stake in seat.wagers.items() if not round.settled(seat.number, wager))
        assert books.cents[ACCOUNTS.pending(seat.number)] == due


def meters_reconcile(books: Books) -> None:
    for meter in books.meters.values():
        assert meter.reconciles
        assert books.cents[f"meter:{meter.name}"] == meter.holds.cents


def meter_pays_never_touch_the_table(event: RoundEvent, round: Round, made: list[Entry]) -> None:
    """The inventory gets the stake, and the player what the meter gave up; undone, the other way."""
    line = event.line if isinstance(event, LineSettled) else None
    if isinstance(event, PayoutValidated):
        line = next(line for line in round.lines if (line.seat, line.wager) == (event.seat, event.wager))
    if line is None or line.source is not Source.METER:
        return
    change = sum(e.amount.cents * ((e.target == INVENTORY) - (e.source == INVENTORY)) for e in made)
    assert change == line.stake.cents
    player, pending = ACCOUNTS.player(line.seat), ACCOUNTS.pending(line.meter or "")
    paid = [(e.source, e.target, e.amount.cents) for e in made if pending in (e.source, e.target)]
    if line.paid >= Amount.ZERO:
        assert paid == [(pending, player, line.paid.cents)]
    else:
        assert paid == [(player, pending, -line.paid.cents)]


def players_gain_what_the_settlement_says(books: Books, played: Played) -> None:
    for number in range(1, 7):
        seat = played.round.seats.get(number)
        staked = sum(stake.cents for stake in seat.wagers.values()) if seat else 0
        back = sum(line.returned.cents for line in played.round.lines if line.seat == number)
        held = sum(books.cents[ACCOUNTS.player(number, account)] for account in Account)
        assert held == BANKROLL * 2 - staked + back
        game_account_moves_what_its_wagers_do(books, played, number)


def game_account_moves_what_its_wagers_do(books: Books, played: Played, number: int) -> None:
    """Worked out by the names of the two wagers and by what their lines say, not by where the ledger put it."""
    seat = played.round.seats.get(number)
    lines = [line for line in played.round.lines if line.seat == number and line.base.startswith(HAND_BONUS)]
    staked = sum(stake.cents for name, stake in (seat.wagers if seat else {}).items() if name.startswith(HAND_BONUS))
    back = sum(line.returned.cents for line in lines if line.source is not Source.METER)
    assert books.cents[f"game:p{number}"] == BANKROLL - staked + back


def meters_end_as_the_pure_meters_do(books: Books, played: Played) -> None:
    for name, meter in played.meters.items():
        assert books.meters[ACCOUNTS.meter(name)].displayed == meter.microcents


@cache
def crazy_four() -> Terms:
    return full_terms("ma-crazy-4")


def entry(source: str, target: str, cents: int, why: str) -> Entry:
    return Entry(source, target, Amount(cents), why)


PLAYER, PENDING = "player:p2", "pending:t1:7:2"
GAME, BONUS = "game:p2", f"{HAND_BONUS}_player"


def test_a_wager_is_pending_until_it_is_taken_back() -> None:
    events: list[RoundEvent] = [
        WagerPlaced(2, "ante", Amount(1000)),
        WagerPlaced(2, "ante", Amount(1500)),
        WagerPlaced(2, "ante", Amount(400)),
        WagerTakenBack(2, "ante"),
    ]
    assert postings(ACCOUNTS, open_round(crazy_four()), events) == [
        entry(PLAYER, PENDING, 1000, "ante"),
        entry(PLAYER, PENDING, 500, "ante"),
        entry(PENDING, PLAYER, 1100, "ante taken back"),
        entry(PENDING, PLAYER, 400, "ante taken back"),
    ]


@pytest.mark.clause("ma-crazy-4", "6(d)(5)", "10(f)(3)")
@pytest.mark.parametrize(("reading", "account"), [("game-account", "game:p2"), ("chips", "player:p2")])
def test_the_stake_of_the_hand_bonus_leaves_the_account_that_the_reading_names(reading: str, account: str) -> None:
    terms = crazy_rounds.crazy_four(readings={"game-account-stake": reading})
    events: list[RoundEvent] = [
        WagerPlaced(2, BONUS, Amount(500)),
        WagerPlaced(2, BONUS, Amount(300)),
        WagerTakenBack(2, BONUS),
    ]
    assert postings(ACCOUNTS, open_round(terms), events) == [
        entry(account, PENDING, 500, BONUS),
        entry(PENDING, account, 200, f"{BONUS} taken back"),
        entry(PENDING, account, 300, f"{BONUS} taken back"),
    ]


def line(result: Result, paid: int, returned: int, **more: Any) -> SettlementLine:
    parts: dict[str, Any] = {"wager": "play", "stake": Amount(1000), **more}
    return SettlementLine(seat=2, result=result, paid=Amount(paid), returned=Amount(returned), clause="1", **parts)


SETTLED = {
    "won at 1 to 1": (
        line(Result.WIN, 1000, 2000),
        [entry(PENDING, PLAYER, 1000, "play win"), entry(INVENTORY, PLAYER, 1000, "play win")],
    ),
    "won at 50 for 1": (
        line(Result.WIN, 50000, 50000),
        [entry(PENDING, INVENTORY, 1000, "play win"), entry(INVENTORY, PLAYER, 50000, "play win")],
    ),
    "push": (line(Result.PUSH, 0, 1000), [entry(PENDING, PLAYER, 1000, "play push")]),
    "lost": (line(Result.LOSE, 0, 0), [entry(PENDING, INVENTORY, 1000, "play lose")]),
    "forfeited": (line(Result.FORFEITED, 0, 0), [entry(PENDING, INVENTORY, 1000, "play forfeited")]),
    "returned by a void": (line(Result.RETURNED, 0, 1000), [entry(PENDING, PLAYER, 1000, "play returned")]),
    "a bonus without a stake": (
        line(Result.WIN, 300, 300, stake=Amount.ZERO, wager="envy", part_of="play"),
        [entry(INVENTORY, PLAYER, 300, "envy win")],
    ),
    "cut by the payout limit": (
        line(Result.LIMITED, -250, -250, stake=Amount.ZERO, wager="payout_limit"),
        [entry(PLAYER, INVENTORY, 250, "payout_limit limited")],
    ),
    "the wheel's fixed prize": (
        line(Result.WIN, 9900, 9900, source=Source.PRIZE),
        [entry(PENDING, INVENTORY, 1000, "play win"), entry("house", PLAYER, 9900, "play win")],
    ),
    "won from a meter": (
        line(Result.WIN, 7777, 7777, source=Source.METER, meter="four_card"),
        [entry(PENDING, INVENTORY, 1000, "play win"), entry("pending:t1:7:four_card", PLAYER, 7777, "play win")],
    ),
}


SETTLED |= {
    "won at 50 for 1 through the game account": (
        line(Result.WIN, 50000, 50000, wager=BONUS, to=Account.GAME),
        [entry(PENDING, INVENTORY, 1000, f"{BONUS} win"), entry(INVENTORY, GAME, 50000, f"{BONUS} win")],
    ),
    "a meter's share of a wager through the game account": (
        line(Result.WIN, 7777, 7777, wager=BONUS, source=Source.METER, meter="five_card_hand"),
        [
            entry(PENDING, INVENTORY, 1000, f"{BONUS} win"),
            entry("pending:t1:7:five_card_hand", PLAYER, 7777, f"{BONUS} win"),
        ],
    ),
    "a drawn bonus": (
        line(Result.WIN, 2000, 2000, stake=Amount.ZERO, wager="magic_card", part_of=BONUS, to=Account.GAME),
        [entry(INVENTORY, GAME, 2000, "magic_card win")],
    ),
    "lost from the game account": (
        line(Result.LOSE, 0, 0, wager=BONUS),
        [entry(PENDING, INVENTORY, 1000, f"{BONUS} lose")],
    ),
    "returned to the game account by a void": (
        line(Result.RETURNED, 0, 1000, wager=BONUS),
        [entry(PENDING, GAME, 1000, f"{BONUS} returned")],
    ),
    "a win taken back, and its stake pending again": (
        line(Result.WIN, -50000, -50000, wager=BONUS, to=Account.GAME, stake=Amount(-1000)),
        [entry(INVENTORY, PENDING, 1000, f"{BONUS} win"), entry(GAME, INVENTORY, 50000, f"{BONUS} win")],
    ),
}


@pytest.mark.parametrize(("settled", "entries"), SETTLED.values(), ids=SETTLED.keys())
def test_what_each_result_moves(settled: SettlementLine, entries: list[Entry]) -> None:
    assert postings(ACCOUNTS, open_round(crazy_four()), [LineSettled(settled)]) == entries


def test_a_held_payout_moves_nothing_until_it_is_validated() -> None:
    held = line(Result.WIN, 50000, 50000)
    round = open_round(crazy_four())
    assert postings(ACCOUNTS, round, [PayoutHeld(held, "1")]) == []
    assert postings(ACCOUNTS, round, [PayoutHeld(held, "1"), PayoutValidated(2, "play", "form")]) == [
        entry(PENDING, INVENTORY, 1000, "play win"),
        entry(INVENTORY, PLAYER, 50000, "play win"),
    ]


def test_a_bet_in_turn_is_pending_like_a_wager() -> None:
    placed = WagerPlaced(2, "ante", Amount(1000))
    round = evolve(open_round(crazy_four()), placed)
    assert postings(ACCOUNTS, round, [BetMade(2, "play", Amount(3000))]) == [entry(PLAYER, PENDING, 3000, "play")]


def test_meter_moves_of_a_round() -> None:
    terms, cent = crazy_four(), MICROCENTS_PER_CENT
    accounts = RoundAccounts("t1", "7", {}, meters={"four_card": "linked"})
    events: list[RoundEvent] = [
        MetersRead({"four_card": Amount(5000)}),
        MeterPaid("four_card", Amount(500), emptied=False, wager="four_card_progressive", seats=(2,)),
        MeterPaid("four_card", Amount(4500), emptied=True, wager="four_card_progressive", seats=(1,)),
        MeterFed("four_card", 123),
        MeterFed("five_card", 45),
    ]
    assert meter_moves(accounts, terms, events) == [
        MeterMove("linked", MoveKind.READ, 5000 * cent),
        MeterMove("linked", MoveKind.PAYMENT, 500 * cent, "pending:t1:7:four_card"),
        MeterMove("linked", MoveKind.PAYMENT, 4500 * cent, "pending:t1:7:four_card"),
        MeterMove("linked", MoveKind.RESET, terms.meters["four_card"].reset.cents * cent, "house"),
        MeterMove("linked", MoveKind.CONTRIBUTION, 123, "table:t1"),
        MeterMove("t1.five_card", MoveKind.CONTRIBUTION, 45, "table:t1"),
    ]


def test_random_rounds_reach_what_the_property_is_about() -> None:
    """Voids, meter pays, held payouts and resets all occur, so that the property above says something of them."""
    seen = Counter[str]()
    for number in range(60):
        played = play_random(tables()["ma-crazy-4 full"], Rng(number))
        seen["void"] += played.round.phase is Phase.VOID
        for event in played.events:
            seen[type(event).__name__] += 1
    for kind in ("void", "MeterPaid", "PayoutValidated", "MeterFed", "WagerTakenBack"):
        assert seen[kind], kind
