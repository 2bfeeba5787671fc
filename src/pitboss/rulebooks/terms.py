"""The terms of a table: a rulebook and a submission, resolved into what a round asks."""

from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cards import STANDARD, HandValue, Ranking, ranking_of
from pitboss.money import Amount, Fixed, MeterShare, Odds, Rate
from pitboss.rulebooks.largest_win import COUNTS, TOP_PRIZE
from pitboss.rulebooks.lawful import check_submission
from pitboss.rulebooks.loader import load
from pitboss.rulebooks.meter_rules import least_seed, meter_rules
from pitboss.rulebooks.parts import (
    Account,
    Dealing,
    Duel,
    EnvySchedule,
    Hand,
    MeterRule,
    Outcomes,
    Validation,
    Wager,
    Wheel,
    WheelStop,
)
from pitboss.rulebooks.payout_limit import limit_in_force
from pitboss.rulebooks.paytable import ANTE_READING, Paytable
from pitboss.rulebooks.rulebook import READING, Rulebook
from pitboss.rulebooks.submission import (
    AUTOMATED_SHOE,
    NO_SHUFFLER,
    MeterTerms,
    Submission,
    WagerLimits,
    default_submission,
    full_submission,
    reading_in_force,
    submission_from,
)
from pitboss.rulebooks.table_rules import Cards, DeckAge, Device, Handling, VoidRule
from pitboss.rulebooks.violation import Refused

