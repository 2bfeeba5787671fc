"""A game out of the exact solver's reach as a rulebook: Ultimate Texas Hold'em, by its widely published rules."""

import shutil
from pathlib import Path

from pitboss.rulebooks import Terms, terms_for
from pitboss.rulebooks.library import take
from rulebooks.folders import changed

EXAMPLES = Path(__file__).parents[2] / "examples" / "rulebooks"

RULEBOOK = """
id = "holdem"
title = "Hold'em against the dealer"
game = "holdem"
jurisdiction = "House rules"
document = "The widely published rules of Ultimate Texas Hold'em"
seats = 6
seats_clause = "1"
own_cards = "cards"
late_clause = "3"

[[hands]]
name = "own_hand"
title = "the player's best five of seven"
clause = "7"
places = ["own", "flop", "turn", "river"]
ranking = "five_card"

[[hands]]
name = "dealer_hand"
title = "the dealer's best five of seven"
clause = "7"
places = ["dealer", "flop", "turn", "river"]
ranking = "five_card"
holder = "dealer"

[[hands]]
name = "pocket_and_flop"
title = "the player's two cards with the flop"
clause = "12"
places = ["own", "flop"]
ranking = "five_card"

[[duels]]
name = "dealer"
clause = "6"
hand = "own_hand"
against = "dealer_hand"
qualifier = { hand = "pair" }
not_qualified_clause = "6"
lower_clause = "8"
higher_clause = "8"
tie_clause = "8"

[[offers]]
name = "pair_plus"
title = "Flop Bonus"
clause = "12"

[[wagers]]
name = "ante"
title = "Ante"
clause = "2"
decided_by = "own_hand"
against = { duel = "dealer", not_qualified = "push", higher = "1 to 1", tie = "push", lower = "lose" }
required = true
limit = "ante"
fold_clause = "5"

[[wagers]]
name = "blind"
title = "Blind"
clause = "2"
decided_by = "own_hand"
against = { duel = "dealer", higher = "table or push", tie = "push", lower = "lose" }
required = true
limit = "ante"
equals = "ante"
equals_clause = "2"
fold_clause = "5"

[[wagers]]
name = "pair_plus"
title = "Flop Bonus"
clause = "12"
decided_by = "pocket_and_flop"
offer = "pair_plus"
limit = "pair_plus"
needs = ["ante"]
stands_on_fold = true
fold_clause = "12"
lose_clause = "12"

[[wagers]]
name = "early"
title = "Early Play"
clause = "5"
decided_by = "own_hand"
against = { duel = "dealer", higher = "1 to 1", tie = "push", lower = "lose" }
decision = true

[[wagers]]
name = "middle"
title = "Middle Play"
clause = "5"
decided_by = "own_hand"
against = { duel = "dealer", higher = "1 to 1", tie = "push", lower = "lose" }
decision = true

[[wagers]]
name = "late"
title = "Late Play"
clause = "5"
decided_by = "own_hand"
against = { duel = "dealer", higher = "1 to 1", tie = "push", lower = "lose" }
decision = true

[[paytables]]
id = "blind"
title = "Blind"
clause = "13"
wagers = ["blind"]
ranking = "five_card"
lines = [
  { hand = "royal_flush", pays = "500 to 1" },
  { hand = "straight_flush", pays = "50 to 1" },
  { hand = "four_of_a_kind", pays = "10 to 1" },
  { hand = "full_house", pays = "3 to 1" },
  { hand = "flush", pays = "3 to 2" },
  { hand = "straight", pays = "1 to 1" },
]

[[paytables]]
id = "pair_plus"
title = "Flop Bonus"
clause = "12"
wagers = ["pair_plus"]
ranking = "five_card"
lines = [
  { hand = "straight_flush", pays = "50 to 1" },
  { hand = "three_of_a_kind", pays = "6 to 1" },
  { hand = "two_pair", pays = "3 to 1" },
  { hand = "pair", low = "J", pays = "1 to 1" },
]

[[dealings]]
method = "manual_shoe"
title = "dealing shoe"
clause = "4"
order_clause = "4"
no_more_bets_clause = "3"
stub_clause = "4"
steps = [
  { to = ["players", "dealer"], times = 2 },
  { to = ["flop"], cards = 3 },
  { to = ["turn", "river"] },
]

[[decisions]]
bet = "early"
base = "ante"
multiples = [3, 4]
ends = true
clause = "5"
check_clause = "5"
reveals = ["flop"]
reveal_clause = "6"

[[decisions]]
bet = "middle"
base = "ante"
multiples = [2]
ends = true
clause = "5"
check_clause = "5"
reveals = ["turn", "river"]
reveal_clause = "6"

[[decisions]]
bet = "late"
base = "ante"
clause = "5"
fold_clause = "5"
rack_clause = "5"
kept_for = ["pair_plus"]
kept_clause = "12"
reveals = ["dealer"]
reveal_clause = "6"

[[settlement]]
clause = "8"
wagers = ["ante", "blind", "early", "middle", "late", "pair_plus"]
rack_clause = "8"
"""


def holdem(place: Path, **choices: object) -> Terms:
    """The terms of the game, from a folder made for it."""
    folder = place / "holdem"
    if not folder.exists():
        shutil.copytree(EXAMPLES / "three-card-poker", folder)
        (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
        for name in ("default.toml", "full.toml"):
            changed(folder, name, 'rulebook = "three-card-poker"', 'rulebook = "holdem"')
        changed(folder, "table.toml", '"bet", "fold"', '"bet", "fold", "check"')
    return terms_for(take(folder), choices)
