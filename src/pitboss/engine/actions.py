"""What can be done in a round, by a player, the dealer, a floorperson or the table's own system."""

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount


def kebab(name: str) -> str:
    """`PlaceWager` is written `place-wager`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


class Action(msgspec.Struct, frozen=True, tag_field="action", tag=kebab):
    """An attempt; the round decides whether it is allowed and what follows."""


class PlaceWager(Action, frozen=True):
    """A player puts up a wager before "no more bets"; a second amount replaces the first."""

    seat: int
    wager: str
    amount: Amount


class TakeBack(Action, frozen=True):
    """A player takes a wager back before "no more bets"."""

    seat: int
    wager: str


class ReturnWagers(Action, frozen=True):
    """The dealer gives an incomplete seat its wagers back before "no more bets"; it is not dealt in."""

    seat: int


class CloseBets(Action, frozen=True):
    """The dealer announces "no more bets"."""


class Deal(Action, frozen=True):
    """The dealer delivers the next card, or stack of cards, in the document's order.

    Without cards, where their faces are keyed when they are turned up: all that goes face down from here on.
    """

    cards: tuple[Card, ...]


class DiscardCard(Action, frozen=True):
    """A card found face up while dealing is set aside and not used."""

    card: Card


class Bet(Action, frozen=True):
    """A player makes the bet in turn."""

    seat: int
    amount: Amount


class Check(Action, frozen=True):
    """A player stays in without a bet."""

    seat: int


class Withdraw(Action, frozen=True):
    """A player takes back, in turn, the wager that may be taken back."""

    seat: int


class Fold(Action, frozen=True):
    """A player folds in turn."""

    seat: int


PlayerChoice = Bet | Check | Withdraw | Fold
"""What a player may do in turn."""


class Reveal(Action, frozen=True, omit_defaults=True):
    """The dealer turns up the next cards; with the faces that nobody has seen yet, by place or "seat N"."""

    cards: dict[str, tuple[Card, ...]] = {}


class Draw(Action, frozen=True):
    """The table system draws the Magic Card and the lucky position; nothing where nothing comes up this round."""

    magic_card: Card | None = None
    lucky_position: int | str | None = None  # a seat, or "dealer"


class Settle(Action, frozen=True):
    """The dealer settles the next player's wagers; `meters` are the amounts shown at this moment."""

    meters: dict[str, Amount] = {}


class Strike(Action, frozen=True):
    """A floorperson strikes a wager that no chip stands for, before the first card."""

    seat: int
    wager: str


class CallOff(Action, frozen=True):
    """Some wagers can no longer be decided: their stakes go back, and the rest of the round goes on."""

    wagers: tuple[str, ...]
    clause: str
    reason: str


class Spin(Action, frozen=True):
    """A player whose hand won a spin turns the wheel; where it stops is the wheel's own doing."""

    seat: int
    position: int
    meters: dict[str, Amount] = {}


class Validate(Action, frozen=True):
    """A floorperson validates a payout that waits for it; a share of a meter with its completed documentation."""

    seat: int
    wager: str
    document: str = ""  # its reference


class Abandon(Action, frozen=True):
    """A floorperson rules the wagers of a player who left the table lost."""

    seat: int


class Forfeit(Action, frozen=True):
    """A floorperson takes all wagers of a player who broke a rule of conduct."""

    seat: int
    clause: str


class Void(Action, frozen=True):
    """The round is void for a reason the rulebook lists: every wager goes back, and what was paid is reversed."""

    clause: str
    reason: str


RoundAction = (
    PlaceWager
    | TakeBack
    | ReturnWagers
    | CloseBets
    | Deal
    | DiscardCard
    | Bet
    | Check
    | Withdraw
    | Fold
    | Reveal
    | Draw
    | Strike
    | CallOff
    | Settle
    | Spin
    | Validate
    | Abandon
    | Forfeit
    | Void
)
