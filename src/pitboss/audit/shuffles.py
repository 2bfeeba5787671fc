"""The verifier at the shuffle: order of commitment, seeds and reveal, and every card and draw against the seeds."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.audit.accounts import Mismatch
from pitboss.audit.format import canonical, round_id
from pitboss.audit.recomputation import (
    commitment_to,
    deck_of,
    drawn_of,
    fixed_by,
    link_of,
    pledge_of,
    seeds_only,
    shares_of,
    stands,
    stop_of,
)
from pitboss.audit.shuffle_format import (
    ChainOpened,
    FairnessEvent,
    SeedCommitted,
    SeedPledged,
    SeedRevealed,
    SeedsClosed,
    SeedsFixed,
    SeedTaken,
    ShuffleEvent,
    WitnessShown,
)
from pitboss.cards import Card
from pitboss.engine.events import BetsClosed, BonusDrawn, CardDiscarded, CardsDealt, RoundEvent, WheelSpun
from pitboss.rulebooks import Terms
from pitboss.table import Table, TableEvent
from pitboss.table.events import DeckCut, DeckReceived, DeckShuffled, RoundEnded, RoundMoved, RoundOpened

HALF = 26  # where a virtual deck is cut, if the rules ask for a cut
_SEED = re.compile("[0-9a-f]{64}")


@dataclass
class _ChainBook:
    """What the log says of a table's chain of seeds."""

    opened: ChainOpened
    used: int = 0
    shown: str | None = ""  # None while the seed in use is secret
    given_up: bool = False  # by a restore


@dataclass
class _Shuffle:
    """What the log says of one round's shuffle."""

    round: str
    committed: int  # the entry
    commitment: str
    chain: str
    witness: "_ChainBook | None" = None
    witness_link: int = 0
    witness_shown: str = ""  # the witness's seed before
    witness_seed: bytes = b""
    digest: str = ""
    pledges: dict[str, str] = field(default_factory=dict)
    seeds: list[tuple[str, str]] = field(default_factory=list)
    closed: bool = False
    fixed: bool = False  # so that cards may be dealt; without a chain that is when the seeds are closed
    no_more_bets: bool = False
    ended: int | None = None  # the entry
    void: bool = False
    revealed: bool = False
    terms: Terms | None = None  # the round is dealt by
    depths: tuple[int, ...] = ()  # of the cuts
    cards: list[tuple[int, Card]] = field(default_factory=list)  # as they left the deck, each with its entry
    chosen: list[tuple[int, BonusDrawn | WheelSpun]] = field(default_factory=list)

    @property
    def added(self) -> bytes:
        """What was added to the house's seed."""
        return shares_of(self.witness_seed, self.seeds) if self.chain else seeds_only(self.seeds)


