"""Meters in any order of events: seed + contributions = displayed + reserve + paid, in microcents, after every one."""

import atexit
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.engine.events import MeterFed, MeterPaid, RoundEvent
from pitboss.money import MICROCENTS_PER_CENT, Amount, Rate
from pitboss.progressive import Progression
from pitboss.rulebooks import terms_for
from pitboss.rulebooks.loader import submission_data
from pitboss.store import (
    Commit,
    Conflict,
    MeterMove,
    MeterState,
    MoveKind,
    RoundAccounts,
    Store,
    change,
    meter_moves,
    open_store,
)
from pitboss.store import seed as seeded

TERMS = terms_for("ma-crazy-4", submission_data("ma-crazy-4", "full"))
RATES = st.integers(1, 300_000).map(Rate)


numbers = count()


@cache
def one_store() -> Store:
    """One store for all examples, each with a meter of its own: opening one takes longer than an example."""
    folder = TemporaryDirectory()
    store = open_store(f"sqlite:///{Path(folder.name) / 'meters.db'}")
    atexit.register(folder.cleanup)
    atexit.register(store.close)
    return store


class Meters(RuleBasedStateMachine):
    """One meter in a store, and the same figures kept beside it by plain sums."""

    def __init__(self) -> None:
        super().__init__()
        self.store = one_store()
        self.name = f"m{next(numbers)}"
        self.accounts = RoundAccounts("t1", "1", {}, {"four_card": self.name})
        self.count = 0

    @initialize(amount=st.integers(100, 10**6), rate=RATES, reserve=st.integers(0, 300_000).map(Rate))
    def open(self, amount: int, rate: Rate, reserve: Rate) -> None:
        self.terms = Progression(rate, TERMS.meters["four_card"].reset, reserve)
        self.append(seeded(self.name, Amount(amount), self.terms))
        self.in_play, self.built_up, self.due = 0, False, False
        self.put_in, self.paid = amount * MICROCENTS_PER_CENT, 0
        self.waiting: Progression | None = None

    def append(self, *moves: MeterMove) -> None:
        self.count += 1
        self.store.append(Commit(client="test", command=f"{self.name} {self.count}", moves=moves))

    @property
    def meter(self) -> MeterState:
        found = self.store.meter(self.name)
        assert found is not None
        return found

    def happen(self, *events: RoundEvent) -> None:
        self.append(*meter_moves(self.accounts, TERMS, events, {self.name: self.meter}))

    @precondition(lambda self: self.in_play < 2 and not self.due)
    @rule()
    def a_round_opens(self) -> None:
        self.append(MeterMove(self.name, MoveKind.ROUND_OPENED, self.meter.version))
        self.in_play += 1

    @precondition(lambda self: self.in_play)
    @rule(wager=st.integers(1, 10_000))
    def a_round_ends(self, wager: int) -> None:
        before = self.meter
        self.happen(MeterFed("four_card", self.terms.rate.of(Amount(wager))))
        self.append(MeterMove(self.name, MoveKind.ROUND_ENDED, 0))
        self.in_play, self.built_up = self.in_play - 1, True
        self.put_in += wager * (self.terms.rate.per_million + self.terms.reserve.per_million)
        assert self.meter.displayed - before.displayed == self.terms.rate.of(Amount(wager))
        assert self.meter.reserve - before.reserve == wager * self.terms.reserve.per_million

    @precondition(lambda self: self.in_play)
    @rule()
    def a_tenth_is_won(self) -> None:
        share = Amount(self.meter.shows.cents // 10)
        self.happen(MeterPaid("four_card", share, emptied=False, wager="four_card_progressive", seats=(1,)))
        self.paid += share.cents * MICROCENTS_PER_CENT

    @precondition(lambda self: self.in_play)
    @rule()
    def all_of_it_is_won(self) -> None:
        before = self.meter
        reset = TERMS.meters["four_card"].reset.cents * MICROCENTS_PER_CENT
        self.happen(MeterPaid("four_card", before.shows, emptied=True, wager="four_card_progressive", seats=(1,)))
        self.paid += before.shows.cents * MICROCENTS_PER_CENT
        self.put_in += reset - min(reset, before.reserve)
        assert self.meter.displayed == reset + before.displayed % MICROCENTS_PER_CENT
        assert self.meter.reserve == before.reserve - min(reset, before.reserve)
        self.built_up, self.due = False, self.waiting is not None

    @rule(rate=RATES, reserve=st.integers(0, 300_000).map(Rate))
    def other_terms_are_recorded(self, rate: Rate, reserve: Rate) -> None:
        before = self.meter
        self.waiting = Progression(rate, self.terms.reset, reserve)
        self.append(change(self.name, self.waiting))
        self.due = not self.built_up
        assert self.meter.displayed == before.displayed
        assert self.meter.progression == self.terms

    @rule()
    def they_take_effect_if_they_may(self) -> None:
        before = self.meter
        try:
            self.append(MeterMove(self.name, MoveKind.TERMS, 0))
        except Conflict:
            assert self.in_play or not self.due
            return
        assert self.due
        assert not self.in_play
        assert self.waiting is not None
        self.terms, self.waiting, self.due = self.waiting, None, False
        assert (self.meter.displayed, self.meter.reserve) == (before.displayed, before.reserve)

    @invariant()
    def nothing_is_lost_and_nothing_comes_from_nowhere(self) -> None:
        if not self.count:
            return
        meter = self.meter
        assert meter.seeded + meter.contributed == meter.displayed + meter.reserve + meter.paid
        assert (meter.seeded + meter.contributed, meter.paid) == (self.put_in, self.paid)
        assert (meter.progression, meter.in_play) == (self.terms, self.in_play)

    def teardown(self) -> None:
        assert self.store.reconcile() == []


TestMeters = Meters.TestCase
TestMeters.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
