"""The terms of a table: a rulebook and a submission, resolved into what a round asks."""

from functools import cached_property

import msgspec

from pitboss.money import Amount, Fixed, MeterShare, Odds, Rate
from pitboss.rulebooks.checking import check_submission
from pitboss.rulebooks.loading import load
from pitboss.rulebooks.meter_rules import least_seed, meter_rules
from pitboss.rulebooks.parts import Dealing, EnvySchedule, MeterRule, Wager, Wheel, WheelStop
from pitboss.rulebooks.payout_limit import limit_in_force
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import (
    MeterTerms,
    Submission,
    WagerLimits,
    default_submission,
    full_submission,
    submission_from,
)
from pitboss.rulebooks.violation import Refused

ANTE_READING = "ante-odds"


class MeterFigures(msgspec.Struct, frozen=True):
    """What a meter starts with, goes back to, and takes of each wager."""

    name: str
    title: str
    clause: str
    wagers: tuple[str, ...]
    seed: Amount
    reset: Amount
    rate: Rate


class Terms:
    """What a table is played by. Two terms are equal when rulebook and submission are."""

    def __init__(self, rulebook: Rulebook, submission: Submission) -> None:
        self.rulebook = rulebook
        self.submission = submission

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Terms):
            return NotImplemented
        return self.rulebook.hash == other.rulebook.hash and self.submission == other.submission

    def __hash__(self) -> int:
        return hash(self.rulebook.hash)

    def __repr__(self) -> str:
        return f"Terms({self.rulebook.id})"

    # Readings, offers and wagers

    def reading(self, interpretation: str) -> str:
        """The reading in force: the operator's where one is chosen, else the one the rulebook takes."""
        chosen = self.submission.readings.get(interpretation)
        if chosen is not None:
            return chosen
        item = self.rulebook.interpretation(interpretation)
        return item.taken if item else ""

    def variant(self, offer: str) -> str | None:
        """The lettered paytable chosen for an offer, if it has any."""
        choice = self.submission.offers.get(offer)
        return choice if isinstance(choice, str) else None

    def offers(self, name: str) -> bool:
        """Whether the operator offers this optional wager or bonus."""
        return bool(self.submission.offers.get(name, False))

    @cached_property
    def wagers(self) -> dict[str, Wager]:
        """The wagers that may be made at the table, in the rulebook's order."""
        return {wager.name: wager for wager in self.rulebook.wagers if wager.offer is None or self.offers(wager.offer)}

    def limits(self, wager: Wager) -> WagerLimits | None:
        """The table limits a wager is held to."""
        return self.submission.limits.get(wager.limit) if wager.limit else None

    def amounts(self, wager: Wager) -> tuple[Amount, ...]:
        """The only amounts a wager may have, where they are fixed."""
        wheel = self.wheel
        if wheel is not None and wheel.wager == wager.name:
            return (wheel.stake,)
        return self.submission.amounts.get(wager.name, wager.amounts)

    def stands_on_fold(self, wager: Wager) -> bool:
        """Whether a wager outlives its player's fold."""
        if wager.fold_reading is None:
            return wager.stands_on_fold
        return self.reading(wager.fold_reading) in wager.stands_under

    # Paytables

    def paytable(self, wager: str, players: int | None = None) -> Paytable | None:
        """The table a wager is paid by; Cover All's depends on the number of players."""
        return self._paytables.get((wager, players)) or self._paytables.get((wager, None))

    @cached_property
    def _paytables(self) -> dict[tuple[str, int | None], Paytable]:
        found = {}
        for table in self.rulebook.paytables:
            for name in table.wagers:
                wager = self.wagers.get(name)
                if wager is not None and table.variant in (None, self._chosen(wager)):
                    found[name, table.players] = table
        return found

    def _chosen(self, wager: Wager) -> str | None:
        """Which of a wager's alternative tables is in force."""
        return self.variant(wager.offer) if wager.offer else self.reading(ANTE_READING)

    @cached_property
    def wheel(self) -> Wheel | None:
        """The Bonus Spin wheel, where one is offered."""
        for wheel in self.rulebook.wheels:
            if self.variant(wheel.wager) == wheel.variant:
                return wheel
        return None

    def wheel_prize(self, stop: WheelStop) -> Odds:
        """What a stop pays the player who spun."""
        wheel = self.wheel
        assert wheel is not None
        if stop.pays is not None:
            return stop.pays
        if wheel.top_prize == "progressive":
            return MeterShare(Rate.parse("100%"), wheel.wager)
        prize = self.submission.wheel.top_prize if self.submission.wheel else None
        assert prize is not None
        return Fixed(prize)

    def envy(self, wager: str, stake: Amount) -> EnvySchedule | None:
        """The Envy schedule for one who wagered this much."""
        offer = self.rulebook.wager(wager)
        variant = self.variant(offer.offer) if offer and offer.offer else None
        for schedule in self.rulebook.envy:
            if schedule.wager == wager and schedule.variant in (None, variant) and schedule.stake in (None, stake):
                return schedule
        return None

    # Meters and limits

    @cached_property
    def meters(self) -> dict[str, MeterFigures]:
        """The meters in play, by name."""
        return {rule.name: self._figures(rule) for rule in meter_rules(self.rulebook, self.submission)}

    def _figures(self, rule: MeterRule) -> MeterFigures:
        terms = self.submission.meters.get(rule.name, MeterTerms(rate=Rate(0)))
        least = least_seed(rule, self.submission)
        seed = terms.seed or least
        return MeterFigures(rule.name, rule.title, rule.clause, rule.wagers, seed, terms.reset or seed, terms.rate)

    @cached_property
    def payout_limit(self) -> Amount | None:
        """The aggregate payout limit for one player in one round, if there is one."""
        return limit_in_force(self.rulebook, self.submission)

    @cached_property
    def dealing(self) -> Dealing:
        """How the cards are dealt."""
        dealing = self.rulebook.dealing(self.submission.dealing)
        assert dealing is not None
        return dealing


def terms_for(rulebook_id: str, choices: dict[str, object] | None = None) -> Terms:
    """The terms under a rulebook with some choices laid over its default; `Refused` if they are unlawful."""
    rulebook = load(rulebook_id)
    submission = submission_from(dict(choices), rulebook) if choices else default_submission(rulebook)
    return lawful(rulebook, submission)


def full_terms(rulebook_id: str) -> Terms:
    """The terms under which everything the rulebook allows is offered."""
    rulebook = load(rulebook_id)
    return lawful(rulebook, full_submission(rulebook))


def lawful(rulebook: Rulebook, submission: Submission) -> Terms:
    """Terms of a submission that breaches nothing; else `Refused` with every breach."""
    breaches = check_submission(rulebook, submission)
    if breaches:
        raise Refused(*breaches)
    return Terms(rulebook, submission)
