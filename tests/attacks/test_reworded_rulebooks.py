"""A rulebook is reworded, or changed, under a database with rounds: the past keeps its law, and the tables go on."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from attacks import before
from pitboss.audit import Verification, verify_log
from pitboss.audit.format import RulebookTaken
from pitboss.books import table_spec
from pitboss.books.past_rounds import past_round
from pitboss.books.stream import read_event
from pitboss.books.table_spec import Clock
from pitboss.engine.history import read_history, write_history
from pitboss.rulebooks import SHIPPED, load, loader, versions
from pitboss.rulebooks.library import VARIABLE
from pitboss.server.office import Office, open_office
from pitboss.server.people.accounts import Person
from pitboss.server.requests import VersionChoice
from pitboss.server.tables import versions as at_tables
from pitboss.server.tables.practice import open_tables
from pitboss.store import open_store
from rulebooks.folders import changed
from server.rooms import HandClock, place, plain, run

Patch = pytest.MonkeyPatch
ONCE, TWICE = 'says = "Every player makes an Ante', 'says = "An Ante is made by every player, and it is'
PAYS = 'pays = "4 to 1"', 'pays = "5 to 1"'
DAY = 86_400


@pytest.fixture
def old(tmp_path: Path, monkeypatch: Patch) -> tuple[str, Path]:
    """The database of the release before, and its rulebook."""
    url, folder = before.unpack(tmp_path)
    monkeypatch.setenv(VARIABLE, str(folder))
    forget()
    return url, folder


def forget() -> None:
    """As a process that has just started: nothing is loaded yet."""
    loader._load.cache_clear()
    versions._LEARNT.clear()
    versions.reworded.cache_clear()
    table_spec._lawful.cache_clear()


def opened(url: str, folder: Path, clock: HandClock) -> Office:
    forget()
    office = open_office(url, folder.parent, clock)
    office.room.names()
    plain(office.room)
    return office


def later() -> HandClock:
    clock = HandClock()
    clock.seconds += 3600
    return clock


def verified(office: Office) -> Verification:
    """What a stranger finds, who has the log and the program alone."""
    office.published.catch_up()
    text = b"".join(office.published.lines(office.room.now))
    forget()
    return verify_log(text)


def taken(office: Office) -> list[str]:
    events = map(read_event, office.store.events(before.TABLE))
    return [event.hash for event in events if isinstance(event, RulebookTaken)]


async def end_round(office: Office, clock: HandClock) -> None:
    """Whoever has wagered runs out of time."""
    for _ in range(100):
        clock.seconds += 3
        await office.room.tick()
        if office.room.live(before.TABLE).table.running is None:
            break
    clock.seconds += 60
    await office.room.tick()


def test_reworded_between_two_starts(old: tuple[str, Path], monkeypatch: Patch) -> None:
    url, folder = old
    clock = later()
    first = load(before.RULEBOOK).hash
    opened(url, folder, clock).close()  # the new program keeps what it finds
    changed(folder, "clauses.toml", ONCE, TWICE)
    office = opened(url, folder, clock)
    assert office.room.shut == {}
    assert taken(office) == []  # a round is in play: it ends by the words it began with
    run(end_round(office, clock))
    words = load(before.RULEBOOK)
    assert taken(office) == [words.hash]
    past = past_round(office.store, office.room.live(before.TABLE).spec, 1)
    assert past is not None
    assert past.terms.rulebook.hash == first
    report = verified(office)
    assert report.findings == ()
    assert report.rounds == 3
    assert [(law.hash, law.here) for law in report.laws if law.hash != words.hash] == [(first, "in other words")]
    monkeypatch.setenv(VARIABLE, "")  # and without any copy of the rulebook at hand
    report = verified(office)
    assert report.findings == ()
    assert {law.here for law in report.laws} == {"not at all"}
    assert office.store.reconcile() == []
    office.close()


def test_another_law_waits_for_a_supervisor_and_a_date(old: tuple[str, Path]) -> None:
    url, folder = old
    clock = later()
    opened(url, folder, clock).close()
    changed(folder, "rulebook.toml", *PAYS)
    office = opened(url, folder, clock)
    room = plain(office.room)
    live = room.live(before.TABLE)
    was, now = live.terms.rulebook, load(before.RULEBOOK)
    assert was.law != now.law
    run(end_round(office, clock))
    ann = Person("ann", frozenset({"player"}))
    run(room.perform(ann, before.TABLE, "wager", [place(1, "ante", "5")]))  # nobody has chosen yet
    assert room.live(before.TABLE).terms.rulebook.hash == was.hash
    tomorrow = datetime.fromtimestamp(clock.seconds + DAY, UTC).date()
    choice = VersionChoice(id="move", reason="the regulator's new edition", effective=tomorrow)
    run(room.choose_version(before.TABLE, "sue", choice))
    assert run(room.choose_version(before.TABLE, "sue", choice)).repeated
    run(end_round(office, clock))
    assert taken(office) == []  # the day has not come
    clock.seconds += DAY
    run(room.tick())
    run(room.tick())
    assert room.live(before.TABLE).terms.rulebook.hash == now.hash
    sits = {"command": "sit", "seat": 1}  # again: a player who is away for a day has lost the seat
    run(room.perform(ann, before.TABLE, "again", [sits, place(1, "ante", "5")]))
    run(end_round(office, clock))
    assert taken(office) == [now.hash]
    past = past_round(office.store, room.live(before.TABLE).spec, 2)
    assert past is not None
    assert past.terms.rulebook.law == was.law
    office.close()
    forget()
    with open_store(url) as store:  # reports and exports read without serving
        assert store.rulebooks().keys() == {was.hash, now.hash}
    office = opened(url, folder, clock)
    report = verified(office)
    assert report.findings == ()
    assert {law.law for law in report.laws} == {was.law, now.law}
    office.close()


def test_a_law_nobody_chose_is_found(old: tuple[str, Path], monkeypatch: Patch) -> None:
    """The house moves a table by itself: the verifier says so."""
    url, folder = old
    clock = later()
    opened(url, folder, clock).close()
    changed(folder, "rulebook.toml", *PAYS)
    office = opened(url, folder, clock)
    was = office.room.live(before.TABLE).terms.rulebook.hash
    at_tables.keep(office.store, load(before.RULEBOOK), office.room.now)
    monkeypatch.setattr(at_tables, "reworded", lambda id, hash: load(id) if hash == was else None)
    run(end_round(office, clock))
    assert taken(office) == [load(before.RULEBOOK).hash]
    findings = verified(office).findings
    assert [finding.why for finding in findings] == ["nobody chose it for the table"]
    office.close()


def test_a_log_of_the_release_before_needs_its_rulebook_once(
    old: tuple[str, Path], tmp_path: Path, monkeypatch: Patch
) -> None:
    """Such a log kept no rulebook. Beside the reworded one, a folder with the old one is enough."""
    _, folder = old
    former = tmp_path / "former"
    folder.rename(former)
    reworded = tmp_path / "new"
    reworded.mkdir()
    for file in former.iterdir():
        (reworded / file.name).write_bytes(file.read_bytes())
    changed(reworded, "clauses.toml", ONCE, TWICE)
    monkeypatch.setenv(VARIABLE, str(reworded))
    forget()
    assert "is not here" in verify_log(before.log()).findings[0].why
    monkeypatch.setenv(VARIABLE, f"{reworded}:{former}")
    forget()
    report = verify_log(before.log())
    assert report.findings == ()
    assert [law.here for law in report.laws] == ["in other words"]


def test_a_hand_history_reads_under_its_own_version(old: tuple[str, Path]) -> None:
    url, folder = old
    clock = later()
    office = opened(url, folder, clock)
    past = past_round(office.store, office.room.live(before.TABLE).spec, 1)
    assert past is not None
    text = write_history(past.terms, past.moves)
    office.close()
    changed(folder, "clauses.toml", ONCE, TWICE)
    office = opened(url, folder, clock)
    assert read_history(text).terms.rulebook.hash == past.terms.rulebook.hash
    office.close()


def test_the_law_is_apart_from_its_words(old: tuple[str, Path]) -> None:
    _, folder = old
    law = load(before.RULEBOOK).law
    for file, one, other, same in (
        ("clauses.toml", ONCE, TWICE, True),
        ("rulebook.toml", "# A rulebook", "# Another comment", True),
        ("rulebook.toml", 'title = "Ante"', 'title = "First wager"', True),
        ("rulebook.toml", 'minimum = "5"', 'minimum = "6"', False),
    ):
        changed(folder, file, one, other)
        forget()
        assert (load(before.RULEBOOK).law == law) is same


def test_a_table_of_the_release_before_whose_rulebook_is_gone_stays_shut_and_the_others_go_on(
    old: tuple[str, Path], monkeypatch: Patch
) -> None:
    url, folder = old
    monkeypatch.setenv(VARIABLE, "")
    office = opened(url, folder, later())
    assert list(office.room.shut) == [before.TABLE]
    assert office.room.shut[before.TABLE].startswith("table t1 stays shut: there is no rulebook 'house-game'")
    assert office.open_demo(Clock()) == []
    run(office.room.tick())
    assert len(open_tables(office.room)) == len(SHIPPED)
    assert office.reports.returns() == []
    office.close()
    monkeypatch.setenv(VARIABLE, str(folder))
    office = opened(url, folder, later())
    assert office.room.shut == {}
    office.close()
