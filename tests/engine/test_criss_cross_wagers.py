"""Criss-Cross Poker: what may be wagered before the deal, by whom, how much, and until when."""

import pytest

from engine.rounds import CARD_ROOM, MA, MD, NJ, case, dealt, moves, refused, table, usd, wagered
from pitboss.engine import Phase, RoundAction, check, play
from pitboss.engine.actions import Bet, CloseBets, PlaceWager, TakeBack
from pitboss.rulebooks import Refused, terms_for

EQUAL_ANTES = [
    case(MA, "6(d)", "6(d)"),
    case(MD, "7.E(1)", "7.E(1)"),
    case(NJ, ["40.6(a)", "40.10(a)"], "40.6(a)"),
    case(CARD_ROOM, "Wagers 1", "Wagers 1"),
]


@pytest.mark.parametrize(("rulebook", "clause"), EQUAL_ANTES)
@pytest.mark.parametrize(("first", "second"), [("ante_across", "ante_down"), ("ante_down", "ante_across")])
def test_the_two_antes_must_be_equal(rulebook: str, clause: str, first: str, second: str) -> None:
    round = wagered(table(rulebook), f"2: {first} 5")
    violation = refused(round, PlaceWager(2, second, usd("10")))
    assert (violation.clause, violation.where) == (clause, "seat 2")
    assert violation.allowed.startswith("5.00, equal to ")
    assert check(round, PlaceWager(2, second, usd("5"))) is None


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        case(MA, "6(d)", "6(d)"),
        case(MD, "7.E(1)", "7.E(1)"),
        case(NJ, "40.10(a)", "40.6(a)"),
        case(CARD_ROOM, "Dealing 1", "Dealing 1"),
    ],
)
@pytest.mark.parametrize("only", ["ante_across", "ante_down"])
def test_nobody_is_dealt_in_with_one_ante(rulebook: str, clause: str, only: str) -> None:
    round = wagered(table(rulebook), f"1: antes 5; 4: {only} 5")
    violation = refused(round, CloseBets())
    assert (violation.clause, violation.where) == (clause, "seat 4")


@pytest.mark.parametrize(
    ("rulebook", "wager", "amount", "clause"),
    [
        case(MA, "6(e)", "five_card_bonus", "5", "6(e)"),
        case(MD, "7.E(2)", "five_card_bonus", "5", "7.E(2)"),
        case(NJ, "40.6(a)", "five_card_bonus", "5", "40.6(a)"),
        case(NJ, "40.10(a)", "bonus_spin", "1", "40.10(a)", id="bonus_spin"),
        case(CARD_ROOM, "5 Card Bonus 1", "five_card_bonus", "5", "5 Card Bonus 1"),
    ],
)
@pytest.mark.parametrize("ante", ["", "ante_across", "ante_down"])
def test_a_bonus_wager_needs_both_antes(rulebook: str, wager: str, amount: str, clause: str, ante: str) -> None:
    offers = {"bonus_spin": "1-fixed"} if rulebook == NJ else {"five_card_bonus": True}
    round = table(rulebook, **offers)
    if ante:
        round = wagered(round, f"3: {ante} 5")
    bonus = PlaceWager(3, wager, usd(amount))
    assert refused(round, bonus).clause == clause
    assert check(wagered(table(rulebook, **offers), "3: antes 5"), bonus) is None


@pytest.mark.parametrize(
    ("rulebook", "wager", "clause"),
    [
        case(MA, "6(e)", "five_card_bonus", "6(e)"),
        case(MD, "7.E(2)", "five_card_bonus", "7.E(2)"),
        case(NJ, "40.6(a)", "bonus_spin", "40.10(a)"),
    ],
)
def test_a_bonus_that_the_submission_does_not_offer_is_refused(rulebook: str, wager: str, clause: str) -> None:
    violation = refused(wagered(table(rulebook), "1: antes 5"), PlaceWager(1, wager, usd("5")))
    assert violation.clause == clause
    assert "does not offer" in violation.tried


