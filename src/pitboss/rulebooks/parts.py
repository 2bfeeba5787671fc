"""The parts of a rulebook that a round is played by: hands, wagers, the deal, decisions, settlement, meters, wheel."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal

import msgspec

from pitboss.cards import RANK_NAMES, RANK_PLURALS, RANKS, HandValue
from pitboss.money import Amount, Odds
from pitboss.rulebooks.paytable import PaytableLine


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of a rulebook; every piece cites its clause."""

    clause: str


class NeededDevice(Part, frozen=True, kw_only=True):
    """A shuffler without which something may not be offered, unless a reading says otherwise."""

    shuffler: str
    title: str
    reading: str
    waived_under: tuple[str, ...]


class Offer(Part, frozen=True, kw_only=True):
    """A choice of the operator: an optional wager or bonus, with its lettered paytables if it has any."""

    name: str
    title: str
    always: bool = False  # the document itself gives it to the player; the operator may not withhold it
    variants: tuple[str, ...] = ()
    variants_clause: str | None = None  # the clause that has the operator choose among them
    filed: bool = False  # the submission itself must choose the variant; no default stands in for it
    needs: tuple[str, ...] = ()  # other offers it cannot go without
    device: NeededDevice | None = None


OWN = "own"
"""The place of a player's own cards in a hand's list of places."""


class LeastHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, and whatever ranks above it: `low` is the rank that leads it, `ranks` the first few, as ace and king."""

    hand: str
    low: str | None = None
    ranks: tuple[str, ...] = ()

    def met_by(self, value: HandValue[Any]) -> bool:
        """Whether a hand is that good."""
        category = type(value.rank)[self.hand.upper()]
        least = tuple(RANKS.index(rank) for rank in self.ranks or ((self.low,) if self.low else ()))
        return value.rank > category or (value.rank == category and value.ranks[: len(least)] >= least)

    @property
    def title(self) -> str:
        """The hand for people, as "pair of aces or better"."""
        if self.ranks:
            return f"{' '.join(RANK_NAMES[RANKS.index(rank)] for rank in self.ranks)} or better"
        if self.low and self.hand == "high_card":
            return f"{RANK_NAMES[RANKS.index(self.low)]} high or better"
        words = self.hand.replace("_", " ")
        return f"{words} of {RANK_PLURALS[RANKS.index(self.low)]} or better" if self.low else f"{words} or better"


class RankingRule(Part, frozen=True, kw_only=True):
    """How hands of so many cards rank: their kinds, the lowest first, and whether the ace may also be low."""

    name: str
    cards: int
    order: tuple[str, ...]
    ace_low: bool = True
    ace_high_reading: str | None = None  # an interpretation that decides how the ace plays ...
    ace_high_under: tuple[str, ...] = ()  # ... and its readings under which it is never low


class Hand(Part, frozen=True, kw_only=True):
    """A hand: the best that can be made, in a ranking, of the cards at some places; `own` are the player's."""

    name: str
    title: str
    places: tuple[str, ...]
    ranking: str
    holder: str | None = None  # whose it is, where it is no player's and that is told with it

    @property
    def is_players(self) -> bool:
        """Whether each player has one of his own."""
        return OWN in self.places


class Duel(Part, frozen=True, kw_only=True):
    """A player's hand against the dealer's, who may need a hand to qualify."""

    name: str
    hand: str
    against: str
    qualifier: LeastHand | None = None
    not_qualified_clause: str | None = None
    lower_clause: str
    higher_clause: str
    tie_clause: str


BY_TABLE, BY_TABLE_OR_PUSH, LOSE = "table", "table or push", "lose"
"""What may become of a wager besides odds and a push: paid by its table, or lost (or returned) where no line pays."""


