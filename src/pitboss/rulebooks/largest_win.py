"""The most that one player could win in a round when betting the minimum, exactly.

Where one hand decides every wager, that is the best of the tables' lines together. In Criss-Cross Poker three hands do:
Across, Down and the community cards are made of the middle card and two of three pairs of cards each, and any two of
them share three cards. A deal then belongs to one of three families:

- one of its hands is a royal flush: few cards are left free, and all their deals are tried;
- the player holds a pair, which turns the wheel where one is offered: no straight or flush is in the player's hands,
  so the ranks of the cards tell everything but whether the community cards are of one suit, and all are tried;
- any other deal wins no more than the best line below the royal flush in every table at once.

Where that last sum is above what the first two families reach, or the hands lie otherwise, the figure cannot be told
this way, and that is said.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from pitboss.cards import DECK, RANKS, SUITS, Card, FiveCardRank, FiveCardValue, evaluate, parse_cards
from pitboss.money import Amount, Fixed, MeterShare, winnings
from pitboss.rulebooks.breach import offered
from pitboss.rulebooks.parts import OWN, Wheel
from pitboss.rulebooks.paytable import ANTE_READING, Paytable, PaytableLine
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import Submission, reading_in_force
from pitboss.rulebooks.violation import Refused, Violation

SMALLEST_OR_LARGEST = "largest-win-at-minimum"
LARGEST_BETS = "largest-bets"
TOP_PRIZE = "payout-limit-top-prize"
COUNTS = "counts"


class DealtHands(NamedTuple):
    """The three hands of a deal, and whether the player holds a pair."""

    across: FiveCardValue
    down: FiveCardValue
    community: FiveCardValue
    pair: bool


class Staked(NamedTuple):
    """A wager at the minimum: the hands of which the best decides it, what is on it, the table that pays it."""

    hands: tuple[str, ...]
    stake: Amount
    table: Paytable

    def won(self, line: PaytableLine | None) -> int:
        """What a line pays, in cents; a share of a meter has no greatest amount and does not count."""
        return 0 if line is None or isinstance(line.pays, MeterShare) else winnings(line.pays, self.stake).cents


class Cross(NamedTuple):
    """The names of the three hands of a cross, the last where there is one."""

    across: str
    down: str
    community: str | None


def largest_win_at_minimum(rulebook: Rulebook, submission: Submission) -> Amount:
    """The most a player could win in one round with every wager that counts at its minimum."""
    wagers = tuple(_wagers(rulebook, submission))
    own, others = _wheel_wins(rulebook, submission)
    if any(line.ranks for wager in wagers for line in wager.table.lines):
        raise _unknown(rulebook, "lines that pay hands of given ranks", "lines that pay by the leading rank")
    if not own and len({wager.hands for wager in wagers}) <= 1:
        return Amount(_best_of_one_hand(wagers) + others)
    cross = _cross(rulebook, wagers)
    if cross is None:
        raise _unknown(rulebook, "hands that do not lie in a cross", "one hand that decides all, or a cross")
    most = max(_won(wagers, cross, hands) + (own if hands.pair else 0) for hands in _deals_with_a_royal())
    if own:
        ace_low = reading_in_force(rulebook, submission, "ace-low-straight") != "ace-high-only"
        most = max(most, own + _best_with_a_pair(wagers, cross, ace_low))
    rest = sum(max(_paid_below_a_royal(wager), default=0) for wager in wagers)
    if rest > most:
        allowed = "tables that pay a royal flush so much that it tops all other hands together"
        raise _unknown(rulebook, "tables whose largest win needs no royal flush", allowed)
    return Amount(most + others)


def _unknown(rulebook: Rulebook, tried: str, allowed: str) -> Refused:
    clause = rulebook.payout_limit.clause if rulebook.payout_limit else ""
    return Refused(Violation(rulebook=rulebook.id, clause=clause, where="payout_limit", tried=tried, allowed=allowed))


def _best_of_one_hand(wagers: tuple[Staked, ...]) -> int:
    """The best that one hand brings to all wagers, each by the first line that covers it."""
    lines = [line for wager in wagers for line in wager.table.lines]
    return max((sum(wager.won(_line_like(wager.table, line)) for wager in wagers) for line in lines), default=0)


def _line_like(table: Paytable, line: PaytableLine) -> PaytableLine | None:
    """The line of a table that pays the best hand of another's line."""

    def covers(other: PaytableLine) -> bool:
        top = RANKS.index(line.high) if line.high else len(RANKS) - 1
        least, most = (RANKS.index(other.low) if other.low else 0), (RANKS.index(other.high) if other.high else top)
        return other.hand == line.hand and least <= top <= most

    return next(filter(covers, table.lines), None)


