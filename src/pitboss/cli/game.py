"""One player's game in the terminal: round after round, with the computer in the other seats."""

from dataclasses import dataclass, field
from typing import NamedTuple

from rich.console import RenderableType

from pitboss.cards import DECK
from pitboss.cli import felt
from pitboss.cli.chance import TableChance
from pitboss.cli.output import console
from pitboss.cli.questions import ask_decision, ask_wagers
from pitboss.engine import Phase, Round, RoundEvent, RoundView, SettlementLine, check, open_round, to_act, view
from pitboss.engine.actions import Bet, CloseBets, Draw, PlaceWager, PlayerChoice, RoundAction
from pitboss.engine.announcements import announcement
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.computer import choose, default_wagers
from pitboss.engine.events import CardsRevealed
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms

PLENTY = Amount.parse("1000000")  # what a computer's seat has to play with


@dataclass
class TerminalGame:
    """A seat at a table. `auto` lets the computer decide for it too; `quiet` shows nothing."""

    terms: Terms
    seat: int
    others: list[int]
    bankroll: Amount
    chance: TableChance
    auto: bool = False
    quiet: bool = False
    round: Round = field(init=False)
    events: list[RoundEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.round = open_round(self.terms)
        self.usual = default_wagers(self.terms, self.bankroll)
        self.house = House(iter(()), open_meters(self.terms), self._draw, self._stop)

    @property
    def money(self) -> Amount:
        """What the player holds now: the bankroll less the wagers on the layout, and what has come back."""
        account = self.account(self.seat)
        return self.bankroll - account.staked + account.returned

    @property
    def broke(self) -> bool:
        """Whether the money no longer covers the least antes."""
        return _total(default_wagers(self.terms, self.money)) > self.money

    def account(self, seat: int) -> "RoundMoney":
        """What a seat has staked in the round so far, and what has become of it."""
        wagers = self.round.seats[seat].wagers if seat in self.round.seats else {}
        lines = tuple(line for line in self.round.lines if line.seat == seat)
        paid = sum((line.paid for line in lines), Amount.ZERO)
        returned = sum((line.returned for line in lines), Amount.ZERO)
        staked = _total(wagers)
        return RoundMoney(seat, lines, staked, paid, returned, returned - staked)

    def play_round(self) -> None:
        """A whole round; `Leave` if the player gets up."""
        self.bankroll, self.round, self.events = self.money, open_round(self.terms), []
        self.house.cards = iter(self.chance.shuffled(DECK))
        if self.house.meters:
            self._say(felt.meters(self.house.shown, self.terms))
        self._put_up_wagers()
        self._do(CloseBets())
        while not self.round.finished:
            self._do(next_step(self.round, self.house) or self._decision())
        self._show_settlement()

    def _put_up_wagers(self) -> None:
        if _total(self.usual) > self.bankroll:
            self.usual = default_wagers(self.terms, self.bankroll)
        if not self.auto:
            self.usual = ask_wagers(self.round, self.seat, self.usual, self.bankroll)
        for seat in sorted([self.seat, *self.others]):
            wagers = self.usual if seat == self.seat else default_wagers(self.terms, PLENTY)
            for name, amount in wagers.items():
                self._do(PlaceWager(seat, name, amount))

    def _decision(self) -> PlayerChoice:
        seat = to_act(self.round)
        assert seat is not None
        seen = view(self.round, seat)
        if seat != self.seat:
            return choose(seen, self.terms)
        if self.auto:
            return self._affordable(choose(seen, self.terms), seen)
        return ask_decision(seen, self.terms, self.money, lambda action: check(self.round, action))

    def _affordable(self, action: PlayerChoice, seen: RoundView) -> PlayerChoice:
        assert seen.choice is not None
        if not isinstance(action, Bet) or action.amount <= self.money:
            return action
        amounts = [amount for amount in seen.choice.amounts if amount <= self.money]
        return Bet(self.seat, max(amounts)) if amounts else seen.choice.passive(self.seat)

    def _do(self, action: RoundAction) -> None:
        dealing = self.round.phase is Phase.DEALING
        self.round, events = act(self.round, self.house, action)
        self.events += events
        for event in events:
            words = announcement(event, self.terms)
            if words:
                self._say(words)
        dealt = dealing and self.round.phase is not Phase.DEALING
        if dealt or any(isinstance(event, CardsRevealed) for event in events):
            self._say(felt.felt(view(self.round, self.seat), self.terms))

    def _show_settlement(self) -> None:
        own, signed = self.account(self.seat), self.terms.rulebook.currency.signed
        self._say(felt.settlement(own.lines, self.terms, f"Seat {self.seat} (you): {signed(own.net)}"))
        for seat in sorted(self.others):
            other = self.account(seat)
            back = f"{self.terms.money(other.staked)} staked, {self.terms.money(other.returned)} back"
            self._say(f"Seat {seat}: {back} ({signed(other.net)})")
        self._say(f"Your bankroll: {self.terms.money(self.money)}")

    def _draw(self, terms: Terms) -> Draw:
        """A card and a position for the drawn bonuses, each as often as the submission says."""
        places = (*range(1, terms.rulebook.seats + 1), "dealer")
        card = self.chance.pick(DECK) if self._comes_up("card") else None
        position = self.chance.pick(places) if self._comes_up("position") else None
        return Draw(card, position)

    def _comes_up(self, drawn: str) -> bool:
        """Whether a bonus for which a card or a position is drawn comes up this round."""
        offered = [bonus.name for bonus in self.terms.rulebook.bonuses if bonus.draws == drawn]
        draws = self.terms.submission.draws
        return any(self.terms.offers(name) and self.chance.below(draws[name]) == 0 for name in offered)

    def _stop(self, terms: Terms) -> int:
        wheel = terms.submission.wheel
        assert wheel is not None
        return self.chance.weighted(wheel.weights)

    def _say(self, what: RenderableType) -> None:
        if not self.quiet:
            console.print(what, highlight=False, markup=False)


class RoundMoney(NamedTuple):
    """One seat's money in one round."""

    seat: int
    lines: tuple[SettlementLine, ...]
    staked: Amount
    paid: Amount
    returned: Amount
    net: Amount


def _total(wagers: dict[str, Amount]) -> Amount:
    return sum(wagers.values(), Amount.ZERO)
