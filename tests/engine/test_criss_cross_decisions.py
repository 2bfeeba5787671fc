"""Criss-Cross Poker: the Across, Down and Middle decisions, their order and size, and the cards turned after each."""

import pytest

from engine.rounds import CARD_ROOM, CRISS_CROSS, MA, MD, NJ, bet_on, case, dealt, moves, refused, table, usd, wagered
from pitboss.engine import Phase, Round, check, play, to_act
from pitboss.engine.actions import Bet, Fold, Reveal
from pitboss.rulebooks import Refused, terms_for

STREETS = ("across", "down", "middle")
FIRST, SECOND, THIRD = range(3)


def at_street(round: Round, street: int) -> Round:
    """The round at its first, second or third decision, everyone having bet one ante so far."""
    while round.stage < street:
        seat = to_act(round)
        if seat is None:
            round = play(round, Reveal())
        else:
            round = play(round, Bet(seat, round.seats[seat].wagers["ante_across"]))
    return round


def three_players(rulebook: str, **choices: object) -> Round:
    return dealt(wagered(table(rulebook, **choices), "6: antes 10; 2: antes 10; 5: antes 5"))


ORDER = "reading decision-order"  # where the document has every player asked and does not say in which order
IN_TURN = [
    case(MA, "10(b)", FIRST, "10(b)", id="across"),
    case(MA, "10(d)", SECOND, "10(d)", id="down"),
    case(MA, "10(f)", THIRD, "10(f)", id="middle"),
    case(MD, ["11.B", "11.B(1)"], FIRST, "11.B", id="across"),
    case(MD, "11.D", SECOND, ORDER, id="down"),
    case(MD, "11.F", THIRD, ORDER, id="middle"),
    case(NJ, "40.10(c)", FIRST, ORDER, id="across"),
    case(NJ, "40.10(e)", SECOND, ORDER, id="down"),
    case(NJ, "40.10(g)", THIRD, ORDER, id="middle"),
    case(CARD_ROOM, "Round 1", FIRST, ORDER, id="across"),
    case(CARD_ROOM, "Round 3", SECOND, ORDER, id="down"),
    case(CARD_ROOM, "Round 5", THIRD, ORDER, id="middle"),
]


@pytest.mark.parametrize(("rulebook", "street", "clause"), IN_TURN)
def test_players_decide_clockwise_from_the_dealers_left(rulebook: str, street: int, clause: str) -> None:
    round = at_street(three_players(rulebook), street)
    for turn, ante in ((2, "10"), (5, "5"), (6, "10")):
        assert to_act(round) == turn
        for other in {2, 5, 6} - {turn}:
            for early in (Bet(other, round.seats[other].wagers["ante_across"]), Fold(other)):
                violation = refused(round, early)
                assert (violation.clause, violation.allowed) == (clause, f"a decision of seat {turn}")
        round = play(round, Bet(turn, usd(ante)))
        assert round.seats[turn].wagers[STREETS[street]] == usd(ante)
    assert to_act(round) is None


def sizes(reading: str) -> list[object]:
    """The decisions of every document that leaves the reading open, with what it allows a $10 ante."""
    per_book = {
        MA: (("10(b)", "6(f)"), ("10(d)",), ("10(f)",)),
        MD: (("11.B(1)(a)", "7.E(1)"), ("11.D",), ("11.F",)),
        NJ: (("40.10(c)", "40.6(a)"), ("40.10(e)",), ("40.10(g)",)),
        CARD_ROOM: (("Round 1",), ("Round 3",), ("Round 5",)),
    }
    books = CRISS_CROSS if reading == "whole" else (MA, MD, NJ)
    return [
        case(book, clauses, street, clauses[0], id=STREETS[street])
        for book in books
        for street, clauses in enumerate(per_book[book])
    ]


@pytest.mark.parametrize(("rulebook", "street", "clause"), sizes("whole"))
def test_a_bet_is_one_two_or_three_antes(rulebook: str, street: int, clause: str) -> None:
    round = at_street(three_players(rulebook), street)
    for amount in ("10", "20", "30"):
        assert check(round, Bet(2, usd(amount))) is None
    for amount in ("0", "5", "9.50", "10.50", "15", "25", "30.50", "40"):
        violation = refused(round, Bet(2, usd(amount)))
        assert (violation.clause, violation.allowed) == (clause, "10.00 or 20.00 or 30.00, or a fold")


