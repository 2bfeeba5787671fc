"""The acts that can take a second person: what each is about, how much it moves, who approves it, how it is done.

An act is done once, by the one way there is: alone where it is small, under an approval where it is not.
"""

import asyncio
from typing import Any, ClassVar

import msgspec

from pitboss.audit import fact
from pitboss.audit.approval_format import LimitsSet
from pitboss.audit.format import (
    APPROVALS_STREAM,
    ChipsBought,
    ChipsCashed,
    InventoryCredited,
    InventoryFilled,
    MeterChanged,
)
from pitboss.books.table_spec import refused
from pitboss.engine.actions import kebab
from pitboss.money import Amount, Rate
from pitboss.rulebooks.codec import builtins
from pitboss.server.commands import CommandAsked
from pitboss.server.office import Office
from pitboss.server.people.accounts import Person, concerns_staff
from pitboss.server.people.permissions import Action, Denied, Role
from pitboss.server.reading import read_body
from pitboss.server.requests import InventoryMove, MeterChange
from pitboss.server.tables import treasury
from pitboss.server.tables.approval import Approval, limits_in
from pitboss.server.tables.asked import refuse_closed
from pitboss.server.tables.links import tables_of
from pitboss.server.tables.work import refuse_beyond
from pitboss.store import Commit, table_account

FLOOR = frozenset({Role.FLOORPERSON, Role.SUPERVISOR})


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=kebab, forbid_unknown_fields=True):
    """Something that one person asks for. What it does not say, its kinds do."""

    approvers: ClassVar[frozenset[Role]] = FLOOR
    asks: ClassVar[Action | None] = None  # what whoever asks for it must be allowed; None where the table says so
    limit: ClassVar[str] = ""  # by its name among the limits; "" where no amount decides
    reason: str = ""

    @property
    def kind(self) -> str:
        """Its kind as it is written."""
        return str(self.__struct_config__.tag)

    @property
    def about(self) -> str:
        """The player, table, meter or person that it concerns."""
        raise NotImplementedError

    def amount(self, office: Office) -> Amount:
        """How much it is about."""
        return Amount.ZERO

    def takes_second(self, office: Office, by: str) -> bool:
        """Whether one person alone may not do it."""
        return self.amount(office) > self.most(office)

    def most(self, office: Office) -> Amount:
        """How much of it one person may do alone, all that nobody else approved within a day together."""
        most: Amount = getattr(limits_in(office.store), self.limit)
        return most

    def does(self, office: Office) -> dict[str, Any]:
        """What the entry that follows from it will say; `Refused` if it can be seen that none will."""
        raise NotImplementedError

    def foresee(self, office: Office, by: str) -> None:
        """`Refused` if it can be seen that it would not be done, whoever approved it."""

    def impartial(self, office: Office, by: str) -> None:
        """`Denied` to whoever has a part in it."""
        if by == self.about:
            raise Denied("nobody approves what is about oneself")

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        """Does it, as asked for by somebody."""
        raise NotImplementedError


class BuyIn(Act, frozen=True, kw_only=True):
    """A player buys chips."""

    asks: ClassVar[Action | None] = Action.MOVE_MONEY
    limit: ClassVar[str] = "buy_in"
    player: str
    chips: Amount

    @property
    def about(self) -> str:
        return self.player

    def amount(self, office: Office) -> Amount:
        return self.chips

    def does(self, office: Office) -> dict[str, Any]:
        told: dict[str, Any] = builtins(ChipsBought(player=self.player, amount=self.chips))
        return told

    def foresee(self, office: Office, by: str) -> None:
        treasury.refuse_buy_in(office.room, by, self.player, self.chips)

    def _most(self, office: Office, approval: Approval | None) -> Amount | None:
        return self.most(office) if approval is None else None

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        await asyncio.to_thread(
            office.move_money, by.name, self.player, self.chips, True, id, approval, self._most(office, approval)
        )


