"""Criss-Cross Poker: whose wagers are settled first, in which order, and which hand decides each."""

from typing import Any

import pytest

from engine.rounds import (
    CARD_ROOM,
    MA,
    MD,
    NJ,
    bet_on,
    case,
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
    wagers,
)
from pitboss.cards import parse_cards
from pitboss.engine import Phase, Result, Round, RoundAction, RoundEvent, open_round, play, replay
from pitboss.engine.actions import CloseBets, Deal, Settle
from pitboss.engine.events import CardsRevealed, HandOpened, LineSettled
from pitboss.engine.view import view
from pitboss.rulebooks import Terms

BONUSES = {
    MA: "five_card_bonus 5",
    MD: "five_card_bonus 5",
    NJ: "five_card_bonus 5, bonus_spin 1",
    CARD_ROOM: "five_card_bonus 5, six_card_bonus 5",
}
CHOICES: dict[str, dict[str, object]] = {
    MA: {"five_card_bonus": True},
    MD: {"five_card_bonus": True},
    NJ: {"bonus_spin": "1-fixed"},
    CARD_ROOM: {},
}


def showdown(rulebook: str, cards: str, *seats: int, **choices: object) -> Round:
    """These seats bet everything that is on offer to the end; the settlement is about to begin."""
    put_up = "; ".join(f"{seat}: antes 10, {BONUSES[rulebook]}" for seat in seats)
    return bet_on(dealt(wagered(table(rulebook, **CHOICES[rulebook], **choices), put_up), cards))


MAIN = ("ante_across", "across", "ante_down", "down", "middle")
NOBODY_WINS = "cross 2c 4d 7h 9s Kc, 1 3c Jd, 3 5c Qd, 6 6c Td, burn 2d 4h 8c 8d"


@pytest.mark.parametrize(
    ("rulebook", "expected"),
    [
        case(MA, ["10(g)", "10(h)", "10(h)(5)"], [(seat, *MAIN, "five_card_bonus") for seat in (6, 3, 1)]),
        case(
            MD,
            ["11.H", "11.H(1)", "11.I", "11.I(3)"],
            [*((seat, "five_card_bonus") for seat in (6, 3, 1)), *((seat, *MAIN) for seat in (6, 3, 1))],
        ),
        case(
            NJ,
            ["40.10(i)", "40.11(b)"],
            [
                *((seat, *MAIN) for seat in (6, 3, 1)),
                *((seat, "five_card_bonus") for seat in (6, 3, 1)),
                *((seat, "bonus_spin") for seat in (6, 3, 1)),
            ],
        ),
        case(
            CARD_ROOM,
            ["Paying Out 1", "6 Card Bonus 4", "6 Card Bonus 5"],
            [
                *(
                    (seat, "ante_down", "down", "ante_across", "across", "middle", "five_card_bonus")
                    for seat in (6, 3, 1)
                ),
                *((seat, "six_card_bonus") for seat in (6, 3, 1)),
            ],
        ),
    ],
)
def test_seats_are_settled_from_the_dealers_right_each_wager_in_the_documents_order(
    rulebook: str, expected: list[tuple[Any, ...]]
) -> None:
    round = settled(showdown(rulebook, NOBODY_WINS, 1, 3, 6))
    assert order(round) == [f"{seat} {wager}" for seat, *listed in expected for wager in listed]


@pytest.mark.parametrize(
    "rulebook",
    [
        case(MA, "10(g)"),
        case(MD, ["11.I", "11.I(3)(a)"]),
        case(NJ, ["40.10(i)", "40.10(i)1", "40.10(i)4"]),
        case(CARD_ROOM, "Round 7"),
    ],
)
def test_a_hand_is_opened_when_its_turn_comes_and_settled_once(rulebook: str) -> None:
    round = showdown(rulebook, NOBODY_WINS, 1, 3, 6)
    assert [seat.cards for seat in view(round, None).seats] == [(), (), ()]
    turn_of: list[int] = []
    while len(turn_of) < 3:
        round = play(round, Settle())
        turn_of = list(round.opened)
        shown = {seat.seat for seat in view(round, None).seats if seat.cards}
        assert shown == set(turn_of)
    assert turn_of == [6, 3, 1]
    round = settled(round)
    assert round.phase is Phase.SETTLED
    assert len(order(round)) == len(set(order(round)))
    assert refused(round, Settle()).allowed == "nothing: the round is in settled"


