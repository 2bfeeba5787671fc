"""Checks a Rules Submission against its rulebook: each breach with its clause and what is allowed."""

from collections.abc import Iterator

from pitboss.money import Amount, For, InexactPayoutError, To, winnings
from pitboss.rulebooks.meter_rules import least_seed, meter_rules
from pitboss.rulebooks.parts import LimitRule, Offer, Wager
from pitboss.rulebooks.payout_limit import bound
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import SHUFFLERS, Submission
from pitboss.rulebooks.violation import Violation


def check_submission(rulebook: Rulebook, submission: Submission) -> list[Violation]:
    """Every breach of the rulebook; empty for a lawful submission."""
    checks = (
        _offers,
        _limits,
        _amounts,
        _exact_pay,
        _payout_limit,
        _meters,
        _wheel,
        _draws,
        _links,
        _dealing,
        _readings,
    )
    return [
        Violation(rulebook=rulebook.id, clause=clause, where=where, tried=tried, allowed=allowed)
        for check in checks
        for clause, where, tried, allowed in check(rulebook, submission)
    ]


Breach = tuple[str, str, str, str]  # clause, where, tried, allowed


def _offers(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    for offer in rulebook.offers:
        choice = submission.offers.get(offer.name, False)
        allowed = _choices(offer)
        if choice not in allowed:
            clause = offer.variants_clause if choice and offer.variants_clause else offer.clause
            yield clause, offer.name, _said(choice), " or ".join(_said(item) for item in allowed)
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
    for name, limits in submission.limits.items():
        where = f"limits.{name}"
        if name not in names:
            yield "", where, "limits of no wager of this game", f"one of {', '.join(sorted(names))}"
            continue
        clause = _clause_of_limit(rulebook, name)
        lawful = rulebook.limits.get(name)
        if limits.minimum <= Amount.ZERO or limits.maximum < limits.minimum or limits.unit <= Amount.ZERO:
            tried = f"{limits.minimum} to {limits.maximum} in units of {limits.unit}"
            yield clause, where, tried, "a minimum above 0, a maximum not below it, a unit above 0"
        elif not limits.minimum.is_multiple_of(limits.unit):
            yield clause, where, f"minimum {limits.minimum}", f"a multiple of the unit {limits.unit}"
        if lawful and (limits.minimum < lawful.minimum or limits.maximum > lawful.maximum):
            tried = f"{limits.minimum} to {limits.maximum}"
            yield lawful.clause, where, tried, f"within {lawful.minimum} to {lawful.maximum}"
    for wager in rulebook.wagers:
        if wager.limit and wager.limit not in submission.limits and _offered(wager, submission):
            yield wager.clause, f"limits.{wager.limit}", "no limits", "a minimum and a maximum"


def _clause_of_limit(rulebook: Rulebook, name: str) -> str:
    return next(wager.clause for wager in rulebook.wagers if wager.limit == name)


def _amounts(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    for name, amounts in submission.amounts.items():
        wager = rulebook.wager(name)
        where = f"amounts.{name}"
        if wager is None or not wager.amounts:
            named = ", ".join(item.name for item in rulebook.wagers if item.amounts) or "no wager of this game"
            yield "", where, "fixed amounts", named
        elif not amounts or not set(amounts) <= set(wager.amounts):
            tried = ", ".join(map(str, amounts)) or "none"
            yield wager.clause, where, tried, f"one or more of {', '.join(map(str, wager.amounts))}"


def _exact_pay(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Each unit of a wager must be paid in whole cents by every line of its table."""
    for table in rulebook.paytables:
        for wager in filter(None, map(rulebook.wager, table.wagers)):
            limits = submission.limits.get(wager.limit or "ante")
            if limits is None or not _offered(wager, submission):
                continue
            for line in table.lines:
                if isinstance(line.pays, To | For) and not _pays_whole_cents(line.pays, limits.unit):
                    where = f"limits.{wager.limit or 'ante'}.unit"
                    yield (
                        table.clause,
                        where,
                        str(limits.unit),
                        f"a unit that {line.pays} pays in whole cents",
                    )


def _pays_whole_cents(odds: To | For, unit: Amount) -> bool:
    try:
        winnings(odds, unit)
    except InexactPayoutError:
        return False
    return True


def _payout_limit(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    rule, chosen = rulebook.payout_limit, submission.payout_limit
    if chosen is None or "ante" not in submission.limits:
        return
    if rule is None:
        yield "", "payout_limit", str(chosen), "none: the document has no aggregate payout limit"
        return
    figure = bound(rulebook, submission)
    if rule.rule is LimitRule.FLOOR and chosen < figure:
        yield rule.clause, "payout_limit", str(chosen), f"{figure} or more"
    if rule.rule is LimitRule.CEILING and not Amount.ZERO < chosen <= figure:
        yield rule.clause, "payout_limit", str(chosen), f"above 0 and at most {figure}"
    if rule.rule is LimitRule.FIXED and chosen != figure:
        yield rule.clause, "payout_limit", str(chosen), f"exactly {figure}"


def _meters(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    names = {rule.name for rule in rulebook.meters}
    for name in sorted(set(submission.meters) - names):
        yield (
            "",
            f"meters.{name}",
            "an unknown meter",
            f"one of {', '.join(sorted(names)) or 'none: no progressives'}",
        )
    for rule in meter_rules(rulebook, submission):
        where = f"meters.{rule.name}"
        terms = submission.meters.get(rule.name)
        if terms is None:
            yield rule.clause, where, "no rate of progression", "a rate such as 10%"
            continue
        if not 0 < terms.rate.per_million <= 1_000_000:
            yield rule.clause, f"{where}.rate", str(terms.rate), "above 0% and at most 100%"
        least = least_seed(rule, submission)
        for field, amount in (("seed", terms.seed), ("reset", terms.reset)):
            if amount is None and least > Amount.ZERO:
                continue
            if amount is None or amount <= Amount.ZERO:
                yield rule.clause, f"{where}.{field}", _said(amount), "an amount above 0"
            elif rule.seed_per_dollar is not None and amount != least:
                yield rule.clause, f"{where}.{field}", str(amount), f"exactly {least} for this wager amount"
            elif amount < least:
                yield rule.clause, f"{where}.{field}", str(amount), f"{least} or more"
    yield from _rates_within_the_wager(rulebook, submission)


def _rates_within_the_wager(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Meters fed by the same wager cannot take more than all of it."""
    taken: dict[str, int] = {}
    for rule in meter_rules(rulebook, submission):
        terms = submission.meters.get(rule.name)
        for name in rule.wagers:
            taken[name] = taken.get(name, 0) + (terms.rate.per_million if terms else 0)
    for name, per_million in taken.items():
        if per_million > 1_000_000:
            wager = rulebook.wager(name)
            clause = wager.clause if wager else ""
            yield (
                clause,
                "meters",
                f"rates of {per_million / 10_000:g}% in all from {name}",
                "at most 100% in all",
            )


def _wheel(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    for wheel in rulebook.wheels:
        if submission.offers.get(wheel.wager) != wheel.variant:
            continue
        terms = submission.wheel
        positions = {stop.position for stop in wheel.stops}
        if terms is None:
            yield wheel.clause, "wheel", "no stop weights", "a weight for each position"
            continue
        if set(terms.weights) != positions:
            listed = ", ".join(map(str, sorted(positions)))
            yield (
                wheel.clause,
                "wheel.weights",
                "other positions than the wheel's",
                f"a weight for each of {listed}",
            )
        if any(weight < 0 for weight in terms.weights.values()) or sum(terms.weights.values()) <= 0:
            yield (
                wheel.clause,
                "wheel.weights",
                "negative weights or no weight at all",
                "whole numbers, one above 0",
            )
        if wheel.top_prize == "fixed" and (terms.top_prize or Amount.ZERO) <= Amount.ZERO:
            yield wheel.clause, "wheel.top_prize", _said(terms.top_prize), "a fixed prize above 0"


def _draws(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    names = [bonus.name for bonus in rulebook.bonuses]
    for name, rounds in submission.draws.items():
        if name not in names:
            yield (
                "",
                f"draws.{name}",
                "an unknown bonus",
                f"one of {', '.join(names) or 'none: no drawn bonus'}",
            )
        elif rounds < 1:
            yield "", f"draws.{name}", str(rounds), "once in 1 or more rounds"


def _links(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    if not submission.links:
        return
    clause = rulebook.link_clause
    paytable = submission.offers.get("link_progressive")
    if clause is None or not paytable:
        yield (
            clause or "",
            "links",
            "linked games",
            "links only where the Multi Game Link Progressive is offered",
        )
        return
    amounts = submission.amounts.get("link_progressive", ())
    if len(amounts) != 1:
        yield (
            clause,
            "amounts.link_progressive",
            "no single amount",
            "one wager amount, the same in all linked games",
        )
    for game in submission.links:
        where = f"links: {game.title}"
        if game.paytable != paytable:
            yield clause, where, f"paytable {game.paytable}", str(paytable)
        if amounts and game.wager != amounts[0]:
            yield clause, where, f"wager {game.wager}", str(amounts[0])
        if game.decks != submission.decks:
            yield clause, where, f"{game.decks} decks", str(submission.decks)


def _dealing(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    if submission.shuffler not in SHUFFLERS:
        yield "", "shuffler", submission.shuffler, f"one of {', '.join(SHUFFLERS)}"
    dealing = rulebook.dealing(submission.dealing)
    if dealing is None:
        methods = ", ".join(item.method for item in rulebook.dealings)
        yield rulebook.dealings[0].clause, "dealing", submission.dealing, f"one of {methods}"
    elif dealing.needs_shuffler_clause and submission.shuffler == "none":
        yield (
            dealing.needs_shuffler_clause,
            "shuffler",
            "dealing from the hand without one",
            "an automated shuffler",
        )
    two = rulebook.table.two_decks
    if submission.decks not in (1, 2):
        yield (
            rulebook.table.decks_clause,
            "decks",
            str(submission.decks),
            "1, or 2 with an automated shuffler",
        )
    elif submission.decks == 2 and submission.shuffler == "none":
        yield two.clause, "decks", "2 without an automated shuffler", "1, or 2 with an automated shuffler"
    elif submission.decks == 1 and two.required and submission.shuffler != "none":
        yield two.clause, "decks", "1 with an automated shuffler", "2"


def _readings(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    open_to_choice = {item.id: item for item in rulebook.interpretations if item.selectable}
    for name, choice in submission.readings.items():
        item = open_to_choice.get(name)
        if item is None:
            listed = ", ".join(sorted(open_to_choice)) or "none: this rulebook leaves no choice"
            yield "", f"readings.{name}", "no interpretation open to choice", f"one of {listed}"
        elif choice not in item.choices:
            yield item.clauses[0], f"readings.{name}", choice, " or ".join(item.choices)


def _offered(wager: Wager, submission: Submission) -> bool:
    return wager.offer is None or bool(submission.offers.get(wager.offer))


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else f"'{value}'"
