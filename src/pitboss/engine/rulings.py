"""What can befall a round besides its play, and when: voids, wagers called off, forfeitures, players who leave.

These are the closed lists that facts of a round are read by, and that a form for them offers.
"""

import msgspec

from pitboss.engine.state import Phase
from pitboss.rulebooks import Rulebook, Terms

ABANDONED, STANDS = "abandoned", "stands"


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling by a clause, and the moments at which it can be made; `wagers` where it is about some only."""

    clause: str
    title: str
    at: list[str]
    wagers: list[str]


class Rulings(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be ruled on a round by its terms.

    `leaving` are the rulings on the wagers of a player who left; where `declines`, one who leaves has declined the next
    bet.
    """

    voids: list[Ruling]
    call_offs: list[Ruling]
    forfeits: list[Ruling]
    leaving: list[str]
    leaving_clause: str
    declines: bool
    lost_at: list[str]  # when wagers of a seat can be forfeited or abandoned


def rulings_of(terms: Terms) -> Rulings:
    """What the rulebook, by the readings in force, can make of a round."""
    book, conduct = terms.rulebook, terms.rulebook.table.conduct
    lost_at = play_moments(book)
    found = {phase: terms.voids_in(phase) for phase in Phase}
    voids = [
        Ruling(clause=rule.clause, title=rule.title, at=_moments(book, rule.phases), wagers=[])
        for rule in book.table.voids
        if any(rule in rules for rules in found.values())
    ]
    call_offs = [
        Ruling(clause=rule.clause, title=rule.title, at=lost_at, wagers=[*filter(terms.wagers.get, rule.wagers)])
        for rule in book.table.call_offs
    ]
    return Rulings(
        voids=voids,
        call_offs=[rule for rule in call_offs if rule.wagers],
        forfeits=[
            Ruling(clause=clause, title=_conduct(book, clause), at=lost_at, wagers=[])
            for clause in forfeit_clauses(book)
        ],
        leaving=leaving_rulings(book),
        leaving_clause=conduct.leaving_clause,
        declines=conduct.leaver_declines,
        lost_at=lost_at,
    )


def void_moments(book: Rulebook) -> list[str]:
    """When a round can be found void, in the order of the round: phases, and bets while they are decided."""
    return [str(Phase.WAGERS), *play_moments(book)]


def play_moments(book: Rulebook) -> list[str]:
    """When wagers can be called off or taken from a seat: from "no more bets" to the last payment."""
    validation = [str(Phase.VALIDATION)] if book.validations else []
    return [str(Phase.DEALING), *(decision.key for decision in book.decisions), str(Phase.SETTLEMENT), *validation]


def forfeit_clauses(book: Rulebook) -> list[str]:
    """The clauses by which this document takes a player's wagers."""
    items = book.table.irregularities
    return list(dict.fromkeys(item.forfeit_clause for item in items if item.forfeit_clause))


def leaving_rulings(book: Rulebook) -> list[str]:
    """What can be ruled on the wagers of a player who left."""
    return [ABANDONED, STANDS] if book.table.conduct.floor_rules_on_leaving else [ABANDONED]


def _moments(book: Rulebook, phases: tuple[str, ...]) -> list[str]:
    """Phases of a rule as moments of a round: players decide, and cards are turned up, at a bet."""
    bets = {decision.key for decision in book.decisions}
    deciding = {str(Phase.DECISION), str(Phase.REVEAL)} & set(phases)
    return [moment for moment in void_moments(book) if moment in phases or (moment in bets and deciding)]


def _conduct(book: Rulebook, clause: str) -> str:
    """What a player did to forfeit by a clause."""
    return "; or ".join(item.title for item in book.table.irregularities if item.forfeit_clause == clause)