@pytest.mark.clause(MD, "11.H", "11.I")
def test_maryland_settles_every_bonus_before_the_first_hand_is_opened() -> None:
    events = settlement(showdown(MD, NOBODY_WINS, 1, 3, 6))
    seen = [
        f"{event.line.seat} {event.line.wager}" if isinstance(event, LineSettled) else f"{event.seat} opened"
        for event in events
        if isinstance(event, LineSettled | HandOpened)
    ]
    assert seen[:5] == ["6 five_card_bonus", "3 five_card_bonus", "1 five_card_bonus", "6 opened", "6 ante_across"]


@pytest.mark.clause(CARD_ROOM, "6 Card Bonus 4", "6 Card Bonus 5")
def test_the_card_room_shows_the_bonus_cards_after_every_other_wager() -> None:
    events = settlement(showdown(CARD_ROOM, NOBODY_WINS, 1, 3, 6))
    shown = events.index(CardsRevealed(("burn",)))
    before = [event.line.wager for event in events[:shown] if isinstance(event, LineSettled)]
    after = [event.line for event in events[shown:] if isinstance(event, LineSettled)]
    assert len(before) == 3 * 6
    assert [(item.seat, item.wager) for item in after] == [(seat, "six_card_bonus") for seat in (6, 3, 1)]


def test_the_card_room_leaves_the_bonus_cards_covered_when_nobody_wagered_on_them() -> None:
    round = settled(bet_on(dealt(wagered(table(CARD_ROOM), "1: antes 10, five_card_bonus 5"))))
    assert "burn" not in round.revealed
    burn = view(round, None).place("burn")
    assert burn is not None
    assert (burn.cards, burn.face_down) == ((), 4)


# Hole Kc 8d. A king beside the middle card wins 1 to 1, an 8 pushes, anything else loses.
WINS, PUSHES, LOSES = ("Ks", "4c"), ("8s", "4c"), ("3s", "4c")
DOWN_WINS, DOWN_PUSHES, DOWN_LOSES = ("Kh", "5c"), ("8h", "5c"), ("9s", "5c")


@pytest.mark.parametrize(
    ("across", "down", "expected"),
    [
        pytest.param(
            WINS,
            DOWN_LOSES,
            ["ante_down lose", "down lose", "ante_across win", "across win", "middle win", "five_card_bonus lose"],
            id="down loses, across wins",
        ),
        pytest.param(
            LOSES,
            DOWN_WINS,
            ["ante_across lose", "across lose", "ante_down win", "down win", "middle win", "five_card_bonus lose"],
            id="across loses, down wins",
        ),
        pytest.param(
            LOSES,
            DOWN_LOSES,
            ["ante_down lose", "down lose", "ante_across lose", "across lose", "middle lose", "five_card_bonus lose"],
            id="both lose",
        ),
        pytest.param(
            PUSHES,
            DOWN_LOSES,
            ["ante_down lose", "down lose", "ante_across push", "across push", "middle push", "five_card_bonus lose"],
            id="down loses, across pushes",
        ),
        pytest.param(
            WINS,
            DOWN_PUSHES,
            ["ante_down push", "down push", "ante_across win", "across win", "middle win", "five_card_bonus lose"],
            id="none loses",
        ),
    ],
)
@pytest.mark.clause(CARD_ROOM, "Paying Out 1", "Paying Out 2")
def test_the_card_room_takes_a_players_losing_bets_first_then_pays(
    across: tuple[str, str], down: tuple[str, str], expected: list[str]
) -> None:
    cards = f"cross {down[0]} {across[0]} 2h {across[1]} {down[1]}, 1 Kc 8d"
    round = settled(bet_on(dealt(wagered(table(CARD_ROOM), "1: antes 10, five_card_bonus 5"), cards)))
    assert [f"{item.wager} {item.result}" for item in round.lines] == expected


@pytest.mark.parametrize(
    "rulebook",
    [
        case(MA, "10(g)"),
        case(MD, ["11.I(1)", "11.I(2)"]),
        case(NJ, "40.10(i)2"),
        case(CARD_ROOM, "Round 7"),
    ],
)
def test_the_across_hand_takes_the_row_and_the_down_hand_the_column(rulebook: str) -> None:
    cards = "cross 9c Qs Jd Qh 9d, 1 Qd 9s"
    round = settled(bet_on(dealt(wagered(table(rulebook), "1: antes 5"), cards)))
    for wager in ("ante_across", "across"):
        across = line(round, 1, wager)
        assert set(across.cards) == set(parse_cards("Qd 9s Qs Jd Qh"))
        assert across.hand == "three queens"
    for wager in ("ante_down", "down"):
        down = line(round, 1, wager)
        assert set(down.cards) == set(parse_cards("Qd 9s 9c Jd 9d"))
        assert down.hand == "three nines"
    assert line(round, 1, "middle").hand == "three queens"


@pytest.mark.parametrize(
    "rulebook",
    [case(MA, "10(h)(5)(i)"), case(MD, "11.J"), case(NJ, "40.10(i)5"), case(CARD_ROOM, "Paying Out 3")],
)
def test_the_events_alone_rebuild_every_hand_and_the_settlement(rulebook: str) -> None:
    happened, round = history(
        table(rulebook).terms,
        [
            *wagers("2: antes 5; 5: antes 5"),
            CloseBets(),
            *(Deal(parse_cards(card)) for card in ["As", "Kd", "Qh", "Jc", "9s", "8d", "7h", "6c", "4s"]),
            *(Deal(parse_cards(card)) for card in ["3d", "2h", "2c", "3c"] if rulebook == CARD_ROOM),
            *moves("2 folds; 5 bets 10; reveal; 5 bets 5; reveal; 5 bets 5; reveal"),
            Settle(),
            Settle(),
        ],
    )
    assert round.phase is Phase.SETTLED
    rebuilt = replay(open_round(table(rulebook).terms), happened)
    assert rebuilt == round
    folded, kept = ("As Qh", "Kd Jc") if rulebook == CARD_ROOM else ("8d 6c", "7h 4s")
    assert rebuilt.seats[2].cards == parse_cards(folded)
    assert rebuilt.seats[5].cards == parse_cards(kept)
    # A round cut off anywhere goes on to the same end.
    for cut in range(len(happened)):
        half = replay(open_round(table(rulebook).terms), happened[:cut])
        assert replay(half, happened[cut:]) == round


def history(terms: Terms, actions: list[RoundAction]) -> tuple[list[RoundEvent], Round]:
    """All events of these actions, and the round after them."""
    round = open_round(terms)
    happened: list[RoundEvent] = []
    for action in actions:
        events = events_of(round, action)
        happened += events
        round = replay(round, events)
    return happened, round


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [
        case(MA, "10(h)", {"10(h)(1)(i)", "10(h)(2)(i)", "10(h)(3)"}),
        case(MD, "11.I(3)(a)", {"11.I(3)(a)", "11.I(3)(d)"}),
        case(NJ, "40.10(i)3", {"40.11(a)", "40.10(i)2"}),
        case(CARD_ROOM, "Round 11", {"Round 11", "Round 9", "Pay Tables 1"}),
    ],
)
def test_every_losing_wager_is_collected_and_names_its_clause(rulebook: str, clauses: set[str]) -> None:
    round = settled(bet_on(dealt(wagered(table(rulebook), "1: antes 5"), NOBODY_WINS)))
    assert sorted(told(round)) == [f"1 {wager} lose 0.00" for wager in sorted(MAIN)]
    assert {item.clause for item in round.lines} == clauses


@pytest.mark.clause(MA, "6(e)")
@pytest.mark.parametrize("cross", ["2c 4d 7h 9s Kc", "Kc 8s Kh 8h 5c"])
def test_a_bonus_wager_has_no_bearing_on_the_others(cross: str) -> None:
    cards = f"cross {cross}, 1 Kd 8d"
    without = settled(bet_on(dealt(wagered(table(MA), "1: antes 5"), cards)))
    beside = settled(bet_on(dealt(wagered(table(MA, five_card_bonus=True), "1: antes 5, five_card_bonus 100"), cards)))
    assert beside.lines[:-1] == without.lines
    assert beside.lines[-1].wager == "five_card_bonus"
    assert beside.lines[-1].stake == usd("100")
    assert without.lines[-1].result in (Result.WIN, Result.LOSE)
