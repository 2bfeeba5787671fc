"""Criss-Cross tables for the kernels: every rulebook, every wager, read from the terms."""

import numpy as np

from pitboss.analysis.community_wagers import hand_values
from pitboss.analysis.kernels.batch_eval import five_card_tables
from pitboss.money import Amount, MeterShare, Odds
from pitboss.simulation.kernels import criss_cross as kernels
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.paying import cents, line_of, share_of, sort_hands
from pitboss.simulation.staking import Seating
from pitboss.simulation.table import Bytes, Column, Deals, Int8s, Int64s, Table

RIDING = {"bonus_spin_community": "bonus_spin"}


class CrissCrossTable(Table):
    """A table of Criss-Cross Poker."""

    columns = tuple(Column(name, RIDING.get(name, name)) for name in kernels.COLUMNS)
    own_cards = 2

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating)
        terms = seating.terms
        self.first_own = len(self.slots) - 2 * seating.seats
        tables = {name: table for name in kernels.COLUMNS if (table := terms.paytable(name)) is not None}
        sorting = sort_hands(hand_values(terms), {name: line_of(table.lines) for name, table in tables.items()})
        wheel = terms.wheel if "bonus_spin" in seating.wagers else None
        stops = wheel.stops if wheel else ()
        shape = (len(self.columns), self.seats, max(sorting.size, len(stops)))
        returned, paid = np.zeros(shape, np.int64), np.zeros(shape, np.int64)

        def fill(name: str, odds: list[Odds | None]) -> None:
            column = kernels.COLUMNS.index(name)
            for s in range(self.seats):
                stake = Amount(self.stake(s, self.columns[column].wager))
                for kind, one in enumerate(odds):
                    returned[column, s, kind], paid[column, s, kind] = cents(terms, one, stake, f"seat {s + 1}: {name}")

        for name, odds in sorting.odds.items():
            fill(name, list(odds))
        prizes: list[Odds | None] = [terms.wheel_prize(stop) for stop in stops]
        fill("bonus_spin", prizes)
        community = [None if isinstance(stop.community, MeterShare) else stop.community for stop in stops]
        fill("bonus_spin_community", community)
        rule, limit = terms.rulebook.payout_limit, terms.payout_limit
        counted = rule.counts if rule else ()
        weights = terms.submission.wheel.weights if terms.submission.wheel else {}
        shown, resets = self._meter_cents()
        self.game = kernels.CrissCross(
            judge=judge_of(five_card_tables(), sorting.kinds),
            seats=self.seats,
            first_hole=self.first_own,
            stakes=self._stakes(),
            returned=returned,
            paid=paid,
            stands=self._stands(),
            counts=np.array([column.wager in counted for column in self.columns], np.uint8),
            limit=-1 if limit is None else limit.cents,
            stop_weights=np.array([weights.get(stop.position, 0) for stop in stops], np.int64),
            # The fixed top prize, like a meter, is not paid from the table inventory.
            stop_counts=np.array([stop.pays is not None for stop in stops], np.uint8),
            stop_share=np.array([share_of(prize) for prize in prizes], np.int64),
            meters=shown,
            resets=resets,
        )
        most = max(decision.most for decision in terms.rulebook.decisions)
        self._refuse_large(*(most * amounts for amounts in returned), shown)

    @property
    def positions(self) -> tuple[int, ...]:
        """The wheel's positions, in the order in which `chance` numbers its stops."""
        wheel = self.terms.wheel
        return tuple(stop.position for stop in wheel.stops) if wheel else ()

    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        spins = np.full((len(cards), self.seats), kernels.NO_SPIN, np.int8)
        if len(self.game.stop_weights):
            kernels.spin(self.game, np.uint64(seed), np.uint64(first), cards, spins)
        return spins

    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        kernels.settle(self.game, deals.cards, bets, deals.chance, net, paid)

    def bounds(self, deals: Deals, seat: int, decision: int) -> tuple[Int8s, Int8s]:
        rule = self.terms.rulebook.decisions[decision]
        return np.full(len(deals), rule.least, np.int8), np.full(len(deals), rule.most, np.int8)
