"""Rounds turned into entries: the books balance after every event, for random rounds of every rulebook."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from games.random_rounds import Played, Rng, chance, play_random, tables
from pitboss.games import Phase, Result, Round, RoundEvent, SettlementLine, Source, evolve, open_round
from pitboss.games.events import (
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

every_table = pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())


@dataclass
class Books:
    """Balances and meters kept by hand, from entries and moves."""

    terms: Terms
    cents: Counter[str] = field(default_factory=Counter)
    meters: dict[str, MeterState] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in range(1, 7):
            self.post(Entry("cage", ACCOUNTS.player(seat), Amount(BANKROLL), "buy-in"))
        for name, figures in self.terms.meters.items():
            self.move(seed(ACCOUNTS.meter(name), figures.seed))

    def take(self, round: Round, event: RoundEvent) -> list[Entry]:
        entries = postings(ACCOUNTS, round, [event])
        for entry in entries:
            self.post(entry)
        made = [self.move(move) for move in meter_moves(ACCOUNTS, self.terms, [event])]
        return [*entries, *(entry for entry in made if entry)]

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
    books, round, before = Books(terms), open_round(terms), Counter[str]()
    for event in played.events:
        before = books.cents.copy()
        made = books.take(round, event)
        round = evolve(round, event)
        assert sum(books.cents.values()) == 0
        assert all(cents >= 0 for name, cents in books.cents.items() if name.startswith(("pending:", "meter:")))
        wagers_are_pending_until_their_line_is_paid(books, round)
        meters_reconcile(books)
        meter_pays_never_touch_the_table(event, round, made, books.cents[INVENTORY] - before[INVENTORY])
    assert round == played.round
    assert books.pending() == {}
    players_gain_what_the_settlement_says(books, played)
    meters_end_as_the_pure_meters_do(books, played)


def wagers_are_pending_until_their_line_is_paid(books: Books, round: Round) -> None:
    settled = {(line.seat, line.wager) for line in round.lines}
    for seat in round.seats.values():
        due = sum(stake.cents for wager, stake in seat.wagers.items() if (seat.number, wager) not in settled)
        assert books.cents[ACCOUNTS.pending(seat.number)] == due


def meters_reconcile(books: Books) -> None:
    for meter in books.meters.values():
        assert meter.reconciles
        assert books.cents[f"meter:{meter.name}"] == meter.holds.cents


def meter_pays_never_touch_the_table(event: RoundEvent, round: Round, made: list[Entry], change: int) -> None:
    """The inventory gets the stake, and the player what the meter gave up."""
    line = event.line if isinstance(event, LineSettled) else None
    if isinstance(event, PayoutValidated):
        line = next(line for line in round.lines if (line.seat, line.wager) == (event.seat, event.wager))
    if isinstance(event, MeterPaid):
        assert change == 0
    elif line is not None and line.source is Source.METER:
        assert change == line.stake.cents
        paid = [entry for entry in made if entry.target == ACCOUNTS.player(line.seat)]
        assert [(entry.source, entry.amount) for entry in paid] == [(ACCOUNTS.pending(line.meter or ""), line.paid)]


def players_gain_what_the_settlement_says(books: Books, played: Played) -> None:
    for number in range(1, 7):
        seat = played.round.seats.get(number)
        staked = sum(stake.cents for stake in seat.wagers.values()) if seat else 0
        back = sum(line.returned.cents for line in played.round.lines if line.seat == number)
        assert books.cents[ACCOUNTS.player(number)] == BANKROLL - staked + back


def meters_end_as_the_pure_meters_do(books: Books, played: Played) -> None:
    for name, meter in played.meters.items():
        assert books.meters[ACCOUNTS.meter(name)].displayed == meter.microcents


@cache
def crazy_four() -> Terms:
    return full_terms("ma-crazy-4")


def entry(source: str, target: str, cents: int, why: str) -> Entry:
    return Entry(source, target, Amount(cents), why)


PLAYER, PENDING = "player:p2", "pending:t1:7:2"


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
        [entry(PLAYER, INVENTORY, 250, "payout_limit")],
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
        MeterPaid("four_card", Amount(500), emptied=False),
        MeterPaid("four_card", Amount(4500), emptied=True),
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
