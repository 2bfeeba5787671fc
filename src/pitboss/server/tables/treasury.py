"""Money beside the rounds: the cage, play money, table inventories, and the terms of progressive meters."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from pitboss.audit import Draft, fact
from pitboss.audit.format import (
    MONEY_STREAM,
    ChipsBought,
    ChipsCashed,
    InventoryCredited,
    InventoryFilled,
    LogEvent,
    MeterChanged,
    PlayMoneyGiven,
)
from pitboss.books.table_spec import TableSpec, refused
from pitboss.care.care import refuse_deposit
from pitboss.care.purse import with_deposit
from pitboss.money import Amount
from pitboss.progressive import Progression, with_progressions
from pitboss.rulebooks import Terms, lawful
from pitboss.server.people.accounts import GUEST
from pitboss.server.people.permissions import Role
from pitboss.server.requests import InventoryMove, MeterChange
from pitboss.server.tables.approval import Approval
from pitboss.server.tables.funding import OwnMove
from pitboss.server.tables.links import tables_of
from pitboss.server.tables.lone_acts import refuse_split
from pitboss.server.tables.room import MOST_TRIES, Room
from pitboss.server.tables.work import Work
from pitboss.store import (
    CareRead,
    Commit,
    Conflict,
    Entry,
    MeterMove,
    MeterState,
    buy_in,
    cash_out,
    change,
    player_account,
)
from pitboss.store.accounts import PLAY_HOUSE, accounts_of, purse_of
from pitboss.store.ledger import credit as ledger_credit
from pitboss.store.ledger import fill as ledger_fill

PLAY_MONEY = Amount.parse("5000")


def give_play_money(room: Room, player: str) -> Amount:
    """Fills a player's practice purse up; what is in it now."""
    account, id = player_account(purse_of(player, True)), f"play {secrets.token_hex(12)}"

    def give() -> Deposit | None:
        lacks = PLAY_MONEY - room.store.balance(account)
        if lacks <= Amount.ZERO:
            return None
        entry = Entry(PLAY_HOUSE, account, lacks, "play money")
        return Deposit(entry, _money(room, PlayMoneyGiven(player=player, amount=lacks), player), lacks.cents)

    _deposit(room, ("room", id), player, give, practice=True)
    return room.store.balance(account)


def move_chips(
    room: Room,
    by: str,
    player: str,
    amount: Amount,
    inward: bool,
    id: str,
    approval: Approval | None = None,
    most: Amount | None = None,
) -> Amount:
    """A player buys chips at the cage, or cashes them; the balance after it.

    `most` is what may be done of it within a day without a second person: `NeedsSecond` beyond that.
    """
    _refuse_cage(room, by, player, inward=inward)
    _refuse_nothing("the cage", amount)
    entry = (buy_in if inward else cash_out)(player, amount)
    told = (ChipsBought if inward else ChipsCashed)(player=player, amount=amount)
    deposit = Deposit(entry, _money(room, told, by), amount.cents if inward else -amount.cents)

    def make() -> Deposit:
        if most is not None and room.store.outcome(by, id) is None:
            refuse_split(room.store, told, entry, deposit.draft.time, most)
        return deposit

    _deposit(room, (by, id), player, make, approval=approval)
    return room.store.balance(player_account(player))


