"""A shuffle recomputed with nothing but hmac and hashlib, step by step as docs/fairness.md tells it.

Kept as plain as can be: no classes, no generators, one long run of bytes.
"""

import hashlib
import hmac
from collections.abc import Sequence

RANKS, SUITS = "23456789TJQKA", "cdhs"


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def parts(*texts: bytes) -> bytes:
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def commitment(round: str, seed: bytes) -> str:
    return hashlib.sha256(parts(b"pitboss/commitment/1", round.encode(), seed)).hexdigest()


def run_of_bytes(round: str, seed: bytes, players: Sequence[tuple[str, str]], purpose: str, requests: int) -> bytes:
    """So many requests of 64 bytes to HMAC-DRBG."""
    told = [text.encode() for pair in players for text in pair]
    nonce = hashlib.sha256(parts(b"pitboss/player-seeds/1", *told)).digest()
    material = seed + nonce + parts(b"pitboss/chance/1", round.encode(), purpose.encode())
    k, v = b"\x00" * 32, b"\x01" * 32
    k = mac(k, v + b"\x00" + material)
    v = mac(k, v)
    k = mac(k, v + b"\x01" + material)
    v = mac(k, v)
    out = b""
    for _ in range(requests):
        first = mac(k, v)
        second = mac(k, first)
        out += first + second
        k = mac(k, second + b"\x00")
        v = mac(k, second)
    return out


def deck(round: str, seed: bytes, players: Sequence[tuple[str, str]]) -> str:
    """The deck as text, from the top card."""
    data = list(run_of_bytes(round, seed, players, "deck", 10))
    cards = [rank + suit for rank in RANKS for suit in SUITS]
    for last in range(51, 0, -1):
        fair = 256 // (last + 1) * (last + 1)
        drawn = data.pop(0)
        while drawn >= fair:
            drawn = data.pop(0)
        other = drawn % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return " ".join(cards)
