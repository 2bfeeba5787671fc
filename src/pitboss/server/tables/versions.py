"""Versions of rulebooks at live tables: kept whole before a card is dealt by them, chosen by people, then taken.

Words may change without anything else: a table takes them over by itself. Another law waits for a supervisor's act.
"""

import logging

import msgspec

from pitboss.audit import fact
from pitboss.audit.format import RULEBOOKS_STREAM, RulebookChosen, RulebookKept, RulebookTaken, canonical
from pitboss.books.table_spec import read_spec, refused
from pitboss.rulebooks import (
    Refused,
    Rulebook,
    RulebookError,
    Terms,
    UnknownRulebook,
    lawful,
    load,
    submission_from,
    version,
)
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.versions import files_of, reworded
from pitboss.server.tables.live import Live
from pitboss.server.tables.work import Work
from pitboss.store import Commit, KeptRulebook, Store

SYSTEM = "system"

logger = logging.getLogger("pitboss.room")


def keep(store: Store, book: Rulebook, time: int) -> None:
    """Puts a version whole into database and log, once."""
    if book.hash in store.rulebooks():
        return
    files = files_of(book)
    kept = RulebookKept(rulebook=book.id, hash=book.hash, law=book.law, files=files)
    draft = fact(RULEBOOKS_STREAM, kept, time, SYSTEM)
    row = KeptRulebook(book.hash, book.id, book.law, canonical(files))
    store.append(Commit(client="room", command=f"keep rulebook {book.hash}", log=(draft,), rulebook=row))


def keep_all(store: Store, time: int) -> None:
    """Keeps what the tables of a database of before were dealt by, and the words they may take over now."""
    for header in store.streams().values():
        try:
            spec = read_spec(header)
            book = version(spec.rulebook, spec.hash)
        except (msgspec.MsgspecError, RulebookError, UnknownRulebook):
            continue  # the table stays shut until the version is brought back
        keep(store, book, time)
    for hash, id in store.rulebooks().items():
        words = reworded(id, hash)
        if words is not None:
            keep(store, words, time)


def choose(live: Live, store: Store, effective: int | None, reason: str, time: int) -> RulebookChosen:
    """The version at hand for a table, kept from now on; `Refused` if the table cannot move to it."""
    book = load(live.spec.rulebook)
    where, now = f"table {live.spec.name}", live.terms.rulebook
    if book.hash == now.hash:
        tried, says = "a move to the version it is played by", "The table is already played by this version."
        raise refused(where, tried, "another version of its rulebook", says=says)
    _moved(live, book)
    if effective is not None and effective < time // 1000:
        allowed, says = "a date to come, or none for the next round", "That date is past."
        raise refused(
            where, "a move in the past", allowed, says=f"{says} Give a date to come, or none for the next round."
        )
    keep(store, book, time)
    return RulebookChosen(hash=book.hash, law=book.law, effective=effective or time // 1000, reason=reason)


def take_due(work: Work) -> None:
    """Before anybody wagers a table moves to the version that is due: other words at once, another law at its time."""
    live = work.live
    if live.closed or live.at_stake or _unrevealed(live):
        return
    now, chosen = live.terms.rulebook, live.chosen
    if chosen is not None and chosen.effective <= work.at:
        book: Rulebook | None = version(live.spec.rulebook, chosen.hash)
    else:
        book = reworded(live.spec.rulebook, now.hash)
    if book is None:
        return
    try:
        taken = builtins(_moved(live, book).submission.as_file())
    except Refused as error:  # what was lawful when it was chosen need not be by now: the table plays on as it is
        logger.error("a version cannot be taken", extra={"table": live.spec.name, "why": str(error)})
        return
    work.note(RulebookTaken(hash=book.hash, submission=taken), SYSTEM)


def _unrevealed(live: Live) -> bool:
    """Whether the seed of the last round is still to come: it belongs to the law the round was dealt by."""
    fairness = live.shuffled_round if live.table.running is None else None
    return fairness is not None and fairness.server_seed is None


def _moved(live: Live, book: Rulebook) -> Terms:
    """The table's terms under another version; `Refused` where its choices or its meters do not fit."""
    terms = lawful(book, submission_from(builtins(live.table.filed.submission.as_file()), book))
    where, now = f"table {live.spec.name}", live.terms
    if set(terms.meters) != set(now.meters) or terms.rulebook.currency != now.rulebook.currency:
        tried = "a version with other meters or another currency"
        says = "This version has other meters or another currency; open a new table for it."
        raise refused(where, tried, "a new table for it", rulebook=book.id, says=says)
    if book.seats < now.rulebook.seats:
        says = f"This version has only {book.seats} seats, and the table has {now.rulebook.seats}."
        tried = f"a version with {book.seats} seats"
        raise refused(where, tried, "as many seats as now", rulebook=book.id, says=says)
    return terms
