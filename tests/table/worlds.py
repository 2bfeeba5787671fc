"""A table with all that lies around it: the clock, the meters, and what players have put up; and its sums of money."""

from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine import Phase, Round, RoundAction
from pitboss.engine.actions import Settle, Spin
from pitboss.engine.autoplay import move_meters
from pitboss.engine.events import BetMade, WagerPlaced, WagerTakenBack
from pitboss.money import Amount
from pitboss.progressive import Meter, open_meters
from pitboss.rulebooks import Terms, Violation
from pitboss.rulebooks.table_rules import Cards, Keying
from pitboss.table import Table, decide, evolve, open_table
from pitboss.table.commands import Play, TableCommand
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened, TableEvent
from pitboss.table.needs import HOUR

Stakes = dict[tuple[int, str], Amount]
LIMITED = "payout_limit"


class Wait(msgspec.Struct, frozen=True):
    """Nothing happens for so many hours."""

    hours: int


Step = TableCommand | Wait


class Unbalanced(Exception):
    """A finished round whose lines do not account for what was staked."""


class World(msgspec.Struct, frozen=True, dict=True):
    """Everything a command is decided by."""

    table: Table
    meters: dict[str, Meter]
    at: int = 12 * HOUR
    stakes: Stakes = {}  # of the round, kept by hand
    before: dict[str, Meter] = {}  # the meters when the round began
    ended: int = 0  # rounds

    @cached_property
    def key(self) -> int:
        """See `state_key`."""
        return hash(_EXACT.encode(_bare(self)))


def new_world(terms: Terms, cards: Cards = Cards.PHYSICAL, keyed: Keying = Keying.DEALT) -> World:
    """A table before its first deck."""
    return World(open_table(terms, cards, keyed), open_meters(terms))


def timed(world: World, command: TableCommand) -> TableCommand:
    """The command as it is given now, with the meters as they stand."""
    if isinstance(command, Play):
        command = replace(command, action=metered(world, command.action))
    return replace(command, at=world.at)


def metered(world: World, action: RoundAction) -> RoundAction:
    """An action of settlement with what the meters show."""
    if isinstance(action, Settle | Spin):
        return replace(action, meters={name: meter.shows for name, meter in world.meters.items()})
    return action


def refused(world: World, command: TableCommand) -> Violation | None:
    """Why a command is refused now."""
    outcome = decide(world.table, timed(world, command))
    return outcome if isinstance(outcome, Violation) else None


def after(world: World, step: Step) -> World | Violation:
    """The world after a step, or why the step is refused."""
    if isinstance(step, Wait):
        return replace(world, at=world.at + step.hours * HOUR)
    outcome = decide(world.table, timed(world, step))
    if isinstance(outcome, Violation):
        return outcome
    for event in outcome:
        world = _moved(world, event)
    return world


def _moved(world: World, event: TableEvent) -> World:
    table, stakes, meters, ended = evolve(world.table, event), world.stakes, world.meters, world.ended
    before = world.before
    match event:
        case RoundOpened():
            stakes, before = {}, meters
        case RoundMoved(move=move):
            meters = move_meters(meters, move)
            match move:
                case WagerPlaced(seat, wager, amount) | BetMade(seat, wager, amount):
                    stakes = {**stakes, (seat, wager): amount}
                case WagerTakenBack(seat, wager):
                    stakes = {key: amount for key, amount in stakes.items() if key != (seat, wager)}
        case RoundEnded():
            ended += 1
            assert table.round is not None
            balance(table.round, stakes)
            _balance_meters(table.round, stakes, before, meters)
    return World(table, meters, world.at, stakes, before, ended)


