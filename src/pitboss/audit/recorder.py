"""Keeps a table's stream in a log: each command with what came of it, and the shuffle of each round.

`attempt` is the pure half, for any keeper of tables: a command in, its events and the drafts of its entries out.
`TableRecorder` keeps one table in one log; `record_round` plays it a whole virtual round.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.audit.chain import Chain, chain_after, chain_name, open_chain, seed_at
from pitboss.audit.commitment import fresh_seed, pledge
from pitboss.audit.fairness import Fairness, advance, chance, next_link
from pitboss.audit.format import EntryKind, MeterOpened, TableOpened, canonical, round_id
from pitboss.audit.log import Draft, Log, fact
from pitboss.audit.shuffle_format import (
    FairnessEvent,
    SeedCommitted,
    SeedPledged,
    SeedRevealed,
    SeedsClosed,
    SeedTaken,
    ShuffleEvent,
)
from pitboss.audit.virtual_dealer import VirtualDealer
from pitboss.engine import RoundView, to_act, view
from pitboss.engine.actions import PlaceWager, PlayerChoice
from pitboss.engine.autoplay import move_meters
from pitboss.engine.state import Phase
from pitboss.money import Amount
from pitboss.progressive import Meter, open_meters
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.table_rules import Cards, Keying, Role
from pitboss.table import Table, TableCommand, TableEvent, decide, open_table, replay
from pitboss.table.commands import Play, Sit
from pitboss.table.events import RoundMoved, RoundOpened

SYSTEM = "system"


class Attempt(NamedTuple):
    """What came of a command: its events or its refusal, and all of it as drafts."""

    events: tuple[TableEvent, ...]
    violation: Violation | None
    drafts: tuple[Draft, ...]


def opening(
    stream: str, terms: Terms, cards: Cards, meters: dict[str, str], time: int, keyed: Keying = Keying.DEALT
) -> Draft:
    """The draft of a table's first entry; `meters` says which meter of the house stands behind each name."""
    book = terms.rulebook
    submission = builtins(terms.submission.as_file(book))
    opened = TableOpened(
        rulebook=book.id, hash=book.hash, submission=submission, cards=cards, keyed=keyed, meters=meters
    )
    return fact(stream, opened, time, SYSTEM, book.hash)


def attempt(stream: str, table: Table, command: TableCommand, actor: str, time: int) -> Attempt:
    """Tries a command at a table."""

    def draft(kind: EntryKind, payload: object) -> Draft:
        law = table.terms.rulebook.hash
        return Draft(kind=kind, stream=stream, time=time, actor=actor, rulebook=law, payload=canonical(payload))

    outcome = decide(table, command)
    if isinstance(outcome, Violation):
        return Attempt((), outcome, (draft(EntryKind.COMMAND, command), draft(EntryKind.REFUSAL, outcome.facts)))
    drafts = (draft(EntryKind.COMMAND, command), *(draft(EntryKind.EVENT, event) for event in outcome))
    return Attempt(outcome, None, drafts)


class Player(NamedTuple):
    """A player for a recorded round: where, with which seed for the shuffle, and with which wagers."""

    name: str
    seat: int
    seed: str
    wagers: dict[str, Amount]


