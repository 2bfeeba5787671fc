"""The verifier at the shuffle: order of commitment, seeds and reveal, and every card and draw against the seeds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.audit.accounts import Mismatch
from pitboss.audit.format import FairnessEvent, SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken, round_id
from pitboss.audit.recomputation import commitment_to, deck_of, drawn_of, stop_of
from pitboss.cards import Card
from pitboss.engine.events import BonusDrawn, CardDiscarded, CardsDealt, RoundEvent, WheelSpun
from pitboss.rulebooks import Terms
from pitboss.table import Table, TableEvent
from pitboss.table.events import DeckCut, DeckReceived, DeckShuffled, RoundEnded, RoundMoved, RoundOpened

_SEED = re.compile("[0-9a-f]{64}")


@dataclass
class _Shuffle:
    """What the log says of one round's shuffle."""

    round: str
    committed: int  # the entry
    commitment: str
    seeds: list[tuple[str, str]] = field(default_factory=list)
    closed: bool = False
    ended: int | None = None  # the entry
    revealed: bool = False
    depths: tuple[int, ...] = ()  # of the cuts
    cards: list[tuple[int, Card]] = field(default_factory=list)  # as they left the deck, each with its entry
    chosen: list[tuple[int, BonusDrawn | WheelSpun]] = field(default_factory=list)


class Shuffles:
    """All shuffles of one table."""

    def __init__(self, stream: str, terms: Terms, *, virtual: bool) -> None:
        self.checked = 0
        self.open = 0
        self._stream = stream
        self._terms = terms
        self._virtual = virtual
        self._rounds = 0
        self._depths: dict[str, tuple[int, ...]] = {}  # of each deck's cuts since its last shuffle
        self._shuffles: dict[str, _Shuffle] = {}

    def step(self, entry: int, event: FairnessEvent) -> None:
        """A step of a round's shuffle."""
        if not self._virtual:
            raise Mismatch("a step of the fair shuffle", "this table is dealt with physical cards")
        known = self._shuffles.get(event.round)
        if isinstance(event, SeedCommitted):
            if known is not None:
                raise Mismatch(f"a second commitment for round {event.round}", f"entry {known.committed} has the first")
            if event.round != round_id(self._stream, len(self._shuffles) + 1):
                raise Mismatch(f"a commitment for round {event.round}", "rounds are numbered one after the other")
            self._shuffles[event.round] = _Shuffle(event.round, entry, event.commitment)
        elif known is None:
            raise Mismatch(f"a step in the shuffle of round {event.round}", "nothing was committed to before")
        elif isinstance(event, SeedTaken):
            self._take(known, event)
        elif isinstance(event, SeedsClosed):
            _refuse_closed(known, "the seeds are closed again")
            known.closed = True
        else:
            self._reveal(known, event)

    def _take(self, shuffle: _Shuffle, event: SeedTaken) -> None:
        _refuse_closed(shuffle, f"a seed of {event.player} was taken")
        if any(player == event.player for player, _ in shuffle.seeds):
            raise Mismatch(f"a second seed of {event.player}", "each player adds one seed to a round")
        shuffle.seeds.append((event.player, event.seed))

    def happened(self, entry: int, event: TableEvent, table: Table) -> None:
        """An event of the table, which stands as it is after it."""
        match event:
            case DeckReceived() | DeckShuffled():
                self._depths[event.deck] = ()
            case DeckCut():
                self._depths[event.deck] += (event.depth,)
            case RoundOpened():
                self._rounds += 1
            case RoundMoved() if self._virtual:
                self._moved(entry, event.move, table.in_play)
            case RoundEnded() if self._virtual and (shuffle := self._current) is not None:
                shuffle.ended = entry

    @property
    def _current(self) -> _Shuffle | None:
        return self._shuffles.get(round_id(self._stream, self._rounds))

    def _moved(self, entry: int, move: RoundEvent, deck: str | None) -> None:
        if not isinstance(move, CardsDealt | CardDiscarded | BonusDrawn | WheelSpun):
            return
        shuffle = self._current
        if shuffle is None or not shuffle.closed:
            raise Mismatch("a card or a draw of a virtual table", "the seeds of the round are not closed yet")
        if isinstance(move, BonusDrawn | WheelSpun):
            shuffle.chosen.append((entry, move))
            return
        if not shuffle.cards:
            shuffle.depths = self._depths[deck or ""]
        cards = move.cards if isinstance(move, CardsDealt) else (move.card,)
        shuffle.cards += [(entry, card) for card in cards]

    def _reveal(self, shuffle: _Shuffle, event: SeedRevealed) -> None:
        if not shuffle.closed:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed", "the players' seeds are not closed")
        if shuffle.ended is None:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed", "the round is not over")
        if shuffle.revealed:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed again", "it was revealed before")
        if not _SEED.fullmatch(event.server_seed):
            raise Mismatch(f"a server seed {event.server_seed!r}", "it is not 64 hexadecimal digits")
        seed = bytes.fromhex(event.server_seed)
        if commitment_to(shuffle.round, seed) != shuffle.commitment:
            why = f"it is not the one committed to in entry {shuffle.committed}"
            raise Mismatch(f"the server seed of round {shuffle.round}", why)
        shuffle.revealed = True
        self._check_cards(shuffle, seed)
        self._check_draws(shuffle, seed)
        self.checked += 1

    def _check_cards(self, shuffle: _Shuffle, seed: bytes) -> None:
        deck = deck_of(shuffle.round, seed, shuffle.seeds)
        for depth in shuffle.depths:
            deck = deck[depth:] + deck[:depth]
        for number, ((entry, dealt), due) in enumerate(zip(shuffle.cards, deck, strict=False), start=1):
            if dealt is not due:
                raise Misdealt(entry, f"{dealt} dealt as card {number} of round {shuffle.round}", f"the deck has {due}")

    def _check_draws(self, shuffle: _Shuffle, seed: bytes) -> None:
        for entry, event in shuffle.chosen:
            if isinstance(event, WheelSpun):
                due = stop_of(shuffle.round, seed, shuffle.seeds, event.seat, self._terms)
                if event.position != due:
                    raise Misdealt(entry, f"the wheel at {event.position} for seat {event.seat}", f"it stops at {due}")
            else:
                drawn = drawn_of(shuffle.round, seed, shuffle.seeds, self._terms)
                if (event.magic_card, event.lucky_position) != drawn:
                    told = f"Magic Card {event.magic_card}, lucky position {event.lucky_position} drawn"
                    raise Misdealt(entry, told, f"the seeds draw {drawn[0]} and {drawn[1]}")

    def unrevealed(self) -> Iterator[tuple[int, Mismatch]]:
        """Rounds gone by whose seed stayed secret; that of the last one may still be to come."""
        last = self._current
        for shuffle in self._shuffles.values():
            if shuffle.revealed or shuffle.ended is None:
                continue
            if shuffle is last:
                self.open += 1
            else:
                yield shuffle.ended, Mismatch(f"round {shuffle.round} is over", "its server seed was never revealed")


class Misdealt(Mismatch):
    """A card or draw that the seeds, revealed later, do not give; `entry` is where it stands."""

    def __init__(self, entry: int, what: str, why: str) -> None:
        super().__init__(what, why)
        self.entry = entry


def _refuse_closed(shuffle: _Shuffle, what: str) -> None:
    if shuffle.closed:
        raise Mismatch(f"{what} in round {shuffle.round}", "its seeds were closed before")
