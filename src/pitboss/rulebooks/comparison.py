"""Two rulebooks compared figure by figure, each side with its clause."""

from collections.abc import Iterator

import msgspec

from pitboss.rulebooks.figures import Figure, figures_of
from pitboss.rulebooks.rulebook import Rulebook

# What surrounds a round is much the same in every game; the rest can be compared only within one game.
SHARED_BY_ALL_GAMES = (
    *("seats", "void", "decks", "deck_age", "opening", "shuffling", "cut", "idle"),
    *("handling", "conduct", "out_of_order", "irregularities"),
)


class Side(msgspec.Struct, frozen=True):
    """What one of the two says."""

    value: str
    clause: str


class Difference(msgspec.Struct, frozen=True):
    """One figure of two rulebooks; a side that has no such figure is None."""

    section: str
    key: str
    label: str
    left: Side | None
    right: Side | None

    @property
    def same(self) -> bool:
        """Whether both say the same, be it in clauses of other numbers."""
        return self.left is not None and self.right is not None and self.left.value == self.right.value


class Comparison(msgspec.Struct, frozen=True):
    """All that differs between two rulebooks, and how many figures are the same."""

    left: str
    right: str
    same_game: bool
    same: int
    differences: tuple[Difference, ...]


def compare(left: Rulebook, right: Rulebook) -> Comparison:
    """What differs between two rulebooks."""
    every = list(matched(left, right))
    differences = tuple(pair for pair in every if not pair.same)
    return Comparison(left.id, right.id, left.game == right.game, len(every) - len(differences), differences)


def matched(left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    """Every figure side by side, in the order of the left rulebook, then what only the right one has."""
    ours, theirs = (_by_key(rulebook, left.game == right.game) for rulebook in (left, right))
    for key in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(key), theirs.get(key)
        shown = one or other
        assert shown is not None
        label = " ".join(filter(None, (shown.label, f"({shown.column})" if shown.column else "")))
        yield Difference(shown.section, key, label, _side(one), _side(other))


def _by_key(rulebook: Rulebook, everything: bool) -> dict[str, Figure]:
    return {
        figure.key: figure
        for figure in figures_of(rulebook)
        if everything or figure.key.split(".")[0] in SHARED_BY_ALL_GAMES
    }


def _side(figure: Figure | None) -> Side | None:
    return Side(figure.value, figure.clause) if figure else None
