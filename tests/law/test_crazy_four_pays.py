"""Crazy 4 Poker: every paytable, Envy schedule, bonus and meter, typed a second time from the document."""

from typing import Any

import pytest

from law.typed import CRAZY, cases, only
from pitboss.money import Amount
from pitboss.rulebooks import load

FOUR_ACES = {"hand": "four_of_a_kind", "low": "A"}
ROYAL_OF_FOUR = {"hand": "straight_flush", "low": "A", "name": "royal flush"}
QUEENS_OR_BETTER = {"hand": "pair", "low": "Q"}
SPECIAL = {"four aces": FOUR_ACES, "royal of four": ROYAL_OF_FOUR, "queens or better": QUEENS_OR_BETTER}


def royal_as_straight_flush(part: dict[str, Any]) -> dict[str, Any]:
    """PTMGL04 prints no royal flush: its first line cites the reading."""
    first, *rest = part["lines"]
    return {**part, "lines": [{**first, "clause": "reading link-royal-as-straight-flush"}, *rest]}


def lines(*said: str) -> list[dict[str, str]]:
    """Lines such as "flush: 3 to 2"."""
    pairs = (line.split(": ") for line in said)
    return [{**SPECIAL.get(hand, {"hand": hand.replace(" ", "_")}), "pays": pays} for hand, pays in pairs]


def table(id: str, clause: str, ranking: str, *said: str, **more: object) -> dict[str, Any]:
    """A paytable of one wager."""
    wagers = more.pop("wagers", [id])
    return {"id": id, "clause": clause, "wagers": wagers, "ranking": ranking, "lines": lines(*said), **more}


def queens_up(letter: str, straight_flush: int, three: int) -> dict[str, Any]:
    """11(c): the four tables differ in two lines."""
    return table(
        *("queens_up", "11(c)", "four_card"),
        *("four of a kind: 50 to 1", f"straight flush: {straight_flush} to 1", f"three of a kind: {three} to 1"),
        *("flush: 4 to 1", "straight: 3 to 1", "two pair: 2 to 1", "queens or better: 1 to 1"),
        variant=letter,
    )


def four_card(letter: str, three: int) -> dict[str, Any]:
    """11(d)(1): the two tables differ in the last line."""
    return table(
        *("four_card_progressive", "11(d)(1)", "four_card"),
        *("four aces: 100% of four_card", "four of a kind: 300 for 1", "straight flush: 100 for 1"),
        f"three of a kind: {three} for 1",
        variant=letter,
    )


def cover_all(players: int, *pays: int) -> dict[str, Any]:
    """A column of 12(k): four aces, royal flush, four of a kind, straight flush, three of a kind."""
    hands = ("four aces", "royal of four", "four of a kind", "straight flush", "three of a kind")
    said = [f"{hand}: {each} to 1" for hand, each in zip(hands, pays, strict=True)]
    return table("cover_all", "12(k)", "four_card", *said, players=players)


def link(name: str, royal: str, straight_flush: str, four: str, three: int, **more: Any) -> dict[str, Any]:
    """A table of 13(f): all six agree from the full house to the straight."""
    return table(
        *("link_progressive", f"13(f) {name}", "five_card"),
        *(f"royal flush: {royal}", f"straight flush: {straight_flush}", f"four of a kind: {four}"),
        *("full house: 50 for 1", "flush: 40 for 1", "straight: 30 for 1", f"three of a kind: {three} for 1"),
        variant=name,
        **more,
    )


