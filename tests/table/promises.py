"""What every table promises at every moment, and what is said where a promise is broken.

What is offered is not refused; by what must be done alone the round comes to its end, and so does another after it;
nothing raises an exception, and every stake is accounted for.
"""

import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.engine import Option, check, legal
from pitboss.engine.actions import PlaceWager, Void
from pitboss.engine.wagers import with_required
from pitboss.rulebooks import Violation
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Duty, all_due, duties, first_due, voids
from pitboss.table.commands import Play, TableCommand
from table.offers import (
    OF_THE_ROUND,
    Moment,
    WaitsForAPlayer,
    duty_commands,
    option_actions,
    option_commands,
    sit_down,
)
from table.worlds import Step, Wait, World, after, metered, refused, state_key

LONGEST_WAY = 500  # steps to the end of the next round, of which the longest lawful one needs some 300
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


def failures(world: World, order: tuple[Card, ...], known: set[int]) -> Iterator[Failure]:
    """Every promise that is broken at a state."""
    try:
        yield from broken_offers(world, order)
        broken = dead_end(world, order, known)
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
    """Offers of this moment that are refused."""
    moment = Moment(world.table, order)
    offered = duties(world.table, world.at)
    if [duty for duty in offered if duty.must] != all_due(world.table, world.at):
        yield Failure("offers", "duties() and all_due() differ")
    for duty in offered:
        yield from _broken_duty(world, moment, duty)
    for rule in voids(world.table, world.at):
        why = refused(world, Play(by=Role.FLOORPERSON, at=0, action=Void(rule.clause, rule.title)))
        if why is not None:
            yield Failure("offered and refused", f"a void by '{rule.clause}'", _where(world) + _allowed(why))
    if world.table.running is not None:
        waits = next((duty.name for duty in offered if duty.must), "")
        for option in legal(world.table.running):
            yield from _broken_option(world, moment, option, waits)


def _broken_duty(world: World, moment: Moment, duty: Duty) -> Iterator[Failure]:
    kind = "due" if duty.must else "allowed"
    named = f" {duty.where}" if duty.name == "report_irregularity" else ""
    offer = f"{kind} '{duty.name}{named}'"
    if not duty.by:
        yield Failure("offered", f"{offer} to nobody", _where(world))
    for by in duty.by:
        try:
            commands = duty_commands(moment, duty, by)
        except WaitsForAPlayer:
            continue
        if not commands:
            yield Failure("offered", f"{offer}: there is no lawful way to do it", f"{_where(world)} by {by}")
        for command in commands:
            why = refused(world, command)
            if why is not None:
                yield Failure(
                    "offered and refused", f"{offer}: {_told(why)}", f"{_where(world)} by {by}{_allowed(why)}"
                )


def _broken_option(world: World, moment: Moment, option: Option, waits: str) -> Iterator[Failure]:
    round, offer = moment.round, f"option '{option.action}'"
    if not option.by:
        yield Failure("offered", f"{offer} to nobody", _where(world))
    for action in option_actions(moment, option):
        why = check(round, metered(world, action))
        if why is not None:
            yield Failure("offered and refused", f"{offer}, in the round: {_told(why)}", _where(world) + _allowed(why))
    if waits not in OF_THE_ROUND:
        return
    for by in option.by:
        for command in option_commands(moment, option, by):
            why = refused(world, command)
            if why is not None:
                seen = f"{_where(world)} by {by}{_allowed(why)}"
                yield Failure("offered and refused", f"{offer}, at the table: {_told(why)}", seen)


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


def dead_end(world: World, order: tuple[Card, ...], known: set[int]) -> Failure | None:
    """Where the way from here to the end of this round and of the next one breaks off; None if it does not.

    `known` are states between rounds from which the next round is known to end.
    """
    passed, goal = list[int](), world.ended + (2 if world.table.running else 1)
    for _ in range(LONGEST_WAY):
        if world.table.running is None and world.ended == goal - 1:
            key = state_key(world)
            if key in known:
                known.update(passed)
                return None
            passed.append(key)
        try:
            step = onward(world, order, lambda commands: commands[0])
        except Stuck as stuck:
            return Failure("dead end", f"{_where(world)}: {stuck}")
        outcome = after(world, step)
        if isinstance(outcome, Violation):
            what = f"{_where(world)}: {_done(step)} is refused: {_told(outcome)}"
            return Failure("dead end", what, f"{_where(world)}{_allowed(outcome)}")
        world = outcome
        if world.ended == goal:
            known.update(passed)
            return None
    return Failure("dead end", f"{_where(world)}: no end after {LONGEST_WAY} steps")


def _where(world: World) -> str:
    round = world.table.running
    return f"in {round.phase}" if round else "between rounds"


def _done(step: Step) -> str:
    if isinstance(step, Wait):
        return "wait"
    name = step.action if isinstance(step, Play) else step
    detail = getattr(step, "step", "") or getattr(step, "name", "")
    return f"{name.__struct_config__.tag}{f' {detail}' if detail else ''} by {step.by}"
