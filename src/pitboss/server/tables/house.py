"""The house at a virtual table: does by itself whatever is due, when its time has come, and nothing before.

What is left to people: the players' wagers and decisions until their clock runs out, and at tables with real money
the payouts that a floorperson validates. A player who leaves in mid-round is ruled to have abandoned the wagers, as
the rules have it where nobody rules otherwise, so that the others need not wait. One who lets the time run out is
waited for only a moment the next time, and stood up after the second; so is one who does not even watch, where nobody
wagers.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.audit import Fairness, RoundChance, Stage, VirtualDealer, chance, fresh_seed, seal, unseal
from pitboss.audit.chain import chain_name, open_chain, seed_at
from pitboss.audit.fairness import next_link
from pitboss.audit.format import SeedSealed, round_id
from pitboss.audit.shuffle_format import ChainOpened, SeedRevealed, SeedsClosed
from pitboss.audit.virtual_dealer import BACKS, Cuts
from pitboss.books.table_spec import refused
from pitboss.engine import Phase, Round, draw_due, passive, spin_due, to_act
from pitboss.engine.actions import CloseBets, Spin, TakeBack, Void
from pitboss.rulebooks import Refused
from pitboss.rulebooks.table_rules import Role
from pitboss.server.machine.random_source import RandomSource
from pitboss.server.tables.live import Live, patience
from pitboss.server.tables.work import Work
from pitboss.table import Duty, TableCommand, first_due
from pitboss.table.commands import Leave, OpenRound, Play, ReceiveDeck, RemoveDeck, RuleOnLeaving
from pitboss.table.lint import SEED_LOST

SYSTEM = "system"
MOST_STEPS = 2000  # far more than any round takes
IDLE_SECONDS = 60
ABSENT_SECONDS = 120  # of a table at which nobody wagers
MOST_MISSED = 2
WITNESS_SECONDS = 10  # more, in which a witness shows its seed
SEED_SECONDS = 5  # in which players' programs show the seeds they pledged


class RoundSecret(NamedTuple):
    """What the house knows of a round before its reveal: the seed is many links down a chain, and is walked to once."""

    fairness: Fairness
    seed: bytes
    chance: RoundChance


@dataclass(frozen=True)
class House:
    """What the house holds for all its tables: the key of the sealed seeds, and where seeds and decks come from."""

    key: bytes
    new_seed: Callable[[], bytes] = fresh_seed
    chance: Callable[[Fairness, bytes], RoundChance] = chance
    source: RandomSource = field(default_factory=RandomSource)  # whose health is tested
    witness: str = ""  # the public key of the witness whose seeds are taken
    _chances: dict[str, RoundSecret] = field(default_factory=dict, repr=False)  # of rounds in play, by table

    def steps(self, work: Work, watching: Collection[str] = ()) -> Iterator[None]:
        """Does everything that is due now, step by step: between two of them other tables may have their turn.

        `watching` names the people who look at the table now.
        """
        for _ in range(MOST_STEPS):
            if not self._step(work, watching):
                return
            yield
        raise RuntimeError(f"table {work.live.spec.name}: the house finds no end of things to do")

    def _step(self, work: Work, watching: Collection[str]) -> bool:
        """One thing; False when nothing is due yet."""
        live = work.live
        if live.table.running is None:
            gone = [*_absent(live), *(seat for seat in work.barred() if seat not in _absent(live))]
            return self._reveal(work) or self._stand_up(work, gone) or self._between_rounds(work)
        if live.table.running.phase is Phase.WAGERS:
            if self.see_off(work):
                return True
            if not live.table.running.seats and work.at >= live.moved_at + ABSENT_SECONDS:
                gone = [seat for seat, item in live.table.seats.items() if item.player not in watching]
                return self._stand_up(work, gone)
            return self._wagers(work, live.table.running)
        if live.shuffled_round is not None and not live.shuffled_round.closed:
            return self._fix_seeds(work, live.shuffled_round)
        return self._round(work, live.table.running)

    # Between rounds

    def _reveal(self, work: Work) -> bool:
        """After the round its server seed is published, for everyone to check the cards."""
        fairness = work.live.shuffled_round
        if fairness is None or fairness.server_seed is not None:
            return False
        if not fairness.closed and fairness.stage is not Stage.AWAITING_WITNESS:
            return self._fix_seeds(work, fairness)
        kept = self._chances.pop(work.live.spec.name, None)
        seed = kept.seed if kept is not None and kept.fairness is fairness else self._seed(work.live)
        if seed is None:
            return False
        work.shuffle_step(SeedRevealed(round=fairness.round, server_seed=seed.hex()), SYSTEM)
        return True

    def _between_rounds(self, work: Work) -> bool:
        live = work.live
        if all(occupant.away for occupant in live.table.seats.values()) or work.at < next_round_at(live):
            return False
        due = first_due(live.table, work.at)
        if due is None:
            return False
        if due.name == "open_round":
            if self.source.fault:
                return False  # no round is begun by what a broken source gives
            self._commit(work)
        return self._do(work, due)

    def _commit(self, work: Work) -> None:
        """Binds the house to the next seed of the chain; to a new chain first, where there is none that goes on."""
        name, chain = work.live.spec.name, work.live.chain
        if chain is None or not chain.goes_on or self._unsealed(work.live, chain.name) is None:
            for event in self.new_chain(name, work.live.chains + 1):
                work.note(event, SYSTEM)
            chain = work.live.chain
        assert chain is not None
        work.shuffle_step(next_link(round_id(name, work.live.rounds + 1), chain, work.live.witness), SYSTEM)

    def new_chain(self, table: str, number: int) -> tuple[ChainOpened, SeedSealed]:
        """A chain of server seeds for a table: what is published of it, and what it is made from, sealed."""
        self.source.require()
        name, last = chain_name(table, number), self.new_seed()
        return open_chain(name, last), SeedSealed(round=name, sealed=seal(self.key, name, last).hex())

    def see_off(self, work: Work) -> bool:
        """Players who take no part any more give their seats up like those who are not there, once no round is on."""
        return self._stand_up(work, work.barred())

    def _stand_up(self, work: Work, seats: list[int]) -> bool:
        """Players who are not there give their seats to others."""
        for seat in seats:
            player = work.live.table.seats[seat].player
            work.do(Leave(by=Role.PLAYER, at=work.at, player=player), player)
        return bool(seats)

    # In a round

    def _wagers(self, work: Work, round: Round) -> bool:
        """Bets close when everybody is ready or the time is up; what is incomplete then is taken back."""
        live = work.live
        due = first_due(live.table, work.at)
        if due is not None and due.name == "void":
            return self._do(work, due)
        if not round.seats or work.at < wagers_until(live):
            return False
        for seat in [number for number, item in round.seats.items() if not _complete(round, item.wagers)]:
            self._take_back(work, seat)
        round = work.live.table.running or round
        if not round.seats:
            return False
        work.do(Play(by=Role.SYSTEM, at=work.at, action=CloseBets()), SYSTEM)
        return True

    def _fix_seeds(self, work: Work, fairness: Fairness) -> bool:
        """After "no more bets" players show the seeds they pledged; when all have, or time is up, they are fixed."""
        if fairness.stage is Stage.TAKING_SEEDS:
            work.shuffle_step(SeedsClosed(round=fairness.round), SYSTEM)
        elif fairness.stage is Stage.AWAITING_WITNESS:
            if work.at < seeds_until(work.live) + WITNESS_SECONDS:
                return False
            self.void_lost(work)
        elif fairness.awaited and work.live.table.running is not None and work.at < seeds_until(work.live):
            return False
        else:
            work.shuffle_step(fairness.fixed, SYSTEM)
        return True

    def take_all_back(self, work: Work) -> None:
        """Every wager of the round goes back; before the deal alone."""
        assert work.live.table.running is not None
        for seat in list(work.live.table.running.seats):
            self._take_back(work, seat)

    def void_lost(self, work: Work) -> None:
        """The round is void, for its seed cannot be used."""
        work.do(_void(work.live, work.at, "the seed of the shuffle is lost", SEED_LOST), SYSTEM)

    def _take_back(self, work: Work, seat: int) -> None:
        table, player = work.live.table, work.live.table.seats[seat].player
        assert table.running is not None
        placed = table.running.seats[seat].wagers
        for name in reversed([name for name in table.terms.wagers if name in placed]):
            work.do(Play(by=Role.PLAYER, at=work.at, player=player, action=TakeBack(seat, name)), player)

    def _round(self, work: Work, round: Round) -> bool:
        live, seat = work.live, to_act(round)
        due = first_due(live.table, work.at)
        assert due is not None, "a round that is not over waits for something"
        if due.name == "bet":
            assert seat is not None
            if work.at < decision_until(live):
                return False
            player = live.table.seats[seat].player
            work.do(Play(by=Role.PLAYER, at=work.at, player=player, action=passive(round, seat)), player)
            return True
        if due.name == "validate" and not live.spec.practice:
            return False
        if due.name == "spin" and work.at < decision_until(live):
            return False  # the player turns the wheel; the house only for one who does not
        return self._do(work, due)

    def refuse_unsound(self, live: Live, command: TableCommand) -> None:
        """Where the system draws at a table with physical cards, no round is opened while its source is broken."""
        if isinstance(command, OpenRound) and live.terms.submission.draws and self.source.fault:
            says = f"No round is opened: the machine's source of randomness fails its tests ({self.source.fault})."
            raise refused(f"table {live.spec.name}", "a round", "one when the source is sound again", says=says)

    def turned(self, work: Work, command: TableCommand) -> TableCommand:
        """A player's spin at a virtual table: where the wheel stops follows from the seeds, whatever was asked."""
        live = work.live
        spins = isinstance(command, Play) and isinstance(command.action, Spin)
        if not spins or not live.spec.virtual or live.shuffled_round is None or live.table.running is None:
            return command
        assert isinstance(command, Play)
        assert isinstance(command.action, Spin)
        seat = command.action.seat
        if spin_due(live.table.running) != seat:
            return command
        chance = self._chance(live, live.shuffled_round)
        if chance is None:
            allowed = "a void: the seed of the shuffle is lost"
            says = "The seed of the shuffle is lost, so the wheel cannot be spun; the round must be voided."
            raise refused(f"table {live.spec.name}", "a spin", allowed, SEED_LOST, live.spec.rulebook, says)
        return replace(command, action=replace(command.action, position=chance.stop(seat, live.terms)))

    def draw(self, work: Work) -> None:
        """At a table with physical cards too the system draws, by its own chance, before a card is dealt."""
        round = work.live.table.running
        if work.live.spec.virtual or round is None or not draw_due(round):
            return
        name = round_id(work.live.spec.name, work.live.rounds)
        action = RoundChance(name, self.new_seed(), ()).draw(work.live.terms)
        work.do(Play(by=Role.SYSTEM, at=work.at, action=action), SYSTEM)

    def _do(self, work: Work, due: Duty) -> bool:
        make = _OWN.get(due.name)
        if make is not None:
            work.do(make(work.live, due, work.at), SYSTEM)
            return True
        live = work.live
        dealer = VirtualDealer(Cuts(dict(live.cuts)))
        if live.shuffled_round is not None and live.shuffled_round.closed and live.table.running is not None:
            dealer.chance = self._chance(live, live.shuffled_round)
            if dealer.chance is None:
                self.void_lost(work)
                return True
        command = dealer.command_for(due, live.table, work.at, work.shown())
        work.do(command, command.player if command.by is Role.PLAYER else SYSTEM)
        return True

    def _chance(self, live: Live, fairness: Fairness) -> RoundChance | None:
        """The chance of the round in play, worked out once until its reveal; None if its seed is lost."""
        kept = self._chances.get(live.spec.name)
        if kept is None or kept.fairness is not fairness:
            seed = self._seed(live)
            if seed is None:
                return None
            kept = self._chances[live.spec.name] = RoundSecret(fairness, seed, self.chance(fairness, seed))
        return kept.chance

    def _seed(self, live: Live) -> bytes | None:
        """The server seed of the round in play; None if it cannot be opened with the key at hand."""
        fairness, chain = live.shuffled_round, live.chain
        assert fairness is not None
        if not fairness.chain:
            return self._unsealed(live, fairness.round)  # the round began before there were chains
        last = self._unsealed(live, fairness.chain)
        return None if last is None or chain is None else seed_at(chain.name, last, chain.links, fairness.link)

    def _unsealed(self, live: Live, name: str) -> bytes | None:
        try:
            return unseal(self.key, name, bytes.fromhex(live.sealed))
        except Refused:
            return None


