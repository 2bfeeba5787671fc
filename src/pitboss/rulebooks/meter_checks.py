"""Checks of what a submission says of jackpots and chance: meters, their links, the wheel, drawn bonuses."""

from collections.abc import Iterator

from pitboss.money import Amount
from pitboss.rulebooks.breach import Breach, said
from pitboss.rulebooks.meter_rules import least_seed, meter_rules
from pitboss.rulebooks.parts import MeterRule, Wheel
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.rulebook import READING, Rulebook
from pitboss.rulebooks.submission import MeterTerms, Submission, WheelTerms, reading_in_force
from pitboss.rulebooks.violation import one_of

MOST_PARTS = 1_000_000_000
"""Weights and draws beyond it are no figures of a machine, and would not fit the arrays of a simulation."""

NAMED = "named in the submission"
LINK_AMOUNT, OWN_TABLE = "link-wager-amount", "own-table"


def meters(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Meters the document knows, each with the rate, initial and reset amount it asks for."""
    names = {rule.name for rule in rulebook.meters}
    for name in sorted(set(submission.meters) - names):
        yield "", f"meters.{name}", "an unknown meter", one_of(sorted(names), "this game has no progressives")
    for rule in meter_rules(rulebook, submission):
        terms = submission.meters.get(rule.name, MeterTerms())
        yield from _rate(rule, terms)
        yield from _seed_and_reset(rule, terms, least_seed(rule, submission))
    yield from _rates_within_the_wager(rulebook, submission)


def _rate(rule: MeterRule, terms: MeterTerms) -> Iterator[Breach]:
    where = f"meters.{rule.name}.rate"
    if terms.rate is None:
        yield rule.clause, where, "no rate of progression", f"a rate such as 10%, {NAMED}"
    elif not 0 < terms.rate.per_million <= 1_000_000:
        yield rule.clause, where, str(terms.rate), "above 0% and at most 100%"


def _seed_and_reset(rule: MeterRule, terms: MeterTerms, least: Amount) -> Iterator[Breach]:
    for field, title, amount in (("seed", "initial", terms.seed), ("reset", "reset", terms.reset)):
        where = f"meters.{rule.name}.{field}"
        if amount is None and field in rule.filed:
            allowed = f"{least} or more" if least > Amount.ZERO else "an amount above 0"
            yield rule.clause, where, f"no {title} amount", f"{allowed}, {NAMED}"
        elif amount is None and (rule.seed_per_dollar or least > Amount.ZERO):
            continue
        elif amount is None or amount <= Amount.ZERO:
            yield rule.clause, where, said(amount), "an amount above 0"
        elif rule.seed_per_dollar and least > Amount.ZERO and amount != least:
            yield rule.clause, where, str(amount), f"exactly {least} for this wager amount"
        elif amount < least:
            yield rule.clause, where, str(amount), f"{least} or more"


def _rates_within_the_wager(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Meters fed by the same wager cannot take more than all of it."""
    taken: dict[str, int] = {}
    for rule in meter_rules(rulebook, submission):
        rate = submission.meters.get(rule.name, MeterTerms()).rate
        for name in rule.wagers:
            taken[name] = taken.get(name, 0) + (rate.per_million if rate else 0)
    for name, per_million in taken.items():
        if per_million > 1_000_000:
            wager = rulebook.wager(name)
            clause = wager.clause if wager else ""
            yield clause, "meters", f"rates of {per_million / 10_000:g}% in all from {name}", "at most 100% in all"


def links(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """A link has one wager amount, from which its seeds follow, and linked games agree in all the document names."""
    clause = rulebook.link_clause or ""
    rule = next((rule for rule in meter_rules(rulebook, submission) if rule.seed_per_dollar), None)
    if rule is None:
        if submission.links:
            yield clause, "links", "linked games", "links only where the Multi Game Link Progressive is offered"
        return
    (wager,) = rule.wagers
    amounts = submission.amounts.get(wager, ())
    if len(amounts) != 1:
        tried = ", ".join(map(str, amounts)) or "no amount"
        yield clause, f"amounts.{wager}", tried, "one wager amount, the same in all linked games"
        return
    paytable = submission.offers.get(rule.offer)
    table = next(table for table in rulebook.paytables if wager in table.wagers and table.variant == paytable)
    yield from _amount_of_table(rulebook, submission, wager, table)
    for game in submission.links:
        where = f"links: {game.title}"
        if not (game.title.strip() and game.title.isprintable()):
            yield clause, "links", f"a game called {game.title!r}", "a title in words that can be shown"
        if game.paytable != paytable:
            yield clause, where, f"paytable {game.paytable}", str(paytable)
        if game.wager != amounts[0]:
            yield clause, where, f"wager {game.wager}", str(amounts[0])
        if game.decks != submission.decks:
            yield clause, where, f"{game.decks} decks", str(submission.decks)


def _amount_of_table(rulebook: Rulebook, submission: Submission, wager: str, table: Paytable) -> Iterator[Breach]:
    """A table that belongs to one amount takes no other, unless the reading in force lets it."""
    own = reading_in_force(rulebook, submission, LINK_AMOUNT) == OWN_TABLE
    if own and table.stake is not None and submission.amounts[wager] != (table.stake,):
        tried = f"{submission.amounts[wager][0]} with {table.variant}"
        yield f"{READING}{LINK_AMOUNT}", f"amounts.{wager}", tried, f"{table.stake}, the wager of that table"


def wheel(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Every position of the wheel has a weight above 0: no prize is shown that can never be won."""
    if submission.wheel and not rulebook.wheels:
        yield "", "wheel", "stop weights", "none: this game has no wheel"
    terms = submission.wheel or WheelTerms()
    in_play = rulebook.wheel_in_play(submission.offers)
    if in_play is not None:
        yield from _weights(in_play, terms)
        yield from _top_prize(in_play, terms)


def _weights(wheel: Wheel, terms: WheelTerms) -> Iterator[Breach]:
    positions = sorted(stop.position for stop in wheel.stops)
    where, allowed = "wheel.weights", f"a weight for each of {', '.join(map(str, positions))}"
    if not terms.weights:
        yield wheel.clause, where, "no stop weights", f"{allowed}, {NAMED}"
    elif sorted(terms.weights) != positions:
        yield wheel.clause, where, "positions that the wheel does not have", allowed
    for position, weight in sorted(terms.weights.items()):
        if not 0 < weight <= MOST_PARTS:
            tried = f"{_number(weight)} for position {position}"
            yield wheel.clause, where, tried, f"whole numbers from 1 to {MOST_PARTS}"


def _top_prize(wheel: Wheel, terms: WheelTerms) -> Iterator[Breach]:
    if wheel.top_prize != "fixed":
        return
    where, allowed = "wheel.top_prize", "a fixed prize above 0"
    if terms.top_prize is None:
        yield wheel.clause, where, "no top prize", f"{allowed}, {NAMED}"
    elif terms.top_prize <= Amount.ZERO:
        yield wheel.clause, where, said(terms.top_prize), allowed


def draws(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """Bonuses the document knows, drawn once in so many rounds; of each that is offered the submission says it."""
    allowed = f"once in 1 to {MOST_PARTS} rounds"
    names = [bonus.name for bonus in rulebook.bonuses]
    for name in sorted(set(submission.draws) - set(names)):
        yield "", f"draws.{name}", "an unknown bonus", one_of(names, "this game has no drawn bonus")
    for bonus in rulebook.bonuses:
        where, rounds = f"draws.{bonus.name}", submission.draws.get(bonus.name)
        if rounds is None:
            if submission.offers.get(bonus.name):
                yield bonus.frequency_clause, where, "no frequency", f"{allowed}, {NAMED}"
        elif not 1 <= rounds <= MOST_PARTS:
            yield bonus.frequency_clause, where, _number(rounds), allowed


def _number(value: int) -> str:
    """A number as it was given, or that it is too long to print."""
    return str(value) if abs(value) < 10**30 else "a number of more than 30 digits"
