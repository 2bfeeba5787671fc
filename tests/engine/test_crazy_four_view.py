"""Crazy 4 Poker: who sees which cards, and when."""

import pytest

from engine.crazy_rounds import FOLD, Game, Player, at_decision, at_settlement, crazy_four
from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import CloseBets, Deal
from pitboss.engine.view import view

PLAYERS = {2: Player("8c 8d 8h 7h 6c", play=FOLD), 4: Player("Qh Td 7s 4c 2h")}
DEALER = "Kd Jc 8s 5c 2s"
VIEWERS = (None, 1, 2, 4)


def seen(game: Game, viewer: int | None) -> set[Card]:
    """Every card a viewer sees anywhere."""
    shown = view(game.round, viewer)
    at_seats = {card for seat in shown.seats for card in seat.cards}
    return at_seats | {card for place in shown.places for card in place.cards}


@pytest.mark.clause("ma-crazy-4", "10(a)")
def test_players_look_at_their_cards_when_the_deal_is_over_and_not_before() -> None:
    game = Game(crazy_four(dealing="manual_shoe")).wager(2, "ante 10, super_bonus 10").do(CloseBets())
    for dealt in parse_cards("8c Kd 8d Jc 8h 8s 7h 5c 6c"):
        game.do(Deal((dealt,)))
        assert seen(game, 2) == set()
    game.do(Deal(parse_cards("2s")))
    assert seen(game, 2) == set(parse_cards("8c 8d 8h 7h 6c"))


@pytest.mark.clause("ma-crazy-4", "10(a)", "10(a)(1)")
def test_before_the_reveal_everyone_sees_only_the_own_five_cards() -> None:
    game = at_decision(PLAYERS, DEALER)
    own = {viewer: set(parse_cards(PLAYERS[viewer].cards)) if viewer in PLAYERS else set() for viewer in VIEWERS}
    assert {viewer: seen(game, viewer) for viewer in VIEWERS} == own


@pytest.mark.clause("ma-crazy-4", "10(a)(1)", "10(c)", "10(c)(1)")
def test_after_the_round_a_folded_hand_is_seen_by_its_own_player_only() -> None:
    game = at_settlement(PLAYERS, DEALER)
    dealer, folded, played = (set(parse_cards(cards)) for cards in (DEALER, PLAYERS[2].cards, PLAYERS[4].cards))
    assert {viewer: seen(game, viewer) for viewer in (None, 1)} == {None: dealer, 1: dealer}
    game.finish()
    assert {viewer: seen(game, viewer) for viewer in VIEWERS} == {
        None: dealer | played,
        1: dealer | played,
        2: dealer | played | folded,
        4: dealer | played,
    }
