"""Disputed rounds of Crazy 4 Poker. Every expected figure is the document's odds times the stake, by hand."""

import pytest

from games.disputes import Document, answer, crazy_four, lines, pays, seat, settled, totals
from pitboss.games.lines import Source

BOOK = "ma-crazy-4"
ANTES = "ante 10, super_bonus 10"
STAYED = f"{ANTES}, play 10"
QUEEN_HIGH = "Qc Jd 9s 5h 3d"  # below a king: the dealer does not qualify

WIN, PUSH, LOSE = "win 1 to 1 10.00 20.00", "push push 0.00 10.00", "lose"


@pytest.mark.parametrize(
    ("dealer", "player", "ante", "play", "super_bonus", "clause"),
    [
        # Not qualified: the Ante comes back and the Play is paid, not the other way round; also to a lower hand.
        (QUEEN_HIGH, "8c 8d Kh 6s 2c", PUSH, WIN, PUSH, "10(c)(3)(i)"),
        (QUEEN_HIGH, "Jc Td 8h 6s 2c", PUSH, WIN, PUSH, "10(c)(3)(i)"),
        (QUEEN_HIGH, "8c 7d 6h 5s 2c", PUSH, WIN, WIN, "10(c)(3)(i)"),
        # A king qualifies, and so does any pair.
        ("Kc Jd 9s 5h 3d", "Ac Qd 8h 6s 2c", WIN, WIN, PUSH, "10(c)(3)(ii)b"),
        ("2h 2d 9s 7h 4d", "Ac Kd 8h 6s 3c", LOSE, LOSE, LOSE, "10(c)(3)(ii)a"),
        # Beaten, but with a straight, ace to four among them: the Super Bonus is paid all the same.
        ("Kc Kd Ks 5h 3d", "8c 7d 6h 5s 2c", LOSE, LOSE, WIN, "10(c)(3)(ii)a"),
        ("Kc Kd Ks 5h 9d", "Ac 2d 3h 4s 9c", LOSE, LOSE, WIN, "10(c)(3)(ii)a"),
        # Level: all three come back below a straight, and the Super Bonus is paid from a straight up.
        ("Kc Qd 9s 5h 2d", "Kd Qs 9h 5c 3c", PUSH, PUSH, PUSH, "10(c)(3)(ii)c"),
        ("9c 8d 7s 6h 2c", "9d 8s 7h 6c 2d", PUSH, PUSH, WIN, "10(c)(3)(ii)c"),
        # Ahead.
        ("Kc Kd 9s 5h 3d", "Ac Ad 8h 6s 2c", WIN, WIN, PUSH, "10(c)(3)(ii)b"),
        ("Ac 2d 3h 4s Jc", "5c 4d 3s 2s Qd", WIN, WIN, WIN, "10(c)(3)(ii)b"),
    ],
)
@pytest.mark.clause(
    BOOK, "10(c)(3)", "10(c)(3)(i)", "10(c)(3)(ii)", "10(c)(3)(ii)a", "10(c)(3)(ii)b", "10(c)(3)(ii)c", "11(a)", "5(a)"
)
def test_the_duel(dealer: str, player: str, ante: str, play: str, super_bonus: str, clause: str) -> None:
    found = settled(crazy_four(dealer, seat(2, player, STAYED)))[2]
    assert lines(found) == {"ante": ante, "play": play, "super_bonus": super_bonus}
    assert found.lines[0].clause == clause


@pytest.mark.clause(BOOK, "10(c)(3)(i)")
def test_the_super_bonus_may_be_read_as_lost_to_an_unqualified_dealer_who_is_ahead() -> None:
    lost = {"submission": {"readings": {"super-bonus-dealer-not-qualified": "lost"}}}
    behind = crazy_four(QUEEN_HIGH, seat(2, "Jc Td 8h 6s 2c", STAYED))
    assert lines(settled(behind | lost)[2])["super_bonus"] == LOSE
    ahead = crazy_four(QUEEN_HIGH, seat(2, "8c 8d Kh 6s 2c", STAYED))
    assert lines(settled(ahead | lost)[2])["super_bonus"] == PUSH


