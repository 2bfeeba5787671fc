"""Disputes at Crazy 4 Poker: the progressives, their Envy Bonuses and the Multi Game Link."""

import pytest

from engine.crazy_four_hands import ANTES, BOOK, FIVE_CARD_HANDS, FOUR_CARD_HANDS, STAYED, WEAK
from engine.disputes import Document, answer, crazy_four, lines, pays, seat, settled, totals
from pitboss.engine.lines import Source
from rulebooks.submissions import named

QUEEN_HIGH = "Qc Jd 9s 5h 3d"  # below a king: the dealer does not qualify

WIN, PUSH, LOSE = "win 1 to 1 10.00 20.00", "push push 0.00 10.00", "lose"
# Progressives


@pytest.mark.clause(BOOK, "11(d)(1)", "11(d)(2)", "11(d)(4)", "10(e)(4)")
@pytest.mark.parametrize(
    ("letter", "hand", "odds"),
    [
        *((letter, "four of a kind", "300 for 1") for letter in "AB"),
        *((letter, "straight flush", "100 for 1") for letter in "AB"),
        ("A", "three of a kind", "9 for 1"),
        ("B", "three of a kind", "15 for 1"),
        *((letter, "flush", "") for letter in "AB"),
    ],
)
def test_four_card_progressive(letter: str, hand: str, odds: str) -> None:
    player = seat(2, FOUR_CARD_HANDS[hand], f"{STAYED}, four_card_progressive 5")
    found = settled(crazy_four(WEAK, player, submission={"four_card_progressive": letter}))[2]
    assert lines(found)["four_card_progressive"] == pays(odds, 5)
    assert all(line.source is Source.TABLE_INVENTORY for line in found.lines)


@pytest.mark.clause(BOOK, "11(d)(3)", "11(d)(4)", "10(e)(4)")
@pytest.mark.parametrize(("letter", "reset"), [("A", "5000.00"), ("B", "1000.00")])
def test_four_aces_win_the_four_card_meter_whatever_the_stake(letter: str, reset: str) -> None:
    player = seat(2, FOUR_CARD_HANDS["four aces"], f"{STAYED}, four_card_progressive 1")
    submission = {"four_card_progressive": letter}
    found = answer(crazy_four(WEAK, player, submission=submission, meters={"four_card": "5210.33"}))
    (line,) = (line for line in found.seats[0].lines if line.wager == "four_card_progressive")
    assert (str(line.odds), str(line.paid), line.source) == ("100% of four_card", "5210.33", Source.METER)
    assert str(found.meters["four_card"]) == reset
    assert found.contributions == {"four_card": "0.15"}  # 15% of the dollar
    at_seed = answer(crazy_four(WEAK, player, submission=submission))
    assert str(at_seed.seats[0].lines[-1].paid) == reset  # a meter that is not given shows its seed


@pytest.mark.clause(BOOK, "11(e)(1)", "11(e)(2)", "11(e)(4)")
@pytest.mark.parametrize(
    ("hand", "line", "after"),
    [
        ("royal flush", "win 100% of five_card 12345.67 12345.67", "10000.00"),
        # 10% of 12,345.67 is 1,234.567: the tenth of a cent stays on the meter.
        ("straight flush", "win 10% of five_card 1234.56 1234.56", "11111.11"),
        ("four of a kind", pays("300 for 1", 5), "12345.67"),
        ("full house", pays("50 for 1", 5), "12345.67"),
        ("flush", pays("40 for 1", 5), "12345.67"),
        ("straight", pays("30 for 1", 5), "12345.67"),
        ("low straight", pays("30 for 1", 5), "12345.67"),
        ("three of a kind", pays("9 for 1", 5), "12345.67"),
        ("two pair", "lose", "12345.67"),
    ],
)
def test_five_card_progressive(hand: str, line: str, after: str) -> None:
    player = seat(2, FIVE_CARD_HANDS[hand], f"{STAYED}, five_card_progressive 5")
    document = crazy_four(
        "Qc Js 9h 6d 3s", player, submission={"five_card_progressive": True}, meters={"five_card": "12345.67"}
    )
    found = answer(document)
    assert lines(found.seats[0])["five_card_progressive"] == line
    assert str(found.meters["five_card"]) == after
    assert found.contributions == {"five_card": "0.50"}