def balance(round: Round, stakes: Stakes) -> None:
    """Every stake appears once and goes back or is kept, whole; a void keeps nothing and pays nothing."""
    sums: dict[tuple[int, str], list[int]] = {}
    for line in round.lines:
        total = sums.setdefault((line.seat, line.wager), [0, 0, 0])
        for place, amount in enumerate((line.stake, line.paid, line.returned)):
            total[place] += amount.cents
    void = round.phase is Phase.VOID
    for key in {*stakes, *sums}:
        staked = stakes.get(key, Amount.ZERO).cents
        stake, paid, returned = sums.get(key, [0, 0, 0])
        kept = stake + paid - returned
        if stake != staked or kept not in (0, stake):
            raise Unbalanced(f"{key}: staked {staked}, lines say stake {stake} paid {paid} returned {returned}")
        if void and (paid or kept) and not _gone(round, key):
            raise Unbalanced(f"void, and {key} has stake {stake} paid {paid} returned {returned}")
        if paid < 0 and key[1] != LIMITED:
            raise Unbalanced(f"{key} was paid {paid}")


def _gone(round: Round, stake: tuple[int, str]) -> bool:
    """Whether a reading may leave a void round's stake out of the void: settled, folded, left or forfeited before."""
    seat, reading = round.seats[stake[0]], round.terms.reading
    if seat.abandoned or seat.forfeited:
        return True
    return reading("void-after-settlement") == "paid-stands" or (
        seat.folded is not None
        and reading("void-after-fold") == "live-only"
        and not round.terms.stands_on_fold(round.terms.wagers[stake[1]])
    )


def _balance_meters(round: Round, stakes: Stakes, before: dict[str, Meter], meters: dict[str, Meter]) -> None:
    """A void leaves the meters as it found them, unless a reading keeps contributions or leaves a stake out of it."""
    kept = round.terms.reading("void-contribution") == "kept" or any(_gone(round, stake) for stake in stakes)
    if round.phase is Phase.VOID and not kept and before != meters:
        raise Unbalanced(f"void, and the meters went from {before} to {meters}")


def state_key(world: World) -> int:
    """Two worlds of the same key are the same, but for meters, decks that are gone and the round before."""
    return world.key


def situation_key(world: World) -> int:
    """The same without which cards are out and how much was wagered."""
    return hash(_WITHOUT_CARDS_AND_AMOUNTS.encode(_bare(world)))


def money_key(world: World) -> int:
    """What a round still pays hangs on this too: its stakes, and the meters now and when it began."""
    meters = [meter.microcents for among in (world.meters, world.before) for meter in among.values()]
    return hash((tuple(sorted(world.stakes.items())), tuple(meters)))


def _bare(world: World) -> dict[str, Any]:
    table, round = world.table, world.table.running
    order = {id: place for place, id in enumerate(table.decks)}
    found = _fields(table, "filed", "terms", "removed")
    found["method"] = _method(table.terms)
    found["decks"] = [replace(deck, id="", received_at=world.at - deck.received_at) for deck in table.decks.values()]
    for name in ("in_play", "last_deck", "rack"):
        found[name] = order.get(found[name], -1)
    if round is None:
        found["round"] = found["notes"] = None
    else:
        found["round"] = [_fields(round, "terms"), _method(round.terms)]
    return found


def _fields(value: msgspec.Struct, *without: str) -> dict[str, Any]:
    """Its fields by name; what is kept by seat or device in their order, as it has no names."""
    found = {name: getattr(value, name) for name in value.__struct_fields__ if name not in without}
    return {name: sorted(each.items()) if isinstance(each, dict) else each for name, each in found.items()}


def _method(terms: Terms) -> tuple[str, str, int]:
    return terms.submission.dealing, terms.submission.shuffler, terms.submission.decks


def _written(value: object) -> object:
    """Cards and money as numbers, odds as they are written."""
    if isinstance(value, Card):
        return value.index
    return value.cents if isinstance(value, Amount) else str(value)


def _left_out(value: object) -> object:
    return None if isinstance(value, Card | Amount) else str(value)


_EXACT = msgspec.msgpack.Encoder(enc_hook=_written, order="deterministic")
_WITHOUT_CARDS_AND_AMOUNTS = msgspec.msgpack.Encoder(enc_hook=_left_out, order="deterministic")
