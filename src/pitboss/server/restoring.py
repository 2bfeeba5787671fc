"""Restoring: a backup goes into an empty database, what was in play ends, and the log says that and what is missing."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from pitboss.audit import SignedHead, fact
from pitboss.audit.format import LOG_STREAM, LogRestored, SeedSealed
from pitboss.books.head_book import HeadBook, head_file
from pitboss.engine import Phase
from pitboss.engine.actions import Void
from pitboss.rulebooks.table_rules import Role
from pitboss.server.keys import LOG_KEY, require_log_key
from pitboss.server.office import Office, open_office
from pitboss.server.tables.house import SYSTEM
from pitboss.server.tables.live import Live
from pitboss.server.tables.work import Work
from pitboss.store import Commit
from pitboss.store.backup import Backup, load_backup, read_header
from pitboss.table import voids
from pitboss.table.commands import Play


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What a restore did: the backup, the last head known of what is lost, and the rounds it ended."""

    backup: Backup
    lost: SignedHead | None
    rounds: tuple[str, ...]
    on_the_table: tuple[str, ...]

    @property
    def missing(self) -> int:
        """Entries that are known to be lost."""
        return 0 if self.lost is None else self.lost.size - self.backup.log_size


async def restore(
    file: Path, database: str, keys: Path, clock: Callable[[], float] | None = None, heads_in: Path | None = None
) -> Restored:
    """Brings a backup back; the heads signed over what is lost are put aside, and numbers go on from them.

    `heads_in` are the heads of the database that was lost, where it went by another name.
    """
    heads = HeadBook(heads_in or head_file(keys, database))
    last, furthest = heads.last(), heads.furthest()
    require_log_key(keys / LOG_KEY, read_header(file).public_key)
    backup = load_backup(file, database)
    lost = furthest if furthest is not None and furthest.size > backup.log_size else None
    number = 0 if lost is None or last is None else last.number
    if lost is not None:
        heads.put_aside(f"lost-{number}")
    office = open_office(database, keys, clock)
    try:
        rooms = [office.room.live(name) for name in office.room.names()]
        rounds = [live for live in rooms if _dealt_by_seed(live)]
        physical = [live for live in rooms if not live.spec.virtual and live.at_stake]
        told = LogRestored(
            entries=backup.log_size,
            taken=backup.taken,
            lost=lost,
            rounds=tuple(_name(live) for live in rounds),
            on_the_table=tuple(_name(live) for live in physical),
        )
        now = office.room.now
        command = f"restore {backup.log_size} {backup.taken} {now}"
        office.store.append(Commit(client="room", command=command, log=(fact(LOG_STREAM, told, now, SYSTEM),)))
        for live in rooms:
            if live.spec.virtual and not live.closed:
                name = live.spec.name
                await office.room.record(name, "room", f"{command} {name}", b"", _ended(office, _dealt_by_seed(live)))
            elif live in physical and not live.closed:
                name = live.spec.name
                await office.room.record(name, "room", f"{command} {name}", b"", _ended_on_the_table(office))
    finally:
        office.close(last_number=number)
    return Restored(backup=backup, lost=lost, rounds=told.rounds, on_the_table=told.on_the_table)


def _ended_on_the_table(office: Office) -> Callable[[Work], None]:
    """Ends a round with physical cards, of which more may lie on the table by now than are on record.

    Before the deal wagers go back; after it the round is void, for a reason that its rulebook lists at this moment.
    Where it lists none the floor ends it.
    """

    def end(work: Work) -> None:
        round = work.live.table.running
        if round is not None and round.phase is Phase.WAGERS:
            office.room.house.take_all_back(work)
            return
        reasons = [rule for rule in voids(work.live.table, work.at) if not rule.until_wagered]
        if reasons:
            action = Void(reasons[0].clause, "brought back from a backup: the cards are no longer those on record")
            work.do(Play(by=Role.FLOORPERSON, at=work.at, action=action), SYSTEM)

    return end


def _name(live: Live) -> str:
    return f"{live.spec.name}/{live.rounds}"


def _dealt_by_seed(live: Live) -> bool:
    """Whether a seed is committed to and not revealed: after the backup it may have been."""
    fairness = live.shuffled_round
    return not live.closed and fairness is not None and fairness.server_seed is None


def _ended(office: Office, in_play: bool) -> Callable[[Work], None]:
    """Gives a table's seeds up, and ends a round in play: before the deal wagers go back, after it the round is void.

    The next round begins a new chain of seeds.
    """

    def end(work: Work) -> None:
        live = work.live
        work.note(SeedSealed(round=live.chain.name if live.chain else _name(live), sealed=""), SYSTEM)
        round = live.table.running if in_play else None
        if round is not None and round.phase is Phase.WAGERS:
            office.room.house.take_all_back(work)
            idle = [rule for rule in voids(work.live.table, work.at) if rule.until_wagered]
            if idle:
                action = Void(idle[0].clause, idle[0].title)
                work.do(Play(by=Role.FLOORPERSON, at=work.at, action=action), SYSTEM)
        elif round is not None:
            office.room.house.void_lost(work)

    return end