PAYTABLES = {
    "Super Bonus": table(
        *("super_bonus", "11(b)", "four_card"),
        *("four aces: 200 to 1", "four of a kind: 30 to 1", "straight flush: 15 to 1"),
        *("three of a kind: 2 to 1", "flush: 3 to 2", "straight: 1 to 1"),
    ),
    "Queens Up A": queens_up("A", 30, 9),
    "Queens Up B": queens_up("B", 40, 8),
    "Queens Up C": queens_up("C", 30, 8),
    "Queens Up D": queens_up("D", 40, 7),
    "Four-Card Progressive A": four_card("A", 9),
    "Four-Card Progressive B": four_card("B", 15),
    "Five-Card Progressive": table(
        *("five_card_progressive", "11(e)(1)", "five_card"),
        *("royal flush: 100% of five_card", "straight flush: 10% of five_card", "four of a kind: 300 for 1"),
        *("full house: 50 for 1", "flush: 40 for 1", "straight: 30 for 1", "three of a kind: 9 for 1"),
    ),
    "Five Card Hand Bonus": table(
        *("five_card_hand_bonus", "11(f)(1)", "five_card"),
        *("royal flush: 100% of five_card_hand", "straight flush: 10% of five_card_hand"),
        *("four of a kind: 500 for 1", "full house: 100 for 1", "flush: 50 for 1"),
        wagers=["five_card_hand_bonus_player", "five_card_hand_bonus_dealer"],
    ),
    "Cover All 6": cover_all(6, 100, 50, 25, 20, 4),
    "Cover All 5": cover_all(5, 125, 80, 50, 35, 4),
    "Cover All 4": cover_all(4, 150, 100, 60, 40, 5),
    "Cover All 3": cover_all(3, 200, 125, 80, 60, 6),
    "Cover All 2": cover_all(2, 250, 150, 100, 90, 8),
    "Cover All 1": cover_all(1, 300, 200, 150, 125, 13),
    "PTMGL01": link("PTMGL01", "100% of link", "10% of link", "300 for 1", 9),
    "PTMGL02": link("PTMGL02", "100% of link", "10% of link", "300 for 1", 9, stake="5.00"),
    # Its printed table begins with the straight flush; a royal flush is paid like one, by the reading.
    "PTMGL04": royal_as_straight_flush(link("PTMGL04", "100% of link", "100% of link", "300 for 1", 9)),
    "PTMGLML01": link("PTMGLML01", "100% of major", "100% of minor", "300 for 1", 9),
    "PTMGLML02": link("PTMGLML02", "100% of mega", "100% of major", "100% of minor", 10),
    "PTMGLML03": link("PTMGLML03", "100% of mega", "100% of major", "100% of minor", 9),
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, PAYTABLES))
def test_every_paytable(name: str, typed: dict[str, Any]) -> None:
    key = {field: typed.get(field) for field in ("id", "variant", "players")}
    assert only(load(CRAZY).paytables, **key) == typed


@pytest.mark.clause(CRAZY, "12(f)")
def test_the_column_printed_for_six_players_is_the_first_of_the_matrix() -> None:
    six = only(load(CRAZY).paytables, id="cover_all", players=6)
    assert [line["pays"] for line in six["lines"]] == ["100 to 1", "50 to 1", "25 to 1", "20 to 1", "4 to 1"]


@pytest.mark.clause(CRAZY, "13(e) table")
def test_the_four_card_table_of_section_13_is_table_a_with_its_envy_for_one_dollar() -> None:
    book = load(CRAZY)
    paid = only(book.paytables, id="four_card_progressive", variant="A")
    assert [line["pays"] for line in paid["lines"]] == ["100% of four_card", "300 for 1", "100 for 1", "9 for 1"]
    envy = only(book.envy, wager="four_card_progressive", variant="A", stake=Amount.parse("1"))
    assert [line["pays"] for line in envy["lines"]] == ["$100", "$10", "$5"]


def test_there_is_no_other_paytable() -> None:
    assert len(load(CRAZY).paytables) == len(PAYTABLES)


# Envy Bonus


def envy(wager: str, clause: str, *said: str, **more: object) -> dict[str, Any]:
    """A schedule of dollars."""
    hand = "four_cards" if wager == "four_card_progressive" else "five_cards"
    name = f"{wager.removesuffix('_progressive')}_envy_bonus"
    return {"wager": wager, "name": name, "clause": clause, "decided_by": hand, "lines": lines(*said), **more}


def of_link(name: str, royal: str, straight_flush: str) -> dict[str, Any]:
    said = (f"royal flush: {royal}", f"straight flush: {straight_flush}")
    return envy("link_progressive", f"13(f) {name}", *said, variant=name)


