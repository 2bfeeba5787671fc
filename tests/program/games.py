"""Other public games as programs, built by hand from their published rules."""

from collections.abc import Callable
from typing import Any

from pitboss.cards import RANKS, STANDARD, HandValue, Ranking, ranking_of
from pitboss.program.program import Choice, Contest, Kind, MadeHand, Place, Program, Stake, Street, Strong

FIVE = ranking_of(*STANDARD["five_card"])
THREE = ranking_of(*STANDARD["three_card"])
LOSE, PUSH = -1, 0

Value = HandValue[Any]
FOLD, CHECK = Choice(Kind.FOLD), Choice(Kind.CHECK)


def table(ranking: Ranking[Value], pays: dict[str, int], other: int = LOSE) -> tuple[int, ...]:
    """What each strength nets: `pays` is by kind, or by kind and the lowest leading rank, as "pair J"."""

    def net(value: Value) -> int:
        for line, odds in pays.items():
            kind, _, low = line.partition(" ")
            if value.rank.name.lower() == kind and (not low or value.ranks[0] >= RANKS.index(low)):
                return odds
        return other

    return tuple(map(net, ranking.values))


def least(ranking: Ranking[Value], met: Callable[[Value], bool]) -> int:
    """The lowest strength that will do."""
    return min(value.strength for value in ranking.values if met(value))


def bets(stake: int, base: int, *times: int, ends: bool = False, needs: Strong | None = None) -> tuple[Choice, ...]:
    """Bets of so many times a base."""
    return tuple(Choice(Kind.BET, stake, count, (base,), needs, ends) for count in times)


def even_money(ranking: Ranking[Value], unqualified: int | None = None) -> tuple[tuple[int, ...], ...]:
    """One to one against a dealer, a tie returned; of a dealer who does not qualify the same, or what is said."""
    rows = (1, PUSH, LOSE, *((unqualified,) * 3 if unqualified is not None else (1, PUSH, LOSE)))
    return tuple((net,) * len(ranking.values) for net in rows)


MISSISSIPPI_PAYS = {
    "royal_flush": 500,
    "straight_flush": 100,
    "four_of_a_kind": 40,
    "full_house": 10,
    "flush": 6,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pair": 2,
    "pair J": 1,
    "pair 6": 0,
}
LET_IT_RIDE_PAYS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 11,
    "flush": 8,
    "straight": 5,
    "three_of_a_kind": 3,
    "two_pair": 2,
    "pair T": 1,
}


def mississippi_stud(most: int = 3) -> Program:
    """Two cards and three community cards; before each of them a fold or a bet of one to three antes."""
    hand = MadeHand("hand", (0, 1, 2, 3, 4), FIVE)
    nets = (table(FIVE, MISSISSIPPI_PAYS),)
    stakes = [Stake(name, (0,), nets, antes=int(name == "ante")) for name in ("ante", "third", "fourth", "fifth")]
    streets = [
        Street(stakes[place + 1].name, tuple(range(2 + place)), (FOLD, *bets(place + 1, 0, *range(1, most + 1))))
        for place in range(3)
    ]
    places = (Place("own", (0, 1)), *(Place(f"card {place}", (1 + place,)) for place in (1, 2, 3)))
    return Program("mississippi-stud", places, (hand,), tuple(stakes), tuple(streets))


def let_it_ride() -> Program:
    """Three equal bets, of which the first two may be taken back before the two community cards."""
    hand = MadeHand("hand", (0, 1, 2, 3, 4), FIVE)
    stakes = [Stake(f"bet {place}", (0,), (table(FIVE, LET_IT_RIDE_PAYS),), antes=1) for place in (1, 2, 3)]
    streets = [
        Street(f"decision {place + 1}", tuple(range(3 + place)), (Choice(Kind.WITHDRAW, place), CHECK))
        for place in (0, 1)
    ]
    places = (Place("own", (0, 1, 2)), Place("first", (3,)), Place("second", (4,)))
    return Program("let-it-ride", places, (hand,), tuple(stakes), tuple(streets))


