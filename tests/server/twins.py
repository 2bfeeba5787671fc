"""Twin rounds: played alike with decks that differ in a few cards, and everything each viewer is sent in them.

When a card may first be seen, and by whom, comes from the documents: a player sees the own cards when the stub is put
away; the cards of a decision are turned up when everyone still in has made it; hands that were not folded are opened in
the settlement; a burnt card, a folded hand and the rest of the deck are not shown at all.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.random_rounds import Rng
from pitboss.audit import Cards, Fairness, RoundChance, Signer
from pitboss.audit.virtual_dealer import Cuts, VirtualDealer
from pitboss.books.published_log import log_opened
from pitboss.books.table_spec import Clock
from pitboss.cards import DECK, Card
from pitboss.engine import Round, to_act
from pitboss.engine.actions import Deal, Reveal, Settle, Spin
from pitboss.engine.computer import default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import Refused, terms_for
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.loader import submission_data
from pitboss.rulebooks.table_rules import Role
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.tables.house import House
from pitboss.server.tables.views import encode
from pitboss.store import Commit, Entry, buy_in, open_store, player_account
from pitboss.store.accounts import PLAY_HOUSE
from pitboss.table import TableCommand
from pitboss.table.commands import Play
from server.rooms import HandClock, PlainRoom, bet, place

TABLE = "t"
PLAYERS = ("ann", "bob", "cat")
STAFF = {
    "dea": "dealer",
    "flo": "floorperson",
    "sue": "supervisor",
    "aud": "auditor",
    "adm": "administrator",
}
ROLES: dict[str, frozenset[str]] = {
    **dict.fromkeys(PLAYERS, frozenset({"player"})),
    "zoe": frozenset({"player"}),
    **{name: frozenset({role}) for name, role in STAFF.items()},
    "nobody": frozenset(),
}
PURSE = Amount.parse("100000")
SLOW = Clock(wagers=3600, decision=3600, pause=3600)
REVEALED = {"left": 1, "right": 1, "top": 2, "bottom": 2, "middle": 3, "dealer": 1}
"""By which decision a place is turned up: the Across cards after the first, the Down cards after the second, the
middle card after the third; the dealer's hand in Crazy 4 Poker after the only one."""

Slot = str
Label = tuple[str, int, int]  # what is done, in which stage or turn, by which seat


@dataclass(frozen=True)
class Scenario:
    """A round to be played: where, with which wagers, and who folds at which decision."""

    rulebook: str
    cards: Cards = Cards.VIRTUAL
    full: bool = False
    folds: tuple[tuple[int, int], ...] = ()  # seat, decision

    @property
    def stages(self) -> int:
        """How many decisions there are."""
        return 1 if self.rulebook == "ma-crazy-4" else 3

    @property
    def virtual(self) -> bool:
        """Whether the house deals."""
        return self.cards is Cards.VIRTUAL

    @property
    def choices(self) -> dict[str, Any]:
        """The submission."""
        return submission_data(self.rulebook, "full" if self.full else "default")

    @cached_property
    def wagers(self) -> dict[str, Amount]:
        """What everyone wagers: all there is, or only what is required."""
        terms = terms_for(self.rulebook, self.choices)
        wagers = default_wagers(terms, PURSE)
        return wagers if self.full else {name: wagers[name] for name in wagers if terms.wagers[name].required}

    def playing(self, stage: int) -> list[int]:
        """Who still decides at a decision."""
        folded = dict(self.folds)
        return [seat for seat in range(1, len(PLAYERS) + 1) if folded.get(seat, stage) >= stage]

    def in_to_the_end(self) -> list[int]:
        """Who never folds."""
        return [seat for seat in range(1, len(PLAYERS) + 1) if seat not in dict(self.folds)]


@dataclass(repr=False)
class Played:
    """What happened: what was done at each step, what each viewer was sent at it, and where the cards lay."""

    steps: list[Label] = field(default_factory=list)
    sent: list[dict[str, tuple[bytes, ...]]] = field(default_factory=list)
    slots: dict[Slot, tuple[Card, ...]] = field(default_factory=dict)


class Stacked(RoundChance):
    """A deck as it was stacked."""

    def __init__(self, deck: tuple[Card, ...]) -> None:
        super().__init__("", bytes(32), ())
        self._stacked = deck

    def deck(self) -> tuple[Card, ...]:
        return self._stacked


def prepare(scenario: Scenario, folder: Path) -> Path:
    """A database with the table and the players' money, to be copied for each round."""
    file = folder / "prepared.db"
    with open_store(f"sqlite:///{file}") as store:
        store.append(Commit(client="room", command="open the log", log=(log_opened("twins", Signer(bytes(32)), 0),)))
        for name in (*PLAYERS, "zoe"):
            fund = (buy_in(name, PURSE), Entry(PLAY_HOUSE, player_account(f"practice/{name}"), PURSE, "play money"))
            store.append(Commit(client="cage", command=name, entries=fund))
        room = PlainRoom(store, House(bytes(64)), HandClock())
        room.open_table(TABLE, scenario.rulebook, scenario.choices, scenario.cards, scenario.virtual, SLOW, "sue")
    return file


