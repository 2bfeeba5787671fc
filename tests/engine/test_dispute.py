"""Disputed rounds of Criss-Cross Poker. Every expected figure is the document's odds times the stake, by hand."""

import pytest

from engine.disputes import Document, answer, criss_cross, cross, lines, pays, seat, settled, totals
from pitboss.engine.lines import Source

MA, MD, NJ, ROOM = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross"
BOOKS = [MA, MD, NJ, ROOM]
WITH_BONUS = {MA: {"five_card_bonus": True}, MD: {"five_card_bonus": True}, NJ: {}, ROOM: {}}
STAYED = "ante_across 10, ante_down 10, across 10, down 10, middle 10"


@pytest.mark.clause(ROOM, "Round 1", "Round 3", "Round 5", "5 Card Bonus 4", "6 Card Bonus 3", "Pay Tables 2")
def test_a_fold_at_the_middle_takes_all_but_the_bonuses() -> None:
    # Antes 10 and 10, Across 10, Down 30 go. The cross holds 9c 9h: a pair of nines pays the 5 Card Bonus 1 to 1.
    # 9s Jd with Ac Kd 7s 3c is ace high: the 6 Card Bonus loses. Staked 70; 5 won, 10 back; 60 down.
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5, six_card_bonus 5, across 10, down 30"
    document = criss_cross(
        ROOM,
        cross("9c", "9h", "2d", top="Qs", bottom="4h"),
        seat(1, "9s Jd", wagers, folded="middle"),
        submission={"five_card_bonus": True, "six_card_bonus": True},
        burns=["Ac", "Kd", "7s", "3c"],
    )
    found = settled(document)[1]
    assert lines(found) == {
        "ante_down": "forfeited",
        "down": "forfeited",
        "ante_across": "forfeited",
        "across": "forfeited",
        "five_card_bonus": "win 1 to 1 5.00 10.00",
        "six_card_bonus": "lose",
    }
    assert totals(found) == ("70.00", "5.00", "10.00", "-60.00")


# The hole cards and the horizontal line; the odds of the three documents with 500 to 1, and of the card room.
ACROSS_HANDS = [
    ("As Ks", "Qs Js Ts", "500 to 1", "250 to 1", "12.A(1)"),
    ("9h 8h", "7h 6h 5h", "100 to 1", "100 to 1", "12.A(2)"),
    ("Ah 2h", "3h 4h 5h", "100 to 1", "100 to 1", "12.A(2)"),
    ("9c 9d", "9h 9s 2c", "40 to 1", "40 to 1", "12.A(3)"),
    ("Kc Kd", "Kh 4s 4c", "12 to 1", "10 to 1", "12.A(4)"),
    ("Ad Jd", "8d 5d 2d", "8 to 1", "8 to 1", "12.A(5)"),
    ("Tc 9d", "8h 7s 6c", "5 to 1", "5 to 1", "12.A(6)"),
    ("Ac 2d", "3h 4s 5c", "5 to 1", "5 to 1", "12.A(6)"),
    ("7c 7d", "7h Ks 2c", "3 to 1", "3 to 1", "12.A(7)"),
    ("Qc Qd", "3h 3s 8c", "2 to 1", "2 to 1", "12.A(8)"),
    ("Jc Jd", "2h 5s 9c", "1 to 1", "1 to 1", "12.A(9)"),
    ("Tc Td", "2h 5s 9c", "push", "push", "12.A(10)"),
    ("6c 6d", "2h Ks 9c", "push", "push", "12.A(10)"),
    ("5c 5d", "2h Ks 9c", "", "", "11.I(3)(a)"),
    ("Kc Ad", "2h 3s 4c", "", "", "11.I(3)(a)"),
]


