"""The format of the audit log: what a line holds and which bytes are hashed and signed.

This is all that the side that writes a log and the side that verifies it have in common. It is described in
docs/audit-log.md.
"""

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.engine.actions import kebab
from pitboss.engine.correction import Settled
from pitboss.money import Amount
from pitboss.progressive import Progression
from pitboss.rulebooks.codec import builtins, to_plain
from pitboss.rulebooks.parts import Account
from pitboss.rulebooks.table_rules import Cards, Keying

FORMAT = "pitboss audit log 1"
HEAD_DOMAIN = b"pitboss/tree-head/1\n"
LOG_STREAM = "log"
MONEY_STREAM = "money"
RULEBOOKS_STREAM = "rulebooks"
CORRECTIONS_STREAM = "corrections/"  # and the name of the table
APPROVALS_STREAM = "approvals"
PEOPLE_STREAM = "people"
MACHINE_STREAM = "machine"


class EntryKind(StrEnum):
    """What an entry tells of."""

    COMMAND = "command"
    EVENT = "event"
    REFUSAL = "refusal"
    SIGN_IN = "sign-in"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that happened, in the order of the whole log and of its own stream."""

    entry: int  # from 0
    kind: EntryKind
    stream: str
    sequence: int  # within the stream, from 1
    time: int  # milliseconds since the beginning of 1970, UTC
    actor: str
    rulebook: str | None  # the hash of the rulebook a table is played by
    payload: dict[str, Any]


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tree head: the size and root of the log at a time. A closing head is the last line of a file."""

    number: int  # from 1
    size: int
    root: str
    time: int
    key: str
    closing: bool = False


