"""The law as data: rulebooks, the operator's Rules Submission, the clause register."""

from pitboss.rulebooks.clauses import Clause, Interpretation, Met
from pitboss.rulebooks.lawful import check_submission
from pitboss.rulebooks.library import SHIPPED, LeftOut, RulebookError, UnknownRulebook, ids
from pitboss.rulebooks.loader import left_out, load, load_all
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import (
    Submission,
    default_submission,
    full_submission,
    read_submission,
    submission_from,
)
from pitboss.rulebooks.terms import Terms, full_terms, lawful, terms_for
from pitboss.rulebooks.versions import version
from pitboss.rulebooks.violation import Refused, Violation, either, one_of

__all__ = [
    "SHIPPED",
    "Clause",
    "Interpretation",
    "LeftOut",
    "Met",
    "Refused",
    "Rulebook",
    "RulebookError",
    "Submission",
    "Terms",
    "UnknownRulebook",
    "Violation",
    "check_submission",
    "default_submission",
    "either",
    "full_submission",
    "full_terms",
    "ids",
    "lawful",
    "left_out",
    "load",
    "load_all",
    "one_of",
    "read_submission",
    "submission_from",
    "terms_for",
    "version",
]
