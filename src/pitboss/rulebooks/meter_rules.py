"""Which meters a submission brings into play, and the least they may be seeded with."""

from pitboss.money import Amount
from pitboss.rulebooks.parts import MeterRule
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import Submission


def meter_rules(rulebook: Rulebook, submission: Submission) -> list[MeterRule]:
    """The rulebook's meters that the operator's offers bring into play."""
    return [rule for rule in rulebook.meters if _in_play(rule, submission)]


def _in_play(rule: MeterRule, submission: Submission) -> bool:
    choice = submission.offers.get(rule.offer, False)
    return bool(choice) and (not rule.variants or choice in rule.variants)


def least_seed(rule: MeterRule, submission: Submission) -> Amount:
    """The least initial and reset amount: a fixed minimum, or a sum for each dollar of the one wager amount."""
    if rule.seed_per_dollar is None:
        return rule.minimum_seed or Amount.ZERO
    amounts = [amount.cents for name in rule.wagers for amount in submission.amounts.get(name, ())]
    return Amount(rule.seed_per_dollar.cents * min(amounts, default=0) // 100)
