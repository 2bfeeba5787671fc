"""Tables of many figures: whole beside one another where there is room, else in parts that each repeat the names."""

import pytest

from pitboss.cli.output import console
from pitboss.cli.wide_tables import show_figures

NAMES = ("five_card_hand_bonus_dealer", "main game")
FIGURES = ("drop", "handle", "decisions an hour", "win", "hold", "by theory", "z", "jackpots")
ROWS = [(name, "", *(f"{name[:2]}{number:09}" for number in range(len(FIGURES) - 1))) for name in NAMES]


@pytest.mark.parametrize(("width", "parts"), [(60, 4), (80, 3), (200, 1)])
def test_every_name_and_figure_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int, parts: int
) -> None:
    monkeypatch.setattr(console, "_width", width)
    show_figures("Play money", ["wager"], FIGURES, ROWS, "by theory: as counted")
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    for row in ROWS:
        assert out.count(row[0]) == parts
        assert all(out.count(cell) == 1 for cell in row[2:])
    words = set(out.replace("┃", " ").split())
    assert {word for figure in FIGURES[1:] for word in figure.split()} <= words
    assert "drop" not in words  # which nobody has
    assert "…" not in out
