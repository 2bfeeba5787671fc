"""The names of the accounts of the ledger, and which of them may stand below zero.

The balances of all accounts always sum to zero. The cage stands below zero by the cash it holds for the chips it gave
out, the house by what it put into tables and meters; nobody else may give what they do not have, but a table pays what
its wagers win even when its inventory is used up.

Play money has books of its own: the house keeps an account for each, players have a purse for each, and no entry goes
from one set of books to the other.
"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from pitboss.engine.lines import SettlementLine, Source
from pitboss.rulebooks.parts import Account

CAGE = "cage"
HOUSE = "house"
PLAY_HOUSE = "house:practice"
PRACTICE = "practice/"

_KINDS = {"player": False, "game": False, "pending": False, "meter": False, "table": True, CAGE: True, HOUSE: True}


def purse_of(player: str, practice: bool) -> str:
    """Whose accounts a player's money or play money is in."""
    return f"{PRACTICE}{player}" if practice else player


@lru_cache(maxsize=1 << 14)
def accounts_of(player: str, practice: bool) -> tuple[str, str]:
    """A player's chips and game account in the books of real or of play money; asked for many times a command."""
    purse = purse_of(player, practice)
    return player_account(purse), game_account(purse)


def player_account(player: str) -> str:
    """A player's chips."""
    return f"player:{player}"


def game_account(player: str) -> str:
    """What a player has with the electronic wagering system."""
    return f"game:{player}"


def table_account(table: str) -> str:
    """The table inventory."""
    return f"table:{table}"


def meter_account(meter: str) -> str:
    """The whole cents a meter holds, shown and in reserve."""
    return f"meter:{meter}"


def kind_of(account: str) -> str:
    """The kind of an account: what stands before the first colon."""
    kind = account.partition(":")[0]
    if kind not in _KINDS or ((kind == account) != (kind in (CAGE, HOUSE)) and account != PLAY_HOUSE):
        raise ValueError(f"{account!r} is not an account: its kind is one of {', '.join(_KINDS)}.")
    return kind


def may_owe(account: str) -> bool:
    """Whether an account may stand below zero."""
    return _KINDS[kind_of(account)]


def real_money(account: str) -> bool | None:
    """Whether an account is in the books of real money or in those of play money; None where its name does not tell."""
    if account in (CAGE, HOUSE, PLAY_HOUSE):
        return account != PLAY_HOUSE
    kind, _, name = account.partition(":")
    return not name.startswith(PRACTICE) if kind in ("player", "game") else None


class RoundAccounts(msgspec.Struct, frozen=True):
    """The accounts a round moves money between: who sits where, and which meters its meter names stand for.

    A meter that several tables share has one name in the store and is named by each table's `meters`; a meter that is
    not listed there is the table's own.
    """

    table: str
    round: str
    players: Mapping[int, str]
    meters: Mapping[str, str] = {}

    def player(self, seat: int, account: Account = Account.CHIPS) -> str:
        """An account of the player of a seat: the chips, or the game account."""
        return (game_account if account is Account.GAME else player_account)(self.players[seat])

    @property
    def inventory(self) -> str:
        """The table's own account."""
        return table_account(self.table)

    def pending(self, what: int | str) -> str:
        """What waits for settlement: the wagers of a seat, or what a meter has given up and nobody has yet received."""
        return f"pending:{self.table}:{self.round}:{what}"

    def meter(self, name: str) -> str:
        """The name in the store of a meter of the round."""
        return self.meters.get(name, f"{self.table}.{name}")

    def payer(self, line: SettlementLine) -> str:
        """Where the winnings of a line come from."""
        match line.source:
            case Source.TABLE_INVENTORY:
                return self.inventory
            case Source.PRIZE:
                return HOUSE
            case Source.METER:
                assert line.meter is not None, "a line paid from a meter names it"
                return self.pending(line.meter)