class Outcomes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a wager by a duel: odds, "push", "lose", "table" or "table or push" for each outcome.

    Where nothing is said of a dealer who does not qualify, the hands are compared all the same.
    """

    duel: str
    higher: str
    tie: str = "push"
    lower: str = "lose"
    not_qualified: str | None = None
    outranked: str | None = None  # by a dealer who does not qualify, where that is another matter ...
    outranked_reading: str | None = None  # ... by an interpretation ...
    outranked_under: tuple[str, ...] = ()  # ... and these readings of it; without one, always
    table_first: bool = False  # a line of the wager's table pays whatever the dealer has
    pays_clause: str | None = None  # by which it pays what it pays when it wins


class Wager(Part, frozen=True, kw_only=True):
    """A wager of the game."""

    name: str
    title: str
    decided_by: str | tuple[str, ...]  # a hand; of several the best
    everyones: bool = False  # the best such hand of all players still in
    against: Outcomes | None = None  # decided by a duel; else by its table, or the wheel that is its own
    required: bool = False
    decision: bool = False  # made in turn as a decision, not before the deal
    offer: str | None = None
    limit: str | None = None  # the limits it is held to; wagers that must be equal share one
    limit_clause: str | None = None  # by which the limits that the operator posts bind, where a clause says so
    equals: str | None = None
    equals_clause: str | None = None
    needs: tuple[str, ...] = ()
    needs_clause: str | None = None  # where a clause of its own says so
    amounts: tuple[Amount, ...] = ()  # when the document names the amounts
    amounts_clause: str | None = None  # where a clause of its own says which amounts it may have
    stands_on_fold: bool = False
    fold_reading: str | None = None  # an interpretation that decides it instead ...
    stands_under: tuple[str, ...] = ()  # ... and its readings under which the wager stands
    fold_clause: str | None = None
    lose_clause: str | None = None  # where a clause of its own says when it loses
    first_push_clause: str | None = None  # of a wager on the better of two hands: the first pushes, the other loses ...
    second_push_clause: str | None = None  # ... or the second does ...
    both_push_clause: str | None = None  # ... or both push
    divided_clause: str | None = None  # by which those who made it divide what it takes from a meter

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands of which the best decides it."""
        return (self.decided_by,) if isinstance(self.decided_by, str) else self.decided_by


class Account(StrEnum):
    """Which of a player's accounts money belongs to."""

    CHIPS = "chips"
    GAME = "game account"  # kept by the electronic wagering system


class GameAccount(Part, frozen=True, kw_only=True):
    """The wagers whose winnings go to the player's game account; a share of a meter never does."""

    wagers: tuple[str, ...]
    stake_reading: str  # the interpretation that says where their stakes come from ...
    staked_under: tuple[str, ...]  # ... and its readings under which that is the game account
    funding_reading: str  # the interpretation that says how money gets there ...
    funded_under: tuple[str, ...]  # ... and its readings under which placing a wager moves what is missing


class BettingAreas(Part, frozen=True, kw_only=True):
    """How a document lays a player's betting areas out: rows, the nearest to the dealer first."""

    rows: tuple[tuple[str, ...], ...]


class Limits(Part, frozen=True, kw_only=True):
    """The least and the most the document lets a wager be."""

    minimum: Amount
    maximum: Amount


class DealStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`times` rounds of `cards` cards to each destination in turn.

    A destination is `players`, every player in turn, or a place of any name. A stack may be `spread` over other places,
    one card each.
    """

    to: tuple[str, ...]
    cards: int = 1
    times: int = 1
    spread: tuple[str, ...] = ()
    face_up: bool = False
    clause: str | None = None  # where it is not the clause on the order of the whole deal


class Dealing(Part, frozen=True, kw_only=True):
    """One dealing method and its order."""

    method: str
    title: str
    steps: tuple[DealStep, ...]
    order_clause: str
    no_more_bets_clause: str
    stub_clause: str
    needs_shuffler_clause: str | None = None  # set where the method is lawful only with an automated shuffler
    approval_clause: str | None = None  # by which the regulator must have approved the device that deals


class Raise(Part, frozen=True, kw_only=True):
    """A larger bet that a strong enough hand allows."""

    of: str  # the hand that must be so strong
    hand: str
    low: str | None = None
    most: int

    @property
    def least_hand(self) -> LeastHand:
        """How strong it must be."""
        return LeastHand(self.hand, self.low)


class Decision(Part, frozen=True, kw_only=True):
    """A turn of every player still in: of a bet, a check, a fold or a withdrawal what is offered; then cards turn up.

    A bet is a number of times the wagers of its base together: from `least` to `most`, or one of `multiples`.
    """

    bet: str | None = None
    name: str | None = None  # of a decision without a bet
    base: str | tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    multiples: tuple[int, ...] = ()
    raised: Raise | None = None
    ends: bool = False  # whoever has bet decides nothing more in the round
    check_clause: str | None = None  # by which a player may stay in without a bet
    withdraws: str | None = None  # the wager that a player may take back instead ...
    withdraw_clause: str | None = None  # ... by this clause
    fold_clause: str | None = None  # by which a player may fold
    collects: Literal["at_fold", "before_reveal"] = "at_fold"  # when the wagers a fold gives up are collected
    rack_clause: str | None = None  # by which the folded hand leaves play then ...
    kept_for: tuple[str, ...] = ()  # ... unless one of these wagers of the player still stands ...
    kept_clause: str | None = None  # ... by this clause
    reveals: tuple[str, ...] = ()
    reveal_clause: str
    order_clause: str | None = None  # by which players decide in turn, where it is not the clause of the decision

    @property
    def key(self) -> str:
        """What the decision goes by in files: its bet, or its name."""
        return self.bet or self.name or ""

    @property
    def bases(self) -> tuple[str, ...]:
        """The wagers that a bet is a multiple of, all together."""
        return (self.base,) if isinstance(self.base, str) else self.base

    @property
    def times(self) -> tuple[int, ...]:
        """How many times its base a bet may be, without a raise."""
        if self.bet is None:
            return ()
        return self.multiples or tuple(range(self.least, self.most + 1))

    @property
    def raised_times(self) -> tuple[int, ...]:
        """How many times its base a bet may be with a hand strong enough."""
        if self.raised is None:
            return self.times
        return (*self.times, *range(self.times[-1] + 1, self.raised.most + 1))

    def base_of(self, wagers: Mapping[str, Amount]) -> Amount:
        """One time its base, by what a player has wagered."""
        return sum((wagers[name] for name in self.bases), Amount.ZERO)


class SettlementPass(Part, frozen=True, kw_only=True):
    """Once round the table from the dealer's right: these wagers of each player, in this order."""

    wagers: tuple[str, ...]
    losers_first: bool = False  # the losing wagers of the main game before its others; side wagers follow
    opens_hands: bool = True  # the player's cards are turned up in this pass
    rack_clause: str | None = None  # by which a settled hand leaves play after its turn, unless a later pass has it
    reveals: tuple[str, ...] = ()  # cards turned up before the pass begins ...
    reveal_clause: str | None = None  # ... by a clause of their own


class Validation(Part, frozen=True, kw_only=True):
    """Payouts of a wager that wait for a floorperson: all of them, or those from given odds up and meter shares."""

    wager: str
    odds: Odds | None = None
    document_clause: str | None = None  # by which a share of a meter also waits for its documentation
    document_reading: str | None = None  # an interpretation that decides whether it does ...
    documented_under: tuple[str, ...] = ()  # ... and its readings under which it does


class EnvySchedule(Part, frozen=True, kw_only=True):
    """What another player's hand brings to one who made the progressive wager."""

    wager: str
    name: str
    title: str
    variant: str | None = None
    stake: Amount | None = None
    decided_by: str  # the hand of the other player
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
    filed: tuple[Literal["rate", "seed", "reset"], ...] = ("rate",)  # what the submission itself must name


class HandBonus(Part, frozen=True, kw_only=True):
    """A bonus paid on another wager's stake by a table of its own, whatever becomes of that wager; a fold loses it."""

    name: str
    title: str
    on: str  # the wager whose stake it is paid on
    decided_by: str


class BonusRule(Part, frozen=True, kw_only=True):
    """A bonus paid on another wager's stake when chance picks the player's card or position."""

    name: str
    draws: Literal["card", "position"]
    on: str  # the offer whose wagers it is paid on
    title: str
    pays: Odds
    draw_clause: str  # by which it is drawn when it is
    frequency_clause: str  # by which the submission says how often


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
    spin_clause: str  # by which the wheel is spun, by whom and when; `clause` is that of its prizes
    won_with: LeastHand  # what the hand that decides the wager must be to win a spin
    lost_title: str  # what is said of one that does not
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
    whole_minimum_clause: str | None = None  # by which no limit may cut what one who bets the minimum can win
