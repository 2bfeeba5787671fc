"""Signed tree heads: what the operator stands by, with Ed25519 (RFC 8032)."""

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit.format import Head, SignedHead, head_message


class Signer:
    """The operator's key; made from 32 secret bytes that the caller keeps."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public_key = self._key.public_key().public_bytes_raw()
        self.key_id = hashlib.sha256(self.public_key).hexdigest()[:16]

    def sign(self, number: int, size: int, root: bytes, time: int, *, closing: bool = False) -> SignedHead:
        """A signed head; the time is the caller's."""
        head = Head(number=number, size=size, root=root.hex(), time=time, key=self.key_id, closing=closing)
        signature = self._key.sign(head_message(head)).hex()
        fields = {name: getattr(head, name) for name in Head.__struct_fields__}
        return SignedHead(**fields, signature=signature)
