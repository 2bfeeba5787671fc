"""Voids after a settlement in the log: every forged reversal, and all that the house did not have to bear, is named."""

from collections.abc import Callable
from typing import Any

import pytest

from audit.logs import edited, findings, rewritten, where
from pitboss.audit import Entry, verify_log
from pitboss.money import Amount
from server.desk import desk_in
from server.test_voids import cash_out, paid_crew, void

Change = Callable[[list[Entry]], list[Entry]]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Bob was paid and cashed all but 2.00; then the round was void, and 3.00 could not be collected."""
    with desk_in(tmp_path_factory.mktemp("voids")) as desk:
        desk.person("ava", "auditor")
        crew = paid_crew(desk)
        cash_out(desk, crew.balances[1] - Amount.parse("2"))
        void(crew)
        return rewritten(desk.ask("ava", "GET", "/api/audit/log").content, lambda entries: entries)


def test_the_log_of_a_void_after_a_settlement_holds(log: bytes) -> None:
    assert verify_log(log).findings == ()


def reversed_at(told: list[Entry]) -> int:
    """The first line that a void undid, by its number in the log."""
    return next(
        at for at, entry in enumerate(told) if entry.payload.get("move", {}).get("line", {}).get("result") == "reversed"
    )


def a_line(**fields: Any) -> Change:
    def forge(told: list[Entry]) -> list[Entry]:
        at = reversed_at(told)
        move = told[at].payload["move"]
        return [*told[:at], edited(told[at], move={"line": {**move["line"], **fields}}), *told[at + 1 :]]

    return forge


def no_line(told: list[Entry]) -> list[Entry]:
    at = reversed_at(told)
    return [*told[:at], *told[at + 1 :]]


def uncollected(told: list[Entry]) -> int:
    return where(told, "uncollected")


def borne(**fields: Any) -> Change:
    def forge(told: list[Entry]) -> list[Entry]:
        at = uncollected(told)
        return [*told[:at], edited(told[at], **fields), *told[at + 1 :]]

    return forge


def not_borne(told: list[Entry]) -> list[Entry]:
    at = uncollected(told)
    return [*told[:at], *told[at + 1 :]]


def borne_for_a_wager(told: list[Entry]) -> list[Entry]:
    """The house puts 1.00 into bob's chips before he wagers."""
    at = uncollected(told)
    wager = where(told, "place-wager")
    return [*told[:wager], edited(told[at], amount="1.00"), *told[wager:at], *told[at + 1 :]]


FORGED: dict[str, tuple[Change, str]] = {
    "a smaller reversal": (a_line(paid="-0.50"), "by the rules"),
    "another source": (a_line(source="prize"), "by the rules"),
    "a reversal left out": (no_line, "by the rules"),
    "more borne than was lacking": (borne(amount="3.01"), "bob is left with 0.01"),
    "less borne than was lacking": (borne(amount="2.99"), "both accounts would stand at -0.01"),
    "borne for somebody who does not play": (borne(player="eve"), "both accounts would stand at -3.00"),
    "nothing borne": (not_borne, "both accounts would stand at -3.00"),
    "borne for a wager": (borne_for_a_wager, "the house bears what is taken back from a player"),
}


@pytest.mark.parametrize(("forge", "why"), FORGED.values(), ids=FORGED.keys())
def test_a_forged_reversal_is_named(log: bytes, forge: Change, why: str) -> None:
    found = findings(rewritten(log, forge))
    assert found
    assert any(why in finding.why for finding in found), found