LIMIT_PER = "payout-limit-per"


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
        submission = self.submission
        return hash((self.rulebook.hash, submission.dealing, submission.shuffler, submission.decks))

    def __repr__(self) -> str:
        return f"Terms({self.rulebook.id})"

    # Readings, offers and wagers

    def reading(self, interpretation: str) -> str:
        """The reading in force: the operator's where one is chosen, else the one the rulebook takes."""
        found = self._readings.get(interpretation)
        if found is None:
            found = reading_in_force(self.rulebook, self.submission, interpretation)
            self._readings[interpretation] = found
        return found

    @cached_property
    def _readings(self) -> dict[str, str]:
        """Those that were asked for."""
        return {}

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

    # Hands

    def hand(self, name: str) -> Hand:
        """The hand of that name."""
        return self._hands[name]

    @cached_property
    def _hands(self) -> dict[str, Hand]:
        return {hand.name: hand for hand in self.rulebook.hands}

    def ranking(self, name: str) -> Ranking[HandValue[Any]]:
        """The ranking of that name: the rulebook's own, under the reading in force, or one known by that name."""
        found = self._rankings.get(name)
        if found is None:
            found = self._rankings[name] = self._ranking(name)
        return found

    @cached_property
    def _rankings(self) -> dict[str, Ranking[HandValue[Any]]]:
        return {}

    def _ranking(self, name: str) -> Ranking[HandValue[Any]]:
        rule = next((rule for rule in self.rulebook.rankings if rule.name == name), None)
        if rule is None:
            return ranking_of(*STANDARD[name])
        high = rule.ace_high_reading is not None and self.reading(rule.ace_high_reading) in rule.ace_high_under
        return ranking_of(rule.cards, rule.order, rule.ace_low and not high)

    def money(self, amount: Amount) -> str:
        """An amount for people, in the currency of the rulebook."""
        return self.rulebook.currency.text(amount)

    def duel(self, outcomes: Outcomes) -> Duel:
        """The duel that decides a wager."""
        duel = self.rulebook.duel(outcomes.duel)
        assert duel is not None
        return duel

    def outranked(self, outcomes: Outcomes) -> str | None:
        """What becomes of a wager whose hand a dealer outranks who does not qualify, where that is another matter."""
        if outcomes.outranked_reading is None:
            return outcomes.outranked
        return outcomes.outranked if self.reading(outcomes.outranked_reading) in outcomes.outranked_under else None

    # Accounts and paper

    def stake_account(self, wager: str) -> Account:
        """Where the stake of a wager comes from, and goes back to."""
        rule = self.rulebook.game_account
        staked = rule is not None and wager in rule.wagers and self.reading(rule.stake_reading) in rule.staked_under
        return Account.GAME if staked else Account.CHIPS

    def win_account(self, wager: str) -> Account:
        """Where the winnings of a wager go, if they are no share of a meter."""
        rule = self.rulebook.game_account
        return Account.GAME if rule is not None and wager in rule.wagers else Account.CHIPS

    @property
    def plays_through_game_account(self) -> bool:
        """Whether a wager of the table goes through the players' game accounts."""
        return any(self.win_account(wager) is Account.GAME for wager in self.wagers)

    @property
    def placing_funds(self) -> bool:
        """Whether a player who places a wager has what the game account lacks moved there from the chips."""
        rule = self.rulebook.game_account
        return rule is not None and self.reading(rule.funding_reading) in rule.funded_under

    def document_clause(self, rule: Validation) -> str | None:
        """By which clause a share of a meter waits for its documentation, if it does."""
        if rule.document_reading is not None and self.reading(rule.document_reading) not in rule.documented_under:
            return None
        return rule.document_clause

    # Voids

    def voids_in(self, phase: str, cards: Cards | None = None) -> tuple[VoidRule, ...]:
        """Every reason for which a round in that phase may be void; where the cards are not known, of either kind."""
        listed = (rule for rule in self._voids if phase in rule.phases)
        return tuple(rule for rule in listed if cards is None or rule.cards in (None, cards))

    @cached_property
    def _voids(self) -> tuple[VoidRule, ...]:
        """The reasons that fit the way of dealing, the devices and the readings in force."""
        return tuple(rule for rule in self.rulebook.table.voids if self._can_come_up(rule))

    def _can_come_up(self, rule: VoidRule) -> bool:
        if rule.methods and self.submission.dealing not in rule.methods:
            return False
        if rule.devices and not set(rule.devices) & set(self.devices):
            return False
        if rule.clause == self.rulebook.table.age_void_clause and self.deck_age is None:
            return False  # no deck grows too old
        return rule.reading is None or self.reading(rule.reading) in rule.under

    # Paytables

    def paytable(self, wager: str, case: int | str | None = None) -> Paytable | None:
        """The table a wager is paid by; that may hang on the number of players, or on the outcome of a duel."""
        return self._paytables.get((wager, case)) or self._paytables.get((wager, None))

    @cached_property
    def _paytables(self) -> dict[tuple[str, int | str | None], Paytable]:
        found = {}
        for table in self.rulebook.paytables:
            for name in table.wagers:
                if table.variant in (None, self._chosen(name)):
                    found[name, table.case] = table
        return found

    def _chosen(self, name: str) -> str | None:
        """Which of a wager's alternative tables is in force."""
        wager = self.wagers.get(name)
        return self.variant(wager.offer) if wager and wager.offer else self.reading(ANTE_READING)

    @cached_property
    def wheel(self) -> Wheel | None:
        """The Bonus Spin wheel, where one is offered."""
        return self.rulebook.wheel_in_play(self.submission.offers)

    def wheel_prize(self, stop: WheelStop) -> Odds:
        """What a stop pays the player who spun."""
        wheel = self.wheel
        assert wheel is not None
        if stop.pays is not None:
            return stop.pays
        if wheel.top_prize == "progressive":
            meter = next(name for name, figures in self.meters.items() if wheel.wager in figures.wagers)
            return MeterShare(Rate.parse("100%"), meter)
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
        terms = self.submission.meters.get(rule.name, MeterTerms())
        least = least_seed(rule, self.submission)
        seed, rate = terms.seed or least, terms.rate or Rate(0)
        return MeterFigures(rule.name, rule.title, rule.clause, rule.wagers, seed, terms.reset or seed, rate)

    @cached_property
    def payout_limit(self) -> Amount | None:
        """The aggregate payout limit for one player in one round, if there is one."""
        return limit_in_force(self.rulebook, self.submission)

    @cached_property
    def limit_is_the_tables(self) -> bool:
        """Whether the aggregate payout limit is for all players of a round together."""
        return self.reading(LIMIT_PER) == "table-round"

    @cached_property
    def top_prize_counts(self) -> bool:
        """Whether a fixed top prize of the wheel counts toward the aggregate payout limit."""
        return self.reading(TOP_PRIZE) == COUNTS

    @cached_property
    def handling(self) -> Handling:
        """How the deck is handled with the dealing method in use."""
        handling = self.rulebook.table.handling_of(self.submission.dealing)
        assert handling is not None, "every dealing method of a rulebook has its handling"
        return handling

    @cached_property
    def deck_age(self) -> DeckAge | None:
        """After how many hours a deck is changed: the document's limit, or a shorter one of the operator's."""
        limit, own = self.rulebook.table.age_limit(self.submission.dealing), self.submission.deck_age
        if own is None:
            return limit
        clause = limit.clause if limit else f"{READING}deck-age"
        return DeckAge(clause=clause, methods=(self.submission.dealing,), hours=own)

    @cached_property
    def devices(self) -> tuple[Device, ...]:
        """The devices that the way of shuffling and dealing needs."""
        used = {
            Device.SHUFFLER: self.submission.shuffler != NO_SHUFFLER,
            Device.SHOE: self.submission.dealing == AUTOMATED_SHOE,
        }
        return tuple(device for device, present in used.items() if present)

    @cached_property
    def dealing(self) -> Dealing:
        """How the cards are dealt."""
        dealing = self.rulebook.dealing(self.submission.dealing)
        assert dealing is not None
        return dealing


def terms_for(name: str | Path, choices: dict[str, object] | None = None) -> Terms:
    """The terms under a rulebook with some choices laid over its default; `Refused` if they are unlawful."""
    rulebook = load(name)
    submission = submission_from(dict(choices), rulebook) if choices else default_submission(rulebook)
    return lawful(rulebook, submission)


def full_terms(name: str | Path) -> Terms:
    """The terms under which everything the rulebook allows is offered."""
    rulebook = load(name)
    return lawful(rulebook, full_submission(rulebook))


def lawful(rulebook: Rulebook, submission: Submission) -> Terms:
    """Terms of a submission that breaches nothing; else `Refused` with every breach."""
    breaches = check_submission(rulebook, submission)
    if breaches:
        raise Refused(*breaches)
    return Terms(rulebook, submission)