def refuse_buy_in(room: Room, by: str, player: str, amount: Amount) -> None:
    """`Refused` where the cage would not sell these chips as things stand: to nobody, to oneself, beyond a limit."""
    _refuse_cage(room, by, player, inward=True)
    refuse_deposit(room.store.care(player).care, player, False, amount.cents, room.now // 1000)


def refuse_cash_out(room: Room, by: str, player: str, amount: Amount) -> None:
    """`Refused` where the cage would not take these chips as things stand: from nobody, or more than there are."""
    _refuse_cage(room, by, player, inward=False)
    held = room.store.balance(player_account(player))
    if amount > held:
        says = f"Player {player} has {held} in chips; {amount} cannot be cashed."
        raise refused("the cage", f"{amount} for the chips of {player}", f"at most {held}", says=says)


class Deposit(NamedTuple):
    """Money that comes to a player from the cage, or, where its cents are below zero, goes back."""

    entry: Entry
    draft: Draft
    cents: int


def _deposit(
    room: Room,
    command: tuple[str, str],
    player: str,
    make: Callable[[], Deposit | None],
    *,
    practice: bool = False,
    approval: Approval | None = None,
) -> None:
    """Money comes or goes, within the player's own limits and counted against them; decided anew on what is new."""
    store, accounts = room.store, accounts_of(player, practice)
    for _ in range(MOST_TRIES):
        reads = tuple((account, store.balance(account)) for account in accounts)
        kept, deposit, at = store.care(player), make(), room.now // 1000
        if deposit is None:
            return
        if deposit.cents > 0 and store.outcome(*(approval.command[:2] if approval else command)) is None:
            refuse_deposit(kept.care, player, practice, deposit.cents, at)
        purse = kept.care.purse(practice)
        result = sum(amount.cents for _, amount in reads) - purse.bought
        care = kept.care.with_purse(practice, with_deposit(purse, deposit.cents, at, result))
        counted = CareRead(player, kept.version, care)
        commit = _commit(*command, deposit.draft, entries=[deposit.entry], approval=approval)
        try:
            store.append(structs.replace(commit, reads=reads, cares=(counted,)))
        except Conflict:
            continue
        return
    raise Conflict(f"the purse of {player} is too busy")


def move_own(room: Room, by: str, move: OwnMove, id: str) -> None:
    """Money of a player goes from one of the player's accounts to the other: by the player's order, or at the cage."""
    _refuse_nothing(f"the accounts of {move.player}", move.amount)
    _append(room, by, id, _money(room, move.told, by), entries=[move.entry])


def move_at_cage(room: Room, by: str, move: OwnMove, id: str) -> None:
    """The cage moves a player's money between chips and game account; never for whoever stands there."""
    _refuse_cage(room, by, move.player, inward=False)
    move_own(room, by, move, id)


async def fill_table(
    room: Room,
    by: str,
    table: str,
    move: InventoryMove,
    approval: Approval | None = None,
    most: Amount | None = None,
) -> None:
    """A supervisor has chips brought into a table inventory; `most` of it in a day without a second person."""
    _refuse_nothing(f"table {table}", move.amount)
    told = InventoryFilled(table=table, amount=move.amount, reason=move.reason, automatic=False)

    def fill(work: Work) -> None:
        if most is not None and room.store.outcome(by, move.id) is None:
            refuse_split(room.store, told, ledger_fill(table, move.amount), work.time, most)
        work.fill(move.amount, move.reason, by)

    await room.record(table, by, move.id, _digest("fill", table, move), fill, approval=approval)


async def credit_table(
    room: Room,
    by: str,
    table: str,
    move: InventoryMove,
    approval: Approval | None = None,
    most: Amount | None = None,
) -> None:
    """A supervisor has chips taken out of a table inventory; `Refused` beyond what is there, and `most` as above."""
    _refuse_nothing(f"table {table}", move.amount)
    told = InventoryCredited(table=table, amount=move.amount, reason=move.reason)

    def credit(work: Work) -> None:
        if most is not None and room.store.outcome(by, move.id) is None:
            refuse_split(room.store, told, ledger_credit(table, move.amount), work.time, most)
        work.credit(move.amount, move.reason, by)

    await room.record(table, by, move.id, _digest("credit", table, move), credit, approval=approval)


def change_meter(room: Room, by: str, meter: str, asked: MeterChange, approval: Approval | None = None) -> MeterState:
    """A supervisor records other terms for a meter; they wait until they may take effect."""
    told = MeterChanged(meter=meter, to=changed_terms(room, meter, asked), reason=asked.reason)
    draft = fact(f"meter/{meter}", told, room.now, by)
    _append(room, by, asked.id, draft, moves=[change(meter, told.to)], approval=approval)
    return meter_of(room, meter)


def changed_terms(room: Room, meter: str, asked: MeterChange) -> Progression:
    """The terms that a change comes to; `Refused` if they were unlawful."""
    state = meter_of(room, meter)
    names = {
        spec.name: next(own for own, stored in spec.meters.items() if stored == meter) for spec in _open(room, meter)
    }
    if not names:
        says = "No table with this meter is open, so its terms cannot be changed."
        raise refused(f"meter {meter}", "a change of its terms", "a meter of a table that is open", says=says)
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
    return to


def meter_of(room: Room, meter: str) -> MeterState:
    """A meter as it stands; `Refused` if there is none of that name."""
    state = room.store.meter(meter)
    if state is None:
        says = f"No table has a meter {meter}."
        raise refused("the meters", f"meter {meter}", "a meter of one of the tables", says=says)
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
            says = f"All meters of {wager} together may take at most 100% of it; with {tried} they would take more."
            raise refused(f"meter {name}", tried, allowed, figures.clause, terms.rulebook.id, says)


def _refuse_cage(room: Room, by: str, player: str, *, inward: bool) -> None:
    if by == player:
        says = "You cannot change your own chips; someone else at the cage must."
        raise refused("the cage", "one's own chips", "another person at the cage", says=says)
    found = room.store.people.named(player)
    if found is None or player.startswith(GUEST):
        says = f"There is no player {player} with an account here."
        raise refused("the cage", f"chips for {player}", "a player who has an account", says=says)
    if Role.PLAYER not in found.roles and inward:
        says = f"There are no chips to sell to {player}, who does not have the role of a player."
        raise refused("the cage", f"chips for {player}", "a person with the role player", says=says)
    if found.disabled and inward:
        tried, says = f"chips for {player}, who is shut out", f"Player {player} is shut out and gets no chips."
        raise refused("the cage", tried, "a player who may sign in", says=says)


def _refuse_nothing(where: str, amount: Amount) -> None:
    if amount <= Amount.ZERO:
        says = f"The amount must be above zero; {amount} was given."
        raise refused(where, f"{amount}", "an amount above zero", says=says)


def _digest(what: str, table: str, move: InventoryMove) -> bytes:
    return f"{what} {table} {move.amount} {move.reason}".encode()


def _append(room: Room, client: str, id: str, draft: Draft, **what: Any) -> None:
    room.store.append(_commit(client, id, draft, **what))


def _commit(
    client: str,
    id: str,
    draft: Draft,
    *,
    entries: Sequence[Entry] = (),
    moves: Sequence[MeterMove] = (),
    approval: Approval | None = None,
) -> Commit:
    """Money moves and the log says so, in one commit; with a second person's approval, under that."""
    client, id, digest, outcome = approval.command if approval else (client, id, draft.payload, b"")
    return Commit(
        client=client,
        command=id,
        digest=digest,
        outcome=outcome,
        entries=tuple(entries),
        moves=tuple(moves),
        log=(*(approval.drafts if approval else ()), draft),
    )


def _money(room: Room, told: LogEvent, actor: str) -> Draft:
    return fact(MONEY_STREAM, told, room.now, actor)
