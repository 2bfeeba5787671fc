"""Disputed rounds in which a player forfeited the wagers, or left: what is taken, what stands, and what is refused."""

import pytest

from engine.disputes import (
    Document,
    answer,
    crazy_four,
    criss_cross,
    cross,
    ledger,
    lines,
    refusals,
    seat,
    settled,
    totals,
)

MA, MD, NJ, ROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
BONUS = {MA: {"five_card_bonus": True}, MD: {"five_card_bonus": True}, NJ: {}}
STAYED = "ante_across 10, ante_down 10, across 10, down 10, middle 10"
JACKS = cross("2h", "3c", "4s", top="Jd", bottom="Js")
"""A cross with a pair of jacks: the Five Card Bonus wins 1 to 1."""


def maryland(*seats: Document) -> Document:
    """A round in Maryland with the Five Card Bonus offered."""
    return criss_cross(MD, JACKS, *seats, submission=BONUS[MD])


@pytest.mark.clause(MD, "11.A(5)")
@pytest.mark.parametrize("at", [{}, {"at": "dealing"}, {"at": "across"}])
def test_a_forfeiture_takes_every_wager_of_the_player_alone(at: Document) -> None:
    # The bonus would have won 5; no card of the player is known, and none is asked for.
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5"
    document = maryland(seat(3, "", wagers, forfeited="11.A(5)", **at), seat(4, "", wagers, folded="across"))
    found = settled(document)
    assert sorted(ledger(found[3])) == [
        "ante_across forfeited 10.00 0.00",
        "ante_down forfeited 10.00 0.00",
        "five_card_bonus forfeited 5.00 0.00",
    ]
    assert {line.clause for line in found[3].lines} == {"11.A(5)"}
    assert totals(found[3]) == ("25.00", "0.00", "0.00", "-25.00")
    assert totals(found[4]) == ("25.00", "5.00", "10.00", "-15.00")


@pytest.mark.clause(MD, "11.A(5)")
@pytest.mark.parametrize(
    ("bets", "at", "lost"),
    [
        (", across 30", "down", "55.00"),  # before the Down Bet was made
        (", across 30, down 20", "down", "75.00"),  # after it
        (", across 30, down 20", "middle", "75.00"),
        (", across 30, down 20, middle 10", "middle", "85.00"),
    ],
)
def test_a_forfeiture_takes_the_bets_made_by_then(bets: str, at: str, lost: str) -> None:
    wagers = f"ante_across 10, ante_down 10, five_card_bonus 5{bets}"
    document = maryland(seat(2, "", wagers, forfeited="11.A(5)", at=at), seat(5, "9c 9d", STAYED))
    found = settled(document)
    assert totals(found[2]) == (lost, "0.00", "0.00", f"-{lost}")
    # Nines across push 20; jacks and nines down: 10, 2 times 10 and the Middle 2 times 10.
    assert totals(found[5]) == ("50.00", "50.00", "100.00", "50.00")


@pytest.mark.clause(MD, "11.A(5)", "11.B(2)(a)")
def test_a_forfeiture_after_a_fold_takes_the_bonus_too() -> None:
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5"
    found = settled(maryland(seat(1, "", wagers, folded="across", forfeited="11.A(5)"), seat(5, "9c 9d", STAYED)))
    assert lines(found[1])["five_card_bonus"] == "forfeited"
    assert totals(found[1]) == ("25.00", "0.00", "0.00", "-25.00")


@pytest.mark.clause(MD, "11.A(5)", "11.H")
def test_a_forfeiture_in_the_settlement_takes_back_what_was_paid() -> None:
    # The bonus won 5 in the first pass; before the hand was settled, the floor found that it had been out of view.
    after = {"seat": 3, "wager": "five_card_bonus"}
    player = seat(3, "9c 9d", f"{STAYED}, five_card_bonus 5", forfeited="11.A(5)", after=after)
    found = settled(maryland(player))[3]
    assert ledger(found)[:2] == ["five_card_bonus win 5.00 10.00", "five_card_bonus reversed -5.00 -10.00"]
    assert sorted(ledger(found)[2:]) == sorted(
        [
            "ante_across forfeited 10.00 0.00",
            "ante_down forfeited 10.00 0.00",
            "across forfeited 10.00 0.00",
            "down forfeited 10.00 0.00",
            "middle forfeited 10.00 0.00",
            "five_card_bonus forfeited 5.00 0.00",
        ]
    )
    assert totals(found) == ("55.00", "0.00", "0.00", "-55.00")


