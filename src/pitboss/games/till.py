"""The till of one settlement turn: pays lines by their tables, and meter shares at what the meters show now."""

from typing import Any

from pitboss.cards import Card, HandValue
from pitboss.games.events import MeterPaid
from pitboss.games.lines import Result, SettlementLine, Source
from pitboss.games.refusing import refuse
from pitboss.games.state import Round, Seat
from pitboss.money import Amount, MeterShare, Odds, Push, Rate, winnings
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.paytable import Paytable

WHOLE = Rate.parse("100%")


class Till:
    """Works through one turn; `moves` are what the meters paid."""

    def __init__(self, round: Round, meters: dict[str, Amount]) -> None:
        self.round = round
        self.terms = round.terms
        self.meters = dict(meters)
        self.moves: list[MeterPaid] = []

    def by_table(
        self, seat: Seat, wager: Wager, table: Paytable, value: HandValue[Any], cards: tuple[Card, ...]
    ) -> SettlementLine:
        """A wager paid by the line of its table that covers the hand, or lost."""
        line = table.line_for(value)
        hand = value.describe()
        if line is None:
            return self.lost(seat, wager, hand, cards, wager.lose_clause or table.clause)
        return self.at(seat, wager, line.pays, hand, cards, table.clause_of(line))

    def at(
        self, seat: Seat, wager: Wager, odds: Odds, hand: str, cards: tuple[Card, ...], clause: str
    ) -> SettlementLine:
        """A wager paid at given odds."""
        stake = seat.wagers[wager.name]
        if isinstance(odds, MeterShare):
            return self.from_meter(seat, wager, odds, self.take(odds), hand, cards, clause)
        paid = winnings(odds, stake)
        returned = paid + stake if odds.returns_stake else paid
        result = Result.PUSH if isinstance(odds, Push) else Result.WIN
        return SettlementLine(
            seat=seat.number, wager=wager.name, stake=stake, hand=hand, cards=cards,
            result=result, odds=odds, paid=paid, returned=returned, clause=clause,
        )  # fmt: skip

    def from_meter(
        self,
        seat: Seat,
        wager: Wager,
        odds: MeterShare,
        amount: Amount,
        hand: str,
        cards: tuple[Card, ...],
        clause: str,
    ) -> SettlementLine:
        """A wager paid from a meter, never from the table inventory."""
        return SettlementLine(
            seat=seat.number, wager=wager.name, stake=seat.wagers[wager.name], hand=hand, cards=cards,
            result=Result.WIN, odds=odds, paid=amount, returned=amount, clause=clause,
            source=Source.METER, meter=odds.meter,
        )  # fmt: skip

    def lost(self, seat: Seat, wager: Wager, hand: str, cards: tuple[Card, ...], clause: str) -> SettlementLine:
        """A wager the cards decided against the player."""
        stake = seat.wagers[wager.name]
        return SettlementLine(
            seat=seat.number, wager=wager.name, stake=stake, hand=hand, cards=cards, result=Result.LOSE, clause=clause
        )

    def given_up(self, seat: Seat, wager: Wager) -> SettlementLine:
        """A wager that no longer stands: folded, taken, or abandoned."""
        clause = seat.abandoned or seat.forfeited or self._fold_clause(seat, wager)
        result = Result.LOSE if seat.abandoned else Result.FORFEITED
        hand = f"folded at {seat.folded}" if seat.folded and result is Result.FORFEITED else ""
        return SettlementLine(
            seat=seat.number, wager=wager.name, stake=seat.wagers[wager.name], hand=hand, result=result, clause=clause
        )

    def _fold_clause(self, seat: Seat, wager: Wager) -> str:
        """By which clause a fold takes a wager: a side wager's own, else that of the decision the player declined."""
        if wager.offer and wager.fold_clause:
            return wager.fold_clause
        decisions = self.terms.rulebook.decisions
        return next(decision.fold_clause for decision in decisions if decision.bet == seat.folded)

    def bonus(
        self, seat: Seat, name: str, part_of: str, odds: Odds, hand: str, cards: tuple[Card, ...], clause: str
    ) -> SettlementLine:
        """A bonus that rides on another wager and has no stake of its own."""
        paid = winnings(odds, seat.wagers[part_of])
        return SettlementLine(
            seat=seat.number, wager=name, hand=hand, cards=cards, result=Result.WIN, odds=odds,
            paid=paid, returned=paid, clause=clause, part_of=part_of,
        )  # fmt: skip

    def take(self, share: MeterShare, among: int = 1) -> Amount:
        """One of `among` equal shares of what a meter pays; odd cents stay on it."""
        shown = self.meters.get(share.meter)
        if shown is None:
            figures = self.terms.meters.get(share.meter)
            clause = figures.clause if figures else ""
            raise refuse(self.round, clause, f"meter {share.meter}", "a payment of unknown size", "the amount it shows")
        each = Amount(share.of(shown).cents // among)
        emptied = share.percent == WHOLE
        paid = each * among
        self.meters[share.meter] = shown - paid + (self.terms.meters[share.meter].reset if emptied else Amount.ZERO)
        self.moves.append(MeterPaid(share.meter, paid, emptied))
        return each
