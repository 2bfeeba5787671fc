"""Chains of seeds: each seed is the hash of the next, so that the anchor, published first, fixes all of them.

A chain is made from its last seed backwards and used from its anchor forwards. Whoever has seen some of its seeds can
check each that follows by one hash, and can work out none.
"""

import hashlib
import hmac

import msgspec
from msgspec.structs import replace

from pitboss.audit.commitment import SEED_BYTES, refuse
from pitboss.audit.format import packed
from pitboss.audit.shuffle_format import ChainOpened, SeedCommitted, SeedRevealed, WitnessShown

LINKS = 1000
_DOMAIN = b"pitboss/chain/1"


class Chain(msgspec.Struct, frozen=True):
    """What is public of a chain: its anchor, how many of its seeds are spoken for, and the last one that was shown.

    `shown` is the anchor at first; it is empty while a round is dealt by a seed that is still secret.
    """

    name: str
    anchor: str
    links: int
    used: int = 0
    shown: str = ""
    witness: str = ""  # the public key of the witness whose chain it is

    @property
    def goes_on(self) -> bool:
        """Whether another round can be dealt by it."""
        return bool(self.shown) and self.used < self.links


def linked(chain: str, seed: bytes, links: int = 1) -> bytes:
    """The seed before a seed of a chain, or so many links before it: each the hash of `packed(domain, chain, seed)`.

    A table walks hundreds of links for each of its rounds. What is packed before a seed is the same for all of them
    and is written once.
    """
    before = packed(_DOMAIN, chain.encode(), seed).removesuffix(seed)
    sha256 = hashlib.sha256
    for _ in range(links):
        seed = sha256(before + seed).digest()
    return seed


def follows(chain: str, shown: str, seed: bytes) -> bool:
    """Whether a seed is the next one after that shown last."""
    return hmac.compare_digest(shown.encode(), linked(chain, seed).hex().encode())


def seed_at(chain: str, last: bytes, links: int, number: int) -> bytes:
    """A seed of a chain by its number; the anchor has 0, and the last seed is that from which the chain was made."""
    if len(last) != SEED_BYTES or not 0 <= number <= links:
        refuse(chain, f"seed {number} of {links}", "one that the chain has")
    return linked(chain, last, links - number)


def chain_name(stream: str, number: int) -> str:
    """The name of a table's chain, counted from 1."""
    return f"{stream}/chain/{number}"


def open_chain(name: str, last: bytes, links: int = LINKS) -> ChainOpened:
    """What is published of a new chain."""
    return ChainOpened(chain=name, anchor=seed_at(name, last, links, 0).hex(), links=links)


def chain_after(chain: Chain | None, event: ChainOpened | SeedCommitted | WitnessShown | SeedRevealed) -> Chain | None:
    """The chain of a table after a step of it or of a shuffle."""
    match event:
        case ChainOpened():
            return Chain(event.chain, event.anchor, event.links, shown=event.anchor, witness=event.witness)
        case SeedCommitted() if chain is not None and event.chain == chain.name:
            return replace(chain, used=event.link, shown="")
        case SeedCommitted() if chain is not None and event.witness == chain.name:
            return replace(chain, used=event.witness_link, shown="")
        case WitnessShown() if chain is not None and chain.used:
            return replace(chain, shown=event.seed)
        case SeedRevealed() if chain is not None and chain.used:
            return replace(chain, shown=event.server_seed)
    return chain
