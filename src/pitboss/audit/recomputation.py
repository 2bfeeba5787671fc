"""The verifier's own arithmetic: hashes, tree, generator, deck and draws, written from docs/fairness.md alone.

Nothing here is shared with the side that shuffles and writes, so that a mistake there cannot hide itself here.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.cards import Card
from pitboss.rulebooks import Terms

Seeds = Sequence[tuple[str, str]]


def sha256(data: bytes) -> bytes:
    """The hash everything rests on."""
    return hashlib.sha256(data).digest()


def stands(key: str, signature: str, message: bytes) -> bool:
    """Whether an Ed25519 signature stands."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


class GrowingRoot:
    """The root over a growing number of leaves: complete subtrees wait on a stack for one of their own size.

    It may go on from a number of leaves before, of whose complete subtrees the roots are given, largest first.
    """

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        heights = [height for height in reversed(range(size.bit_length())) if size >> height & 1]
        self._waiting: list[tuple[int, bytes]] = list(zip(heights, peaks, strict=True))

    def add(self, leaf: bytes) -> None:
        """One more leaf hash."""
        height, node = 0, leaf
        while self._waiting and self._waiting[-1][0] == height:
            node = sha256(b"\x01" + self._waiting.pop()[1] + node)
            height += 1
        self._waiting.append((height, node))

    def root(self) -> str:
        """The root over all leaves so far."""
        nodes = [node for _, node in self._waiting]
        root = nodes.pop() if nodes else sha256(b"")
        while nodes:
            root = sha256(b"\x01" + nodes.pop() + root)
        return root.hex()


def leaf_of(entry: bytes) -> bytes:
    """The leaf hash of an entry's bytes."""
    return sha256(b"\x00" + entry)


def commitment_to(round: str, server_seed: bytes) -> str:
    """The commitment a server seed has in a round."""
    return sha256(_joined(b"pitboss/commitment/1", round.encode(), server_seed)).hex()


def link_of(chain: str, server_seed: bytes) -> str:
    """The seed before a server seed in its chain."""
    return sha256(_joined(b"pitboss/chain/1", chain.encode(), server_seed)).hex()


def pledge_of(round: str, player: str, seed: str) -> str:
    """What binds a player to a seed."""
    return sha256(_joined(b"pitboss/pledge/1", round.encode(), player.encode(), seed.encode())).hex()


def fixed_by(round: str, commitment: str, seeds: Seeds) -> str:
    """The digest by which the players' seeds of a round are fixed."""
    return sha256(_joined(b"pitboss/seeds-fixed/1", round.encode(), commitment.encode(), *_texts(seeds))).hex()


def seeds_only(seeds: Seeds) -> bytes:
    """What players add to a shuffle without a chain."""
    return sha256(_joined(b"pitboss/player-seeds/1", *_texts(seeds)))


def shares_of(witness: bytes, seeds: Seeds) -> bytes:
    """What witness and players add to a shuffle."""
    return sha256(_joined(b"pitboss/shares/1", witness, *_texts(seeds)))


def _texts(seeds: Seeds) -> list[bytes]:
    return [text.encode() for pair in seeds for text in pair]


def deck_of(round: str, server_seed: bytes, added: bytes) -> list[Card]:
    """The deck from the top card, before any cut."""
    stream = _stream(round, server_seed, added, "deck")
    order = list(range(52))
    for last in range(51, 0, -1):
        other = _number(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return [Card.of(index) for index in order]


def stop_of(round: str, server_seed: bytes, added: bytes, seat: int, terms: Terms) -> int:
    """Where the wheel stops for a seat."""
    wheel = terms.submission.wheel
    assert wheel is not None
    parts = [position for position, weight in sorted(wheel.weights.items()) for _ in range(weight)]
    return parts[_number(_stream(round, server_seed, added, f"wheel {seat}"), len(parts))]


def drawn_of(round: str, server_seed: bytes, added: bytes, terms: Terms) -> tuple[Card | None, int | str | None]:
    """The Magic Card and the lucky position."""
    seats = [*range(1, terms.rulebook.seats + 1), "dealer"]
    found: list[Any] = []
    for bonus, items in (("magic_card", [Card.of(index) for index in range(52)]), ("lucky_bonus", seats)):
        stream = _stream(round, server_seed, added, bonus)
        chosen = terms.offers(bonus) and _number(stream, terms.submission.draws[bonus]) == 0
        found.append(items[_number(stream, len(items))] if chosen else None)
    return found[0], found[1]


def _joined(*parts: bytes) -> bytes:
    joined = b""
    for part in parts:
        joined += len(part).to_bytes(4, "big") + part
    return joined


def _stream(round: str, server_seed: bytes, added: bytes, purpose: str) -> Iterator[int]:
    """The bytes of HMAC-DRBG, 64 to a request."""
    material = server_seed + added + _joined(b"pitboss/chance/1", round.encode(), purpose.encode())
    key = hmac.digest(b"\x00" * 32, b"\x01" * 32 + b"\x00" + material, "sha256")
    value = hmac.digest(key, b"\x01" * 32, "sha256")
    key = hmac.digest(key, value + b"\x01" + material, "sha256")
    value = hmac.digest(key, value, "sha256")
    while True:
        for _ in range(2):
            value = hmac.digest(key, value, "sha256")
            yield from value
        key = hmac.digest(key, value + b"\x00", "sha256")
        value = hmac.digest(key, value, "sha256")


def _number(stream: Iterator[int], limit: int) -> int:
    """A number below the limit from as few bytes as can hold it; values of the incomplete last share are dropped."""
    width = 0
    while 256**width < limit:
        width += 1
    share = 256**width // limit
    while True:
        value = 0
        for _ in range(width):
            value = 256 * value + next(stream)
        if value < share * limit:
            return value % limit