# Five cards and the best four they hold.
FOUR_CARD_HANDS = {
    "four aces": "Ac Ad Ah As 9c",
    "four of a kind": "8c 8d 8h 8s 2c",
    "straight flush": "7s 6s 5s 4s Kd",
    "three of a kind": "Jc Js Jh 4d 2h",
    "flush": "Kd 9d 6d 2d As",
    "straight": "9c 8d 7h 6s 2h",
    "low straight": "Ac 2d 3h 4s 9h",
    "two pair": "Tc Td 5h 5s 2c",
    "queens": "Qd Qs 8h 4c 2s",
    "jacks": "Jc Js 8h 4c 2s",
}
WEAK = "Qc Th 7c 6c 3s"  # a dealer's queen high that shares no card with them


@pytest.mark.clause(BOOK, "11(b)", "5(b)(1)", "5(b)(2)")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("four aces", "200 to 1"),
        ("four of a kind", "30 to 1"),
        ("straight flush", "15 to 1"),
        ("three of a kind", "2 to 1"),
        ("flush", "3 to 2"),
        ("straight", "1 to 1"),
        ("low straight", "1 to 1"),
        ("two pair", "push"),
    ],
)
def test_super_bonus(hand: str, odds: str) -> None:
    found = settled(crazy_four(WEAK, seat(2, FOUR_CARD_HANDS[hand], STAYED)))[2]
    assert lines(found)["super_bonus"] == pays(odds, 10)


@pytest.mark.clause(BOOK, "11(c)", "10(d)")
@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    ("hand", "by_letter"),
    [
        ("four aces", (50, 50, 50, 50)),
        ("four of a kind", (50, 50, 50, 50)),
        ("straight flush", (30, 40, 30, 40)),
        ("three of a kind", (9, 8, 8, 7)),
        ("flush", (4, 4, 4, 4)),
        ("straight", (3, 3, 3, 3)),
        ("low straight", (3, 3, 3, 3)),
        ("two pair", (2, 2, 2, 2)),
        ("queens", (1, 1, 1, 1)),
        ("jacks", None),
    ],
)
def test_queens_up(letter: str, hand: str, by_letter: tuple[int, ...] | None) -> None:
    player = seat(2, FOUR_CARD_HANDS[hand], f"{STAYED}, queens_up 5")
    found = settled(crazy_four(WEAK, player, submission={"queens_up": letter}))[2]
    odds = f"{by_letter['ABCD'.index(letter)]} to 1" if by_letter else ""
    assert lines(found)["queens_up"] == pays(odds, 5)


@pytest.mark.clause(BOOK, "10(b)", "10(b)(1)", "10(b)(2)")
def test_a_fold_leaves_only_the_bet_on_the_dealers_hand_and_cover_all() -> None:
    wagers = (
        f"{ANTES}, queens_up 5, four_card_progressive 1, five_card_progressive 1, link_progressive 1, "
        "five_card_hand_bonus_player 2, five_card_hand_bonus_dealer 2, cover_all 3"
    )
    submission = {
        "four_card_progressive": "A",
        "five_card_progressive": True,
        "five_card_hand_bonus": True,
        "cover_all": True,
        "link_progressive": "PTMGL01",
    }
    # The dealer's five diamonds: a flush, 50 for 1 on 2. The best four of the table are the dealer's: no Cover All.
    document = crazy_four("Kd 9d 6d 3d 2d", seat(5, "", wagers, folded="play"), submission=submission)
    found = settled(document)[5]
    assert {name for name, line in lines(found).items() if line == "forfeited"} == {
        *("ante", "super_bonus", "queens_up", "four_card_progressive", "five_card_progressive", "link_progressive"),
        "five_card_hand_bonus_player",
    }
    assert lines(found)["five_card_hand_bonus_dealer"] == "win 50 for 1 100.00 100.00"
    assert lines(found)["cover_all"] == "lose"
    assert totals(found) == ("35.00", "100.00", "100.00", "65.00")


# Progressives

FIVE_CARD_HANDS = {
    "royal flush": "Ah Kh Qh Jh Th",
    "straight flush": "9s 8s 7s 6s 5s",
    "four of a kind": "8c 8d 8h 8s 2c",
    "full house": "Kc Kd Kh 4s 4c",
    "flush": "Ad Jd 8d 5d 2d",
    "straight": "Tc 9d 8h 7s 6c",
    "low straight": "Ac 2d 3h 4s 5c",
    "three of a kind": "7c 7d 7h Ks 2c",
    "two pair": "9c 9d 5h 5s 2c",
}


