"""The Markdown pages: complete, well formed, and the ones in the documentation current."""

from pathlib import Path

import pytest

from pitboss.rulebooks import Rulebook, load, load_all
from pitboss.rulebooks.pages import index_page, pages, rulebook_page

DOCS = Path(__file__).parents[2] / "docs" / "rules"
BOOKS = pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)


def test_the_pages_in_the_documentation_are_current() -> None:
    written = {file.name: file.read_text(encoding="utf-8") for file in DOCS.iterdir()}
    expected = pages(load_all())
    stale = [name for name in sorted({*written, *expected}) if written.get(name) != expected.get(name)]
    assert not stale, f"run `make docs`: {', '.join(stale)}"


@BOOKS
def test_a_page_has_every_clause_and_interpretation(rulebook: Rulebook) -> None:
    page = rulebook_page(rulebook)
    for clause in rulebook.clauses:
        assert f"| {clause.id} | {clause.met} | " in page
    for item in rulebook.interpretations:
        assert f"### {item.id}\n" in page
        assert f"- `{item.taken}` **(taken)**: " in page


@BOOKS
def test_every_row_of_a_table_has_as_many_cells_as_its_head(rulebook: Rulebook) -> None:
    for block in rulebook_page(rulebook).split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({row.replace("\\|", "").count("|") for row in rows}) <= 1, block


def test_a_page_says_how_to_select_another_reading() -> None:
    assert '`readings = { bet-amounts = "any" }`' in rulebook_page(load("ma-criss-cross"))


def test_the_index_links_every_page() -> None:
    for rulebook in load_all():
        assert f"[{rulebook.id}]({rulebook.id}.md)" in index_page(load_all())