@pytest.mark.clause(MA, "11(a)", "11(b)", "10(h)(1)(i)", "10(h)(1)(ii)", "5(a)")
@pytest.mark.clause(MD, "12.A", *(f"12.A({line})" for line in range(1, 11)), "11.I(1)", "11.I(3)(a)")
@pytest.mark.clause(NJ, "40.11(a)", "40.10(i)2", "40.3(b)6")
@pytest.mark.clause(ROOM, "Pay Tables 1", "Round 8", "Round 10", "Round 11")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("hole", "line", "common", "room", "md_clause"), ACROSS_HANDS)
def test_each_line_of_the_paytable(rulebook: str, hole: str, line: str, common: str, room: str, md_clause: str) -> None:
    left, middle, right = line.split()
    document = criss_cross(rulebook, cross(left, middle, right, top="Jh", bottom="3d"), seat(4, hole, STAYED))
    odds = room if rulebook == ROOM else common
    found = settled(document)[4]
    assert lines(found)["across"] == pays(odds, 10)
    # The ante never wins more than even money.
    assert lines(found)["ante_across"] == pays("1 to 1" if " to " in odds else odds, 10)
    if rulebook == MD:
        assert next(line.clause for line in found.lines if line.wager == "across") == md_clause


# The five cards of the cross, horizontal line first, then top and bottom.
BONUS_HANDS = [
    ("As Ks Qs Js Ts", "250 to 1", "12.C(1)"),
    ("5d 4d 3d 2d Ad", "100 to 1", "12.C(2)"),
    ("8c 8d 8h 8s 3c", "40 to 1", "12.C(3)"),
    ("Tc Td Th 6s 6c", "15 to 1", "12.C(4)"),
    ("Kh 9h 7h 4h 2h", "10 to 1", "12.C(5)"),
    ("8c 7d 6h 5s 4c", "6 to 1", "12.C(6)"),
    ("Qc Qd Qh 9s 2c", "4 to 1", "12.C(7)"),
    ("5c 5d 4h 4s Kc", "3 to 1", "12.C(8)"),
    ("6c 6d Ah Ks 9c", "1 to 1", "12.C(9)"),
    ("5c 5d Ah Ks 9c", "", "12.C"),
]


@pytest.mark.clause(MA, "11(c)", "10(h)(5)", "10(b)")
@pytest.mark.clause(MD, "12.C", *(f"12.C({line})" for line in range(1, 10)), "11.B(3)", "11.H(1)", "11.H(2)")
@pytest.mark.clause(NJ, "40.11(b)")
@pytest.mark.clause(ROOM, "Pay Tables 2", "5 Card Bonus 2", "5 Card Bonus 3", "5 Card Bonus 4", "5 Card Bonus 6")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("cards", "odds", "md_clause"), BONUS_HANDS)
def test_each_line_of_the_five_card_bonus_for_a_player_who_folded_at_once(
    rulebook: str, cards: str, odds: str, md_clause: str
) -> None:
    # Nothing but the cross decides the bonus, so the folded hole cards need not be known.
    wagers = "ante_across 5, ante_down 5, five_card_bonus 4"
    document = criss_cross(
        rulebook, cross(*cards.split()), seat(2, "", wagers, folded="across"), submission=WITH_BONUS[rulebook]
    )
    found = settled(document)[2]
    assert lines(found) == {"ante_across": "forfeited", "ante_down": "forfeited", "five_card_bonus": pays(odds, 4)}
    assert str(found.net + found.staked) == (pays(odds, 4).split()[-1] if odds else "0.00")
    if rulebook == MD:
        assert found.lines[-1].clause == md_clause  # the antes were collected at the fold


@pytest.mark.clause(MA, "10(b)", "10(d)", "10(f)")
@pytest.mark.clause(MD, "11.B(2)(a)", "11.D(1)(a)", "11.F(1)(a)")
@pytest.mark.clause(NJ, "40.10(c)", "40.10(e)", "40.10(g)")
@pytest.mark.clause(ROOM, "Round 1", "Round 3", "Round 5", "5 Card Bonus 5")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(
    ("folded", "bets", "lost"),
    [("across", "", 20), ("down", ", across 20", 40), ("middle", ", across 20, down 30", 70)],
)
def test_a_fold_at_each_bet_takes_what_stands_and_leaves_the_bonus(
    rulebook: str, folded: str, bets: str, lost: int
) -> None:
    # A pair of eights on the cross: the bonus of 5 wins 5. The other seat stays in, so that all cards are turned.
    wagers = f"ante_across 10, ante_down 10, five_card_bonus 5{bets}"
    document = criss_cross(
        rulebook,
        cross("8c", "8d", "2h", top="Ks", bottom="4c"),
        seat(1, "", wagers, folded),
        seat(6, "Qs Jd", STAYED),
        submission=WITH_BONUS[rulebook],
    )
    found = settled(document)
    assert lines(found[1])["five_card_bonus"] == "win 1 to 1 5.00 10.00"
    assert all(result == "forfeited" for wager, result in lines(found[1]).items() if wager != "five_card_bonus")
    assert totals(found[1]) == (f"{lost + 5}.00", "5.00", "10.00", f"{5 - lost}.00")
    # Seat 6: eights across push three wagers; king high down loses two.
    assert totals(found[6]) == ("50.00", "0.00", "30.00", "-20.00")