@pytest.mark.clause(CARD_ROOM, "5 Card Bonus 1")
@pytest.mark.parametrize("bonus", ["2", "5", "10"])
def test_the_card_rooms_5_card_bonus_may_be_below_at_or_above_the_ante_or_left_out(bonus: str) -> None:
    without = wagered(table(CARD_ROOM), "1: antes 5")
    assert check(without, CloseBets()) is None
    assert check(without, PlaceWager(1, "five_card_bonus", usd(bonus))) is None


@pytest.mark.clause(CARD_ROOM, "Wagers 3", "6 Card Bonus 2")
def test_a_6_card_bonus_needs_a_5_card_bonus_and_equals_it() -> None:
    antes = wagered(table(CARD_ROOM), "1: antes 2")
    assert refused(antes, PlaceWager(1, "six_card_bonus", usd("5"))).allowed == "5 Card Bonus first"
    five = wagered(antes, "1: five_card_bonus 5")
    for other in ("4.50", "5.50", "10"):
        violation = refused(five, PlaceWager(1, "six_card_bonus", usd(other)))
        assert (violation.clause, violation.allowed) == ("6 Card Bonus 2", "5.00, equal to 5 Card Bonus")
    both = wagered(five, "1: six_card_bonus 5")
    assert refused(both, PlaceWager(1, "five_card_bonus", usd("10"))).clause == "6 Card Bonus 2"
    violation = refused(both, TakeBack(1, "five_card_bonus"))
    assert (violation.clause, violation.allowed) == ("6 Card Bonus 2", "taking back six_card_bonus first")


@pytest.mark.parametrize(
    ("rulebook", "wager", "clause"),
    [
        case(CARD_ROOM, "Wagers 1", "ante_across", "Wagers 1"),
        case(CARD_ROOM, "Wagers 1", "ante_down", "Wagers 1", id="down"),
        case(CARD_ROOM, "Wagers 2", "five_card_bonus", "Wagers 2", id="five"),
        case(CARD_ROOM, "Wagers 3", "six_card_bonus", "Wagers 3", id="six"),
    ],
)
def test_the_card_rooms_wagers_run_from_2_to_10_dollars(rulebook: str, wager: str, clause: str) -> None:
    for amount, lawful in (("1.50", False), ("2", True), ("10", True), ("10.50", False)):
        round = table(rulebook)
        if "ante" not in wager:
            round = wagered(round, "1: antes 5")
        if wager == "six_card_bonus" and lawful:
            round = wagered(round, f"1: five_card_bonus {amount}")
        action = PlaceWager(1, wager, usd(amount))
        if lawful:
            assert check(round, action) is None
        else:
            violation = refused(round, action)
            assert (violation.clause, violation.allowed) == (clause, "2.00 to 10.00")


@pytest.mark.parametrize("rulebook", [case(MA, []), case(MD, []), case(NJ, "40.6(a)")])
@pytest.mark.parametrize(
    ("amount", "lawful"), [("2", False), ("3", True), ("7.50", False), ("50", True), ("51", False)]
)
def test_antes_keep_to_the_posted_limits(rulebook: str, amount: str, lawful: bool) -> None:
    round = table(rulebook, limits={"ante": {"minimum": "3", "maximum": "50", "unit": "1"}})
    assert (check(round, PlaceWager(1, "ante_across", usd(amount))) is None) is lawful


@pytest.mark.clause(NJ, "40.11(c)")
@pytest.mark.parametrize(
    ("variant", "stake"), [("5-fixed", "5"), ("5-progressive", "5"), ("1-fixed", "1"), ("1-progressive", "1")]
)
def test_a_bonus_spin_wager_is_the_amount_of_its_table(variant: str, stake: str) -> None:
    round = wagered(table(NJ, bonus_spin=variant), "1: antes 5")
    for amount in ("0.50", "1", "2", "5", "10"):
        violation = check(round, PlaceWager(1, "bonus_spin", usd(amount)))
        assert (violation is None) is (amount == stake)
        assert violation is None or (violation.clause, violation.allowed) == ("40.11(c)", f"{stake}.00")


