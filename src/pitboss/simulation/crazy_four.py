"""Crazy 4 tables for the kernels: every wager, progressive, envy and draw, read from the terms."""

import numpy as np

from pitboss.analysis.kernels.batch_eval import five_card_tables, four_card_tables
from pitboss.analysis.paying import crazy_four_game
from pitboss.cards import five_card_values, four_card_values
from pitboss.money import Amount, MeterShare, Odds
from pitboss.rulebooks.paytable import PaytableLine
from pitboss.simulation.kernels import crazy_four as kernels
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.paying import LineOf, Sorting, cents, line_of, share_of, sort_hands
from pitboss.simulation.staking import Seating
from pitboss.simulation.table import Bytes, Column, Deals, Int8s, Int64s, Table

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
DRAWN = (
    ("magic_card", kernels.MAGIC_PLAYER, kernels.MAGIC_DEALER),
    ("lucky_bonus", kernels.LUCKY_PLAYER, kernels.LUCKY_DEALER),
)


class CrazyFourTable(Table):
    """A table of Crazy 4 Poker."""

    columns = tuple(
        Column(name, kernels.COLUMNS[RIDING.get(number, number)]) for number, name in enumerate(kernels.COLUMNS)
    )
    own_cards = 5
    first_own = 5

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating)
        terms = seating.terms
        self.main = crazy_four_game(terms)
        fours = sort_hands(four_card_values(), self._tables(FOUR_CARD_TABLES) | self._envy_tables("four_card"))
        fives = sort_hands(five_card_values(), self._tables(FIVE_CARD_TABLES) | self._envy_tables("five_card"))
        cover = terms.paytable("cover_all", self.seats) if "cover_all" in seating.wagers else None
        lines = cover.lines if cover else ()
        kinds = max(fours.size, fives.size, len(lines) + 1)
        self._returned = np.zeros((len(self.columns), self.seats, kinds), np.int64)
        self._shares = np.zeros((len(self.columns), kinds), np.int64)
        self._meter_of = np.zeros((len(self.columns), kinds), np.int64)
        self._fill_tables(fours, FOUR_CARD_TABLES)
        self._fill_tables(fives, FIVE_CARD_TABLES)
        self._fill_cover_all(lines)
        self._fill_envy(fours, fives)
        self._fill_even_money_and_draws()
        shown, resets = self._meter_cents()
        super_bonus = fours.odds["super_bonus"]
        self.game = kernels.CrazyFour(
            four=judge_of(four_card_tables(), np.arange(len(four_card_values()), dtype=np.uint16)),
            five=judge_of(five_card_tables(), fives.kinds),
            four_kinds=fours.kinds,
            cover_lines=_cover_lines(fours, lines),
            seats=self.seats,
            qualifying=self.main.qualifying,
            outranked_loses=self.main.outranked_super_bonus_loses,
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
        self._refuse_large(*(max(self.main.largest_play, others) * amounts for amounts in self._returned), shown)

    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        drawn = np.full((len(cards), 2), kernels.NOT_DRAWN, np.int8)
        if self.game.draws.any():
            kernels.draw(self.game, np.uint64(seed), np.uint64(first), drawn)
        return drawn

    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        kernels.settle(self.game, deals.cards, bets, deals.chance, net, paid)

    def bounds(self, deals: Deals, seat: int, decision: int) -> tuple[Int8s, Int8s]:
        rule = self.terms.rulebook.decisions[decision]
        strengths = np.empty(len(deals), np.uint16)
        kernels.strengths_of(self.game.four, self.own(deals, seat), strengths)
        most = np.where(strengths >= self.main.raising, self.main.largest_play, rule.most)
        return np.full(len(deals), rule.least, np.int8), most.astype(np.int8)

    def _made(self, column: int) -> bool:
        return kernels.COLUMNS[column] in self.seating.wagers

    def _tables(self, columns: tuple[int, ...]) -> dict[str, LineOf]:
        tables = {}
        for column in columns:
            name = kernels.COLUMNS[column]
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
                if schedule is not None and schedule.ranking == ranking:
                    tables[f"{column} {seat}"] = line_of(schedule.lines)
        return tables

    def _fill(self, column: int, seat: int, kind: int, odds: Odds | None) -> None:
        name, wager = self.columns[column]
        stake = Amount(self.stake(seat, wager))
        self._returned[column, seat, kind] = cents(self.terms, odds, stake, f"seat {seat + 1}: {name}")[0]

    def _fill_tables(self, sorting: Sorting, columns: tuple[int, ...]) -> None:
        for column in columns:
            name = kernels.COLUMNS[column]
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

    def _fill_even_money_and_draws(self) -> None:
        duel = self.terms.rulebook.duel
        assert duel is not None
        offered = {bonus.name: bonus.pays for bonus in self.terms.rulebook.bonuses if self.terms.offers(bonus.name)}
        for seat in range(self.seats):
            self._fill(kernels.ANTE, seat, 0, duel.pays)
            self._fill(kernels.PLAY, seat, 0, duel.pays)
            for name, *columns in DRAWN:
                for column in columns:
                    self._fill(column, seat, 0, offered.get(name))

    def _draw_rounds(self, bonus: str) -> int:
        """Once in how many rounds a bonus is drawn; 0 for never."""
        bet_on = self._made(kernels.ON_PLAYER) or self._made(kernels.ON_DEALER)
        return self.terms.submission.draws.get(bonus, 1) if bet_on and self.terms.offers(bonus) else 0


def _cover_lines(fours: Sorting, lines: tuple[PaytableLine, ...]) -> Bytes:
    """The line of Cover All that each kind of four cards reaches, from 1 for the lowest; its own order decides."""
    standing = np.zeros(fours.size, np.uint8)
    for strength, value in enumerate(four_card_values()):
        place = next((len(lines) - number for number, line in enumerate(lines) if line.covers(value)), 0)
        standing[fours.kinds[strength]] = place
    return standing
