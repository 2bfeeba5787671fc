"""What the release before left: a database and a log of two rounds and one in play, made by its own code."""

import gzip
import shutil
import sqlite3
from pathlib import Path

FOLDER = Path(__file__).with_name("before")
TABLE, RULEBOOK = "t1", "house-game"


def unpack(place: Path) -> tuple[str, Path]:
    """The database with its keys, and the folder of the rulebook it was dealt by."""
    with sqlite3.connect(place / "pitboss.db") as connection:
        connection.executescript(gzip.decompress((FOLDER / "pitboss.sql.gz").read_bytes()).decode())
    connection.close()
    (place / "seeds.key").write_bytes(bytes(64))
    (place / "log.key").write_bytes(bytes(range(32)))
    shutil.copytree(FOLDER / RULEBOOK, place / RULEBOOK)
    return f"sqlite:///{place / 'pitboss.db'}", place / RULEBOOK


def log() -> bytes:
    """The log as it was downloaded then."""
    return gzip.decompress((FOLDER / "night.jsonl.gz").read_bytes())
