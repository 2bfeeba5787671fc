"""A table whose meters run by other terms than it was filed with."""

from msgspec.structs import replace

from pitboss.games import open_round
from pitboss.progressive import Progression, with_progressions
from pitboss.table.state import Table


def progressing(table: Table, progressions: dict[str, Progression]) -> Table:
    """The table after its meters took on other terms; a round in which nobody has wagered yet begins under them."""
    filed, terms = (with_progressions(terms, progressions) for terms in (table.filed, table.terms))
    round = open_round(terms) if table.running is not None and not table.running.seats else table.round
    return replace(table, filed=filed, terms=terms, round=round)
