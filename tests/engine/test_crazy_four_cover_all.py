"""Crazy 4 Poker: Cover All, on the highest hand at the table."""

import pytest

from engine.crazy_rounds import FOLD, Game, Player, crazy_four, settled

# The matrix of 12(k): "to 1" by number of players, six first.
MATRIX: dict[str, tuple[int, int, int, int, int, int]] = {
    "4 aces": (100, 125, 150, 200, 250, 300),
    "royal flush": (50, 80, 100, 125, 150, 200),
    "4 of a kind": (25, 50, 60, 80, 100, 150),
    "straight flush": (20, 35, 40, 60, 90, 125),
    "3 of a kind": (4, 4, 5, 6, 8, 13),
}
HANDS = {
    "4 aces": "Ac Ad Ah As 2c",
    "royal flush": "As Ks Qs Js 2c",
    "4 of a kind": "8c 8d 8h 8s 2c",
    "straight flush": "5s 6s 7s 8s 2c",
    "3 of a kind": "8c 8d 8h 3s 2c",
}
OTHERS = ["2d 4c 6h 9s Kc", "3c 5d 7h 9d Qc", "2h 4d 6c Th Kd", "3d 5h 7c Ts Qd", "2s 4h 6d 9c Jh"]
DEALER = "3h 5c 7d Tc Qh"
LOSE = "lose 0.00 back 0.00"


def table_of(players: int, hand: str, bets: str = "cover_all 1") -> dict[int, Player]:
    """Seat 1 holds the hand, and the seats after it nothing of note."""
    others = {seat: Player(cards, bets) for seat, cards in enumerate(OTHERS[: players - 1], start=2)}
    return {1: Player(hand, bets), **others}


def results(game: Game) -> set[str]:
    """What every player's Cover All came to."""
    return {game.result(seat, "cover_all") for seat in game.round.seats}


@pytest.mark.clause("ma-crazy-4", "12(b)", "12(c)", "12(e)", "12(f)", "12(g)", "12(k)")
@pytest.mark.parametrize("players", [6, 5, 4, 3, 2, 1])
@pytest.mark.parametrize("hand", MATRIX)
def test_a_players_hand_pays_everyone_by_the_column_for_the_players_dealt_in(hand: str, players: int) -> None:
    won = MATRIX[hand][6 - players]
    game = settled(table_of(players, HANDS[hand]), DEALER)
    assert results(game) == {f"win {won}.00 back {won + 1}.00"}


@pytest.mark.clause("ma-crazy-4", "12(b)", "12(k)")
@pytest.mark.parametrize("players", [5, 1])
@pytest.mark.parametrize("hand", MATRIX)
def test_the_dealers_hand_counts_like_a_players(hand: str, players: int) -> None:
    won = MATRIX[hand][6 - players]
    seats = {seat: Player(OTHERS[seat - 1], "cover_all 1") for seat in range(1, players + 1)}
    assert results(settled(seats, HANDS[hand])) == {f"win {won}.00 back {won + 1}.00"}


@pytest.mark.clause("ma-crazy-4", "12(b)", "12(k)")
@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("2c 5s 9h Jc Kh", id="king high"),
        pytest.param("8c 8d As Ad 2c", id="two pair"),
        pytest.param("7s 8c 9h Js Td", id="straight"),
        pytest.param("3s 7s 9h Js Ks", id="flush"),
    ],
)
def test_below_three_of_a_kind_cover_all_loses(hand: str) -> None:
    game = settled(table_of(2, hand), DEALER)
    assert results(game) == {LOSE}


