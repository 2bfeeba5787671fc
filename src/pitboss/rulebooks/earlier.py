"""The shipped rulebooks as earlier releases had them, to the letter, by their hashes.

A database, a log or a hand history of an older release may know a version by its hash alone. With these files its
tables open, and its rounds replay and verify, by the law they were dealt by. `make keep-versions` adds the rulebooks as
they are now; it is run when a release is made, and nothing is taken away.
"""

import lzma
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from pitboss.rulebooks.folder_faults import hash_of
from pitboss.rulebooks.library import PARTS, SHIPPED, SUBMISSIONS, folder_of

Texts = dict[str, str]
FILE = files("pitboss.rulebooks") / "data" / "earlier.json.xz"


@lru_cache(maxsize=1)
def earlier() -> dict[str, Texts]:
    """The texts of the files of every version kept."""
    return msgspec.json.decode(lzma.decompress(FILE.read_bytes()), type=dict[str, Texts])


def keep() -> int:
    """Adds the shipped rulebooks as they are now; how many versions there are then."""
    kept = earlier() if FILE.is_file() else {}
    for folder in map(folder_of, SHIPPED):
        kept[hash_of(folder)] = {name: (folder / name).read_bytes().decode() for name in (*PARTS, *SUBMISSIONS)}
    Path(str(FILE)).write_bytes(
        lzma.compress(msgspec.json.encode(kept, order="sorted"), preset=9 | lzma.PRESET_EXTREME)
    )
    return len(kept)
