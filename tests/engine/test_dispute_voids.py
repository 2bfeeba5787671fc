"""Disputed rounds that were void: what comes back, what is reversed, what stands by a reading, and what is refused.

Every amount is worked out by hand: the document's odds times the stake.
"""

from typing import Any

import pytest

from engine.disputes import Document, answer, crazy_four, criss_cross, cross, ledger, refusals, seat, settled, totals

MA, MD, NJ, ROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
MISDEAL = {MA: "12(c)", MD: "13.C", NJ: "40.12(c)", ROOM: "Irregularities 1", CRAZY: "14(c)"}
NOT_READY = "reading shuffler-failure"
BEFORE_THE_DEAL = {MA: NOT_READY, MD: NOT_READY, NJ: NOT_READY, ROOM: "Irregularities 2", CRAZY: NOT_READY}
SHUFFLED = {"shuffler": "automated", "decks": 2}  # by a device that can fail
STAYED = "ante_across 10, ante_down 10, across 10, down 10, middle 10"
JACKS = cross("2h", "3c", "4s", top="Jd", bottom="Js")


def void(clause: str, at: str = "settlement", **more: Any) -> Document:
    """The key of a void round."""
    return {"clause": clause, "reason": "a hand of three cards", "at": at, **more}


def two_seats(rulebook: str, **more: Any) -> Document:
    """Seat 6 holds nines (or aces against kings); seat 2 was dealt a card too many. Seat 6 is settled first."""
    if rulebook == CRAZY:
        return crazy_four(
            "Kc Kd 8s 5h 3d",
            seat(2, "Qc Qd 9c 6h 2s 4d", "ante 20, super_bonus 20, play 20"),
            seat(6, "As Ad 9h 6s 2d", "ante 20, super_bonus 20, play 60"),
            **more,
        )
    three = seat(2, "", STAYED) | {"hole": ["Kc", "Kd", "5c"]}
    return criss_cross(rulebook, {**JACKS}, three, seat(6, "9c 9d", STAYED), **more)


# Nines across push, jacks and nines down are paid 1 to 1 on the ante and 2 to 1 on the bets.
ACROSS = ["ante_across push 10.00 10.00", "across push 10.00 10.00"]
DOWN = ["ante_down win 10.00 20.00", "down win 10.00 30.00"]
PAID = {
    MA: [*ACROSS, *DOWN, "middle win 10.00 30.00"],
    MD: [*ACROSS, *DOWN, "middle win 10.00 30.00"],
    NJ: [*ACROSS, *DOWN, "middle win 10.00 30.00"],
    ROOM: [*DOWN, *ACROSS, "middle win 10.00 30.00"],
    CRAZY: ["ante win 20.00 40.00", "play win 60.00 120.00", "super_bonus push 20.00 20.00"],
}


def undone(line: str) -> str:
    """The line that takes another back."""
    wager, _, stake, returned = line.split()
    return f"{wager} reversed -{stake} -{returned}"


@pytest.mark.clause(MA, "12(c)")
@pytest.mark.clause(MD, "13.C")
@pytest.mark.clause(NJ, "40.12(c)")
@pytest.mark.clause(ROOM, "Irregularities 1")
@pytest.mark.clause(CRAZY, "14(c)")
@pytest.mark.parametrize("rulebook", MISDEAL)
def test_a_misdeal_found_after_the_first_seat_was_settled_reverses_what_was_paid(rulebook: str) -> None:
    clause = MISDEAL[rulebook]
    found = settled(two_seats(rulebook, void=void(clause, after={"seat": 6})))
    paid = PAID[rulebook]
    stakes = {line.split()[0]: line.split()[2] for line in paid}
    assert ledger(found[6])[: len(paid)] == paid
    assert ledger(found[6])[len(paid) : 2 * len(paid)] == [undone(line) for line in reversed(paid)]
    assert sorted(ledger(found[6])[2 * len(paid) :]) == sorted(
        f"{wager} returned {stake} {stake}" for wager, stake in stakes.items()
    )
    assert {line.clause for line in found[6].lines[len(paid) :]} == {clause}
    staked = "100.00" if rulebook == CRAZY else "50.00"
    assert totals(found[6]) == (staked, "0.00", staked, "0.00")
    # The three cards of seat 2 decided nothing: its wagers only come back.
    assert all(" returned " in line for line in ledger(found[2]))
    assert totals(found[2])[3] == "0.00"