@pytest.mark.parametrize("rulebook", [case(MA, "6(a)"), case(MD, "7.A"), case(NJ, "40.6(b)"), case(CARD_ROOM, [])])
def test_a_wager_belongs_to_an_area_of_the_layout(rulebook: str) -> None:
    violation = refused(table(rulebook), PlaceWager(1, "insurance", usd("5")))
    assert violation.allowed.startswith("one of ante_across, ante_down")


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        case(MA, [], "reading seat-numbering"),
        case(MD, "2.A(1)", "2.A(1)"),
        case(NJ, "1.13Z(a)", "1.13Z(a)"),
        case(CARD_ROOM, [], "reading seat-numbering"),
    ],
)
def test_six_seats_may_wager_and_no_other(rulebook: str, clause: str) -> None:
    round = table(rulebook)
    for seat in range(1, 7):
        assert check(round, PlaceWager(seat, "ante_across", usd("5"))) is None
    for seat in (-1, 0, 7):
        violation = refused(round, PlaceWager(seat, "ante_across", usd("5")))
        assert (violation.allowed, violation.clause) == ("seats 1 to 6", clause)


@pytest.mark.parametrize(
    ("rulebook", "amount", "refusal"),
    [
        case(MA, "6(d)", "2500", "ma-criss-cross: seat 2"),
        case(MD, "7.E(1)", "2500", "md-criss-cross: seat 2"),
        case(NJ, "40.6(a)", "2500", "nj-criss-cross 40.6(a): seat 2"),
    ],
)
def test_what_only_the_operator_bounds_is_refused_by_the_submission_or_the_clause_that_posts_it(
    rulebook: str, amount: str, refusal: str
) -> None:
    violation = refused(table(rulebook), PlaceWager(2, "ante_across", usd(amount)))
    told = "Ante Across must be between $1.00 and $1,000.00 at this table; $2,500.00 was given."
    assert str(violation) == f"{refusal}: {told}"


@pytest.mark.clause(NJ, "40.6(a)")
def test_new_jersey_posts_limits_of_the_antes_and_says_nothing_of_those_of_the_bonus() -> None:
    posted = {"ante": {"minimum": "3", "maximum": "50"}, "five_card_bonus": {"minimum": "3", "maximum": "50"}}
    round = wagered(table(NJ, limits=posted), "1: antes 5")
    for wager, clause in (("ante_across", "40.6(a)"), ("ante_down", "40.6(a)"), ("five_card_bonus", "")):
        for amount in ("2", "51"):
            assert refused(round, PlaceWager(1, wager, usd(amount))).clause == clause


@pytest.mark.clause(CARD_ROOM, "Wagers 1")
def test_the_card_room_s_own_limits_are_refused_by_its_clause_and_narrower_ones_by_the_submission() -> None:
    narrow = table(CARD_ROOM, limits={"ante": {"minimum": "3", "maximum": "8"}})
    for amount, clause, allowed in (
        ("11", "Wagers 1", "2.00 to 10.00"),
        ("9", "", "3.00 to 8.00, the limits of the submission"),
        ("3.25", "", "a multiple of 0.50, the unit of the submission"),
    ):
        violation = refused(narrow, PlaceWager(2, "ante_across", usd(amount)))
        assert (violation.clause, violation.allowed) == (clause, allowed)


@pytest.mark.parametrize(
    "rulebook",
    [case(MA, "6(f)"), case(MD, "7.D"), case(NJ, "40.6(d)"), case(CARD_ROOM, ["Round 1", "Round 3", "Round 5"])],
)
@pytest.mark.parametrize("bet", ["across", "down", "middle"])
def test_the_three_bets_wait_for_their_decisions(rulebook: str, bet: str) -> None:
    round = wagered(table(rulebook), "1: antes 5")
    assert refused(round, PlaceWager(1, bet, usd("5"))).allowed == "it when its turn comes"
    assert refused(round, Bet(1, usd("5"))).allowed == "nothing: the round is in wagers"