class SignedHead(Head, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tree head with its Ed25519 signature."""

    signature: str


class EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with an entry and its leaf hash, so that damage can be named to the entry."""

    entry: Entry
    leaf: str


class HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with a head."""

    head: SignedHead


class LogEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event", tag=kebab):
    """A fact that is no event of a table."""


class LogOpened(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """Entry 0: the format, the log's name, and the public key its heads are signed with.

    `parted` says that play money has books of its own from the beginning.
    """

    format: str
    log: str
    public_key: str
    parted: bool = False


class LogRestored(LogEvent, frozen=True, kw_only=True):
    """In the log's own stream: what is here was brought back from a backup, and what came after it is lost.

    `entries` are those the backup had; `lost` is the last head that is known to have been signed before, if it was over
    more than them. The seeds of `rounds` may have been shown since, so they are dealt no card of: each is void, and its
    seed is never revealed. `on_the_table` are rounds with physical cards, which end likewise, or by the floor.
    """

    entries: int
    taken: int
    lost: SignedHead | None
    rounds: tuple[str, ...]
    on_the_table: tuple[str, ...]


class MeterOpened(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A progressive meter of the house and what is on it: a cent is a million microcents."""

    meter: str
    microcents: int
    practice: bool = False  # it is play money


class BooksParted(LogEvent, frozen=True, kw_only=True):
    """In the stream `money`, of a log begun before: play money has books of its own from here on.

    What the house gave in play money until then, `amount`, goes over to the account it has there.
    """

    amount: Amount


class TableOpened(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """The first entry of a table's stream: what it is played by and where its cards come from."""

    rulebook: str
    hash: str
    submission: dict[str, Any]
    cards: Cards
    keyed: Keying = Keying.DEALT
    meters: dict[str, str]  # the table's name for a meter, and which meter of the house it is


class MeterChanged(LogEvent, frozen=True, kw_only=True):
    """Other terms were recorded for a meter; they wait until they may take effect."""

    meter: str
    to: Progression
    reason: str


class MeterChangeTookEffect(LogEvent, frozen=True, kw_only=True):
    """The terms recorded last are those the meter runs by."""

    meter: str


class ProgressionsTaken(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: its meters run by these terms from here on."""

    meters: dict[str, Progression]


class RulebookKept(LogEvent, frozen=True, kw_only=True):
    """In the stream `rulebooks`: a version of a rulebook whole, so that what was dealt by it can always be replayed.

    `hash` is of its files to the letter, `law` of its figures, orders and readings alone.
    """

    rulebook: str
    hash: str
    law: str
    files: dict[str, str]


class RulebookChosen(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: a supervisor has it move to a version with another law, from a time on, between rounds."""

    hash: str
    law: str
    effective: int  # seconds
    reason: str


class RulebookTaken(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: it is played by this version and these choices from here on."""

    hash: str
    submission: dict[str, Any]


class DealerCameOn(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: this person deals from here on, and keys in for players where the cards are physical."""

    dealer: str


class SeedSealed(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: the server seed of a round, encrypted until it is revealed."""

    round: str
    sealed: str


class PlayerReady(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: a player has made all the wagers they want to make."""

    seat: int


class ClocksRestarted(LogEvent, frozen=True, kw_only=True):
    """In a table's stream: the clocks begin anew, for a while the players could not be served."""

    at: int


RoomEvent = SeedSealed | PlayerReady | ClocksRestarted
"""What a room adds to the stream of a table that no rule depends on."""


class ChipsBought(LogEvent, frozen=True, kw_only=True):
    """The cage gave a player chips for cash."""

    player: str
    amount: Amount


class ChipsCashed(LogEvent, frozen=True, kw_only=True):
    """The cage took a player's chips back."""

    player: str
    amount: Amount


class MovedToGameAccount(LogEvent, frozen=True, kw_only=True):
    """Chips of a player became money on the player's own game account; `practice` where it is play money."""

    player: str
    amount: Amount
    practice: bool


class MovedToChips(LogEvent, frozen=True, kw_only=True):
    """Money on a player's game account became the player's own chips."""

    player: str
    amount: Amount
    practice: bool


class Uncollected(LogEvent, frozen=True, kw_only=True):
    """What the command that follows takes back from a player and he no longer has: the house bears it."""

    player: str
    table: str
    amount: Amount


class PlayMoneyGiven(LogEvent, frozen=True, kw_only=True):
    """The house filled a player's practice purse up."""

    player: str
    amount: Amount


class PlayMoneyTaken(LogEvent, frozen=True, kw_only=True):
    """What a guest who is gone had left in play money went back to the house, out of one of the guest's accounts."""

    player: str
    amount: Amount
    account: Account


class InventoryOpened(LogEvent, frozen=True, kw_only=True):
    """The house gave a table its inventory; at a practice table everybody wagers play money."""

    table: str
    amount: Amount
    practice: bool


class InventoryFilled(LogEvent, frozen=True, kw_only=True):
    """The house put chips into a table inventory; `automatic` where it covered what the table could not pay."""

    table: str
    amount: Amount
    reason: str
    automatic: bool


class InventoryCredited(LogEvent, frozen=True, kw_only=True):
    """The house took chips out of a table inventory."""

    table: str
    amount: Amount
    reason: str


class TableClosed(LogEvent, frozen=True, kw_only=True):
    """A table was closed, and its inventory went back to the house."""

    table: str
    amount: Amount


MoneyEvent = (
    ChipsBought
    | ChipsCashed
    | MovedToGameAccount
    | MovedToChips
    | Uncollected
    | PlayMoneyGiven
    | PlayMoneyTaken
    | BooksParted
    | InventoryOpened
    | InventoryFilled
    | InventoryCredited
    | TableClosed
)
"""Money that moves outside of rounds: the stream `money`."""


class CorrectionProposed(LogEvent, frozen=True, kw_only=True):
    """A floorperson found a round settled wrongly: the facts as they are now known, the settlement before and after.

    Corrections of a table are numbered from 1 and stand in the stream `corrections/` with its name. A proposal moves no
    money.
    """

    number: int
    table: str
    round: int
    reason: str
    facts: dict[str, Any]
    old: Settled
    new: Settled


class CorrectionApproved(LogEvent, frozen=True, kw_only=True):
    """A second person approved a correction, and the difference was paid and taken back.

    `uncollected` is what players could not give back, and `covered` what meters did not show any more: the
    house bears both.
    """

    number: int
    table: str
    round: int
    uncollected: dict[str, Amount]
    covered: dict[str, Amount]


class CorrectionRejected(LogEvent, frozen=True, kw_only=True):
    """A second person rejected a correction."""

    number: int
    table: str
    round: int
    reason: str


class CorrectionWithdrawn(LogEvent, frozen=True, kw_only=True):
    """A proposal fell: whoever made it took it back, or another correction of the round was approved first."""

    number: int
    table: str
    round: int
    reason: str


CorrectionEvent = CorrectionProposed | CorrectionApproved | CorrectionRejected | CorrectionWithdrawn


class ReturnBeyondChance(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A wager at a table returned more, or less, than chance explains: found for the first time."""

    table: str
    wager: str
    bets: int
    staked: Amount
    returned: Amount
    z: str  # standard errors above what theory expects
    evidence: str = ""  # how many times over a fair bet against honest dealing had grown


def canonical(value: object) -> bytes:
    """The one way data is written: JSON with sorted keys, no spaces, text in UTF-8; the project's values as text.

    >>> canonical({"b": [1, None], "a": "♠"}).decode()
    '{"a":"♠","b":[1,null]}'
    """
    try:
        return _CANONICAL.encode(value)
    except TypeError:  # numbers that are keys are text in JSON, and sorted as such
        return _CANONICAL.encode(builtins(value))


_CANONICAL = msgspec.json.Encoder(enc_hook=to_plain, order="sorted")


def packed(*parts: bytes) -> bytes:
    """Several byte strings as one that can be read only one way: each after its length in four bytes.

    >>> packed(b"ab", b"c").hex(" ")
    '00 00 00 02 61 62 00 00 00 01 63'
    """
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def head_message(head: Head) -> bytes:
    """The bytes a head's signature stands under."""
    fields = {name: getattr(head, name) for name in Head.__struct_fields__}
    return HEAD_DOMAIN + canonical(fields)


def round_id(stream: str, number: int) -> str:
    """The name of a table's round, counted from 1: the one its commitment is for."""
    return f"{stream}/{number}"