def copied(prepared: Path) -> Path:
    """A copy to play at."""
    copy = prepared.with_name("played.db")
    for old in prepared.parent.glob("played.db*"):
        old.unlink()
    shutil.copyfile(prepared, copy)
    return copy


async def played(scenario: Scenario, prepared: Path, deck: tuple[Card, ...]) -> Played:
    """A round with a deck."""

    def stacked(fairness: Fairness, seed: bytes) -> RoundChance:
        return Stacked(deck)

    with open_store(f"sqlite:///{copied(prepared)}") as store:
        room = PlainRoom(store, House(bytes(64), lambda: bytes(32), stacked), HandClock())
        player = RoundPlayer(room, scenario, deck)
        await player.play()
    return player.played


class RoundPlayer:
    """Plays one round and keeps what everyone is sent."""

    def __init__(self, room: PlainRoom, scenario: Scenario, deck: tuple[Card, ...]) -> None:
        self.room, self.scenario, self.deck = room, scenario, deck
        self.people = {name: Person(name, roles) for name, roles in ROLES.items()}
        self.watchers = {name: room.watch(TABLE, person, None) for name, person in self.people.items()}
        self.played = Played()
        self.told: dict[str, list[bytes]] = {name: [] for name in ROLES}
        self.done = 0

    async def play(self) -> None:
        """From sitting down to the settlement."""
        for seat, name in enumerate(PLAYERS, start=1):
            await self._do(("sit", 0, seat), name, {"command": "sit", "seat": seat})
        if self.scenario.virtual:
            await self._play_virtual()
        else:
            await self._play_physical()
        round = self.room.live(TABLE).table.round
        assert round is not None
        self.played.slots = slots(round)

    # A virtual table: the house does everything between two decisions.

    async def _play_virtual(self) -> None:
        for seat, name in enumerate(PLAYERS, start=1):
            await self._do(("wagers", 0, seat), name, *self._wagers(seat), {"command": "ready"})
        for stage in range(1, self.scenario.stages + 1):
            for seat in self.scenario.playing(stage):
                await self._decide(stage, seat)

    # A table with physical cards: a dealer keys everything in, one step at a time.

    async def _play_physical(self) -> None:
        stage, turn, began = 1, 0, False
        while True:
            live = self.room.live(TABLE)
            running = live.table.running
            if began and running is None:
                return
            if running is not None and not began:
                began = True
                for seat, name in enumerate(PLAYERS, start=1):
                    await self._do(("wagers", 0, seat), name, *self._wagers(seat))
                continue
            work = self.room._work(live)
            dealer = VirtualDealer(Cuts(dict(live.cuts)), Stacked(self.deck))
            command = dealer.next_command(live.table, work.at, work.shown())
            if command is None:
                acting = to_act(running) if running is not None else None
                assert acting is not None
                await self._decide(stage, acting)
                continue
            action = command.action if isinstance(command, Play) else None
            label: Label = ("procedure", 0, 0)
            match action:
                case Deal():
                    label = ("deal", 0, 0)
                case Reveal():
                    label = ("reveal", stage, 0)
                    stage += 1
                case Settle():
                    turn += 1
                    label = ("settle", turn, 0)
            if isinstance(action, Spin):  # the dealer keys in where the player's wheel stopped
                await self._do(label, "dea", {**_request(command), "player": command.player})
                continue
            await self._do(label, _who(command), _request(command))

    # Both

    def _wagers(self, seat: int) -> list[dict[str, Any]]:
        return [place(seat, wager, str(amount)) for wager, amount in self.scenario.wagers.items()]

    async def _decide(self, stage: int, seat: int) -> None:
        if seat == self.scenario.playing(stage)[0]:
            await self._try_what_is_refused()
        folds = (seat, stage) in self.scenario.folds
        least = str(next(iter(self.scenario.wagers.values())))
        action = {"command": "play", "action": {"action": "fold", "seat": seat}} if folds else bet(seat, least)
        await self._do(("decision", stage, seat), PLAYERS[seat - 1], action)

    async def _try_what_is_refused(self) -> None:
        """Everybody tries something that is not theirs to do."""
        acting = to_act(self.room.live(TABLE).table.running or Round(self.room.live(TABLE).terms))
        for name in self.people:
            seat = PLAYERS.index(name) + 1 if name in PLAYERS else 1
            tried = bet(seat, "5") if seat != acting or name not in PLAYERS else bet(seat, "0.01")
            assert not await self.ask(name, tried), f"{name} did {tried}"

    async def _do(self, label: Label, name: str, *requests: dict[str, Any]) -> None:
        assert await self.ask(name, *requests), self.told[name][-1]
        self.played.steps.append(label)
        self.played.sent.append({viewer: self._sent(viewer) for viewer in ROLES})

    async def ask(self, name: str, *requests: dict[str, Any]) -> bool:
        """Gives commands; whether they were done. What is told of it counts as sent."""
        self.done += 1
        person = self.people[name]
        try:
            outcome = await self.room.perform(person, TABLE, f"{self.done}", list(requests))
        except (Refused, Denied) as error:
            self.told[name].append(str(error).encode())
            return False
        self.told[name].append(encode(outcome))
        return True

    def _sent(self, viewer: str) -> tuple[bytes, ...]:
        """Everything since the last step: answers, stream, and the table as it is shown now."""
        queue = self.watchers[viewer].queue
        streamed = [queue.get_nowait() or b"" for _ in range(queue.qsize())]
        told, self.told[viewer] = self.told[viewer], []
        return (*told, *streamed, self.room.message(TABLE, self.people[viewer], None))


def _who(command: TableCommand) -> str:
    if command.by is Role.PLAYER:
        return command.player
    return "flo" if command.by is Role.FLOORPERSON else "dea"


def _request(command: TableCommand) -> dict[str, Any]:
    """The command without what is the server's to say."""
    given: dict[str, Any] = builtins(command)
    given.get("action", {}).pop("meters", None)
    return {name: value for name, value in given.items() if name not in ("by", "at", "player")}


def slots(round: Round) -> dict[Slot, tuple[Card, ...]]:
    """Where every card of the deck lies."""
    found = {**round.places, **{f"seat {number}": seat.cards for number, seat in round.seats.items()}}
    out = {card for cards in found.values() for card in cards}
    return {**found, "rest": tuple(card for card in DECK if card not in out)}


# When a card may be seen


def first_seen(scenario: Scenario, steps: Sequence[Label], slot: Slot, viewer: str) -> int | None:
    """The step at which the rules first let a viewer see a card of a slot; None for never."""
    if slot == "rest":
        return None
    if slot == "burn":
        return _settlement(scenario, steps) if scenario.full else None
    if slot.startswith("seat "):
        seat = int(slot.removeprefix("seat "))
        own = viewer in PLAYERS and PLAYERS.index(viewer) + 1 == seat
        return _dealt(scenario, steps) if own else _opened(scenario, steps, seat)
    stage = REVEALED[slot]
    if not scenario.in_to_the_end() and max(stage for _, stage in scenario.folds) <= stage:
        return None  # nothing is played for any more
    if scenario.virtual:
        return _last(steps, "decision", stage)
    return _last(steps, "reveal", stage)


def _dealt(scenario: Scenario, steps: Sequence[Label]) -> int:
    """The dealing procedures are over when the stub is put away, right before the first decision.

    At a virtual table all of it follows the last player's wagers.
    """
    if scenario.virtual:
        return _last(steps, "wagers", 0)
    return next(number for number, (name, _, _) in enumerate(steps) if name == "decision") - 1


def _opened(scenario: Scenario, steps: Sequence[Label], seat: int) -> int | None:
    """Hands are opened in the settlement, each in its turn, from the dealer's right; a folded hand is not."""
    if scenario.full and scenario.in_to_the_end():
        return _settlement(scenario, steps)  # or at a wager that needs it, which may be sooner than its turn
    if seat not in scenario.in_to_the_end():
        return None
    if scenario.virtual:
        return _settlement(scenario, steps)
    before = sum(other > seat for other in scenario.in_to_the_end())  # who folded has no turn left
    return _last(steps, "settle", 1 + before)


def _settlement(scenario: Scenario, steps: Sequence[Label]) -> int:
    """The first step of the settlement; at a virtual table it follows the last decision."""
    if scenario.virtual:
        return _last(steps, "decision", scenario.stages)
    return _last(steps, "settle", 1)


def _last(steps: Sequence[Label], what: str, number: int) -> int:
    return max(index for index, label in enumerate(steps) if label[:2] == (what, number))


# Decks that differ


def twin(deck: tuple[Card, ...], where: dict[Slot, tuple[Card, ...]], rng: Rng) -> tuple[tuple[Card, ...], set[Slot]]:
    """A deck with cards of two slots exchanged, once or twice; and the slots that hold other cards by it."""
    names = sorted(where)
    one, other = names[rng.randrange(len(names))], names[rng.randrange(len(names))]
    exchanged = dict(zip(DECK, DECK, strict=True))
    for _ in range(1 + rng.randrange(2)):
        first = where[one][rng.randrange(len(where[one]))]
        second = where[other][rng.randrange(len(where[other]))]
        exchanged[first], exchanged[second] = exchanged[second], exchanged[first]
    changed = {name for name, cards in where.items() if any(exchanged[card] != card for card in cards)}
    return tuple(exchanged[card] for card in deck), changed