@pytest.mark.clause(MA, "12(c)")
@pytest.mark.clause(MD, "13.C")
@pytest.mark.clause(NJ, "40.12(c)")
@pytest.mark.clause(ROOM, "Irregularities 1")
@pytest.mark.clause(CRAZY, "14(c)")
@pytest.mark.parametrize("rulebook", MISDEAL)
def test_what_is_paid_stands_where_the_reading_says_so(rulebook: str) -> None:
    document = two_seats(
        rulebook,
        void=void(MISDEAL[rulebook], after={"seat": 6}),
        submission={"readings": {"void-after-settlement": "paid-stands"}},
    )
    found = settled(document)
    assert ledger(found[6]) == PAID[rulebook]
    assert all(" returned " in line for line in ledger(found[2]))
    assert totals(found[6])[3] == ("80.00" if rulebook == CRAZY else "50.00")
    assert totals(found[2])[3] == "0.00"


@pytest.mark.clause(MA, "12(c)")
@pytest.mark.clause(MD, "13.C")
@pytest.mark.clause(NJ, "40.12(c)")
@pytest.mark.clause(ROOM, "Irregularities 1")
@pytest.mark.parametrize("rulebook", [MA, MD, NJ, ROOM])
@pytest.mark.parametrize(
    ("at", "first", "second", "folded"),
    [
        ("dealing", "", "", ""),
        ("across", "", "", ""),
        ("across", ", across 30", "", ""),
        ("across", "", "", "across"),  # seat 1 folded, seat 4 had not decided
        ("down", ", across 30", ", across 10", ""),
        ("down", ", across 30, down 20", ", across 10, down 10", ""),
        ("middle", ", across 30, down 20, middle 10", ", across 10, down 10", ""),
        ("middle", ", across 30, down 20", ", across 10, down 10", "middle"),
        ("settlement", ", across 30, down 20, middle 10", ", across 10, down 10, middle 10", ""),
    ],
)
def test_until_the_settlement_every_wager_made_by_then_comes_back_without_a_card_known(
    rulebook: str, at: str, first: str, second: str, folded: str
) -> None:
    antes = "ante_across 10, ante_down 10"
    document = criss_cross(
        rulebook, {}, seat(1, "", antes + first, folded), seat(4, "", antes + second), void=void(MISDEAL[rulebook], at)
    )
    for number, found in settled(document).items():
        made = antes + (first if number == 1 else second)
        for wager in made.split(", "):
            name, stake = wager.split()
            assert f"{name} returned {stake}.00 {stake}.00" in ledger(found)
        assert totals(found)[1] == totals(found)[3] == "0.00"


@pytest.mark.clause(CRAZY, "14(c)")
@pytest.mark.parametrize(
    ("at", "play"), [("dealing", ""), ("play", ""), ("play", ", play 30"), ("settlement", ", play 30")]
)
def test_a_void_round_of_crazy_four_gives_everything_back(at: str, play: str) -> None:
    wagers = f"ante 10, super_bonus 10, queens_up 5, cover_all 5{play}"
    document = crazy_four("", seat(3, "", wagers), void=void("14(c)", at), submission={"cover_all": True})
    found = settled(document)[3]
    staked = "60.00" if play else "30.00"
    assert totals(found) == (staked, "0.00", staked, "0.00")
    assert {line.clause for line in found.lines} == {"14(c)"}


@pytest.mark.parametrize("rulebook", BEFORE_THE_DEAL)
def test_a_round_void_before_no_more_bets_may_lack_a_wager(rulebook: str) -> None:
    document = two_seats(rulebook, void=void(BEFORE_THE_DEAL[rulebook], "wagers"), submission=SHUFFLED)
    one, other = ("ante", "super_bonus") if rulebook == CRAZY else ("ante_across", "ante_down")
    document["seats"] = [{"seat": 2, "wagers": {one: "10"}}, {"seat": 3, "wagers": {one: "10", other: "10"}}]
    found = settled(document)
    assert ledger(found[2]) == [f"{one} returned 10.00 10.00"]
    assert totals(found[3]) == ("20.00", "0.00", "20.00", "0.00")


