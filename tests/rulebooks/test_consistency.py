"""A rulebook whose parts do not fit together is found out; the five that ship fit."""

from typing import Any

import msgspec
import pytest

from pitboss.rulebooks import Rulebook, load, load_all
from pitboss.rulebooks.consistency import cited_clauses, problems
from pitboss.rulebooks.wager_faults import wager_problems

SOUND = load("ma-criss-cross")


def changed(**fields: Any) -> Rulebook:
    return msgspec.structs.replace(SOUND, **fields)


@pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)
def test_what_ships_is_sound(rulebook: Rulebook) -> None:
    assert problems(rulebook) == []


@pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)
def test_every_clause_and_interpretation_says_something(rulebook: Rulebook) -> None:
    for clause in rulebook.clauses:
        assert clause.says
        assert clause.how or not clause.met.needs_test, clause.id
    for item in rulebook.interpretations:
        assert item.question
        assert item.why
        assert item.clauses
        assert len(item.readings) > 1 or not item.selectable, item.id


def test_a_figure_that_cites_no_clause_of_the_register_is_found() -> None:
    assert problems(changed(seats_clause="99(z)")) == [
        "rulebook.seats_clause cites clause '99(z)', which is not in the register"
    ]


def test_a_figure_may_cite_a_reading_of_ours_where_no_clause_says_it() -> None:
    assert problems(changed(seats_clause="reading seat-numbering")) == []


@pytest.mark.parametrize("citation", ["reading seat-counting", "reading ", "reading  seat-numbering"])
def test_a_figure_that_cites_no_reading_of_ours_is_found(citation: str) -> None:
    assert problems(changed(seats_clause=citation)) == [
        f"rulebook.seats_clause cites '{citation}', which is no interpretation of this rulebook"
    ]


def test_a_citation_leads_to_the_words_of_its_clause_or_reading() -> None:
    clause, reading = SOUND.cited("11(d)"), SOUND.cited("reading seat-numbering")
    assert clause is SOUND.clause("11(d)")
    assert reading is not None
    assert reading.says.startswith("Seats 1 to 6, seat 1 farthest to the dealer's left")
    assert SOUND.cited("99(z)") is SOUND.cited("reading 11(d)") is SOUND.cited("") is None


def test_a_dangling_clause_is_found_however_deep_it_lies() -> None:
    table, *others = SOUND.paytables
    line = msgspec.structs.replace(table.lines[0], clause="99(z)")
    deep = msgspec.structs.replace(table, lines=(line, *table.lines[1:]))
    (problem,) = problems(changed(paytables=(deep, *others)))
    assert problem == "rulebook.paytables[ante].lines[1].clause cites clause '99(z)', which is not in the register"


def test_an_interpretation_of_an_unknown_clause_is_found() -> None:
    item = msgspec.structs.replace(SOUND.interpretations[0], clauses=("99(z)",))
    (problem,) = problems(changed(interpretations=(item, *SOUND.interpretations[1:])))
    assert "'99(z)'" in problem


def test_a_missing_clause_is_found_at_every_place_that_cites_it() -> None:
    without = changed(clauses=tuple(clause for clause in SOUND.clauses if clause.id != "11(b)"))
    cited = [where for where, clause in cited_clauses(SOUND) if clause == "11(b)"]
    assert len(problems(without)) == len(cited) > 0


@pytest.mark.parametrize("kind", ["clauses", "interpretations", "offers"])
def test_what_stands_twice_is_found(kind: str) -> None:
    items = getattr(SOUND, kind)
    (problem,) = problems(changed(**{kind: (*items, items[0])}))
    assert problem.endswith("stands twice")


def test_a_wager_that_stands_twice_is_found() -> None:
    assert problems(changed(wagers=(*SOUND.wagers, SOUND.wagers[0]))) == ["wager 'ante_across' stands twice"]


def test_an_unknown_wager_is_found() -> None:
    table = msgspec.structs.replace(SOUND.paytables[0], wagers=("ante_sideways",))
    assert "paytable ante names an unknown wager 'ante_sideways'" in problems(changed(paytables=(table,)))


def test_a_wager_of_an_unknown_offer_is_found() -> None:
    assert "wager five_card_bonus belongs to an unknown offer 'five_card_bonus'" in problems(changed(offers=()))


