"""What every table promises at every moment, and what is said where a promise is broken.

What is offered is not refused; by what must be done alone the round comes to its end, and so does another after it;
nothing raises an exception, and every stake is accounted for.
"""

import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.engine import Option, RoundAction, check, legal
from pitboss.engine.actions import CloseBets, Deal, PlaceWager, Reveal, Settle, Void
from pitboss.engine.wagers import with_required
from pitboss.rulebooks import Violation
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Duty, all_due, duties, first_due, voids
from pitboss.table.commands import Play, TableCommand
from table.offers import (
    HAPPENED,
    OF_THE_ROUND,
    Moment,
    WaitsForAPlayer,
    duty_commands,
    option_actions,
    option_commands,
    sit_down,
)
from table.worlds import Step, Wait, World, after, metered, money_key, refused, state_key

LONGEST_WAY = 500  # steps to the end of a round, or to the next one; the longest lawful one needs some 300
MOVES: tuple[RoundAction, ...] = (CloseBets(), Deal(()), Reveal(), Settle())
"""What a dealer may try at any time, with nothing told that may have to be."""
Pick = Callable[[list[TableCommand]], TableCommand]


class Stuck(Exception):
    """There is no way on."""


@dataclass(frozen=True)
class Failure:
    """A promise broken, in words that are the same for the same fault."""

    promise: str
    what: str
    seen: str = field(default="", compare=False)  # at what moment, and with whom

    def __str__(self) -> str:
        return f"{self.promise}: {self.what}"


