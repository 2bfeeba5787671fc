"""Between a player's chips and game account: what one of them lacks at a table is moved there from the other.

A wager through the game account has what is missing moved from the chips, if the reading in force says so and the
player placed it himself. What is taken from a player otherwise, such as a win that a void reverses, is taken wherever
the player has it, so that nobody escapes it by moving money; and what the player has no more, the house bears, so that
a void never fails for want of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from pitboss.audit.format import MovedToChips, MovedToGameAccount, Uncollected
from pitboss.books.table_spec import refused
from pitboss.engine.actions import Bet, PlaceWager
from pitboss.money import Amount
from pitboss.rulebooks.parts import Account
from pitboss.server.tables.live import Live
from pitboss.store import HOUSE, Entry, player_account, to_chips, to_game_account
from pitboss.store.accounts import purse_of
from pitboss.table import TableCommand
from pitboss.table.commands import Play

Has = Callable[[str], Amount]
"""What an account holds now."""


class OwnMove(msgspec.Struct, frozen=True):
    """Money that goes from one of a player's accounts to the other; `practice` where it is play money."""

    player: str
    amount: Amount
    to: Account
    practice: bool

    @property
    def entry(self) -> Entry:
        """What it is in the ledger."""
        move = to_game_account if self.to is Account.GAME else to_chips
        return move(purse_of(self.player, self.practice), self.amount)

    @property
    def told(self) -> MovedToGameAccount | MovedToChips:
        """What it is in the log."""
        kind = MovedToGameAccount if self.to is Account.GAME else MovedToChips
        return kind(player=self.player, amount=self.amount, practice=self.practice)


class NotCollected(msgspec.Struct, frozen=True):
    """What a player no longer has of what is taken back from him: the house bears it."""

    player: str
    amount: Amount
    table: str
    practice: bool

    @property
    def entry(self) -> Entry:
        """What it is in the ledger: put into his chips, so that all of it can be taken from him."""
        account = player_account(purse_of(self.player, self.practice))
        return Entry(HOUSE, account, self.amount, "not collected")

    @property
    def told(self) -> Uncollected:
        """What it is in the log."""
        return Uncollected(player=self.player, table=self.table, amount=self.amount)


def stakes(command: TableCommand) -> bool:
    """Whether a command wagers money: nobody wagers what he does not have."""
    return isinstance(command, Play) and isinstance(command.action, PlaceWager | Bet)


def funding(live: Live, actor: str, entries: Sequence[Entry], has: Has) -> Iterator[OwnMove]:
    """The moves that must come before some wagers; `Refused` if they lack money that may not be moved.

    What a wager takes must be there before it, whatever the same command goes on to win: otherwise a bet would be
    refused only where it loses.
    """
    taken = _taken(entries)
    for occupant in live.table.seats.values():
        player, (chips, game) = occupant.player, live.spec.accounts(occupant.player)
        if taken.get(game, 0) > 0 and (short := Amount(taken[game]) - has(game)) > Amount.ZERO:
            _refuse_short(live, actor == player, short, has(game), has(chips))
            yield OwnMove(player, short, Account.GAME, live.spec.practice)
        if taken.get(chips, 0) > 0 and has(chips) < Amount(taken[chips]):
            tried, allowed = f"a wager of {Amount(taken[chips])}", f"at most {has(chips)}, which is in chips"
            money = live.terms.money
            says = f"This takes {money(Amount(taken[chips]))} in chips, and {player} has {money(has(chips))}."
            raise refused(f"table {live.spec.name}", tried, allowed, says=says)


def not_collected(live: Live, entries: Sequence[Entry], has: Has) -> Iterator[NotCollected]:
    """What must come before some entries that take from players, so that none fails for want of their money."""
    for player, taken in _taken_back(live, entries):
        short = sum(taken.values(), Amount.ZERO) - sum(map(has, taken), Amount.ZERO)
        if short > Amount.ZERO:
            yield NotCollected(player, short, live.spec.name, live.spec.practice)


def evening(live: Live, entries: Sequence[Entry], has: Has) -> Iterator[OwnMove]:
    """The moves that must follow such entries: what one account of a player lacks comes from the other."""
    for player, taken in _taken_back(live, entries):
        for account, target in zip(taken, (Account.CHIPS, Account.GAME), strict=True):
            if has(account) < Amount.ZERO:
                yield OwnMove(player, -has(account), target, live.spec.practice)


def _taken_back(live: Live, entries: Sequence[Entry]) -> Iterator[tuple[str, dict[str, Amount]]]:
    """Who gives something back, and how much of it from the chips and from the game account."""
    if not entries:
        return
    cents = _taken(entries)
    for occupant in live.table.seats.values():
        accounts = live.spec.accounts(occupant.player)
        if any(cents.get(account, 0) > 0 for account in accounts):
            yield occupant.player, {account: Amount(cents.get(account, 0)) for account in accounts}


def taken_from(live: Live, entries: Iterable[Entry]) -> Iterator[tuple[int, int]]:
    """The seats that some entries take money from, with the cents they take of chips and game account together."""
    taken = _taken(entries)
    for seat, occupant in live.table.seats.items():
        chips, game = live.spec.accounts(occupant.player)
        cents = taken.get(chips, 0) + taken.get(game, 0)
        if cents > 0:
            yield seat, cents


def _taken(entries: Iterable[Entry]) -> dict[str, int]:
    """The cents that some entries take from each account, or, below zero, bring it."""
    cents: dict[str, int] = {}
    for entry in entries:
        cents[entry.source] = cents.get(entry.source, 0) + entry.amount.cents
        cents[entry.target] = cents.get(entry.target, 0) - entry.amount.cents
    return cents


def _refuse_short(live: Live, himself: bool, short: Amount, on_game: Amount, in_chips: Amount) -> None:
    """A wager beyond the game account, where what is missing may not be moved there, or is not in chips either."""
    rule = live.terms.rulebook.game_account
    assert rule is not None
    moves = himself and live.terms.placing_funds
    if moves and short <= in_chips:
        return
    money, tried = live.terms.money, f"a wager of {on_game + short} from the {Account.GAME}"
    reading, allowed = rule.stake_reading, f"at most {on_game + in_chips}, which is there and in chips"
    has = f"there and in chips are {money(on_game + in_chips)}."
    if not moves:
        reading, allowed = rule.funding_reading, f"at most {on_game}, which is there"
        has = f"it has {money(on_game)}. Move chips to it first, on the player's Account page or at the cage."
    says = f"This takes {money(on_game + short)} from the {Account.GAME}, and {has}"
    raise refused(f"table {live.spec.name}", tried, allowed, f"reading {reading}", live.spec.rulebook, says)
