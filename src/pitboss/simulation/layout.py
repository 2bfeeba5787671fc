"""Where the cards go: the order of the deal, read from the rulebook, as places in a row of cards."""

import numpy as np
import numpy.typing as npt

from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.shape import CrissCrossShape, shape_of
from pitboss.rulebooks import Terms

Int64s = npt.NDArray[np.int64]


def places_of(terms: Terms, seats: int) -> list[str]:
    """For each card off the deck, in order, the place it goes to: a community position, `burn`, `dealer`, `seat 1`."""
    found: list[str] = []
    for step in terms.dealing.steps:
        for _ in range(step.times):
            for to in step.to:
                targets = [f"seat {seat + 1}" for seat in range(seats)] if to == PLAYERS else [to]
                for place in targets:
                    found += step.spread or [place] * step.cards
    return found


def table_places(terms: Terms) -> list[str]:
    """The places that are no player's, in the order of a row of cards: of a cross, top to bottom and left to right."""
    dealt = [place for place in dealt_to(terms.dealing) if place != PLAYERS]
    shape = shape_of(terms)
    if not isinstance(shape, CrissCrossShape):
        return dealt
    across, down, middle = shape.turned
    cross = [down[0], across[0], *middle, across[1], down[1]]
    return [*cross, *(place for place in dealt if place not in cross)]


def slots_of(terms: Terms, seats: int) -> Int64s:
    """For each card off the deck, in order, its column in a row of cards.

    A row begins with the cards of the table, in the order of `table_places`, and ends with the hands of the seats.
    """
    places = places_of(terms, seats)
    order = [*table_places(terms), *(f"seat {seat + 1}" for seat in range(seats))]
    columns: dict[str, list[int]] = {}
    column = 0
    for place in order:
        columns[place] = list(range(column, column + places.count(place)))
        column += places.count(place)
    return np.array([columns[place].pop(0) for place in places], np.int64)
