"""A witness of a log: it signs a head of the operator's only if the log grew from the last head that it signed.

Heads that a witness has signed cannot be taken back by the house alone: another log, or a shorter one, is never signed
by the same witness, and what the house showed it instead is kept, signed by the house itself.
"""

import hashlib
import hmac
from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec.structs import replace

from pitboss.audit.chain import LINKS, open_chain, seed_at
from pitboss.audit.fairness import Fairness
from pitboss.audit.format import SignedHead, canonical, head_message
from pitboss.audit.merkle import verify_consistency
from pitboss.audit.shuffle_format import ChainOpened, WitnessShown

DOMAIN = b"pitboss/witness/1\n"
CHAIN_DOMAIN = b"pitboss/witness-chain/1\n"
SEED_DOMAIN = b"pitboss/witness-seed/1\n"


class Cosigned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A head with the signature of a witness under it, and when the witness saw it."""

    head: SignedHead
    witness: str  # the first 16 digits of the hash of its public key
    seen: int  # milliseconds
    signature: str


class Forked(Exception):
    """The log did not grow from the head that was signed last: one sentence says how."""


class Witness:
    """A witness with its own key and the last head it signed."""

    def __init__(self, secret: bytes, operator: bytes, last: Cosigned | None = None) -> None:
        self._secret = secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self._operator = operator
        self.public_key = self._key.public_key().public_bytes_raw()
        self.last = last

    def cosign(self, head: SignedHead, proof: Sequence[bytes], seen: int) -> Cosigned:
        """The head, signed; `Forked` if it is not the operator's, or the log did not grow from the last one.

        `proof` is that of consistency from the last head; of the first head, and of one over as much, there is none.
        """
        if not _is_signed(head, head_message(head), head.signature, self._operator):
            raise Forked(f"head {head.number} is not signed with the operator's key")
        if self.last is not None:
            self._require_growth(self.last.head, head, proof)
        signature = self._key.sign(_message(head, seen)).hex()
        self.last = Cosigned(head=head, witness=_id(self.public_key), seen=seen, signature=signature)
        return self.last

    def open_chain(self, name: str, links: int = LINKS) -> ChainOpened:
        """A chain of seeds for the shuffles of a table, signed; nothing of it need be kept but the key."""
        opened = open_chain(name, self._last_seed(name), links)
        told = replace(opened, witness=self.public_key.hex())
        return replace(told, signature=self._key.sign(chain_message(told)).hex())

    def seed_for(self, fairness: Fairness, links: int) -> WitnessShown:
        """The seed of a round, signed together with the players' seeds as they stand.

        The caller keeps which seeds those were, and never asks for another answer to the same link.
        """
        seed = seed_at(fairness.witness, self._last_seed(fairness.witness), links, fairness.witness_link).hex()
        told = seed_message(fairness, seed)
        return WitnessShown(round=fairness.round, seed=seed, signature=self._key.sign(told).hex())

    def _last_seed(self, chain: str) -> bytes:
        return hmac.digest(self._secret, CHAIN_DOMAIN + chain.encode(), "sha256")

    def _require_growth(self, old: SignedHead, new: SignedHead, proof: Sequence[bytes]) -> None:
        if new.size < old.size:
            raise Forked(f"head {new.number} is over {new.size} entries, and head {old.number} was over {old.size}")
        if new.number < old.number:
            raise Forked(f"head {new.number} comes after head {old.number}")
        roots = bytes.fromhex(old.root), bytes.fromhex(new.root)
        if not verify_consistency(old.size, new.size, *roots, proof):
            raise Forked(f"the {new.size} entries under head {new.number} do not go on from the {old.size} under head"
                         f" {old.number}")  # fmt: skip


def is_witnessed(told: Cosigned, witness: bytes, operator: bytes) -> bool:
    """Whether both signatures stand: the operator's under the head, the witness's under the head and its time."""
    own = _is_signed(told.head, head_message(told.head), told.head.signature, operator)
    return own and _verified(witness, told.signature, _message(told.head, told.seen)) and told.witness == _id(witness)


def chain_message(opened: ChainOpened) -> bytes:
    """What a witness signs of a chain of its own."""
    return CHAIN_DOMAIN + canonical({"chain": opened.chain, "anchor": opened.anchor, "links": opened.links})


def seed_message(fairness: Fairness, seed: str) -> bytes:
    """What a witness signs when it shows a seed: for which round, and after which players' seeds."""
    told = {"round": fairness.round, "chain": fairness.witness, "link": fairness.witness_link}
    return SEED_DOMAIN + canonical({**told, "digest": fairness.fixed.digest, "seed": seed})


def signed_by(key: str, signature: str, message: bytes) -> bool:
    """Whether a witness's signature stands."""
    try:
        return _verified(bytes.fromhex(key), signature, message)
    except ValueError:
        return False


def _message(head: SignedHead, seen: int) -> bytes:
    return DOMAIN + canonical({"head": head, "seen": seen})


def _is_signed(head: SignedHead, message: bytes, signature: str, key: bytes) -> bool:
    return head.key == _id(key) and _verified(key, signature, message)


def _verified(key: bytes, signature: str, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _id(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()[:16]