@pytest.mark.clause(MD, "11.A(5)")
def test_a_settled_hand_is_forfeited_while_the_round_is_open() -> None:
    player = seat(3, "9c 9d", STAYED, forfeited="11.A(5)", after={"seat": 3})
    document = maryland(player, seat(1, "Ac Kd", STAYED))
    lines = next(one.lines for one in answer(document).seats if one.seat == 3)
    assert sum(line.returned.cents for line in lines) == 0
    assert {line.wager for line in lines if line.result == "forfeited"} == {
        line.wager for line in lines if line.result == "reversed"
    }
    bound = {**document, "submission": {"readings": {"forfeiture-time": "until-settled"}}}
    assert refusals(bound) == (
        "md-criss-cross 11.A(5): seat 3: Nothing can be forfeited here now; that is done "
        'after "no more bets" and until its wagers are settled.',
    )
    (only,) = refusals(maryland(player))  # and here the round was over
    assert only.startswith("seat 3: Got forfeited at settlement, after every wager of seat 3")


@pytest.mark.clause(MD, "7.B(3)", "11.H")
def test_who_leaves_in_the_settlement_keeps_what_was_paid() -> None:
    after = {"seat": 3, "wager": "five_card_bonus"}
    found = settled(maryland(seat(3, "", f"{STAYED}, five_card_bonus 5", left="abandoned", after=after)))[3]
    assert lines(found)["five_card_bonus"] == "win 1 to 1 5.00 10.00"
    assert totals(found) == ("55.00", "5.00", "10.00", "-45.00")


@pytest.mark.clause(ROOM, "Round 1", "Round 3", "5 Card Bonus 5", "6 Card Bonus 3")
@pytest.mark.parametrize(("bets", "at", "lost"), [("", "dealing", 20), ("", "across", 20), (", across 10", "down", 30)])
def test_in_the_card_room_leaving_is_declining_and_both_bonuses_stand(bets: str, at: str, lost: int) -> None:
    # Jacks on the cross pay the 5 Card Bonus 1 to 1, three sevens the 6 Card Bonus 5 to 1.
    wagers = f"ante_across 10, ante_down 10, five_card_bonus 5, six_card_bonus 5{bets}"
    document = criss_cross(
        ROOM,
        JACKS,
        seat(2, "7h 7d", wagers, left="abandoned", at=at),
        submission={"six_card_bonus": True},
        burns=["Ac", "Kd", "7s", "5c"],
    )
    found = settled(document)[2]
    assert lines(found)["five_card_bonus"] == "win 1 to 1 5.00 10.00"
    assert lines(found)["six_card_bonus"] == "win 5 to 1 25.00 30.00"
    assert totals(found) == (f"{lost + 10}.00", "30.00", "40.00", f"{30 - lost}.00")
    del document["seats"][0]["hole"]
    assert refusals(document) == ("seat 2 hole: Missing, and needed for the 6 Card Bonus of seat 2.",)


@pytest.mark.clause(ROOM, "Round 5")
def test_in_the_card_room_a_player_with_every_bet_made_has_nothing_left_to_decline() -> None:
    document = criss_cross(ROOM, JACKS, seat(2, "9c 9d", STAYED, left="abandoned"))
    assert any("seat 2: No wagers can be ruled lost here now" in line for line in refusals(document))
    document["seats"][0]["left"] = "stands"
    assert totals(settled(document)[2]) == ("50.00", "50.00", "100.00", "50.00")


@pytest.mark.clause(CRAZY, "6(b)", "10(b)(2)")
def test_in_crazy_four_wagers_that_stand_are_folded_and_keep_their_envy() -> None:
    wagers = "ante 10, super_bonus 10, four_card_progressive 1"
    document = crazy_four(
        "Qc Qd 8s 5h 3d",
        seat(3, "", wagers, left="stands"),
        seat(6, "Kc Kd Kh Ks 2c", f"{wagers}, play 10"),
        submission={"four_card_progressive": "A"},
    )
    stands = settled(document)[3]
    assert {result for wager, result in lines(stands).items() if "envy" not in wager} == {"forfeited"}
    assert [line.hand for line in stands.lines if line.part_of] == ["seat 6: four kings"]
    document["seats"][0]["left"] = "abandoned"
    assert [line.hand for line in settled(document)[3].lines if line.part_of] == []


@pytest.mark.parametrize("rulebook", [MA, NJ, ROOM])
def test_only_maryland_knows_a_forfeiture(rulebook: str) -> None:
    document = criss_cross(rulebook, JACKS, seat(3, "", "ante_across 10, ante_down 10", forfeited="11.A(5)"))
    assert refusals(document)[0] == (
        "seat 3 forfeited: Cannot accept '11.A(5)': no clause of this document takes a player's wagers for conduct."
    )


