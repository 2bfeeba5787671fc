"""What a command costs in the server's own process: no sockets, no bots of other processes, the same rounds each time.

python -m bench.in_process                  processor time of a command, by thread
python -m bench.in_process --profile        the same, and where it goes, function by function
"""

import argparse
import asyncio
import cProfile
import gc
import hashlib
import json
import pstats
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

from bench.players import GIVES_UP
from bench.setting import CLOCK, PURSE, name_of, rulebook_of
from pitboss.audit import Cards, Stage, fact
from pitboss.audit.commitment import pledge
from pitboss.audit.format import MONEY_STREAM, PlayMoneyGiven
from pitboss.cli.bot import PURSE as BOTS_PURSE
from pitboss.cli.serve import GARBAGE_THRESHOLDS
from pitboss.engine import spin_due, to_act, view
from pitboss.engine.computer import default_wagers
from pitboss.rulebooks import terms_for
from pitboss.rulebooks.loader import submission_data
from pitboss.server.commands import Commands
from pitboss.server.people.accounts import Person
from pitboss.server.reading import read_body
from pitboss.server.tables.house import House
from pitboss.server.tables.room import Room
from pitboss.server.tables.watchers import Watcher
from pitboss.store import Commit, Entry, Store, open_store, player_account
from pitboss.store.accounts import PLAY_HOUSE, purse_of


class Game:
    """A table with its seats and those who watch it, played by turns."""

    def __init__(self, room: Room, number: int, seats: int, watching: int) -> None:
        self.room, self.name, self.ids = room, name_of(number), count()
        rulebook = rulebook_of(number)
        submission = submission_data(rulebook, "full")
        room.open_table(self.name, rulebook, submission, Cards.VIRTUAL, True, CLOCK, "system")
        chosen = default_wagers(terms_for(rulebook, submission), BOTS_PURSE)
        self.wagers = {name: str(amount) for name, amount in chosen.items()}
        self.people = [_person(room.store, f"{self.name}-{place}") for place in range(1, seats + watching + 1)]
        self.seats = range(1, seats + 1)
        self.streams: list[Watcher] = []
        self.commands = self.messages = self.bytes = 0

    async def sit(self) -> None:
        """Everybody comes."""
        self.streams = [self.room.watch(self.name, person, None) for person in self.people]
        for seat in self.seats:
            await self.do(seat, {"command": "sit", "seat": seat})
        self.read()

    async def do(self, seat: int, *commands: dict[str, Any]) -> None:
        """A command as it comes over a stream."""
        text = json.dumps({"id": f"{self.name} {next(self.ids)}", "commands": commands})
        asked: Commands = read_body(text, Commands)
        await self.room.perform(self.people[seat - 1], self.name, asked.id, asked.commands)
        self.commands += 1

    def read(self) -> None:
        """Everybody takes what was sent."""
        for stream in self.streams:
            while not stream.queue.empty():
                self.bytes += len(stream.queue.get_nowait() or b"")
                self.messages += 1

    async def round(self) -> None:
        """A whole round; the next one is open afterwards."""
        room, name = self.room, self.name
        round = f"{name}/{room.live(name).rounds}"
        seeds = {seat: hashlib.sha256(f"{round} {seat}".encode()).hexdigest()[:32] for seat in self.seats}
        for seat in self.seats:
            pledged = pledge(round, self.people[seat - 1].name, seeds[seat])
            placed = {"command": "set-wagers", "seat": seat, "wagers": self.wagers}
            await self.do(seat, {"command": "pledge", "pledge": pledged}, placed, {"command": "ready"})
        for seat in self.seats:
            fairness = room.live(name).shuffled_round
            if fairness is not None and fairness.stage is Stage.SHOWING_SEEDS:
                await self.do(seat, {"command": "seed", "seed": seeds[seat]})
        while f"{name}/{room.live(name).rounds}" == round:
            await self.turn()
            self.read()

    async def turn(self) -> None:
        """Whatever the table waits for."""
        live = self.room.live(self.name)
        running = live.table.running
        assert running is not None
        seat = to_act(running)
        if seat is None:
            spinner = spin_due(running)
            assert spinner is not None
            await self.do(spinner, {"command": "play", "action": {"action": "spin", "seat": spinner, "position": 0}})
            return
        choice = view(running, seat).choice
        assert choice is not None
        if choice.bet is not None and (live.rounds + running.stage + seat) % GIVES_UP:
            action = {"action": "bet", "seat": seat, "amount": str(choice.least)}
        else:
            action = {"action": "check" if choice.check else "fold", "seat": seat}
        await self.do(seat, {"command": "play", "action": action})


def _person(store: Store, name: str) -> Person:
    entry = Entry(PLAY_HOUSE, player_account(purse_of(name, True)), PURSE, "play money")
    told = fact(MONEY_STREAM, PlayMoneyGiven(player=name, amount=PURSE), 0, name)
    store.append(Commit(client="bench", command=f"purse {name}", entries=(entry,), log=(told,)))
    return Person(name, frozenset({"player"}))


async def _play(room: Room, games: list[Game], rounds: int) -> None:
    for _ in range(rounds):
        await asyncio.gather(*(game.round() for game in games))


async def measured(room: Room, options: argparse.Namespace, profile: cProfile.Profile | None) -> None:
    """Plays some rounds to warm up, then those that count."""
    games = [Game(room, number, options.seats, options.watchers) for number in range(options.tables)]
    for game in games:
        await game.sit()
    await room.tick()
    await _play(room, games, 2)
    for game in games:
        game.commands = game.messages = game.bytes = 0
    gc.collect()  # as `pitboss serve` does when it begins
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    if profile is not None:
        profile.enable()
    whole, own = time.process_time(), time.thread_time()
    await _play(room, games, options.rounds)
    whole, own = time.process_time() - whole, time.thread_time() - own
    if profile is not None:
        profile.disable()
    commands, messages, sent = (
        sum(getattr(game, what) for game in games) for what in ("commands", "messages", "bytes")
    )
    print(f"{commands} commands, {1000 * whole / commands:.3f} ms each, {1000 * own / commands:.3f} in the event loop")
    print(f"{messages / commands:.1f} messages a command, {sent / messages:.0f} bytes each")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("tables", 5), ("seats", 6), ("watchers", 6), ("rounds", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--sort", default="tottime")
    parser.add_argument("--callers", default="")
    options = parser.parse_args()
    profile = cProfile.Profile(time.thread_time) if options.profile else None
    numbers = count()
    house = House(bytes(64), lambda: hashlib.sha256(b"%d" % next(numbers)).digest())
    with tempfile.TemporaryDirectory() as folder, open_store(f"sqlite:///{Path(folder)}/live.db") as store:
        asyncio.run(measured(Room(store, house), options, profile))
    if profile is not None:
        found = pstats.Stats(profile)
        found.sort_stats(options.sort).print_stats(options.lines)
        if options.callers:
            found.print_callers(options.callers)


if __name__ == "__main__":
    main()
