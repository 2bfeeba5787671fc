"""Money beside the rounds: the cage, play money, table inventories, and the terms of progressive meters."""

import secrets
from collections.abc import Sequence

from pitboss.audit import fact
from pitboss.audit.format import (
    MONEY_STREAM,
    ChipsBought,
    ChipsCashed,
    LogEvent,
    MeterChanged,
    PlayMoneyGiven,
)
from pitboss.books.table_spec import TableSpec, purse_of, refused
from pitboss.money import Amount
from pitboss.progressive import Progression, with_progressions
from pitboss.rulebooks import Terms, lawful
from pitboss.server.requests import InventoryMove, MeterChange
from pitboss.server.tables.funding import OwnMove
from pitboss.server.tables.links import tables_of
from pitboss.server.tables.room import Room
from pitboss.server.tables.work import Work
from pitboss.store import HOUSE, Commit, Entry, MeterMove, MeterState, buy_in, cash_out, change, player_account

PLAY_MONEY = Amount.parse("5000")


def give_play_money(room: Room, player: str) -> Amount:
    """Fills a player's practice purse up; what is in it now."""
    account = player_account(purse_of(player, True))
    has = room.store.balance(account)
    if has < PLAY_MONEY:
        entry = Entry(HOUSE, account, PLAY_MONEY - has, "play money")
        given = PlayMoneyGiven(player=player, amount=entry.amount)
        _append(room, "room", f"play {secrets.token_hex(12)}", player, given, entries=[entry])
    return room.store.balance(account)


def move_chips(room: Room, by: str, player: str, amount: Amount, inward: bool, id: str) -> Amount:
    """A player buys chips at the cage, or cashes them; the balance after it."""
    _refuse_cage(room, by, player)
    _refuse_nothing("the cage", amount)
    entry = (buy_in if inward else cash_out)(player, amount)
    told = (ChipsBought if inward else ChipsCashed)(player=player, amount=amount)
    _append(room, by, id, by, told, entries=[entry])
    return room.store.balance(player_account(player))


def move_own(room: Room, by: str, move: OwnMove, id: str) -> None:
    """Money of a player goes from one of the player's accounts to the other: by the player's order, or at the cage."""
    _refuse_nothing(f"the accounts of {move.player}", move.amount)
    _append(room, by, id, by, move.told, entries=[move.entry])


def move_at_cage(room: Room, by: str, move: OwnMove, id: str) -> None:
    """The cage moves a player's money between chips and game account; never for whoever stands there."""
    _refuse_cage(room, by, move.player)
    move_own(room, by, move, id)


async def fill_table(room: Room, by: str, table: str, move: InventoryMove) -> None:
    """A supervisor has chips brought into a table inventory."""
    _refuse_nothing(f"table {table}", move.amount)

    def fill(work: Work) -> None:
        work.fill(move.amount, move.reason, by)

    await room.record(table, by, move.id, _digest("fill", table, move), fill)


async def credit_table(room: Room, by: str, table: str, move: InventoryMove) -> None:
    """A supervisor has chips taken out of a table inventory; `Refused` beyond what is there."""
    _refuse_nothing(f"table {table}", move.amount)

    def credit(work: Work) -> None:
        work.credit(move.amount, move.reason, by)

    await room.record(table, by, move.id, _digest("credit", table, move), credit)


def change_meter(room: Room, by: str, meter: str, asked: MeterChange) -> MeterState:
    """A supervisor records other terms for a meter; they wait until they may take effect."""
    state = meter_of(room, meter)
    names = {
        spec.name: next(own for own, stored in spec.meters.items() if stored == meter) for spec in _open(room, meter)
    }
    if not names:
        raise refused(f"meter {meter}", "a change of its terms", "a meter of a table that is open")
    filed = {table: room.live(table).terms for table in names}
    table, terms = next(iter(filed.items()))
    figures = terms.meters[names[table]]
    running = state.progression or Progression(figures.rate, figures.reset)
    to = Progression(
        running.rate if asked.rate is None else asked.rate,
        running.reset if asked.reset is None else asked.reset,
        running.reserve if asked.reserve is None else asked.reserve,
    )
    for table, terms in filed.items():
        _refuse_unlawful(room, terms, names[table], to, room.live(table).spec.meters)
    told = MeterChanged(meter=meter, to=to, reason=asked.reason)
    _append(room, by, asked.id, by, told, stream=f"meter/{meter}", moves=[change(meter, to)])
    return meter_of(room, meter)


def meter_of(room: Room, meter: str) -> MeterState:
    """A meter as it stands; `Refused` if there is none of that name."""
    state = room.store.meter(meter)
    if state is None:
        raise refused("the meters", f"meter {meter}", "a meter of one of the tables")
    return state


def _open(room: Room, meter: str) -> list[TableSpec]:
    return [live.spec for live in (room.live(spec.name) for spec in tables_of(room.store, meter)) if not live.closed]


def _refuse_unlawful(room: Room, terms: Terms, name: str, to: Progression, stored: dict[str, str]) -> None:
    """The changed submission must be as lawful as the one that was filed, and no wager may give more than itself."""
    figures = terms.meters[name]
    changed = with_progressions(terms, {name: to})
    lawful(changed.rulebook, changed.submission)
    for wager in figures.wagers:
        fed = {other: item.rate.per_million for other, item in changed.meters.items() if wager in item.wagers}
        states = room.store.meters([stored[other] for other in fed if other != name])
        taken = sum(fed.values()) + to.reserve.per_million + sum(state.reserve_rate for state in states.values())
        if taken > 1_000_000:
            tried = f"{to.rate} and {to.reserve} in reserve"
            allowed = f"at most 100% of {wager}, all its meters together"
            raise refused(f"meter {name}", tried, allowed, figures.clause, terms.rulebook.id)


def _refuse_cage(room: Room, by: str, player: str) -> None:
    if by == player:
        raise refused("the cage", "one's own chips", "another person at the cage")
    if room.store.people.named(player) is None:
        raise refused("the cage", f"chips for {player}", "a player who has an account")


def _refuse_nothing(where: str, amount: Amount) -> None:
    if amount <= Amount.ZERO:
        raise refused(where, f"{amount}", "an amount above zero")


def _digest(what: str, table: str, move: InventoryMove) -> bytes:
    return f"{what} {table} {move.amount} {move.reason}".encode()


def _append(
    room: Room,
    client: str,
    id: str,
    actor: str,
    told: LogEvent,
    *,
    stream: str = MONEY_STREAM,
    entries: Sequence[Entry] = (),
    moves: Sequence[MeterMove] = (),
) -> None:
    """Money moves and the log says so, in one commit."""
    draft = fact(stream, told, room.now, actor)
    commit = Commit(
        client=client, command=id, digest=draft.payload, entries=tuple(entries), moves=tuple(moves), log=(draft,)
    )
    room.store.append(commit)