class CashOut(BuyIn, frozen=True, kw_only=True):
    """A player cashes chips."""

    limit: ClassVar[str] = "cash_out"

    def does(self, office: Office) -> dict[str, Any]:
        told: dict[str, Any] = builtins(ChipsCashed(player=self.player, amount=self.chips))
        return told

    def foresee(self, office: Office, by: str) -> None:
        treasury.refuse_cash_out(office.room, by, self.player, self.chips)

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        await asyncio.to_thread(
            office.move_money, by.name, self.player, self.chips, False, id, approval, self._most(office, approval)
        )


class Fill(Act, frozen=True, kw_only=True):
    """Chips go into a table inventory."""

    asks: ClassVar[Action | None] = Action.FILL_TABLE
    limit: ClassVar[str] = "fill"
    table: str
    chips: Amount

    @property
    def about(self) -> str:
        return self.table

    def amount(self, office: Office) -> Amount:
        return Amount.ZERO if office.room.live(self.table).spec.practice else self.chips

    def does(self, office: Office) -> dict[str, Any]:
        told: dict[str, Any] = builtins(
            InventoryFilled(table=self.table, amount=self.chips, reason=self.reason, automatic=False)
        )
        return told

    def foresee(self, office: Office, by: str) -> None:
        refuse_closed(office.room.live(self.table))

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        await treasury.fill_table(
            office.room, by.name, self.table, self._move(id), approval, self._most(office, approval)
        )

    def _most(self, office: Office, approval: Approval | None) -> Amount | None:
        practice = office.room.live(self.table).spec.practice
        return self.most(office) if approval is None and not practice else None

    def _move(self, id: str) -> InventoryMove:
        return InventoryMove(id=id, amount=self.chips, reason=self.reason)


class Credit(Fill, frozen=True, kw_only=True):
    """Chips leave a table inventory."""

    limit: ClassVar[str] = "credit"

    def does(self, office: Office) -> dict[str, Any]:
        told: dict[str, Any] = builtins(InventoryCredited(table=self.table, amount=self.chips, reason=self.reason))
        return told

    def foresee(self, office: Office, by: str) -> None:
        super().foresee(office, by)
        refuse_beyond(self.table, self.chips, office.store.balance(table_account(self.table)))

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        await treasury.credit_table(
            office.room, by.name, self.table, self._move(id), approval, self._most(office, approval)
        )


class MeterTerms(Act, frozen=True, kw_only=True):
    """Other terms for a meter."""

    approvers: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR})
    asks: ClassVar[Action | None] = Action.CHANGE_METER
    limit: ClassVar[str] = "meter_change"
    meter: str
    rate: Rate | None = None
    reset: Amount | None = None
    reserve: Rate | None = None

    @property
    def about(self) -> str:
        return self.meter

    def amount(self, office: Office) -> Amount:
        shows = treasury.meter_of(office.room, self.meter).shows
        practice = any(spec.practice for spec in tables_of(office.store, self.meter))
        return Amount.ZERO if practice else max(shows, self.reset or Amount.ZERO)

    def does(self, office: Office) -> dict[str, Any]:
        to = treasury.changed_terms(office.room, self.meter, self._change("-"))
        told: dict[str, Any] = builtins(MeterChanged(meter=self.meter, to=to, reason=self.reason))
        return told

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        change = self._change(id)
        await asyncio.to_thread(treasury.change_meter, office.room, by.name, self.meter, change, approval)

    def _change(self, id: str) -> MeterChange:
        return MeterChange(id=id, reason=self.reason, rate=self.rate, reset=self.reset, reserve=self.reserve)


