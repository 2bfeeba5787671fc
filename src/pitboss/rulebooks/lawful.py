"""Checks a Rules Submission against its rulebook: each breach with its clause and what is allowed."""

from collections.abc import Iterator
from math import lcm

from pitboss.money import Amount, For, InexactPayoutError, Odds, To, parse_odds, winnings
from pitboss.rulebooks import device_checks, meter_checks
from pitboss.rulebooks.breach import Breach, offered, said
from pitboss.rulebooks.largest_win import largest_win_at_minimum
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, LimitRule, Offer, Wager
from pitboss.rulebooks.payout_limit import bound, cuts_the_minimum
from pitboss.rulebooks.rulebook import READING, Rulebook
from pitboss.rulebooks.submission import Submission, WagerLimits, reading_in_force
from pitboss.rulebooks.violation import Refused, Violation, one_of

WAGER_LIMITS, EXACT = "wager-limits", "exact"
NO_LIMIT = "no-payout-limit"


def check_submission(rulebook: Rulebook, submission: Submission) -> list[Violation]:
    """Every breach of the rulebook; empty for a lawful submission.

    The payout limit is worked out from all the rest, so it is judged where the rest is lawful.
    """
    checks = (
        _offers,
        _limits,
        _equal_limits,
        _amounts,
        _exact_pay,
        meter_checks.meters,
        meter_checks.links,
        meter_checks.wheel,
        meter_checks.draws,
        device_checks.dealing,
        device_checks.shuffler,
        device_checks.decks,
        _readings,
    )
    found = [breach for check in checks for breach in check(rulebook, submission)]
    try:
        found = found or list(_payout_limit(rulebook, submission))
    except Refused as refused:
        return list(refused.violations)
    return [
        Violation(rulebook=rulebook.id, clause=clause, where=where, tried=tried, allowed=allowed)
        for clause, where, tried, allowed in found
    ]