@pytest.mark.parametrize(
    ("rulebook", "allowed"),
    [
        pytest.param(
            MA,
            "12(c) (wrong number of cards); 7(h) (stub count wrong, manual shoe)",
            marks=pytest.mark.clause(MA, "8(f)"),
        ),
        pytest.param(
            CRAZY,
            "14(c) (wrong number of cards); 7(h) (stub count wrong, manual shoe)",
            marks=pytest.mark.clause(CRAZY, "8(f)"),
        ),
    ],
)
def test_another_way_of_dealing_does_not_void_the_round(rulebook: str, allowed: str) -> None:
    """At a table that deals from a manual shoe, as is filed by default, no stub is counted after a deal by hand."""
    (line,) = refusals(two_seats(rulebook, void=void("8(f)")))
    assert line.startswith(
        f"{rulebook} 8(f): the round: The round cannot be void under '8(f)' as it stands, only under {allowed}"
    )
    settled(two_seats(rulebook, void=void("7(h)")))


def test_nothing_is_drawn_before_no_more_bets() -> None:
    offered = {"five_card_hand_bonus": True, "magic_card": True, **SHUFFLED}
    bets = void(NOT_READY, "wagers")
    document = crazy_four("", seat(2, "", "ante 10"), void=bets, magic_card="7h", submission=offered)
    (only,) = refusals(document)
    assert 'There is one draw, after "no more bets"' in only


@pytest.mark.clause(MD, "13.C", "11.B(2)(a)")
def test_a_fold_in_a_void_round_decides_nothing_unless_the_reading_says_so() -> None:
    folder = seat(4, "", "ante_across 10, ante_down 10, five_card_bonus 5", folded="across")
    document = criss_cross(
        MD, JACKS, folder, seat(6, "9c 9d", STAYED), void=void("13.C"), submission={"five_card_bonus": True}
    )
    found = settled(document)[4]
    assert ledger(found) == [
        "ante_across forfeited 10.00 0.00",
        "ante_down forfeited 10.00 0.00",
        "ante_down reversed -10.00 0.00",
        "ante_across reversed -10.00 0.00",
        "ante_across returned 10.00 10.00",
        "ante_down returned 10.00 10.00",
        "five_card_bonus returned 5.00 5.00",
    ]
    assert totals(found) == ("25.00", "0.00", "25.00", "0.00")
    document["submission"]["readings"] = {"void-after-fold": "live-only"}
    assert totals(settled(document)[4])[3] == "-20.00"  # 11.B(3): the bonus outlives the fold


@pytest.mark.clause(MD, "11.A(5)", "13.C")
@pytest.mark.clause(MD, "7.B(3)")
@pytest.mark.parametrize(
    ("fate", "clause", "result"),
    [({"forfeited": "11.A(5)"}, "11.A(5)", "forfeited"), ({"left": "abandoned"}, "7.B(3)", "lose")],
)
@pytest.mark.parametrize("at", ["down", "settlement"])
def test_a_void_does_not_make_a_forfeited_or_abandoned_seat_whole(
    fate: Document, clause: str, result: str, at: str
) -> None:
    bets = ", across 10" if at == "down" else ", across 10, down 10, middle 10"
    other = seat(6, "", f"ante_across 10, ante_down 10{bets}")
    lost = seat(4, "", "ante_across 10, ante_down 10", at="across", **fate)
    document = criss_cross(MD, JACKS, lost, other, void=void("13.C", at))
    found = settled(document)
    assert sorted(ledger(found[4])) == [f"ante_across {result} 10.00 0.00", f"ante_down {result} 10.00 0.00"]
    assert {line.clause for line in found[4].lines} == {clause}
    assert totals(found[4])[3] == "-20.00"
    assert totals(found[6])[3] == "0.00"
    document["submission"] = {"readings": {"void-after-forfeit": "returned"}}
    assert totals(settled(document)[4]) == ("20.00", "0.00", "20.00", "0.00")


@pytest.mark.clause(MD, "11.H", "13.C")
def test_a_bonus_that_was_paid_in_the_first_pass_is_reversed() -> None:
    # The bonus pass comes first: seat 6's pair of jacks won 5, and seat 2's bonus was not settled yet.
    bonus = f"{STAYED}, five_card_bonus 5"
    document = criss_cross(
        MD,
        JACKS,
        seat(2, "", bonus),
        seat(6, "", bonus),
        void=void("13.C", after={"seat": 6, "wager": "five_card_bonus"}),
        submission={"five_card_bonus": True},
    )
    found = settled(document)
    assert ledger(found[6])[:2] == ["five_card_bonus win 5.00 10.00", "five_card_bonus reversed -5.00 -10.00"]
    assert not any("win" in line for line in ledger(found[2]))
    assert totals(found[2]) == totals(found[6]) == ("55.00", "0.00", "55.00", "0.00")


