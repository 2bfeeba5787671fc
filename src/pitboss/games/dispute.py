"""The dispute calculator: a round's cards and wagers in, its settlement line by line out.

The round is played again by the round engine, so whatever the engine refuses is refused here. While it is played up
to the settlement, a refusal is told and the round goes on as if the step had been allowed: that way everything wrong
with a document is said at once. Nothing is settled unless nothing is wrong.
"""

import msgspec
from msgspec.structs import replace

from pitboss.cards import DECK, Card
from pitboss.games import events
from pitboss.games.actions import (
    Bet,
    CloseBets,
    Deal,
    Draw,
    Fold,
    PlaceWager,
    Reveal,
    RoundAction,
    Settle,
    Spin,
    Validate,
)
from pitboss.games.dealing import next_delivery
from pitboss.games.deciding import check, decide, play
from pitboss.games.decisions import current_decision, to_act
from pitboss.games.dispute_checks import missing_cards, spin_problems
from pitboss.games.dispute_input import Dispute, Player, read_dispute
from pitboss.games.dispute_text import Unsettled
from pitboss.games.evolving import evolve, replay
from pitboss.games.lines import SettlementLine
from pitboss.games.settling import spin_due
from pitboss.games.state import COMMUNITY, Phase, Round, Seat, open_round
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.progressive import open_meters, pay
from pitboss.rulebooks import Violation

__all__ = ["Answer", "SeatAnswer", "Unsettled", "settle_dispute"]


DOCUMENT = "the dispute's own"
"""The reference of the documentation of a payment from a meter: the papers are settled elsewhere."""


class SeatAnswer(msgspec.Struct, frozen=True):
    """What becomes of one seat's wagers, in the order they are settled."""

    seat: int
    lines: tuple[SettlementLine, ...]
    staked: Amount
    paid: Amount  # winnings
    returned: Amount  # all that goes back to the player, stakes included
    net: Amount


class Answer(msgspec.Struct, frozen=True):
    """The settlement of a disputed round."""

    rulebook: str
    rulebook_hash: str
    seats: tuple[SeatAnswer, ...]
    meters: dict[str, Amount]  # after the payments
    contributions: dict[str, str]  # what the round's wagers add to each meter, in dollars to the last microcent


def settle_dispute(text: str) -> Answer:
    """The settlement of the round a text describes; `Unsettled` with a line for each thing that is wrong with it."""
    dispute, problems = read_dispute(text)
    if dispute is None:
        raise Unsettled(*problems)
    problems += [*missing_cards(dispute), *spin_problems(dispute)]
    table = _Table(dispute, flawed=bool(problems))
    table.play_to_settlement()
    problems += table.problems
    if problems:
        raise Unsettled(*problems)
    table.settle()
    return table.answer()