@pytest.mark.clause(MA, "10(h)(3)", "10(h)(4)")
@pytest.mark.clause(MD, "11.I(3)(b)", "11.I(3)(c)", "11.I(3)(d)")
@pytest.mark.clause(NJ, "40.10(i)2")
@pytest.mark.clause(ROOM, "Round 8", "Round 9")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(
    ("community", "across", "down", "middle"),
    [
        (cross("Tc", "5h", "2d", top="Jh", bottom="4s"), "push", "win", "win 1 to 1 10.00 20.00"),
        (cross("Tc", "5h", "2d", top="8h", bottom="4s"), "push", "lose", "push push 0.00 10.00"),
        (cross("8c", "5h", "2d", top="Th", bottom="4s"), "lose", "push", "push push 0.00 10.00"),
        (cross("8c", "Th", "2d", top="7h", bottom="4s"), "push", "push", "push push 0.00 10.00"),
        (cross("8c", "5h", "2d", top="7h", bottom="4s"), "lose", "lose", "lose"),
        (cross("Jc", "Jh", "2d", top="Th", bottom="4s"), "win", "win", "win 3 to 1 30.00 40.00"),
    ],
)
def test_the_middle_bet_follows_the_better_hand(
    rulebook: str, community: dict[str, str], across: str, down: str, middle: str
) -> None:
    # The hole is Jd Ts. In the last case Across is three jacks, 3 to 1, and Down two pair.
    found = lines(settled(criss_cross(rulebook, community, seat(3, "Jd Ts", STAYED)))[3])
    assert found["across"].split()[0] == across
    assert found["down"].split()[0] == down
    assert found["middle"] == middle


@pytest.mark.clause(ROOM, "Paying Out 1", "Paying Out 2")
def test_the_card_room_takes_losing_bets_first() -> None:
    # Down (king high) loses and is taken first; then Across, a pair of jacks, is paid, and the Middle with it.
    community = cross("Jc", "5h", "2d", top="Kh", bottom="4s")
    found = settled(criss_cross(ROOM, community, seat(3, "Jd Ts", STAYED)))[3]
    assert list(lines(found)) == ["ante_down", "down", "ante_across", "across", "middle"]


@pytest.mark.clause(ROOM, "Pay Tables 3", "6 Card Bonus 1", "6 Card Bonus 4", "6 Card Bonus 5")
@pytest.mark.parametrize(
    ("hole", "burns", "odds"),
    [
        ("As Ks", "Qs Js Ts 2c", "1000 to 1"),
        ("9h 8h", "7h 6h 5h Th", "200 to 1"),
        ("8s 8d", "8h 8c 2d 5s", "50 to 1"),
        ("8s 8d", "8h 2c 2d 5s", "20 to 1"),
        ("Ad Jd", "8d 5d 2d Kc", "15 to 1"),
        ("Ac 2d", "3h 4s 5c Kd", "10 to 1"),
        ("7c 7d", "7h Ks 2c 9d", "5 to 1"),
        ("7c 7d", "Kh Ks 2c 2d", ""),
    ],
)
def test_the_six_card_bonus_is_the_best_five_of_six(hole: str, burns: str, odds: str) -> None:
    # After a fold at once, and with nothing on the cross: 3 on each bonus.
    wagers = "ante_across 2, ante_down 2, five_card_bonus 3, six_card_bonus 3"
    document = criss_cross(
        ROOM,
        cross("3d", "6c", "9s", top="Qh", bottom="Tc"),
        seat(5, hole, wagers, folded="across"),
        burns=burns.split(),
    )
    found = settled(document)[5]
    assert lines(found)["six_card_bonus"] == pays(odds, 3)


