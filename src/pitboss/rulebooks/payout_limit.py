"""The aggregate payout limit: what the document asks, and what is in force under a submission."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from pitboss.cards import DECK, Card, FiveCardValue, evaluate, parse_cards
from pitboss.money import Amount, winnings
from pitboss.rulebooks.parts import Decides, LimitRule, Wager
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import Submission


def limit_in_force(rulebook: Rulebook, submission: Submission) -> Amount | None:
    """The limit for one player in one round, or None where there is none."""
    rule = rulebook.payout_limit
    if rule is None:
        return None
    if submission.payout_limit is not None:
        return submission.payout_limit
    return None if rule.rule is LimitRule.FLOOR else bound(rulebook, submission)


def bound(rulebook: Rulebook, submission: Submission) -> Amount:
    """The document's figure: its amount, or the largest win at the minimum wager if that counts and is greater."""
    rule = rulebook.payout_limit
    assert rule is not None
    if not rule.or_largest_win:
        return rule.amount
    return max(rule.amount, largest_win_at_minimum(rulebook, submission))


def largest_win_at_minimum(rulebook: Rulebook, submission: Submission) -> Amount:
    """The most a player could win in a round of Criss-Cross with the minimum ante and the largest bets it allows.

    The largest win of a deal holds a royal flush, in the Across Hand or among the community cards: no table of the
    documents pays so much for anything else that other hands together could make up for it. With the royal
    placed, few cards are left free, and all their deals are tried. Where even the top line of every table at once
    stays below the document's own amount, nothing has to be tried.
    """
    rule = rulebook.payout_limit
    assert rule is not None
    wagers = _wagers_at_minimum(rulebook, submission)
    ceiling = sum((winnings(table.lines[0].pays, stake) for _, stake, table in wagers), Amount.ZERO)
    if ceiling <= rule.amount:
        return ceiling

    def won(outcome: Outcome) -> int:
        """What the wagers win together, in cents."""
        lines = ((table.line_for(outcome[by]), stake) for by, stake, table in wagers)
        return sum(winnings(line.pays, stake).cents for line, stake in lines if line is not None)

    return Amount(max(map(won, _outcomes_with_a_royal())))


Outcome = dict[Decides, FiveCardValue]


@cache
def _outcomes_with_a_royal() -> list[Outcome]:
    """One deal for each that pays differently: paytables see no more of a hand than its kind and its leading rank."""
    distinct: dict[tuple[object, ...], Outcome] = {}
    for outcome in _deals_with_a_royal():
        seen = tuple((value.rank, value.ranks[0]) for value in outcome.values())
        distinct.setdefault(seen, outcome)
    return list(distinct.values())


def _deals_with_a_royal() -> Iterator[Outcome]:
    royal = parse_cards("Ts Js Qs Ks As")
    pairs = list(combinations([card for card in DECK if card not in royal], 2))
    for hole in combinations(royal, 2):
        for outer in combinations([card for card in royal if card not in hole], 2):
            (middle,) = set(royal) - {*hole, *outer}
            for vertical in pairs:
                yield _outcome(hole, outer, middle, vertical)
    for middle in royal:
        for outer in combinations([card for card in royal if card != middle], 2):
            rest = tuple(card for card in royal if card not in (middle, *outer))
            for hole in pairs:
                yield _outcome(hole, outer, middle, rest)


def _outcome(hole: tuple[Card, ...], outer: tuple[Card, ...], middle: Card, vertical: tuple[Card, ...]) -> Outcome:
    across, down = evaluate((*hole, middle, *outer)), evaluate((*hole, middle, *vertical))
    return {
        Decides.ACROSS: across,
        Decides.DOWN: down,
        Decides.BETTER: max(across, down),
        Decides.COMMUNITY: evaluate((middle, *outer, *vertical)),
    }


def _wagers_at_minimum(rulebook: Rulebook, submission: Submission) -> list[tuple[Decides, Amount, Paytable]]:
    """Every counting wager: what decides it, its stake (minimums, and the largest bets they allow), and its table."""
    rule = rulebook.payout_limit
    assert rule is not None
    antes = {decision.bet: decision.most for decision in rulebook.decisions}
    found = []
    for name in rule.counts:
        wager = rulebook.wager(name)
        if wager is not None and _counts(wager, submission):
            stake = submission.limits[wager.limit or "ante"].minimum * antes.get(name, 1)
            found.append((wager.decided_by, stake, _table(rulebook, submission, name)))
    return found


def _counts(wager: Wager, submission: Submission) -> bool:
    """Wagers offered here and decided by a hand; the wheel's prizes are fixed sums and come on top of no hand."""
    offered = wager.offer is None or bool(submission.offers.get(wager.offer))
    return offered and wager.decided_by is not Decides.HOLE_PAIR


def _table(rulebook: Rulebook, submission: Submission, wager: str) -> Paytable:
    reading = submission.readings.get("ante-odds", "even-money")
    for table in rulebook.paytables:
        if wager in table.wagers and table.variant in (None, reading):
            return table
    raise LookupError(wager)
