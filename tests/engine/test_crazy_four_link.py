"""Crazy 4 Poker: the Multi Game Link Progressive by each of its six tables, and what linked games must share."""

from typing import Any

import pytest

from engine.crazy_rounds import FOLD, Player, crazy_four, settled
from pitboss.cards import parse_cards
from pitboss.engine import Source
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Refused, Terms

HANDS = {
    "royal flush": "Ah Kh Qh Jh Th",
    "straight flush": "5h 6h 7h 8h 9h",
    "4 of a kind": "8c 8d 8h 8s 3c",
    "full house": "Jc Jd Jh 4s 4c",
    "flush": "2d 5d 9d Jd Kd",
    "straight": "5c 6d 7h 8s 9c",
    "3 of a kind": "Jc Jd Jh 4s 2c",
}
DEALER = "Qd Ts 7c 4d 3s"

TRAY = {"4 of a kind": "300.00", "full house": "50.00", "flush": "40.00", "straight": "30.00", "3 of a kind": "9.00"}
# What a stake of 1 wins where the meters stand at their seeds and a part of the stake (10% for a single meter; 6%, 4%
# and 5% for Mega, Major and Minor), and the meter it comes from where it is one.
TABLES: dict[str, dict[str, str | tuple[str, str]]] = {
    "PTMGL01": TRAY | {"royal flush": ("10000.10", "link"), "straight flush": ("1000.01", "link")},
    "PTMGL02": TRAY | {"royal flush": ("10000.10", "link"), "straight flush": ("1000.01", "link")},
    "PTMGL04": TRAY | {"royal flush": ("1000.10", "link"), "straight flush": ("1000.10", "link")},
    "PTMGLML01": TRAY | {"royal flush": ("10000.04", "major"), "straight flush": ("1000.05", "minor")},
    "PTMGLML02": TRAY
    | {"royal flush": ("10000.06", "mega"), "straight flush": ("1000.04", "major")}
    | {"4 of a kind": ("250.05", "minor"), "3 of a kind": "10.00"},
    "PTMGLML03": TRAY
    | {"royal flush": ("10000.06", "mega"), "straight flush": ("1000.04", "major"), "4 of a kind": ("250.05", "minor")},
}


def link(table: str, stake: str = "1") -> Terms:
    """Terms with a table of the link for a wager, every table for either wager."""
    amounts, readings = {"link_progressive": [stake]}, {"link-wager-amount": "any"}
    return crazy_four(link_progressive=table, amounts=amounts, readings=readings)


def by_table(*tables: str) -> list[Any]:
    marks = {table: pytest.mark.clause("ma-crazy-4", f"13(f) {table}", "13(f)") for table in tables}
    return [pytest.param(table, marks=marks[table]) for table in tables]


@pytest.mark.clause("ma-crazy-4", "13(d)a", "13(d)b", "13(g)", "5(d)")
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("table", by_table(*TABLES))
def test_the_link_pays_the_line_of_the_table_chosen_from_the_meter_or_the_tray(table: str, hand: str) -> None:
    terms = link(table)
    game = settled({1: Player(HANDS[hand], "link_progressive 1")}, DEALER, terms)
    prize = TABLES[table][hand]
    paid, meter = (prize, None) if isinstance(prize, str) else prize
    line = game.line(1, "link_progressive")
    assert game.result(1, "link_progressive") == f"win {paid} back {paid}"
    assert (line.meter, line.source) == (meter, Source.METER if meter else Source.TABLE_INVENTORY)
    assert line.cards == parse_cards(HANDS[hand])
    unlisted = (table, hand) == ("PTMGL04", "royal flush")  # its table ends with the straight flush
    assert line.clause == ("reading link-royal-as-straight-flush" if unlisted else f"13(f) {table}")


@pytest.mark.clause("ma-crazy-4", "13(f)", "13(g)")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("cards", ["Ac Ad Kh Kc 9s", "5h 6h 7h 8h Kc", "2d 5d 9d Jd Kc"])
def test_the_link_loses_below_three_of_a_kind_in_all_five_cards(table: str, cards: str) -> None:
    game = settled({1: Player(cards, "link_progressive 1")}, DEALER, link(table))
    assert game.result(1, "link_progressive") == "lose 0.00 back 0.00"


SEEDS: dict[str, dict[str, int]] = {
    "PTMGL01": {"link": 10000},
    "PTMGL02": {"link": 10000},
    "PTMGL04": {"link": 1000},
    "PTMGLML01": {"major": 10000, "minor": 1000},
    "PTMGLML02": {"mega": 10000, "major": 1000, "minor": 250},
    "PTMGLML03": {"mega": 10000, "major": 1000, "minor": 250},
}


@pytest.mark.parametrize("dollars", [1, 5])
@pytest.mark.parametrize("table", by_table(*SEEDS))
def test_meters_start_at_the_printed_seed_times_the_wager_in_dollars(table: str, dollars: int) -> None:
    terms = link(table, str(dollars))
    names = ("link", "mega", "major", "minor")
    meters = {name: meter for name, meter in open_meters(terms).items() if name in names}
    seeds = {name: Amount(seed * 100 * dollars) for name, seed in SEEDS[table].items()}
    assert {name: meter.shows for name, meter in meters.items()} == seeds
    assert {name: meter.reset for name, meter in meters.items()} == seeds


@pytest.mark.clause("ma-crazy-4", "13(f)", "13(f) PTMGLML02")
@pytest.mark.parametrize(("meter", "seed"), [("mega", "9999.99"), ("major", "2000"), ("minor", "250.01")])
def test_a_seed_other_than_the_printed_one_is_refused(meter: str, seed: str) -> None:
    with pytest.raises(Refused, match=r"13\(f\) PTMGLML02"):
        crazy_four(link_progressive="PTMGLML02", meters={meter: {"seed": seed}})