@pytest.mark.clause(BOOK, "11(d)(1)", "11(d)(2)", "11(d)(4)", "10(e)(4)")
@pytest.mark.parametrize(
    ("letter", "hand", "odds"),
    [
        *((letter, "four of a kind", "300 for 1") for letter in "AB"),
        *((letter, "straight flush", "100 for 1") for letter in "AB"),
        ("A", "three of a kind", "9 for 1"),
        ("B", "three of a kind", "15 for 1"),
        *((letter, "flush", "") for letter in "AB"),
    ],
)
def test_four_card_progressive(letter: str, hand: str, odds: str) -> None:
    player = seat(2, FOUR_CARD_HANDS[hand], f"{STAYED}, four_card_progressive 5")
    found = settled(crazy_four(WEAK, player, submission={"four_card_progressive": letter}))[2]
    assert lines(found)["four_card_progressive"] == pays(odds, 5)
    assert all(line.source is Source.TABLE_INVENTORY for line in found.lines)


@pytest.mark.clause(BOOK, "11(d)(3)", "11(d)(4)", "10(e)(4)")
@pytest.mark.parametrize(("letter", "reset"), [("A", "5000.00"), ("B", "1000.00")])
def test_four_aces_win_the_four_card_meter_whatever_the_stake(letter: str, reset: str) -> None:
    player = seat(2, FOUR_CARD_HANDS["four aces"], f"{STAYED}, four_card_progressive 1")
    submission = {"four_card_progressive": letter}
    found = answer(crazy_four(WEAK, player, submission=submission, meters={"four_card": "5210.33"}))
    (line,) = (line for line in found.seats[0].lines if line.wager == "four_card_progressive")
    assert (str(line.odds), str(line.paid), line.source) == ("100% of four_card", "5210.33", Source.METER)
    assert str(found.meters["four_card"]) == reset
    assert found.contributions == {"four_card": "0.15"}  # 15% of the dollar
    at_seed = answer(crazy_four(WEAK, player, submission=submission))
    assert str(at_seed.seats[0].lines[-1].paid) == reset  # a meter that is not given shows its seed


@pytest.mark.clause(BOOK, "11(e)(1)", "11(e)(2)", "11(e)(4)")
@pytest.mark.parametrize(
    ("hand", "line", "after"),
    [
        ("royal flush", "win 100% of five_card 12345.67 12345.67", "10000.00"),
        # 10% of 12,345.67 is 1,234.567: the tenth of a cent stays on the meter.
        ("straight flush", "win 10% of five_card 1234.56 1234.56", "11111.11"),
        ("four of a kind", pays("300 for 1", 5), "12345.67"),
        ("full house", pays("50 for 1", 5), "12345.67"),
        ("flush", pays("40 for 1", 5), "12345.67"),
        ("straight", pays("30 for 1", 5), "12345.67"),
        ("low straight", pays("30 for 1", 5), "12345.67"),
        ("three of a kind", pays("9 for 1", 5), "12345.67"),
        ("two pair", "lose", "12345.67"),
    ],
)
def test_five_card_progressive(hand: str, line: str, after: str) -> None:
    player = seat(2, FIVE_CARD_HANDS[hand], f"{STAYED}, five_card_progressive 5")
    document = crazy_four(
        "Qc Js 9h 6d 3s", player, submission={"five_card_progressive": True}, meters={"five_card": "12345.67"}
    )
    found = answer(document)
    assert lines(found.seats[0])["five_card_progressive"] == line
    assert str(found.meters["five_card"]) == after
    assert found.contributions == {"five_card": "0.50"}