@pytest.mark.clause(BOOK, "11(d)(5)", "11(d)(5)(i)", "11(d)(5)(ii)", "10(e)(5)(i)", "10(b)(2)")
@pytest.mark.parametrize(
    ("letter", "hand", "for_1", "for_5"),
    [
        ("A", "four aces", "100.00", "500.00"),
        ("A", "four of a kind", "10.00", "50.00"),
        ("A", "straight flush", "5.00", "25.00"),
        ("A", "three of a kind", "0.00", "0.00"),
        ("B", "four aces", "100.00", "500.00"),
        ("B", "four of a kind", "25.00", "125.00"),
        ("B", "straight flush", "0.00", "0.00"),
    ],
)
def test_four_card_envy(letter: str, hand: str, for_1: str, for_5: str) -> None:
    # Seat 4 holds the hand without having made the wager; seat 1 bet $1 and folded, seat 6 bet $5 and stayed.
    document = crazy_four(
        "Kh Th 7h 5c 3d",
        seat(1, "", f"{ANTES}, four_card_progressive 1", folded="play"),
        seat(4, FOUR_CARD_HANDS[hand], STAYED),
        seat(6, "Qh 9h 7c 5d 3c", f"{STAYED}, four_card_progressive 5"),
        submission={"four_card_progressive": letter},
    )
    found = settled(document)
    assert (str(found[1].paid), str(found[6].paid)) == (for_1, for_5)
    assert "four_card_envy_bonus" not in lines(found[4])


@pytest.mark.clause(BOOK, "11(e)(5)", "10(e)(5)(ii)", "13(e)a")
def test_nobody_has_envy_of_the_own_hand_or_the_dealers() -> None:
    document = crazy_four(
        FIVE_CARD_HANDS["straight flush"],
        seat(2, FIVE_CARD_HANDS["royal flush"], f"{STAYED}, five_card_progressive 1"),
        seat(3, "Qc 9d 7c 5c 3d", f"{STAYED}, five_card_progressive 1"),
        submission={"five_card_progressive": True},
    )
    found = settled(document)
    assert "five_card_envy_bonus" not in lines(found[2])
    assert lines(found[3])["five_card_envy_bonus"] == pays("$1,000", 1)


@pytest.mark.clause(BOOK, "11(e)(4)", "11(e)(5)", "10(b)(2)")
def test_two_winners_of_one_meter_and_envy() -> None:
    document = crazy_four(
        "Qc Jd 9d 5d 3c",
        seat(2, "Ah Kh Qh Jh Th", f"{ANTES}, play 30, five_card_progressive 1"),
        seat(3, "", "ante 5, super_bonus 5, five_card_progressive 5", folded="play"),
        seat(5, "9s 8s 7s 6s 5s", f"{STAYED}, five_card_progressive 1"),
        submission={"five_card_progressive": True},
        meters={"five_card": "12000"},
    )
    found = answer(document)
    seats = {each.seat: each for each in found.seats}
    # Seat 5 is paid first: 10% of 12,000. Then seat 2: all of the 10,800 left. The meter starts again at 10,000.
    assert lines(seats[5])["five_card_progressive"] == "win 10% of five_card 1200.00 1200.00"
    assert lines(seats[2])["five_card_progressive"] == "win 100% of five_card 10800.00 10800.00"
    assert str(found.meters["five_card"]) == "10000.00"
    # Play 30, Super Bonus 150 (a straight flush of four), 10,800, and $300 for seat 5's hand; the Ante comes back.
    assert totals(seats[2]) == ("51.00", "11280.00", "11330.00", "11279.00")
    # Play 10, Super Bonus 150, 1,200 and $1,000 for the royal flush.
    assert totals(seats[5]) == ("31.00", "2360.00", "2390.00", "2359.00")
    # Folded, and yet $1,500 and $5,000 for a $5 wager.
    assert totals(seats[3]) == ("15.00", "6500.00", "6500.00", "6485.00")


@pytest.mark.clause(BOOK, "10(e)(5)(i)")
def test_a_folded_hand_brings_envy_only_where_the_operator_reads_it_so() -> None:
    document = crazy_four(
        WEAK,
        seat(1, FOUR_CARD_HANDS["four aces"], ANTES, folded="play"),
        seat(2, "Kd 9d 8h 5s 4c", f"{STAYED}, four_card_progressive 1"),
        submission={"four_card_progressive": "A"},
    )
    assert "four_card_envy_bonus" not in lines(settled(document)[2])
    submission = {"four_card_progressive": "A", "readings": {"folded-hand-envy": "yes"}}
    assert lines(settled(document | {"submission": named(submission)})[2])["four_card_envy_bonus"] == pays("$100", 1)


# The Multi Game Link, at meters of 20,000, 3,000 and 400.