FOUR = "four_card_progressive"
FIVE = "five_card_progressive"
ENVY = {
    "A $1": envy(
        *(FOUR, "11(d)(5)(i)", "four aces: $100", "four of a kind: $10", "straight flush: $5"),
        variant="A",
        stake="1.00",
    ),
    "A $5": envy(
        *(FOUR, "11(d)(5)(i)", "four aces: $500", "four of a kind: $50", "straight flush: $25"),
        variant="A",
        stake="5.00",
    ),
    "B $1": envy(FOUR, "11(d)(5)(ii)", "four aces: $100", "four of a kind: $25", variant="B", stake="1.00"),
    "B $5": envy(FOUR, "11(d)(5)(ii)", "four aces: $500", "four of a kind: $125", variant="B", stake="5.00"),
    "five cards $1": envy(FIVE, "11(e)(5)", "royal flush: $1,000", "straight flush: $300", stake="1.00"),
    "five cards $5": envy(FIVE, "11(e)(5)", "royal flush: $5,000", "straight flush: $1,500", stake="5.00"),
    "PTMGL01": of_link("PTMGL01", "$1,000", "$300"),
    "PTMGL02": of_link("PTMGL02", "$5,000", "$1,500"),
    "PTMGL04": royal_as_straight_flush(of_link("PTMGL04", "$250", "$250")),
    "PTMGLML01": of_link("PTMGLML01", "$1,000", "$300"),
    "PTMGLML02": of_link("PTMGLML02", "$1,000", "$300"),
    "PTMGLML03": of_link("PTMGLML03", "$1,000", "$300"),
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, ENVY))
def test_every_envy_schedule(name: str, typed: dict[str, Any]) -> None:
    stake = Amount.parse(typed["stake"]) if "stake" in typed else None
    assert only(load(CRAZY).envy, wager=typed["wager"], variant=typed.get("variant"), stake=stake) == typed


# Bonuses and meters

DRAWN: dict[str, Any] = {
    "on": "five_card_hand_bonus",
    "clause": "11(f)(3)",
    "draw_clause": "reading draw-time",
    "frequency_clause": "reading bonus-draw-frequency",
}
BONUSES = {
    "magic_card": {"name": "magic_card", "draws": "card", "pays": "20 for 1", **DRAWN},
    "lucky_bonus": {"name": "lucky_bonus", "draws": "position", "pays": "5 for 1", **DRAWN},
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, BONUSES))
def test_both_bonuses(name: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).bonuses, name=name) == typed


def meter(name: str, offer: str, clause: str, *wagers: str, **more: object) -> dict[str, Any]:
    return {"name": name, "offer": offer, "clause": clause, "wagers": list(wagers or [offer]), **more}


def filed(name: str, offer: str, clause: str, least: str, *wagers: str, **more: object) -> dict[str, Any]:
    """A meter whose rate, initial amount and reset amount the submission names, the amounts no lower than `least`."""
    return meter(name, offer, clause, *wagers, minimum_seed=least, filed=["rate", "seed", "reset"], **more)


def linked(name: str, variant: str, seed: str) -> dict[str, Any]:
    """A meter of a link, whose printed seed is for a wager of $1."""
    return meter(name, "link_progressive", f"13(f) {variant}", variants=[variant], seed_per_dollar=seed)


BONUS = "five_card_hand_bonus"
METERS = {
    "four-card A": filed("four_card", FOUR, "11(d)(3)", "5000.00", variants=["A"]),
    "four-card B": filed("four_card", FOUR, "11(d)(3)", "1000.00", variants=["B"]),
    "five-card": filed("five_card", FIVE, "11(e)(3)", "10000.00"),
    "hand bonus": filed("five_card_hand", BONUS, "11(f)(4)", "10000.00", f"{BONUS}_player", f"{BONUS}_dealer"),
    "PTMGL01": linked("link", "PTMGL01", "10000.00"),
    "PTMGL02": linked("link", "PTMGL02", "10000.00"),
    "PTMGL04": linked("link", "PTMGL04", "1000.00"),
    "PTMGLML01 major": linked("major", "PTMGLML01", "10000.00"),
    "PTMGLML01 minor": linked("minor", "PTMGLML01", "1000.00"),
    "PTMGLML02 mega": linked("mega", "PTMGLML02", "10000.00"),
    "PTMGLML02 major": linked("major", "PTMGLML02", "1000.00"),
    "PTMGLML02 minor": linked("minor", "PTMGLML02", "250.00"),
    "PTMGLML03 mega": linked("mega", "PTMGLML03", "10000.00"),
    "PTMGLML03 major": linked("major", "PTMGLML03", "1000.00"),
    "PTMGLML03 minor": linked("minor", "PTMGLML03", "250.00"),
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, METERS))
def test_every_meter(name: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).meters, name=typed["name"], variants=tuple(typed.get("variants", ()))) == typed