class DeadEnd(Exception):
    """The way breaks off, or has no end."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


@dataclass
class Proven:
    """From where the way on was followed to its end already, so that it need not be followed again.

    `rests` are states between rounds from which the next round is known to end. `ends` tells of states in a round
    where the way from there comes to rest. What is done next hangs on the state, on the money of its round and on the
    order in which the cards come, and on nothing else: so from equal ones it is the same way. With another order they
    are forgotten (`Explorer`).
    """

    rests: set[int] = field(default_factory=set)
    ends: dict[tuple[int, int], World] = field(default_factory=dict)


def failures(world: World, order: tuple[Card, ...], proven: Proven) -> Iterator[Failure]:
    """Every promise that is broken at a state."""
    try:
        yield from broken_offers(world, order)
        broken = dead_end(world, order, proven)
        if broken is not None:
            yield broken
    except Exception as error:
        yield raised(error)


def raised(error: Exception) -> Failure:
    place = traceback.extract_tb(error.__traceback__)[-1]
    said = re.sub(r"\d+", "N", str(error))
    return Failure("exception", f"{type(error).__name__} '{said}' in {place.name} of {place.filename.split('/')[-1]}")


# What is offered


def broken_offers(world: World, order: tuple[Card, ...]) -> Iterator[Failure]:
    """Offers of this moment that are refused; and whatever is tried, the answer is no exception."""
    moment, tried = Moment(world.table, order), Tried(world)
    offered = duties(world.table, world.at)
    if [duty for duty in offered if duty.must] != all_due(world.table, world.at):
        yield Failure("offers", "duties() and all_due() differ")
    for duty in offered:
        yield from _broken_duty(tried, moment, duty)
    for move in MOVES if world.table.running is not None else ():
        tried.refused(Play(by=Role.DEALER, at=0, action=move))
    for rule in voids(world.table, world.at):
        why = tried.refused(Play(by=Role.FLOORPERSON, at=0, action=Void(rule.clause, HAPPENED)))
        if why is not None:
            yield Failure("offered and refused", f"a void by '{rule.clause}'", _where(world) + _allowed(why))
    if world.table.running is not None:
        waits = next((duty.name for duty in offered if duty.must), "")
        for option in legal(world.table.running):
            yield from _broken_option(tried, moment, option, waits)


@dataclass
class Tried:
    """What was tried at a state: what two offers bring is decided once."""

    world: World
    answers: list[tuple[TableCommand, Violation | None]] = field(default_factory=list)

    def refused(self, command: TableCommand) -> Violation | None:
        """Why a command is refused now."""
        for before, why in self.answers:
            if before == command:
                return why
        self.answers.append((command, refused(self.world, command)))
        return self.answers[-1][1]


def _broken_duty(tried: Tried, moment: Moment, duty: Duty) -> Iterator[Failure]:
    where = _where(tried.world)
    kind = "due" if duty.must else "allowed"
    named = f" {duty.where}" if duty.name == "report_irregularity" else ""
    offer = f"{kind} '{duty.name}{named}'"
    if not duty.by:
        yield Failure("offered", f"{offer} to nobody", where)
    for by in duty.by:
        try:
            commands = duty_commands(moment, duty, by)
        except WaitsForAPlayer:
            continue
        if not commands:
            yield Failure("offered", f"{offer}: there is no lawful way to do it", f"{where} by {by}")
        for command in commands:
            why = tried.refused(command)
            if why is not None:
                yield Failure("offered and refused", f"{offer}: {_told(why)}", f"{where} by {by}{_allowed(why)}")


def _broken_option(tried: Tried, moment: Moment, option: Option, waits: str) -> Iterator[Failure]:
    """What a round offers is accepted by the round, and by the table where that waits for nothing else."""
    world, round, offer = tried.world, moment.round, f"option '{option.action}'"
    if not option.by:
        yield Failure("offered", f"{offer} to nobody", _where(world))
    accepted = list[RoundAction]()
    for by in option.by if waits in OF_THE_ROUND else ():
        for command in option_commands(moment, option, by):
            why = tried.refused(command)
            if why is not None:
                seen = f"{_where(world)} by {by}{_allowed(why)}"
                yield Failure("offered and refused", f"{offer}, at the table: {_told(why)}", seen)
            elif isinstance(command, Play) and option.action != "reveal":
                # The table asked the round about this very action; only a reveal it may replace, by what comes first.
                accepted.append(command.action)
    for action in option_actions(moment, option):
        why = None if action in accepted else check(round, metered(world, action))
        if why is not None:
            yield Failure("offered and refused", f"{offer}, in the round: {_told(why)}", _where(world) + _allowed(why))


def _told(why: Violation) -> str:
    """What was tried, without the figures that differ from case to case."""
    text = re.sub(r"\bd\d+\b|\b[2-9TJQKA][cdhs]\b", "_", why.tried)
    return re.sub(r"\$?\d[\d,.]*(?![\w(])", "N", text)


def _allowed(why: Violation) -> str:
    return f" (allowed: {why.allowed}, by {why.clause})"


# The way on


def onward(world: World, order: tuple[Card, ...], pick: Pick) -> Step:
    """What is done next if everyone does what must be done: the first duty, players wagering and betting."""
    moment = Moment(world.table, order)
    due = first_due(world.table, world.at)
    if due is None:
        if moment.present():
            raise Stuck("nothing is due")
        return sit_down(world.table)
    if due.name in ("place-wager", "return-wagers"):
        return _wager(moment)
    if not due.by:
        raise Stuck(f"'{due.name}' is due and nobody may do it")
    try:
        commands = duty_commands(moment, due, due.by[0])
    except WaitsForAPlayer:
        return sit_down(world.table)
    if not commands:
        raise Stuck(f"'{due.name}' is due and there is no lawful way to do it")
    return pick(commands)


def _wager(moment: Moment) -> Step:
    """A player puts up, at its least, a wager without which the round cannot go on.

    Were the player to decline, the dealer would return what lies there: that is an offer, and tried as one.
    """
    round = moment.round
    present = [(seat, one.player) for seat, one in sorted(moment.table.seats.items()) if not one.away]
    if not present:
        return sit_down(moment.table)
    for seat, player in present if not round.seats else [one for one in present if one[0] in round.seats]:
        placed = round.seats[seat].wagers if seat in round.seats else {}
        for name, amount in with_required(round.terms, placed).items():
            if name not in placed:
                return Play(by=Role.PLAYER, at=0, player=player, action=PlaceWager(seat, name, amount))
    raise Stuck("no wager can be put up that lets the round go on")


def dead_end(world: World, order: tuple[Card, ...], proven: Proven) -> Failure | None:
    """Where the way from here to the end of this round and of the next one breaks off; None if it does not."""
    try:
        rest, passed = _end(world, order, proven), list[int]()
        while rest.table.running is None:
            passed.append(state_key(rest))
            if passed[-1] in proven.rests:
                break
            rest = _next(rest, order, len(passed))
        else:
            _end(rest, order, proven)
    except DeadEnd as broken:
        return broken.failure
    proven.rests.update(passed)
    return None


def _end(world: World, order: tuple[Card, ...], proven: Proven) -> World:
    """Where the way to the end of the round in play comes to rest."""
    passed = list[tuple[int, int]]()
    while world.table.running is not None:
        passed.append((state_key(world), money_key(world)))
        known = proven.ends.get(passed[-1])
        world = known or _next(world, order, len(passed))
    proven.ends.update(dict.fromkeys(passed, world))
    return world


def _next(world: World, order: tuple[Card, ...], steps: int) -> World:
    """The world after what is done next, or a dead end."""
    if steps > LONGEST_WAY:
        raise DeadEnd(Failure("dead end", f"{_where(world)}: no end after {LONGEST_WAY} steps"))
    try:
        step = onward(world, order, lambda commands: commands[0])
    except Stuck as stuck:
        raise DeadEnd(Failure("dead end", f"{_where(world)}: {stuck}")) from stuck
    outcome = after(world, step)
    if isinstance(outcome, Violation):
        what = f"{_where(world)}: {_done(step)} is refused: {_told(outcome)}"
        raise DeadEnd(Failure("dead end", what, f"{_where(world)}{_allowed(outcome)}"))
    return outcome


def _where(world: World) -> str:
    round = world.table.running
    return f"in {round.phase}" if round else "between rounds"


def _done(step: Step) -> str:
    if isinstance(step, Wait):
        return "wait"
    name = step.action if isinstance(step, Play) else step
    detail = getattr(step, "step", "") or getattr(step, "name", "")
    return f"{name.__struct_config__.tag}{f' {detail}' if detail else ''} by {step.by}"
