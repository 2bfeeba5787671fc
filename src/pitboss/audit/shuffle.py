"""Everything chance decides in a round, from the server seed and the players' seeds: pure, so anyone can recompute it.

What a player is dealt, where the wheel stops and what the table system draws come from generators of their own: none
of them tells anything about another.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeVar

from pitboss.audit.chain import follows
from pitboss.audit.commitment import opens, read_seed, refuse
from pitboss.audit.drbg import HmacDrbg, Numbers
from pitboss.audit.format import packed
from pitboss.cards import DECK, Card
from pitboss.engine.actions import Draw
from pitboss.rulebooks import Terms

T = TypeVar("T")
_SEEDS_DOMAIN = b"pitboss/player-seeds/1"
_SHARES_DOMAIN = b"pitboss/shares/1"
_FIXED_DOMAIN = b"pitboss/seeds-fixed/1"
_DRAW_DOMAIN = b"pitboss/chance/1"


class PlayerSeed(NamedTuple):
    """What a player added to the shuffle."""

    player: str
    seed: str


def digest_of(round: str, commitment: str, seeds: Sequence[PlayerSeed]) -> str:
    """What the players' seeds of a round are fixed by, before anything else of it is shown."""
    texts = [text.encode() for seed in seeds for text in seed]
    return hashlib.sha256(packed(_FIXED_DOMAIN, round.encode(), commitment.encode(), *texts)).hexdigest()


class RoundChance:
    """The chance of one round, settled once its seeds are."""

    def __init__(
        self, round: str, server_seed: bytes, seeds: Sequence[PlayerSeed], witness: bytes | None = None
    ) -> None:
        """`witness` is the witness's seed, empty where there is none; and None of a round without a chain."""
        self._round = round
        self._server_seed = server_seed
        texts = [text.encode() for seed in seeds for text in seed]
        parts = (_SEEDS_DOMAIN,) if witness is None else (_SHARES_DOMAIN, witness)
        self._nonce = hashlib.sha256(packed(*parts, *texts)).digest()

    def deck(self) -> tuple[Card, ...]:
        """The deck from the top card, before any cut."""
        return self._deck

    @cached_property
    def _deck(self) -> tuple[Card, ...]:
        return shuffled(DECK, self._numbers("deck"))

    def stop(self, seat: int, terms: Terms) -> int:
        """Where the wheel stops for a seat, each position as often as its weight in the submission says."""
        wheel = terms.submission.wheel
        assert wheel is not None, "a spin is due only where a wheel is offered"
        return weighted(wheel.weights, self._numbers(f"wheel {seat}"))

    def draw(self, terms: Terms) -> Draw:
        """The Magic Card and the lucky position, each as often as the submission says."""
        places = (*range(1, terms.rulebook.seats + 1), "dealer")
        return Draw(self._bonus("magic_card", DECK, terms), self._bonus("lucky_bonus", places, terms))

    def _bonus(self, name: str, items: Sequence[T], terms: Terms) -> T | None:
        if not terms.offers(name):
            return None
        numbers = self._numbers(name)
        comes_up = numbers.below(terms.submission.draws[name]) == 0
        return items[numbers.below(len(items))] if comes_up else None

    def _numbers(self, purpose: str) -> Numbers:
        personalization = packed(_DRAW_DOMAIN, self._round.encode(), purpose.encode())
        return Numbers(HmacDrbg(self._server_seed, self._nonce, personalization))


def shuffled(items: Sequence[T], numbers: Numbers) -> tuple[T, ...]:
    """The items in random order: from the last, each changes places with itself or one before it (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def weighted(weights: dict[int, int], numbers: Numbers) -> int:
    """One of the positions; they are laid out in ascending order, each as many parts wide as it weighs."""
    positions = sorted(weights)
    bounds = list(accumulate(weights[position] for position in positions))
    drawn = numbers.below(bounds[-1])
    return next(position for position, bound in zip(positions, bounds, strict=True) if drawn < bound)


def verified_deck(
    round: str, commitment: str, server_seed: str, seeds: Sequence[PlayerSeed], chain: str = "", witness: str = ""
) -> tuple[Card, ...]:
    """The deck of a round for anyone who kept its commitment; `Refused` if another seed was revealed.

    `chain` is the name of the chain that the server seed is of; the commitment is then the seed before it. `witness` is
    the seed that a witness added.
    """
    revealed = read_seed(round, server_seed)
    if not (follows(chain, commitment, revealed) if chain else opens(commitment, round, revealed)):
        refuse(round, "a server seed other than the one committed to", f"the seed whose commitment is {commitment}")
    return RoundChance(round, revealed, seeds, bytes.fromhex(witness) if chain else None).deck()
