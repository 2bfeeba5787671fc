"""The parts of a rulebook that a round is played by: wagers, offers, the deal, decisions, settlement, meters, wheel."""

from enum import StrEnum
from typing import Literal

import msgspec

from pitboss.money import Amount, Odds
from pitboss.rulebooks.paytable import PaytableLine


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of a rulebook; every piece cites its clause."""

    clause: str


class Offer(Part, frozen=True, kw_only=True):
    """A choice of the operator: an optional wager or bonus, with its lettered paytables if it has any."""

    name: str
    title: str
    always: bool = False  # the document itself gives it to the player; the operator may not withhold it
    variants: tuple[str, ...] = ()
    variants_clause: str | None = None  # the clause that has the operator choose among them
    short: dict[str, str] = {}  # shorter names that submissions may use for a variant
    needs: tuple[str, ...] = ()  # other offers it cannot go without


class Decides(StrEnum):
    """Which cards decide a wager."""

    ACROSS = "across_hand"
    DOWN = "down_hand"
    BETTER = "better_hand"  # the higher ranking of Across and Down Hand
    COMMUNITY = "community"
    HOLE_AND_BURNS = "hole_and_burns"  # best five of the two hole cards and the four covered cards
    HOLE_PAIR = "hole_pair"  # a pair in the hole cards turns the wheel
    DUEL = "duel"  # against the dealer's hand
    SUPER_BONUS = "super_bonus"
    FOUR_CARD = "four_card_hand"
    FIVE_CARD = "five_card_hand"
    DEALER_FIVE_CARD = "dealer_five_card_hand"
    TABLE_BEST = "table_best"  # the highest hand at the table


class Wager(Part, frozen=True, kw_only=True):
    """A wager of the game."""

    name: str
    title: str
    decided_by: Decides
    required: bool = False
    decision: bool = False  # made in turn as a decision, not before the deal
    offer: str | None = None
    limit: str | None = None  # the limits it is held to; wagers that must be equal share one
    equals: str | None = None
    equals_clause: str | None = None
    needs: tuple[str, ...] = ()
    amounts: tuple[Amount, ...] = ()  # when the document names the amounts
    stands_on_fold: bool = False
    fold_reading: str | None = None  # an interpretation that decides it instead ...
    stands_under: tuple[str, ...] = ()  # ... and its readings under which the wager stands
    fold_clause: str | None = None
    lose_clause: str | None = None  # where a clause of its own says when it loses


class Limits(Part, frozen=True, kw_only=True):
    """The least and the most the document lets a wager be."""

    minimum: Amount
    maximum: Amount


class DealStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`times` rounds of `cards` cards to each destination in turn.

    A destination is a community position, `community` (a stack spread over the cross), `burn`, `players` or `dealer`.
    """

    to: tuple[str, ...]
    cards: int = 1
    times: int = 1


class Dealing(Part, frozen=True, kw_only=True):
    """One dealing method and its order."""

    method: str
    title: str
    steps: tuple[DealStep, ...]
    order_clause: str
    no_more_bets_clause: str
    stub_clause: str
    needs_shuffler_clause: str | None = None  # set where the method is lawful only with an automated shuffler


class Raise(Part, frozen=True, kw_only=True):
    """A larger bet that a strong enough hand allows."""

    hand: str
    low: str | None = None
    most: int


class Decision(Part, frozen=True, kw_only=True):
    """A turn of every player still in: a bet of so many antes, or a fold; then cards are turned up."""

    bet: str
    base: str
    least: int
    most: int
    raised: Raise | None = None
    fold_clause: str
    reveals: tuple[str, ...]
    reveal_clause: str


class Duel(Part, frozen=True, kw_only=True):
    """How a hand fares against the dealer's."""

    qualifier: str  # the lowest high card that lets the dealer's hand qualify
    pays: Odds
    pays_clause: str
    not_qualified_clause: str
    lower_clause: str
    higher_clause: str
    tie_clause: str


class SettlementPass(Part, frozen=True, kw_only=True):
    """Once round the table from the dealer's right: these wagers of each player, in this order."""

    wagers: tuple[str, ...]
    losers_first: bool = False  # the losing wagers of the main game before its others; side wagers follow
    opens_hands: bool = True  # the player's cards are turned up in this pass
    reveals: tuple[str, ...] = ()  # cards turned up before the pass begins


class Validation(Part, frozen=True, kw_only=True):
    """Payouts of a wager that wait for a floorperson: all of them, or those from given odds up and meter shares."""

    wager: str
    odds: Odds | None = None
    document_clause: str | None = None  # by which a share of a meter also waits for its documentation


class EnvySchedule(Part, frozen=True, kw_only=True):
    """What another player's hand brings to one who made the progressive wager."""

    wager: str
    name: str
    title: str
    variant: str | None = None
    stake: Amount | None = None
    ranking: str
    lines: tuple[PaytableLine, ...]


class MeterRule(Part, frozen=True, kw_only=True):
    """A progressive meter: which wagers feed it and how low its seed may be."""

    name: str
    title: str
    offer: str
    wagers: tuple[str, ...]
    variants: tuple[str, ...] = ()
    minimum_seed: Amount | None = None
    seed_per_dollar: Amount | None = None  # the exact seed for a $1 wager, scaled with the wager


class BonusRule(Part, frozen=True, kw_only=True):
    """A bonus paid on another wager's stake when chance picks the player's card or position."""

    name: str
    title: str
    pays: Odds


class WheelStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position of the wheel; no prize means the top prize."""

    position: int
    pays: Odds | None = None
    community: Odds | None = None


class Wheel(Part, frozen=True, kw_only=True):
    """The Bonus Spin wheel for one size of wager."""

    wager: str
    variant: str
    title: str
    stake: Amount
    top_prize: Literal["fixed", "progressive"]
    stops: tuple[WheelStop, ...]

    def stop(self, position: int) -> WheelStop | None:
        """The stop at a position."""
        return next((stop for stop in self.stops if stop.position == position), None)


class LimitRule(StrEnum):
    """How a document bounds the aggregate payout limit."""

    FLOOR = "floor"  # may be set, and not below
    CEILING = "ceiling"  # may not exceed
    FIXED = "fixed"


class PayoutLimitRule(Part, frozen=True, kw_only=True):
    """The aggregate payout limit for one player in one round."""

    rule: LimitRule
    amount: Amount
    or_largest_win: bool  # or the most a player could win at the minimum wager, if that is greater
    counts: tuple[str, ...]  # the wagers whose winnings count toward it