ROYAL_ACROSS = cross("As", "Js", "Ts", top="4d", bottom="9c")


@pytest.mark.clause(ROOM, "Max Payout 1")
def test_the_card_rooms_3000_dollars() -> None:
    # Royal flush across: ante 10, Across 2,500, Middle 2,500, in all 5,010; 2,010 over. Stakes of 30 come back.
    found = settled(criss_cross(ROOM, ROYAL_ACROSS, seat(4, "Ks Qs", STAYED)))[4]
    limited = found.lines[-1]
    assert (limited.wager, str(limited.result), str(limited.paid)) == ("payout_limit", "limited", "-2010.00")
    assert totals(found) == ("50.00", "3000.00", "3030.00", "2980.00")


@pytest.mark.clause(ROOM, "Max Payout 1", "6 Card Bonus 5")
def test_what_comes_after_the_limit_is_reached_is_cut_whole() -> None:
    # The first pass has paid 3,000. Three kings in the six cards win the 6 Card Bonus 5 to 1, 25, and all of it goes.
    wagers = STAYED + ", five_card_bonus 5, six_card_bonus 5"
    document = criss_cross(ROOM, ROYAL_ACROSS, seat(4, "Ks Qs", wagers), burns=["Kc", "Kd", "7h", "2c"])
    found = settled(document)[4]
    assert [(line.wager, str(line.paid)) for line in found.lines[-2:]] == [
        ("six_card_bonus", "25.00"),
        ("payout_limit", "-25.00"),
    ]
    # Antes and bets 50, bonuses 10. The 5 Card Bonus (no pair on the cross) loses. Back: 30 of stakes, 5, and 3,000.
    assert totals(found) == ("60.00", "3000.00", "3035.00", "2975.00")


@pytest.mark.clause(NJ, "40.11(d)")
def test_new_jerseys_50000_dollars() -> None:
    # Antes and bets of 50: ante 50, Across and Middle 25,000 each, in all 50,050; 50 over.
    wagers = "ante_across 50, ante_down 50, across 50, down 50, middle 50"
    found = settled(criss_cross(NJ, ROYAL_ACROSS, seat(1, "Ks Qs", wagers)))[1]
    assert str(found.lines[-1].paid) == "-50.00"
    assert found.lines[-1].clause == "40.11(d)"
    assert totals(found) == ("250.00", "50000.00", "50150.00", "49900.00")


@pytest.mark.clause(MD, "12.B", "12.B(1)")
def test_marylands_limit_leaves_the_bonus_alone() -> None:
    # The main game would win 50,050 and is cut by 50; the bonus loses.
    wagers = "ante_across 50, ante_down 50, five_card_bonus 100, across 50, down 50, middle 50"
    document = criss_cross(MD, ROYAL_ACROSS, seat(1, "Ks Qs", wagers), submission={"five_card_bonus": True})
    found = settled(document)[1]
    assert lines(found)["five_card_bonus"] == "lose"
    assert str(found.lines[-1].paid) == "-50.00"
    paired = cross("As", "Js", "Ts", top="Jd", bottom="Jh")
    document = criss_cross(MD, paired, seat(1, "Ks Qs", wagers), submission={"five_card_bonus": True})
    found = settled(document)[1]
    # Three jacks: 4 to 1, 400. Across 25,000, Middle 25,000, ante 50; Down, three jacks, 150 and ante 50: 250 over.
    assert lines(found)["five_card_bonus"] == "win 4 to 1 400.00 500.00"
    assert str(found.lines[-1].paid) == "-250.00"
    assert str(found.paid) == "50400.00"