def _offers(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    for offer in rulebook.offers:
        choice = submission.offers.get(offer.name, False)
        allowed = _choices(offer)
        if offer.filed and offer.name not in submission.offers:
            named = " or ".join(said(item) for item in allowed)
            yield offer.variants_clause or offer.clause, offer.name, "no table", f"{named}, named in the submission"
            continue
        if choice not in allowed:
            clause = offer.variants_clause if choice and offer.variants_clause else offer.clause
            yield clause, offer.name, said(choice), " or ".join(said(item) for item in allowed)
        elif choice:
            for needed in offer.needs:
                if not submission.offers.get(needed):
                    yield (
                        offer.clause,
                        offer.name,
                        f"offering it without {needed}",
                        f"{needed} as well, or neither",
                    )


def _choices(offer: Offer) -> list[bool | str]:
    """What an operator may choose; False comes first unless the document gives the wager to the player."""
    choices: list[bool | str] = [] if offer.always else [False]
    return [*choices, *(offer.variants or (True,))]


def _limits(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    names = {wager.limit for wager in rulebook.wagers if wager.limit}
    exact = reading_in_force(rulebook, submission, WAGER_LIMITS) == EXACT
    for name, limits in submission.limits.items():
        where = f"limits.{name}"
        if name not in names:
            yield "", where, "limits for an unknown wager", f"one of {', '.join(sorted(names))}"
            continue
        clause = _clause_of_limit(rulebook, name)
        lawful = rulebook.limits.get(name)
        if limits.minimum <= Amount.ZERO or limits.maximum < limits.minimum or limits.unit <= Amount.ZERO:
            tried = f"{limits.minimum} to {limits.maximum} in units of {limits.unit}"
            yield clause, where, tried, "a minimum above 0, a maximum not below it, a unit above 0"
        elif not limits.minimum.is_multiple_of(limits.unit):
            yield clause, where, f"minimum {limits.minimum}", f"a multiple of the unit {limits.unit}"
        if lawful is None:
            continue
        tried, allowed = f"{limits.minimum} to {limits.maximum}", f"{lawful.minimum} to {lawful.maximum}"
        if limits.minimum < lawful.minimum or limits.maximum > lawful.maximum:
            yield lawful.clause, where, tried, f"a range within {allowed}"
        elif exact and tried != allowed:
            yield f"{READING}{WAGER_LIMITS}", where, tried, f"exactly {allowed}"
    for wager in rulebook.wagers:
        if wager.limit and wager.limit not in submission.limits and offered(wager, submission):
            yield wager.clause, f"limits.{wager.limit}", "no limits", "a minimum and a maximum"


def _clause_of_limit(rulebook: Rulebook, name: str) -> str:
    return next(wager.clause for wager in rulebook.wagers if wager.limit == name)


def _equal_limits(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Wagers that must be equal need an amount that the limits of both allow."""
    for wager in rulebook.wagers:
        partner = rulebook.wager(wager.equals) if wager.equals else None
        if partner is None or not (offered(wager, submission) and offered(partner, submission)):
            continue
        one, other = submission.limits.get(wager.limit or ""), submission.limits.get(partner.limit or "")
        if one and other and not _meet(one, other):
            clause, where = wager.equals_clause or wager.clause, f"limits.{wager.limit}"
            tried = f"{one.minimum} to {one.maximum} in units of {one.unit}"
            both = f"{other.minimum} to {other.maximum} in units of {other.unit}"
            yield clause, where, tried, f"limits that meet those of {partner.title}, {both}: both wagers must be equal"


def _meet(one: WagerLimits, other: WagerLimits) -> bool:
    """Whether some amount is within both limits and a multiple of both units."""
    if any(limits.unit <= Amount.ZERO or limits.maximum < limits.minimum for limits in (one, other)):
        return True  # a breach of its own
    step = lcm(one.unit.cents, other.unit.cents)
    least, most = max(one.minimum, other.minimum), min(one.maximum, other.maximum)
    return most.cents // step * step >= least.cents


def _amounts(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    for name, amounts in submission.amounts.items():
        wager = rulebook.wager(name)
        where = f"amounts.{name}"
        if wager is None or not wager.amounts:
            named = (item.name for item in rulebook.wagers if item.amounts)
            yield "", where, "fixed amounts", one_of(named, "no wager of this game has them")
        elif not amounts or not set(amounts) <= set(wager.amounts):
            tried = ", ".join(map(str, amounts)) or "none"
            yield (
                wager.amounts_clause or wager.clause,
                where,
                tried,
                f"one or more of {', '.join(map(str, wager.amounts))}",
            )


def _exact_pay(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Each unit of a wager must be paid in whole cents by every line of its table, and by what a duel brings."""
    for wager in rulebook.wagers:
        limit = _limit_of(rulebook, wager)
        limits = submission.limits.get(limit)
        if limits is None or not offered(wager, submission):
            continue
        for clause, odds in _odds_of(rulebook, wager):
            if isinstance(odds, To | For) and not _pays_whole_cents(odds, limits.unit):
                yield clause, f"limits.{limit}.unit", str(limits.unit), f"a unit that {odds} pays in whole cents"


def _limit_of(rulebook: Rulebook, wager: Wager) -> str:
    """The limits a wager is held to; a bet, being whole times its base, is held to those of its base."""
    bases = (base for decision in rulebook.decisions if decision.bet == wager.name for base in decision.bases)
    based = (other.limit for other in map(rulebook.wager, bases) if other is not None and other.limit)
    return wager.limit or next(based, "")


def _odds_of(rulebook: Rulebook, wager: Wager) -> Iterator[tuple[str, Odds]]:
    """All that a wager may pay, each with its clause."""
    for table in rulebook.paytables:
        if wager.name in table.wagers:
            yield from ((table.clause, line.pays) for line in table.lines)
    if wager.against is not None:
        outcomes = wager.against
        for word in (outcomes.higher, outcomes.tie, outcomes.lower, outcomes.not_qualified, outcomes.outranked):
            if word is not None and word not in (BY_TABLE, BY_TABLE_OR_PUSH, LOSE):
                yield outcomes.pays_clause or wager.clause, parse_odds(word)


def _pays_whole_cents(odds: To | For, unit: Amount) -> bool:
    try:
        winnings(odds, unit)
    except InexactPayoutError:
        return False
    return True


def _payout_limit(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    rule, chosen = rulebook.payout_limit, submission.payout_limit
    if chosen is None:
        return
    if rule is None:
        clause = f"{READING}{NO_LIMIT}" if rulebook.interpretation(NO_LIMIT) else ""
        yield clause, "payout_limit", str(chosen), "none: the document has no aggregate payout limit"
        return
    figure = bound(rulebook, submission)
    if rule.rule is LimitRule.FLOOR and chosen < figure:
        yield rule.clause, "payout_limit", str(chosen), f"{figure} or more"
    if rule.rule is LimitRule.CEILING and chosen > figure:
        yield rule.clause, "payout_limit", str(chosen), f"at most {figure}"
    if rule.whole_minimum_clause and cuts_the_minimum(rulebook, submission, chosen):
        least = largest_win_at_minimum(rulebook, submission)
        yield rule.whole_minimum_clause, "payout_limit", str(chosen), f"{least} or more"
    if rule.rule is LimitRule.FIXED and chosen != figure:
        yield rule.clause, "payout_limit", str(chosen), f"exactly {figure}"


def _readings(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    open_to_choice = {item.id: item for item in rulebook.interpretations if item.selectable}
    for name, choice in submission.readings.items():
        item = open_to_choice.get(name)
        if item is None:
            lawful = one_of(sorted(open_to_choice), "this rulebook leaves no choice")
            yield "", f"readings.{name}", "a reading that cannot be chosen", lawful
        elif choice not in item.choices:
            yield "", f"readings.{name}", said(choice), " or ".join(item.choices)
