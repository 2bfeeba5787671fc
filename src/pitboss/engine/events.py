"""What happened in a round. The same events always give the same state: replay is the dispute tool."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.actions import kebab
from pitboss.engine.lines import SettlementLine
from pitboss.money import Amount


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=kebab):
    """A fact of a round."""


class WagerPlaced(Event, frozen=True):
    """A wager stands on the layout."""

    seat: int
    wager: str
    amount: Amount


class WagerTakenBack(Event, frozen=True):
    """A wager was taken back in time, or returned to a seat that is not dealt in, or struck for want of its chip."""

    seat: int
    wager: str


class BetsClosed(Event, frozen=True):
    """The dealer said "no more bets"."""


class CardsDealt(Event, frozen=True):
    """A card or stack went to a place: a community position, `burn`, `dealer` or `seat N`."""

    to: str
    cards: tuple[Card, ...]


class CardDiscarded(Event, frozen=True):
    """A card found face up was set aside."""

    card: Card


class BetMade(Event, frozen=True):
    """A player made a bet in turn."""

    seat: int
    wager: str
    amount: Amount


class Checked(Event, frozen=True):
    """A player stayed in without a bet."""

    seat: int


class WagerWithdrawn(Event, frozen=True):
    """A player took a wager back in turn; its stake goes back."""

    seat: int
    wager: str


class Folded(Event, frozen=True):
    """A player folded instead of making a bet."""

    seat: int
    bet: str


class SeatAbandoned(Event, frozen=True):
    """A player left; every wager of the seat loses."""

    seat: int
    clause: str


class SeatForfeited(Event, frozen=True):
    """A player broke a rule of conduct; every wager of the seat is taken."""

    seat: int
    clause: str


class CardsRevealed(Event, frozen=True):
    """Cards were turned up at these places."""

    places: tuple[str, ...]


class BonusDrawn(Event, frozen=True):
    """The table system drew the Magic Card and the lucky position."""

    magic_card: Card | None
    lucky_position: int | str | None


class HandOpened(Event, frozen=True):
    """A player's cards were turned up."""

    seat: int


class WheelSpun(Event, frozen=True):
    """The wheel stopped for a player."""

    seat: int
    position: int


class DealerJackpotShared(Event, frozen=True):
    """A jackpot won by the dealer's hand was divided among so many who bet on it: each one's equal share."""

    each: Amount
    among: int


class MetersRead(Event, frozen=True):
    """What the meters that pay in this turn showed when the player's turn came."""

    meters: dict[str, Amount]


class WagersCalledOff(Event, frozen=True):
    """Some wagers can no longer be decided; their stakes go back."""

    wagers: tuple[str, ...]
    clause: str
    reason: str


class HandRacked(Event, frozen=True):
    """A player's cards left play for the discard rack."""

    seat: int


class MeterReversed(Event, frozen=True):
    """A meter got back what it had paid for a wager of these seats; `emptied` if its reset is undone with it."""

    meter: str
    amount: Amount
    emptied: bool
    wager: str
    seats: tuple[int, ...]


class MeterPaid(Event, frozen=True):
    """A meter gave this amount for a wager of these seats; `emptied` if all of it: it starts again at its reset."""

    meter: str
    amount: Amount
    emptied: bool
    wager: str
    seats: tuple[int, ...]


class LineSettled(Event, frozen=True):
    """A wager was paid, returned or collected."""

    line: SettlementLine


class PayoutHeld(Event, frozen=True):
    """A payout waits for a floorperson."""

    line: SettlementLine
    clause: str


class PayoutValidated(Event, frozen=True):
    """A floorperson validated a payout, and it was made."""

    seat: int
    wager: str
    document: str = ""


class StepSettled(Event, frozen=True):
    """One player's turn in one pass of the settlement is over."""


class MeterFed(Event, frozen=True):
    """The round's wagers added to a meter; below zero, a contribution was given back."""

    meter: str
    microcents: int


class RoundSettled(Event, frozen=True):
    """Every wager is settled."""


class RoundVoided(Event, frozen=True):
    """The round is void."""

    clause: str
    reason: str


RoundEvent = (
    WagerPlaced
    | WagerTakenBack
    | WagersCalledOff
    | BetsClosed
    | CardsDealt
    | CardDiscarded
    | BetMade
    | Checked
    | WagerWithdrawn
    | Folded
    | SeatAbandoned
    | SeatForfeited
    | CardsRevealed
    | BonusDrawn
    | HandOpened
    | HandRacked
    | WheelSpun
    | DealerJackpotShared
    | MetersRead
    | MeterPaid
    | MeterReversed
    | LineSettled
    | PayoutHeld
    | PayoutValidated
    | StepSettled
    | MeterFed
    | RoundSettled
    | RoundVoided
)
