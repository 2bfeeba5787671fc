"""What happened in a round. The same events always give the same state: replay is the dispute tool."""

import msgspec

from pitboss.cards import Card
from pitboss.games.actions import kebab
from pitboss.games.lines import SettlementLine
from pitboss.money import Amount


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=kebab):
    """A fact of a round."""


class WagerPlaced(Event, frozen=True):
    """A wager stands on the layout."""

    seat: int
    wager: str
    amount: Amount


class WagerTakenBack(Event, frozen=True):
    """A wager was taken back in time."""

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
    """A jackpot won by the dealer's hand was divided: each bettor's equal share."""

    each: Amount


class MetersRead(Event, frozen=True):
    """What the meters that pay in this turn showed when the player's turn came."""

    meters: dict[str, Amount]


class MeterPaid(Event, frozen=True):
    """A meter gave this amount; `emptied` if all of it, and it starts again at its reset."""

    meter: str
    amount: Amount
    emptied: bool


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
    """A finished round's wagers added to a meter."""

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
    | BetsClosed
    | CardsDealt
    | CardDiscarded
    | BetMade
    | Folded
    | SeatAbandoned
    | SeatForfeited
    | CardsRevealed
    | BonusDrawn
    | HandOpened
    | WheelSpun
    | DealerJackpotShared
    | MetersRead
    | MeterPaid
    | LineSettled
    | PayoutHeld
    | PayoutValidated
    | StepSettled
    | MeterFed
    | RoundSettled
    | RoundVoided
)
