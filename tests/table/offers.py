"""From what a table offers to the commands people give: one builder for each duty and each option of a round.

A builder lists every kind of lawful command, the plainest first: what is counted or found may be right or wrong, for
it is a fact, while what is chosen is chosen within the law. A name without a builder is an error of the explorer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from pitboss.cards import DECK, Card
from pitboss.engine import Option, Round, RoundAction
from pitboss.engine.actions import (
    Abandon,
    Bet,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    ReturnWagers,
    Reveal,
    Settle,
    Spin,
    TakeBack,
    Validate,
    Void,
)
from pitboss.engine.deal import unseen
from pitboss.engine.faces import faces_due
from pitboss.engine.forfeits import can_be_forfeited
from pitboss.engine.legal import expected
from pitboss.engine.voids import void_reasons
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import Device, Keying, Remedy, Role
from pitboss.rulebooks.table_rules import Step as LawStep
from pitboss.table import DeviceState, Duty, Shuffle, Table, voids
from pitboss.table.commands import (
    Attest,
    ChangeMethod,
    CountChips,
    CountStub,
    CoverDevice,
    CutDeck,
    DeclareIdle,
    EmptyRack,
    FindMisdeal,
    OpenRound,
    OrderRecut,
    OrderShuffle,
    Play,
    ReceiveDeck,
    RemoveDeck,
    ReportIrregularity,
    RestoreDevice,
    RuleOnChips,
    RuleOnLeaving,
    ShuffleDeck,
    Sit,
    StoreDeck,
    TableCommand,
)
from pitboss.table.devices import ways
from pitboss.table.needs import progressive_wagers

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
BACKS = ("red", "blue")
HAPPENED = "what the clause names has happened"
BY_RULING = ("discard-card", "abandon", "forfeit")
"""What a round offers and a table does by a report of an irregularity or a ruling, not as an action of its own."""

OF_THE_ROUND = (
    "place-wager",
    "return-wagers",
    "close-bets",
    "deal",
    "bet",
    "reveal",
    "validate",
    "spin",
    "draw",
    "settle",
)
"""The duties by which a table says that it waits for the round and for nothing else."""


@dataclass
class Moment:
    """What a builder looks at: the table, and the order in which fresh cards come."""

    table: Table
    order: tuple[Card, ...]

    @property
    def round(self) -> Round:
        """The round in play."""
        assert self.table.running is not None
        return self.table.running

    @cached_property
    def voids(self) -> set[str]:
        """By which clauses the floor may void the round of its own accord: not what the table itself knows."""
        known = {rule.clause for rule in void_reasons(self.round) if rule.until_dealt}
        return {rule.clause for rule in voids(self.table, 0)} - known

    def fresh(self, count: int) -> tuple[Card, ...]:
        """The next cards of the deck in play."""
        out = set(self.round.cards_out)
        return tuple(islice((card for card in self.order if card not in out), count))

    def present(self) -> list[str]:
        """The players at the table."""
        return [one.player for _, one in sorted(self.table.seats.items()) if not one.away]


class WaitsForAPlayer(Exception):
    """A player must do it, and none is there: whoever sits down next will."""


def duty_commands(moment: Moment, duty: Duty, by: Role) -> list[TableCommand]:
    """The lawful commands by which a role does a duty, the plainest first."""
    build = DUTIES.get(duty.name)
    if build is None and any(step.name == duty.name for step in _steps(moment.table)):
        build = _attest
    if build is None:
        raise LookupError(f"no builder for the duty '{duty.name}'")
    return list(build(moment, duty, by))


def option_actions(moment: Moment, option: Option) -> list[RoundAction]:
    """The lawful actions of an option, the plainest first."""
    if option.action not in OPTIONS:
        raise LookupError(f"no builder for the option '{option.action}'")
    return list(OPTIONS[option.action](moment, option))


def option_commands(moment: Moment, option: Option, by: Role) -> list[TableCommand]:
    """The same as commands at the table; none where nobody there can give them, or a report or ruling brings them."""
    player = ""
    if option.action in BY_RULING:
        return []
    if option.action == "void" and option.clause not in moment.voids:
        return []  # it comes by a count of the stub, or the table offers it when it is so: an old deck, a broken device
    if by is Role.PLAYER:
        occupant = moment.table.seats.get(option.seat or 0)
        if occupant is None or (occupant.away and option.action != "spin"):  # the wheel turns for a player who left
            return []
        player = occupant.player
    return [Play(by=by, at=0, player=player, action=action) for action in option_actions(moment, option)]


def _steps(table: Table) -> Iterator[LawStep]:
    rules = table.rules
    for part in (rules.opening, rules.idle):
        yield from part.steps if part else ()
    for handling in rules.handling:
        yield from (*handling.load, *handling.stub)


def _deck(duty: Duty) -> str:
    return duty.where.removeprefix("deck ")


def _seat(duty: Duty) -> int:
    return int(duty.where.removeprefix("seat "))


def _attest(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    table = moment.table
    deck = table.in_play or "" if duty.where == "the stub" else _deck(duty)
    players = moment.present()
    if by is Role.PLAYER and not players:
        raise WaitsForAPlayer
    who = players[0] if by is Role.PLAYER else ""
    yield Attest(by=by, at=0, player=who, step=duty.name, deck=deck)
    if duty.name == "spread" and players:
        yield Attest(by=by, at=0, player=who, step=duty.name, deck=deck, face_up=True, asked_by=players[0])


def _receive(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    table = moment.table
    name = f"d{len(table.decks) + len(table.removed) + 1}"
    taken = {deck.back for deck in table.decks.values()}
    back = next(back for back in BACKS if back not in taken)
    for preshuffled in (False, True):
        yield ReceiveDeck(by=by, at=0, deck=name, back=back, design="bee", preshuffled=preshuffled)


def _remove(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    named = [_deck(duty)] if duty.where.startswith("deck ") else reversed(list(moment.table.decks))
    for deck in named:
        if deck != moment.table.in_play:
            yield RemoveDeck(by=by, at=0, deck=deck, reason=duty.title)


def _shuffle(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    for count in (52, 51) if moment.table.counts else (None,):
        yield ShuffleDeck(by=by, at=0, deck=_deck(duty), count=count)


def _cut(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    cut = moment.table.rules.cut
    assert cut is not None
    for depth in (20, cut.least, len(DECK) - 1):
        yield CutDeck(by=by, at=0, deck=_deck(duty), depth=depth)


def _sit(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    yield sit_down(moment.table)


def sit_down(table: Table) -> Sit:
    """Somebody new takes the first free seat."""
    seated = {one.player for one in table.seats.values()}
    name = next(name for name in NAMES if name not in seated)
    seat = next(seat for seat in range(1, table.terms.rulebook.seats + 1) if seat not in table.seats)
    return Sit(by=Role.PLAYER, at=0, player=name, seat=seat)


def _rule(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    for abandoned in (True, False):
        yield RuleOnLeaving(by=by, at=0, seat=_seat(duty), abandoned=abandoned)


def _chips(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    wagers = progressive_wagers(moment.table)
    for chips in (wagers, wagers + 1):
        yield CountChips(by=by, at=0, chips=chips)


def _stub(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    left = len(DECK) - moment.round.out
    for cards in (left, left - 1):
        yield CountStub(by=by, at=0, cards=cards)


def _rule_on_chips(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    """Chips lie where no wager was accepted, or the other way round."""
    chips = moment.table.handling.chips
    assert chips is not None
    for number, seat in sorted(moment.round.seats.items()):
        for wager in chips.wagers:
            if wager in moment.round.terms.wagers:
                yield RuleOnChips(by=by, at=0, seat=number, wager=wager, chip=wager not in seat.wagers)


def _misdeal(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    for misdealt, cards in ((True, 52), (False, 51), (False, 52), (True, 51)):
        yield FindMisdeal(by=by, at=0, misdealt=misdealt, cards=cards)


def _cover(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    device = Device(duty.where.removeprefix("the "))
    for how in (DeviceState.COVERED, DeviceState.SIGNED):
        yield CoverDevice(by=by, at=0, device=device, how=how)


def _method(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    """Every lawful method whose devices work, or else the repair that the duty speaks of."""
    devices = moment.table.devices
    for way in _ways(moment.table.filed):
        if all(devices.get(device, DeviceState.WORKING) is DeviceState.WORKING for device in way.devices):
            yield ChangeMethod(by=by, at=0, dealing=way.dealing, shuffling=way.shuffling)
    yield RestoreDevice(by=by, at=0, device=Device(duty.where.removeprefix("the ")))


def methods(table: Table) -> list[tuple[str, Shuffle]]:
    """Every way of dealing and shuffling that is lawful at a table as filed."""
    return [(way.dealing, way.shuffling) for way in _ways(table.filed)]


_ways = lru_cache(ways)


def _order_recut(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    yield OrderRecut(by=by, at=0, deck=_deck(duty), reason="the floor wants it")


def _order_shuffle(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    yield OrderShuffle(by=by, at=0, deck=_deck(duty), reason="the floor wants it")


def _report(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    """An irregularity, with the seat, card or deck that its remedies ask for; a face that nobody saw is not named."""
    table, name = moment.table, duty.where
    if Remedy.FORFEIT_PLAYER in duty.remedies:
        for number in sorted(moment.round.seats):
            if can_be_forfeited(moment.round, number):
                yield ReportIrregularity(by=by, at=0, name=name, seat=number)
    elif Remedy.DISCARD_CARD in duty.remedies:
        yield ReportIrregularity(by=by, at=0, name=name, card=moment.fresh(1)[0])
    elif Remedy.RESHUFFLE in duty.remedies and Remedy.VOID not in duty.remedies:
        for deck in table.decks:
            if not table.cards_out(deck):
                yield ReportIrregularity(by=by, at=0, name=name, deck=deck)
    else:
        yield ReportIrregularity(by=by, at=0, name=name, deck=table.in_play or next(iter(table.decks), None))


def _by_option(action: str) -> Callable[[Moment, Duty, Role], Iterator[TableCommand]]:
    """A duty of the round: the option of the same name says with what it is done."""

    def build(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
        wanted = ("bet", "fold") if action == "bet" else (action,)
        if action == "place-wager" and not moment.present():
            raise WaitsForAPlayer
        for option in expected(moment.round):
            if option.action in wanted:
                yield from option_commands(moment, option, by)

    return build


def _void(moment: Moment, duty: Duty, by: Role) -> Iterator[TableCommand]:
    yield Play(by=by, at=0, action=Void(duty.clause, duty.title))


DUTIES: dict[str, Callable[[Moment, Duty, Role], Iterator[TableCommand]]] = {
    "receive_deck": _receive,
    "remove_deck": _remove,
    "shuffle": _shuffle,
    "cut": _cut,
    "empty_rack": lambda moment, duty, by: iter([EmptyRack(by=by, at=0)]),
    "sit": _sit,
    "open_round": lambda moment, duty, by: iter([OpenRound(by=by, at=0, deck=_deck(duty))]),
    "declare_idle": lambda moment, duty, by: iter([DeclareIdle(by=by, at=0)]),
    "rule_on_leaving": _rule,
    "count_chips": _chips,
    "count_stub": _stub,
    "find_misdeal": _misdeal,
    "cover_device": _cover,
    "change_method": _method,
    "order_recut": _order_recut,
    "order_shuffle": _order_shuffle,
    "report_irregularity": _report,
    "store_deck": lambda moment, duty, by: iter([StoreDeck(by=by, at=0, deck=_deck(duty))]),
    "rule_on_chips": _rule_on_chips,
    "void": _void,
    **{name: _by_option(name) for name in OF_THE_ROUND},
}


def _amounts(option: Option) -> list[Amount]:
    if option.amounts:
        return list(dict.fromkeys((option.amounts[0], option.amounts[-1])))
    assert option.least is not None
    assert option.most is not None
    assert option.unit is not None
    whole = (option.most - option.least).cents // option.unit.cents
    return list(dict.fromkeys((option.least, option.least + option.unit * whole)))


def _draws(moment: Moment, option: Option) -> Iterator[RoundAction]:
    terms = moment.round.terms
    card = moment.order[0] if terms.offers("magic_card") else None
    position = 1 if terms.offers("lucky_bonus") else None
    yield Draw(card, position)
    yield Draw(None, None)


def _found(moment: Moment, option: Option) -> Iterator[RoundAction]:
    yield DiscardCard(moment.fresh(1)[0])


def _dealt(moment: Moment, option: Option) -> Iterator[RoundAction]:
    """A card or a stack by its faces; where those are keyed when they are seen, all that goes face down at one word."""
    laid = moment.round.keyed is Keying.SEEN and unseen(moment.round)
    yield Deal(() if laid else moment.fresh(option.cards))


def _faces(moment: Moment) -> dict[str, tuple[Card, ...]]:
    """The faces that are keyed as the cards are turned up."""
    due = faces_due(moment.round)
    cards = iter(moment.fresh(sum(count for _, count in due)))
    return {place: tuple(islice(cards, count)) for place, count in due}


OPTIONS: dict[str, Callable[[Moment, Option], Iterator[RoundAction]]] = {
    "place-wager": lambda moment, option: (
        PlaceWager(option.seat or 0, option.wager or "", amount) for amount in _amounts(option)
    ),
    "take-back": lambda moment, option: iter([TakeBack(option.seat or 0, option.wager or "")]),
    "return-wagers": lambda moment, option: iter([ReturnWagers(option.seat or 0)]),
    "close-bets": lambda moment, option: iter([CloseBets()]),
    "deal": _dealt,
    "discard-card": _found,
    "bet": lambda moment, option: (Bet(option.seat or 0, amount) for amount in _amounts(option)),
    "fold": lambda moment, option: iter([Fold(option.seat or 0)]),
    "reveal": lambda moment, option: iter([Reveal(_faces(moment))]),
    "draw": _draws,
    "settle": lambda moment, option: iter([Settle()]),
    "spin": lambda moment, option: (Spin(option.seat or 0, stop) for stop in option.positions),
    "validate": lambda moment, option: iter([Validate(option.seat or 0, option.wager or "", "form 7")]),
    "abandon": lambda moment, option: iter([Abandon(option.seat or 0)]),
    "forfeit": lambda moment, option: iter([Forfeit(option.seat or 0, option.clause)]),
    "void": lambda moment, option: iter([Void(option.clause, HAPPENED)]),
}