@pytest.mark.parametrize(("rulebook", "street", "clause"), sizes("any"))
def test_a_bet_is_any_amount_from_one_to_three_antes_where_the_submission_reads_it_so(
    rulebook: str, street: int, clause: str
) -> None:
    round = at_street(three_players(rulebook, readings={"bet-amounts": "any"}), street)
    for amount in ("10", "10.50", "15", "29.50", "30"):
        assert check(round, Bet(2, usd(amount))) is None
    for amount in ("5", "9.50", "30.50", "40"):
        violation = refused(round, Bet(2, usd(amount)))
        assert (violation.clause, violation.allowed) == (clause, "10.00 to 30.00, or a fold")
    violation = refused(round, Bet(2, usd("15.25")))
    assert violation.clause == "reading bet-amounts"
    assert violation.allowed == "a multiple of 0.50, the unit of the submission"


def test_the_card_room_leaves_no_other_reading_of_the_bets() -> None:
    with pytest.raises(Refused, match="bet-amounts"):
        terms_for(CARD_ROOM, {"readings": {"bet-amounts": "any"}})


TURNED = [
    case(MA, ["10(c)", "10(e)", "10(g)"], ("10(c)", "10(e)", "10(g)")),
    case(MD, ["11.C", "11.E", "11.G"], ("11.C", "11.E", "11.G")),
    case(NJ, ["40.10(d)", "40.10(f)", "40.10(h)"], ("40.10(d)", "40.10(f)", "40.10(h)")),
    case(CARD_ROOM, ["Round 2", "Round 4", "Round 6"], ("Round 2", "Round 4", "Round 6")),
]


@pytest.mark.parametrize(("rulebook", "clauses"), TURNED)
def test_left_and_right_then_top_and_bottom_then_the_middle_are_turned_when_all_have_decided(
    rulebook: str, clauses: tuple[str, str, str]
) -> None:
    round = three_players(rulebook)
    open_after = ((), ("left", "right"), ("left", "right", "top", "bottom"))
    for street, clause in enumerate(clauses):
        for turn in (2, 5, 6):
            assert round.revealed == open_after[street]
            violation = refused(round, Reveal())
            assert (violation.clause, violation.allowed) == (clause, f"a decision of seat {turn} first")
            round = play(round, Bet(turn, round.seats[turn].wagers["ante_down"]))
        assert refused(round, Bet(2, usd("10"))).allowed == "nothing: the round is in reveal"
        round = play(round, Reveal())
    assert round.revealed == ("left", "right", "top", "bottom", "middle")
    assert round.phase is Phase.SETTLEMENT
    assert refused(round, Reveal()).clause == clauses[-1]


@pytest.mark.parametrize(
    "rulebook",
    [case(MA, "10(d)"), case(MD, ["11.B(1)(b)", "11.B(2)"]), case(NJ, "40.10(d)"), case(CARD_ROOM, "Round 3")],
)
def test_a_fold_is_final_and_the_round_goes_on_without_the_player(rulebook: str) -> None:
    round = play(three_players(rulebook), *moves("2 folds; 5 bets 5; 6 bets 10; reveal"))
    assert to_act(round) == 5
    assert refused(round, Bet(2, usd("10"))).allowed == "a decision of seat 5"
    assert set(bet_on(round).seats[2].wagers) == {"ante_across", "ante_down"}


@pytest.mark.parametrize("rulebook", CRISS_CROSS)
@pytest.mark.parametrize("street", [FIRST, SECOND, THIRD])
def test_when_all_have_folded_the_cross_is_turned_only_for_a_live_bonus(rulebook: str, street: int) -> None:
    offer = {"five_card_bonus": True}
    for bonus in ("", ", five_card_bonus 5"):
        round = at_street(dealt(wagered(table(rulebook, **offer), f"1: antes 5{bonus}; 3: antes 5")), street)
        turned = round.revealed
        round = play(round, *moves("1 folds; 3 folds"))
        if bonus:
            assert refused(round, Bet(1, usd("5"))).allowed == "nothing: the round is in reveal"
            round = bet_on(round)
            assert len(round.revealed) == 5
        else:
            assert round.revealed == turned
        assert round.phase is Phase.SETTLEMENT
