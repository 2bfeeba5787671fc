"""A backup is brought back in the middle of rounds with physical cards: nobody's wager is left standing."""

from pathlib import Path

import pytest

from pitboss.audit import verify_log
from pitboss.server.office import open_office
from pitboss.server.restoring import restore
from pitboss.store.backup import write_backup
from server.desk import Crew, desk_in, play
from server.rooms import run


@pytest.mark.parametrize("moment", ["close-bets", "bet"])
@pytest.mark.parametrize("game", ["ma-crazy-4", "cardroom-criss-cross"])
def test_a_physical_round_in_play_is_void_and_its_wagers_are_back(tmp_path: Path, game: str, moment: str) -> None:
    file, second = tmp_path / "night.backup", f"sqlite:///{tmp_path / 'second.db'}"
    with desk_in(tmp_path) as desk:
        crew = Crew(desk, game)
        crew.sit()
        crew.until("place-wager")
        for seat, name in enumerate(crew.players, start=1):
            desk.do(name, crew.table, *crew.wagers(seat))
        if moment == "bet":
            desk.do("dee", crew.table, play("close-bets"))
            crew.until("bet")
        assert crew.balances != crew.had
        write_backup(f"sqlite:///{tmp_path / 'desk.db'}", file, desk.office.room.now, "")
        clock, table, had = desk.clock, crew.table, crew.had
    done = run(restore(file, second, tmp_path, clock, tmp_path / "heads-desk.jsonl"))
    assert done.on_the_table == (f"{table}/1",)
    office = open_office(second, tmp_path, clock)
    assert not office.room.live(table).at_stake
    assert [office.store.balance(f"player:{name}") for name in crew.players] == had
    office.published.catch_up()
    assert verify_log(b"".join(office.published.lines(office.room.now))).findings == ()
    office.close()
