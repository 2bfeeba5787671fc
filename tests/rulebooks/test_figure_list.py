"""The list of figures leaves nothing out, names nothing twice, and shows alternatives side by side."""

import pytest

from pitboss.rulebooks import Rulebook, load, load_all
from pitboss.rulebooks.consistency import cited_clauses
from pitboss.rulebooks.figures import Section, figures_of, sections

BOOKS = pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)


def section(rulebook: str, title: str) -> Section:
    return next(item for item in sections(figures_of(load(rulebook))) if item.title == title)


@BOOKS
def test_every_clause_that_the_data_cites_is_shown_by_a_figure(rulebook: Rulebook) -> None:
    shown = {figure.clause for figure in figures_of(rulebook)}
    cited = {clause for where, clause in cited_clauses(rulebook) if not where.startswith("rulebook.interpretations")}
    # A table whose lines all cite clauses of their own is shown by those.
    assert {clause for clause in cited if not any(other.startswith(clause) for other in shown)} == set()


@BOOKS
def test_no_key_names_two_figures(rulebook: Rulebook) -> None:
    keys = [figure.key for figure in figures_of(rulebook)]
    assert len(keys) == len(set(keys))


@BOOKS
def test_no_two_figures_fall_into_one_cell(rulebook: Rulebook) -> None:
    cells = [(figure.section, figure.label, figure.column) for figure in figures_of(rulebook)]
    assert len(cells) == len(set(cells))


@BOOKS
def test_every_figure_is_complete(rulebook: Rulebook) -> None:
    for figure in figures_of(rulebook):
        assert all((figure.section, figure.key, figure.label, figure.value, figure.clause)), figure


@BOOKS
def test_figures_are_told_in_words(rulebook: Rulebook) -> None:
    told = [text for figure in figures_of(rulebook) for text in (figure.section, figure.label, figure.value)]
    assert [text for text in told if "_" in text] == []


def test_lettered_tables_stand_side_by_side() -> None:
    table = section("ma-crazy-4", "Paytable: Queens Up")
    assert table.columns == ("A", "B", "C", "D")
    assert list(table.rows)[2] == ("three of a kind", ("9 to 1", "8 to 1", "8 to 1", "7 to 1"), "11(c)")


def test_the_cover_all_matrix_has_a_column_for_each_number_of_players() -> None:
    table = section("ma-crazy-4", "Paytable: Cover All")
    assert table.columns == ("6 players", "5 players", "4 players", "3 players", "2 players", "1 player")
    assert list(table.rows)[-1] == (
        "three of a kind",
        ("4 to 1", "4 to 1", "5 to 1", "6 to 1", "8 to 1", "13 to 1"),
        "12(k)",
    )


def test_alternatives_with_clauses_of_their_own_give_them_in_a_last_row() -> None:
    table = section("ma-crazy-4", "Paytable: Multi Game Link Progressive")
    label, clauses, rest = list(table.rows)[-1]
    assert (label, rest) == ("clause", "")
    assert clauses == tuple(f"13(f) {column}" for column in table.columns)
    cited = {name: clause for name, _, clause in table.rows if clause}
    assert cited == {"royal flush": "reading link-royal-as-straight-flush"}, "what departs is cited in its row"


def test_a_table_with_fewer_lines_leaves_its_cell_empty() -> None:
    table = section("ma-crazy-4", "Four-Card Envy Bonus")
    assert list(table.rows)[-1] == ("straight flush", ("$5", "$25", "", ""), "11(d)(5)(i)")
