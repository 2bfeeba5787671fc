"""The deterministic generator behind a shuffle: HMAC-DRBG with SHA-256 (NIST SP 800-90A, without reseeding).

HMAC rather than ChaCha20, because anyone can check a shuffle with the HMAC-SHA-256 that every language and browser has.
"""

import hmac
from functools import cache

BLOCK = 64  # bytes of one generate request; part of the format


class HmacDrbg:
    """The generator: the same entropy, nonce and personalization give the same bytes."""

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(entropy + nonce + personalization)

    def generate(self, count: int) -> bytes:
        """The next bytes; every request ends with an update, so that the past cannot be worked out from the state."""
        found = b""
        while len(found) < count:
            self._value = _hmac(self._key, self._value)
            found += self._value
        self._update(b"")
        return found[:count]

    def _update(self, provided: bytes) -> None:
        for marker in (b"\x00", b"\x01") if provided else (b"\x00",):
            self._key = _hmac(self._key, self._value + marker + provided)
            self._value = _hmac(self._key, self._value)


class Numbers:
    """Whole numbers without bias, from a generator's bytes in their order."""

    def __init__(self, generator: HmacDrbg) -> None:
        self._generator = generator
        self._bytes = b""
        self._used = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including the limit, each exactly as likely as any other."""
        width = bytes_for(limit)
        index = None
        while index is None:
            value = self._next(width)
            index = byte_indices(limit)[value] if width == 1 else index_of(value, 256**width, limit)
        return index

    def _next(self, width: int) -> int:
        start, end = self._used, self._used + width
        if end > len(self._bytes):
            self._bytes = self._bytes[start:] + self._generator.generate(BLOCK)
            start, end = 0, width
        self._used = end
        return self._bytes[start] if width == 1 else int.from_bytes(self._bytes[start:end], "big")


@cache
def bytes_for(limit: int) -> int:
    """How many bytes a number below the limit is drawn from: the fewest that can tell so many numbers apart."""
    if limit < 1:
        raise ValueError(f"there is no number below {limit} and not below 0")
    return ((limit - 1).bit_length() + 7) // 8


def index_of(value: int, values: int, limit: int) -> int | None:
    """The number a drawn value stands for; None where the value is passed over because it would favour some numbers.

    Of `values` equally likely values the largest multiple of the limit is used, so each number has as many values.
    """
    return value % limit if value < values - values % limit else None


@cache
def byte_indices(limit: int) -> tuple[int | None, ...]:
    """What each of the 256 bytes stands for."""
    return tuple(index_of(byte, 256, limit) for byte in range(256))


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
