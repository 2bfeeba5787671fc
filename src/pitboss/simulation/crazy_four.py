"""Crazy 4 tables for the kernels: every wager, progressive, envy and draw, read from the terms."""

from functools import cache

import numpy as np

from pitboss.cards import five_card_values, four_card_values
from pitboss.mathematics.kernels.batch_eval import five_card_tables, four_card_tables
from pitboss.mathematics.nets import crazy_four_pays
from pitboss.mathematics.shape import SideBasis, crazy_four_shape, side_of, side_wagers
from pitboss.money import Amount, MeterShare, Odds
from pitboss.rulebooks.paytable import PaytableLine
from pitboss.simulation.kernels import crazy_four as kernels
from pitboss.simulation.kernels.hands import Judge, judge_of
from pitboss.simulation.pays import LineOf, Sorting, cents, line_of, share_of, sort_hands
from pitboss.simulation.seating import Seating
from pitboss.simulation.table import Bools, Bytes, Deals, Int8s, Int64s, LineColumn, SimulatedTable, between, by_column

RIDING = {
    kernels.FOUR_ENVY: kernels.FOUR_CARD,
    kernels.FIVE_ENVY: kernels.FIVE_CARD,
    kernels.LINK_ENVY: kernels.LINK,
    kernels.MAGIC_PLAYER: kernels.ON_PLAYER,
    kernels.MAGIC_DEALER: kernels.ON_DEALER,
    kernels.LUCKY_PLAYER: kernels.ON_PLAYER,
    kernels.LUCKY_DEALER: kernels.ON_DEALER,
}
FOUR_CARD_TABLES = (kernels.SUPER_BONUS, kernels.QUEENS_UP, kernels.FOUR_CARD, kernels.COVER_ALL)
FIVE_CARD_TABLES = (kernels.FIVE_CARD, kernels.ON_PLAYER, kernels.ON_DEALER, kernels.LINK)
SIDES = {
    kernels.QUEENS_UP: SideBasis.FOUR_CARD,
    kernels.FOUR_CARD: SideBasis.FOUR_CARD,
    kernels.FIVE_CARD: SideBasis.FIVE_CARD,
    kernels.ON_PLAYER: SideBasis.FIVE_CARD,
    kernels.ON_DEALER: SideBasis.DEALER_FIVE_CARD,
    kernels.LINK: SideBasis.FIVE_CARD,
    kernels.COVER_ALL: SideBasis.TABLE_BEST,
}
DRAWN = (
    ("magic_card", kernels.MAGIC_PLAYER, kernels.MAGIC_DEALER),
    ("lucky_bonus", kernels.LUCKY_PLAYER, kernels.LUCKY_DEALER),
)