@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_has_no_limit_unless_one_is_filed() -> None:
    wagers = "ante_across 1000, ante_down 1000, across 3000, down 1000, middle 1000"
    document = criss_cross(MA, ROYAL_ACROSS, seat(1, "Ks Qs", wagers))
    # 1,000 + 500 times 3,000 + 500 times 1,000.
    assert str(settled(document)[1].paid) == "2001000.00"
    assert str(settled(document | {"submission": {"payout_limit": "50000"}})[1].paid) == "50000.00"


@pytest.mark.clause(MD, "6.C(6)")
def test_marylands_ace_may_be_read_as_high_only() -> None:
    document = criss_cross(MD, cross("3h", "4s", "5c", top="Jh", bottom="9d"), seat(1, "Ac 2d", STAYED))
    assert lines(settled(document)[1])["across"] == "win 5 to 1 50.00 60.00"
    high = {"submission": {"readings": {"ace-low-straight": "ace-high-only"}}}
    assert lines(settled(document | high)[1])["across"] == "lose"


# The Bonus Spin

SPIN_CROSS = cross("Ah", "7c", "2s", top="9d", bottom="4c")


WHEEL = "5-progressive"


def spinners(*seats: Document, variant: str = WHEEL, **more: object) -> Document:
    """A round of New Jersey with the wheel."""
    return criss_cross(NJ, SPIN_CROSS, *seats, submission={"bonus_spin": variant}, **more)


@pytest.mark.clause(NJ, "40.11(c)", "40.10(a)")
@pytest.mark.parametrize(
    ("variant", "stake", "position", "prize"),
    [
        *(
            ("5-progressive", 5, position, prize)
            for position, prize in [(2, 2500), (8, 1000), (3, 500), (7, 350), (6, 200)]
        ),
        *(
            ("5-progressive", 5, position, prize)
            for position, prize in [(10, 250), (11, 75), (9, 25), (5, 70), (4, 60), (1, 50)]
        ),
        *(("1-fixed", 1, position, prize) for position, prize in [(2, 500), (8, 200), (3, 100), (7, 70), (6, 50)]),
        *(("1-fixed", 1, position, prize) for position, prize in [(10, 35), (11, 25), (9, 15), (5, 12), (4, 11)]),
        *(("1-progressive", 1, position, prize) for position, prize in [(2, 500), (8, 250), (3, 100), (1, 10)]),
    ],
)
def test_each_position_of_the_wheel(variant: str, stake: int, position: int, prize: int) -> None:
    wagers = f"{STAYED}, bonus_spin {stake}"
    document = spinners(seat(1, "8h 8s", wagers), variant=variant, spins={"1": position})
    found = settled(document)[1]
    # Two eights push everything else (50 back); the prize takes the place of the stake.
    assert lines(found)["bonus_spin"] == pays(f"${prize:,}", stake)
    assert totals(found) == (f"{50 + stake}.00", f"{prize}.00", f"{50 + prize}.00", f"{prize - stake}.00")


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
def test_community_pay_goes_to_every_other_bonus_spin_wager_that_stands() -> None:
    document = spinners(
        seat(1, "8h 8s", f"{STAYED}, bonus_spin 5"),
        seat(2, "Jc Td", STAYED),
        seat(3, "Kd Qs", f"{STAYED}, bonus_spin 5"),
        seat(6, "6d 6h", "ante_across 10, ante_down 10, bonus_spin 5, across 10, down 10", folded="middle"),
        spins={"1": 3},
    )
    found = answer(document)
    paid = {each.seat: str(each.paid) for each in found.seats}
    assert paid == {1: "500.00", 2: "0.00", 3: "100.00", 6: "0.00"}
    # 10% of three wagers of 5, the forfeited one too; the prize is not the meter's.
    assert {name: str(amount) for name, amount in found.meters.items()} == {"bonus_spin": "10000.00"}
    assert found.contributions == {"bonus_spin": "1.50"}


