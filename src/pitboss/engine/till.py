"""The till of one settlement turn: pays lines by their tables, meter shares at what the meters show now, and Envy."""

from typing import Any

from pitboss.cards import Card, HandValue
from pitboss.engine.events import MeterPaid
from pitboss.engine.hands import made
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.state import Round, Seat, refuse
from pitboss.money import Amount, MeterShare, Odds, Push, Rate, winnings
from pitboss.rulebooks.parts import Account, Wager
from pitboss.rulebooks.paytable import Paytable, covering

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
            paid = self.take(odds, wager.name, (seat.number,))
            return self.from_meter(seat, wager, odds, paid, hand, cards, clause)
        paid = winnings(odds, stake)
        returned = paid + stake if odds.returns_stake else paid
        result = Result.PUSH if isinstance(odds, Push) else Result.WIN
        return SettlementLine(
            seat=seat.number, wager=wager.name, stake=stake, hand=hand, cards=cards,
            result=result, odds=odds, paid=paid, returned=returned, clause=clause,
            to=self._account(wager.name, paid),
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
        """A wager paid from a meter: never from the table inventory, and never to the game account."""
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
        return next(decision.fold_clause or decision.clause for decision in decisions if decision.key == seat.folded)

    def bonus(
        self, seat: Seat, name: str, part_of: str, odds: Odds, hand: str, cards: tuple[Card, ...], clause: str
    ) -> SettlementLine:
        """A bonus that rides on another wager and has no stake of its own."""
        paid = winnings(odds, seat.wagers[part_of])
        return SettlementLine(
            seat=seat.number, wager=name, hand=hand, cards=cards, result=Result.WIN, odds=odds,
            paid=paid, returned=paid, clause=clause, part_of=part_of, to=self._account(part_of, paid),
        )  # fmt: skip

    def _account(self, wager: str, paid: Amount) -> Account:
        """The account the winnings of a wager go to."""
        return self.terms.win_account(wager) if paid else Account.CHIPS

    def take(self, share: MeterShare, wager: str, seats: tuple[int, ...]) -> Amount:
        """Each seat's equal share of what a meter pays for a wager; odd cents stay on it."""
        shown = self.meters.get(share.meter)
        if shown is None:
            figures = self.terms.meters.get(share.meter)
            clause = figures.clause if figures else ""
            tried, says = "a payment of unknown size", "What the meter shows must be given before it can pay."
            raise refuse(self.round, clause, f"meter {share.meter}", tried, "the amount it shows", says)
        each = Amount(share.of(shown).cents // len(seats))
        emptied = share.percent == WHOLE
        paid = each * len(seats)
        self.meters[share.meter] = shown - paid + (self.terms.meters[share.meter].reset if emptied else Amount.ZERO)
        self.moves.append(MeterPaid(share.meter, paid, emptied, wager, seats))
        return each


def envy_lines(till: Till, holder: Seat, wager: str) -> list[SettlementLine]:
    """What a player's hand brings to the others who made a wager with an Envy schedule, from the dealer's right."""
    terms = till.terms
    if wager not in terms.wagers or all(schedule.wager != wager for schedule in terms.rulebook.envy):
        return []
    if wager in till.round.called_off:
        return []
    if holder.abandoned or holder.forfeited or (holder.folded and terms.reading("folded-hand-envy") != "yes"):
        return []
    if terms.reading("envy-needs-wager") == "yes" and wager not in holder.wagers:
        return []
    found = []
    for _, seat in sorted(till.round.seats.items(), reverse=True):
        if seat.number != holder.number and wager in seat.wagers and not (seat.abandoned or seat.forfeited):
            found += _envy(till, holder, seat, wager)
    return found


def _envy(till: Till, holder: Seat, seat: Seat, wager: str) -> list[SettlementLine]:
    schedule = till.terms.envy(wager, seat.wagers[wager])
    if schedule is None:
        return []
    hand = made(till.round, holder, schedule.decided_by)
    line = covering(schedule.lines, hand.value)
    if line is None:
        return []
    words = f"seat {holder.number}: {hand.value.describe()}"
    return [till.bonus(seat, schedule.name, wager, line.pays, words, hand.cards, line.clause or schedule.clause)]