def _cross(rulebook: Rulebook, wagers: tuple[Staked, ...]) -> Cross | None:
    """The hands that decide the wagers, if they lie in a cross: two lines with the own cards that share one place."""
    named = [rulebook.hand(name) for name in dict.fromkeys(name for wager in wagers for name in wager.hands)]
    hands = [hand for hand in named if hand is not None and hand.ranking == "five_card"]
    lines = [hand for hand in hands if len(hand.places) == 4 and hand.places[0] == OWN]
    whole = [hand for hand in hands if hand not in lines]
    if len(lines) != 2 or len(whole) > 1 or len(hands) != len(named):
        return None
    across, down = (set(hand.places) - {OWN} for hand in lines)
    if len(across & down) != 1 or (whole and set(whole[0].places) != across | down):
        return None
    return Cross(lines[0].name, lines[1].name, whole[0].name if whole else None)


def top_lines_at_minimum(rulebook: Rulebook, submission: Submission) -> Amount:
    """The best line of every table at once, which no deal surpasses; quick, and often enough to know."""
    own, others = _wheel_wins(rulebook, submission)
    top = sum(max(map(wager.won, wager.table.lines), default=0) for wager in _wagers(rulebook, submission))
    return Amount(top + own + others)


def _wagers(rulebook: Rulebook, submission: Submission) -> Iterator[Staked]:
    """Every wager that counts and is decided by a hand, at its minimum: bets as the reading in force has them."""
    rule = rulebook.payout_limit
    assert rule is not None
    largest = reading_in_force(rulebook, submission, SMALLEST_OR_LARGEST) == LARGEST_BETS
    antes = {decision.bet: decision.times[-1 if largest else 0] for decision in rulebook.decisions if decision.bet}
    for name in rule.counts:
        wager = rulebook.wager(name)
        table = _table(rulebook, submission, name) if wager is not None and wager.against is None else None
        if wager is not None and table is not None and offered(wager, submission):
            yield Staked(wager.hands, _minimum(rulebook, submission, name) * antes.get(name, 1), table)


def _minimum(rulebook: Rulebook, submission: Submission, name: str) -> Amount:
    """The least that a wager may be; of a bet, the least of the wagers together that it is a multiple of."""
    wager = rulebook.wager(name)
    assert wager is not None
    if wager.limit is not None:
        return submission.limits[wager.limit].minimum
    decision = next((decision for decision in rulebook.decisions if decision.bet == name), None)
    bases = decision.bases if decision else ()
    return sum((_minimum(rulebook, submission, base) for base in bases), Amount.ZERO)


def _table(rulebook: Rulebook, submission: Submission, wager: str) -> Paytable | None:
    reading = reading_in_force(rulebook, submission, ANTE_READING)
    lawful = (table for table in rulebook.paytables if wager in table.wagers and table.variant in (None, reading))
    return next(lawful, None)


def _wheel_wins(rulebook: Rulebook, submission: Submission) -> tuple[int, int]:
    """The best own spin, and the best community pay of a spin by every other seat, in cents; nothing without a wheel.

    A jackpot has no greatest amount and does not count.
    """
    rule = rulebook.payout_limit
    wheel = rulebook.wheel_in_play(submission.offers)
    if wheel is None or rule is None or wheel.wager not in rule.counts:
        return 0, 0
    community = (winnings(stop.community, wheel.stake).cents for stop in wheel.stops if stop.community)
    return max(_prizes(rulebook, submission, wheel), default=0), (rulebook.seats - 1) * max(community, default=0)


def _prizes(rulebook: Rulebook, submission: Submission, wheel: Wheel) -> Iterator[int]:
    for stop in wheel.stops:
        if stop.pays is not None:
            yield winnings(stop.pays, wheel.stake).cents
    prize = submission.wheel.top_prize if submission.wheel else None
    if wheel.top_prize == "fixed" and prize and reading_in_force(rulebook, submission, TOP_PRIZE) == COUNTS:
        yield winnings(Fixed(prize), wheel.stake).cents


def _won(wagers: tuple[Staked, ...], cross: Cross, hands: DealtHands) -> int:
    """What the wagers win together, in cents."""
    by = {cross.across: hands.across, cross.down: hands.down, cross.community: hands.community}
    return sum(wager.won(wager.table.line_for(max(by[name] for name in wager.hands))) for wager in wagers)


def _paid_below_a_royal(wager: Staked) -> Iterator[int]:
    royal = FiveCardRank.ROYAL_FLUSH.name.lower()
    return (wager.won(line) for line in wager.table.lines if line.hand != royal)


# One of the hands is a royal flush