def next_round_at(live: Live) -> int:
    """When the pause after a round is over."""
    return live.ended_at + live.spec.clock.pause if live.rounds else 0


def wagers_until(live: Live) -> int:
    """When the time for wagers is over; it counts from the first one, and while everybody is ready there is none."""
    seats = live.table.seats.items()
    waiting = [seat for seat, occupant in seats if not occupant.away and seat not in live.ready]
    return live.waits_since + max((patience(live, seat, live.spec.clock.wagers) for seat in waiting), default=0)


def decision_until(live: Live) -> int:
    """When the time of the player in turn is over."""
    round, seconds = live.table.running, live.spec.clock.decision
    seat = None if round is None else to_act(round)
    return live.waits_since + (seconds if seat is None else patience(live, seat, seconds))


def seeds_until(live: Live) -> int:
    """When the time is over in which players show the seeds they pledged; it counts from "no more bets"."""
    return live.waits_since + SEED_SECONDS


def deadline(live: Live) -> int | None:
    """When something happens by itself at a virtual table; None if nothing does."""
    table = live.table
    if not live.spec.virtual or not table.seats:
        return None
    if table.running is None:
        return next_round_at(live)
    if table.running.phase is Phase.WAGERS:
        return wagers_until(live) if table.running.seats else None
    if live.shuffled_round is not None and not live.shuffled_round.closed:
        waited = WITNESS_SECONDS if live.shuffled_round.stage is Stage.AWAITING_WITNESS else 0
        return seeds_until(live) + waited
    waits = table.running.phase is Phase.DECISION or spin_due(table.running) is not None
    return decision_until(live) if waits else None