def three_card_poker() -> Program:
    """Three cards each; a fold or a Play equal to the ante against a dealer who needs queen high."""
    hands = (MadeHand("hand", (0, 1, 2), THREE), MadeHand("dealer", (3, 4, 5), THREE))
    queen = least(THREE, lambda value: value.rank > 0 or value.ranks[0] >= RANKS.index("Q"))
    contest = Contest("dealer", 0, 1, queen)
    bonus = table(THREE, {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}, other=0)
    stakes = (
        Stake("ante", (0,), even_money(THREE, 1), contest=0, antes=1),
        Stake("play", (0,), even_money(THREE, PUSH), contest=0),
        Stake("ante bonus", (0,), (bonus,), on=0),
    )
    places = (Place("own", (0, 1, 2)), Place("dealer", (3, 4, 5)))
    streets = (Street("play", (0, 1, 2), (FOLD, *bets(1, 0, 1))),)
    return Program("three-card-poker", places, hands, stakes, streets, (contest,))


def pair_plus() -> Program:
    """A wager on the player's own three cards alone."""
    pays = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1}
    stake = Stake("pair plus", (0,), (table(THREE, pays),), antes=1)
    return Program("pair-plus", (Place("own", (0, 1, 2)),), (MadeHand("hand", (0, 1, 2), THREE),), (stake,))


def poker_holdem(dealer_pair: bool = True) -> Program:
    """Check or raise on two cards, three community cards, two more; a dealer who needs a pair; a blind paid on a win.

    Four or three antes before the community cards, two after the first three, one or a fold at the end; whoever has
    raised decides nothing more.
    """
    board = (2, 3, 4, 5, 6)
    hands = (MadeHand("hand", (0, 1, *board), FIVE), MadeHand("dealer", (*board, 7, 8), FIVE))
    pair = least(FIVE, lambda value: value.rank >= 1)
    contest = Contest("dealer", 0, 1, pair if dealer_pair else 0)
    blind = table(
        FIVE, {"royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3, "flush": 2}, PUSH
    )
    nothing, lost = (PUSH,) * len(blind), (LOSE,) * len(blind)
    stakes = (
        Stake("ante", (0,), even_money(FIVE, PUSH), contest=0, antes=1),
        Stake("blind", (0,), (blind, nothing, lost) * 2, contest=0, antes=1),
        Stake("play", (0,), even_money(FIVE), contest=0),
    )
    streets = (
        Street("hole", (0, 1), (CHECK, *bets(2, 0, 3, 4, ends=True))),
        Street("flop", (0, 1, 2, 3, 4), (CHECK, *bets(2, 0, 2, ends=True))),
        Street("river", (0, 1, *board), (FOLD, *bets(2, 0, 1))),
    )
    places = (Place("own", (0, 1)), Place("flop", (2, 3, 4)), Place("river", (5, 6)), Place("dealer", (7, 8)))
    return Program("check-or-raise", places, hands, stakes, streets, (contest,))


def caribbean_stud() -> Program:
    """Five cards each, one of the dealer's face up; a fold or exactly twice the ante; the dealer needs ace-king."""
    hands = (MadeHand("hand", (0, 1, 2, 3, 4), FIVE), MadeHand("dealer", (5, 6, 7, 8, 9), FIVE))
    ace_king = least(FIVE, lambda value: value.rank > 0 or value.ranks[:2] == (12, 11))
    contest = Contest("dealer", 0, 1, ace_king)
    pays = {
        "royal_flush": 100,
        "straight_flush": 50,
        "four_of_a_kind": 20,
        "full_house": 7,
        "flush": 5,
        "straight": 4,
        "three_of_a_kind": 3,
        "two_pair": 2,
    }
    won = table(FIVE, pays, other=1)
    push, lost = (PUSH,) * len(won), (LOSE,) * len(won)
    stakes = (
        Stake("ante", (0,), even_money(FIVE, 1), contest=0, antes=1),
        Stake("raise", (0,), (won, push, lost, push, push, push), contest=0),
    )
    places = (Place("own", (0, 1, 2, 3, 4)), Place("dealer", (5, 6, 7, 8, 9), face_up=(5,)))
    streets = (Street("raise", (0, 1, 2, 3, 4, 5), (FOLD, *bets(1, 0, 2))),)
    return Program("caribbean-stud", places, hands, stakes, streets, (contest,))