@pytest.mark.clause(BOOK, "11(d)(5)", "11(d)(5)(i)", "11(d)(5)(ii)", "10(e)(5)(i)", "10(b)(2)")
@pytest.mark.parametrize(
    ("letter", "hand", "for_1", "for_5"),
    [
        ("A", "four aces", "100.00", "500.00"),
        ("A", "four of a kind", "10.00", "50.00"),
        ("A", "straight flush", "5.00", "25.00"),
        ("A", "three of a kind", "0.00", "0.00"),
        ("B", "four aces", "100.00", "500.00"),
        ("B", "four of a kind", "25.00", "125.00"),
        ("B", "straight flush", "0.00", "0.00"),
    ],
)
def test_four_card_envy(letter: str, hand: str, for_1: str, for_5: str) -> None:
    # Seat 4 holds the hand without having made the wager; seat 1 bet $1 and folded, seat 6 bet $5 and stayed.
    document = crazy_four(
        "Kh Th 7h 5c 3d",
        seat(1, "", f"{ANTES}, four_card_progressive 1", folded="play"),
        seat(4, FOUR_CARD_HANDS[hand], STAYED),
        seat(6, "Qh 9h 7c 5d 3c", f"{STAYED}, four_card_progressive 5"),
        submission={"four_card_progressive": letter},
    )
    found = settled(document)
    assert (str(found[1].paid), str(found[6].paid)) == (for_1, for_5)
    assert "four_card_envy_bonus" not in lines(found[4])


@pytest.mark.clause(BOOK, "11(e)(5)", "10(e)(5)(ii)", "13(e)a")
def test_nobody_has_envy_of_the_own_hand_or_the_dealers() -> None:
    document = crazy_four(
        FIVE_CARD_HANDS["straight flush"],
        seat(2, FIVE_CARD_HANDS["royal flush"], f"{STAYED}, five_card_progressive 1"),
        seat(3, "Qc 9d 7c 5c 3d", f"{STAYED}, five_card_progressive 1"),
        submission={"five_card_progressive": True},
    )
    found = settled(document)
    assert "five_card_envy_bonus" not in lines(found[2])
    assert lines(found[3])["five_card_envy_bonus"] == pays("$1,000", 1)


@pytest.mark.clause(BOOK, "11(e)(4)", "11(e)(5)", "10(b)(2)")
def test_two_winners_of_one_meter_and_envy() -> None:
    document = crazy_four(
        "Qc Jd 9d 5d 3c",
        seat(2, "Ah Kh Qh Jh Th", f"{ANTES}, play 30, five_card_progressive 1"),
        seat(3, "", "ante 5, super_bonus 5, five_card_progressive 5", folded="play"),
        seat(5, "9s 8s 7s 6s 5s", f"{STAYED}, five_card_progressive 1"),
        submission={"five_card_progressive": True},
        meters={"five_card": "12000"},
    )
    found = answer(document)
    seats = {each.seat: each for each in found.seats}
    # Seat 5 is paid first: 10% of 12,000. Then seat 2: all of the 10,800 left. The meter starts again at 10,000.
    assert lines(seats[5])["five_card_progressive"] == "win 10% of five_card 1200.00 1200.00"
    assert lines(seats[2])["five_card_progressive"] == "win 100% of five_card 10800.00 10800.00"
    assert str(found.meters["five_card"]) == "10000.00"
    # Play 30, Super Bonus 150 (a straight flush of four), 10,800, and $300 for seat 5's hand; the Ante comes back.
    assert totals(seats[2]) == ("51.00", "11280.00", "11330.00", "11279.00")
    # Play 10, Super Bonus 150, 1,200 and $1,000 for the royal flush.
    assert totals(seats[5]) == ("31.00", "2360.00", "2390.00", "2359.00")
    # Folded, and yet $1,500 and $5,000 for a $5 wager.
    assert totals(seats[3]) == ("15.00", "6500.00", "6500.00", "6485.00")


@pytest.mark.clause(BOOK, "10(e)(5)(i)")
def test_a_folded_hand_brings_envy_only_where_the_operator_reads_it_so() -> None:
    document = crazy_four(
        WEAK,
        seat(1, FOUR_CARD_HANDS["four aces"], ANTES, folded="play"),
        seat(2, "Kd 9d 8h 5s 4c", f"{STAYED}, four_card_progressive 1"),
        submission={"four_card_progressive": "A"},
    )
    assert "four_card_envy_bonus" not in lines(settled(document)[2])
    submission = {"four_card_progressive": "A", "readings": {"folded-hand-envy": "yes"}}
    assert lines(settled(document | {"submission": submission})[2])["four_card_envy_bonus"] == pays("$100", 1)


