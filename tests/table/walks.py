"""Walks at random over everything a table offers, to show that no sequence of events ends nowhere.

First everything that can be done in a few steps aside from the ordinary course of a round, then walks that wander as
they like. At every state reached the promises of `table.promises` are held against the table.

    PYTHONPATH=src:tests python -m table.walks ma-criss-cross --states 20000 --seed 1
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from engine.random_rounds import Rng, rigged_deck
from pitboss.cards import Card
from pitboss.engine import Option, Phase, legal
from pitboss.engine.deal import _order
from pitboss.rulebooks import SHIPPED, Refused, Terms, Violation, full_terms, load, terms_for
from pitboss.rulebooks.submission import SHUFFLERS
from pitboss.rulebooks.table_rules import Cards, Keying, Role
from pitboss.table import Duty, duties
from pitboss.table.commands import Leave, Play, TableCommand
from table.attempts import attempt
from table.offers import BY_RULING, Moment, WaitsForAPlayer, duty_commands, option_commands, sit_down
from table.promises import Failure, Proven, Stuck, failures, onward, raised
from table.worlds import Step, Wait, World, after, new_world, situation_key, state_key


@dataclass
class Finding:
    """A failure, and the shortest way found that leads to it."""

    failure: Failure
    table: str
    start: World
    steps: list[Step]
    order: tuple[Card, ...]
    times: int = 0
    seen: set[str] = field(default_factory=set)


def submissions(rulebook: str) -> dict[str, Terms]:
    """The default and the full submission with every lawful way of dealing and shuffling, and every other reading."""
    found: dict[str, Terms] = {}
    law = load(rulebook)
    for name, terms in (("default", terms_for(rulebook)), ("full", full_terms(rulebook))):
        filed = {"device_approval": "on record", **terms.submission.as_file()}
        found[name] = terms
        ways: list[dict[str, object]] = [
            {"dealing": dealing.method, "shuffler": shuffler, "decks": decks}
            for dealing in law.dealings
            for shuffler in SHUFFLERS
            for decks in (1, 2)
        ]
        readings: list[dict[str, object]] = [
            {"readings": {item.id: choice}}
            for item in law.interpretations
            for choice in item.choices
            if item.selectable and choice != item.taken
        ]
        for choices in chain(ways, readings if name == "full" else ()):
            try:
                found[f"{name} {' '.join(map(_plain, choices.values()))}"] = terms_for(rulebook, {**filed, **choices})
            except Refused:
                continue
    return found


def _plain(value: object) -> str:
    return "=".join(next(iter(value.items()))) if isinstance(value, dict) else str(value)


def every_step(world: World, order: tuple[Card, ...]) -> Iterator[Step]:
    """Every command that an offer allows, each by one of its roles, and players who leave or let hours pass."""
    moment = Moment(world.table, order)
    for duty in duties(world.table, world.at):
        with suppress(WaitsForAPlayer):
            yield from duty_commands(moment, duty, duty.by[-1])
    for option in legal(world.table.running) if world.table.running else ():
        yield from option_commands(moment, option, option.by[-1])
    yield from (Leave(by=Role.PLAYER, at=0, player=player) for player in moment.present())
    yield Wait(8)


def beginnings(rulebook: str) -> dict[str, World]:
    """A table for each submission, and for two of them tables whose cards are told later or are virtual."""
    filed = submissions(rulebook)
    found = {name: new_world(terms) for name, terms in filed.items()}
    for name in ("default", "full"):
        found[f"{name}, faces keyed when seen"] = new_world(filed[name], keyed=Keying.SEEN)
        found[f"{name}, virtual"] = new_world(filed[name], Cards.VIRTUAL)
    return found


@dataclass
class Explorer:
    """Walks from one table."""

    name: str
    start: World
    rng: Rng
    states: set[int] = field(default_factory=set)
    situations: set[int] = field(default_factory=set)
    proven: Proven = field(default_factory=Proven)
    findings: dict[Failure, Finding] = field(default_factory=dict)  # of all submissions
    steps: int = 0
    rounds: int = 0

    def explore(self, states: int, departures: int) -> None:
        """So many states or a few more, of which those of departures are at most half."""
        _order.cache_clear()  # many terms of a rulebook have one hash: all of them in a cache make it slow
        self.depart(departures, states // 2)
        while len(self.states) < states:
            self.walk()

    def walk(self) -> None:
        """One walk: from an empty table undisturbed for a while, then with much or little going wrong."""
        order = self._order_of_cards()
        trouble, calm = self.rng.choice((0.05, 0.2, 0.5)), self.rng.randrange(self.rng.choice((20, 60, 120, 400)))
        world, done = self.start, list[Step]()
        for _ in range(self.rng.randrange(4)):
            world, done = self._after(world, done, sit_down(world.table), order)
        for place in range(calm + self.rng.choice((10, 30, 60))):
            step = self._choose(world, order, 0 if place < calm else trouble)
            if step is None:
                return
            world, done = self._after(world, done, step, order)

    def _order_of_cards(self) -> tuple[Card, ...]:
        self.proven.ends.clear()  # that was proven with another order
        return tuple(rigged_deck(self.rng))

    def depart(self, times: int, most: int) -> None:
        """Everything that can be done in so many steps aside from the ordinary course of a first round.

        One step aside from each of its states first, then two, and so on, until there are so many states.
        """
        order = self._order_of_cards()
        course = self._course(order)
        for _ in range(times):
            aside = list[tuple[World, list[Step]]]()
            for world, done in course:
                if len(self.states) >= most:
                    return
                steps = list[Step]()
                with suppress(Exception):  # the visit to this state has reported it
                    steps += every_step(world, order)
                for step in steps:
                    seen = len(self.states)
                    reached = self._after(world, done, step, order)
                    if len(self.states) > seen:
                        aside.append(reached)
            course = aside

    def _course(self, order: tuple[Card, ...]) -> list[tuple[World, list[Step]]]:
        """The ordinary course from an empty table to the end of the first round, as far as there is a way."""
        found = [(self.start, list[Step]())]
        with suppress(Stuck):
            while not found[-1][0].ended:
                world, done = found[-1]
                reached = self._after(world, done, onward(world, order, lambda commands: commands[0]), order)
                if reached[1] is done:
                    break
                found.append(reached)
        return found

    def _after(self, world: World, done: list[Step], step: Step, order: tuple[Card, ...]) -> tuple[World, list[Step]]:
        """The world after a step, held to the promises, and the steps that led to it; no change if it is refused."""
        self.steps += 1
        try:
            outcome = after(world, step)
        except Exception as error:
            self._found(raised(error), [*done, step], order)
            return world, done
        if isinstance(outcome, Violation):
            return world, done
        self.rounds += outcome.ended - world.ended
        self._visit(outcome, [*done, step], order)
        return outcome, [*done, step]

    def _choose(self, world: World, order: tuple[Card, ...], trouble: float) -> Step | None:
        moment = Moment(world.table, order)
        try:
            if self.rng.random() >= trouble:
                return self._side_wager(world, moment) or onward(world, order, self._variant)
            if self.rng.random() < 0.4:
                return attempt(world, self.rng)
            return self._offer(world, moment)
        except Stuck:
            return attempt(world, self.rng)
        except Exception:  # the visit to this state has reported it
            return None

    def _side_wager(self, world: World, moment: Moment) -> Step | None:
        """While wagers are open players put up what they like, besides what they must."""
        round = world.table.running
        if round is None or round.phase is not Phase.WAGERS or self.rng.random() < 0.4:
            return None
        options = [option for option in legal(round) if option.action == "place-wager"]
        commands = list(chain.from_iterable(option_commands(moment, option, Role.PLAYER) for option in options))
        return self.rng.choice(commands) if commands else None

    def _variant(self, commands: list[TableCommand]) -> TableCommand:
        return commands[0] if self.rng.random() < 0.7 else self.rng.choice(commands)

    def _offer(self, world: World, moment: Moment) -> Step:
        """One of the offers, each kind as likely as the others."""
        kinds: dict[str, list[tuple[Duty | Option, Role]]] = {}
        for duty in duties(world.table, world.at):
            kinds.setdefault(f"{duty.name} {duty.where}", []).extend((duty, by) for by in duty.by)
        for option in legal(world.table.running) if world.table.running else ():
            if option.action not in BY_RULING:
                kinds.setdefault(option.action, []).extend((option, by) for by in option.by)
        kind = self.rng.choice(list(kinds) or ["void"])
        if not kinds or (
            kind == "void" and self.rng.random() < 0.9
        ):  # a void ends the walk's round, and teaches little
            return attempt(world, self.rng)
        offer, by = self.rng.choice(kinds[kind])
        try:
            if isinstance(offer, Duty):
                commands = duty_commands(moment, offer, by)
            else:
                commands = option_commands(moment, offer, by)
        except WaitsForAPlayer:
            return sit_down(world.table)
        return self.rng.choice(commands) if commands else attempt(world, self.rng)

    def _visit(self, world: World, done: list[Step], order: tuple[Card, ...]) -> None:
        key = state_key(world)
        if key in self.states:
            return
        self.states.add(key)
        self.situations.add(situation_key(world))
        for failure in failures(world, order, self.proven):
            self._found(failure, done, order)

    def _found(self, failure: Failure, done: list[Step], order: tuple[Card, ...]) -> None:
        finding = self.findings.get(failure)
        if finding is None or len(done) < len(finding.steps):
            before = (finding.times, finding.seen) if finding else (0, set())
            finding = Finding(failure, self.name, self.start, done, order, *before)
            self.findings[failure] = finding
        finding.times += 1
        finding.seen.add(failure.seen)


def shortest(start: World, steps: list[Step], failure: Failure, order: tuple[Card, ...]) -> list[Step]:
    """As few of the steps as lead to the same failure: pieces are left out while it stays, smaller and smaller.

    A step that is refused once another is left out goes too. A last pass that leaves out nothing ends it.
    """
    size = len(steps) // 2
    while size:
        place, before = 0, len(steps)
        while place < len(steps):
            fewer = _leading_to(start, steps[:place] + steps[place + size :], failure, order)
            if fewer is None:
                place += size
            else:
                steps = fewer
        size = size // 2 if size > 1 or len(steps) == before else 1
    return steps


def _leading_to(start: World, steps: list[Step], failure: Failure, order: tuple[Card, ...]) -> list[Step] | None:
    """Those of the steps that are accepted, if they break the same promise at their end."""
    world, done = start, list[Step]()
    for step in steps:
        try:
            outcome = after(world, step)
        except Exception as error:
            return [*done, step] if raised(error) == failure else None
        if not isinstance(outcome, Violation):
            world = outcome
            done.append(step)
    return done if failure in failures(world, order, Proven()) else None


def explore(
    rulebook: str,
    states: int,
    seed: int,
    departures: int = 3,
    tables: int | None = None,
    first: int = 1,
    tell: Callable[[str], object] = lambda line: None,
) -> list[Explorer]:
    """Departures from the ordinary course for half the states, walks for the others, as many from each table.

    `tables` says from how many; those of the default and the full submission are always among them. A run that was
    stopped goes on from its `first` table that was not explored: what is found from one hangs on no other.
    """
    explorers = explorers_of(rulebook, seed, tables)
    for place, explorer in enumerate(explorers[first - 1 :], first):
        explorer.explore(states // len(explorers), departures)
        tell(f"table {place} of {len(explorers)}, {explorer.name}: {figures(explorers[first - 1 : place])}")
    for finding in explorers[0].findings.values():
        finding.steps = shortest(finding.start, finding.steps, finding.failure, finding.order)
    return explorers[first - 1 :]


def explorers_of(rulebook: str, seed: int, tables: int | None = None) -> list[Explorer]:
    """One for each table, or for so many of them, before they set out."""
    found = beginnings(rulebook)
    others = Rng(seed).sample([name for name in found if name not in ("default", "full")], tables or len(found))
    findings: dict[Failure, Finding] = {}
    return [
        Explorer(name, found[name], Rng(seed * 1000 + place), findings=findings)
        for place, name in enumerate(("default", "full", *others)[:tables])
    ]


def figures(explorers: list[Explorer]) -> str:
    """What was explored, in numbers."""
    return (
        f"{sum(len(one.states) for one in explorers)} states, "
        f"{sum(len(one.situations) for one in explorers)} of them different whatever the cards and amounts, "
        f"in {sum(one.steps for one in explorers)} steps and {sum(one.rounds for one in explorers)} rounds "
        f"from {len(explorers)} tables; {len(explorers[0].findings)} findings"
    )


def report(rulebook: str, explorers: list[Explorer]) -> str:
    """The figures and the findings, in words."""
    findings = sorted(explorers[0].findings.values(), key=lambda one: (one.failure.promise, -one.times))
    lines = [f"{rulebook}: {figures(explorers)}"]
    for finding in findings:
        seen = sorted(finding.seen - {""})
        others = f" and {len(seen) - 4} more" if len(seen) > 4 else ""
        lines += ["", f"* {finding.failure}", f"  {finding.times} times: {'; '.join(seen[:4])}{others}"]
        lines += [f"  Table {finding.table}: {story(finding.steps) or 'at once'}."]
    return "\n".join(lines)


def story(steps: list[Step]) -> str:
    """The steps in one sentence; cards dealt one after the other and steps of one deck are told together."""
    told_so_far = list[str]()
    for step in steps:
        said = told(step)
        words, before = said.split(), told_so_far[-1].split() if told_so_far else []
        if words[1:2] == ["deal"] and before[1:2] == ["deal"]:
            told_so_far[-1] += f" | {' '.join(words[3:])}"
        elif words[1:2] == ["attest"] and before[1:2] == ["attest"] and before[-2:] == words[-2:] == words[4:6]:
            told_so_far[-1] = " ".join([*before[:-2], f"{words[3]}", *words[-2:]])
        else:
            told_so_far.append(said)
    return "; ".join(told_so_far)


def told(step: Step) -> str:
    """A step as a line of a report."""
    if isinstance(step, Wait):
        return f"{step.hours} hours pass"
    inner = step.action if isinstance(step, Play) else step
    left_out = {"by", "at", "player", "meters", "back", "design", "reason"}
    fields = {name: getattr(inner, name) for name in inner.__struct_fields__ if name not in left_out}
    said = [f"{name} {_shown(value)}" for name, value in fields.items() if value not in (None, "", False)]
    return " ".join([str(step.player or step.by), str(inner.__struct_config__.tag), *said])


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def main() -> int:
    """The long version, from the command line."""
    parser = argparse.ArgumentParser(description="Walks at random over everything a table offers.")
    parser.add_argument("rulebooks", nargs="*", default=list(SHIPPED), metavar="RULEBOOK")
    parser.add_argument("--states", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--departures", type=int, default=3, help="steps aside from the ordinary course, all of them")
    parser.add_argument("--tables", type=int, help="from how many of the tables to walk; all if not given")
    parser.add_argument(
        "--first", type=int, default=1, help="the table to begin with, to go on where a run was stopped"
    )
    args = parser.parse_args()
    broken = 0
    for rulebook in args.rulebooks:
        explorers = explore(
            rulebook, args.states, args.seed, args.departures, args.tables, args.first, partial(print, file=sys.stderr)
        )
        print(report(rulebook, explorers), flush=True)
        broken += len(explorers[0].findings)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
