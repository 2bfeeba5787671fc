"""Disputed rounds of Crazy 4 Poker. Every expected figure is the document's odds times the stake, by hand."""

import pytest

from engine.crazy_four_hands import ANTES, BOOK, FOUR_CARD_HANDS, STAYED, WEAK
from engine.disputes import crazy_four, lines, pays, seat, settled, totals

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
    lost = {"submission": {"queens_up": "A", "readings": {"super-bonus-dealer-not-qualified": "lost"}}}
    behind = crazy_four(QUEEN_HIGH, seat(2, "Jc Td 8h 6s 2c", STAYED))
    assert lines(settled(behind | lost)[2])["super_bonus"] == LOSE
    ahead = crazy_four(QUEEN_HIGH, seat(2, "8c 8d Kh 6s 2c", STAYED))
    assert lines(settled(ahead | lost)[2])["super_bonus"] == PUSH


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
