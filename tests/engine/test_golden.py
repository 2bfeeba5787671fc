"""One whole round of every rulebook, kept as a hand history; its amounts are worked out by hand from the documents.

In the files `{hash}` stands for the hash of the rulebook in force, so that a reworded clause does not change them.
"""

import pytest

from engine.golden_rounds import GOLDEN, written
from pitboss.engine import History, SettlementLine, read_history, verify, write_history
from pitboss.engine.autoplay import move_meters
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import SHIPPED, load

# Seat, wager, what is won, all that goes back; how that comes about. Even money is 1 to 1, a push gives the stake back.
LINES = {
    "ma-criss-cross": """
        3 ante_across 0 0          folded at the Down Bet: collected at once
        3 ante_down 0 0            folded
        3 across 0 0               folded
        6 ante_across 0 5          pair of nines with 9c 9h of the cross: push
        6 across 0 5               push
        6 ante_down 0 0            queen high
        6 down 0 0                 queen high
        6 middle 0 15              the better hand is the pair of nines: push
        3 five_card_bonus 10 20    outlives the fold: pair of nines on the cross, 10 at 1 to 1
        1 ante_across 10 20        three nines: even money
        1 across 90 120            30 at 3 to 1
        1 ante_down 0 10           pair of nines: push
        1 down 0 10                push
        1 middle 60 80             20 at 3 to 1, by the three nines
        1 five_card_bonus 5 10     5 at 1 to 1
    """,
    "md-criss-cross": """
        1 ante_across 0 0          folded at the Across Bet: collected at once
        1 ante_down 0 0            folded
        2 five_card_bonus 10 20    pair of eights on the cross, 10 at 1 to 1
        1 five_card_bonus 5 10     outlives the fold
        5 ante_across 0 25         pair of eights: push
        5 across 0 25              push
        5 ante_down 25 50          full house: even money
        5 down 900 975             75 at 12 to 1
        5 middle 600 650           50 at 12 to 1, by the full house
        2 ante_across 10 20        flush: even money
        2 across 80 90             10 at 8 to 1
        2 ante_down 0 10           pair of eights: push
        2 down 0 10                push
        2 middle 240 270           30 at 8 to 1, by the flush
    """,
    "nj-criss-cross": """
        5 ante_across 0 0          folded at the Middle Bet: collected at once
        5 ante_down 0 0            folded
        5 bonus_spin 0 0           given up by the fold, and with it the community pay
        5 across 0 0               folded
        5 down 0 0                 folded
        6 ante_across 10 20        full house, fives over jacks: even money
        6 across 120 130           10 at 12 to 1
        6 ante_down 10 20          three fives: even money
        6 down 60 80               20 at 3 to 1
        6 middle 360 390           30 at 12 to 1, by the full house
        4 ante_across 5 10         pair of jacks: even money
        4 across 5 10              5 at 1 to 1
        4 ante_down 0 0            ace high
        4 down 0 0                 ace high
        4 middle 5 10              5 at 1 to 1, by the pair of jacks
        2 ante_across 20 40        two pair, jacks and nines: even money
        2 across 40 60             20 at 2 to 1
        2 ante_down 0 20           pair of nines: push
        2 down 0 20                push
        2 middle 40 60             20 at 2 to 1, by the two pair
        6 five_card_bonus 5 10     pair of jacks on the cross, 5 at 1 to 1
        5 five_card_bonus 5 10     outlives the fold
        2 five_card_bonus 10 20    10 at 1 to 1
        6 bonus_spin 10002 10002   a pair of fives turns the wheel; position 0 is all of the meter, and the wager stays
        4 bonus_spin 0 0           no pair in the hole
        2 bonus_spin 200 200       a pair of nines; position 6 pays 200 ...
        6 bonus_spin_community 50 50    ... and 50 to each other player in
        4 bonus_spin_community 50 50
    """,
    "cardroom-criss-cross": """
        1 ante_across 0 0          folded at the Middle Bet: collected at once
        1 ante_down 0 0            folded
        1 across 0 0               folded
        1 down 0 0                 folded
        5 ante_down 10 20          three nines: even money
        5 down 90 120              30 at 3 to 1
        5 ante_across 10 20        four nines: even money
        5 across 1200 1230         30 at 40 to 1
        5 middle 1200 1230         30 at 40 to 1
        5 five_card_bonus 10 20    pair of nines on the cross, 10 at 1 to 1
        2 ante_down 10 20          pair of aces: even money
        2 down 10 20               10 at 1 to 1
        2 ante_across 10 20        two pair, aces and nines: even money
        2 across 40 60             20 at 2 to 1
        2 middle 60 90             30 at 2 to 1
        2 five_card_bonus 10 20    10 at 1 to 1
        1 five_card_bonus 5 10     outlives the fold
        5 six_card_bonus 2000 2010     9s with Ts Js 8s 7s: straight flush, 10 at 200 to 1
        5 payout_limit -1520 -1520     2520 before and 2000 now are 1520 over 3000
        2 six_card_bonus 150 160   As with Ts Js 8s 7s: flush, 10 at 15 to 1
        1 six_card_bonus 0 0       outlives the fold, but a pair of tens pays nothing
    """,
    "ma-crazy-4": """
        3 ante 0 0                 folded: collected before the dealer's cards are turned
        3 super_bonus 0 0          folded
        3 queens_up 0 0            folded
        3 four_card_progressive 0 0    folded
        6 ante 10 20               four aces beat the dealer's straight flush: even money
        6 play 30 60               even money
        6 super_bonus 2000 2010    10 at 200 to 1
        6 queens_up 250 255        5 at 50 to 1
        6 magic_card 20 20         the 2c was drawn: 20 for 1 on the 1 wagered on the player's hand
        6 lucky_bonus 10 10        the dealer's position was drawn: 5 for 1 on the 2 wagered on the dealer's hand
        6 four_card_progressive 5001.05 5001.05   all of the meter: its seed and 15% of 1 + 5 + 1
        4 four_card_envy_bonus 500 500   seat 6 holds four aces, 5 wagered
        3 four_card_envy_bonus 100 100   seat 6 holds four aces, 1 wagered; a fold does not end the right to it
        6 five_card_progressive 300 300     four of a kind, 1 at 300 for 1
        6 five_card_hand_bonus_player 500 500   four of a kind, 1 at 500 for 1
        6 five_card_hand_bonus_dealer 333.35 333.35   10% of 10000.50 by the dealer's straight flush, among three
        6 link_progressive 250.05 250.05    all of the Minor meter, by four of a kind
        4 ante 0 0                 a ten-high straight flush against one with a king
        4 play 0 0
        4 super_bonus 300 320      20 at 15 to 1, whatever the dealer has
        4 queens_up 300 310        10 at 30 to 1
        4 five_card_progressive 0 0    all five cards: ten high
        4 lucky_bonus 5 5          5 for 1 on 1
        4 four_card_progressive 500 500     straight flush, 5 at 100 for 1
        6 four_card_envy_bonus 5 5     seat 4 holds a straight flush, 1 wagered
        3 four_card_envy_bonus 5 5     the same
        4 five_card_hand_bonus_dealer 333.35 333.35   an equal share, though only 1 was wagered
        3 lucky_bonus 5 5          the wager on the dealer's hand outlives the fold
        3 five_card_hand_bonus_dealer 333.35 333.35
        1 ante 0 0                 two pair lose to a straight flush
        1 play 0 0
        1 super_bonus 0 0          below a straight, and the dealer's hand is higher
        1 queens_up 2 3            two pair, 1 at 2 to 1
        1 five_card_progressive 0 0    two pair pay nothing
        6 cover_all 750 755        four aces, four players: 5 at 150 to 1
        3 cover_all 150 151        1 at 150 to 1; outlives the fold
    """,
}

