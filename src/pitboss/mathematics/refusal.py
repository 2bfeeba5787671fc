"""How the mathematics refuse a question."""

from pitboss.rulebooks import Refused, Terms, Violation


def refused(terms: Terms, where: str, tried: str, allowed: str, clause: str = "", says: str = "") -> Refused:
    """A refusal to raise; its sentence is made of what was tried and what is allowed unless one is given."""
    id = terms.rulebook.id
    return Refused(Violation(rulebook=id, clause=clause, where=where, tried=tried, allowed=allowed, says=says))


def too_large(terms: Terms, error: Exception) -> Refused:
    """What to raise where odds are too large for exact sums."""
    says = f"This cannot be counted: {error}. Use odds of smaller whole numbers."
    return refused(terms, "paytable", str(error), "odds of smaller whole numbers", says=says)
