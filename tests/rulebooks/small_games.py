"""Small games of a page, as a stranger would write them: rulebooks' folders for tests, made from a few lines."""

import shutil
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "rulebooks" / "ultimate-texas-holdem"
TCP = """
[[rankings]]
name = "tcp"
clause = "7"
cards = 3
ace_low = true
order = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]

[[hands]]
name = "own_hand"
title = "own hand"
clause = "7"
places = ["own", "c1"]
ranking = "tcp"
"""
MAIN_LINES = """
  { hand = "straight_flush", pays = "40 to 1" },
  { hand = "three_of_a_kind", pays = "30 to 1" },
  { hand = "straight", pays = "6 to 1" },
  { hand = "flush", pays = "3 to 1" },
  { hand = "pair", pays = "1 to 1" },
  { hand = "high_card", pays = "push", low = "A" },
"""
DECISION = """
[[decisions]]
clause = "5"
bet = "bet"
base = "ante"
fold_clause = "5"
rack_clause = "5"
reveals = ["c1"]
reveal_clause = "6"
"""
DEAL = """
[[dealings]]
method = "manual_shoe"
title = "dealing shoe"
clause = "4"
order_clause = "4"
no_more_bets_clause = "3"
stub_clause = "4"
"""


def wager(name: str, *more: str, by: str = "own_hand") -> str:
    """A wager on a hand, with lines of its own."""
    lines = [f'name = "{name}"', f'title = "{name.capitalize()}"', 'clause = "2"']
    if by:
        lines.append(f'decided_by = "{by}"')
    return "\n[[wagers]]\n" + "\n".join([*lines, 'lose_clause = "8"', *more]) + "\n"


def table(id: str, wagers: list[str], lines: str, ranking: str = "tcp") -> str:
    """A paytable."""
    return (
        f'\n[[paytables]]\nid = "{id}"\ntitle = "{id}"\nclause = "7"\nwagers = {wagers}\nranking = "{ranking}"\n'
        f"lines = [{lines}]\n"
    ).replace("'", '"')


def ante(*more: str) -> str:
    """The wager that every round needs."""
    return wager("ante", "required = true", 'limit = "ante"', 'fold_clause = "5"', *more)


def bet() -> str:
    """The wager made in turn."""
    return wager("bet", "decision = true", 'fold_clause = "5"')


def game(
    place: Path,
    id: str,
    *parts: str,
    steps: str = '{ to = ["players"], times = 2 }, { to = ["c1"] }',
    settled: str = '"ante", "bet"',
    offers: dict[str, str] | None = None,
    limits: dict[str, str] | None = None,
    head: str = "",
    seats: int = 3,
) -> Path:
    """A folder of a game: the parts of its rulebook.toml, `offers` with the limits of each, and the other `limits`."""
    folder = place / id
    folder.mkdir(parents=True)
    for name in ("table.toml", "clauses.toml", "interpretations.toml"):
        shutil.copy(EXAMPLE / name, folder / name)
    named = "".join(f'\n[[offers]]\nname = "{offer}"\ntitle = "{offer}"\nclause = "12"\n' for offer in offers or {})
    top = f"""id = "{id}"
title = "{id}"
game = "{id}"
jurisdiction = "Sixth State"
document = "A page of rules, 2024"
seats = {seats}
seats_clause = "1"
own_cards = "cards"
late_clause = "3"
{head}
{"" if offers else "offers = []"}
"""
    deal = f"{DEAL}steps = [{steps}]\n"
    settlement = f'\n[[settlement]]\nclause = "8"\nwagers = [{settled}]\nrack_clause = "8"\n'
    (folder / "rulebook.toml").write_text(top + named + "".join(parts) + deal + settlement, encoding="utf-8")
    posted = {"ante": '{ minimum = "5", maximum = "100", unit = "5" }', **(limits or {}), **(offers or {})}
    lines = "\n".join(f"{name} = {value}" for name, value in posted.items())
    chosen = "\n".join(f"{offer} = true" for offer in offers or {})
    deck = 'shuffler = "none"\ndecks = 1', f'shuffler = "automated"\ndecks = 2\n{chosen}'
    for name, words in zip(("default", "full"), deck, strict=True):
        text = f'rulebook = "{id}"\ndealing = "manual_shoe"\n{words}\n\n[limits]\n{lines}\n'
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder
