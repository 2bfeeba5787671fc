"""A game mathematician: every deal counted, answers in fractions; and what a line of the paytable is worth."""

import pitboss

game = pitboss.solve("ma-criss-cross")
print(f"{game.deals:,} deals, house edge {game.house_edge} = {float(game.house_edge):.4%}")  # -> 579091/6689228

poorer = pitboss.solve(pitboss.what_if("ma-criss-cross", {"main.full_house": "10"}))
print(f"with 10 to 1 for a full house {float(poorer.house_edge):.4%}")

side = pitboss.odds("ma-crazy-4")["queens_up"]
for line in side.lines:  # -> four of a kind: 50 to 1, 624 of 2,598,960
    print(f"{line.title}: {line.pays}, {line.count:,} of {line.total:,}")
