"""A rulebook whose parts do not fit together is found out; the five that ship fit."""

from typing import Any

import msgspec
import pytest

from pitboss.rulebooks import Rulebook, load, load_all
from pitboss.rulebooks.consistency import cited_clauses, problems

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


def test_a_dangling_clause_is_found_however_deep_it_lies() -> None:
    table, *others = SOUND.paytables
    line = msgspec.structs.replace(table.lines[0], clause="99(z)")
    deep = msgspec.structs.replace(table, lines=(line, *table.lines[1:]))
    (problem,) = problems(changed(paytables=(deep, *others)))
    assert problem == "rulebook.paytables[0].lines[0].clause cites clause '99(z)', which is not in the register"


def test_an_interpretation_of_an_unknown_clause_is_found() -> None:
    item = msgspec.structs.replace(SOUND.interpretations[0], clauses=("99(z)",))
    (problem,) = problems(changed(interpretations=(item,)))
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