@pytest.mark.clause(NJ, "40.12(c)", "40.10(i)2", "40.11(c)")
def test_a_spin_and_its_community_pay_are_reversed() -> None:
    # Position 3 of the $5 wheel: 500 to the spinner of seat 6, 100 to seat 1, whose own spin was not settled.
    wagers = f"{STAYED}, bonus_spin 5"
    document = criss_cross(
        NJ,
        cross("Ah", "7c", "2s", top="9d", bottom="4c"),
        seat(1, "Kd Qs", wagers),
        seat(6, "8h 8s", wagers),
        void=void("40.12(c)", after={"seat": 6}),
        submission={"bonus_spin": "5-progressive"},
        spins={"6": 3},
    )
    found = settled(document)
    assert "bonus_spin win 5.00 500.00" in ledger(found[6])
    assert "bonus_spin reversed -5.00 -500.00" in ledger(found[6])
    assert "bonus_spin_community win 0.00 100.00" in ledger(found[1])
    assert "bonus_spin_community reversed 0.00 -100.00" in ledger(found[1])
    assert totals(found[1]) == totals(found[6]) == ("55.00", "0.00", "55.00", "0.00")
    assert any(
        "seat 6: Cannot accept a spin: it takes a pair" in line
        for line in refusals(document | {"void": void("40.12(c)", "middle")})
    )


FOUR_ACES = seat(6, "As Ad Ah Ac 2d", "ante 10, super_bonus 10, play 30, four_card_progressive 1")
OTHER = seat(2, "", "ante 10, super_bonus 10, play 10, four_card_progressive 5")


def jackpot(**more: Any) -> Document:
    """Seat 6 wins the four-card meter whole; seat 2, with a bet on it too, has Envy."""
    submission = {"four_card_progressive": "B", **more.pop("submission", {})}
    meters = {"four_card": "5210.33"}
    return crazy_four("Kc Kd 8s 5h 3d", FOUR_ACES, OTHER, submission=submission, meters=meters, **more)


@pytest.mark.clause(CRAZY, "14(c)", "11(d)(3)")
def test_a_jackpot_goes_back_to_its_meter_and_so_do_the_contributions() -> None:
    # 5,210.33 paid and put back. The meter showed it with 15% of 1 and of 5, 0.90, of this round's wagers in it.
    found = answer(jackpot(void=void("14(c)", after={"seat": 6})))
    by_seat = {one.seat: one for one in found.seats}
    assert "four_card_progressive win 1.00 5210.33" in ledger(by_seat[6])
    assert "four_card_progressive reversed -1.00 -5210.33" in ledger(by_seat[6])
    assert any("reversed 0.00 -" in line for line in ledger(by_seat[2]))  # the Envy Bonus
    assert {one: totals(by_seat[one])[1:] for one in by_seat} == {
        6: ("0.00", "51.00", "0.00"),
        2: ("0.00", "35.00", "0.00"),
    }
    assert {name: str(amount) for name, amount in found.meters.items()} == {"four_card": "5209.43"}
    assert found.contributions == {"four_card": "0.00"}


@pytest.mark.clause(CRAZY, "14(c)", "11(d)(3)")
def test_contributions_of_a_void_round_that_come_after_it_never_come() -> None:
    late = {"readings": {"contribution-time": "settled"}}
    found = answer(jackpot(void=void("14(c)", after={"seat": 6}), submission=late))
    assert {name: str(amount) for name, amount in found.meters.items()} == {"four_card": "5210.33"}
    assert found.contributions == {"four_card": "0.00"}


@pytest.mark.clause(CRAZY, "14(c)")
def test_a_payout_that_still_waited_was_never_made() -> None:
    found = answer(jackpot(void=void("14(c)", "validation", after={"seat": 6})))
    one = next(one for one in found.seats if one.seat == 6)
    assert [line for line in ledger(one) if line.startswith("four_card_progressive")] == [
        "four_card_progressive returned 1.00 1.00"
    ]
    assert totals(one) == ("51.00", "0.00", "51.00", "0.00")
    assert {name: str(amount) for name, amount in found.meters.items()} == {"four_card": "5209.43"}


