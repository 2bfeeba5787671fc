"""How a round refuses."""

from pitboss.games.state import Round
from pitboss.rulebooks import Refused, Violation


def refuse(round: Round, clause: str, where: str, tried: str, allowed: str) -> Refused:
    """A refusal to raise; `decide` turns it into a value."""
    rulebook = round.terms.rulebook.id
    return Refused(Violation(rulebook=rulebook, clause=clause, where=where, tried=tried, allowed=allowed))
