"""Whatever stands in a title is shown as it stands: it is nobody's markup."""

from pathlib import Path

import pytest

from cli.calling import Run
from rulebooks.folders import changed
from rulebooks.small_games import TCP, ante, game, table

TITLE = "[/bold] a & [red]"


@pytest.mark.parametrize(
    "words",
    ["solve FOLDER", "play FOLDER --auto --seed 3", "design FOLDER", "strategy FOLDER --chart", "rules show FOLDER"],
)
def test_square_brackets_are_square_brackets(run: Run, tmp_path: Path, words: str) -> None:
    paid = table("main", ["ante"], '{ hand = "pair", pays = "2 to 1" }')
    folder = game(tmp_path, "marked", TCP, ante(), paid, settled='"ante"', head="decisions = []")
    changed(folder, "rulebook.toml", 'title = "marked"', f'title = "{TITLE}"')
    changed(folder, "rulebook.toml", 'title = "Ante"', f'title = "{TITLE}"')
    code, out, errors = run(*(str(folder) if word == "FOLDER" else word for word in words.split()))
    assert "Traceback" not in out + errors
    assert TITLE in out or code == 2, errors
