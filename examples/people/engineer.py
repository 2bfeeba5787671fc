"""An engineer: a round is a value, an action makes events or a refusal, and a viewer is shown only what he may see."""

import pitboss
from pitboss import Amount, Violation, actions

round = pitboss.open_round("ma-crazy-4")
refused = pitboss.decide(round, actions.CloseBets())
assert isinstance(refused, Violation)
print(refused)  # a sentence for people; its fields are for programs

five = Amount.parse("5")
wagers = [actions.PlaceWager(3, wager, five) for wager in ("ante", "super_bonus")]
round = pitboss.play(round, *wagers, actions.CloseBets())
round = pitboss.deal(round, pitboss.DECK)
for viewer in (3, 1):
    seat = next(seat for seat in pitboss.view(round, viewer).seats if seat.seat == 3)
    print(f"seat {viewer} sees", *seat.cards)  # -> seat 1 sees
