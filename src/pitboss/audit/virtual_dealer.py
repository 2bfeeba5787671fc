"""The dealer of a virtual table: the command that does the duty in hand, with cards and draws from the fair shuffle."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pitboss.audit.shuffle import RoundChance
from pitboss.cards import DECK, Card
from pitboss.engine import Round, next_delivery, spin_due
from pitboss.engine.actions import CloseBets, Deal, Reveal, RoundAction, Settle, Spin, Validate
from pitboss.engine.lines import Source
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Duty, Shuffle, Table, TableCommand, TableEvent, cut_stack, first_due
from pitboss.table.commands import (
    Attest,
    CountChips,
    CountStub,
    CutDeck,
    EmptyRack,
    OpenRound,
    Play,
    ReceiveDeck,
    ShuffleDeck,
    StoreDeck,
)
from pitboss.table.events import DeckCut, DeckReceived, DeckShuffled
from pitboss.table.needs import progressive_wagers

BACKS = ("red", "blue")
HALF = len(DECK) // 2
DOCUMENT = "on file"
_PLAYERS = ("bet", "place-wager", "return-wagers")
"""What waits for a player."""


@dataclass
class Cuts:
    """How each deck was cut since it was last shuffled: what moves the order that the seeds give."""

    depths: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def keep(self, events: Iterable[TableEvent]) -> None:
        """Takes note of shuffles and cuts."""
        for event in events:
            if isinstance(event, DeckReceived | DeckShuffled):
                self.depths[event.deck] = ()
            elif isinstance(event, DeckCut):
                self.depths[event.deck] += (event.depth,)

    def stack(self, deck: str, shuffled: tuple[Card, ...]) -> tuple[Card, ...]:
        """The deck as it is dealt, from the top card."""
        for depth in self.depths[deck]:
            shuffled = cut_stack(shuffled, depth)
        return shuffled


@dataclass
class VirtualDealer:
    """Does what is due at a table where no person deals. `chance` is there once the players' seeds are closed."""

    cuts: Cuts = field(default_factory=Cuts)
    chance: RoundChance | None = None

    def next_command(self, table: Table, at: int, meters: dict[str, Amount]) -> TableCommand | None:
        """The next command of the house; None when a player must act, or nothing is due."""
        due = first_due(table, at)
        return None if due is None or due.name in _PLAYERS else self.command_for(due, table, at, meters)

    def command_for(self, due: Duty, table: Table, at: int, meters: dict[str, Amount]) -> TableCommand:
        """The command by which the house does what is due."""
        if table.running is not None and due.name in _ACTIONS:
            action = _ACTIONS[due.name](self, table, table.running, meters)
            role = Role.FLOORPERSON if due.name == "validate" else Role.SYSTEM
            if isinstance(action, Spin):
                return Play(by=Role.PLAYER, at=at, player=table.seats[action.seat].player, action=action)
            return Play(by=role, at=at, action=action)
        return _procedure(table, due, at)

    def deal(self, table: Table, round: Round) -> Deal:
        """The next cards from the top of the stack."""
        assert self.chance is not None, "the players' seeds are closed before the first card"
        assert table.in_play is not None
        delivery = next_delivery(round)
        assert delivery is not None
        out = len(round.cards_out)
        return Deal(self.cuts.stack(table.in_play, self.chance.deck())[out : out + delivery[1]])

    def draw(self, round: Round) -> RoundAction:
        """The draw of Magic Card and lucky position."""
        assert self.chance is not None
        return self.chance.draw(round.terms)

    def spin(self, round: Round, meters: dict[str, Amount]) -> Spin:
        """The wheel stops for the player whose turn it is."""
        assert self.chance is not None
        seat = spin_due(round)
        assert seat is not None
        return Spin(seat, self.chance.stop(seat, round.terms), meters)


def _validate(round: Round) -> Validate:
    line = round.held[0]
    return Validate(line.seat, line.wager, DOCUMENT if line.source is Source.METER else "")


_ACTIONS: dict[str, Callable[[VirtualDealer, Table, Round, dict[str, Amount]], RoundAction]] = {
    "close-bets": lambda dealer, table, round, meters: CloseBets(),
    "deal": lambda dealer, table, round, meters: dealer.deal(table, round),
    "reveal": lambda dealer, table, round, meters: Reveal(),
    "draw": lambda dealer, table, round, meters: dealer.draw(round),
    "spin": lambda dealer, table, round, meters: dealer.spin(round, meters),
    "settle": lambda dealer, table, round, meters: Settle(meters),
    "validate": lambda dealer, table, round, meters: _validate(round),
}


def _procedure(table: Table, due: Duty, at: int) -> TableCommand:
    """A step around the round; of what only people can do, the system attests that it was not needed."""
    role = Role.SYSTEM if Role.DEALER in due.by else due.by[0]
    deck = due.where.removeprefix("deck ") if due.where.startswith("deck ") else table.in_play or ""
    out = len(table.running.cards_out) if table.running else 0
    make = _PROCEDURES.get(due.name)
    if make is not None:
        return make(table, role, at, deck, out)
    player = next((occupant.player for occupant in table.seats.values()), "") if role is Role.PLAYER else ""
    return Attest(by=role, at=at, player=player, deck=deck, step=due.name)


def _receive(table: Table, by: Role, at: int, deck: str, out: int) -> ReceiveDeck:
    back = BACKS[len(table.decks)]
    return ReceiveDeck(by=by, at=at, deck=back, back=back, design="virtual")


def _shuffle(table: Table, by: Role, at: int, deck: str, out: int) -> ShuffleDeck:
    counted = table.counts and table.shuffling is Shuffle.DEVICE
    return ShuffleDeck(by=by, at=at, deck=deck, count=len(DECK) if counted else None)


_PROCEDURES: dict[str, Callable[[Table, Role, int, str, int], TableCommand]] = {
    "receive_deck": _receive,
    "shuffle": _shuffle,
    "cut": lambda table, by, at, deck, out: CutDeck(by=by, at=at, deck=deck, depth=HALF),
    "store_deck": lambda table, by, at, deck, out: StoreDeck(by=by, at=at, deck=deck),
    "empty_rack": lambda table, by, at, deck, out: EmptyRack(by=by, at=at),
    "open_round": lambda table, by, at, deck, out: OpenRound(by=by, at=at, deck=deck),
    "count_chips": lambda table, by, at, deck, out: CountChips(by=by, at=at, chips=progressive_wagers(table)),
    "count_stub": lambda table, by, at, deck, out: CountStub(by=by, at=at, cards=len(DECK) - out),
}