class TableRecorder:
    """One table and its stream in a log; where the cards are virtual, with a chain of server seeds."""

    def __init__(
        self,
        log: Log,
        stream: str,
        terms: Terms,
        cards: Cards,
        time: int,
        new_seed: Callable[[], bytes] = fresh_seed,
    ) -> None:
        self.log = log
        self.stream = stream
        self.table = open_table(terms, cards)
        self.meters: dict[str, Meter] = open_meters(terms)
        self.dealer = VirtualDealer()
        self.fairness: Fairness | None = None
        self.chain: Chain | None = None
        self.rounds = 0
        self._new_seed = new_seed
        self._last_seed = b""  # from which the chain was made
        self._chains = 0
        for name, meter in self.meters.items():
            opened = MeterOpened(meter=f"{stream}/{name}", microcents=meter.microcents)
            log.append(fact(f"meter/{stream}/{name}", opened, time, SYSTEM))
        log.append(opening(stream, terms, cards, {name: f"{stream}/{name}" for name in self.meters}, time))
        if cards is Cards.VIRTUAL:
            self._open_chain(time)

    @property
    def shown(self) -> dict[str, Amount]:
        """What the meters show."""
        return {name: meter.shows for name, meter in self.meters.items()}

    def attempt(self, command: TableCommand, actor: str, time: int) -> Violation | None:
        """Tries a command and logs what came of it."""
        done = attempt(self.stream, self.table, command, actor, time)
        for draft in done.drafts:
            self.log.append(draft)
        self.table = replay(self.table, done.events)
        self.dealer.cuts.keep(done.events)
        for event in done.events:
            if isinstance(event, RoundMoved):
                self.meters = move_meters(self.meters, event.move)
            elif isinstance(event, RoundOpened):
                self.rounds += 1
        return done.violation

    def do(self, command: TableCommand, actor: str, time: int) -> None:
        """A command that must be allowed; `Refused` if it is not."""
        violation = self.attempt(command, actor, time)
        if violation is not None:
            raise Refused(violation)

    def shuffle_step(self, event: FairnessEvent, actor: str, time: int) -> None:
        """A step of the fair shuffle, refused out of turn."""
        before = None if self.fairness is None or self.fairness.round != event.round else self.fairness
        self.fairness = advance(before, event)
        if isinstance(event, SeedCommitted | SeedRevealed):
            self.chain = chain_after(self.chain, event)
        self._tell(event, actor, time)

    @property
    def server_seed(self) -> bytes:
        """The secret seed of the round in hand."""
        assert self.chain is not None
        return seed_at(self.chain.name, self._last_seed, self.chain.links, self.chain.used)

    def commit(self, time: int) -> None:
        """Binds the house to the next seed of the chain; one that is used up is followed by another."""
        if self.chain is None or not self.chain.goes_on:
            self._open_chain(time)
        assert self.chain is not None
        self.shuffle_step(next_link(round_id(self.stream, self.rounds + 1), self.chain), SYSTEM, time)

    def close_seeds(self, players: Sequence[Player], time: int) -> None:
        """No more pledges: the players show the seeds they pledged, and the cards can be dealt."""
        assert self.fairness is not None
        id = self.fairness.round
        self.shuffle_step(SeedsClosed(round=id), SYSTEM, time)
        for player in players:
            self.shuffle_step(SeedTaken(round=id, player=player.name, seed=player.seed), player.name, time)
        self.shuffle_step(self.fairness.fixed, SYSTEM, time)
        self.dealer.chance = chance(self.fairness, self.server_seed)

    def _open_chain(self, time: int) -> None:
        self._chains, self._last_seed = self._chains + 1, self._new_seed()
        opened = open_chain(chain_name(self.stream, self._chains), self._last_seed)
        self.chain = chain_after(self.chain, opened)
        self._tell(opened, SYSTEM, time)

    def _tell(self, event: ShuffleEvent, actor: str, time: int) -> None:
        self.log.append(fact(self.stream, event, time, actor, self.table.terms.rulebook.hash))

    def house(self, time: int) -> bool:
        """One step of the house; False when it has none to do."""
        command = self.dealer.next_command(self.table, time // 1000, self.shown)
        if command is None:
            return False
        self.do(command, command.by if command.by is not Role.PLAYER else command.player, time)
        return True


def record_round(
    recorder: TableRecorder,
    players: Sequence[Player],
    choose: Callable[[RoundView, Terms], PlayerChoice],
    time: int,
) -> None:
    """Plays a whole round at a virtual table: commitment, pledges, wagers, seeds, deal, decisions, payment, reveal."""
    id, at = round_id(recorder.stream, recorder.rounds + 1), time // 1000
    for player in players:
        if recorder.table.seat_of(player.name) is None:
            sit = Sit(by=Role.PLAYER, at=at, player=player.name, seat=player.seat)
            recorder.do(sit, player.name, time)
    recorder.commit(time)
    for player in players:
        told = SeedPledged(round=id, player=player.name, pledge=pledge(id, player.name, player.seed))
        recorder.shuffle_step(told, player.name, time)
    while recorder.table.running is None and recorder.house(time):
        pass
    for player in players:
        for wager, amount in player.wagers.items():
            place = PlaceWager(player.seat, wager, amount)
            recorder.do(Play(by=Role.PLAYER, at=at, player=player.name, action=place), player.name, time)
    _play_on(recorder, players, choose, time)
    recorder.shuffle_step(SeedRevealed(round=id, server_seed=recorder.server_seed.hex()), SYSTEM, time)


def _play_on(
    recorder: TableRecorder,
    players: Sequence[Player],
    choose: Callable[[RoundView, Terms], PlayerChoice],
    time: int,
) -> None:
    """From "no more bets" to the end of the round."""
    while (round := recorder.table.running) is not None:
        if round.phase is Phase.DEALING and recorder.fairness is not None and not recorder.fairness.closed:
            recorder.close_seeds(players, time)
        if recorder.house(time):
            continue
        seat = to_act(round)
        assert seat is not None, "a running round waits for the house or for a player"
        name = recorder.table.seats[seat].player
        action = choose(view(round, seat), round.terms)
        recorder.do(Play(by=Role.PLAYER, at=time // 1000, player=name, action=action), name, time)
