"""The same decks through the round engine and through the array simulator: every settlement line, to the cent.

The engine is the judge. Decks are shuffled, and a part of them rigged for hands that are rare: jackpots, Envy, wins
that reach the payout limit. Bets are lawful ones at random, folds among them.

`python -m simulation.agreement 20000` compares so many rounds of every table; the suite runs fewer.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK
from pitboss.engine import Phase, Round, draw_due, evolve, open_round, play, spin_due
from pitboss.engine.actions import (
    Bet,
    Check,
    CloseBets,
    Draw,
    Fold,
    PlaceWager,
    Reveal,
    Settle,
    Spin,
    Validate,
    Withdraw,
)
from pitboss.engine.autoplay import House, act
from pitboss.engine.deal import deliveries
from pitboss.engine.events import BetMade, CardsDealt, CardsRevealed, Folded, MeterPaid
from pitboss.engine.lines import Result
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import SHIPPED, Terms, full_terms, terms_for
from pitboss.simulation import Deals, SimulatedTable, Simulation
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.criss_cross import CrissCrossTable

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Wagers = dict[str, Amount]
PASSIVE: dict[str, type[Fold] | type[Check] | type[Withdraw]] = {"fold": Fold, "check": Check, "withdraw": Withdraw}
Lines = dict[tuple[int, str, str], tuple[int, int]]
"""By seat, line and wager: what was staked and what came back, in cents."""


@dataclass(frozen=True)
class Case:
    """A table to compare: terms, and the wagers of each seat."""

    name: str
    terms: Terms
    stakes: tuple[Wagers, ...]

    @property
    def rulebook(self) -> str:
        return self.terms.rulebook.id


@cache
def cases() -> list[Case]:
    """Every rulebook under several submissions and readings; tables of one seat, of some, and of six."""
    found = []
    for id in SHIPPED:
        full = full_terms(id)
        found.append(Case(f"{id} full, 6 seats", full, seats_of(full, 6)))
        found.append(Case(f"{id} full, 1 seat", full, seats_of(full, 1)))
        found.append(Case(f"{id} default, 2 seats", terms_for(id), seats_of(terms_for(id), 2)))
    found += [_other(name, *change) for name, change in CHANGES.items()]
    return found


CHANGES: dict[str, tuple[str, dict[str, object], int]] = {
    "high stakes at the limit": ("ma-criss-cross", {"payout_limit": "50000"}, 3),
    "ace high only": ("md-criss-cross", {"readings": {"ace-low-straight": "ace-high-only"}}, 3),
    "antes by the table": ("md-criss-cross", {"readings": {"ante-odds": "paytable"}}, 3),
    "spin of $1, fixed": ("nj-criss-cross", {"bonus_spin": "1-fixed"}, 5),
    "spin outlives a fold": ("nj-criss-cross", {"readings": {"bonus-spin-on-fold": "stands"}}, 4),
    "folds live": (
        "ma-crazy-4",
        {
            "four_card_progressive": "B",
            "link_progressive": "PTMGL04",
            "readings": {
                "folded-hand-envy": "yes",
                "link-on-fold": "stands",
                "five-card-hand-bonus-on-fold": "both-stand",
                "super-bonus-dealer-not-qualified": "lost",
            },
        },
        4,
    ),
    "folds lose": (
        "ma-crazy-4",
        {
            "link_progressive": "PTMGLML01",
            "queens_up": "D",
            "readings": {
                "envy-needs-wager": "yes",
                "cover-all-on-fold": "forfeited",
                "five-card-hand-bonus-on-fold": "both-forfeited",
            },
        },
        3,
    ),
}


def _other(name: str, id: str, change: dict[str, object], seats: int) -> Case:
    terms = terms_for(id, {**full_terms(id).submission.as_file(), **change})
    return Case(f"{id} {name}, {seats} seats", terms, seats_of(terms, seats))


def seats_of(terms: Terms, seats: int) -> tuple[Wagers, ...]:
    """Seats that differ: one makes every wager, one only those it must, the others leave out now this, now that."""
    return tuple(_wagers(terms, seat) for seat in range(seats))


def _wagers(terms: Terms, seat: int) -> Wagers:
    chosen: Wagers = {}
    for number, wager in enumerate(terms.wagers.values()):
        left_out = seat == 5 or (seat % 2 == 1 and (number + seat) % 3 == 0)
        if wager.decision or (left_out and not wager.required) or any(name not in chosen for name in wager.needs):
            continue
        amounts, limits = terms.amounts(wager), terms.limits(wager)
        if wager.equals in chosen:
            chosen[wager.name] = chosen[wager.equals]
        elif amounts:
            chosen[wager.name] = amounts[seat % len(amounts)]
        elif limits is not None:
            # The highest stakes reach the payout limit.
            steps = (limits.maximum.cents - limits.minimum.cents) // limits.unit.cents
            chosen[wager.name] = limits.minimum + limits.unit * (steps * (3 - seat % 4) // 3)
    return chosen


def decks(table: SimulatedTable, seed: int, count: int) -> Bytes:
    """Shuffled decks. Of every four, two have something on top: one suit, or four ranks, in any order.

    Where hands of five are dealt, every fiftieth deck makes a straight flush of each.
    """
    chance = np.random.default_rng(seed)
    shuffled = chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    suits, ranks = chance.integers(4, size=(count, 1)), chance.permuted(np.tile(np.arange(13), (count, 1)), axis=1)
    kind = chance.integers(4, size=(count, 1))
    low = np.minimum(ranks[:, :1], 9)
    first = np.where(kind == 1, shuffled & 3 != suits, False)
    first |= np.where(kind == 2, ~((shuffled >> 2 >= low) & (shuffled >> 2 < low + 4)), False)
    order = np.argsort(first, axis=1, kind="stable")
    rigged = np.take_along_axis(shuffled, order, axis=1)
    if table.own_cards == 5:
        runs = [(12 - 5 * (hand // 4) - card) * 4 + hand % 4 for hand in range(table.seats + 1) for card in range(5)]
        rigged[::50, : len(table.slots)] = np.array(runs, np.uint8)[table.slots]
    return rigged


def chances(table: SimulatedTable, cards: Bytes, seed: int) -> Int8s:
    """Wheel stops and draws: all alike likely, for the rare ones are to be seen."""
    chance = np.random.default_rng(seed)
    if isinstance(table, AnyGameTable):
        return np.empty((len(cards), 0), np.int8)
    if isinstance(table, CrissCrossTable):
        stops = chance.integers(max(1, len(table.positions)), size=(len(cards), table.seats)).astype(np.int8)
        holes = cards[:, table.first_own :].reshape(len(cards), table.seats, 2) >> 2
        return np.where(holes[:, :, 0] == holes[:, :, 1], stops, -1).astype(np.int8)
    drawn = np.stack([chance.integers(-1, 52, len(cards)), chance.integers(-1, 7, len(cards))], axis=1)
    return drawn.astype(np.int8)


class Comparison:
    """One case played through both; `lines` counts what was compared, by name of line and whether it paid."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.simulation = Simulation.of(case.terms, seats=len(case.stakes), stakes=case.stakes, strategy="random")
        self.table = self.simulation.table
        self.lines: Counter[tuple[str, bool]] = Counter()
        placed = (PlaceWager(s, name, amount) for s, one in enumerate(case.stakes, 1) for name, amount in one.items())
        self.opened = play(open_round(case.terms), *placed, CloseBets())
        self.deliveries = deliveries(self.opened)

    def run(self, seed: int, count: int) -> None:
        """Compare so many rounds; fails at the first line that differs."""
        table = self.table
        tops = decks(table, seed, count)
        dealt = table.from_decks(tops, np.empty((0, 0), np.int8))
        deals = Deals(seed * 1_000_003, dealt.cards, chances(table, dealt.cards, seed))
        bets = table.no_bets(count)
        self.simulation.strategy.decide(table, seed, deals, bets)
        net, meters_paid = table.settle(deals, bets)
        taken: Counter[str] = Counter()
        for i in range(count):
            expected, moved = self._engine(tops[i], bets[i], deals.chance[i])
            taken.update(moved)
            simulated = {
                (s + 1, column.name, column.wager): int(net[s, c, i])
                for c, column in enumerate(table.columns)
                for s in range(table.seats)
                if net[s, c, i]
            }
            settled = {line: back - stake for line, (stake, back) in expected.items() if back != stake}
            assert simulated == settled, f"{self.case.name}, deck {tops[i].tolist()}, bets {bets[i].tolist()}"
            for (seat, name, wager), (stake, back) in expected.items():
                if name == wager and name != "payout_limit":
                    assert stake == self._staked(bets[i : i + 1], seat - 1, name)
                self.lines[name, back != 0] += 1
        assert [taken[name] for name in table.meters] == meters_paid[: len(table.meters), 0].tolist()

    def _staked(self, bets: Int8s, seat: int, name: str) -> int:
        table = self.table
        if isinstance(table, AnyGameTable):
            stakes, _ = table.staked_by(bets, seat, len(table.decisions))
            return int(stakes[0, table.program.stake(name)])
        antes = int(bets[0, seat, table.decisions.index(name)]) if name in table.decisions else 1
        return antes * table.stake(seat, name)

    def _engine(self, top: Bytes, bets: Int8s, chance: Int8s) -> tuple[Lines, Counter[str]]:
        """The engine's lines, and what left the meters."""
        round = self._decided(self._dealt(self._drawn(chance), top), bets)
        house = House(iter(()), open_meters(self.case.terms))
        paid: Counter[str] = Counter()
        while not round.finished:
            round, events = act(round, house, self._next(round, house, chance))
            for event in events:
                if isinstance(event, MeterPaid):
                    paid[event.meter] += event.amount.cents
        lines: Lines = {}
        for line in round.lines:
            if line.result is Result.RETURNED:
                continue  # a wager taken back, by which nothing is won or lost
            key = line.seat, line.wager, line.base
            stake, back = lines.get(key, (0, 0))
            lines[key] = stake + line.stake.cents, back + line.returned.cents
        return lines, paid

    def _drawn(self, chance: Int8s) -> Round:
        """The round after the draw of the table system, where one is due."""
        if not draw_due(self.opened):
            return self.opened
        magic, lucky = chance.tolist()
        offers = self.case.terms.offers
        card = DECK[magic] if magic >= 0 and offers("magic_card") else None
        position = None if lucky < 0 or not offers("lucky_bonus") else lucky or "dealer"
        return play(self.opened, Draw(card, position))

    def _dealt(self, round: Round, top: Bytes) -> Round:
        at = 0
        for place, cards in self.deliveries:
            round = evolve(round, CardsDealt(place, tuple(DECK[card] for card in top[at : at + cards])))
            at += cards
        return round

    def _decided(self, round: Round, bets: Int8s) -> Round:
        if isinstance(self.table, AnyGameTable):
            return self._chosen(round, bets)
        for number, decision in enumerate(self.case.terms.rulebook.decisions):
            for seat in round.playing:
                size = int(bets[seat.number - 1, number])
                made = BetMade(seat.number, decision.key, decision.base_of(seat.wagers) * size)
                round = evolve(round, made if size else Folded(seat.number, decision.key))
            if round.phase is Phase.REVEAL:
                round = evolve(round, CardsRevealed(decision.reveals))
        return round

    def _chosen(self, round: Round, bets: Int8s) -> Round:
        """Choices of any kind as actions, so that the engine also judges whether they may be taken."""
        for number, decision in enumerate(self.case.terms.rulebook.decisions):
            for seat in round.deciding if round.phase is Phase.DECISION else ():
                name = self.table.choices[number][bets[seat.number - 1, number]]
                if name.endswith("x"):
                    amount = decision.base_of(seat.wagers) * int(name.removesuffix("x"))
                    round = play(round, Bet(seat.number, amount))
                else:
                    round = play(round, PASSIVE[name](seat.number))
            if round.phase is Phase.REVEAL:
                round = play(round, Reveal())
        return round

    def _next(self, round: Round, house: House, chance: Int8s) -> Settle | Spin | Validate:
        if round.phase is Phase.VALIDATION:
            return Validate(round.held[0].seat, round.held[0].wager, "form 7")
        spinner = spin_due(round)
        if spinner is not None:
            assert isinstance(self.table, CrissCrossTable)
            return Spin(spinner, self.table.positions[chance[spinner - 1]], house.shown)
        return Settle(house.shown)


def compared(rounds: int) -> Iterator[tuple[Case, Comparison]]:
    """Every case, compared over so many rounds."""
    for case in cases():
        comparison = Comparison(case)
        comparison.run(seed=1, count=rounds)
        yield case, comparison


def main() -> None:
    """Compare many more rounds than the suite does, and say how many."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seats: Counter[str] = Counter()
    start = time.perf_counter()
    for case, comparison in compared(rounds):
        seats[case.rulebook] += rounds * len(case.stakes)
        lines = sum(comparison.lines.values())
        print(f"{case.name}: {rounds:,} rounds, {lines:,} settlement lines alike")
    for rulebook, played in seats.items():
        print(f"{rulebook}: {played:,} seats played")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
