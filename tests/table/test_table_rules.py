"""The data of the five rulebooks: every name in it leads somewhere."""

import pytest

from pitboss.engine import Phase
from pitboss.rulebooks import SHIPPED, load
from pitboss.rulebooks.submission import AUTOMATED_SHOE, NO_SHUFFLER, RESHUFFLING, SHUFFLERS
from pitboss.rulebooks.table_rules import Remedy
from pitboss.table.needs import RACK_STUB
from pitboss.table.state import COUNTING, Shuffle


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_dealing_method_has_its_handling_and_the_stub_ends_in_the_rack(rulebook: str) -> None:
    book = load(rulebook)
    for dealing in book.dealings:
        handling = book.table.handling_of(dealing.method)
        assert handling is not None
        assert RACK_STUB in [step.name for step in handling.stub]
        assert set(handling.chips.wagers if handling.chips else ()) <= {wager.name for wager in book.wagers}
    assert {method for age in book.table.deck_age for method in age.methods} <= {d.method for d in book.dealings}


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_irregularity_can_be_carried_out(rulebook: str) -> None:
    book = load(rulebook)
    names = [rule.name for rule in book.table.irregularities]
    assert len(names) == len(set(names))
    for rule in book.table.irregularities:
        assert rule.remedies
        assert set(rule.phases) <= set(Phase)
        assert rule.device is not None or Remedy.OUT_OF_ORDER not in rule.remedies
        assert Remedy.FORFEIT_PLAYER not in rule.remedies or rule.forfeit_clause
        if rule.reading is not None:
            interpretation = book.interpretation(rule.reading)
            assert interpretation is not None
            assert {*rule.readings} <= {*interpretation.choices}
            assert all(rule.readings.values())


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_cuts_and_waivers_use_known_words(rulebook: str) -> None:
    rules = load(rulebook).table
    assert set(rules.cut.after if rules.cut else ()) <= set(Shuffle)
    assert set(rules.shuffling.device_waives) <= {"cut", "idle"}
    assert {NO_SHUFFLER, RESHUFFLING, *COUNTING} <= set(SHUFFLERS)


def test_the_automated_shoe_is_called_what_the_rulebooks_call_it() -> None:
    assert {AUTOMATED_SHOE} == {
        dealing.method for id in SHIPPED for dealing in load(id).dealings if dealing.method.startswith("auto")
    }