class VoidRound(Act, frozen=True, kw_only=True):
    """Commands at a table that void a round in which much is wagered; `commands` as they were sent."""

    table: str
    commands: list[dict[str, Any]]
    staked: Amount

    @property
    def about(self) -> str:
        return self.table

    def amount(self, office: Office) -> Amount:
        return self.staked

    def takes_second(self, office: Office, by: str) -> bool:
        return True  # the table said so

    def does(self, office: Office) -> dict[str, Any]:
        return {"void": self.table}

    def impartial(self, office: Office, by: str) -> None:
        live = office.room.live(self.table)
        if live.seat_of(by) is not None or by in {live.dealer, *live.dealers}:
            raise Denied("who plays or deals in a round does not approve that it is void")

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        commands: list[CommandAsked] = read_body(msgspec.json.encode(self.commands), list[CommandAsked])
        await office.room.perform(by, self.table, id, commands, approval)


class ChangePerson(Act, frozen=True, kw_only=True):
    """Other roles, let in again, a given password, of which `hashed` is kept, or no second factor any more."""

    approvers: ClassVar[frozenset[Role]] = frozenset({Role.ADMINISTRATOR})
    asks: ClassVar[Action | None] = Action.MANAGE_PEOPLE
    person: str
    roles: list[Role] | None = None
    disabled: bool | None = None
    hashed: str = ""
    drop_factor: bool = False

    @property
    def about(self) -> str:
        return self.person

    def takes_second(self, office: Office, by: str) -> bool:
        """Where there is another administrator, what concerns the staff is not for one alone; to step down is."""
        people = office.store.people
        others = (user for user in people.users() if Role.ADMINISTRATOR in user.roles and user.name != by)
        if by == self.person or all(user.disabled for user in others):
            return False
        roles = None if self.roles is None else frozenset(self.roles)
        let_in = bool(self.hashed) or self.drop_factor or self.disabled is False
        return concerns_staff(office.accounts.held(self.person), roles, let_in, shut_out=self.disabled is True)

    def does(self, office: Office) -> dict[str, Any]:
        told: dict[str, Any] = {"person": self.person}
        if self.roles is not None:
            told["roles"] = sorted(self.roles)
        if self.disabled is not None:
            told["disabled"] = self.disabled
        if self.hashed:
            told["password"] = "changed"
        if self.drop_factor:
            told["second_factor"] = "dropped"
        return told

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        if approval is not None:
            client, command, digest, outcome = approval.command
            commit = Commit(client=client, command=command, digest=digest, outcome=outcome, log=approval.drafts)
            await asyncio.to_thread(office.store.append, commit)
        roles = None if self.roles is None else frozenset(self.roles)
        accounts = office.accounts
        if self.drop_factor:
            await asyncio.to_thread(accounts.drop_second_factor, self.person, by.name)
        else:
            await asyncio.to_thread(
                accounts.change, self.person, by.name, roles, self.disabled, hashed=self.hashed or None
            )


class SetLimits(Act, frozen=True, kw_only=True):
    """Other amounts above which a second person is needed."""

    approvers: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR})
    asks: ClassVar[Action | None] = Action.SET_LIMITS
    limits: LimitsSet

    @property
    def about(self) -> str:
        return "the house"

    def takes_second(self, office: Office, by: str) -> bool:
        return True

    def does(self, office: Office) -> dict[str, Any]:
        negative = [name for name in self.limits.__struct_fields__ if getattr(self.limits, name) < Amount.ZERO]
        if negative:
            raise refused(negative[0].replace("_", " "), "an amount below zero", "zero or more")
        told: dict[str, Any] = builtins(self.limits)
        return told

    async def do(self, office: Office, by: Person, id: str, approval: Approval | None) -> None:
        assert approval is not None, "it always takes a second person"
        client, command, digest, outcome = approval.command
        told = fact(APPROVALS_STREAM, self.limits, office.room.now, by.name)
        log = (*approval.drafts, told)
        commit = Commit(client=client, command=command, digest=digest, outcome=outcome, log=log)
        await asyncio.to_thread(office.store.append, commit)


AnyAct = BuyIn | CashOut | Fill | Credit | MeterTerms | VoidRound | ChangePerson | SetLimits
