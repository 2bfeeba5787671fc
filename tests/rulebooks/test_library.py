"""The library: where rulebooks come from, which id belongs to whom, and what a folder that will not do costs."""

import os
from pathlib import Path

import pytest

from pitboss.rulebooks import SHIPPED, RulebookError, UnknownRulebook, ids, left_out, load, load_all, terms_for
from pitboss.rulebooks import library as libraries
from pitboss.rulebooks.library import DATA, VARIABLE, add, folder_of, take
from rulebooks.folders import changed, copied

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def nothing_added(monkeypatch: Patch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def test_the_shipped_rulebooks_are_all_there_is_when_nothing_is_added() -> None:
    assert ids() == SHIPPED
    assert [book.id for book in load_all()] == list(SHIPPED)
    assert left_out() == ()
    assert {folder.name for folder in Path(str(DATA)).iterdir() if folder.is_dir()} == set(SHIPPED)


def test_a_folder_and_a_folder_of_folders_are_added_by_the_variable(tmp_path: Path, monkeypatch: Patch) -> None:
    one = copied(tmp_path / "one", "north-cross")
    copied(tmp_path / "many", "south-cross")
    copied(tmp_path / "many", "south-crazy", "ma-crazy-4")
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(one), str(tmp_path / "many")]))
    assert ids() == (*SHIPPED, "north-cross", "south-crazy", "south-cross")
    assert load("south-crazy").game == "crazy-4"
    assert terms_for("north-cross").rulebook.id == "north-cross"


def test_a_path_is_a_folder_and_is_known_by_its_id_from_then_on(tmp_path: Path) -> None:
    folder = copied(tmp_path, "north-cross")
    book = load(folder)
    assert book.id == "north-cross"
    assert load("north-cross") is book
    assert load(str(folder)) is book  # of a folder in the library the path will do as well


def test_text_never_leads_to_a_folder_outside_the_library(tmp_path: Path) -> None:
    folder = copied(tmp_path, "north-cross")
    for name in (str(folder), "\0", "..", ""):
        with pytest.raises(UnknownRulebook):
            load(name)


def test_an_id_belongs_to_the_first_folder_that_has_it(tmp_path: Path) -> None:
    first, second = copied(tmp_path / "a", "north-cross"), copied(tmp_path / "b", "north-cross")
    add(tmp_path / "a")
    add(tmp_path / "b")
    assert str(folder_of("north-cross")) == str(first)
    assert [str(item) for item in left_out()] == [f"{second} is left out: its id 'north-cross' is that of {first}"]
    with pytest.raises(RulebookError, match=f"^{second}: its id 'north-cross' is that of {first}$"):
        take(second)


def test_a_folder_that_cannot_be_used_takes_no_id_from_a_sound_one(tmp_path: Path) -> None:
    broken = changed(copied(tmp_path / "a", "north-cross"), "rulebook.toml", "seats = 6", 'seats = "six"')
    sound = copied(tmp_path / "b", "north-cross")
    add(tmp_path / "a")
    add(tmp_path / "b")
    assert str(folder_of("north-cross")) == str(sound)
    said = f"{broken} is left out: rulebook.toml: seats: it must be a whole number, not 'six'"
    assert [str(item) for item in left_out()] == [said]


def test_every_command_says_what_lint_says(tmp_path: Path) -> None:
    folder = changed(copied(tmp_path, "north-cross"), "rulebook.toml", "seats = 6", "seats = 21")
    with pytest.raises(RulebookError) as refusal:
        load(folder)
    assert str(refusal.value) == f"{folder}/rulebook.toml: seats: 21: 1 to 20 are wanted"


def test_a_mark_before_the_text_is_no_part_of_it(tmp_path: Path) -> None:
    """Some editors begin UTF-8 with the mark of its byte order."""
    folder = copied(tmp_path, "north-cross")
    for file in folder.glob("*.toml"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load(folder).id == "north-cross"


def test_a_shipped_rulebook_cannot_be_shadowed(tmp_path: Path) -> None:
    folder = changed(copied(tmp_path, "ma-crazy-4", "ma-crazy-4"), "rulebook.toml", "seats = 6", "seats = 5")
    add(tmp_path)
    assert load("ma-crazy-4").seats == 6
    (line,) = map(str, left_out())
    assert line == f"{folder} is left out: its id 'ma-crazy-4' is that of a rulebook that ships"
    with pytest.raises(RulebookError, match="that of a rulebook that ships"):
        load(folder)


def test_the_folder_of_a_shipped_rulebook_is_that_rulebook() -> None:
    assert load(Path(str(DATA / "ma-crazy-4"))) is load("ma-crazy-4")


def test_one_bad_folder_costs_only_itself(tmp_path: Path) -> None:
    copied(tmp_path, "sound")
    changed(copied(tmp_path, "no-toml"), "rulebook.toml", "seats = 6", "seats = = 6")
    changed(copied(tmp_path, "no-clause"), "rulebook.toml", 'seats_clause = "', 'seats_clause = "99(z) ')
    (copied(tmp_path, "no-table") / "table.toml").unlink()
    changed(copied(tmp_path, "no-id"), "rulebook.toml", 'id = "no-id"', 'id = "../up"')
    (tmp_path / "notes").mkdir()
    add(tmp_path)
    add(tmp_path / "notes")
    add(tmp_path / "nowhere")
    assert [book.id for book in load_all()] == [*SHIPPED, "sound"]
    reasons = {Path(item.folder).name: item.why for item in left_out()}
    assert set(reasons) == {"no-toml", "no-clause", "no-table", "no-id", "notes", "nowhere"}
    assert reasons["no-toml"].startswith("rulebook.toml: no TOML: ")
    assert "line 7" in reasons["no-toml"]
    assert "which is not in the register" in reasons["no-clause"]
    assert reasons["no-table"].startswith("table.toml: the file is missing")
    assert reasons["no-id"].startswith("rulebook.toml: id: it must be ")
    assert reasons["nowhere"] == "No such file or directory"
    assert all("\n" not in str(item) for item in left_out())


def test_a_package_adds_rulebooks_by_an_entry_point(tmp_path: Path, monkeypatch: Patch) -> None:
    copied(tmp_path / "package", "packed-cross")
    (tmp_path / "package" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    installed = tmp_path / "package-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: package\nVersion: 1.0\n", encoding="utf-8")
    told = "[pitboss.rulebooks]\ngood = package\nbad = no_such_package\n"
    (installed / "entry_points.txt").write_text(told, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "package" / "."))  # twice the same folder is no quarrel
    libraries._gathered.cache_clear()
    try:
        assert ids() == (*SHIPPED, "packed-cross")
        assert [str(item) for item in left_out()] == [
            "entry point bad is left out: ModuleNotFoundError: No module named 'no_such_package'"
        ]
    finally:
        libraries._gathered.cache_clear()


def test_a_folder_that_the_variable_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="cannot be added"):
        add(tmp_path / f"a{os.pathsep}b")