# The Five Card Hand Bonus

HAND_BONUS = {"five_card_hand_bonus": True}
BOTH = f"{STAYED}, five_card_hand_bonus_player 2, five_card_hand_bonus_dealer 3"


@pytest.mark.clause(BOOK, "11(f)(1)", "11(f)(2)", "6(d)(5)")
@pytest.mark.parametrize(
    ("player", "dealer", "on_player", "on_dealer"),
    [
        ("8c 8d 8h 8s 2c", "Qs Jd Qh Jc Jh", "500 for 1", "100 for 1"),
        ("Kc Kd Kh 4s 4c", "Ad Jd 8d 5d 2d", "100 for 1", "50 for 1"),
        ("Ad Jd 8d 5d 2d", "Tc 9d 8h 7s 6c", "50 for 1", ""),
        ("Kc Qd Jh Ts 9c", "8c 8d 8h 8s 2c", "", "500 for 1"),
    ],
)
def test_each_hand_bet_on_pays_by_itself(player: str, dealer: str, on_player: str, on_dealer: str) -> None:
    document = crazy_four(dealer, seat(1, player, BOTH), submission=HAND_BONUS)
    found = lines(settled(document)[1])
    assert found["five_card_hand_bonus_player"] == pays(on_player, 2)
    assert found["five_card_hand_bonus_dealer"] == pays(on_dealer, 3)


@pytest.mark.clause(BOOK, "11(f)(2)", "11(f)(4)")
@pytest.mark.parametrize(
    ("dealer", "shown", "bettors", "each", "after"),
    [
        # 10% of 10,000.07 is 1,000.00; a third of it 333.33; 999.99 leave the meter.
        ("straight flush", "10000.07", (1, 2, 4), "333.33", "9000.08"),
        # All of 10,000.01 by two: 5,000.00 each, and the odd cent stays beside the reset of 10,000.
        ("royal flush", "10000.01", (2, 6), "5000.00", "10000.01"),
        ("royal flush", "20000.00", (3,), "20000.00", "10000.00"),
    ],
)
def test_a_jackpot_of_the_dealers_hand_is_shared(
    dealer: str, shown: str, bettors: tuple[int, ...], each: str, after: str
) -> None:
    # One of the bettors has folded; the bet on the dealer's hand stands.
    folded = [seat(bettors[0], "", f"{ANTES}, five_card_hand_bonus_dealer 1", folded="play")]
    hands = ["2c 4d 6h 8d Tc", "2d 4h 6c 8h Td"]
    stayed = [
        seat(number, hand, f"{STAYED}, five_card_hand_bonus_dealer 5")
        for number, hand in zip(bettors[1:], hands, strict=False)
    ]
    document = crazy_four(
        FIVE_CARD_HANDS[dealer], *folded, *stayed, submission=HAND_BONUS, meters={"five_card_hand": shown}
    )
    found = answer(document)
    shares = [str(line.paid) for settled_seat in found.seats for line in settled_seat.lines if line.meter]
    assert shares == [each] * len(bettors)
    assert str(found.meters["five_card_hand"]) == after


@pytest.mark.clause(BOOK, "11(f)(3)", "1 Magic Card Bonus (i)", "1 Magic Card Bonus (ii)")
@pytest.mark.clause(BOOK, "1 Lucky Bonus (i)", "1 Lucky Bonus (ii)", "10(f)")
@pytest.mark.parametrize(
    ("magic_card", "lucky_position", "bonuses"),
    [
        ("2c", None, {("magic_card", "five_card_hand_bonus_player", "40.00")}),
        ("Kd", None, {("magic_card", "five_card_hand_bonus_dealer", "60.00")}),
        ("7h", 2, {("lucky_bonus", "five_card_hand_bonus_player", "10.00")}),
        ("7h", "dealer", {("lucky_bonus", "five_card_hand_bonus_dealer", "15.00")}),
        (None, 3, set()),
        (None, None, set()),
        (
            "2c",
            "dealer",
            {
                ("magic_card", "five_card_hand_bonus_player", "40.00"),
                ("lucky_bonus", "five_card_hand_bonus_dealer", "15.00"),
            },
        ),
    ],
)
def test_magic_card_and_lucky_bonus(
    magic_card: str | None, lucky_position: int | str | None, bonuses: set[tuple[str, str, str]]
) -> None:
    # 2 on the own hand and 3 on the dealer's: the Magic Card pays 20 for 1, the Lucky Bonus 5 for 1.
    drawn: Document = {"magic_card": magic_card, "lucky_position": lucky_position}
    document = crazy_four(
        "Kd Jh 9s 5h 3d",
        seat(2, "2c 4d 6h 8d Tc", BOTH),
        submission=HAND_BONUS | {"magic_card": True, "lucky_bonus": True},
        **{name: value for name, value in drawn.items() if value is not None},
    )
    found = settled(document)[2]
    assert {(line.wager, line.part_of, str(line.paid)) for line in found.lines if line.part_of} == bonuses


