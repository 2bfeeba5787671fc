"""The aggregate payout limit: what the document asks, and what is in force under a submission."""

from pitboss.money import Amount
from pitboss.rulebooks.largest_win import largest_win_at_minimum, top_lines_at_minimum
from pitboss.rulebooks.parts import LimitRule
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import Submission


def limit_in_force(rulebook: Rulebook, submission: Submission) -> Amount | None:
    """The limit for one player in one round, or None where there is none."""
    rule = rulebook.payout_limit
    if rule is None:
        return None
    if submission.payout_limit is not None:
        return submission.payout_limit
    return None if rule.rule is LimitRule.FLOOR else bound(rulebook, submission)


def bound(rulebook: Rulebook, submission: Submission) -> Amount:
    """The document's figure: its amount, or the largest win at the minimum wager if that counts and is greater."""
    rule = rulebook.payout_limit
    assert rule is not None
    if not rule.or_largest_win or top_lines_at_minimum(rulebook, submission) <= rule.amount:
        return rule.amount
    return max(rule.amount, largest_win_at_minimum(rulebook, submission))


def cuts_the_minimum(rulebook: Rulebook, submission: Submission, limit: Amount) -> bool:
    """Whether a limit would cut what one who bets the minimum can win."""
    if top_lines_at_minimum(rulebook, submission) <= limit:
        return False
    return limit < largest_win_at_minimum(rulebook, submission)
