"""Double entry: every entry takes from one account what it gives to another. Corrections are new entries.

A wager is pending until a settlement line posts it or a void returns it. What a meter pays never passes through the
table inventory: it leaves the meter when the settlement takes it, and waits as pending until its line is paid.
"""

from collections.abc import Iterable, Iterator

import msgspec

from pitboss import engine
from pitboss.engine import Round, RoundEvent, SettlementLine
from pitboss.engine.events import BetMade, LineSettled, PayoutValidated, WagerPlaced, WagerTakenBack
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.store.accounts import CAGE, HOUSE, PLAY_HOUSE, RoundAccounts, game_account, player_account, table_account


class Entry(msgspec.Struct, frozen=True):
    """An amount that goes from one account to another, and why."""

    source: str
    target: str
    amount: Amount
    why: str


def buy_in(player: str, amount: Amount) -> Entry:
    """The cage gives a player chips for cash."""
    return Entry(CAGE, player_account(player), amount, "buy-in")


def cash_out(player: str, amount: Amount) -> Entry:
    """The cage takes a player's chips back."""
    return Entry(player_account(player), CAGE, amount, "cash-out")


def to_game_account(player: str, amount: Amount) -> Entry:
    """A player's chips become money on the same player's game account."""
    return Entry(player_account(player), game_account(player), amount, "to the game account")


def to_chips(player: str, amount: Amount) -> Entry:
    """Money on a player's game account becomes the same player's chips."""
    return Entry(game_account(player), player_account(player), amount, "to chips")


def fill(table: str, amount: Amount) -> Entry:
    """Chips go into the table inventory."""
    return Entry(HOUSE, table_account(table), amount, "fill")


def credit(table: str, amount: Amount) -> Entry:
    """Chips leave the table inventory."""
    return Entry(table_account(table), HOUSE, amount, "credit")


def in_books(entry: Entry, practice: bool) -> Entry:
    """An entry of a table in the books that it belongs to: for play money the house has an account of its own."""
    if not practice or HOUSE not in (entry.source, entry.target):
        return entry
    source, target = (PLAY_HOUSE if side == HOUSE else side for side in (entry.source, entry.target))
    return Entry(source, target, entry.amount, entry.why)


def postings(accounts: RoundAccounts, before: Round, events: Iterable[RoundEvent]) -> list[Entry]:
    """The entries that a round's events bring, the round being as it was before the first of them.

    What meters give up and take in are their own moves (`meter_moves`), which make their own entries.
    """
    entries: list[Entry] = []
    round, since = before, list[RoundEvent]()
    for event in events:
        if isinstance(event, _SEES_THE_ROUND):
            round, since = engine.replay(round, since), []
        if isinstance(event, POSTED):
            entries += (entry for entry in _posted(accounts, round, event) if entry.amount)
        since.append(event)
    return entries


POSTED = (WagerPlaced, BetMade, WagerTakenBack, LineSettled, PayoutValidated)
"""Events that bring entries; no other is looked at."""


_SEES_THE_ROUND = (WagerPlaced, BetMade, WagerTakenBack, PayoutValidated)
"""Events whose entries depend on how the round stands; for others it need not be known."""


def _posted(accounts: RoundAccounts, round: Round, event: RoundEvent) -> Iterator[Entry]:
    match event:
        case WagerPlaced(seat, wager, amount) | BetMade(seat, wager, amount):
            yield _stake(accounts, round, seat, wager, amount - _standing(round, seat, wager))
        case WagerTakenBack(seat, wager):
            yield _stake(accounts, round, seat, wager, -_standing(round, seat, wager))
        case LineSettled(line):
            yield from _settled(accounts, round.terms, line)
        case PayoutValidated(seat, wager):
            for line in round.held:
                if (line.seat, line.wager) == (seat, wager):
                    yield from _settled(accounts, round.terms, line)


def _standing(round: Round, seat: int, wager: str) -> Amount:
    """What a seat already has on a wager; a second amount replaces the first."""
    return round.seats[seat].wagers.get(wager, Amount.ZERO) if seat in round.seats else Amount.ZERO


def _stake(accounts: RoundAccounts, round: Round, seat: int, wager: str, more: Amount) -> Entry:
    player = accounts.player(seat, round.terms.stake_account(wager))
    why = f"{wager} taken back" if more < Amount.ZERO else wager
    return _entry(player, accounts.pending(seat), more, why)


def _settled(accounts: RoundAccounts, terms: Terms, line: SettlementLine) -> Iterator[Entry]:
    """The stake goes back where it came from or to the table; the winnings come from and go where the line says."""
    pending = accounts.pending(line.seat)
    back = line.returned - line.paid
    why = f"{line.wager} {line.result}"
    yield _entry(pending, accounts.player(line.seat, terms.stake_account(line.base)), back, why)
    yield _entry(pending, accounts.inventory, line.stake - back, why)
    yield _entry(accounts.payer(line), accounts.player(line.seat, line.to), line.paid, why)


def _entry(source: str, target: str, amount: Amount, why: str) -> Entry:
    """An amount below zero goes the other way: what is taken back, or cut, or reversed."""
    return Entry(source, target, amount, why) if amount >= Amount.ZERO else Entry(target, source, -amount, why)
