"""Maryland: folds, pushes, forfeitures and voids in a round, with the clauses that its lines and refusals cite."""

import pytest

from engine.rounds import (
    MD,
    bet_on,
    dealt,
    events_of,
    line,
    moves,
    order,
    refused,
    settled,
    settlement,
    table,
    told,
    usd,
    wagered,
)
from pitboss.engine import Phase, Round, play, view
from pitboss.engine.actions import Bet, CloseBets, Fold, Forfeit, PlaceWager, Reveal, Settle, TakeBack, Void
from pitboss.engine.events import Folded, HandRacked, LineSettled, SeatForfeited

PLAIN, BONUS = "1: antes 10; 2: antes 10", "1: antes 10, five_card_bonus 5; 2: antes 10"
CARDS = "cross 2c 7h 9d 4s Kh, 1 Ac Qd, 2 3d 8s"
"""Nothing for anybody: the cross is 2c over 7h 9d 4s over Kh."""

AT = {
    "across": "",
    "down": "1 bets 10; 2 bets 10; reveal",
    "middle": "1 bets 10; 2 bets 10; reveal; 1 bets 10; 2 bets 10; reveal",
}


def at_decision(bet: str, text: str, cards: str = CARDS) -> Round:
    round = dealt(wagered(table(MD, five_card_bonus=True), text), cards)
    return play(round, *moves(AT[bet])) if AT[bet] else round


# 11.B(2), 11.D(1), 11.F(1): a fold is carried out at once

FOLDS = [
    pytest.param("across", [("ante_across", 10), ("ante_down", 10)], "11.B(2)(a)", id="across",
                 marks=pytest.mark.clause(MD, "11.B(2)", "11.B(2)(a)", "11.B(2)(b)", "11.B(1)(b)")),
    pytest.param("down", [("ante_across", 10), ("ante_down", 10), ("across", 10)], "11.D(1)(a)", id="down",
                 marks=pytest.mark.clause(MD, "11.D(1)", "11.D(1)(a)", "11.D(1)(b)")),
    pytest.param("middle", [("ante_across", 10), ("ante_down", 10), ("across", 10), ("down", 10)], "11.F(1)(a)",
                 id="middle", marks=pytest.mark.clause(MD, "11.F(1)", "11.F(1)(a)", "11.F(1)(b)")),
]  # fmt: skip


@pytest.mark.parametrize(("bet", "lost", "clause"), FOLDS)
def test_a_fold_is_collected_and_its_hand_racked_at_once(bet: str, lost: list[tuple[str, int]], clause: str) -> None:
    round = at_decision(bet, PLAIN)
    folded, *taken, racked = events_of(round, Fold(1))
    assert (folded, racked) == (Folded(1, bet), HandRacked(1))
    lines = [event.line for event in taken if isinstance(event, LineSettled)]
    assert len(lines) == len(taken)
    assert [(each.wager, each.stake, each.returned) for each in lines] == [
        (wager, usd(str(stake)), usd("0")) for wager, stake in lost
    ]
    assert {(each.result.value, each.clause) for each in lines} == {("forfeited", clause)}
    # out of play: it takes no part in what follows, and nobody ever sees it
    over = settled(bet_on(play(round, Fold(1))))
    assert over.seats[1].racked
    assert 1 not in over.opened
    assert [name for name in order(over) if name.startswith("1")] == [f"1 {wager}" for wager, _ in lost]
    (hand,) = [seat for seat in view(over, 2).seats if seat.seat == 1]
    assert not any(hand.cards)


KEPT = [
    pytest.param("across", id="across", marks=pytest.mark.clause(MD, "11.B(3)")),
    pytest.param("down", id="down", marks=pytest.mark.clause(MD, "11.D(2)")),
    pytest.param("middle", id="middle", marks=pytest.mark.clause(MD, "11.F(2)")),
]