class Shuffles:
    """All shuffles of one table."""

    def __init__(self, stream: str, terms: Terms, *, virtual: bool) -> None:
        self.checked = 0
        self.chained = 0  # of those checked, the ones whose server seed is of a chain
        self.withheld = 0  # seeds that players pledged and did not show
        self.open = 0
        self._stream = stream
        self.terms = terms  # in force
        self._virtual = virtual
        self.given_up: set[str] = set()  # rounds whose seeds a restore gave up
        self._rounds = 0
        self._depths: dict[str, tuple[int, ...]] = {}  # of each deck's cuts since its last shuffle
        self._shuffles: dict[str, _Shuffle] = {}
        self._chain: _ChainBook | None = None
        self._witness: _ChainBook | None = None
        self.witnessed: Counter[str] = Counter()  # shuffles to which a witness added a seed, by its key

    def step(self, entry: int, event: ShuffleEvent) -> None:
        """A step of a round's shuffle, or a new chain."""
        if not self._virtual:
            raise Mismatch("a step of the fair shuffle", "this table is dealt with physical cards")
        if isinstance(event, ChainOpened):
            self._open_chain(event)
            return
        known = self._shuffles.get(event.round)
        if isinstance(event, SeedCommitted):
            if known is not None:
                raise Mismatch(f"a second commitment for round {event.round}", f"entry {known.committed} has the first")
            if event.round != round_id(self._stream, len(self._shuffles) + 1):
                raise Mismatch(f"a commitment for round {event.round}", "rounds are numbered one after the other")
            self._use_link(event)
            made = _Shuffle(event.round, entry, event.commitment, event.chain, self._use_witness(event))
            made.witness_link, made.witness_shown = event.witness_link, event.witness_commitment
            self._shuffles[event.round] = made
        elif known is None:
            raise Mismatch(f"a step in the shuffle of round {event.round}", "nothing was committed to before")
        else:
            self._on(known, event)

    def _on(self, shuffle: _Shuffle, event: FairnessEvent) -> None:
        """A step that is not the first."""
        match event:
            case SeedPledged():
                self._pledge(shuffle, event)
            case SeedTaken():
                self._take(shuffle, event)
            case SeedsClosed():
                self._close(shuffle)
            case SeedsFixed():
                self._fix(shuffle, event)
            case WitnessShown():
                self._witness_shows(shuffle, event)
            case SeedRevealed():
                self._reveal(shuffle, event)

    def _close(self, shuffle: _Shuffle) -> None:
        """Where there is a chain, no seed is shown before "no more bets"."""
        _refuse_closed(shuffle, "the seeds are closed again")
        if shuffle.chain and not shuffle.no_more_bets and shuffle.ended is None:
            raise Mismatch(f"the seeds of round {shuffle.round} are closed", "wagers can still be made")
        shuffle.closed, shuffle.fixed, shuffle.terms = True, not shuffle.chain, self.terms

    def _pledge(self, shuffle: _Shuffle, event: SeedPledged) -> None:
        _refuse_closed(shuffle, f"a pledge of {event.player} was taken")
        if not shuffle.chain or event.player in shuffle.pledges or not _SEED.fullmatch(event.pledge):
            raise Mismatch(f"a pledge of {event.player}", "each player is bound once in a round, by a hash")
        shuffle.pledges[event.player] = event.pledge

    def _fix(self, shuffle: _Shuffle, event: SeedsFixed) -> None:
        if not shuffle.closed or shuffle.fixed:
            raise Mismatch(f"the seeds of round {shuffle.round} are fixed", "once, when the pledges are closed")
        order = list(shuffle.pledges)
        shuffle.seeds.sort(key=lambda seed: order.index(seed[0]))
        if event.digest != fixed_by(shuffle.round, shuffle.commitment, shuffle.seeds):
            raise Mismatch(f"the seeds of round {shuffle.round} are fixed", "they are not those that were shown")
        shuffle.fixed, shuffle.digest = True, event.digest
        self.withheld += len(shuffle.pledges) - len(shuffle.seeds)

    def _open_chain(self, event: ChainOpened) -> None:
        """A chain follows only one that is used up, given up by a restore, or of which a seed was never shown.

        The last is a finding of its own. So there is no drawing again until a chain begins as it suits.
        """
        if not _SEED.fullmatch(event.anchor):
            raise Mismatch(f"an anchor {event.anchor!r}", "it is not 64 hexadecimal digits")
        if event.witness:
            told = {"chain": event.chain, "anchor": event.anchor, "links": event.links}
            if not stands(event.witness, event.signature, b"pitboss/witness-chain/1\n" + canonical(told)):
                raise Mismatch(f"a chain of witness {event.witness[:16]}", "its signature does not stand")
            self._witness = _ChainBook(event, shown=event.anchor)
            return
        last = self._chain
        if last is not None and not last.given_up and last.shown is not None and last.used < last.opened.links:
            left = f"{last.opened.chain} has {last.opened.links - last.used} seeds left"
            raise Mismatch(f"a new chain of seeds, {event.chain}", left)
        self._chain = _ChainBook(event, shown=event.anchor)

    def restored(self) -> None:
        """After a restore no seed of the chain may be used: it may have been shown in what is lost."""
        self._witness = None
        if self._chain is not None:
            self._chain.given_up = True

    def _use_witness(self, event: SeedCommitted) -> _ChainBook | None:
        """A witness whose chain goes on is never passed over, and none is named that is not there."""
        chain = self._witness
        goes_on = chain is not None and chain.shown is not None and chain.used < chain.opened.links
        due = (chain.opened.chain, chain.used + 1, chain.shown) if chain is not None and goes_on else ("", 0, "")
        if (event.witness, event.witness_link, event.witness_commitment) != due:
            told = f"seed {event.witness_link} of {event.witness}" if event.witness else "no witness's seed"
            why = f"seed {due[1]} of {due[0]} is due" if due[0] else "no witness's chain goes on"
            raise Mismatch(f"round {event.round} by {told}", why)
        if chain is None or not goes_on:
            return None
        chain.used, chain.shown = chain.used + 1, None
        return chain

    def _witness_shows(self, shuffle: _Shuffle, event: WitnessShown) -> None:
        chain, told = shuffle.witness, f"the witness's seed in round {shuffle.round}"
        if chain is None or not shuffle.fixed or shuffle.witness_seed or not _SEED.fullmatch(event.seed):
            raise Mismatch(told, "it is shown once, after the players' seeds are fixed")
        seed = bytes.fromhex(event.seed)
        if link_of(chain.opened.chain, seed) != shuffle.witness_shown:
            raise Mismatch(told, f"it is not the next of {chain.opened.chain}")
        signed = {"round": shuffle.round, "chain": chain.opened.chain, "link": shuffle.witness_link}
        signed |= {"digest": shuffle.digest, "seed": event.seed}
        if not stands(chain.opened.witness, event.signature, b"pitboss/witness-seed/1\n" + canonical(signed)):
            raise Mismatch(told, "the witness did not sign it for these players' seeds")
        shuffle.witness_seed, chain.shown = seed, event.seed
        self.witnessed[chain.opened.witness] += 1

    def _use_link(self, event: SeedCommitted) -> None:
        """The seed of a round must be the next one of the chain, once there is a chain."""
        chain, round = self._chain, event.round
        if chain is None:
            if event.chain:
                raise Mismatch(f"round {round} by a seed of {event.chain}", "no such chain was opened")
            return
        name = chain.opened.chain
        if event.chain != name:
            raise Mismatch(f"round {round} by a seed of {event.chain or 'no chain'}", f"the chain is {name}")
        if chain.given_up:
            raise Mismatch(f"round {round} by a seed of {name}", "a restore gave that chain up")
        if event.link != chain.used + 1 or event.link > chain.opened.links:
            raise Mismatch(f"round {round} by seed {event.link} of {name}", f"{chain.used} are used")
        if event.commitment != chain.shown:
            raise Mismatch(f"the commitment of round {round}", f"it is not the seed before in {name}")
        chain.used, chain.shown = event.link, None

    def _take(self, shuffle: _Shuffle, event: SeedTaken) -> None:
        if not shuffle.chain:
            _refuse_closed(shuffle, f"a seed of {event.player} was taken")
        elif not shuffle.closed or shuffle.fixed:
            raise Mismatch(f"a seed of {event.player} in round {shuffle.round}", "pledges close first, and seeds once")
        elif pledge_of(shuffle.round, event.player, event.seed) != shuffle.pledges.get(event.player):
            raise Mismatch(f"a seed of {event.player} in round {shuffle.round}", "it is not the one pledged")
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
                if isinstance(event.move, BetsClosed) and (shuffle := self._current) is not None:
                    shuffle.no_more_bets = True
                self._moved(entry, event.move, table.in_play)
            case RoundEnded() if self._virtual and (shuffle := self._current) is not None:
                shuffle.ended, shuffle.void = entry, event.void

    @property
    def _current(self) -> _Shuffle | None:
        return self._shuffles.get(round_id(self._stream, self._rounds))

    def _moved(self, entry: int, move: RoundEvent, deck: str | None) -> None:
        if not isinstance(move, CardsDealt | CardDiscarded | BonusDrawn | WheelSpun):
            return
        shuffle = self._current
        if shuffle is None or not shuffle.fixed or (shuffle.witness is not None and not shuffle.witness_seed):
            raise Mismatch("a card or a draw of a virtual table", "the seeds of the round are not closed yet")
        if isinstance(move, BonusDrawn | WheelSpun):
            shuffle.chosen.append((entry, move))
            return
        if not shuffle.cards:
            shuffle.depths = self._depths[deck or ""]
            if shuffle.depths not in ((), (HALF,)):
                told = f"a deck cut at {', '.join(map(str, shuffle.depths))}"
                raise Mismatch(told, f"a virtual deck is cut once, at {HALF}: there is nothing to choose")
        cards = move.cards if isinstance(move, CardsDealt) else (move.card,)
        shuffle.cards += [(entry, card) for card in cards]

    def _reveal(self, shuffle: _Shuffle, event: SeedRevealed) -> None:
        if not shuffle.fixed:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed", "the players' seeds are not closed")
        if shuffle.ended is None:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed", "the round is not over")
        if shuffle.revealed:
            raise Mismatch(f"the seed of round {shuffle.round} is revealed again", "it was revealed before")
        if not _SEED.fullmatch(event.server_seed):
            raise Mismatch(f"a server seed {event.server_seed!r}", "it is not 64 hexadecimal digits")
        seed = bytes.fromhex(event.server_seed)
        told = link_of(shuffle.chain, seed) if shuffle.chain else commitment_to(shuffle.round, seed)
        if told != shuffle.commitment:
            why = f"it is not the one committed to in entry {shuffle.committed}"
            raise Mismatch(f"the server seed of round {shuffle.round}", why)
        shuffle.revealed = True
        if self._chain is not None and shuffle.chain:
            self._chain.shown = event.server_seed
            self.chained += 1
        self._check_cards(shuffle, seed)
        self._check_draws(shuffle, seed)
        self.checked += 1

    def _check_cards(self, shuffle: _Shuffle, seed: bytes) -> None:
        deck = deck_of(shuffle.round, seed, shuffle.added)
        for depth in shuffle.depths:
            deck = deck[depth:] + deck[:depth]
        for number, ((entry, dealt), due) in enumerate(zip(shuffle.cards, deck, strict=False), start=1):
            if dealt is not due:
                raise Misdealt(entry, f"{dealt} dealt as card {number} of round {shuffle.round}", f"the deck has {due}")

    def _check_draws(self, shuffle: _Shuffle, seed: bytes) -> None:
        terms = shuffle.terms or self.terms
        for entry, event in shuffle.chosen:
            if isinstance(event, WheelSpun):
                due = stop_of(shuffle.round, seed, shuffle.added, event.seat, terms)
                if event.position != due:
                    raise Misdealt(entry, f"the wheel at {event.position} for seat {event.seat}", f"it stops at {due}")
            else:
                drawn = drawn_of(shuffle.round, seed, shuffle.added, terms)
                if (event.magic_card, event.lucky_position) != drawn:
                    told = f"Magic Card {event.magic_card}, lucky position {event.lucky_position} drawn"
                    raise Misdealt(entry, told, f"the seeds draw {drawn[0]} and {drawn[1]}")

    def unrevealed(self) -> Iterator[tuple[int, Mismatch]]:
        """Rounds gone by whose seed stayed secret; that of the last one may still be to come."""
        last = self._current
        for shuffle in self._shuffles.values():
            if shuffle.revealed or shuffle.ended is None or (shuffle.void and shuffle.round in self.given_up):
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
