"""Plays a disputed round again, step by step, by the round engine.

While it is played up to the settlement, a refusal is told and the round goes on as if the step had been allowed: that
way everything wrong with a document is said at once.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.cards import DECK, Card
from pitboss.engine import events
from pitboss.engine.actions import (
    Abandon,
    Bet,
    CallOff,
    Check,
    CloseBets,
    Deal,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    Reveal,
    RoundAction,
    Settle,
    Spin,
    Validate,
    Void,
    Withdraw,
)
from pitboss.engine.deal import deliveries, next_delivery, step_of
from pitboss.engine.decide import check
from pitboss.engine.decisions import current_decision, to_act
from pitboss.engine.dispute.facts import Dispute, DisputedPlayer, Moment
from pitboss.engine.dispute.record import Record
from pitboss.engine.dispute.text import Unsettled
from pitboss.engine.evolve import evolve
from pitboss.engine.settle import Turn, current_turn, spin_due, turns
from pitboss.engine.state import Phase, Round, Seat
from pitboss.rulebooks.parts import Decision

DOCUMENT = "the dispute's own"
"""The reference of the documentation of a payment from a meter: the papers are settled elsewhere."""

STRONGEST = tuple(map(Card.parse, ("As", "Ah", "Ad", "Ac", "Ks")))
"""What a hand that is not known is taken for where its bet is judged: no hand may bet more."""


class DisputeTable(Record):
    """One round, from the first wager to the last line; what the engine refuses on the way is among the problems."""

    def __init__(self, dispute: Dispute, flawed: bool) -> None:
        super().__init__(dispute)
        self.flawed = flawed  # something about the document has already been told
        self.bets = [decision.key for decision in dispute.terms.rulebook.decisions]

    # Up to the settlement

    def play_to_settlement(self) -> None:
        """Wagers, draw, deal and decisions, as far as the round came."""
        players = [player for player in self.dispute.players.values() if self._takes_part(player)]
        for player in players:
            self._place_wagers(player)
        if not players:
            return
        if not self._void_at(Phase.WAGERS):
            self.attempt(CloseBets(), events.BetsClosed())
        self._draw()
        self._meet_trouble()
        if self._void_at(Phase.DEALING) and self._void_needs_cards():
            self._deal(left=1)
        elif not self._void_at(Phase.WAGERS, Phase.DEALING):
            self._deal()
            while self.round.phase in (Phase.DECISION, Phase.REVEAL) and not self._void_now():
                self._go_on()
        self._judge_void()

    def _takes_part(self, player: DisputedPlayer) -> bool:
        required = {wager.name for wager in self.dispute.terms.wagers.values() if wager.required}
        return required <= player.wagers.keys() or self._void_at(Phase.WAGERS)

    def _place_wagers(self, player: DisputedPlayer) -> None:
        for name, wager in self.dispute.terms.wagers.items():
            if name in player.wagers and not wager.decision:
                amount = player.wagers[name]
                placed = events.WagerPlaced(player.number, name, amount)
                self.attempt(PlaceWager(player.number, name, amount), placed)

    def _draw(self) -> None:
        """Magic Card and lucky position, as far as they are offered; nothing was drawn where nothing is said."""
        magic, lucky = self.dispute.magic_card, self.dispute.lucky_position
        drawn = [Draw(magic_card=magic)] if magic is not None else []
        drawn += [Draw(lucky_position=lucky)] if lucky is not None else []
        refused = [violation for action in drawn if (violation := check(self.round, action))]
        self.problems += refused
        terms = self.dispute.terms
        offered = any(terms.offers(bonus.name) for bonus in terms.rulebook.bonuses)
        if offered and not refused and self.round.phase is Phase.DEALING:
            self.do(Draw(magic, lucky))

    def _void_needs_cards(self) -> bool:
        """Whether the reason of a void in mid-deal is one of cards that were out by then."""
        voids = self.dispute.terms.rulebook.table.voids
        return any(rule.dealt for rule in voids if self.dispute.void and rule.clause == self.dispute.void.clause)

    def _deal(self, left: int = 0) -> None:
        """Every card to its place in the document's order, all but so many; where none was given, one not out."""
        given = {place: iter(cards) for place, cards in self.dispute.cards.items()}
        out = {card for cards in self.dispute.cards.values() for card in cards}
        unused = (card for card in DECK if card not in out)

        def card_for(place: str) -> Card:
            return next(given.get(place, iter(())), None) or next(unused)

        for _ in range(len(deliveries(self.round)) - self.round.deliveries - left):
            delivery = next_delivery(self.round)
            if delivery is None:
                return
            to, count = delivery
            places = step_of(self.round).spread or (to,) * count
            cards = tuple(card_for(place) for place in places)
            self.attempt(Deal(cards), events.CardsDealt(to, cards), told=self.flawed)

    def _go_on(self) -> None:
        """The next thing that happened while the players were deciding."""
        if self._meet_trouble():
            return
        number = to_act(self.round)
        if number is None:
            self.do(Reveal())
        else:
            self._decide(self.dispute.players[number])

    def _decide(self, player: DisputedPlayer) -> None:
        decision = current_decision(self.round)
        amount = player.wagers.get(decision.key)
        if decision.bet is None or amount is None or player.folded == decision.key:
            self._decline(player, decision)
            return
        # How much a hand may bet cannot be said of a hand that is not known: then it is held to the most of any.
        seen = self.round
        if decision.raised is not None and f"seat {player.number}" not in self.dispute.cards:
            seen = _with_seat(seen, replace(seen.seats[player.number], cards=STRONGEST))
        action, made = Bet(player.number, amount), events.BetMade(player.number, decision.bet, amount)
        self.attempt(action, made, told=self._lawful_by_another_ante(action, decision.bases), seen=seen)

    def _decline(self, player: DisputedPlayer, decision: Decision) -> None:
        """A player who did not bet took a wager back, checked or folded."""
        if decision.withdraws is not None and decision.withdraws in player.withdrawn:
            self.do(Withdraw(player.number))
        elif decision.check_clause is not None and player.folded != decision.key:
            self.do(Check(player.number))
        else:
            self.do(Fold(player.number))

    def _lawful_by_another_ante(self, action: Bet, bases: tuple[str, ...]) -> bool:
        """Whether a bet would do beside another of the player's antes: that they are unequal is told already."""
        seat = self.round.seats[action.seat]
        antes = {seat.wagers[name] for name, wager in self.dispute.terms.wagers.items() if wager.required}
        others = (
            replace(seat, wagers={**seat.wagers, base: ante}) for base in bases for ante in antes - {seat.wagers[base]}
        )
        return any(check(_with_seat(self.round, other), action) is None for other in others)

    # Wagers that are called off, and players whose wagers are lost

    def _meet_trouble(self) -> bool:
        """Calls wagers off and takes those of each seat, as their moment has come; whether it had."""
        calls = self._calls_off_now()
        if calls:
            self.attempt(self._calling_off(), self._called_off())
        fallen = [player for player in self.dispute.players.values() if self._falls_now(player)]
        for player in fallen:
            self.attempt(self._loss(player), self._lost(player))
        return calls or bool(fallen)

    def _calls_off_now(self) -> bool:
        called = self.dispute.called_off
        return called is not None and not self.round.called_off and self._has_come(called.moment)

    def _calling_off(self) -> CallOff:
        assert self.dispute.called_off is not None
        return CallOff(self.dispute.called_off.wagers, self.dispute.called_off.clause, self.dispute.called_off.reason)

    def _called_off(self) -> events.WagersCalledOff:
        action = self._calling_off()
        return events.WagersCalledOff(action.wagers, action.clause, action.reason)

    def _has_come(self, moment: Moment) -> bool:
        """Whether the round has come to a moment; to a bet, when the first player is asked, or one has decided."""
        match self.round.phase:
            case Phase.DEALING:
                return moment.at == Phase.DEALING
            case Phase.DECISION | Phase.REVEAL:
                stage = self._stage_of(moment)
                decided = moment.seat is None or moment.seat in self.round.acted
                return not moment.settling and (self.round.stage > stage or (self.round.stage == stage and decided))
            case Phase.SETTLEMENT:
                return moment.at != Phase.VALIDATION and self._steps_done() >= self._step_of(moment)
            case Phase.VALIDATION:
                return self._waits(moment)
        return False

    def _waits(self, moment: Moment) -> bool:
        """Whether the payout waits that something befell the round by; others of its turn were validated before."""
        if moment.at != Phase.VALIDATION or not self.round.held or self._steps_done() < self._step_of(moment):
            return False
        waiting = [line.base for line in self.round.held]
        return moment.wager not in waiting or moment.wager == waiting[0]

    def _stage_of(self, moment: Moment) -> int:
        return self.bets.index(moment.at) if moment.at in self.bets else 0

    def _falls_now(self, player: DisputedPlayer) -> bool:
        if not self._undone(player) or not self._has_come(self._moment_of(player)):
            return False
        seat, moment = self.round.seats[player.number], self._moment_of(player)
        if self.round.phase not in (Phase.DECISION, Phase.REVEAL) or moment.at not in self.bets:
            return True
        acted = seat.folded is not None or seat.number in self.round.acted
        return acted or not self._acts(player, moment.at) or self.round.stage > self._stage_of(moment)

    def _moment_of(self, player: DisputedPlayer) -> Moment:
        """When the wagers of a player were lost; where nothing is said, when the bets end, and before the last card."""
        assert player.fate is not None
        missing = (bet for bet in self.bets if bet not in player.wagers)
        return player.fate.moment or Moment(next(missing, self.bets[-1]))

    def _loss(self, player: DisputedPlayer) -> Abandon | Forfeit:
        assert player.fate is not None
        clause = player.fate.forfeited
        return Forfeit(player.number, clause) if clause else Abandon(player.number)

    def _lost(self, player: DisputedPlayer) -> events.SeatForfeited | events.SeatAbandoned:
        assert player.fate is not None
        clause = player.fate.forfeited
        if clause:
            return events.SeatForfeited(player.number, clause)
        return events.SeatAbandoned(player.number, self.dispute.terms.rulebook.table.conduct.leaving_clause)

    # The void

    def _void_at(self, *moments: str) -> bool:
        return self.dispute.void is not None and self.dispute.void.moment.at in moments

    def _void_now(self) -> bool:
        """Whether the round was void while players decide: at its bet, nobody else has acted or all have."""
        decision, number = current_decision(self.round), to_act(self.round)
        if not self._void_at(decision.key):
            return False
        if self._calls_off_now() or any(self._falls_now(player) for player in self.dispute.players.values()):
            return False
        return number is None or not self._acts(self.dispute.players[number], decision.key)

    def _acts(self, player: DisputedPlayer, bet: str) -> bool:
        return bet in player.wagers or player.folded == bet

    def _judge_void(self) -> None:
        """Tells why the round cannot have been void then, and what of the document never came to pass."""
        void = self.dispute.void
        if void is None:
            return
        if void.moment.at in self.bets:
            if self.round.phase not in (Phase.DECISION, Phase.REVEAL):
                self.tell("void at", void.moment.at, "a bet the round came to")
                return
            for player in self.dispute.players.values():
                self._tell_out_of_turn(player, void.moment.at)
        for player in filter(self._undone, self.dispute.players.values()):
            self._tell_too_late(f"seat {player.number}", str(player.fate), self._moment_of(player), void.moment)
        if self.dispute.called_off is not None and not self.round.called_off:
            self._tell_too_late("called_off", "wagers called off", self.dispute.called_off.moment, void.moment)
        refused = None if void.moment.at == Phase.VALIDATION else check(self.round, self._voiding())
        if refused is not None:
            self.problems.append(refused)

    def _tell_out_of_turn(self, player: DisputedPlayer, bet: str) -> None:
        seat = self.round.seats.get(player.number)
        if seat is None or not seat.plays or seat.number in self.round.acted or not self._acts(player, bet):
            return
        amount = player.wagers.get(bet)
        refused = check(self.round, Fold(seat.number) if amount is None else Bet(seat.number, amount))
        if refused is not None:
            self.problems.append(refused)

    def _tell_too_late(self, where: str, tried: str, moment: Moment, void: Moment) -> None:
        """After the void nothing was lost or called off any more."""
        if not (moment.settling and void.settling and self._step_of(moment) <= self._step_of(void)):
            self.tell(where, f"{tried} {moment}", f"a moment before the round was void {void}")

    def _voiding(self) -> Void:
        assert self.dispute.void is not None
        return Void(self.dispute.void.clause, self.dispute.void.reason)

    # The settlement

    def ahead(self) -> Iterator[tuple[Turn, Round]]:
        """The turns still to be settled, each with the round as it will stand then, but for what is paid."""
        if self.round.phase is not Phase.SETTLEMENT:
            return
        round, void = self.round, self.dispute.void
        for step, turn in enumerate(turns(round)):
            if void is not None and step >= self._step_of(void.moment):
                return
            for player in filter(self._undone, self.dispute.players.values()):
                if step >= self._step_of(self._moment_of(player)):
                    round = evolve(round, self._lost(player))
            called = self.dispute.called_off
            if called is not None and step >= self._step_of(called.moment):
                round = evolve(round, self._called_off())
            yield turn, round

    def settle(self) -> None:
        """Turn by turn, with every validation given: a dispute comes after the fact."""
        while not self.round.finished:
            if not self._meet_trouble():
                self.do(self._voiding() if self._void_in_settlement() else self._next_step())
        if self.dispute.void is not None and self.round.phase is not Phase.VOID:
            self.do(self._voiding())  # too late, as the engine will say
        for player in filter(self._undone, self.dispute.players.values()):
            self.tell(f"seat {player.number}", f"{player.fate} {self._moment_of(player)}", "a moment before that")
        if self.dispute.called_off is not None and not self.round.called_off:
            self.tell("called_off", f"wagers called off {self.dispute.called_off.moment}", "a moment before that")
        if self.problems:
            raise Unsettled(*self.problems)

    def _void_in_settlement(self) -> bool:
        void = self.dispute.void
        if void is None:
            return False
        if not void.moment.settling:
            return True
        done, due = self._steps_done(), self._step_of(void.moment)
        if void.moment.at == Phase.VALIDATION and done >= due and not self.round.held:
            self.tell("void at", void.moment.at, "a moment at which a payout waits")
            raise Unsettled(*self.problems)
        if void.moment.at == Phase.VALIDATION:
            return self._waits(void.moment)
        return done >= due and not self.round.held

    def _next_step(self) -> RoundAction:
        if self.round.held:
            return Validate(self.round.held[0].seat, self.round.held[0].wager, DOCUMENT)
        shown = {name: meter.shows for name, meter in self.meters.items()}
        seat = spin_due(self.round)
        return Settle(shown) if seat is None else Spin(seat, self.dispute.spins[seat], shown)

    def _step_of(self, moment: Moment) -> int:
        """How many turns of the settlement were over by a moment."""
        done = [
            step + 1
            for step, turn in enumerate(turns(self.round))
            if moment.settling
            and turn.seat.number == moment.seat
            and (moment.wager is None or any(wager.name == moment.wager for wager in turn.wagers))
        ]
        return max(done, default=0)

    def _steps_done(self) -> int:
        """How many turns are over; one in which nothing is left to settle counts as soon as it comes."""
        turn = current_turn(self.round)
        if turn is not None:
            return turns(self.round).index(turn)
        return self.round.step if self.round.held else len(turns(self.round))

    def _undone(self, player: DisputedPlayer) -> bool:
        """Whether a player's wagers are to be lost and are not yet; where leaving is declining, a fold loses them."""
        seat = self.round.seats.get(player.number)
        if player.fate is None or seat is None or seat.abandoned or seat.forfeited:
            return False
        declined = self.dispute.terms.rulebook.table.conduct.leaver_declines and not player.fate.forfeited
        return not (declined and seat.folded)


def _with_seat(round: Round, seat: Seat) -> Round:
    return replace(round, seats={**round.seats, seat.number: seat})