def test_crazy_four_knows_no_forfeiture() -> None:
    document = crazy_four("", seat(3, "", "ante 10, super_bonus 10", forfeited="6(b)"))
    assert any(line.startswith("seat 3 forfeited: Cannot accept '6(b)': no clause") for line in refusals(document))


@pytest.mark.clause(MA, "6(b)")
@pytest.mark.clause(MD, "7.B(3)")
@pytest.mark.clause(NJ, "40.6(c)")
@pytest.mark.parametrize(("rulebook", "clause"), [(MA, "6(b)"), (MD, "7.B(3)"), (NJ, "reading leaving-abandons")])
def test_wagers_of_a_player_who_left_are_lost_where_the_floor_ruled_so(rulebook: str, clause: str) -> None:
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5, across 20"
    document = criss_cross(
        rulebook, JACKS, seat(2, "", wagers, left="abandoned"), seat(5, "9c 9d", STAYED), submission=BONUS[rulebook]
    )
    found = settled(document)
    assert all(result == "lose" for result in lines(found[2]).values())
    assert {line.clause for line in found[2].lines} == {clause}
    assert totals(found[2]) == ("45.00", "0.00", "0.00", "-45.00")
    assert totals(found[5]) == ("50.00", "50.00", "100.00", "50.00")


@pytest.mark.clause(MA, "6(b)", "10(b)")
@pytest.mark.clause(MD, "7.B(3)", "11.B(2)(a)")
@pytest.mark.clause(NJ, "40.6(c)", "40.10(c)")
@pytest.mark.clause(ROOM, "Round 1", "5 Card Bonus 5")
@pytest.mark.parametrize("rulebook", [MA, MD, NJ, ROOM])
def test_where_the_floor_let_the_wagers_stand_a_player_who_left_declines_the_next_bet(rulebook: str) -> None:
    # The Across Bet was made, the Down Bet was not: a fold at the Down Bet. The bonus stands and wins 5.
    wagers = "ante_across 10, ante_down 10, five_card_bonus 5, across 10"
    document = criss_cross(
        rulebook, JACKS, seat(2, "", wagers, left="stands"), submission=BONUS.get(rulebook, {"five_card_bonus": True})
    )
    found = settled(document)[2]
    assert lines(found)["five_card_bonus"] == "win 1 to 1 5.00 10.00"
    assert totals(found) == ("35.00", "5.00", "10.00", "-25.00")


def test_all_bets_of_a_player_who_left_afterwards_stand() -> None:
    found = settled(criss_cross(MA, JACKS, seat(2, "9c 9d", STAYED, left="stands")))[2]
    assert totals(found) == ("50.00", "50.00", "100.00", "50.00")


@pytest.mark.clause(CRAZY, "6(b)", "11(d)(5)")
def test_a_player_who_left_brings_nobody_an_envy_bonus_and_gets_none() -> None:
    # Seat 3 holds four aces and left; seat 5 folded with a progressive wager, seat 2 stayed with four kings.
    wagers = "ante 10, super_bonus 10, four_card_progressive 1"
    document = crazy_four(
        "Qc Qd 8s 5h 3d",
        seat(2, "Kc Kd Kh Ks 2c", f"{wagers}, play 10"),
        seat(3, "Ac Ad Ah As 9c", f"{wagers}, play 30", left="abandoned"),
        seat(5, "", wagers, folded="play"),
        submission={"four_card_progressive": "A"},
    )
    found = settled(document)
    assert totals(found[3]) == ("51.00", "0.00", "0.00", "-51.00")
    assert [line.wager for line in found[3].lines if line.part_of] == []
    envied = [line.hand for line in found[5].lines if line.part_of]
    assert envied == ["seat 2: four kings"]


@pytest.mark.clause(CRAZY, "12(j)", "6(b)")
def test_the_hand_of_a_player_who_left_is_not_the_best_at_the_table() -> None:
    # Its cards need not be known. The best hand left is a pair of kings: Cover All loses.
    document = crazy_four(
        "Kc Kd 8s 5h 3d",
        seat(2, "Qc Qd 9c 6h 2s", "ante 10, super_bonus 10, play 10, cover_all 5"),
        seat(3, "", "ante 10, super_bonus 10", left="abandoned"),
        seat(4, "", "ante 10, super_bonus 10, cover_all 5", folded="play"),
        submission={"cover_all": True},
    )
    found = settled(document)
    assert lines(found[2])["cover_all"] == lines(found[4])["cover_all"] == "lose"


