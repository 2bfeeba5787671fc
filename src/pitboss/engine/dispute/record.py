"""A disputed round as it is played again: what happened, what it paid, and what the engine refused."""

from pitboss.engine import events
from pitboss.engine.actions import RoundAction
from pitboss.engine.decide import decide
from pitboss.engine.dispute.facts import Dispute
from pitboss.engine.dispute.text import Problem, Unsettled
from pitboss.engine.evolve import evolve
from pitboss.engine.lines import SettlementLine
from pitboss.engine.state import Round, open_round
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.progressive import open_meters, pay, unpay
from pitboss.rulebooks import Violation


class Record:
    """The round and, line by line, its settlement."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.problems: list[Problem] = []
        self.round = open_round(dispute.terms)
        self.lines: list[SettlementLine] = []
        self.meters = open_meters(dispute.terms, dispute.meters)
        self.fed = dict.fromkeys(self.meters, 0)

    def do(self, action: RoundAction) -> None:
        """Does something that cannot be refused, or nothing is settled."""
        outcome = decide(self.round, action)
        if isinstance(outcome, Violation):
            raise Unsettled(*self.problems, outcome)
        self._happen(*outcome)

    def attempt(
        self, action: RoundAction, fact: events.RoundEvent, told: bool = False, seen: Round | None = None
    ) -> None:
        """Does something; if the engine refuses, says so (unless it has been told) and goes on as if it had not.

        `seen` is the round by which the action is judged, where that is another than the round as it stands.
        """
        outcome = decide(seen or self.round, action)
        if not isinstance(outcome, Violation):
            self._happen(*outcome)
            return
        if not told:
            self.problems.append(outcome)
        self._happen(fact)

    def tell(self, where: str, tried: str, allowed: str) -> None:
        """Something about the document that cannot have been."""
        self.problems.append(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed))

    def _happen(self, *happened: events.RoundEvent) -> None:
        for event in happened:
            self._take_down(event)
            self.round = evolve(self.round, event)

    def _take_down(self, event: events.RoundEvent) -> None:
        match event:
            case events.LineSettled(line=line) | events.PayoutHeld(line=line):
                self.lines.append(line)
            case events.MeterPaid(meter=name, amount=amount, emptied=emptied):
                self.meters[name] = pay(self.meters[name], amount, emptied)
            case events.MeterReversed(meter=name, amount=amount, emptied=emptied):
                self.meters[name] = unpay(self.meters[name], amount, emptied)
            case events.MeterFed(meter=name, microcents=microcents):
                self._feed(name, microcents)
            case events.RoundVoided():
                # What waits for a floorperson was never paid.
                self.lines = [line for line in self.lines if all(line is not held for held in self.round.held)]

    def _feed(self, name: str, microcents: int) -> None:
        """Contributions are told, not added: a meter is given as it showed when the payments began.

        What a void gives back was on it by then, and leaves it again.
        """
        self.fed[name] += microcents
        if microcents >= 0 or name not in self.dispute.meters:
            return
        meter = self.meters[name].plus(microcents)
        if meter.microcents < 0:
            least = Amount(-(microcents // MICROCENTS_PER_CENT))
            allowed = f"{least} or more, which the wagers of this round had put on it"
            self.tell(f"meters {name}", str(self.dispute.meters[name]), allowed)
        self.meters[name] = meter
