"""How the mathematics refuse a question."""

from pitboss.rulebooks import Refused, Terms, Violation


def refused(terms: Terms, where: str, tried: str, allowed: str, clause: str = "") -> Refused:
    """A refusal to raise: one line that says what was tried and what is allowed."""
    return Refused(Violation(rulebook=terms.rulebook.id, clause=clause, where=where, tried=tried, allowed=allowed))