# What the meters show afterwards: seed and the rate of each wager, less what was paid; the reset where all of it was.
METERS = {
    "nj-criss-cross": {"bonus_spin": "10000.00"},  # 10000 and 10% of four wagers of 5, all of it paid, and 10000 again
    "ma-crazy-4": {
        "four_card": "5000.00",  # 5000 and 15% of 1 + 5 + 1, all of it paid, and 5000 again
        "five_card": "10000.70",  # 10000, and 10% of 5 + 1 + 1
        "five_card_hand": "9000.45",  # 10000 and 10% of 1 + 1 + 1 + 2, less 3 x 333.35
        "mega": "10000.06",  # 6% of 1
        "major": "1000.04",  # 4% of 1
        "minor": "250.00",  # 250 and 5% of 1, all of it paid, and 250 again
    },
}


def golden(id: str) -> str:
    text = (GOLDEN / f"{id}.txt").read_text(encoding="ascii")
    return text.replace("{hash}", load(id).hash)


def history(id: str) -> History:
    return read_history(golden(id))


def money(line: SettlementLine) -> tuple[int, str, Amount, Amount]:
    return line.seat, line.wager, line.paid, line.returned


@pytest.mark.parametrize("id", SHIPPED)
def test_it_is_what_comes_of_the_round_played_again(id: str) -> None:
    assert written(id).replace("{hash}", load(id).hash) == golden(id)


@pytest.mark.parametrize("id", SHIPPED)
def test_it_is_written_again_byte_for_byte(id: str) -> None:
    kept = history(id)
    assert write_history(kept.terms, kept.events) == golden(id)


@pytest.mark.parametrize("id", SHIPPED)
def test_it_follows_from_the_rules(id: str) -> None:
    assert verify(history(id)) is None


@pytest.mark.parametrize("id", SHIPPED)
def test_its_settlement_is_what_the_document_pays(id: str) -> None:
    rows = (row.split() for row in LINES[id].strip().splitlines())
    expected = [(int(seat), wager, Amount.parse(paid), Amount.parse(back)) for seat, wager, paid, back, *_ in rows]
    assert [money(line) for line in history(id).round().lines] == expected


@pytest.mark.parametrize("id", SHIPPED)
def test_it_leaves_the_meters_as_they_should_be(id: str) -> None:
    kept = history(id)
    meters = open_meters(kept.terms)
    for event in kept.events:
        meters = move_meters(meters, event)
    assert {name: str(meter.shows) for name, meter in meters.items()} == METERS.get(id, {})