# Cover All: odds by the number of players dealt in, six to one, as the matrix has them.

MATRIX = {
    "four aces": (100, 125, 150, 200, 250, 300),
    "royal flush": (50, 80, 100, 125, 150, 200),
    "four of a kind": (25, 50, 60, 80, 100, 150),
    "straight flush": (20, 35, 40, 60, 90, 125),
    "three of a kind": (4, 4, 5, 6, 8, 13),
}


@pytest.mark.clause(BOOK, "12(b)", "12(c)", "12(e)", "12(f)", "12(k)")
@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("hand", MATRIX)
def test_cover_all(hand: str, players: int) -> None:
    cards = FOUR_CARD_HANDS | {"royal flush": "As Ks Qs Js 9d"}
    others = [seat(number, "", ANTES, folded="play") for number in range(2, players + 1)]
    document = crazy_four(
        "Qc Th 7c 6c 3h", seat(1, cards[hand], f"{STAYED}, cover_all 2"), *others, submission={"cover_all": True}
    )
    times = MATRIX[hand][6 - players]
    assert lines(settled(document)[1])["cover_all"] == pays(f"{times} to 1", 2)


@pytest.mark.clause(BOOK, "12(b)", "12(g)", "12(j)")
@pytest.mark.parametrize(
    ("dealer", "player", "odds"),
    [
        ("8c 8d 8h 8s 2c", "As Ks Qs Js 9d", "150 to 1"),  # a suited A-K-Q-J stands above four of a kind here
        ("Ac Ad Ah As 9c", "Kh Qh Jh 4d 2s", "250 to 1"),  # the dealer's hand counts
        ("7s 6s 5s 4s Kd", "Jc Js Jh 4d 2h", "90 to 1"),  # only the highest pays
        ("Kd 9d 6d 2d As", "9c 8d 7h 6s 2h", ""),  # nothing below three of a kind does
    ],
)
def test_cover_all_pays_the_highest_hand_of_the_table(dealer: str, player: str, odds: str) -> None:
    # Two are dealt in. Seat 3 folded, and its Cover All stands.
    document = crazy_four(
        dealer,
        seat(3, "", f"{ANTES}, cover_all 1", folded="play"),
        seat(5, player, f"{STAYED}, cover_all 1"),
        submission={"cover_all": True},
    )
    found = settled(document)
    assert lines(found[3])["cover_all"] == lines(found[5])["cover_all"] == pays(odds, 1)
    assert found[5].lines[-1].wager == "cover_all"


# The Multi Game Link, at meters of 20,000, 3,000 and 400.

