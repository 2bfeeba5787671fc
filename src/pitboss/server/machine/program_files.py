"""The files of the program against a signed manifest: none changed, none missing, none added.

A manifest names every file of the installed package, rulebooks and browser app included, and of the folders of
rulebooks that were added, each with its SHA-256; whoever releases or certifies the program signs it, with Ed25519.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

import pitboss
from pitboss.audit.format import canonical
from pitboss.rulebooks.library import library

FORMAT = "pitboss manifest 1"
NAME, KEY = "manifest.json", "manifest.pub"
_LEFT_OUT = ("__pycache__",)  # made by running the program, from the files that are looked at


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which files there are, by their hashes."""

    format: str
    version: str
    files: dict[str, str]


class SignedManifest(Manifest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manifest, the public key it is signed with, and the signature over everything else, as it is written."""

    key: str
    signature: str


class ProgramChecked(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a look at the files: how many, the hash over all of them, who signed for them, what is wrong."""

    version: str
    files: int
    digest: str
    signed_by: str  # the public key; "" where there is no manifest
    faults: tuple[str, ...]


def look(folder: Path | None = None) -> ProgramChecked:
    """Looks at the files: against the manifest in a server's folder, or else the one that came with the program.

    A file `manifest.pub` in the folder has the public key that must have signed it.
    """
    places = [*([folder] if folder else []), Path(pitboss.__file__).parent]
    manifest = next((place / NAME for place in places if (place / NAME).is_file()), None)
    key = folder / KEY if folder else None
    wanted = key.read_text().strip() if key is not None and key.is_file() else ""
    return checked(files_of(), manifest.read_bytes() if manifest else None, wanted)


def files_of() -> dict[str, str]:
    """Every file of the program as it lies here, with its SHA-256."""
    program = Path(pitboss.__file__).parent
    found = {f"pitboss/{name}": hash for name, hash in _hashes(program) if name != NAME}
    for id, folder in library().folders.items():
        found |= {f"rulebooks/{id}/{name}": hash for name, hash in _hashes(folder)}
    return found


def _hashes(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if file.is_file() and not set(parts) & {*_LEFT_OUT}:
            yield "/".join(parts), hashlib.sha256(file.read_bytes()).hexdigest()


def signed_manifest(secret: bytes, files: dict[str, str]) -> bytes:
    """A manifest over files as they are, signed with the key of these 32 bytes."""
    signer = Ed25519PrivateKey.from_private_bytes(secret)
    manifest = Manifest(format=FORMAT, version=pitboss.__version__, files=files)
    signature = signer.sign(_message(manifest)).hex()
    fields = {name: getattr(manifest, name) for name in Manifest.__struct_fields__}
    signed = SignedManifest(**fields, key=signer.public_key().public_bytes_raw().hex(), signature=signature)
    return msgspec.json.format(canonical(signed)) + b"\n"


def checked(files: dict[str, str], manifest: bytes | None, key: str = "") -> ProgramChecked:
    """Holds files against a manifest, which the given key must have signed; without a key, its own."""
    digest = hashlib.sha256(canonical(files)).hexdigest()
    signed, faults = _read(manifest, key) if manifest is not None else (None, ())
    if signed is not None and not faults:
        faults = tuple(_differences(signed.files, files))
        if signed.version != pitboss.__version__:
            faults = (f"the manifest is of version {signed.version}", *faults)
    by = signed.key if signed is not None else ""
    return ProgramChecked(version=pitboss.__version__, files=len(files), digest=digest, signed_by=by, faults=faults)


def _read(manifest: bytes, key: str) -> tuple[SignedManifest | None, tuple[str, ...]]:
    try:
        signed = msgspec.json.decode(manifest, type=SignedManifest)
        if key and signed.key != key:
            return signed, ("the manifest is signed with another key",)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
        public.verify(bytes.fromhex(signed.signature), _message(signed))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None, ("the manifest cannot be read",)
    except InvalidSignature:
        return signed, ("the manifest's signature does not stand under its key",)
    return signed, ()


def _message(manifest: Manifest) -> bytes:
    return FORMAT.encode() + b"\n" + canonical({name: getattr(manifest, name) for name in Manifest.__struct_fields__})


def _differences(told: dict[str, str], here: dict[str, str]) -> Iterator[str]:
    for name in sorted({*told, *here}):
        if name not in here:
            yield f"{name} is missing"
        elif name not in told:
            yield f"{name} was added"
        elif told[name] != here[name]:
            yield f"{name} was changed"
