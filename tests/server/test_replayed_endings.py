"""Rounds that ended in every way a document knows, told again step by step over HTTP."""

from collections.abc import Iterator

import pytest

from pitboss.engine import Phase, evolve, open_round, read_history, verify
from server.desk import Crew, Desk, Json, desk_in
from server.endings import ENDINGS, cases, crew_of

NJ = "nj-criss-cross"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One server for all tests; each opens a table of its own."""
    with desk_in(tmp_path_factory.mktemp("desk")) as opened:
        opened.person("ava", "auditor")
        yield opened


def replayed(desk: Desk, rulebook: str, ending: str, seat: str = "") -> tuple[Crew, list[Json]]:
    """A round played to its end, and its steps as they are told to an auditor."""
    crew = crew_of(desk, rulebook)
    ENDINGS[ending](crew)
    steps: list[Json] = desk.get("ava", f"/api/tables/{crew.table}/rounds/1/replay{seat}")["steps"]
    return crew, steps


@pytest.mark.parametrize(("rulebook", "ending"), cases())
def test_every_step_of_every_ending_is_told_from_the_rail_and_from_each_seat(
    desk: Desk, rulebook: str, ending: str
) -> None:
    crew, rail = replayed(desk, rulebook, ending)
    path = f"/api/tables/{crew.table}/rounds/1"
    told = read_history(desk.ask("ava", "GET", path).text)
    assert verify(told) is None
    round = open_round(told.terms)
    phases = []
    for event in told.events:
        round = evolve(round, event)
        phases.append(str(round.phase))
    assert round.phase is (Phase.VOID if ending.startswith("void") else Phase.SETTLED)
    for query in ("", "?seat=1", "?seat=2", "?seat=5"):
        steps = desk.get("ava", f"{path}/replay{query}")["steps"]
        assert [step["event"] for step in steps] == [event.__struct_config__.tag for event in told.events]
        assert [step["view"]["phase"] for step in steps] == phases
        assert all(step["words"].strip() for step in steps)
    assert len(rail[-1]["view"]["lines"]) == len(round.lines)


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
def test_a_spin_that_was_due_is_told_with_the_wheel_before_and_after_it(desk: Desk) -> None:
    _, steps = replayed(desk, NJ, "settled")
    spins = [number for number, step in enumerate(steps) if step["event"] == "wheel-spun"]
    assert [steps[number - 1]["view"]["spin_due"] for number in spins] == [2, 1]  # from the dealer's right
    assert [steps[number]["words"] for number in spins] == [
        f"Seat {seat} spins the wheel: it stops at position 1." for seat in (2, 1)
    ]
    assert [step["view"]["spin_due"] for step in steps[spins[0] : spins[0] + 1]] == [None]
    assert steps[-1]["view"]["spin_due"] is None
    paid = [line for line in steps[-1]["view"]["lines"] if line["wager"] == "bonus_spin"]
    assert [(line["seat"], line["paid"]) for line in paid] == [(2, "50.00"), (1, "50.00")]  # Table 3, position 1


@pytest.mark.clause(NJ, "40.12(c)")
@pytest.mark.parametrize("ending", ["void", "void half settled"])
def test_a_void_round_is_told_to_its_end_with_every_stake_back(desk: Desk, ending: str) -> None:
    crew, steps = replayed(desk, NJ, ending)
    (void,) = [step for step in steps if step["event"] == "round-voided"]
    assert void["words"].startswith("The round is void (40.12(c)): ")
    assert crew.balances == crew.had


def test_wagers_that_were_called_off_are_told_as_going_back_and_the_round_as_settled(desk: Desk) -> None:
    _, steps = replayed(desk, NJ, "called off")
    (off,) = [number for number, step in enumerate(steps) if step["event"] == "wagers-called-off"]
    assert steps[off - 1]["view"]["spin_due"] == 2
    assert steps[off]["words"] == "Bonus Spin cannot be decided and is returned (reading wheel-failure): as seen."
    back = [line for line in steps[-1]["view"]["lines"] if line["wager"] == "bonus_spin"]
    assert [(line["seat"], line["result"], line["returned"]) for line in back] == [
        (2, "returned", "5.00"),
        (1, "returned", "5.00"),
    ]
    assert steps[-1]["view"]["phase"] == "settled"