SHOWN = {"link": "20000", "mega": "20000", "major": "3000", "minor": "400"}
LINK_TABLES = {
    # What royal flush, straight flush, four and three of a kind win with a dollar.
    "PTMGL01": ("100% of link 20000.00", "10% of link 2000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGL02": ("100% of link 20000.00", "10% of link 2000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGL04": ("100% of link 20000.00", "100% of link 20000.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGLML01": ("100% of major 3000.00", "100% of minor 400.00", "300 for 1 300.00", "9 for 1 9.00"),
    "PTMGLML02": ("100% of mega 20000.00", "100% of major 3000.00", "100% of minor 400.00", "10 for 1 10.00"),
    "PTMGLML03": ("100% of mega 20000.00", "100% of major 3000.00", "100% of minor 400.00", "9 for 1 9.00"),
}
RESETS = {
    "PTMGL01": {"link": "10000.00"},
    "PTMGL02": {"link": "10000.00"},
    "PTMGL04": {"link": "1000.00"},
    "PTMGLML01": {"major": "10000.00", "minor": "1000.00"},
    "PTMGLML02": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGLML03": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
}


def linked(table: str, hand: str) -> Document:
    """A round with a dollar on the link."""
    meters = {name: SHOWN[name] for name in RESETS[table]}
    submission = {
        "link_progressive": table,
        "amounts": {"link_progressive": ["1"]},
        "readings": {"link-wager-amount": "any"},
    }
    player = seat(1, FIVE_CARD_HANDS[hand], f"{STAYED}, link_progressive 1")
    other = seat(2, "Qd Td 6h 4h 3c", f"{STAYED}, link_progressive 1")
    return crazy_four("As Jc 9h 6d 3d", player, other, submission=submission, meters=meters)


@pytest.mark.clause(BOOK, "13(f)", *(f"13(f) {table}" for table in LINK_TABLES), "13(d)a", "13(d)b", "13(g)")
@pytest.mark.parametrize("table", LINK_TABLES)
@pytest.mark.parametrize("hand", FIVE_CARD_HANDS)
def test_every_link_table(table: str, hand: str) -> None:
    royal, straight_flush, four, three = LINK_TABLES[table]
    expected = {
        "royal flush": royal,
        "straight flush": straight_flush,
        "four of a kind": four,
        "full house": "50 for 1 50.00",
        "flush": "40 for 1 40.00",
        "straight": "30 for 1 30.00",
        "low straight": "30 for 1 30.00",
        "three of a kind": three,
    }.get(hand)
    found = answer(linked(table, hand))
    (line,) = (line for line in found.seats[0].lines if line.wager == "link_progressive")
    assert (f"{line.odds} {line.paid}" if line.odds else None) == expected
    after = {name: f"{SHOWN[name]}.00" for name in RESETS[table]}
    if expected and expected.startswith("100%"):
        won = str(line.meter)
        after[won] = RESETS[table][won]
    if expected and expected.startswith("10% "):
        after["link"] = "18000.00"
    assert {name: str(amount) for name, amount in found.meters.items()} == after


@pytest.mark.clause(BOOK, "13(e)a", *(f"13(f) {table}" for table in LINK_TABLES))
@pytest.mark.parametrize(
    ("table", "royal", "straight_flush"),
    [
        ("PTMGL01", "1000.00", "300.00"),
        ("PTMGL02", "5000.00", "1500.00"),
        ("PTMGL04", "250.00", "250.00"),
        ("PTMGLML01", "1000.00", "300.00"),
        ("PTMGLML02", "1000.00", "300.00"),
        ("PTMGLML03", "1000.00", "300.00"),
    ],
)
def test_link_envy(table: str, royal: str, straight_flush: str) -> None:
    for hand, envy in (("royal flush", royal), ("straight flush", straight_flush), ("four of a kind", "0.00")):
        found = settled(linked(table, hand))[2]
        assert str(found.paid) == envy


@pytest.mark.clause(BOOK, "13(f) PTMGLML02")
def test_each_meter_takes_its_own_share_of_the_wagers() -> None:
    # Two dollars at 6%, 4% and 5%.
    found = answer(linked("PTMGLML02", "flush"))
    assert found.contributions == {"mega": "0.12", "major": "0.08", "minor": "0.10"}


def test_a_meter_the_round_does_not_touch_stays_as_it_is() -> None:
    document = crazy_four(QUEEN_HIGH, seat(2, "8c 8d Kh 6s 2c", STAYED), meters={"five_card": "12000"})
    assert {name: str(amount) for name, amount in answer(document).meters.items()} == {"five_card": "12000.00"}
