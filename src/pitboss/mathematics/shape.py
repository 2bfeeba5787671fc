"""Which fast solver a game fits: the one place that knows how a Criss-Cross-shaped or a Crazy-4-shaped game looks.

A shape leaves open what the solvers take as figures: the names of the wagers, the table of each, the sizes of each
bet, the odds of the duel, the hands to qualify and to raise with. What fits neither is handed over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, NoReturn

from pitboss.cards import STANDARD, HandValue, Ranking, four_card_values, ranking_of
from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.kernels.sizes import Sizes
from pitboss.mathematics.refusal import refused
from pitboss.money import Amount, For, Odds, Push, To, parse_odds
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import LOSE, OWN, Decision, LeastHand, Outcomes, Wager

SOLVED = "a game of the shape of Criss-Cross Poker or of Crazy 4 Poker"


@dataclass(frozen=True)
class CrissCrossShape:
    """Two antes on two hands that share the hole and the middle card, a bet on each, and one on the better hand.

    Wagers are given by name: `antes` and `bets` in the order Across, Down and, of the bets, Middle; `turned` are the
    places of the cards that each bet turns up.
    """

    antes: tuple[str, str]
    bets: tuple[str, str, str]
    sizes: tuple[Sizes, Sizes, Sizes]
    turned: tuple[tuple[str, ...], ...]
    ace_low: bool

    places: ClassVar = {"across": 2, "down": 2, "middle": 1}
    own_cards: ClassVar = 2
    cards: ClassVar = 7


@dataclass(frozen=True)
class CrazyFourShape:
    """An Ante and a Super Bonus as large, and a Play Wager after the own five cards, against the dealer's five.

    `hands` are the player's and the dealer's best four cards by name. `qualifying` and `raising` are strengths of
    them; from `raising` up a Play Wager may be as much as `largest` times its base. The odds say what Ante and Play
    are paid by the dealer's hand, and the Super Bonus where its table does not pay.
    """

    ante: str
    super_bonus: str
    play: str
    hands: tuple[str, str]
    sizes: Sizes
    largest: int
    raising: int
    qualifying: int
    ante_odds: tuple[Odds | None, ...]
    play_odds: tuple[Odds | None, ...]
    unpaid_odds: tuple[Odds | None, ...]

    places: ClassVar = {"dealer": 5}
    own_cards: ClassVar = 5
    cards: ClassVar = 10


@dataclass(frozen=True)
class Other:
    """A game that no fast solver takes, and why."""

    why: str


Shape = CrissCrossShape | CrazyFourShape
LOST: Odds | None = None
"""Where a wager is lost no odds are paid."""


@lru_cache(maxsize=64)
def shape_of(terms: Terms) -> CrissCrossShape | CrazyFourShape | Other:
    """The shape that the main game has under these terms."""
    try:
        return _crazy_four(terms) if terms.rulebook.duels else _criss_cross(terms)
    except _Misfit as misfit:
        return Other(str(misfit))


def fast_shape(terms: Terms, asked: str) -> Shape:
    """The shape, where a fast solver fits; else the question is handed over."""
    shape = shape_of(terms)
    return hand_over(terms, asked) if isinstance(shape, Other) else shape


def criss_cross_shape(terms: Terms, asked: str) -> CrissCrossShape:
    """The shape of a game that must be Criss-Cross-shaped."""
    shape = fast_shape(terms, asked)
    if not isinstance(shape, CrissCrossShape):
        raise refused(terms, asked, terms.rulebook.title, "a game of the shape of Criss-Cross Poker")
    return shape


def crazy_four_shape(terms: Terms, asked: str) -> CrazyFourShape:
    """The shape of a game that must be Crazy-4-shaped."""
    shape = fast_shape(terms, asked)
    if not isinstance(shape, CrazyFourShape):
        raise refused(terms, asked, terms.rulebook.title, "a game of the shape of Crazy 4 Poker")
    return shape


def hand_over(terms: Terms, asked: str) -> NoReturn:
    """What is asked of a game that no fast solver fits."""
    shape = shape_of(terms)
    why = shape.why if isinstance(shape, Other) else "a game of another shape"
    raise refused(terms, asked, why, SOLVED)


def base_of(terms: Terms, stage: int, wagers: Mapping[str, Amount]) -> Amount:
    """One time the base of the decision at that stage, by what a player has wagered."""
    return terms.rulebook.decisions[stage].base_of(wagers)


class SideBasis(StrEnum):
    """What a wager beside the main game is decided by, as far as it is known how to count it."""

    COMMUNITY = "the community cards"
    HOLE_AND_BURNS = "the best five of the hole cards and the covered cards"
    WHEEL = "a pair in the hole, which turns the wheel"
    FOUR_CARD = "the player's best four cards"
    FIVE_CARD = "the player's five cards"
    DEALER_FIVE_CARD = "the dealer's five cards"
    TABLE_BEST = "the highest hand at the table"
    SUPER_BONUS = "a wager of the main game with odds of its own"
    ALONE = "one hand alone"
    DEALS = "a duel, or the best of several hands"


def side_of(terms: Terms, wager: Wager) -> SideBasis | None:
    """What a wager with odds of its own is decided by; None where that is not known."""
    shape = shape_of(terms)
    if any(wheel.wager == wager.name for wheel in terms.rulebook.wheels):
        return SideBasis.WHEEL if _turned_by_a_pair(terms, shape, wager) else None
    if isinstance(shape, CrazyFourShape) and wager.name == shape.super_bonus:
        return SideBasis.SUPER_BONUS
    if wager.decision:
        return None
    if wager.everyones:
        return (
            SideBasis.TABLE_BEST if isinstance(shape, CrazyFourShape) and set(wager.hands) == set(shape.hands) else None
        )
    if wager.against is not None or len(wager.hands) != 1:
        return None if wager.required else SideBasis.DEALS
    return _side_by_hand(terms, shape, wager) or (None if wager.required else SideBasis.ALONE)


def _turned_by_a_pair(terms: Terms, shape: "CrissCrossShape | CrazyFourShape | Other", wager: Wager) -> bool:
    """Whether any pair in the two hole cards of Criss-Cross turns the wheel, and nothing else: what is counted."""
    if not isinstance(shape, CrissCrossShape) or len(wager.hands) != 1 or wager.against is not None:
        return False
    hand = terms.hand(wager.hands[0])
    wheels = [wheel for wheel in terms.rulebook.wheels if wheel.wager == wager.name]
    pairs = all(wheel.won_with.hand == "pair" and wheel.won_with.low in (None, "2") for wheel in wheels)
    two = _is(terms.ranking(hand.ranking), "two_card") and dealt_to(terms.dealing)[PLAYERS] == 2
    return pairs and two and hand.places == (OWN,) and not any(wheel.won_with.ranks for wheel in wheels)


def _side_by_hand(terms: Terms, shape: "CrissCrossShape | CrazyFourShape | Other", wager: Wager) -> SideBasis | None:
    hand, dealt = terms.hand(wager.hands[0]), dealt_to(terms.dealing)
    cards = {place: dealt[PLAYERS if place == OWN else place] for place in hand.places}
    ranking = terms.ranking(hand.ranking)
    if isinstance(shape, CrissCrossShape) and _is(ranking, "five_card", shape.ace_low):
        cross = {place for places in shape.turned for place in places}
        if set(cards) == cross:
            return SideBasis.COMMUNITY
        covered = set(cards) - {OWN}
        return (
            SideBasis.HOLE_AND_BURNS
            if cards.get(OWN) == 2 and sum(cards.values()) == 6 and not covered & cross
            else None
        )
    if isinstance(shape, CrazyFourShape) and cards == {OWN: 5}:
        return (
            SideBasis.FOUR_CARD
            if _is(ranking, "four_card")
            else SideBasis.FIVE_CARD
            if _is(ranking, "five_card")
            else None
        )
    if isinstance(shape, CrazyFourShape) and cards == {"dealer": 5} and _is(ranking, "five_card"):
        return SideBasis.DEALER_FIVE_CARD
    return None


def side_wagers(terms: Terms) -> list[Wager]:
    """The wagers that are no part of the main game."""
    return [wager for wager in terms.wagers.values() if not (wager.required or wager.decision)]


class _Misfit(Exception):
    """What keeps a game from a shape."""


def _need(fits: bool, why: str) -> None:
    if not fits:
        raise _Misfit(why)


def _criss_cross(terms: Terms) -> CrissCrossShape:
    decisions = terms.rulebook.decisions
    _need(len(decisions) == 3, f"{len(decisions)} decisions where three are solved")
    bets = [_bet(terms, decision) for decision in decisions]
    antes = _antes(terms, bets[0])
    _need_main(terms, [*antes, *bets])
    across, down = bets[0].hands, bets[1].hands
    decided = [wager.hands for wager in (*antes, *bets)]
    one_each = len(across) == len(down) == 1
    lines = one_each and decided == [across, down, across, down, (*across, *down)]
    _need(lines, "wagers decided by other hands than two and the better of them")
    _need(not any(wager.against or wager.everyones for wager in (*antes, *bets)), "wagers against a dealer")
    _need_equal(antes)
    turned = _cross(terms, across[0], down[0])
    _need_cards(terms, {PLAYERS: 2, **{place: 1 for places in turned for place in places}})
    for decision, places in zip(decisions, turned, strict=True):
        _need(sorted(decision.reveals) == sorted(places), f"{decision.key} turns up {', '.join(decision.reveals)}")
        _need_bet_or_fold(decision)
        _need(decision.raised is None, f"{decision.key} may be raised with a strong hand")
    ranking = terms.ranking(terms.hand(across[0]).ranking)
    high = _is(ranking, "five_card", ace_low=False)
    _need(high or _is(ranking, "five_card"), "hands of another ranking than five cards")
    for wager in (*antes, *bets):
        _need_odds(terms, wager)
    names = [ante.name for ante in antes]
    first, second, third = (_sizes(decision, names) for decision in decisions)
    return CrissCrossShape(
        antes=(names[0], names[1]),
        bets=(bets[0].name, bets[1].name, bets[2].name),
        sizes=(first, second, third),
        turned=turned,
        ace_low=not high,
    )


def _cross(terms: Terms, across: str, down: str) -> tuple[tuple[str, ...], ...]:
    """The places of the cards that each bet turns up: the ends of the two lines, then what they share."""
    one, other = (terms.hand(name).places for name in (across, down))
    shared = [place for place in one if place in other and place != OWN]
    ends = [tuple(place for place in line if place not in (*shared, OWN)) for line in (one, other)]
    cross = len(shared) == 1 and [len(line) for line in ends] == [2, 2] and OWN in one and OWN in other
    _need(cross, "hands that are no lines of a cross")
    return ends[0], ends[1], tuple(shared)


def _crazy_four(terms: Terms) -> CrazyFourShape:
    duels, decisions = terms.rulebook.duels, terms.rulebook.decisions
    _need(len(duels) == 1, f"{len(duels)} duels where one is solved")
    _need(len(decisions) == 1, f"{len(decisions)} decisions where one is solved")
    duel, decision = duels[0], decisions[0]
    play = _bet(terms, decision)
    antes = _antes(terms, play)
    _need_main(terms, [*antes, play])
    _need(not terms.rulebook.hand_bonuses, "a bonus that rides on a wager of the main game")
    against = [wager.against for wager in (*antes, play)]
    by_table = [bool(one and one.table_first) for one in against]
    _need(by_table == [False, True, False], "wagers other than an Ante, a Super Bonus and a Play Wager")
    _need_equal(antes)
    _need_cards(terms, {PLAYERS: 5, "dealer": 5})
    places = [terms.hand(name).places for name in (duel.hand, duel.against)]
    _need(places == [(OWN,), ("dealer",)], "a duel of other hands than the player's and the dealer's")
    ranking = terms.ranking(terms.hand(duel.hand).ranking)
    _need(_is(ranking, "four_card"), "hands of another ranking than the best four cards")
    _need_bet_or_fold(decision)
    _need_odds(terms, antes[1])
    sizes, raised = _sizes(decision, [ante.name for ante in antes]), decision.raised
    _need(raised is None or raised.of == duel.hand, "a raise by another hand")
    ante, unpaid, odds = (_fates(terms, one) for one in against if one is not None)
    return CrazyFourShape(
        ante=antes[0].name,
        super_bonus=antes[1].name,
        play=play.name,
        hands=(duel.hand, duel.against),
        sizes=sizes,
        largest=max(raised.most, sizes.ends[1]) if raised else sizes.ends[1],
        raising=_first(raised.least_hand) if raised else 0,
        qualifying=_first(duel.qualifier) if duel.qualifier else 0,
        ante_odds=ante,
        play_odds=odds,
        unpaid_odds=unpaid,
    )


def _fates(terms: Terms, outcomes: Outcomes) -> tuple[Odds | None, ...]:
    """What a wager is paid: dealer not qualified, not qualified and yet higher, lower, equal, higher."""
    words = [outcomes.higher, outcomes.tie, outcomes.lower]
    if outcomes.not_qualified is None:
        raise _Misfit("hands that are compared though the dealer does not qualify")
    unqualified = [outcomes.not_qualified, terms.outranked(outcomes) or outcomes.not_qualified]
    return tuple(_odds(word) for word in (*unqualified, *words))


def _odds(word: str) -> Odds | None:
    if word == LOSE:
        return LOST
    try:
        odds = parse_odds(word)
    except ValueError:
        raise _Misfit(f"a wager of the duel paid by its {word}") from None
    _need(isinstance(odds, To | For | Push), f"a duel that pays {word}")
    return odds


def _bet(terms: Terms, decision: Decision) -> Wager:
    if decision.bet is None:
        raise _Misfit(f"{decision.key}, a decision without a bet")
    return terms.wagers[decision.bet]


def _need_bet_or_fold(decision: Decision) -> None:
    plain = decision.fold_clause and not (decision.check_clause or decision.withdraws or decision.ends)
    _need(bool(plain), f"{decision.key}, which is more than a bet or a fold")


def _is(ranking: Ranking[HandValue[Any]], name: str, ace_low: bool = True) -> bool:
    return ranking is ranking_of(*STANDARD[name], ace_low)


def _antes(terms: Terms, bet: Wager) -> list[Wager]:
    """The wagers that every round needs, that which goes with a bet first: by the same hand, and no table first."""
    required = [wager for wager in terms.wagers.values() if wager.required]
    _need(len(required) == 2, f"{len(required)} antes where two are solved")
    by_table = [bool(wager.against and wager.against.table_first) for wager in required]
    return sorted(required, key=lambda wager: (by_table[required.index(wager)], wager.hands != bet.hands))


def _need_main(terms: Terms, main: list[Wager]) -> None:
    """A fold gives up every wager of the main game."""
    for wager in main:
        _need(not terms.stands_on_fold(wager), f"{wager.title}, which a fold does not give up")
    _need(len({wager.name for wager in main}) == len(main), "a wager bet twice")


def _need_equal(antes: list[Wager]) -> None:
    first, second = antes
    _need(second.equals == first.name or first.equals == second.name, "antes that need not be equal")


def _need_cards(terms: Terms, cards: dict[str, int]) -> None:
    """So many cards are dealt to each place; cards that no hand of the main game looks at may be dealt besides."""
    dealt = dealt_to(terms.dealing)
    main = [wager for wager in terms.wagers.values() if wager.required or wager.decision]
    looked_at = {place for wager in main for name in wager.hands for place in terms.hand(name).places}
    looked_at |= {place for duel in terms.rulebook.duels for place in terms.hand(duel.against).places}
    besides = [place for place in dealt if place not in (*looked_at, *cards, PLAYERS)]
    needed = {place: number for place, number in dealt.items() if place not in besides}
    listed = ", ".join(f"{number} to {place}" for place, number in dealt.items())
    shown = {place for step in terms.dealing.steps if step.face_up for place in step.spread or step.to}
    _need(needed == cards and not shown, f"a deal of {listed}")


def _need_odds(terms: Terms, wager: Wager) -> None:
    """A table of odds, which pay in proportion to the stake."""
    table = terms.paytable(wager.name)
    if table is None:
        raise _Misfit(f"{wager.title} without a table")
    for line in table.lines:
        _need(isinstance(line.pays, To | For | Push), f"{wager.title} paid {line.pays}")


def _sizes(decision: Decision, antes: list[str]) -> Sizes:
    for base in decision.bases:
        _need(base in antes, f"{decision.key} in times {base}")
    return Sizes(decision.times, len(decision.bases))


def _first(least: LeastHand) -> int:
    """The lowest strength of four cards that is good enough."""
    return next(value.strength for value in four_card_values() if least.met_by(value))
