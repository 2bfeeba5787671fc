"""A table of any game that can be compiled: decisions of any kind, settled by the program, to the cent."""

from math import gcd

import numpy as np

from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import Other, shape_of
from pitboss.money import For
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Choice, Kind, Program
from pitboss.program.settlement import settle_arrays, strengths
from pitboss.rulebooks.parts import OWN
from pitboss.simulation.kernels.any_game import BET, NOTHING, WITHDRAWAL, Moves, walk
from pitboss.simulation.kernels.sums import count_bets
from pitboss.simulation.seating import Seating
from pitboss.simulation.table import (
    FOLD,
    MOST_BET,
    Bools,
    Bytes,
    Counts,
    Deals,
    Int8s,
    Int64s,
    LineColumn,
    SimulatedTable,
    places_for,
)

LIMIT = "payout_limit"
_DOES = {Kind.BET: BET, Kind.WITHDRAW: WITHDRAWAL, Kind.CHECK: NOTHING}


class AnyGameTable(SimulatedTable):
    """A table whose rules are a program: the main game, and the side wagers that its seats make."""

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating)
        terms = seating.terms
        main = self.main_wagers
        self.program = compile_terms(terms, [name for name in seating.wagers if name not in main])
        self._refuse_envy()
        stakes = self.program.stakes
        self.ante = next(name for name in main if terms.wagers[name].required)
        self.columns = tuple(
            LineColumn(one.name, one.name if one.on is None else stakes[one.on].name) for one in stakes
        )
        self.own_cards = dealt_to(terms.dealing)[PLAYERS]
        self.first_own = len(self.slots) - self.own_cards * self.seats
        self.options = tuple(
            tuple(choice for choice in street.choices if choice.kind is not Kind.FOLD)
            for street in self.program.streets
        )
        self._refuse_unknown(seating.wagers)
        self.moves = self._moves()
        self.openings = np.array(
            [[self._before_the_deal(seat, one.name) for one in stakes] for seat in range(self.seats)], np.int64
        )
        self._limit = terms.payout_limit
        self._counted = self._limited()
        if self._limit is not None:
            self.columns += (LineColumn(LIMIT, LIMIT),)
        self._refuse_large(*self._most())

    # What may be chosen

    @property
    def decisions(self) -> tuple[str, ...]:
        """The streets of the program."""
        return tuple(street.name for street in self.program.streets)

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """By decision and number: a fold, or what else the program offers."""
        return tuple(
            (FOLD if folds else "", *(choice.name for choice in options))
            for folds, options in zip(self.moves.folds, self.options, strict=True)
        )

    @property
    def largest_bet(self) -> int:
        return max((len(options) for options in self.options), default=0)

    def goes_on(self, decision: int) -> Bools:
        """By number: all but a fold and what ends the decisions."""
        found: Bools = ~self.moves.ends[decision]
        found[0] = False
        return found

    def shown(self, decision: int) -> dict[int, str]:
        """The cards that streets before have turned up, or that lie face up from the deal."""
        columns, own = self.slot_columns(self.program, 0), set(self.program.places[0].slots)
        seen = dict.fromkeys(slot for street in self.program.streets[: decision + 1] for slot in street.seen)
        names = {slot: place.name for place in self.program.places for slot in place.slots}
        return {int(columns[slot]): names[slot] for slot in seen if slot not in own}

    def open_to(self, deals: Deals, seat: int, decision: int, bets: Int8s) -> Bools:
        """A choice may need a hand, and a stake can be withdrawn once."""
        found = np.zeros((len(deals), self.largest_bet + 1), np.bool_)
        found[:, 0] = self.moves.folds[decision]
        cards, (stakes, _) = self.seen_by(deals, seat), self.staked_by(bets, seat, decision)
        for number, choice in enumerate(self.options[decision], 1):
            found[:, number] = stakes[:, choice.stake] > 0 if choice.kind is Kind.WITHDRAW else True
            if choice.needs is not None:
                found[:, number] = strengths(self.program, choice.needs.hand, cards) >= choice.needs.least
        return found

    def opens_by_cards(self, decision: int) -> bool:
        """A choice may need a hand."""
        return any(choice.needs is not None for choice in self.options[decision])

    def opens_by_choices(self, decision: int) -> bool:
        """A stake that was withdrawn or bet before can be withdrawn or not."""
        taken = {choice.stake for choice in self.options[decision] if choice.kind is Kind.WITHDRAW}
        return any(choice.stake in taken for options in self.options[:decision] for choice in options)

    def allowed(self, decision: int, is_open: Bools) -> str:
        """In words: every number that is open, with what it stands for."""
        names = self.choices[decision]
        return " or ".join(f"{number} ({names[number]})" for number in np.flatnonzero(is_open))

    @property
    def has_fast_solver(self) -> bool:
        """Whether a fast solver knows the game, whose bets must only be numbered anew."""
        small = all(choice.times <= MOST_BET for options in self.options for choice in options)
        return small and not isinstance(shape_of(self.terms), Other)

    def number(self, bets: Int8s) -> None:
        """Bets in times their base, 0 to fold, made into numbers of choices."""
        for decision, options in enumerate(self.options):
            numbers = np.zeros(MOST_BET + 1, np.int8)
            for number, choice in enumerate(options, 1):
                numbers[choice.times] = number
            bets[:, :, decision] = numbers[bets[:, :, decision]]

    # Cards and stakes

    def seen_by(self, deals: Deals, seat: int) -> Bytes:
        """The cards of the program's slots, for one seat."""
        cards: Bytes = deals.cards[:, self.slot_columns(self.program, seat)]
        return cards

    def slot_columns(self, program: Program, seat: int) -> Int64s:
        """For each slot of a program of these terms, its column among the cards of a round."""
        own = range(self.first_own + seat * self.own_cards, self.first_own + (seat + 1) * self.own_cards)
        columns = {OWN: own, **self.place_columns}
        found = np.zeros(program.slots, np.int64)
        for place in program.places:
            found[list(place.slots)] = columns[place.name]
        return found

    def staked_by(self, bets: Int8s, seat: int, decisions: int) -> tuple[Int64s, Bools]:
        """What a seat has staked after so many decisions, in cents by round and stake, and whether it has folded."""
        stakes = np.empty((len(bets), len(self.program.stakes)), np.int64)
        folded = np.empty(len(bets), np.bool_)
        walk(self.moves, bets[:, seat], decisions, self.openings[seat], stakes, folded)
        return stakes, folded

    def stake(self, seat: int, wager: str) -> int:
        """What a seat stakes on a wager, in cents; of a bet made in turn, its base before the deal, or the ante."""
        before = int(self.openings[seat, self.program.stake(wager)])
        bases = {choice.bases for options in self.options for choice in options if self._bets_on(choice, wager)}
        sums = (int(self.openings[seat, list(one)].sum()) for one in sorted(bases))
        return before or next((base for base in sums if base), 0) or (self.stake(seat, self.ante) if bases else 0)

    def main_stakes(self, seat: int) -> tuple[tuple[int, ...], int]:
        """What a seat stakes on the main game before the deal, in units that make it whole, and the unit in cents."""
        main = [place for place, stake in enumerate(self.program.stakes) if stake.name in self.main_wagers]
        cents = [int(self.openings[seat, place]) for place in main]
        unit = gcd(*cents)
        return tuple(stake // unit for stake in cents), unit

    def _bets_on(self, choice: Choice, wager: str) -> bool:
        return choice.kind is Kind.BET and self.program.stakes[choice.stake].name == wager

    def _before_the_deal(self, seat: int, name: str) -> int:
        amount = self.seating.stakes[seat].get(name)
        return amount.cents if amount else 0

    # Settlement

    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        for seat in range(self.seats):
            stakes, folded = self.staked_by(bets, seat, len(self.decisions))
            nets = settle_arrays(self.program, self.seen_by(deals, seat), stakes, folded)
            net[seat, : nets.shape[1]] = nets.T
            if self._limit is not None:
                won = np.maximum(nets[:, self._counted], 0).sum(axis=1)
                net[seat, -1] = np.minimum(0, self._limit.cents - won)

    def no_counts(self) -> Int64s:
        """Below the decisions there is a row for what was staked, in cents."""
        return np.zeros((self.seats, len(self.decisions) + 1, places_for(self._most_counted)), np.int64)

    @property
    def _most_counted(self) -> int:
        return max(self.largest_bet, len(self.program.stakes))

    def count(self, bets: Int8s, counts: Int64s) -> None:
        """How often each choice was made, and what was staked in all."""
        count_bets(bets, counts)
        for seat in range(self.seats):
            stakes, _ = self.staked_by(bets, seat, len(self.decisions))
            counts[seat, -1, : stakes.shape[1]] += stakes.sum(axis=0)

    def staked(self, wager: str, rounds: int, counts: Counts) -> int:
        """What all seats put up and did not take back."""
        return sum(seat[-1][self.program.stake(wager)] for seat in counts)

    # What is made ready

    def _moves(self) -> Moves:
        shape = len(self.options), self.largest_bet + 1
        moves = Moves(
            does=np.zeros(shape, np.int8),
            stake=np.zeros(shape, np.int64),
            times=np.zeros(shape, np.int64),
            bases=np.zeros((*shape, len(self.program.stakes)), np.bool_),
            ends=np.zeros(shape, np.bool_),
            folds=np.array([street.choices[0].kind is Kind.FOLD for street in self.program.streets], np.bool_),
        )
        for street, options in enumerate(self.options):
            for number, choice in enumerate(options, 1):
                moves.does[street, number] = _DOES[choice.kind]
                moves.stake[street, number] = choice.stake
                moves.times[street, number] = choice.times
                moves.bases[street, number, list(choice.bases)] = True
                moves.ends[street, number] = choice.ends
        return moves

    def _limited(self) -> list[int]:
        """The columns whose winnings count toward the payout limit."""
        rule = self.terms.rulebook.payout_limit
        if self._limit is None or rule is None:
            return []
        for table in self.terms.rulebook.paytables:
            counted = set(table.wagers) & set(rule.counts) & set(self.seating.wagers)
            if counted and any(isinstance(line.pays, For) for line in table.lines):
                tried = f"odds for the stake of {self.terms.wagers[min(counted)].title}"
                raise refused(self.terms, "payout limit", tried, "odds to the stake", rule.clause)
        return [place for place, column in enumerate(self.columns) if column.wager in rule.counts]

    def _most(self) -> list[Int64s]:
        """For each stake: the most that it can win or lose each seat."""
        most = self.openings.copy()
        for options in self.options:
            before = most.copy()
            for choice in options:
                if choice.kind is Kind.BET:
                    bet = before[:, choice.stake] + choice.times * before[:, list(choice.bases)].sum(axis=1)
                    most[:, choice.stake] = np.maximum(most[:, choice.stake], bet)
        return [
            most[:, place if stake.on is None else stake.on] * -(-int(abs(nets).max()) // self.program.unit)
            for place, (stake, nets) in enumerate(zip(self.program.stakes, self.program.nets, strict=True))
        ]

    def _refuse_envy(self) -> None:
        """What is paid for the hands of others is no part of a program."""
        for schedule in self.terms.rulebook.envy:
            if self.seats > 1 and schedule.wager in self.seating.wagers:
                wager = self.terms.wagers[schedule.wager]
                raise refused(self.terms, wager.title, "pay for the hands of others", "a wager without, or 1 seat")
