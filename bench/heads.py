"""What a signed head and its proofs cost as the log grows: processor time.

python -m bench.heads                                 SQLite, logs of up to ten million entries

A log is filled with as many copies of one entry, by the database itself, and with the tiles of the tree over them, as
they come to be when such a log is served. Neither knows that its leaves are alike. Then the log grows by a few entries
at a time, and after each time a head, a proof of inclusion and one of consistency are made, as `/api/audit/...` does.
"""

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import sqlalchemy as sa
from rich.console import Console
from rich.table import Table

from pitboss.audit import Frontier, Signer, fact, leaf_hash
from pitboss.audit.machine_format import ServerStopped
from pitboss.audit.merkle import node_hash
from pitboss.books.head_book import HeadBook
from pitboss.books.published_log import Published
from pitboss.books.tiled_tree import HEIGHT, WIDTH
from pitboss.store import Commit, Store, open_store, schema
from pitboss.store.appending import write_tree
from pitboss.store.engines import open_engines
from pitboss.store.packing import packed

SIZES = (10_000, 1_000_000, 10_000_000)
TIMES, A_TIME = 200, 10  # how often it is measured, and the entries between two heads
FAR = 2_654_435_761  # entries far from each other, one after the other
SIGNER = Signer(bytes(range(32)))
MANY = """
WITH RECURSIVE many(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM many WHERE number + 1 < :size)
INSERT INTO log (number, position, entry) SELECT number, number / 8 + 1, :entry FROM many
"""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = [measured(size) for size in options.sizes]
    if options.json:
        print(json.dumps(found, indent=2))
        return
    table = Table(*found[0])
    for row in found:
        table.add_row(*(f"{value:,}" for value in row.values()))
    Console().print(table)


def measured(size: int) -> dict[str, Any]:
    """The figures of a log of so many entries; milliseconds of processor time, the median of many."""
    with tempfile.TemporaryDirectory(prefix="pitboss-heads-") as folder:
        url, heads = f"sqlite:///{folder}/pitboss.db", HeadBook(Path(folder) / "heads.jsonl")
        open_store(url).close()
        fill(url, size)
        with open_store(url) as store:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            published = Published(store, SIGNER, heads)
            start = _took(published.catch_up)
            rows = [_once(store, published) for _ in range(TIMES)]
            assert published.faults(heads.furthest(), WIDTH) == []
            head, inclusion, consistency = (round(1000 * median(column), 2) for column in zip(*rows, strict=True))
            return {
                "entries": size,
                "head, ms": head,
                "inclusion, ms": inclusion,
                "consistency, ms": consistency,
                "hashes of a proof": len(published.inclusion(0, published.size)),
                "start, ms": round(1000 * start, 1),
                "memory besides, kB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before,
                "database, MB": round(Path(folder, "pitboss.db").stat().st_size / 1_000_000),
            }


def fill(url: str, size: int) -> None:
    """So many entries in an empty database, with the tiles over them that are complete."""
    text = fact("machine", ServerStopped(), 0, "system").numbered(0, 1)
    roots = [leaf_hash(text)]  # of complete subtrees, by height
    for _ in range(size.bit_length()):
        roots.append(node_hash(roots[-1], roots[-1]))
    peaks = tuple(roots[height] for height in reversed(range(size.bit_length())) if size >> height & 1)
    engines = open_engines(url, create=False)
    with engines.lock(), engines.write.begin() as connection:
        connection.execute(sa.text(MANY), {"size": size, "entry": packed(text)})
        level, count = 0, size // WIDTH
        while count:
            rows = {"level": level, "hashes": roots[HEIGHT * level] * WIDTH, "state": b""}
            connection.execute(sa.insert(schema.tiles), [{**rows, "number": number} for number in range(count)])
            level, count = level + 1, count // WIDTH
        tip = {"position": size // 8 + 1, "log_size": size, "log_state": write_tree(Frontier(size, peaks))}
        connection.execute(sa.update(schema.tip).values(tip))
    engines.dispose()


def _once(store: Store, published: Published) -> tuple[float, float, float]:
    """A log that grew a little: the head over it, and proofs of something old, which is in no tile at hand."""
    told = tuple(fact("machine", ServerStopped(), 0, "system") for _ in range(A_TIME))
    store.append(Commit(client="bench", command=str(published.size), log=told))
    old = 1 + published.size * FAR % (published.size - 1)

    def head() -> None:
        published.catch_up()
        published.head(0)

    return (
        _took(head),
        _took(lambda: published.inclusion(old, published.size)),
        _took(lambda: published.consistency(old, published.size)),
    )


def _took(what: Callable[[], object]) -> float:
    began = time.process_time()
    what()
    return time.process_time() - began


if __name__ == "__main__":
    main()
