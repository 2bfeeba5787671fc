"""A submission completed by what a document wants named in it, at its least: for questions about it, not for play."""

from msgspec.structs import replace

from pitboss.money import Amount
from pitboss.rulebooks.meter_rules import least_seed, meter_rules
from pitboss.rulebooks.parts import MeterRule
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import MeterTerms, Submission, WheelTerms, full_submission, reading_in_force


def completed(rulebook: Rulebook, submission: Submission) -> Submission:
    """The submission with what its offers need and it does not name: link amounts, meters, wheel, draws, a shuffler.

    What has no least is taken from the full submission.
    """
    rules = meter_rules(rulebook, submission)
    amounts = dict(submission.amounts)
    for rule in rules:
        if rule.seed_per_dollar:
            amounts.setdefault(rule.wagers[0], (_link_amount(rulebook, submission, rule),))
    shuffler = submission.shuffler
    for offer in rulebook.offers:
        device = offer.device if submission.offers.get(offer.name) else None
        if device and reading_in_force(rulebook, submission, device.reading) not in device.waived_under:
            shuffler = device.shuffler
    submission = replace(submission, amounts=amounts, shuffler=shuffler)
    full = full_submission(rulebook)
    meters = dict(submission.meters)
    for rule in rules:
        given, filed = meters.get(rule.name, MeterTerms()), full.meters.get(rule.name, MeterTerms())
        least = least_seed(rule, submission)
        seed, reset = (least, least) if least > Amount.ZERO else (filed.seed, filed.reset)
        meters[rule.name] = MeterTerms(
            rate=given.rate or filed.rate,
            seed=given.seed or (seed if "seed" in rule.filed else None),
            reset=given.reset or (reset if "reset" in rule.filed else None),
        )
    offered = {name: rounds for name, rounds in full.draws.items() if submission.offers.get(name)}
    wheel = _wheel(rulebook, submission, full)
    return replace(submission, meters=meters, wheel=wheel, draws={**offered, **submission.draws})


def _wheel(rulebook: Rulebook, submission: Submission, full: Submission) -> WheelTerms | None:
    """The wheel as filed, and where one is offered what is not filed of it as in the full submission."""
    given, whole = submission.wheel or WheelTerms(), full.wheel
    if whole is None or rulebook.wheel_in_play(submission.offers) is None:
        return submission.wheel
    return WheelTerms(weights=given.weights or whole.weights, top_prize=given.top_prize or whole.top_prize)


def _link_amount(rulebook: Rulebook, submission: Submission, rule: MeterRule) -> Amount:
    """The wager of the table chosen, or the least."""
    (name,) = rule.wagers
    wager, variant = rulebook.wager(name), submission.offers.get(rule.offer)
    assert wager is not None
    table = next(table for table in rulebook.paytables if name in table.wagers and table.variant == variant)
    return table.stake or min(wager.amounts)