@pytest.mark.clause("ma-crazy-4", "13(d)a", "13(f) PTMGLML02")
def test_each_meter_of_a_table_is_fed_by_its_own_rate_and_only_the_one_won_is_reset() -> None:
    shown = {"mega": "12000", "major": "1300", "minor": "260"}
    terms = link("PTMGLML02", "5")  # rates of 6%, 4% and 5%
    game = settled({1: Player(HANDS["straight flush"], "link_progressive 5")}, DEALER, terms, shown)
    assert game.result(1, "link_progressive") == "win 1300.20 back 1300.20"
    assert [game.shows(name) for name in ("mega", "major", "minor")] == ["12000.30", "5000.00", "260.25"]


@pytest.mark.clause("ma-crazy-4", "13(d)a", "13(f) PTMGLML02")
def test_two_winners_of_a_link_meter_are_paid_in_turn_the_second_the_reset_amount() -> None:
    players = {
        2: Player("8c 8d 8h 8s 3c", "link_progressive 1"),
        5: Player("9c 9d 9h 9s 2c", "link_progressive 1"),
    }
    terms = crazy_four(link_progressive="PTMGLML02")
    game = settled(players, DEALER, terms, {"minor": "512.34"})
    assert game.result(5, "link_progressive") == "win 512.44 back 512.44"  # with 5% of both stakes
    assert game.result(2, "link_progressive") == "win 250.00 back 250.00"


ENVY = {
    "PTMGL01": ("1000.00", "300.00"),
    "PTMGL02": ("5000.00", "1500.00"),
    "PTMGL04": ("250.00", "250.00"),
    "PTMGLML01": ("1000.00", "300.00"),
    "PTMGLML02": ("1000.00", "300.00"),
    "PTMGLML03": ("1000.00", "300.00"),
}


@pytest.mark.clause("ma-crazy-4", "13(e)a")
@pytest.mark.parametrize("stake", ["1", "5"])
@pytest.mark.parametrize("table", by_table(*ENVY))
def test_link_envy_is_paid_as_printed_for_royal_and_straight_flush_to_the_other_bettors(table: str, stake: str) -> None:
    terms = link(table, stake)
    for hand, envy in zip(("royal flush", "straight flush"), ENVY[table], strict=True):
        players = {
            1: Player("Js 9d 7s 4s 2d", f"link_progressive {stake}", FOLD),
            2: Player("Qc Tc 6s 5s 2s"),
            4: Player(HANDS[hand], f"link_progressive {stake}"),
        }
        game = settled(players, DEALER, terms)
        assert game.bonuses(1, "link_envy_bonus") == [envy]
        assert (game.bonuses(2, "link_envy_bonus"), game.bonuses(4, "link_envy_bonus")) == ([], [])


@pytest.mark.clause("ma-crazy-4", "13(e)a", "13(f)")
@pytest.mark.parametrize("table", TABLES)
def test_four_of_a_kind_brings_no_link_envy(table: str) -> None:
    players = {1: Player("Js 9d 7s 4s 2d", "link_progressive 1"), 4: Player(HANDS["4 of a kind"])}
    game = settled(players, DEALER, link(table))
    assert game.bonuses(1, "link_envy_bonus") == []


@pytest.mark.clause("ma-crazy-4", "13(f)")
@pytest.mark.parametrize("choice", ["PTMGL03", "PTMGLML04", "A", True])
def test_a_table_that_is_not_printed_is_refused(choice: object) -> None:
    with pytest.raises(Refused, match=r"13\(f\)"):
        crazy_four(link_progressive=choice)


LINKED = {"title": "Three Card Poker", "paytable": "PTMGL01", "wager": "1", "decks": 1}


@pytest.mark.clause("ma-crazy-4", "13(h)")
def test_games_that_agree_in_paytable_wager_and_decks_may_be_linked() -> None:
    terms = crazy_four(links=[LINKED], amounts={"link_progressive": ["1"]})
    assert [game.title for game in terms.submission.links] == ["Three Card Poker"]


@pytest.mark.clause("ma-crazy-4", "13(h)")
@pytest.mark.parametrize(
    ("differs", "said"),
    [
        ({"paytable": "PTMGL02"}, "Got paytable PTMGL02; expected PTMGL01"),
        ({"wager": "5"}, "Got wager 5.00; expected 1.00"),
        ({"decks": 2}, "Got 2 decks; expected 1"),
    ],
)
def test_a_linked_game_that_differs_in_any_of_the_three_is_refused(differs: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=r"13\(h\)") as refusal:
        crazy_four(links=[LINKED | differs], amounts={"link_progressive": ["1"]})
    assert said in str(refusal.value)


@pytest.mark.clause("ma-crazy-4", "13(h)")
@pytest.mark.parametrize("links", [[], [LINKED]])
def test_a_link_needs_one_wager_amount(links: list[dict[str, object]]) -> None:
    with pytest.raises(Refused, match="one wager amount"):
        crazy_four(links=links, amounts={"link_progressive": ["1", "5"]})


@pytest.mark.clause("ma-crazy-4", "13(f) PTMGL02")
def test_the_table_with_five_times_the_envy_is_that_of_a_five_dollar_wager() -> None:
    """11(e)(5) gives $1,000 and $300 for a $1 wager, $5,000 and $1,500 for one of $5."""
    terms = crazy_four(link_progressive="PTMGL02", amounts={"link_progressive": ["5"]})
    assert terms.meters["link"].seed == Amount.parse("50000")
    with pytest.raises(Refused, match=r"reading link-wager-amount: .*Got 1\.00 with PTMGL02; expected 5\.00"):
        crazy_four(link_progressive="PTMGL02", amounts={"link_progressive": ["1"]})
