"""Which Criss-Cross deals there are, and which of them are the same but for the names of the suits."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]

DECK = (1 << 52) - 1
PAIRS = [(low, high) for high in range(52) for low in range(high)]
PAIR_CARDS = np.array([[low for low, _ in PAIRS], [high for _, high in PAIRS]], dtype=np.uint8)
PAIR_MASKS = np.array([1 << low | 1 << high for low, high in PAIRS], dtype=np.int64)


def mask_of(*cards: int) -> int:
    """The set of `cards` as bits."""
    return sum(1 << card for card in set(cards))


def pair_of(one: int, other: int) -> int:
    """The number of a pair of cards."""
    low, high = sorted((one, other))
    return high * (high - 1) // 2 + low


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in range(52) if mask >> card & 1)


@dataclass(frozen=True)
class Given:
    """What is known before the round, as sets of cards.

    `deck` is the cards in play: dead cards are left out of it. `across`, `down` and `middle` are
    community cards the player knows from the start, up to two, two and one.
    """

    deck: int = DECK
    across: int = 0
    down: int = 0
    middle: int = 0

    def __post_init__(self) -> None:
        exposed = self.across | self.down | self.middle
        sizes = self.across.bit_count(), self.down.bit_count(), self.middle.bit_count()
        if sizes[0] > 2 or sizes[1] > 2 or sizes[2] > 1:
            raise ValueError(f"exposed cards {sizes}: at most 2 across, 2 down and 1 in the middle are dealt")
        if exposed.bit_count() != sum(sizes):
            raise ValueError("a card is exposed in two places")
        if exposed & ~self.deck or self.deck & ~DECK:
            raise ValueError("an exposed card is not in the deck")
        if self.deck.bit_count() < 7:
            raise ValueError(f"a round takes 7 cards; {self.deck.bit_count()} are in play")

    @property
    def exposed(self) -> int:
        """All community cards known from the start."""
        return self.across | self.down | self.middle

    def free(self, hole: int) -> int:
        """The cards of which nothing is known to the holder of `hole`."""
        return self.deck & ~self.exposed & ~hole

    def middles(self, hole: int) -> int:
        """The cards that the middle card may be."""
        return self.middle or self.free(hole)

    def counts(self) -> tuple[int, int, int]:
        """For any hole: its Across pairs, the Down pairs left by each, the middle cards left by both."""
        free = (self.deck & ~self.exposed).bit_count() - 2
        unseen = 2 - self.across.bit_count(), 2 - self.down.bit_count()
        left = free - sum(unseen)
        return comb(free, unseen[0]), comb(free - unseen[0], unseen[1]), 1 if self.middle else left


WHOLE_DECK = Given()


@cache
def _suit_permutations() -> tuple[Int64s, Int64s]:
    """The 24 renamings of suits, as permutations of the 52 cards and of the 1,326 pairs."""
    cards = np.array([[card & ~3 | suits[card & 3] for card in range(52)] for suits in permutations(range(4))])
    low, high = np.sort(cards[:, PAIR_CARDS], axis=1).transpose(1, 0, 2)
    return cards, high * (high - 1) // 2 + low


@dataclass(frozen=True)
class Hole:
    """One hole pair for all that equal it but for suits; `weight` is how many they are.

    `across` lists one Across pair for all that are the same to this hole, `across_weights` how many they
    are, and `down` every Down pair, as pair numbers; a Down pair may share cards with an Across pair.
    """

    pair: int
    weight: int
    across: Int64s
    across_weights: Int64s
    down: Int64s

    @property
    def cards(self) -> tuple[int, int]:
        return PAIRS[self.pair]


def _orbits(images: Int64s, pairs: Int64s) -> tuple[Int64s, Int64s]:
    """The least pair of each orbit under the permutations `images`, and the orbits' sizes."""
    moved = images[:, pairs]
    least = (moved >= pairs).all(axis=0)
    fixing = (moved[:, least] == pairs[least]).sum(axis=0)
    return pairs[least], len(images) // fixing


def _keeping(given: Given) -> npt.NDArray[np.bool_]:
    """Which renamings of suits leave all that is given as it is."""
    sets = (given.deck, given.across, given.down, given.middle)
    holds = np.array([[one >> card & 1 for card in range(52)] for one in sets])
    kept: npt.NDArray[np.bool_] = (holds[:, _suit_permutations()[0]] == holds[:, None]).all(axis=(0, 2))
    return kept


def _symmetries(given: Given) -> Int64s:
    """The renamings of suits that leave all that is given as it is, as permutations of pairs."""
    return _suit_permutations()[1][_keeping(given)]


def _pairs_within(free: int, known: int) -> Int64s:
    """The pairs that hold the `known` cards and are filled up from the `free` ones."""
    return np.flatnonzero(((PAIR_MASKS & known) == known) & ((PAIR_MASKS & ~(free | known)) == 0))


def hole_of(given: Given, pair: int, weight: int = 1, images: Int64s | None = None) -> Hole:
    """The hole pair with its community pairs."""
    images = _symmetries(given) if images is None else images
    free = given.free(int(PAIR_MASKS[pair]))
    stabilizer = images[images[:, pair] == pair]
    across, across_weights = _orbits(stabilizer, _pairs_within(free, given.across))
    return Hole(pair, weight, across, across_weights, _pairs_within(free, given.down))


def holes(given: Given) -> list[Hole]:
    """One hole pair for all that are the same: 169 of them from a whole deck with nothing exposed."""
    images = _symmetries(given)
    pairs, weights = _orbits(images, _pairs_within(given.deck & ~given.exposed, 0))
    return [hole_of(given, int(pair), int(weight), images) for pair, weight in zip(pairs, weights, strict=True)]


def exposures(deck: int, across: int, down: int, middle: int) -> list[tuple[Given, int]]:
    """Each way to expose so many community cards of each kind, and how many are the same but for suits."""
    cards, _ = _suit_permutations()
    images = cards[_keeping(Given(deck))]
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for first in combinations(cards_of(deck), across):
        for second in combinations(cards_of(deck & ~mask_of(*first)), down):
            for third in combinations(cards_of(deck & ~mask_of(*first, *second)), middle):
                places = (list(first), list(second), list(third))
                seen[min(tuple(tuple(sorted(row[part].tolist())) for part in places) for row in images)] += 1
    return [(Given(deck, *(mask_of(*part) for part in places)), count) for places, count in seen.items()]
