"""What happened in a round. The same events always give the same state: replay is the dispute tool."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.actions import kebab
from pitboss.engine.lines import SettlementLine
from pitboss.money import Amount


class RoundFact(msgspec.Struct, frozen=True, tag_field="event", tag=kebab):
    """A fact of a round."""


class WagerPlaced(RoundFact, frozen=True):
    """A wager stands on the layout."""

    seat: int
    wager: str
    amount: Amount


class WagerTakenBack(RoundFact, frozen=True):
    """A wager was taken back in time, or returned to a seat that is not dealt in, or struck for want of its chip."""

    seat: int
    wager: str


class BetsClosed(RoundFact, frozen=True):
    """The dealer said "no more bets"."""


class CardsDealt(RoundFact, frozen=True):
    """A card or stack went to a place: a community position, `burn`, `dealer` or `seat N`."""

    to: str
    cards: tuple[Card, ...]


class CardsLaid(RoundFact, frozen=True):
    """So many cards went to a place face down, and nobody has seen their faces."""

    to: str
    count: int


class FacesKeyed(RoundFact, frozen=True):
    """What cards at a place, or of a seat, turned out to be; keyed again before they count, the first is put right."""

    to: str
    cards: tuple[Card, ...]


class CardDiscarded(RoundFact, frozen=True):
    """A card found face up was set aside."""

    card: Card


class BetMade(RoundFact, frozen=True):
    """A player made a bet in turn."""

    seat: int
    wager: str
    amount: Amount


class Checked(RoundFact, frozen=True):
    """A player stayed in without a bet."""

    seat: int


class WagerWithdrawn(RoundFact, frozen=True):
    """A player took a wager back in turn; its stake goes back."""

    seat: int
    wager: str


class Folded(RoundFact, frozen=True):
    """A player folded instead of making a bet."""

    seat: int
    bet: str


class SeatAbandoned(RoundFact, frozen=True):
    """A player left; every wager of the seat loses."""

    seat: int
    clause: str


class SeatForfeited(RoundFact, frozen=True):
    """A player broke a rule of conduct; every wager of the seat is taken."""

    seat: int
    clause: str


class CardsRevealed(RoundFact, frozen=True):
    """Cards were turned up at these places."""

    places: tuple[str, ...]


class BonusDrawn(RoundFact, frozen=True):
    """The table system drew the Magic Card and the lucky position."""

    magic_card: Card | None
    lucky_position: int | str | None


class HandOpened(RoundFact, frozen=True):
    """A player's cards were turned up."""

    seat: int


class WheelSpun(RoundFact, frozen=True):
    """The wheel stopped for a player."""

    seat: int
    position: int


class DealerJackpotShared(RoundFact, frozen=True):
    """A jackpot won by the dealer's hand was divided among so many who bet on it: each one's equal share."""

    each: Amount
    among: int


class MetersRead(RoundFact, frozen=True):
    """What the meters that pay in this turn showed when the player's turn came."""

    meters: dict[str, Amount]


class WagersCalledOff(RoundFact, frozen=True):
    """Some wagers can no longer be decided; their stakes go back."""

    wagers: tuple[str, ...]
    clause: str
    reason: str


class HandRacked(RoundFact, frozen=True):
    """A player's cards left play for the discard rack."""

    seat: int


class MeterReversed(RoundFact, frozen=True):
    """A meter got back what it had paid for a wager of these seats; `emptied` if its reset is undone with it."""

    meter: str
    amount: Amount
    emptied: bool
    wager: str
    seats: tuple[int, ...]


class MeterPaid(RoundFact, frozen=True):
    """A meter gave this amount for a wager of these seats; `emptied` if all of it: it starts again at its reset."""

    meter: str
    amount: Amount
    emptied: bool
    wager: str
    seats: tuple[int, ...]


class LineSettled(RoundFact, frozen=True):
    """A wager was paid, returned or collected."""

    line: SettlementLine


class PayoutHeld(RoundFact, frozen=True):
    """A payout waits for a floorperson."""

    line: SettlementLine
    clause: str


class PayoutValidated(RoundFact, frozen=True):
    """A floorperson validated a payout, and it was made."""

    seat: int
    wager: str
    document: str = ""


class StepSettled(RoundFact, frozen=True):
    """One player's turn in one pass of the settlement is over."""


class MeterFed(RoundFact, frozen=True):
    """The round's wagers added to a meter; below zero, a contribution was given back."""

    meter: str
    microcents: int


class RoundSettled(RoundFact, frozen=True):
    """Every wager is settled."""


class RoundVoided(RoundFact, frozen=True):
    """The round is void."""

    clause: str
    reason: str


RoundEvent = (
    WagerPlaced
    | WagerTakenBack
    | WagersCalledOff
    | BetsClosed
    | CardsDealt
    | CardsLaid
    | FacesKeyed
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
