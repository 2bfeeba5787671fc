"""What binds to a seed before it is shown: the commitment of the house, the pledge of a player."""

import hashlib
import hmac
import re
import secrets
from typing import NoReturn

from pitboss.audit.format import packed
from pitboss.rulebooks import Refused, Violation

SEED_BYTES = 32
_DOMAIN = b"pitboss/commitment/1"
_PLEDGE = b"pitboss/pledge/1"
_SEED = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")


def fresh_seed() -> bytes:
    """A server seed from the operating system: the only place where chance is drawn."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(round: str, server_seed: bytes) -> str:
    """The hash that binds the server to its seed for one round."""
    if len(server_seed) != SEED_BYTES:
        refuse(round, f"a server seed of {len(server_seed)} bytes", f"{SEED_BYTES} bytes")
    return hashlib.sha256(packed(_DOMAIN, round.encode(), server_seed)).hexdigest()


def opens(told: str, round: str, server_seed: bytes) -> bool:
    """Whether a revealed seed is the one committed to."""
    return hmac.compare_digest(told.encode(), commitment(round, server_seed).encode())


def pledge(round: str, player: str, seed: str) -> str:
    """The hash that binds a player to a seed for one round."""
    return hashlib.sha256(packed(_PLEDGE, round.encode(), player.encode(), seed.encode())).hexdigest()


def read_seed(round: str, text: str) -> bytes:
    """A server seed as it is published: 64 hexadecimal digits."""
    if not _SEED.fullmatch(text):
        refuse(round, "a server seed that is not one", f"{2 * SEED_BYTES} hexadecimal digits in lower case")
    return bytes.fromhex(text)


def refuse(round: str, tried: str, allowed: str) -> NoReturn:
    """Refuses what the fair shuffle does not allow."""
    raise Refused(Violation(rulebook="fair shuffle", clause="", where=f"round {round}", tried=tried, allowed=allowed))
