"""Archives the log of a database on the machine itself, beside servers or without; the log tells of each archive."""

import time
from pathlib import Path

from pitboss.audit import fact
from pitboss.audit.format import MACHINE_STREAM
from pitboss.audit.machine_format import LogArchived
from pitboss.books.archives import Archives
from pitboss.books.head_book import HeadBook
from pitboss.books.published_log import Published
from pitboss.server.keys import LOG_KEY, log_signer
from pitboss.server.tables.house import SYSTEM
from pitboss.server.tables.refusals import log_commit
from pitboss.store import Store


def archive_log(
    store: Store, keys: Path, heads: HeadBook, folder: Path, before: int | None, entries: int | None, segment: int
) -> list[LogArchived]:
    """Archives entries from before a time, in milliseconds, or so many; or whatever is published."""
    now = int(time.time() * 1000)
    published = Published(store, log_signer(keys / LOG_KEY, store), heads)
    published.catch_up()
    size = published.size if before is None else store.size_at(before)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    done = []
    for archived in Archives(folder, store, published).write(min(size, entries or size), segment, now):
        store.append(log_commit([fact(MACHINE_STREAM, archived, now, SYSTEM)]))
        done.append(archived)
    return done
