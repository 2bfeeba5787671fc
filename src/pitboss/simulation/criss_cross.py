"""Criss-Cross tables for the kernels: every rulebook, every wager, read from the terms."""

from collections.abc import Sequence

import numpy as np

from pitboss.mathematics.kernels.batch_eval import five_card_tables
from pitboss.mathematics.nets import values_by_strength
from pitboss.mathematics.shape import SideBasis, criss_cross_shape, side_of, side_wagers
from pitboss.money import Amount, MeterShare, Odds
from pitboss.simulation.kernels import criss_cross as kernels
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.layout import table_places
from pitboss.simulation.pays import cents, line_of, share_of, sort_hands
from pitboss.simulation.seating import Seating
from pitboss.simulation.table import Bools, Bytes, Deals, Int8s, Int64s, LineColumn, SimulatedTable, between, by_column

COMMUNITY_PAY = "_community"
LIMIT = "payout_limit"


class CrissCrossTable(SimulatedTable):
    """A table of Criss-Cross Poker."""

    own_cards = 2

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating)
        terms = seating.terms
        self.shape = criss_cross_shape(terms, "simulation")
        self.ante = self.shape.antes[0]
        self.first_own = len(self.slots) - 2 * seating.seats
        on_community, on_six, on_wheel = (
            self._made(side) for side in (SideBasis.COMMUNITY, SideBasis.HOLE_AND_BURNS, SideBasis.WHEEL)
        )
        main = [*self.shape.antes, *self.shape.bets]
        self._refuse_unknown([*main, *on_community, *on_six, *on_wheel[:1]])
        wheel = terms.wheel if on_wheel else None
        tabled = [*main, *on_community, *on_six]
        names = [*tabled, *on_wheel, *(name + COMMUNITY_PAY for name in on_wheel), LIMIT]
        self.columns = tuple(LineColumn(name, name.removesuffix(COMMUNITY_PAY)) for name in names)
        tables = {name: table for name in tabled if (table := terms.paytable(name)) is not None}
        values = values_by_strength(self.shape.ace_low)
        sorting = sort_hands(terms, values, {name: line_of(table.lines) for name, table in tables.items()})
        stops = wheel.stops if wheel else ()
        shape = (len(self.columns), self.seats, max(sorting.size, len(stops)))
        self._returned, self._paid = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for name, odds in sorting.odds.items():
            self._fill(names.index(name), odds)
        prizes = [terms.wheel_prize(stop) for stop in stops]
        if wheel is not None:
            self._fill(len(tabled), prizes)
            community = [None if isinstance(stop.community, MeterShare) else stop.community for stop in stops]
            self._fill(len(tabled) + 1, community)
        rule, limit = terms.rulebook.payout_limit, terms.payout_limit
        counted = rule.counts if rule else ()
        fixed_counts = wheel is not None and wheel.top_prize == "fixed" and terms.top_prize_counts
        weights = terms.submission.wheel.weights if terms.submission.wheel else {}
        shown, resets = self._meter_cents()
        self.game = kernels.CrissCross(
            judge=judge_of(five_card_tables(), sorting.kinds),
            sixes=len(main) + len(on_community),
            wheel=len(tabled),
            seats=self.seats,
            first_hole=self.first_own,
            stakes=self._stakes(),
            returned=self._returned,
            paid=self._paid,
            stands=self._stands(),
            counts=np.array([column.wager in counted for column in self.columns], np.uint8),
            limit=-1 if limit is None else limit.cents,
            stop_weights=np.array([weights.get(stop.position, 0) for stop in stops], np.int64),
            # What a meter pays never counts; a fixed top prize does as the reading in force has it.
            stop_counts=np.array([stop.pays is not None or fixed_counts for stop in stops], np.uint8),
            stop_share=np.array([share_of(prize) for prize in prizes], np.int64),
            meters=shown,
            resets=resets,
        )
        self._refuse_large(*(self.largest_bet * amounts for amounts in self._returned), shown)

    def _fill(self, column: int, odds: Sequence[Odds | None]) -> None:
        """What each seat's stake in a column sends back at each of these odds, and what of it is winnings."""
        name, wager = self.columns[column]
        for s in range(self.seats):
            stake = Amount(self.stake(s, wager))
            for kind, one in enumerate(odds):
                returned, paid = cents(self.terms, one, stake, f"seat {s + 1}: {name}")
                self._returned[column, s, kind], self._paid[column, s, kind] = returned, paid

    def _made(self, side: SideBasis) -> list[str]:
        """The side wagers made that are decided so."""
        made = (wager for wager in side_wagers(self.terms) if wager.name in self.seating.wagers)
        return [wager.name for wager in made if side_of(self.terms, wager) is side]

    @property
    def positions(self) -> tuple[int, ...]:
        """The wheel's positions, in the order in which `chance` numbers its stops."""
        wheel = self.terms.wheel
        return tuple(stop.position for stop in wheel.stops) if wheel else ()

    @property
    def largest_bet(self) -> int:
        return max(sizes.ends[1] for sizes in self.shape.sizes)

    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        spins = np.full((len(cards), self.seats), kernels.NO_SPIN, np.int8, "F")
        if len(self.game.stop_weights):
            kernels.spin(self.game, np.uint64(seed), np.uint64(first), cards, spins)
        return spins

    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        kernels.settle(self.game, *by_column(deals, bets), net, paid)

    def add_settled(
        self, deals: Deals, bets: Int8s, net: Int64s, rows: Int64s, main: Int64s, totals: Int64s, paid: Int64s
    ) -> None:
        kernels.add_settled(self.game, *by_column(deals, bets), rows, main, totals, paid)

    def shown(self, decision: int) -> dict[int, str]:
        names = table_places(self.terms)
        return {names.index(place): place for places in self.shape.turned[:decision] for place in places}

    def open_to(self, deals: Deals, seat: int, decision: int, bets: Int8s) -> Bools:
        least, most = self.shape.sizes[decision].ends
        return between(len(deals), least, most, self.largest_bet)

    def opens_by_cards(self, decision: int) -> bool:
        return False
