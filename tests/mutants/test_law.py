"""The mutants of the data: what is changed, what is left alone, and to which clause a change belongs."""

import pytest

from mutants.law import Part, cited, data_mutants, read, register
from mutants.mutant import REMOVED, Kind, Mutant, applied
from mutants.values import missing, others, rearranged
from pitboss.money import Amount, Odds
from pitboss.rulebooks.library import SHIPPED
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.table_rules import Role


@pytest.mark.parametrize(
    ("value", "kind", "pool", "expected"),
    [
        (5, int, [], [6, 4]),
        (0, int, [], [1]),
        (True, bool, [], [False]),
        ("5000", Amount, [], ["5001.00", "2500.00"]),
        ("500 to 1", Odds, [], ["501 to 1", "500 for 1"]),
        ("9 for 1", Odds, [], ["10 for 1", "9 to 1"]),
        ("push", Odds, [], ["1 to 1"]),
        ("$100", Odds, [], ["$101"]),
        ("100% of mega", Odds, ["10% of minor", "100% of mega"], ["50% of mega", "100% of minor"]),
        ("J", str, [], ["T", "Q"]),
        ("A", str, [], ["K"]),
        ("dealer", Role, [], ["floorperson"]),
        ("across", str, ["across", "down"], ["down"]),
        ("alone", str, ["alone"], []),
    ],
)
def test_a_value_is_changed_to_those_next_to_it(value: object, kind: object, pool: list[str], expected: object) -> None:
    assert list(others(value, kind, pool)) == expected


def test_a_list_loses_each_item_and_where_order_is_law_its_neighbours_change_places() -> None:
    assert [new for _, new, _ in rearranged(["a", "b", "c"], ordered=False)] == [["b", "c"], ["a", "c"], ["a", "b"]]
    assert [new for _, new, _ in rearranged(["a", "b", "c"], ordered=True)][3:] == [["b", "a", "c"], ["a", "c", "b"]]
    assert missing(["dealing"], str, ["dealing", "reveal", "decision"]) == ["decision", "reveal"]


def test_a_change_belongs_to_the_citation_nearest_to_it() -> None:
    wager = {"clause": "a", "fold_clause": "b", "stands_on_fold": True, "limit": "ante"}
    assert cited((Part(wager, Rulebook, "stands_on_fold"),)) == "b"
    assert cited((Part(wager, Rulebook, "limit"),)) == "a"
    dealing = {"clause": "c", "order_clause": "d", "steps": [{"to": ["players"]}]}
    assert cited((Part(dealing, Rulebook, "steps"), Part({"to": ["players"]}, Rulebook, "to"))) == "d"


DOWN = {"name": "down"}


def change_of(*keys: str | int, to: object) -> Mutant:
    return Mutant(rulebook="", clauses=(), kind=Kind.DATA, where="", change="", keys=keys, value=to)


def test_a_change_is_made_where_it_says_and_nowhere_else() -> None:
    data = {"wagers": [{"name": "ante", "limit": "ante"}, DOWN], "seats": 6}
    assert applied(data, change_of("wagers", 0, "limit", to="x"))["wagers"] == [{"name": "ante", "limit": "x"}, DOWN]
    assert applied(data, change_of("wagers", 0, "limit", to=REMOVED))["wagers"] == [{"name": "ante"}, DOWN]
    assert applied(data, change_of("seats", to=7)) == {**data, "seats": 7}
    assert data["wagers"] == [{"name": "ante", "limit": "ante"}, DOWN]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_mutant_is_another_law_and_belongs_to_a_clause_of_the_register(rulebook: str) -> None:
    mutants = data_mutants(rulebook)
    assert len({mutant.id for mutant in mutants}) == len(mutants) > 400
    for mutant in mutants:
        assert {*mutant.clauses} <= {*register(rulebook)}, mutant.id
        assert mutant.clauses, mutant.id
        assert applied(read(rulebook, mutant.file), mutant) != read(rulebook, mutant.file), mutant.id


def test_every_kind_of_law_is_changed_and_no_title_or_name() -> None:
    said = [mutant.id.removeprefix("nj-criss-cross ") for mutant in data_mutants("nj-criss-cross")]
    assert "rulebook.toml seats: 6 -> 7" in said
    assert "rulebook.toml seats_clause: '1.13Z(a)' -> '1.13Z(a)1'" in said
    assert "rulebook.toml wagers[five_card_bonus].stands_on_fold: true -> false" in said
    assert "rulebook.toml wagers[ante_across].stands_on_fold: false -> true" in said  # a flag that is not even there
    assert "table.toml opening.steps: swapped inspect and verify" in said
    assert "table.toml opening.steps[verify].by: without floorperson" in said
    assert "table.toml irregularities[shoe_jam].phases: with reveal" in said
    assert "table.toml voids[40.12(e)].devices: without shoe" in said
    assert "table.toml voids[reading seed-lost].cards: virtual -> physical" in said
    assert "table.toml voids[reading seed-lost].cards: virtual removed" in said
    assert not [line for line in said if ".title:" in line or ".name:" in line]


def test_what_holds_by_itself_is_not_taken_away() -> None:
    said = [mutant.id for mutant in data_mutants("ma-crazy-4")]
    assert "ma-crazy-4 rulebook.toml wagers[ante].against.tie: push removed" not in said
    assert "ma-crazy-4 rulebook.toml wagers[ante].against.not_qualified: push removed" in said


def test_the_way_of_dealing_of_a_void_is_changed() -> None:
    said = [mutant.id for mutant in data_mutants("ma-criss-cross")]
    assert "ma-criss-cross table.toml voids[8(f)].methods: without hand" in said
    assert any("voids[8(f)].methods: with " in line for line in said)
