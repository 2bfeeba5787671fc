"""What a person may look at in Criss-Cross, in words: the conditions from which a strategy card is made.

Words follow the paytable: with the published ones a rank *wins* as a pair from jacks, *pushes* from sixes to tens
and *loses* below. Each can be read in one way only: it says whether it speaks of the hole cards, of the cards turned
up or of a hand made of both.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from pitboss.cards import RANKS
from pitboss.cards.card import RANK_NAMES, RANK_PLURALS
from pitboss.mathematics.criss_cross.kernels.strategy import MOST_OUTS, PUSHES, WINS, Levels
from pitboss.mathematics.strategy_rules import Bound, Condition, both

HANDS = [(high, low, suited) for high in range(13) for low in range(high + 1) for suited in (False, True)]
HANDS = [(high, low, suited) for high, low, suited in HANDS if not (suited and high == low)]
"""The 169 hole hands, pairs among them, as ranks and whether suited."""


ALL_RANKS = (1 << 13) - 1
SUITED, UNSUITED = Bound("suited", 1, 1), Bound("suited", 0, 0)
NOTHING = (Bound("made", 0, 0), Bound("low_pairs", 0, 0), Bound("strong", 0, 0))


def hand_name(high: int, low: int, suited: bool) -> str:
    """A hole hand as players write it: "QJs", "72o", "AA"."""
    return RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")


def across_conditions(levels: Levels) -> list[Condition]:
    """What may be seen in the hole cards alone."""
    return [*_hole_conditions(levels), *map(_single_hand, range(len(HANDS)))]


def down_conditions(levels: Levels) -> list[Condition]:
    """What may be seen in the hole cards and the Across pair."""
    live, suit = Bound("shared", 0, 0), Bound("suit", 0, 0)
    ranks = (
        Condition("no Across card of your ranks", (live,)),
        Condition("an Across card of one of your ranks", (Bound("shared", 1),)),
    )
    suits = (
        Condition("no Across card of your suit", (suit,)),
        Condition("no Across card of your ranks or suit", (live, suit), 2),
    )
    holes = list(_hole_conditions(levels))
    of_one_suit = [hole for hole in holes if SUITED in hole.bounds]
    nothing = Condition("no pair and no outs in your Across Hand so far", NOTHING)
    return [
        *holes,
        *(both(hole, across, ", ") for hole, across in product(holes, ranks)),
        *(both(hole, across, ", ") for hole, across in product(of_one_suit, suits)),
        *(_made(levels, level, "in your Across Hand so far") for level in (PUSHES, WINS)),
        *(both(nothing, count, ", ") for count in _counts("points", range(1, 10))),
    ]


def middle_conditions(levels: Levels) -> list[Condition]:
    """What may be seen in both hands before the middle card."""
    low_pair = Condition("a lower pair in either hand so far", (Bound("low_pairs", 1),))
    nothing = Condition("no pair and no outs in either hand so far", NOTHING)
    strong = [Condition(_at_least(outs, "out"), (Bound("strong", outs),)) for outs in range(1, MOST_OUTS + 1)]
    shapes = [_made(levels, level, "in either hand so far") for level in (PUSHES, WINS)]
    shapes += [low_pair, Condition("a lower pair in both hands so far", (Bound("low_pairs", 2),)), nothing, *strong]
    shapes += [both(low_pair, cards) for cards in strong]
    counts = [*_counts("points", range(1, 13)), *_counts("doubled", range(1, 17))]
    return [*shapes, *(both(shape, count, ", ") for shape, count in product(shapes, counts))]


def notes(levels: Levels) -> dict[str, str]:
    """How what the conditions speak of is told, by the words they use."""
    worths = ((2, _ranks(levels, WINS)), (1, _ranks(levels, PUSHES)))
    parts = " and ".join(f"{worth} for each rank from {ranks}" for worth, ranks in worths if ranks)
    return {
        "points": f"Points: {parts} among your cards and those turned up, each rank counted once.",
        "double points": "Double points: the same, with the ranks you hold counted twice.",
        "so far": "A hand so far: your two hole cards with the two Across cards, or with the two Down cards.",
        "outs": "Outs: the unseen cards that would complete a straight or better in one hand or both.",
        "lower pair": "A lower pair is one that would still lose.",
    }


def _hole_conditions(levels: Levels) -> Iterator[Condition]:
    yield Condition("any pair in the hole", (Bound("pair", 1),))
    for rank in range(1, 13):
        yield Condition(f"a pair of {RANK_PLURALS[rank]} or better in the hole", (Bound("pair_rank", rank + 1),))
        yield Condition(f"a pair below {RANK_PLURALS[rank]} in the hole", (Bound("pair_rank", 1, rank),))
    facts = {"winning": levels.winning, "worthy": levels.winning | levels.pushing}
    kinds = {"two hole cards of one suit": SUITED, "two unpaired hole cards of two suits": UNSUITED}
    for (words, suits), (fact, ranks) in product(kinds.items(), facts.items()):
        if ranks:
            kind = (Bound("pair", 0, 0), suits)
            yield Condition(f"{words}, both {_upward(ranks, RANK_NAMES)}", (*kind, Bound(fact, 2)), 2)
            yield Condition(f"{words}, both {_without(ranks)}", (*kind, Bound(fact, 0, 0)), 2)
            yield Condition(f"{words}, one or both {_without(ranks)}", (*kind, Bound(fact, 0, 1)), 2)


def _upward(ranks: int, names: Sequence[str]) -> str:
    """A set of ranks in words: "jack or better" where it holds all from one upwards."""
    low = _lowest(ranks)
    if ranks == ALL_RANKS >> low << low:
        return f"{names[low]} or better"
    return " or ".join(names[rank] for rank in range(13) if ranks >> rank & 1)


def _without(ranks: int) -> str:
    """All other ranks in words: "below jack" where the set holds all from the jack upwards."""
    low = _lowest(ranks)
    if ranks == ALL_RANKS >> low << low:
        return f"below {RANK_NAMES[low]}"
    return f"other than {_upward(ranks, RANK_NAMES)}"


def _lowest(ranks: int) -> int:
    return (ranks & -ranks).bit_length() - 1


def _single_hand(place: int) -> Condition:
    high, low, suited = HANDS[place]
    if high == low:
        return Condition(f"two {RANK_PLURALS[high]}", (Bound("hand", place, place),))
    text = f"{RANK_NAMES[high]}-{RANK_NAMES[low]} {'suited' if suited else 'unsuited'}"
    return Condition(text, (Bound("hand", place, place),))


def _made(levels: Levels, level: int, where: str) -> Condition:
    ranks = levels.winning | (levels.pushing if level == PUSHES else 0)
    text = f"a pair of {_upward(ranks, RANK_PLURALS)}" if ranks else "two pair or better"
    return Condition(f"{text} {where}", (Bound("made", level),))


def _counts(fact: str, bounds: range) -> Iterator[Condition]:
    name = "point" if fact == "points" else "double point"
    for bound in bounds:
        yield Condition(_at_least(bound, name), (Bound(fact, bound),))
        fewer = f"fewer than {bound} {name}s" if bound > 1 else f"no {name}s"
        yield Condition(fewer, (Bound(fact, 0, bound - 1),))


def _at_least(number: int, name: str) -> str:
    return f"{number} {name}s or more" if number > 1 else f"any {name}s"


def _ranks(levels: Levels, level: int) -> str:
    """Ranks of a level in words: "jack to ace"."""
    found = [rank for rank in range(13) if levels.of_rank[rank] == level]
    if not found:
        return ""
    if found[-1] - found[0] == len(found) - 1:
        return f"{RANK_NAMES[found[0]]} to {RANK_NAMES[found[-1]]}"
    return ", ".join(RANK_NAMES[rank] for rank in found)