@pytest.mark.clause(CRAZY, "14(c)")
def test_a_payout_that_waited_later_is_not_the_one_meant() -> None:
    document = jackpot(void=void("14(c)", "validation", after={"seat": 6}))
    document["seats"][0] = {**FOUR_ACES, "seat": 1}
    document["seats"][1] = seat(6, "Qc Qd 9c 6h 2s", "ante 10, super_bonus 10, play 10")
    assert refusals(document) == ("void at: Got validation; expected a moment at which a payout waits.",)


@pytest.mark.clause(CRAZY, "14(c)", "6(b)")
def test_the_contribution_of_an_abandoned_wager_stays_in_a_void_round() -> None:
    left = seat(3, "", "ante 10, super_bonus 10, four_card_progressive 5", left="abandoned")
    other = seat(4, "", "ante 10, super_bonus 10, four_card_progressive 1")
    offered = {"four_card_progressive": "B"}
    document = crazy_four("", left, other, void=void("14(c)", "play"), submission=offered)
    assert answer(document).contributions == {"four_card": "0.75"}


def test_a_meter_holds_what_the_round_put_on_it() -> None:
    document = jackpot(void=void("14(c)")) | {"meters": {"four_card": "0.50"}}
    (only,) = refusals(document)
    assert only.startswith("meters four_card: Got 0.50; expected 0.90 or more")


@pytest.mark.clause(MA, "12(c)")
def test_cards_that_decided_a_wager_before_the_void_must_be_known() -> None:
    document = two_seats(MA, void=void("12(c)", after={"seat": 6}))
    del document["community"]["middle"]
    assert refusals(document) == ("community middle: Missing, and needed for the Ante Across of seat 6.",)
    document = two_seats(MA, void=void("12(c)", after={"seat": 6}))
    document["seats"][1]["hole"] = ["9c"]
    assert refusals(document) == ("seat 6 hole: Missing, and needed for the Ante Across of seat 6.",)


@pytest.mark.clause(CRAZY, "12(j)", "14(c)")
def test_every_hand_still_in_decides_cover_all() -> None:
    document = crazy_four(
        "Kc Kd 8s 5h 3d",
        seat(2, "", "ante 20, super_bonus 20, play 20"),
        seat(6, "As Ad 9h 6s 2d", "ante 20, super_bonus 20, play 60, cover_all 5"),
        void=void("14(c)", after={"seat": 6, "wager": "super_bonus"}),
        submission={"cover_all": True},
    )
    assert totals(settled(document)[6])[3] == "0.00"
    document["void"]["after"] = {"seat": 6, "wager": "cover_all"}
    assert any(line.startswith("seat 2 cards: Missing, and needed for the") for line in refusals(document))


WHOLE = two_seats(MA)["seats"]
REFUSED: list[tuple[Any, str]] = [
    (True, "void: Got true; expected an object with clause, reason and at"),
    ({}, "void clause: Got nothing; expected the clause by which the round was void"),
    ({}, "void reason: Got nothing; expected what was found, in a few words"),
    ({}, "void at: Got nothing; expected one of wagers, dealing, across, down, middle, settlement"),
    (void("12(c)") | {"reason": " "}, "void reason: Got ' '"),
    (
        void("12(c)") | {"reason": "three\0cards"},
        "void reason: Got 'three\\x00cards'; expected what was found, in a few",
    ),
    (void("12(c)") | {"reason": "\u202esdrac"}, "void reason: Got '\\u202esdrac'; expected what was found, in a few"),
    (void("12(c)") | {"clause": 12}, "void clause: Got 12"),
    (void("12(c)") | {"who": "Ann"}, "void: Got the unknown key 'who'"),
    (void("12(c)", "river"), "void at: Got 'river'; expected one of wagers, dealing"),
    (void("12(c)") | {"at": ["down"]}, "void at: Got a list"),
    (
        void("12(c)", "down", after={"seat": 6}),
        "void after: Got something settled at down; expected this only in the settlement",
    ),
    (void("12(c)", "validation"), "void at: Got 'validation'"),  # no payout of this document waits
    (void("12(c)", after=[6]), "void after: Got a list"),
    (void("12(c)", after={}), "void after: Got no seat"),
    (void("12(c)", after={"seat": "6"}), "void after: Got '6'; expected the number of a seat"),
    (void("12(c)", after={"seat": 5}), "void after: Got seat 5; expected one of the seats of this round: 2, 6"),
    (void("12(c)", after={"seat": 6, "wager": 1}), "void after: Got 1; expected the name of a wager"),
    (void("12(c)", after={"seat": 6, "wager": "ante"}), "void after: Got 'ante' of seat 6"),
    (void("12(c)", after={"seat": 6, "row": 1}), "void after: Got the unknown key 'row'"),
    (void("12(c)", "wagers"), "seat 2: Got Across Bet of a round void at wagers; expected no decision after that"),
    (void("12(c)", "down"), "seat 2: Got Middle Bet of a round void at down; expected no decision after that"),
    # The round itself says which clauses void, and when.
    (
        void("Suit"),
        "the round: The round cannot be void under 'Suit' as it stands, only under 12(c) (wrong number of cards); 7(h)",
    ),
    (
        void("12(a)"),
        "ma-criss-cross 12(a): the round: The round cannot be void under '12(a)' as it stands, only under 12(c)",
    ),
    (
        void("12(d)", after={"seat": 6}),
        "the round: The round cannot be void under '12(d)' as it stands, only under 12(c)",
    ),
]