SHOWN = {"link": "20000", "mega": "20000", "major": "3000", "minor": "400"}
LINK_TABLES = {
    # What royal flush, straight flush, four and three of a kind win with a dollar.
    "PTMGL01": ("100% of link 20000.00", "10% of link 2000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGL02": ("100% of link 20000.00", "10% of link 2000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGL04": ("100% of link 20000.00", "100% of link 20000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGLML01": ("100% of major 3000.00", "100% of minor 400.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGLML02": ("100% of mega 20000.00", "100% of major 3000.00", "100% of minor 400.00", "10 for 1 10.00"),
    "PTMGLML03": ("100% of mega 20000.00", "100% of major 3000.00", "100% of minor 400.00", "9 for 1 9.00"),
}
RESETS = {
    "PTMGL01": {"link": "10000.00"},
    "PTMGL02": {"link": "10000.00"},
    "PTMGL04": {"link": "1000.00"},
    "PTMGLML01": {"major": "10000.00", "minor": "1000.00"},
    "PTMGLML02": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGLML03": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
}


def linked(table: str, hand: str) -> Document:
    """A round with a dollar on the link."""
    meters = {name: SHOWN[name] for name in RESETS[table]}
    player = seat(1, FIVE_CARD_HANDS[hand], f"{STAYED}, link_progressive 1")
    other = seat(2, "Qd Td 6h 4h 3c", f"{STAYED}, link_progressive 1")
    return crazy_four("As Jc 9h 6d 3d", player, other, submission={"link_progressive": table}, meters=meters)


@pytest.mark.clause(BOOK, "13(f)", *(f"13(f) {table}" for table in LINK_TABLES), "13(d)a", "13(d)b", "13(g)")
@pytest.mark.parametrize("table", LINK_TABLES)
@pytest.mark.parametrize("hand", FIVE_CARD_HANDS)
def test_every_link_table(table: str, hand: str) -> None:
    royal, straight_flush, four, three = LINK_TABLES[table]
    expected = {
        "royal flush": royal,
        "straight flush": straight_flush,
        "four of a kind": four,
        "full house": "50 for 1 50.00",
        "flush": "40 for 1 40.00",
        "straight": "30 for 1 30.00",
        "low straight": "30 for 1 30.00",
        "three of a kind": three,
    }.get(hand)
    found = answer(linked(table, hand))
    (line,) = (line for line in found.seats[0].lines if line.wager == "link_progressive")
    assert (f"{line.odds} {line.paid}" if line.odds else None) == expected
    after = {name: f"{SHOWN[name]}.00" for name in RESETS[table]}
    if expected and expected.startswith("100%"):
        won = str(line.meter)
        after[won] = RESETS[table][won]
    if expected and expected.startswith("10% "):
        after["link"] = "18000.00"
    assert {name: str(amount) for name, amount in found.meters.items()} == after


@pytest.mark.clause(BOOK, "13(e)a", *(f"13(f) {table}" for table in LINK_TABLES))
@pytest.mark.parametrize(
    ("table", "royal", "straight_flush"),
    [
        ("PTMGL01", "1000.00", "300.00"),
        ("PTMGL02", "5000.00", "1500.00"),
        ("PTMGL04", "250.00", "250.00"),
        ("PTMGLML01", "1000.00", "300.00"),
        ("PTMGLML02", "1000.00", "300.00"),
        ("PTMGLML03", "1000.00", "300.00"),
    ],
)
def test_link_envy(table: str, royal: str, straight_flush: str) -> None:
    for hand, envy in (("royal flush", royal), ("straight flush", straight_flush), ("four of a kind", "0.00")):
        found = settled(linked(table, hand))[2]
        assert str(found.paid) == envy


@pytest.mark.clause(BOOK, "13(f) PTMGLML02")
def test_each_meter_takes_its_own_share_of_the_wagers() -> None:
    # Two dollars at 6%, 4% and 5%.
    found = answer(linked("PTMGLML02", "flush"))
    assert found.contributions == {"mega": "0.12", "major": "0.08", "minor": "0.10"}


@pytest.mark.clause(BOOK, "11(f)(3)")
def test_a_bonus_that_was_drawn_was_offered() -> None:
    wagers = f"{STAYED}, five_card_hand_bonus_player 5"
    document = crazy_four("Kc Jd 9s 5h 3d", seat(3, "7h Qd 8h 6s 2c", wagers), magic_card="7h", lucky_position=3)
    found = settled(document | {"submission": {"five_card_hand_bonus": True}})[3]
    # 20 for 1 and 5 for 1 on the five dollars.
    assert lines(found)["magic_card"] == "win 20 for 1 100.00 100.00"
    assert lines(found)["lucky_bonus"] == "win 5 for 1 25.00 25.00"


def test_a_meter_the_round_does_not_touch_stays_as_it_is() -> None:
    document = crazy_four(QUEEN_HIGH, seat(2, "8c 8d Kh 6s 2c", STAYED), meters={"five_card": "12000"})
    assert {name: str(amount) for name, amount in answer(document).meters.items()} == {"five_card": "12000.00"}