def test_contributions_of_a_player_who_left_stay_on_the_meter() -> None:
    document = crazy_four(
        "Kc Kd 8s 5h 3d",
        seat(2, "", "ante 10, super_bonus 10, four_card_progressive 5", left="abandoned"),
        submission={"four_card_progressive": "A"},
    )
    assert answer(document).contributions == {"four_card": "0.75"}  # 15% of 5


@pytest.mark.clause(NJ, "40.6(c)", "40.11(c)")
def test_a_player_who_left_spins_no_wheel_and_has_no_community_pay() -> None:
    wagers = "ante_across 10, ante_down 10, bonus_spin 5"
    document = criss_cross(
        NJ,
        cross("Ah", "7c", "2s", top="9d", bottom="4c"),
        seat(1, "8h 8s", f"{wagers}, across 10, down 10, middle 10"),
        seat(3, "6d 6h", f"{wagers}, across 10", left="abandoned", at="down"),
        submission={"bonus_spin": "5-progressive"},
        spins={"1": 3},
    )
    found = settled(document)
    assert lines(found[1])["bonus_spin"].startswith("win")
    assert totals(found[3]) == ("35.00", "0.00", "0.00", "-35.00")
    assert any(
        "seat 3: Cannot accept a spin: it takes a pair" in line
        for line in refusals(document | {"spins": {"1": 3, "3": 3}})
    )


REFUSED = [
    ({"forfeited": "11.A(9)"}, "seat 3 forfeited: Got '11.A(9)'; expected 11.A(5), by which wagers are forfeited"),
    ({"forfeited": True}, "seat 3 forfeited: Got true; expected 11.A(5)"),
    ({"forfeited": "11.A(5)", "left": "stands"}, "seat 3: Got forfeited as well as left; expected only one of the two"),
    ({"left": "early"}, "md-criss-cross 7.B(3): seat 3: Got left 'early'; expected abandoned or stands"),
    ({"left": None}, "md-criss-cross 7.B(3): seat 3: Got left null"),
    ({"at": "down"}, 'seat 3: Got "at" or "after" alone; expected "forfeited"'),
    ({"left": "stands", "at": "down"}, 'seat 3: Got "at" or "after" alone; expected "forfeited"'),
    (
        {"forfeited": "11.A(5)", "at": "wagers"},
        "seat 3 at: Got 'wagers'; expected one of dealing, across, down, middle, settlement",
    ),
    ({"forfeited": "11.A(5)", "at": "down", "after": {"seat": 3}}, "seat 3 after: Got something settled at down"),
    (
        {"forfeited": "11.A(5)", "after": {"seat": 6}},
        "seat 3 after: Got seat 6; expected one of the seats of this round: 3",
    ),
    ({"forfeited": "11.A(5)", "after": {"seat": 3, "wager": "middle"}}, "seat 3 after: Got 'middle' of seat 3"),
    (
        {"forfeited": "11.A(5)", "after": {"seat": 3, "wager": "across"}},
        "seat 3 after: Got 'across' of seat 3; expected 'down'",
    ),
    (
        {"left": "abandoned", "after": {"seat": 3, "wager": "ante_down"}},
        "seat 3 after: Got 'ante_down' of seat 3; expected 'down'",
    ),
    (
        {"forfeited": "11.A(5)", "at": "across"},
        "seat 3: Got Down Bet of a player who forfeited at across; expected no decision after that",
    ),
    ({"forfeited": "11.A(5)", "at": "settlement"}, "seat 3: Got no Middle Bet of a player who did not fold"),
    (
        {"left": "abandoned", "at": "down", "folded": "middle"},
        "seat 3: Got a fold at middle of a player who left at down",
    ),
]


@pytest.mark.clause("md-criss-cross", "7.B(3)", "11.D", "11.F")
@pytest.mark.parametrize(("keys", "line"), REFUSED)
def test_what_is_refused_of_a_seat(keys: Document, line: str) -> None:
    found = refusals(maryland(seat(3, "9c 9d", "ante_across 10, ante_down 10, across 10, down 10", **keys)))
    assert any(said.startswith(line) or line in said for said in found), found


@pytest.mark.clause(CRAZY, "10(b)")
def test_a_hand_that_is_not_known_may_not_bet_more_than_any() -> None:
    player = seat(3, "", "ante 10, super_bonus 10, play 30", left="abandoned")
    assert totals(settled(crazy_four("", player))[3]) == ("50.00", "0.00", "0.00", "-50.00")
    player["wagers"]["play"] = "40"
    (only,) = refusals(crazy_four("", player))
    told = "Play must be between $10.00 and $30.00; $40.00 was given. The alternative is a fold."
    assert only == f"ma-crazy-4 10(b): seat 3: {told}"
