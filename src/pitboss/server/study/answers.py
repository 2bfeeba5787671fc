"""What the mathematics answer. Every exact figure is a fraction as text, with a decimal beside it for display."""

from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount


class Exact(msgspec.Struct, frozen=True):
    """A figure: the fraction itself, as "-579091/6689228" or "3", and the nearest decimal."""

    exact: str
    value: float


class OptionFigure(msgspec.Struct, frozen=True):
    """One option of a decision: how often it is taken, or what it is worth."""

    option: str
    figure: Exact


class DecisionShares(msgspec.Struct, frozen=True):
    """How often best play takes each option, of the rounds that reach the decision."""

    decision: str
    shares: tuple[OptionFigure, ...]


class GameAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The main game under best play, in units of one ante."""

    rulebook: str
    hash: str
    deals: str
    ev: Exact
    house_edge: Exact
    house_edge_per_antes: Exact
    element_of_risk: Exact
    average_wager: Exact
    decisions: tuple[DecisionShares, ...]
    notes: tuple[str, ...]


class OddsLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a side wager: its chance (for a bonus the mean number), and what it adds to the wager's value."""

    title: str
    pays: str
    count: str
    total: str
    probability: Exact
    contribution: Exact
    bonus: bool


class BreakEven(msgspec.Struct, frozen=True):
    """The meter at which a wager is worth nothing to either side: exactly, and in whole cents."""

    meter: str
    exact: Exact
    amount: Amount


class WagerOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager, per unit staked."""

    wager: str
    title: str
    clause: str
    variant: str | None
    stake: Amount
    total: str
    lines: tuple[OddsLine, ...]
    ev: Exact
    house_edge: Exact
    hit_frequency: Exact
    variance: Exact
    standard_deviation: float
    break_even: tuple[BreakEven, ...]
    notes: tuple[str, ...]


class OddsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The side wagers; `meters` are the amounts they were priced at, `notes` name what could not be counted."""

    players: int
    meters: dict[str, Amount]
    wagers: tuple[WagerOdds, ...]
    notes: tuple[str, ...]


class OpeningHand(msgspec.Struct, frozen=True, kw_only=True):
    """A starting hand: the best option, what each is worth in antes, by how much the best beats the next."""

    name: str
    row: int
    column: int
    weight: int
    best: str
    options: tuple[OptionFigure, ...]
    margin: Exact


class HandKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of hand, with how many of its hands take each of the options, and their mean value in antes."""

    name: str
    hands: int
    counts: tuple[int, ...]
    value: Exact


class OpeningAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The first decision: 169 hands in a square from ace to deuce, suited above the diagonal; or kinds of hands."""

    decision: str
    options: tuple[str, ...]
    ranks: tuple[str, ...]
    hands: tuple[OpeningHand, ...]
    kinds: tuple[HandKind, ...]


class NetResult(msgspec.Struct, frozen=True):
    """A net result in antes, in how many deals it comes, and its chance."""

    net: Exact
    deals: str
    chance: float


class SpreadAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a round's net result, in antes."""

    mean: Exact
    variance: Exact
    standard_deviation: float
    skewness: float
    win_frequency: Exact
    push_frequency: Exact
    largest_win: Exact
    largest_loss: Exact
    results: tuple[NetResult, ...]


class Quantile(msgspec.Struct, frozen=True):
    """So large a share of sessions ends at or below a result, in dollars."""

    share: float
    result: float


class Point(msgspec.Struct, frozen=True):
    """A point of a curve."""

    x: float
    y: float


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a session in dollars; `density` is the chance of each of some steps of equal width."""

    rounds: int
    ahead: float
    behind: float
    quantiles: tuple[Quantile, ...]
    width: float
    density: tuple[Point, ...]
    error: float


class RuinAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The chance to lose a bankroll within the session, and if play never ended; `curve` by number of rounds."""

    bankroll: float
    chance: float
    error: float
    eventually: float
    curve: tuple[Point, ...]


class HouseDay(msgspec.Struct, frozen=True, kw_only=True):
    """What the house keeps at a table; the margin is 95% each way, 0 where nothing had to be dealt out."""

    hold_per_hour: Exact
    deviation_per_hour: float
    hours: int
    rounds: int
    worst_in_thousand: float
    losing_day: float
    losing_day_margin: float
    dealt: int
    error: float


class RiskAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A session, a bankroll and a table's day, in dollars."""

    ante: Amount
    ev: Exact
    standard_deviation: float
    average_wager: Exact
    largest_win: Exact
    payout_limit: Amount | None
    limited: Exact
    n0: Exact | None
    session: Session
    ruin: RuinAnswer
    house: HouseDay
    notes: tuple[str, ...]


class AdviceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A position: every option's value over the whole round, in antes, and what each gives away."""

    decision: str
    best: str
    options: tuple[OptionFigure, ...]
    costs: tuple[OptionFigure, ...]


class ShownCards(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of the table that lay open from the deal, or that a decision turned up, and what was chosen there."""

    decision: str | None
    choice: str | None
    cards: tuple[Card, ...]


class DrillSpot(msgspec.Struct, frozen=True, kw_only=True):
    """A position to decide, with what its options are worth."""

    cards: tuple[Card, ...]
    shown: tuple[ShownCards, ...]
    advice: AdviceAnswer


class MiddleCell(msgspec.Struct, frozen=True, kw_only=True):
    """Positions that look alike at the Middle decision; the bets' values are against a fold, in antes."""

    shape: str
    points: int
    outs: int
    deals: str
    best: str
    options: tuple[OptionFigure, ...]


class MiddleAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="middle"):
    """The map of the Middle decision."""

    options: tuple[str, ...]
    shapes: tuple[str, ...]
    cells: tuple[MiddleCell, ...]
    notes: tuple[str, ...]


class CardLine(msgspec.Struct, frozen=True):
    """One line of a strategy card; of a decision's lines the first that fits counts."""

    decision: str
    action: str
    hands: str


class StrategyAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="strategy"):
    """A strategy card, and what it gives away against best play, in antes."""

    rulebook: str
    title: str
    lines: tuple[CardLine, ...]
    notes: tuple[str, ...]
    ev: Exact
    best_ev: Exact
    cost: Exact
    average_wager: Exact


class WantedPoint(msgspec.Struct, frozen=True):
    """Odds of a line, and the house edge they give."""

    odds: str
    edge: Exact


class WantedAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="wanted"):
    """The whole-numbered odds on both sides of a wanted edge, and where between them it is reached."""

    line: str
    of: str
    edge: Exact
    now: WantedPoint
    below: WantedPoint
    above: WantedPoint
    crossing: Exact
    exact: bool


class SheetAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="par"):
    """A PAR sheet that is ready to be fetched."""

    form: Literal["html", "pdf", "json"]
    name: str
    size: int


LongAnswer = MiddleAnswer | StrategyAnswer | WantedAnswer | SheetAnswer