def look_again(live: Live, at: int) -> int | None:
    """When the house must look at a table by itself next; None where only people can move it.

    Where nothing has a deadline it still looks now and then: decks grow too old while nobody wagers.
    """
    if not live.spec.virtual or live.closed or not live.table.seats:
        return None
    until = deadline(live)
    return at + IDLE_SECONDS if until is None else max(until, at + 1)


def _absent(live: Live) -> list[int]:
    """The seats whose time ran out too often in a row."""
    return [seat for seat, times in live.missed.items() if times >= MOST_MISSED and seat in live.table.seats]


def _complete(round: Round, wagers: dict[str, object] | object) -> bool:
    assert isinstance(wagers, dict)
    return all(name in wagers for name, wager in round.terms.wagers.items() if wager.required)


def _void(live: Live, at: int, reason: str, clause: str) -> Play:
    return Play(by=Role.FLOORPERSON, at=at, action=Void(clause, reason))


def _receive(live: Live, due: Duty, at: int) -> ReceiveDeck:
    """A fresh deck, with a back no deck at the table has and an id no deck here ever had."""
    taken = {deck.back for deck in live.table.decks.values()}
    back = next(back for back in BACKS if back not in taken)
    number = len(live.table.removed) + len(live.table.decks) + 1
    return ReceiveDeck(by=Role.SYSTEM, at=at, deck=f"{back}-{number}", back=back, design="virtual")


def _remove(live: Live, due: Duty, at: int) -> RemoveDeck:
    return RemoveDeck(by=Role.SYSTEM, at=at, deck=due.where.removeprefix("deck "), reason=due.title)


def _rule(live: Live, due: Duty, at: int) -> RuleOnLeaving:
    return RuleOnLeaving(by=Role.FLOORPERSON, at=at, seat=int(due.where.removeprefix("seat ")), abandoned=True)


_OWN: dict[str, Callable[[Live, Duty, int], ReceiveDeck | RemoveDeck | RuleOnLeaving | Play]] = {
    "receive_deck": _receive,
    "remove_deck": _remove,
    "rule_on_leaving": _rule,
    "void": lambda live, due, at: _void(live, at, due.title, due.clause),
}