@pytest.mark.parametrize("bet", KEPT)
def test_a_bonus_keeps_the_folded_cards_on_the_table_until_all_is_settled(bet: str) -> None:
    # the cross is a pair of nines: the bonus wins 1 to 1 whatever its player did
    round = at_decision(bet, BONUS, "cross 9c 9d 2h 5s Kc, 1 Ac Qd, 2 3d 8s")
    after = events_of(round, Fold(1))
    assert not any(isinstance(event, HandRacked) for event in after)
    round = bet_on(play(round, Fold(1)))
    bonus = events_of(round, Settle())
    assert [event.line.wager for event in bonus if isinstance(event, LineSettled)] == ["five_card_bonus"]
    assert HandRacked(1) not in bonus
    round = play(round, Settle())
    assert not round.seats[1].racked
    assert line(round, 1, "five_card_bonus").returned == usd("10")
    rest = settlement(round)  # seat 2 is settled, then all is
    assert [event.seat for event in rest if isinstance(event, HandRacked)] == [2, 1]
    assert 1 not in settled(round).opened


# 11.I(3): the Middle bet, and the order in which a player's wagers are settled

MIDDLE = [
    # across: 7 7 with 2 9 4; down: 2 9 K
    pytest.param("cross 2c 7h 9d 4s Kh, 1 7d Ac", "push", "11.I(3)(b)", id="across pushes, down loses",
                 marks=pytest.mark.clause(MD, "11.I(3)(b)")),
    # down: 7 7 with 9 K; across: 2 9 4
    pytest.param("cross 7h 2c 9d 4s Kh, 1 7d Ac", "push", "11.I(3)(c)", id="down pushes, across loses",
                 marks=pytest.mark.clause(MD, "11.I(3)(c)")),
    # 9 9 in both, by the middle card
    pytest.param("cross 7h 2c 9d 4s Kh, 1 9c Ac", "push", "reading middle-both-push", id="both push",
                 marks=pytest.mark.clause(MD, "11.I(3)(b)", "11.I(3)(c)", "11.I(3)(d)")),
    pytest.param("cross 7h 2c 9d 4s Kh, 1 3c Ac", "lose", "11.I(3)(d)", id="both lose",
                 marks=pytest.mark.clause(MD, "11.I(3)(d)")),
    # across: a pair of jacks; down: a pair of sevens
    pytest.param("cross 7h Jc 9d 4s Kh, 1 7d Jd", "win", "12.A(9)", id="across wins, down pushes",
                 marks=pytest.mark.clause(MD, "11.I(3)(e)", "12.A(9)")),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "result", "clause"), MIDDLE)
def test_the_middle_bet_cites_the_fate_of_the_two_hands(cards: str, result: str, clause: str) -> None:
    round = settled(bet_on(dealt(wagered(table(MD), "1: antes 10"), cards)))
    middle = line(round, 1, "middle")
    assert (middle.result.value, middle.clause) == (result, clause)
    assert middle.returned == usd({"push": "10", "lose": "0", "win": "20"}[result])


@pytest.mark.clause(MD, "11.I(3)(a)", "11.I(3)", "11.I")
def test_losing_wagers_are_collected_before_winning_ones_are_paid_player_by_player() -> None:
    # across: a pair of jacks pays; down: nothing
    round = bet_on(dealt(wagered(table(MD), PLAIN), "cross 2h Jc 9d 4s Kh, 1 Jd 3c, 2 Js 3d"))
    turn = events_of(round, Settle())
    assert turn[-1].__class__.__name__ == "HandRacked", "the cards go to the rack in the same turn"
    round = play(round, Settle())
    assert told(round) == [
        "2 ante_down lose 0.00",
        "2 down lose 0.00",
        "2 ante_across win 20.00",
        "2 across win 20.00",
        "2 middle win 20.00",
    ]
    assert {item.clause for item in round.lines if item.lost} == {"11.I(3)(a)"}
    assert line(round, 2, "ante_across").clause == "reading ante-odds"
    assert (round.seats[2].racked, round.seats[1].racked) == (True, False)


# 11.A(5): all wagers of the round, until they are settled


@pytest.mark.clause(MD, "11.A(5)", "11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)")
def test_a_breach_found_when_the_cross_is_open_takes_everything_a_paid_bonus_too() -> None:
    text = "1: antes 10, five_card_bonus 5; 2: antes 10"
    round = bet_on(dealt(wagered(table(MD, five_card_bonus=True), text), "cross 9c 9d 2h 5s Kc, 1 Ac Qd, 2 3d 8s"))
    round = play(round, Settle())
    assert line(round, 1, "five_card_bonus").returned == usd("10")
    happened = events_of(round, Forfeit(1, "11.A(5)"))
    assert SeatForfeited(1, "11.A(5)") in happened
    after = settled(play(round, Forfeit(1, "11.A(5)")))
    assert sum(item.returned.cents for item in after.lines if item.seat == 1) == 0
    assert sum(item.stake.cents for item in after.lines if item.seat == 1) == 5500
    assert {item.clause for item in after.lines if item.seat == 1 and item.result.value == "forfeited"} == {"11.A(5)"}


