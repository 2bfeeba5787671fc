"""Any game that can be compiled, as the mathematics ask of every game."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any

from pitboss.cards import STANDARD, Card, HandValue, ranking_of
from pitboss.mathematics.answers import MainGame, RoundResult, Shares, StrategyCard, WagerSums
from pitboss.mathematics.antes import antes, units
from pitboss.mathematics.any_game import advice
from pitboss.mathematics.any_game.distribution import distribution
from pitboss.mathematics.any_game.policy import plan_of
from pitboss.mathematics.any_game.reach import Reach, estimate
from pitboss.mathematics.any_game.solution import SeenDeal, Solution
from pitboss.mathematics.any_game.solver import solve
from pitboss.mathematics.any_game.tree import staked_after
from pitboss.mathematics.any_game.wagers import wager_sums
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import Player, Progress, Reader, Report, dollars
from pitboss.mathematics.known import Known
from pitboss.mathematics.opening_chart import HandKind, Opening
from pitboss.mathematics.position import Position, shown_by_place
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import SOLVED, side_wagers
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Choice, Kind, Program
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.parts import Wager


@dataclass(frozen=True, eq=False)
class AnyGame:
    """A game that fits no fast solver, and why."""

    terms: Terms
    why: str

    @cached_property
    def program(self) -> Program:
        """The main game, compiled, with what is staked before the deal in units of which the ante is `scale`."""
        return compile_terms(self.terms, antes=units(self.terms)[0])

    @cached_property
    def scale(self) -> int:
        """How many units the ante is: one, unless the wagers that every round needs may differ."""
        return units(self.terms)[1]

    @property
    def exposable(self) -> Mapping[str, int]:
        """The places of the table, by how many of their cards are not seen at the first decision."""
        hidden = {place.name: len(self.program.hidden(place)) for place in self.program.places[1:]}
        return {name: cards for name, cards in hidden.items() if cards}

    @property
    def cards(self) -> int:
        """The player's own and the table's."""
        return self.program.slots

    @property
    def method(self) -> str:
        """How the deals are counted."""
        return (
            "deals are counted, with every line of play in each. Deals that differ only in the names of suits are "
            "counted once and weighted."
        )

    @property
    def identity(self) -> Hashable:
        """What is dealt, decided and paid."""
        program = self.program
        nets = tuple(table.tobytes() for table in program.nets)
        return program.places, program.streets, program.contests, program.unit, program.antes, nets

    @property
    def effort(self) -> str:
        """What it takes to solve the game; `Refused` where it is out of reach."""
        return str(self.reach)

    @cached_property
    def reach(self) -> Reach:
        """The same as figures."""
        return estimate(self.program)

    @property
    def joinable(self) -> Sequence[str]:
        """Side wagers that are compiled and that no decision bears on: best play is that of the main game alone."""
        folds = any(choice.kind is Kind.FOLD for street in self.program.streets for choice in street.choices)
        return [
            wager.name
            for wager in side_wagers(self.terms)
            if (self.terms.stands_on_fold(wager) or not folds) and self._compiles(wager)
        ]

    def _compiles(self, wager: Wager) -> bool:
        try:
            return bool(compile_terms(self.terms, (wager.name,)))
        except Refused:
            return False

    def solve(self, known: Known, progress: Progress | None) -> MainGame:
        """The main game under best play."""
        self._refuse_named(known)
        return self.answer(solve(self.seeing(known.places), known.deck, progress=progress))

    def seeing(self, places: Mapping[str, int]) -> Program:
        """The main game for one who sees so many cards at places before their time."""
        hidden = {place.name: self.program.hidden(place) for place in self.program.places}
        early = [slot for name, cards in places.items() for slot in hidden[name][:cards]]
        return self.program.seeing(early) if early else self.program

    def answer(self, found: Solution) -> MainGame:
        """A solution of the program as that of the main game."""
        ev, wagered, before = (
            Fraction(value) / self.scale for value in (found.ev, found.average_wager, sum(self.program.antes))
        )
        return MainGame(self.terms, found.deals, ev, wagered, found.actions, before)

    def distribution(self, known: Known) -> Distribution:
        """What a round nets, in antes."""
        self._refuse_named(known)
        spread = distribution(self.seeing(known.places), known.deck)
        return Distribution({net / self.scale: count for net, count in spread.counts.items()})

    @property
    def deals(self) -> int:
        """All deals of the program."""
        return plan_of(self.program, 0, self.program.antes).deals

    def wager_sums(self) -> Mapping[str, WagerSums]:
        """What becomes of every stake, found by deals gone through once for each."""
        return {
            stake: {net: (count, staked / self.scale) for net, (count, staked) in sums.items()}
            for stake, sums in wager_sums(self.program).items()
        }

    def known(self, dead: tuple[Card, ...], early: Mapping[str, tuple[Card, ...]]) -> Known:
        """Dead cards; a card that lies open before its time is refused."""
        for place, cards in early.items():
            raise refused(self.terms, "position", f"{cards[0]} seen early at {place}", "cards seen in their turn")
        return Known(dead)

    def _refuse_named(self, known: Known) -> None:
        """A place can be seen early whatever lies there; what follows from one card that does is not counted here."""
        for place in known.cards:
            raise refused(
                self.terms, "known cards", f"a named card at {place}", "a place without its card, or dead cards"
            )

    def options(self, position: Position) -> Shares:
        """What every option of the decision at hand is worth."""
        self._refuse_named(position.known)
        program = self.program
        staked, scale = units(self.terms, position.staked)
        held = tuple(staked.get(stake.name, 0) for stake in program.stakes)
        for street, name in zip(program.streets, position.choices, strict=False):
            held = staked_after(_named(street.choices, name), held) or held
        stakes = {stake.name: held[at] for at, stake in enumerate(program.stakes) if not stake.is_bonus}
        known = advice.StakedPosition(
            position.cards,
            shown_by_place(self.terms, position),
            stakes,
            program.streets[position.stage].name,
            position.known.dead,
        )
        return {name: value / scale for name, value in advice.advise(program, known).options.items()}

    def opening(self) -> Opening:
        """The first decision by kind of the player's own cards."""
        own = self.program.places[0]
        standard = {size: (size, order) for size, order in STANDARD.values()}
        if len(own.slots) not in standard:
            raise refused(self.terms, "opening hands", f"{len(own.slots)} cards of one's own", f"{min(standard)} to 5")
        ranking = ranking_of(*standard[len(own.slots)])
        hands = [(ranking.evaluate(deal.cards[own.name]), deal) for deal in solve(self.program).openings]
        found: dict[str, list[SeenDeal]] = {}
        for value, deal in sorted(hands, key=lambda hand: -hand[0].strength):
            found.setdefault(_kind(value), []).append(deal)
        return tuple(_hand_kind(name, deals, self.scale) for name, deals in found.items())

    def strategy_card(self, report: Report) -> StrategyCard:
        """No lines are known how to search for."""
        raise refused(self.terms, "strategy card", self.why, SOLVED)

    def card_player(self, report: Report) -> Player:
        """Without a card there is nobody who goes by it."""
        raise refused(self.terms, "strategy card", self.why, SOLVED)

    def card_reader(self, report: Report) -> Reader:
        """Without a card there is nothing to read."""
        raise refused(self.terms, "strategy card", self.why, SOLVED)

    def round_result(self, asked: Question, ante: Amount, sides: Sequence[Wager]) -> RoundResult:
        """A round's net result in dollars, by antes and side wagers as multiples of what divides them all."""
        terms = self.terms
        stakes = {wager.name: asked.stakes[wager.name].cents for wager in sides}
        cents = {name: amount.cents for name, amount in antes(terms, ante).items()} | stakes
        unit = gcd(*cents.values())
        program = compile_terms(terms, tuple(stakes), {name: staked // unit for name, staked in cents.items()})
        step = Fraction(unit, 100)
        self._refuse_limited(program, step)
        spread = distribution(program)
        wagered = solve(program).average_wager * step
        counts = {net * step: count for net, count in spread.counts.items()}
        return RoundResult(Distribution(counts), ante, wagered, terms.payout_limit)

    def _refuse_limited(self, program: Program, step: Fraction) -> None:
        """Refuse where the payout limit could cut a round: what it takes is not counted here."""
        limit = self.terms.payout_limit
        if limit is None:
            return
        most = sum(
            held * Fraction(int(nets.max()), program.unit)
            for held, nets in zip(_largest_stakes(program), program.nets, strict=True)
        )
        if most * step > dollars(limit):
            text = self.terms.rulebook.currency.text
            tried = f"an ante at which a round could win {text(Amount(int(most * step * 100)))}"
            raise refused(self.terms, "payout limit", tried, f"one that the limit of {text(limit)} never cuts")


def _largest_stakes(program: Program) -> list[int]:
    """The most that can come to stand on each stake."""
    held = list(program.antes)
    for street in program.streets:
        for choice in street.choices:
            if choice.kind is Kind.BET:
                made = choice.times * sum(held[base] for base in choice.bases)
                held[choice.stake] = max(held[choice.stake], made)
    return [held[stake.on] if stake.on is not None else held[at] for at, stake in enumerate(program.stakes)]


def _named(choices: Sequence[Choice], name: str) -> Choice:
    return next(choice for choice in choices if choice.name == name)


def _kind(value: HandValue[Any]) -> str:
    """A pair or a high card by its rank, any other hand by its category."""
    category = value.rank.name.lower()
    return value.describe() if category in ("pair", "high_card") else category.replace("_", " ")


def _hand_kind(name: str, deals: Sequence[SeenDeal], scale: int) -> HandKind:
    """Deals put together: how many hands choose what, and what they are worth on average, in antes."""
    choices: Counter[str] = Counter()
    hands, worth = 0, Fraction(0)
    for deal in deals:
        hands += deal.weight
        choices[deal.best] += deal.weight
        worth += deal.weight * deal.options[deal.best]
    return HandKind(name, hands, dict(choices), worth / hands / scale)