INSIDE = [(MA, "ante_across", "middle"), (MD, "across", "middle"), (CRAZY, "ante", "super_bonus")]


@pytest.mark.clause(MA, "10(h)", "12(c)")
@pytest.mark.clause(MD, "11.I", "13.C")
@pytest.mark.clause(CRAZY, "10(c)", "14(c)")
@pytest.mark.parametrize(("rulebook", "inner", "last"), INSIDE)
def test_no_moment_lies_between_wagers_that_are_settled_together(rulebook: str, inner: str, last: str) -> None:
    readings = {"submission": {"readings": {"void-after-settlement": "paid-stands"}}}
    document = two_seats(rulebook, void=void(MISDEAL[rulebook], after={"seat": 6, "wager": inner}), **readings)
    assert refusals(document) == (
        f"void after: Got '{inner}' of seat 6; expected '{last}': the wagers of a turn are settled together, it last.",
    )
    document["void"]["after"]["wager"] = last
    assert totals(settled(document)[6]) != totals(settled(document)[2])


@pytest.mark.parametrize(("given", "line"), REFUSED)
def test_what_is_refused_of_a_void(given: Any, line: str) -> None:
    found = refusals(two_seats(MA, void=given))
    assert any(line in said for said in found), found


@pytest.mark.clause(MA, "12(c)")
def test_a_round_that_is_over_is_corrected_and_not_void() -> None:
    document = two_seats(MA, void=void("12(c)", after={"seat": 2}))
    document["seats"][0]["hole"] = ["Kc", "Kd"]
    (only,) = refusals(document)
    assert "The round is over; what is wrong with it is put right by a correction." in only


def test_no_payout_waits_where_nothing_needs_a_floorperson() -> None:
    document = two_seats(CRAZY, void=void("14(c)", "validation", after={"seat": 6}))
    document["seats"][0]["cards"] = ["Qc", "Qd", "9c", "6h", "2s"]
    (only,) = refusals(document)
    assert only == "void at: Got validation; expected a moment at which a payout waits."
    del document["void"]["after"]
    assert refusals(document)[0] == "void after: Got nothing; expected the seat whose payout waited."


@pytest.mark.clause(MA, "12(c)", "10(b)")
def test_bets_out_of_turn_and_bets_nobody_came_to() -> None:
    antes = "ante_across 10, ante_down 10"
    late = criss_cross(MA, {}, seat(1, "", antes), seat(4, "", f"{antes}, across 10"), void=void("12(c)", "across"))
    assert any("seat 4: It is seat 1's turn, not seat 4's." in line for line in refusals(late))
    over = criss_cross(MA, {}, seat(1, "", antes, folded="across"), void=void("12(c)", "middle"))
    assert refusals(over) == ("void at: Got middle; expected a bet the round came to.",)


@pytest.mark.clause(MD, "11.A(5)")
def test_nothing_is_forfeited_after_the_void() -> None:
    antes = "ante_across 10, ante_down 10"
    late = seat(4, "", f"{antes}, across 10, down 10", forfeited="11.A(5)", at="middle")
    document = criss_cross(MD, {}, late, seat(6, "", f"{antes}, across 10"), void=void("13.C", "down"))
    assert any(
        line == "seat 4: Got forfeited at middle; expected a moment before the round was void at down."
        for line in refusals(document)
    )
