"""A second factor: numbers of six digits that follow from a secret and the time (TOTP, RFC 6238, with HMAC-SHA-1).

SHA-1 is what every authenticator app knows; nothing here rests on its resistance to collisions.
"""

import base64
import hmac
import secrets
import struct
from urllib.parse import quote

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT = 1  # steps either way that a clock may be off


def new_secret() -> str:
    """A fresh secret, as apps take it."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def address_of(secret: str, name: str) -> str:
    """What an app reads from a picture."""
    return f"otpauth://totp/Pitboss:{quote(name)}?secret={secret}&issuer=Pitboss"


def number_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The number of one step."""
    mac = hmac.digest(secret, struct.pack(">Q", step), "sha1")
    at = mac[-1] & 0x0F
    (value,) = struct.unpack(">I", mac[at : at + 4])
    return str((value & 0x7FFF_FFFF) % 10**digits).zfill(digits)


def step_of(secret: str, told: str, now: int, after: int) -> int | None:
    """The step that a number is of, around now and after the last one that was used; None if it is none."""
    key, here = base64.b32decode(secret), now // STEP_SECONDS
    for step in range(here - DRIFT, here + DRIFT + 1):
        if step > after and hmac.compare_digest(number_at(key, step).encode(), told.encode()):
            return step
    return None
