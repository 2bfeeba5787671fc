"""The verifier's own arithmetic: hashes, tree, generator, deck and draws, written from docs/fairness.md alone.

Nothing here is shared with the side that shuffles and writes, so that a mistake there cannot hide itself here.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cards import Card
from pitboss.rulebooks import Terms

Seeds = Sequence[tuple[str, str]]


def sha256(data: bytes) -> bytes:
    """The hash everything rests on."""
    return hashlib.sha256(data).digest()


class GrowingRoot:
    """The root over a growing number of leaves: complete subtrees wait on a stack for one of their own size."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, bytes]] = []

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


def deck_of(round: str, server_seed: bytes, seeds: Seeds) -> list[Card]:
    """The deck from the top card, before any cut."""
    stream = _stream(round, server_seed, seeds, "deck")
    order = list(range(52))
    for last in range(51, 0, -1):
        other = _number(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return [Card.of(index) for index in order]


def stop_of(round: str, server_seed: bytes, seeds: Seeds, seat: int, terms: Terms) -> int:
    """Where the wheel stops for a seat."""
    wheel = terms.submission.wheel
    assert wheel is not None
    parts = [position for position, weight in sorted(wheel.weights.items()) for _ in range(weight)]
    return parts[_number(_stream(round, server_seed, seeds, f"wheel {seat}"), len(parts))]


def drawn_of(round: str, server_seed: bytes, seeds: Seeds, terms: Terms) -> tuple[Card | None, int | str | None]:
    """The Magic Card and the lucky position."""
    seats = [*range(1, terms.rulebook.seats + 1), "dealer"]
    found: list[Any] = []
    for bonus, items in (("magic_card", [Card.of(index) for index in range(52)]), ("lucky_bonus", seats)):
        stream = _stream(round, server_seed, seeds, bonus)
        chosen = terms.offers(bonus) and _number(stream, terms.submission.draws[bonus]) == 0
        found.append(items[_number(stream, len(items))] if chosen else None)
    return found[0], found[1]


def _joined(*parts: bytes) -> bytes:
    joined = b""
    for part in parts:
        joined += len(part).to_bytes(4, "big") + part
    return joined


def _stream(round: str, server_seed: bytes, seeds: Seeds, purpose: str) -> Iterator[int]:
    """The bytes of HMAC-DRBG, 64 to a request."""
    texts = [text.encode() for pair in seeds for text in pair]
    nonce = sha256(_joined(b"pitboss/player-seeds/1", *texts))
    material = server_seed + nonce + _joined(b"pitboss/chance/1", round.encode(), purpose.encode())
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
