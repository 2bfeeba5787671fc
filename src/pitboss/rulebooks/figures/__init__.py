"""Every figure of a rulebook as one line: what it is, its value in words, the clause it rests on.

Commands, documents and comparisons all show a rulebook through this list, so none can leave out what another shows.
"""

from pitboss.rulebooks.figures.figure import Figure, Section, sections
from pitboss.rulebooks.figures.round import round_figures
from pitboss.rulebooks.figures.table import table_figures
from pitboss.rulebooks.rulebook import Rulebook

__all__ = ["Figure", "Section", "figures_of", "sections"]


def figures_of(rulebook: Rulebook) -> tuple[Figure, ...]:
    """All figures of a rulebook: first what a round is played by, then what surrounds it."""
    return (*round_figures(rulebook), *table_figures(rulebook.table))