@pytest.mark.clause("ma-crazy-4", "12(g)", "12(k)")
@pytest.mark.parametrize(
    ("seat_one", "seat_two", "dealer", "won"),
    [
        # With two players: four aces 250, royal 150, quads 100, straight flush 90, three of a kind 8.
        pytest.param("5s 6s 7s 8s 2c", "2d 4c 6h 9s Kc", "Tc Td Th Qh 3h", 90, id="straight flush over dealer's three"),
        pytest.param("As Ks Qs Js 2c", "8c 8d 8h 8s 2d", "3h 5c 7d Tc Qh", 150, id="royal flush over quads"),
        pytest.param("8c 8d 8h 8s 2d", "3h 5c 7d Tc Qh", "As Ks Qs Js 2c", 150, id="dealer's royal flush over quads"),
        pytest.param("8c 8d 8h 8s 2d", "Ks Qs Js Ts 2c", "3h 5c 7d Tc Qh", 100, id="quads over king-high run"),
        pytest.param("2d 4c 6h 9s Kc", "8c 8d 8h 8s 2c", "4s 5s 6s 7s Qh", 100, id="quads over dealer's run"),
        pytest.param("Ac Ad Ah As 2d", "Kh Qh Jh Th 2c", "8c 8d 8h 8s 3c", 250, id="four aces over all"),
        pytest.param("As Ks Qs Js Ts", "3h 5c 7d Tc Qh", "2d 4c 6h 9s Kc", 150, id="five-card royal flush"),
        pytest.param("As 2s 3s 4s Kc", "3h 5c 7d Tc Qh", "2d 4c 6h 9s Kd", 90, id="A-2-3-4 suited is no royal flush"),
    ],
)
def test_only_the_highest_hand_pays_and_a_royal_flush_stands_between_four_aces_and_quads(
    seat_one: str, seat_two: str, dealer: str, won: int
) -> None:
    players = {1: Player(seat_one, "cover_all 1"), 2: Player(seat_two, "cover_all 1")}
    assert results(settled(players, dealer)) == {f"win {won}.00 back {won + 1}.00"}


@pytest.mark.clause("ma-crazy-4", "12(j)", "12(g)")
def test_cover_all_is_settled_once_per_bettor_after_everything_else() -> None:
    players = table_of(3, HANDS["3 of a kind"], "cover_all 1, queens_up 1")
    lines = [(line.seat, line.wager) for line in settled(players, DEALER).round.lines]
    assert lines[-3:] == [(3, "cover_all"), (2, "cover_all"), (1, "cover_all")]
    assert [wager for _, wager in lines[:-3]].count("cover_all") == 0


@pytest.mark.clause("ma-crazy-4", "12(b)", "10(b)")
@pytest.mark.parametrize(
    ("reading", "result"), [("stands", "win 8.00 back 9.00"), ("forfeited", "forfeited 0.00 back 0.00")]
)
def test_the_cover_all_of_a_player_who_folds_follows_the_reading(reading: str, result: str) -> None:
    players = {1: Player(HANDS["3 of a kind"]), 2: Player(OTHERS[0], "cover_all 1", FOLD)}
    game = settled(players, DEALER, crazy_four(readings={"cover-all-on-fold": reading}))
    assert game.result(2, "cover_all") == result


@pytest.mark.clause("ma-crazy-4", "12(b)", "10(c)")
def test_a_folded_hand_is_not_among_the_hands_at_the_table() -> None:
    players = {1: Player(HANDS["4 of a kind"], "cover_all 1", FOLD), 2: Player(OTHERS[0], "cover_all 1")}
    game = settled(players, DEALER)
    assert results(game) == {LOSE}
    assert game.round.opened == (2,)


@pytest.mark.clause("ma-crazy-4", "12(c)", "12(e)")
def test_a_player_who_folds_still_counts_for_the_column() -> None:
    players = {1: Player(HANDS["3 of a kind"], "cover_all 1"), 2: Player(OTHERS[0], play=FOLD)}
    assert settled(players, DEALER).result(1, "cover_all") == "win 8.00 back 9.00"  # two players, not 13 to 1


@pytest.mark.clause("ma-crazy-4", "12(b)", "10(c)")
def test_the_dealers_hand_is_opened_for_cover_all_even_when_everyone_folds() -> None:
    game = settled({1: Player(OTHERS[0], "cover_all 1", FOLD)}, HANDS["3 of a kind"])
    assert game.result(1, "cover_all") == "win 13.00 back 14.00"
    assert game.line(1, "cover_all").hand == "dealer: three eights"
