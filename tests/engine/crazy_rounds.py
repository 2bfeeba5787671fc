"""Rounds of Crazy 4 Poker for tests, from short text: who holds and stakes what, and what became of it."""

from dataclasses import dataclass

from pitboss.cards import Card, parse_cards
from pitboss.engine import Phase, RoundAction, RoundEvent, SettlementLine, decide, draw_due, evolve, open_round
from pitboss.engine import to_act as seat_to_act
from pitboss.engine.actions import Bet, CloseBets, Deal, Draw, Fold, PlaceWager, Reveal, Settle, Validate
from pitboss.engine.autoplay import move_meters
from pitboss.money import Amount
from pitboss.progressive import Meter, open_meters
from pitboss.rulebooks import Refused, Terms, Violation, terms_for
from rulebooks.submissions import named

OFFERS: dict[str, object] = {
    "four_card_progressive": "A",
    "five_card_progressive": True,
    "five_card_hand_bonus": True,
    "cover_all": True,
    "link_progressive": "PTMGL01",
    "dealing": "automated_shoe",
}

FOLD = "fold"


def crazy_four(**choices: object) -> Terms:
    """Terms with every wager offered (but no drawn bonus) and cards dealt in stacks, save for these choices."""
    return terms_for("ma-crazy-4", named(OFFERS | choices))


def money(text: str) -> Amount:
    """An amount from text."""
    return Amount.parse(text)


@dataclass(frozen=True)
class Player:
    """A player's five cards, side bets such as "queens_up 5, cover_all 1", Ante (and Super Bonus), and Play or fold."""

    cards: str
    bets: str = ""
    play: str = "10"
    ante: str = "10"


class Game:
    """A round being played, the events so far, and the meters beside it; each step must be allowed."""

    def __init__(self, terms: Terms | None = None, shown: dict[str, str] | None = None) -> None:
        self.terms = terms or crazy_four()
        self.start = open_round(self.terms)
        self.round = self.start
        self.events: list[RoundEvent] = []
        known = {name: money(amount) for name, amount in (shown or {}).items()}
        self.meters: dict[str, Meter] = open_meters(self.terms, known)

    def do(self, *actions: RoundAction) -> "Game":
        """Take some actions, keeping the meters as the events say."""
        for action in actions:
            outcome = decide(self.round, action)
            if isinstance(outcome, Violation):
                raise Refused(outcome)
            for event in outcome:
                self.round = evolve(self.round, event)
                self.meters = move_meters(self.meters, event)
            self.events += outcome
        return self

    def refused(self, action: RoundAction) -> Violation:
        """Why an action is refused."""
        outcome = decide(self.round, action)
        assert isinstance(outcome, Violation), f"{action} was allowed"
        return outcome

    def wager(self, seat: int, bets: str) -> "Game":
        """Place wagers such as "ante 10, super_bonus 10"."""
        for bet in filter(None, bets.split(", ")):
            name, amount = bet.split()
            self.do(PlaceWager(seat, name, money(amount)))
        return self

    def deal(self, players: dict[int, Player], dealer: str, draw: Draw | None = None) -> "Game":
        """All wagers, "no more bets", the draw where one is due, and a stack to each player and the dealer."""
        for seat, player in players.items():
            self.wager(seat, f"ante {player.ante}, super_bonus {player.ante}, {player.bets}".removesuffix(", "))
        self.do(CloseBets())
        if draw is not None or draw_due(self.round):
            self.do(draw or Draw())
        for _, player in sorted(players.items()):
            self.do(Deal(parse_cards(player.cards)))
        return self.do(Deal(parse_cards(dealer)))

    def decide_all(self, players: dict[int, Player]) -> "Game":
        """Every player's decision in turn, and the reveal where there is anything left to decide."""
        while (seat := seat_to_act(self.round)) is not None:
            play = players[seat].play
            self.do(Fold(seat) if play == FOLD else Bet(seat, money(play)))
        return self.do(Reveal()) if self.round.phase is Phase.REVEAL else self

    def settle(self) -> "Game":
        """The next player's turn, at what the meters show now."""
        return self.do(Settle({name: meter.shows for name, meter in self.meters.items()}))

    def finish(self) -> "Game":
        """The whole settlement, each payout validated when it waits for it."""
        while not self.round.finished:
            if self.round.phase is Phase.VALIDATION:
                held = self.round.held[0]
                self.do(Validate(held.seat, held.wager, "form 1"))
            else:
                self.settle()
        return self

    def lines(self, seat: int, wager: str) -> list[SettlementLine]:
        """The settlement lines of one name at a seat."""
        return [line for line in self.round.lines if (line.seat, line.wager) == (seat, wager)]

    def line(self, seat: int, wager: str) -> SettlementLine:
        """The one settlement line of that name at a seat."""
        (line,) = self.lines(seat, wager)
        return line

    def result(self, seat: int, wager: str) -> str:
        """The line in short: the result, what was won, and all that went back to the player."""
        line = self.line(seat, wager)
        return f"{line.result} {line.paid} back {line.returned}"

    def bonuses(self, seat: int, name: str) -> list[str]:
        """What the bonuses of one name brought to a seat, in the order they were paid."""
        return [str(line.paid) for line in self.lines(seat, name)]

    def shows(self, meter: str) -> str:
        """What a meter shows."""
        return str(self.meters[meter].shows)


def at_decision(
    players: dict[int, Player],
    dealer: str,
    terms: Terms | None = None,
    shown: dict[str, str] | None = None,
    draw: Draw | None = None,
) -> Game:
    """A round after the deal."""
    return Game(terms, shown).deal(players, dealer, draw)


def at_settlement(
    players: dict[int, Player],
    dealer: str,
    terms: Terms | None = None,
    shown: dict[str, str] | None = None,
    draw: Draw | None = None,
) -> Game:
    """A round after the last decision, the dealer's cards turned up."""
    return at_decision(players, dealer, terms, shown, draw).decide_all(players)


def settled(
    players: dict[int, Player],
    dealer: str,
    terms: Terms | None = None,
    shown: dict[str, str] | None = None,
    draw: Draw | None = None,
) -> Game:
    """A whole round."""
    return at_settlement(players, dealer, terms, shown, draw).finish()


def card(text: str) -> Card:
    """A card from text."""
    return Card.parse(text)