class _Table:
    """Plays a disputed round again, step by step."""

    def __init__(self, dispute: Dispute, flawed: bool) -> None:
        self.dispute = dispute
        self.flawed = flawed  # something about the document has already been told
        self.problems: list[str] = []
        self.round = open_round(dispute.terms)
        self.lines: list[SettlementLine] = []
        self.meters = open_meters(dispute.terms, dispute.meters)
        self.fed = dict.fromkeys(self.meters, 0)

    def play_to_settlement(self) -> None:
        """Wagers, deal, draw and decisions; whatever is refused on the way is among the problems."""
        required = {wager.name for wager in self.dispute.terms.wagers.values() if wager.required}
        players = [player for player in self.dispute.players.values() if required <= player.wagers.keys()]
        if not players:
            return
        for player in players:
            self._place_wagers(player)
        self._attempt(CloseBets(), events.BetsClosed())
        self._deal()
        self._draw()
        while self.round.phase in (Phase.DECISION, Phase.REVEAL):
            number = to_act(self.round)
            if number is None:
                self.round = play(self.round, Reveal())
            else:
                self._decide(self.dispute.players[number])

    def _attempt(self, action: RoundAction, fact: events.RoundEvent, told: bool = False) -> None:
        """Does something; if the engine refuses, says so (unless it has been told) and goes on as if it had not."""
        outcome = decide(self.round, action)
        if not isinstance(outcome, Violation):
            self.round = replay(self.round, outcome)
            return
        if not told:
            self.problems.append(str(outcome))
        self.round = evolve(self.round, fact)

    def _place_wagers(self, player: Player) -> None:
        for name, wager in self.dispute.terms.wagers.items():
            if name in player.wagers and not wager.decision:
                amount = player.wagers[name]
                placed = events.WagerPlaced(player.number, name, amount)
                self._attempt(PlaceWager(player.number, name, amount), placed)

    def _deal(self) -> None:
        """Every card to its place in the document's order; where none was given, one that is not out."""
        given = {place: iter(cards) for place, cards in self.dispute.cards.items()}
        out = {card for cards in self.dispute.cards.values() for card in cards}
        unused = (card for card in DECK if card not in out)

        def card_for(place: str) -> Card:
            return next(given.get(place, iter(())), None) or next(unused)

        while (delivery := next_delivery(self.round)) is not None:
            to, count = delivery
            places = COMMUNITY if to == "community" else (to,) * count
            cards = tuple(card_for(place) for place in places)
            self._attempt(Deal(cards), events.CardsDealt(to, cards), told=self.flawed)

    def _draw(self) -> None:
        """Magic Card and lucky position, as far as they are offered; nothing was drawn where nothing is said."""
        magic, lucky = self.dispute.magic_card, self.dispute.lucky_position
        drawn = [Draw(magic_card=magic)] if magic is not None else []
        drawn += [Draw(lucky_position=lucky)] if lucky is not None else []
        refused = [str(violation) for action in drawn if (violation := check(self.round, action))]
        self.problems += refused
        terms = self.dispute.terms
        if not refused and any(terms.offers(bonus.name) for bonus in terms.rulebook.bonuses):
            self.round = play(self.round, Draw(magic, lucky))

    def _decide(self, player: Player) -> None:
        decision = current_decision(self.round)
        amount = player.wagers.get(decision.bet)
        if amount is None or player.folded == decision.bet:
            self.round = play(self.round, Fold(player.number))
            return
        # How much a hand may bet cannot be said of a hand that is not known.
        unknown = decision.raised is not None and f"seat {player.number}" not in self.dispute.cards
        action, made = Bet(player.number, amount), events.BetMade(player.number, decision.bet, amount)
        self._attempt(action, made, told=unknown or self._lawful_by_another_ante(action, decision.base))

    def _lawful_by_another_ante(self, action: Bet, base: str) -> bool:
        """Whether a bet would do beside another of the player's antes: that they are unequal is told already."""
        seat = self.round.seats[action.seat]
        antes = {seat.wagers[name] for name, wager in self.dispute.terms.wagers.items() if wager.required}
        others = (replace(seat, wagers={**seat.wagers, base: ante}) for ante in antes - {seat.wagers[base]})
        return any(check(_with_seat(self.round, other), action) is None for other in others)

    def settle(self) -> None:
        """Turn by turn, with every validation given: a dispute comes after the fact."""
        while not self.round.finished:
            for event in self._happens(self._next_step()):
                self._record(event)
                self.round = evolve(self.round, event)

    def _next_step(self) -> RoundAction:
        if self.round.held:
            return Validate(self.round.held[0].seat, self.round.held[0].wager, DOCUMENT)
        shown = {name: meter.shows for name, meter in self.meters.items()}
        seat = spin_due(self.round)
        return Settle(shown) if seat is None else Spin(seat, self.dispute.spins[seat], shown)

    def _happens(self, action: RoundAction) -> tuple[events.RoundEvent, ...]:
        outcome = decide(self.round, action)
        if isinstance(outcome, Violation):
            raise Unsettled(str(outcome))
        return outcome

    def _record(self, event: events.RoundEvent) -> None:
        match event:
            case events.LineSettled(line=line) | events.PayoutHeld(line=line):
                self.lines.append(line)
            case events.MeterPaid(meter=name, amount=amount, emptied=emptied):
                self.meters[name] = pay(self.meters[name], amount, emptied)
            case events.MeterFed(meter=name, microcents=microcents):
                self.fed[name] += microcents

    def answer(self) -> Answer:
        """The settled round, seats in the document's order."""
        book = self.dispute.terms.rulebook
        seats = tuple(self._seat(number) for number in self.dispute.players)
        in_play = {name: meter.shows for name, meter in self.meters.items()}
        shown = {**self.dispute.meters, **in_play}  # meters that this round does not touch stay as they are
        fed = {name: _dollars(microcents) for name, microcents in self.fed.items()}
        return Answer(book.id, book.hash, seats, shown, fed)

    def _seat(self, number: int) -> SeatAnswer:
        lines = tuple(line for line in self.lines if line.seat == number)
        staked, paid, returned = (
            sum((getattr(line, field) for line in lines), Amount.ZERO) for field in ("stake", "paid", "returned")
        )
        return SeatAnswer(number, lines, staked, paid, returned, returned - staked)


def _with_seat(round: Round, seat: Seat) -> Round:
    return replace(round, seats={**round.seats, seat.number: seat})


def _dollars(microcents: int) -> str:
    """Microcents as dollars, exactly, with two decimals or as many as it takes.

    >>> _dollars(15_000_000), _dollars(1)
    ('0.15', '0.00000001')
    """
    whole, part = divmod(microcents, 100 * MICROCENTS_PER_CENT)
    decimals = f"{part:08d}".rstrip("0")
    return f"{whole}.{decimals:0<2}"
