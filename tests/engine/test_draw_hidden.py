"""What the table system draws is hidden until its wagers are settled; own cards until they may be examined."""

from typing import Any

import pytest

from engine.crazy_rounds import Player, at_decision, at_settlement, card, crazy_four
from engine.rounds import CARD_ROOM, MA, dealt, table, wagered
from pitboss.engine import Phase, Round, legal
from pitboss.engine.actions import Draw, Void
from pitboss.engine.view import as_seen, view, view_of_all
from pitboss.rulebooks.table_rules import Role

BETS = "five_card_hand_bonus_player 1, five_card_hand_bonus_dealer 1"
PLAYERS = {2: Player("Js 9d 7c 4s 2d", BETS), 5: Player("Qc Tc 7s 4d 2s", BETS)}
DEALER = "Kd Jd 9s 6c 3s"
DRAWS = (Draw(card("7c"), 2), Draw(card("Ah"), "dealer"))
CRAZY = "ma-crazy-4"


def terms() -> Any:
    return crazy_four(magic_card=True, lucky_bonus=True)


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus", "11(f)(3)")
@pytest.mark.parametrize("viewer", [None, 2, 5, 6])
def test_nobody_can_tell_what_was_drawn_while_anyone_still_decides(viewer: int | None) -> None:
    one, other = (at_decision(PLAYERS, DEALER, terms(), draw=draw).round for draw in DRAWS)
    assert one.magic_card == card("7c")
    seen = view(one, viewer)
    assert (seen.drawn, seen.magic_card, seen.lucky_position) == (True, None, None)
    assert seen == view(other, viewer)


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus", "11(f)(3)")
def test_the_draw_is_shown_when_the_wagers_it_concerns_are_settled_or_the_round_is_void() -> None:
    settling = at_settlement(PLAYERS, DEALER, terms(), draw=DRAWS[0])
    void = at_decision(PLAYERS, DEALER, terms(), draw=DRAWS[0]).do(Void("14(c)", "six cards"))
    for game in (settling, void):
        assert (view(game.round, None).magic_card, view(game.round, None).lucky_position) == (card("7c"), 2)


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus")
def test_the_system_draws_and_nobody_else() -> None:
    game = at_decision(PLAYERS, DEALER, terms(), draw=DRAWS[0])
    authority = game.terms.rulebook.table.authority_for("draw")
    assert authority is not None
    assert authority.by == (Role.SYSTEM,)
    assert not any(option.action == "draw" for option in legal(game.round))


def examined(rulebook: str) -> Round:
    return dealt(wagered(table(rulebook), "3: antes 5"), "3 As Kd")


@pytest.mark.parametrize(
    "round",
    [
        pytest.param(examined(CARD_ROOM), marks=pytest.mark.clause(CARD_ROOM, "Dealing 7"), id=CARD_ROOM),
        pytest.param(examined(MA), marks=pytest.mark.clause(MA, "10(a)"), id=MA),
    ],
)
def test_own_cards_are_seen_only_when_the_dealing_procedures_are_over(round: Round) -> None:
    assert round.phase is Phase.DECISION
    everyone = view_of_all(round)
    before = as_seen(everyone, round, 3, examine=False)
    assert (before.seat(3).cards, before.seat(3).face_down, before.choice) == ((), 2, None)
    after = as_seen(everyone, round, 3, examine=True)
    assert [str(seen) for seen in after.seat(3).cards] == ["As", "Kd"]
    assert after.choice is not None
    assert as_seen(everyone, round, 4, examine=True).seat(3).cards == ()