@pytest.mark.parametrize(
    "rulebook", [case(MA, "6(c)"), case(MD, ["7.C", "7.D"]), case(NJ, "40.6(d)"), case(CARD_ROOM, "Dealing 1")]
)
def test_no_wager_is_made_raised_or_withdrawn_after_no_more_bets(rulebook: str) -> None:
    offer = {} if rulebook in (NJ, CARD_ROOM) else {"five_card_bonus": True}
    round = wagered(table(rulebook, **offer), "1: antes 5, five_card_bonus 5; 2: antes 5")
    late: list[RoundAction] = [
        PlaceWager(3, "ante_across", usd("5")),
        PlaceWager(1, "ante_across", usd("5")),
        PlaceWager(1, "five_card_bonus", usd("10")),
        PlaceWager(2, "five_card_bonus", usd("5")),
        TakeBack(1, "five_card_bonus"),
    ]
    assert all(check(round, action) is None for action in late)

    cards_out = dealt(round)
    across_made = play(cards_out, *moves("1 bets 5; 2 bets 5"))
    closed = {
        Phase.DEALING: play(round, CloseBets()),
        Phase.DECISION: cards_out,
        Phase.REVEAL: across_made,
        Phase.SETTLEMENT: play(across_made, *moves("reveal; 1 bets 5; 2 folds; reveal; 1 bets 5; reveal")),
    }
    for phase, after in closed.items():
        assert after.phase is phase
        for action in late:
            assert 'after "no more bets"' in refused(after, action).tried


@pytest.mark.parametrize(
    ("rulebook", "made", "withdrawn"),
    [
        case(MA, "6(c)", "6(c)", "reading wagers-stand"),
        case(MD, "7.D", "7.D", "7.D"),
        case(NJ, "40.6(d)", "40.6(d)", "40.6(d)"),
    ],
)
def test_by_which_clause_a_wager_is_late_or_stands(rulebook: str, made: str, withdrawn: str) -> None:
    """In Massachusetts no wager may be made after the call; of one taken back only a reading speaks."""
    closed = play(wagered(table(rulebook), "1: antes 5"), CloseBets())
    assert refused(closed, PlaceWager(2, "ante_across", usd("5"))).clause == made
    assert refused(closed, TakeBack(1, "ante_down")).clause == withdrawn


@pytest.mark.parametrize("rulebook", [MA, MD, NJ, CARD_ROOM])
def test_a_wager_may_be_changed_or_taken_back_before_no_more_bets(rulebook: str) -> None:
    round = wagered(table(rulebook), "1: ante_across 5")
    changed = wagered(round, "1: ante_across 10")
    assert changed.seats[1].wagers == {"ante_across": usd("10")}
    assert play(changed, TakeBack(1, "ante_across")).seats == {}
    assert refused(round, TakeBack(1, "ante_down")).allowed == "ante_across"


@pytest.mark.parametrize(
    ("rulebook", "limit", "clause"),
    [
        case(CARD_ROOM, "Wagers 1", "ante", "Wagers 1", id="antes"),
        case(CARD_ROOM, "Wagers 2", "five_card_bonus", "Wagers 2", id="five"),
        case(CARD_ROOM, "Wagers 3", "six_card_bonus", "Wagers 3", id="six"),
    ],
)
def test_a_card_room_table_cannot_post_wider_limits(rulebook: str, limit: str, clause: str) -> None:
    narrower = {"minimum": "3", "maximum": "9"}
    assert terms_for(rulebook, {"limits": {limit: narrower}}).submission.limits[limit].maximum == usd("9")
    for wider in ({"minimum": "1.50"}, {"maximum": "10.50"}):
        with pytest.raises(Refused) as refusal:
            terms_for(rulebook, {"limits": {limit: wider}})
        (violation,) = refusal.value.violations
        assert (violation.clause, violation.allowed) == (clause, "a range within 2.00 to 10.00")