def test_a_wager_that_is_never_settled_is_found() -> None:
    step = SOUND.settlement[0]
    short = msgspec.structs.replace(step, wagers=step.wagers[:-1])
    assert problems(changed(settlement=(short,))) == ["wager 'five_card_bonus' is settled in no pass"]


def with_table(**fields: Any) -> Rulebook:
    return changed(table=msgspec.structs.replace(SOUND.table, **fields))


def with_void(clause: str, /, **fields: Any) -> Rulebook:
    """The rulebook with one reason to void a round changed."""
    voids = SOUND.table.voids
    return with_table(
        voids=tuple(msgspec.structs.replace(rule, **fields) if rule.clause == clause else rule for rule in voids)
    )


@pytest.mark.parametrize("part", ["handling", "deck_age", "voids"])
def test_an_unknown_way_of_dealing_is_found(part: str) -> None:
    items = getattr(SOUND.table, part)
    first = msgspec.structs.replace(items[0], methods=("teapot",))
    found = problems(with_table(**{part: (first, *items[1:])}))
    assert f"rulebook.table.{part}[{first.clause}] names an unknown way of dealing 'teapot'" in found


def test_a_reason_to_void_that_stands_twice_is_found() -> None:
    voids = SOUND.table.voids
    assert problems(with_table(voids=(*voids, voids[0]))) == ["void under '12(a)' stands twice"]
    shown = next(rule for rule in voids if rule.under)
    assert problems(with_table(voids=(*voids, shown))) == [f"void under '{shown.clause} by void' stands twice"]
    other = msgspec.structs.replace(shown, under=("play-on",))
    assert problems(with_table(voids=(*voids, other))) == [], "each reading has one of its own"


@pytest.mark.parametrize(
    ("book", "problem"),
    [
        (with_void("8(f)", methods=("manual_shoe",)), "the stub count of 8(a) voids a round by '8(f)'"),
        (with_void("12(f)", devices=("shuffler",)), "irregularity shoe_jam voids a round by '12(f)'"),
        (with_void("12(c)", clause="12(b)"), "irregularity wrong_number_of_cards voids a round by '12(c)'"),
        (with_void("reading deck-age", clause="12(b)"), "a deck too old voids a round by 'reading deck-age'"),
        (with_void("4(f)", methods=("hand",)), "an idle table voids a round by '4(f)'"),
        (with_void("4(f)", devices=("shoe",)), "an idle table voids a round by '4(f)'"),
        (with_void("reading shuffler-failure", devices=("shoe",)), "a broken device voids a round by 'reading sh"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_void_that_the_table_brings_about_and_the_list_does_not_have_is_found(book: Rulebook, problem: str) -> None:
    found = problems(book)
    assert found
    assert all(line.startswith(problem) and line.endswith("which is no reason listed for it") for line in found)


def with_decisions(book: Rulebook, *changes: dict[str, Any]) -> list[str]:
    """What is said of a rulebook's wagers with its decisions changed, one by one."""
    altered = [
        msgspec.structs.replace(decision, **change) for decision, change in zip(book.decisions, changes, strict=False)
    ]
    decisions = (*altered, *book.decisions[len(altered) :])
    return list(wager_problems(msgspec.structs.replace(book, decisions=decisions)))


def test_a_bet_is_a_multiple_of_what_everyone_has_at_stake() -> None:
    """A base that was checked past or taken back is nothing to multiply."""
    book = load("ma-criss-cross")
    by_across: list[dict[str, Any]] = [{}, {"base": "across"}]
    assert with_decisions(book, *by_across) == []  # whoever is still in has bet Across
    for first in ({"check_clause": "7(a)"}, {"withdraws": "ante_down", "withdraw_clause": "7(a)"}):
        (said,) = with_decisions(book, first, {"base": "across"})
        assert said == "decision down has a base 'across' that may not be there"
    (said,) = with_decisions(book, {"withdraws": "ante_down", "withdraw_clause": "7(a)"})
    assert "decision down has a base 'ante_down'" in said
    (said,) = with_decisions(book, {"base": "five_card_bonus"})
    assert "a base 'five_card_bonus' that may not be there" in said
