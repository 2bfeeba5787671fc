"""Where the cards go: the order of the deal, read from the rulebook, as places in a row of cards."""

import numpy as np
import numpy.typing as npt

from pitboss.games.state import COMMUNITY
from pitboss.rulebooks import Terms

Int64s = npt.NDArray[np.int64]


def places_of(terms: Terms, seats: int) -> list[str]:
    """For each card off the deck, in order, the place it goes to: a community position, `burn`, `dealer`, `seat 1`."""
    found: list[str] = []
    for step in terms.dealing.steps:
        for _ in range(step.times):
            for to in step.to:
                targets = [f"seat {seat + 1}" for seat in range(seats)] if to == "players" else [to]
                for place in targets:
                    found += COMMUNITY if place == "community" else [place] * step.cards
    return found


def slots_of(terms: Terms, seats: int) -> Int64s:
    """For each card off the deck, in order, its column in a row of cards.

    A row begins with the dealer's hand or the cross and the covered cards, in the order of `COMMUNITY`, and ends
    with the hands of the seats.
    """
    places = places_of(terms, seats)
    order = [*COMMUNITY, "burn", "dealer", *(f"seat {seat + 1}" for seat in range(seats))]
    columns: dict[str, list[int]] = {}
    column = 0
    for place in order:
        columns[place] = list(range(column, column + places.count(place)))
        column += places.count(place)
    return np.array([columns[place].pop(0) for place in places], np.int64)
