"""Server seeds at rest: encrypted until they are revealed.

AES-SIV (RFC 5297), because it needs no nonce: sealing stays a pure function, and no repeated nonce can lay a seed open.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from pitboss.audit.commitment import refuse

KEY_BYTES = 64
_DOMAIN = b"pitboss/sealed-seed/1"


def seal(key: bytes, round: str, server_seed: bytes) -> bytes:
    """The seed of a round, readable only with the key and only as the seed of that round."""
    return AESSIV(key).encrypt(server_seed, [_DOMAIN, round.encode()])


def unseal(key: bytes, round: str, sealed: bytes) -> bytes:
    """The seed that was sealed for a round; `Refused` if key, round or bytes are not the ones it was sealed with."""
    try:
        return AESSIV(key).decrypt(sealed, [_DOMAIN, round.encode()])
    except (InvalidTag, ValueError):
        refuse(round, "a sealed seed that does not open", "the seed sealed for this round, and the key it has")
