"""Disputes at Crazy 4 Poker: the Five Card Hand Bonus, its Magic Card and Lucky Bonus."""

import pytest

from engine.crazy_four_hands import ANTES, BOOK, FIVE_CARD_HANDS, STAYED
from engine.disputes import Document, answer, crazy_four, lines, pays, seat, settled
from rulebooks.submissions import named

QUEEN_HIGH = "Qc Jd 9s 5h 3d"  # below a king: the dealer does not qualify

WIN, PUSH, LOSE = "win 1 to 1 10.00 20.00", "push push 0.00 10.00", "lose"
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


@pytest.mark.clause(BOOK, "11(f)(3)")
def test_a_bonus_that_was_drawn_was_offered() -> None:
    wagers = f"{STAYED}, five_card_hand_bonus_player 5"
    document = crazy_four("Kc Jd 9s 5h 3d", seat(3, "7h Qd 8h 6s 2c", wagers), magic_card="7h", lucky_position=3)
    found = settled(document | {"submission": named({"five_card_hand_bonus": True})})[3]
    # 20 for 1 and 5 for 1 on the five dollars.
    assert lines(found)["magic_card"] == "win 20 for 1 100.00 100.00"
    assert lines(found)["lucky_bonus"] == "win 5 for 1 25.00 25.00"
