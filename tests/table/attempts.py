"""What people may try at a table of their own accord, whether or not it is offered; the table may well refuse it."""

from collections.abc import Callable

from engine.random_rounds import Rng
from pitboss.rulebooks.table_rules import Device, Role
from pitboss.table import DeviceState, Table
from pitboss.table.commands import (
    ChangeMethod,
    CountStub,
    CoverDevice,
    DeclareIdle,
    EmptyRack,
    Leave,
    OrderRecut,
    OrderShuffle,
    ReceiveDeck,
    RemoveDeck,
    RestoreDevice,
    RuleOnLeaving,
    ShuffleDeck,
    Sit,
    TableCommand,
)
from table.offers import BACKS, NAMES, methods
from table.worlds import Step, Wait, World

STAFF = (Role.DEALER, Role.FLOORPERSON)
FLOOR = Role.FLOORPERSON


def attempt(world: World, rng: Rng) -> Step:
    """One thing that somebody tries now."""
    if rng.random() < 0.1:
        return Wait(rng.choice((1, 3, 8)))
    return rng.choice(_TRIED)(world.table, rng)


def _sit(table: Table, rng: Rng) -> TableCommand:
    seat = 1 + rng.randrange(table.terms.rulebook.seats)
    return Sit(by=rng.choice((Role.PLAYER, *STAFF)), at=0, player=rng.choice(NAMES), seat=seat)


def _return(table: Table, rng: Rng) -> TableCommand:
    away = [(seat, one.player) for seat, one in table.seats.items() if one.away]
    seat, player = rng.choice(away) if away else (1, NAMES[0])
    return Sit(by=Role.PLAYER, at=0, player=player, seat=seat)


def _leave(table: Table, rng: Rng) -> TableCommand:
    players = [one.player for one in table.seats.values()] or [NAMES[0]]
    return Leave(by=rng.choice((Role.PLAYER, *STAFF)), at=0, player=rng.choice(players))


def _rule(table: Table, rng: Rng) -> TableCommand:
    seats = [seat for seat, one in table.seats.items() if one.away] or [1]
    return RuleOnLeaving(by=FLOOR, at=0, seat=rng.choice(seats), abandoned=rng.random() < 0.5)


def _deck(table: Table, rng: Rng) -> str:
    return rng.choice(list(table.decks) or ["none"])


def _order_shuffle(table: Table, rng: Rng) -> TableCommand:
    return OrderShuffle(by=FLOOR, at=0, deck=_deck(table, rng), reason="the floor wants it")


def _order_recut(table: Table, rng: Rng) -> TableCommand:
    return OrderRecut(by=FLOOR, at=0, deck=_deck(table, rng), reason="the floor wants it")


def _shuffle(table: Table, rng: Rng) -> TableCommand:
    return ShuffleDeck(by=Role.DEALER, at=0, deck=_deck(table, rng), count=52 if table.counts else None)


def _remove(table: Table, rng: Rng) -> TableCommand:
    return RemoveDeck(by=rng.choice(STAFF), at=0, deck=_deck(table, rng), reason="it is worn")


def _receive(table: Table, rng: Rng) -> TableCommand:
    deck = f"d{len(table.decks) + len(table.removed) + 1}"
    return ReceiveDeck(
        by=Role.DEALER, at=0, deck=deck, back=rng.choice(BACKS), design="bee", preshuffled=rng.random() < 0.5
    )


def _restore(table: Table, rng: Rng) -> TableCommand:
    return RestoreDevice(by=FLOOR, at=0, device=rng.choice(list(Device)))


def _cover(table: Table, rng: Rng) -> TableCommand:
    how = rng.choice((DeviceState.COVERED, DeviceState.SIGNED))
    return CoverDevice(by=rng.choice(STAFF), at=0, device=rng.choice(list(Device)), how=how)


def _method(table: Table, rng: Rng) -> TableCommand:
    dealing, shuffling = rng.choice(methods(table))
    return ChangeMethod(by=FLOOR, at=0, dealing=dealing, shuffling=shuffling)


def _stub(table: Table, rng: Rng) -> TableCommand:
    out = table.running.out if table.running else 0
    return CountStub(by=Role.DEALER, at=0, cards=52 - out - rng.choice((0, 0, 0, 1)))


_TRIED: tuple[Callable[[Table, Rng], TableCommand], ...] = (
    _sit,
    _return,
    _return,
    _leave,
    _leave,
    _rule,
    _order_shuffle,
    _order_recut,
    _shuffle,
    _remove,
    _receive,
    _restore,
    _cover,
    _method,
    _stub,
    lambda table, rng: EmptyRack(by=Role.DEALER, at=0),
    lambda table, rng: DeclareIdle(by=rng.choice(STAFF), at=0),
)