@cache
def _deals_with_a_royal() -> tuple[DealtHands, ...]:
    """One deal for each that pays differently: paytables see no more of a hand than its kind and its leading rank."""
    distinct: dict[tuple[object, ...], DealtHands] = {}
    for hole, outer, middle, vertical in _royals():
        hands = DealtHands(
            evaluate((*hole, middle, *outer)),
            evaluate((*hole, middle, *vertical)),
            evaluate((middle, *outer, *vertical)),
            hole[0].rank == hole[1].rank,
        )
        seen = (*((value.rank, value.ranks[0]) for value in hands[:3]), hands.pair)
        distinct.setdefault(seen, hands)
    return tuple(distinct.values())


def _royals() -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], Card, tuple[Card, ...]]]:
    """Hole cards, outer cards across, middle and outer cards down: a royal flush Across, Down or in the community."""
    royal = parse_cards("Ts Js Qs Ks As")
    # Clubs, diamonds and hearts are alike beside a royal flush in spades: a pair of cards with hearts, or with diamonds
    # but no club, pays what some pair without pays.
    pairs = [pair for pair in combinations([card for card in DECK if card not in royal], 2) if _plain(pair)]
    for middle in royal:
        rest = [card for card in royal if card != middle]
        for one in combinations(rest, 2):
            two = tuple(card for card in rest if card not in one)
            for free in pairs:
                yield one, two, middle, free
                yield one, free, middle, two
                yield free, one, middle, two


def _plain(pair: tuple[Card, ...]) -> bool:
    suits = {SUITS[card.suit] for card in pair}
    return "h" not in suits and ("d" not in suits or "c" in suits)


# The player holds a pair

Ranks = tuple[int, ...]


def _best_with_a_pair(wagers: tuple[Staked, ...], cross: Cross, ace_low: bool) -> int:
    """The most won by a deal with a pair in the hole, the best bets first, until no community cards could make up."""
    bonus = tuple(wager for wager in wagers if wager.hands == (cross.community,))

    @cache
    def pays(hands: tuple[str, ...], value: FiveCardValue) -> int:
        return sum(wager.won(wager.table.line_for(value)) for wager in wagers if wager.hands == hands)

    groups = []
    for hole, middle in product(range(len(RANKS)), repeat=2):
        made = _hands_with_a_pair(hole, middle)
        for (across, outer), (down, vertical) in product(made.items(), repeat=2):
            won = pays((cross.across,), across) + pays((cross.down,), down)
            won += pays((cross.across, cross.down), max(across, down))
            groups.append((won, hole, middle, outer, vertical))
    groups.sort(key=lambda group: group[0], reverse=True)
    most, community = 0, _community_wins(bonus, ace_low)
    top = max(community.values())
    for won, hole, middle, outer, vertical in groups:
        if won + top <= most:
            break
        for left, right in product(outer, vertical):
            ranks = (middle, *left, *right)
            if ranks.count(hole) <= len(SUITS) - 2:
                most = max(most, won + community.get(tuple(sorted(ranks)), -won))
    return most


@cache
def _hands_with_a_pair(hole: int, middle: int) -> dict[FiveCardValue, list[Ranks]]:
    """What a pair makes with the middle card and two outer ones, by value; the two for each."""
    made: dict[tuple[object, int], tuple[FiveCardValue, list[Ranks]]] = {}
    for outer in combinations_with_replacement(range(len(RANKS)), 2):
        if max(Counter((hole, hole, middle, *outer)).values()) > len(SUITS):
            continue
        value = evaluate(_cards((hole, hole, middle, *outer)))
        made.setdefault((value.rank, value.ranks[0]), (value, []))[1].append(outer)
    return dict(made.values())


def _community_wins(bonus: tuple[Staked, ...], ace_low: bool) -> dict[Ranks, int]:
    """What community cards of these ranks win, all of one suit where they can be and that wins more."""
    wins: dict[Ranks, int] = {}
    for ranks in combinations_with_replacement(range(len(RANKS)), 5):
        if ranks.count(ranks[2]) <= len(SUITS):
            values = [evaluate(_cards(ranks), ace_low=ace_low)]
            if len(set(ranks)) == len(ranks):
                suited = tuple(Card.parse(f"{RANKS[rank]}{SUITS[0]}") for rank in ranks)
                values.append(evaluate(suited, ace_low=ace_low))
            wins[ranks] = max(sum(wager.won(wager.table.line_for(value)) for wager in bonus) for value in values)
    return wins


def _cards(ranks: Ranks) -> tuple[Card, ...]:
    """Cards of these ranks, not all of one suit: equal ranks take the suits in turn, five different ones take two."""
    different = len(set(ranks)) == len(ranks)
    suits = [1 if different and not place else ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    return tuple(Card.parse(f"{RANKS[rank]}{SUITS[suit]}") for rank, suit in zip(ranks, suits, strict=True))