@pytest.mark.clause(MD, "11.A(4)", "11.A(5)")
def test_no_forfeiture_before_no_more_bets_nor_once_settled() -> None:
    round = wagered(table(MD), PLAIN)
    assert refused(round, Forfeit(1, "11.A(5)")).clause == "11.A(5)"
    round = play(bet_on(dealt(round, CARDS)), Settle())  # seat 2 is settled, seat 1 is not
    assert refused(round, Forfeit(2, "11.A(5)")).clause == "11.A(5)"
    assert events_of(round, Forfeit(1, "11.A(5)"))
    assert refused(round, Forfeit(1, "11.A(4)")).allowed == "11.A(5)"


# 7.C, 7.D and the announcements of chapters 8 to 10


@pytest.mark.clause(MD, "7.C", "7.D")
def test_after_no_more_bets_nothing_but_the_bet_that_is_due() -> None:
    closed = play(wagered(table(MD), PLAIN), CloseBets())
    assert refused(closed, PlaceWager(3, "ante_across", usd("10"))).clause == "7.D"
    assert refused(closed, PlaceWager(1, "ante_across", usd("20"))).clause == "7.D"
    assert refused(closed, TakeBack(1, "ante_across")).clause == "7.D"
    assert refused(closed, Bet(1, usd("10"))).clause != ""


# 13.A and 13.C: all hands void, and when


def phases() -> dict[Phase, Round]:
    wagers = wagered(table(MD), PLAIN)
    deal = play(wagers, CloseBets())
    decision = dealt(wagers, CARDS)
    reveal = play(decision, Bet(1, usd("10")), Bet(2, usd("10")))
    found = (wagers, deal, decision, reveal, bet_on(reveal))
    return {round.phase: round for round in found}


@pytest.mark.clause(MD, "13.A")
def test_a_face_up_card_voids_while_the_cards_are_being_dealt_and_at_no_other_time() -> None:
    for phase, round in phases().items():
        if phase is Phase.DEALING:
            over = play(round, Void("13.A", "the ten of clubs lay face up"))
            assert over.phase is Phase.VOID
            assert [each.returned for each in over.lines] == [usd("10")] * 4
            assert {each.clause for each in over.lines} == {"13.A"}
        else:
            assert refused(round, Void("13.A", "the ten of clubs lay face up")).clause == "13.A", phase


@pytest.mark.clause(MD, "13.C")
def test_a_wrong_number_of_cards_voids_until_the_round_is_over() -> None:
    for phase, round in phases().items():
        if not round.cards_out:
            assert phase in (Phase.WAGERS, Phase.DEALING)
            assert refused(round, Void("13.C", "three cards")).clause == "13.C"
        else:
            assert play(round, Void("13.C", "three cards")).phase is Phase.VOID
            assert refused(round, Void("13.C", " ")).clause == "13.C", "a reason is wanted"
    late = play(phases()[Phase.SETTLEMENT], Settle(), Void("13.C", "three cards with seat 1"))
    assert sum(item.returned.cents - item.stake.cents for item in late.lines) == 0
    assert refused(settled(phases()[Phase.SETTLEMENT]), Void("13.C", "three cards")).clause == "13.C"


@pytest.mark.clause(MD, "11.C", "11.E", "11.G")
def test_the_cross_is_opened_in_three_parts_after_the_last_player_decided() -> None:
    round = dealt(wagered(table(MD), PLAIN), CARDS)
    for clause, shown in (("11.C", {"left", "right"}), ("11.E", {"top", "bottom"}), ("11.G", {"middle"})):
        before = set(round.revealed)
        round = play(round, Bet(1, usd("10")))
        assert refused(round, Reveal()).clause == clause
        round = play(round, Bet(2, usd("10")), Reveal())
        assert set(round.revealed) - before == shown
