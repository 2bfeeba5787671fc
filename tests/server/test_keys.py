"""Keys lost or replaced between two runs: a round in play is void by the rule; a log goes on under its own key only."""

from pathlib import Path

import pytest

from pitboss.audit import verify_log
from pitboss.engine import Phase
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.office import open_office
from pitboss.server.people.accounts import Person
from server.casino import PURSE, SLOW, Casino
from server.rooms import PlainRoom, bet, place, plain, run

ANN = Person("ann", frozenset({"player"}))
ANTES = [place(1, "ante_across", "5"), place(1, "ante_down", "5")]


@pytest.fixture
def casino(tmp_path: Path) -> Casino:
    casino = Casino(f"sqlite:///{tmp_path}/pitboss.db", tmp_path)
    casino.open(("t", "ma-criss-cross", SLOW), practice=False)
    return casino


async def begin(room: PlainRoom, upto: str) -> None:
    """A round up to a point of it."""
    await room.perform(ANN, "t", "sit", [{"command": "sit", "seat": 1}])
    await room.perform(ANN, "t", "wagers", ANTES)
    if upto == "decision":
        await room.perform(ANN, "t", "ready", [{"command": "ready"}])
        await room.perform(ANN, "t", "bet", [bet(1, "15")])


async def go_on(room: PlainRoom, upto: str) -> None:
    if upto == "decision":
        await room.perform(ANN, "t", "bet 2", [bet(1, "5")])
    else:
        await room.perform(ANN, "t", "ready", [{"command": "ready"}])


@pytest.mark.parametrize("upto", ["wagers", "decision"])
@pytest.mark.parametrize("replaced", [True, False])
def test_without_the_key_of_the_seeds_a_round_is_void_and_wagers_go_back(
    casino: Casino, upto: str, replaced: bool
) -> None:
    office = open_office(casino.url, casino.keys)
    run(begin(plain(office.room), upto))
    staked = {"wagers": "10", "decision": "25"}[upto]
    assert office.store.balance("player:ann") == PURSE - Amount.parse(staked)
    office.close()
    if replaced:
        (casino.keys / "seeds.key").write_bytes(bytes(range(64)))
    else:
        (casino.keys / "seeds.key").unlink()
    office = open_office(casino.url, casino.keys)
    run(go_on(plain(office.room), upto))
    assert office.store.balance("player:ann") == PURSE
    assert office.store.balances("pending") == {}
    assert b"the seed of the shuffle is lost" in b"".join(office.store.log())
    run(play_the_next_round(plain(office.room)))
    assert office.store.reconcile() == []
    office.published.catch_up()
    report = verify_log(b"".join(office.published.lines(office.room.now)))
    told = [(finding.what, finding.why) for finding in report.findings]
    assert told == [("round t/1 is over", "its server seed was never revealed")], "which is so, and the auditor is told"
    assert report.rounds == 2
    office.close()


async def play_the_next_round(room: PlainRoom) -> None:
    await room.tick()
    await room.perform(ANN, "t", "next wagers", [*ANTES, {"command": "ready"}])
    for stage in range(3):
        await room.perform(ANN, "t", f"next bet {stage}", [bet(1, "5")])
    last = room.live("t").table.round
    assert last is not None
    assert last.phase in (Phase.SETTLED, Phase.WAGERS)


@pytest.mark.parametrize("how", ["lost", "replaced", "cut short"])
def test_without_the_key_of_its_log_a_database_is_not_served(casino: Casino, how: str) -> None:
    key = casino.keys / "log.key"
    kept = key.read_bytes()
    if how == "lost":
        key.unlink()
    else:
        key.write_bytes(bytes(32) if how == "replaced" else kept[:7])
    with pytest.raises(Refused) as refusal:
        open_office(casino.url, casino.keys)
    line = str(refusal.value)
    assert "log.key" in line
    assert len(line.splitlines()) == 1
    assert key.exists() == (how != "lost"), "no other key is put in its place"
    key.write_bytes(kept)
    open_office(casino.url, casino.keys).close()


def test_a_start_that_was_interrupted_leaves_no_half_a_key(tmp_path: Path) -> None:
    (tmp_path / "seeds.key").touch()
    with pytest.raises(Refused, match="it has 0 bytes"):
        open_office(f"sqlite:///{tmp_path}/pitboss.db", tmp_path)
    (tmp_path / "seeds.key").unlink()
    open_office(f"sqlite:///{tmp_path}/pitboss.db", tmp_path).close()
    assert {file.name for file in tmp_path.glob("*.key*")} == {"seeds.key", "log.key"}
    assert (tmp_path / "seeds.key").stat().st_mode & 0o777 == 0o600