class CrazyFourTable(SimulatedTable):
    """A table of Crazy 4 Poker."""

    own_cards = 5
    first_own = 5

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating)
        terms = seating.terms
        self.main, self.shape = crazy_four_pays(terms), crazy_four_shape(terms, "simulation")
        self.ante = self.shape.ante
        self.columns = self._named_columns()
        self._refuse_unknown(self._known())
        fours = sort_hands(terms, four_card_values(), self._tables(FOUR_CARD_TABLES) | self._envy_tables("four_card"))
        fives = sort_hands(terms, five_card_values(), self._tables(FIVE_CARD_TABLES) | self._envy_tables("five_card"))
        cover = (
            terms.paytable(kernels.COLUMNS[kernels.COVER_ALL], self.seats) if self._made(kernels.COVER_ALL) else None
        )
        lines = cover.lines if cover else ()
        kinds = max(fours.size, fives.size, len(lines) + 1)
        self._returned = np.zeros((len(self.columns), self.seats, kinds), np.int64)
        self._shares = np.zeros((len(self.columns), kinds), np.int64)
        self._meter_of = np.zeros((len(self.columns), kinds), np.int64)
        self._fill_tables(fours, FOUR_CARD_TABLES)
        self._fill_tables(fives, FIVE_CARD_TABLES)
        self._fill_cover_all(lines)
        self._fill_envy(fours, fives)
        self._fill_draws()
        shown, resets = self._meter_cents()
        super_bonus = fours.odds[self.shape.super_bonus]
        self.game = kernels.CrazyFour(
            four=four_card_judge(),
            five=judge_of(five_card_tables(), fives.kinds),
            four_kinds=fours.kinds,
            cover_lines=_cover_lines(fours, lines),
            seats=self.seats,
            qualifying=self.main.qualifying,
            duels=self._duels(),
            folded_envy=terms.reading("folded-hand-envy") == "yes",
            envy_needs_wager=terms.reading("envy-needs-wager") == "yes",
            stakes=self._stakes(),
            returned=self._returned,
            super_bonus_paid=np.array([odds is not None for odds in super_bonus], np.uint8),
            shares=self._shares,
            meter_of=self._meter_of,
            stands=self._stands(),
            draws=np.array([self._draw_rounds(name) for name, *_ in DRAWN], np.int64),
            positions=terms.rulebook.seats + 1,
            meters=shown,
            resets=resets,
        )
        others = max(1, self.seats - 1)
        self._refuse_large(*(max(self.largest_bet, others) * amounts for amounts in self._returned), shown)

    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        drawn = np.full((len(cards), 2), kernels.NOT_DRAWN, np.int8, "F")
        if self.game.draws.any():
            kernels.draw(self.game, np.uint64(seed), np.uint64(first), drawn)
        return drawn

    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        kernels.settle(self.game, *by_column(deals, bets), net, paid)

    def add_settled(
        self, deals: Deals, bets: Int8s, net: Int64s, rows: Int64s, main: Int64s, totals: Int64s, paid: Int64s
    ) -> None:
        kernels.add_settled(self.game, *by_column(deals, bets), rows, main, totals, paid)

    def shown(self, decision: int) -> dict[int, str]:
        return {}

    def open_to(self, deals: Deals, seat: int, decision: int, bets: Int8s) -> Bools:
        strengths = np.empty(len(deals), np.uint16)
        kernels.strengths_of(self.game.four, self.own(deals, seat), strengths)
        return between(len(deals), self.main.sizes.ends[0], self.main.most(strengths), self.largest_bet)

    @property
    def largest_bet(self) -> int:
        return self.main.largest_play

    def _named_columns(self) -> tuple[LineColumn, ...]:
        """The columns of the kernels, those of the main game by the rulebook's names."""
        names = list(kernels.COLUMNS)
        names[kernels.ANTE], names[kernels.SUPER_BONUS] = self.shape.ante, self.shape.super_bonus
        names[kernels.PLAY] = self.shape.play
        return tuple(LineColumn(name, names[RIDING.get(number, number)]) for number, name in enumerate(names))

    def _known(self) -> list[str]:
        """The wagers that are decided as the kernels decide their columns."""
        main = [self.shape.ante, self.shape.super_bonus, self.shape.play]
        sides = {kernels.COLUMNS[column]: side for column, side in SIDES.items()}
        return main + [
            wager.name for wager in side_wagers(self.terms) if sides.get(wager.name) is side_of(self.terms, wager)
        ]

    def _duels(self) -> Int64s:
        """What Ante, Play and an unpaid Super Bonus net each seat by the dealer's hand, in cents a time."""
        fates = (self.shape.ante_odds, self.shape.unpaid_odds, self.shape.play_odds)
        found = np.zeros((len(fates), len(self.main.ante), self.seats), np.int64)
        for wager, outcomes in enumerate(fates):
            name = self.columns[wager].name
            for outcome, odds in enumerate(outcomes):
                for seat in range(self.seats):
                    stake = Amount(self.stake(seat, name))
                    back = cents(self.terms, odds, stake, f"seat {seat + 1}: {name}")[0]
                    found[wager, outcome, seat] = back - stake.cents
        return found

    def _made(self, column: int) -> bool:
        return self.columns[column].name in self.seating.wagers

    def _tables(self, columns: tuple[int, ...]) -> dict[str, LineOf]:
        tables = {}
        for column in columns:
            name = self.columns[column].name
            if self._made(column):
                table = self.terms.paytable(name, self.seats)
                assert table is not None
                tables[name] = line_of(table.lines)
        return tables

    def _envy_tables(self, ranking: str) -> dict[str, LineOf]:
        """The Envy schedule of each seat that has one."""
        tables = {}
        for wager, column in kernels.ENVIED:
            for seat, stakes in enumerate(self.seating.stakes):
                stake = stakes.get(kernels.COLUMNS[wager])
                schedule = self.terms.envy(kernels.COLUMNS[wager], stake) if stake else None
                if schedule is not None and self.terms.hand(schedule.decided_by).ranking == ranking:
                    tables[f"{column} {seat}"] = line_of(schedule.lines)
        return tables

    def _fill(self, column: int, seat: int, kind: int, odds: Odds | None) -> None:
        name, wager = self.columns[column]
        stake = Amount(self.stake(seat, wager))
        self._returned[column, seat, kind] = cents(self.terms, odds, stake, f"seat {seat + 1}: {name}")[0]

    def _fill_tables(self, sorting: Sorting, columns: tuple[int, ...]) -> None:
        for column in columns:
            name = self.columns[column].name
            if name not in sorting.odds or column == kernels.COVER_ALL:
                continue
            for kind, odds in enumerate(sorting.odds[name]):
                for seat in range(self.seats):
                    self._fill(column, seat, kind, odds)
                if isinstance(odds, MeterShare):
                    self._shares[column, kind] = share_of(odds)
                    self._meter_of[column, kind] = self.meters.index(odds.meter)

    def _fill_cover_all(self, lines: tuple[PaytableLine, ...]) -> None:
        for place, line in enumerate(reversed(lines), 1):
            for seat in range(self.seats):
                self._fill(kernels.COVER_ALL, seat, place, line.pays)

    def _fill_envy(self, *sortings: Sorting) -> None:
        for _, column in kernels.ENVIED:
            for seat in range(self.seats):
                for sorting in sortings:
                    for kind, odds in enumerate(sorting.odds.get(f"{column} {seat}", ())):
                        self._fill(column, seat, kind, odds)

    def _fill_draws(self) -> None:
        offered = {bonus.name: bonus.pays for bonus in self.terms.rulebook.bonuses if self.terms.offers(bonus.name)}
        for seat in range(self.seats):
            for name, *columns in DRAWN:
                for column in columns:
                    self._fill(column, seat, 0, offered.get(name))

    def _draw_rounds(self, bonus: str) -> int:
        """Once in how many rounds a bonus is drawn; 0 for never."""
        bet_on = self._made(kernels.ON_PLAYER) or self._made(kernels.ON_DEALER)
        return self.terms.submission.draws[bonus] if bet_on and self.terms.offers(bonus) else 0


@cache
def four_card_judge() -> Judge:
    """Tells the strength of the best four of five cards."""
    return judge_of(four_card_tables(), np.arange(len(four_card_values()), dtype=np.uint16))


def _cover_lines(fours: Sorting, lines: tuple[PaytableLine, ...]) -> Bytes:
    """The line of Cover All that each kind of four cards reaches, from 1 for the lowest; its own order decides."""
    standing = np.zeros(fours.size, np.uint8)
    for strength, value in enumerate(four_card_values()):
        place = next((len(lines) - number for number, line in enumerate(lines) if line.covers(value)), 0)
        standing[fours.kinds[strength]] = place
    return standing