@pytest.mark.clause(NJ, "40.10(g)", "40.10(i)2")
def test_a_folded_bonus_spin_stands_where_the_operator_reads_it_so() -> None:
    document = criss_cross(
        NJ,
        SPIN_CROSS,
        seat(1, "8h 8s", f"{STAYED}, bonus_spin 5"),
        seat(6, "6d 6h", "ante_across 10, ante_down 10, bonus_spin 5", folded="across"),
        submission={"bonus_spin": "5-progressive", "readings": {"bonus-spin-on-fold": "stands"}},
        spins={"1": 3, "6": 9},
    )
    found = settled(document)
    # Seat 6 spins first: 25 to it and 15 to seat 1; then seat 1: 500, and 100 to seat 6.
    assert {number: str(each.paid) for number, each in found.items()} == {1: "515.00", 6: "125.00"}


@pytest.mark.clause(NJ, "40.11(c)")
def test_two_jackpots_are_paid_in_turn_from_the_dealers_right() -> None:
    document = spinners(
        seat(1, "8h 8s", f"{STAYED}, bonus_spin 5"),
        seat(3, "Kd Ks", f"{STAYED}, bonus_spin 5"),
        spins={"1": 0, "3": 0},
        meters={"bonus_spin": "14250.50"},
    )
    found = answer(document)
    first, second = settled(document)[3], settled(document)[1]
    assert lines(first)["bonus_spin"] == "win 100% of bonus_spin 14250.50 14250.50"
    assert lines(second)["bonus_spin"] == "win 100% of bonus_spin 10000.00 10000.00"  # the reset
    assert all(line.source is Source.METER for line in (first.lines[-1], second.lines[-1]))
    assert str(found.meters["bonus_spin"]) == "10000.00"


@pytest.mark.clause(NJ, "40.11(c)", "40.11(d)")
def test_a_fixed_top_prize_is_no_part_of_the_payout_limit() -> None:
    document = criss_cross(
        NJ,
        SPIN_CROSS,
        seat(1, "8h 8s", f"{STAYED}, bonus_spin 1"),
        submission={"bonus_spin": "1-fixed", "wheel": {"top_prize": "75000"}},
        spins={"1": 0},
    )
    found = answer(document)
    assert str(found.seats[0].paid) == "75000.00"
    assert found.seats[0].lines[-1].source is Source.PRIZE
    assert found.meters == {}


# Cards that decide nothing


@pytest.mark.parametrize("rulebook", BOOKS)
def test_when_everyone_folds_and_nothing_stands_no_card_is_needed(rulebook: str) -> None:
    document = {"rulebook": rulebook, "seats": [seat(1, "", "ante_across 5, ante_down 5, across 10", folded="down")]}
    assert totals(settled(document)[1]) == ("20.00", "0.00", "0.00", "-20.00")


def test_cards_that_decide_nothing_change_nothing() -> None:
    community = cross("8c", "8d", "2h", top="Ks", bottom="4c")
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5"
    known = criss_cross(
        ROOM,
        community,
        seat(2, "As Ad", wagers, folded="across"),
        seat(4, "8h 8s", STAYED),
        burns=["Ah", "Ac", "Kd", "Kc"],
    )
    short = criss_cross(ROOM, community, seat(2, "", wagers, folded="across"), seat(4, "8h 8s", STAYED))
    assert answer(known) == answer(short)


def test_seats_come_back_in_the_documents_order_whatever_it_is() -> None:
    community = cross("8c", "8d", "2h", top="Ks", bottom="4c")
    one, two, three = seat(1, "Qs Jd", STAYED), seat(3, "8h 8s", STAYED), seat(6, "As Ad", STAYED)
    ascending = answer(criss_cross(MA, community, one, two, three))
    other = answer(criss_cross(MA, community, three, one, two))
    assert [found.seat for found in other.seats] == [6, 1, 3]
    assert sorted(other.seats, key=lambda found: found.seat) == list(ascending.seats)


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
def test_the_way_of_dealing_does_not_change_who_holds_what(dealing: str) -> None:
    submission = {"dealing": dealing, "shuffler": "automated"}
    document = criss_cross(
        MA, cross("Tc", "5h", "2d", top="Jh", bottom="4s"), seat(3, "Jd Ts", STAYED), submission=submission
    )
    # Tens across push, jacks down win even money on ante and bet, and the Middle follows them.
    assert totals(settled(document)[3]) == ("50.00", "30.00", "80.00", "30.00")
