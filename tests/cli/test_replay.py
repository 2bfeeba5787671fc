"""`pitboss replay`: rounds that ended in every way a document knows, from the log and from hand histories."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.calling import Run
from server.desk import Desk, desk_in
from server.endings import ENDINGS, cases, crew_of

ROUNDS = cases()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the audit log of a house where every such round was played, and the history of each."""
    folder = tmp_path_factory.mktemp("rounds")
    with desk_in(folder) as desk:
        desk.person("ava", "auditor")
        for number, (rulebook, ending) in enumerate(ROUNDS, start=1):
            crew = crew_of(desk, rulebook)
            ENDINGS[ending](crew)
            (folder / f"{number}.txt").write_bytes(_asked(desk, f"/api/tables/{crew.table}/rounds/1"))
        (folder / "audit.log").write_bytes(_asked(desk, "/api/audit/log"))
        yield folder


def _asked(desk: Desk, path: str) -> bytes:
    answer = desk.ask("ava", "GET", path)
    assert answer.status_code == 200, answer.text
    content: bytes = answer.content
    return content


@pytest.mark.parametrize(("rulebook", "ending"), ROUNDS)
def test_every_ending_is_told_from_the_log_and_from_the_history(
    told: Path, run: Run, rulebook: str, ending: str
) -> None:
    number = ROUNDS.index((rulebook, ending)) + 1
    history = str(told / f"{number}.txt")
    events = int(Path(history).read_text().split()[-1])
    for words in (
        ("replay", history),
        ("replay", history, "--seat", "1"),
        ("replay", history, "--seat", "2"),
        ("replay", str(told / "audit.log"), "--round", str(number)),
    ):
        code, shown, complaint = run(*words)
        assert (code, complaint) == (0, "")
        assert f"({rulebook})" in shown
        numbered = [line for line in shown.splitlines() if line[:3].strip().isdecimal() and line[3:5] == "  "]
        assert [int(line[:3]) for line in numbered] == list(range(1, events + 1))
        assert ("The round is void" in shown) is ending.startswith("void")
        assert ("cannot be decided" in shown) is (ending == "called off")
        assert ("spins the wheel" in shown) is (rulebook == "nj-criss-cross" and ending in ("settled", "folded"))
    assert run("replay", history, "--seat", "5")[0] != 0
    for file in (("replay", history), ("replay", str(told / "audit.log"), "--round", str(number))):
        (plain,) = json.loads(run(*file, "--json")[1])
        assert plain["rulebook"] == rulebook
        assert plain["events"] == Path(history).read_text().splitlines()[3:-1]
        settled = [event for event in plain["events"] if event.startswith("line-settled ")]
        assert len(settled) <= len(plain["lines"]) <= events
