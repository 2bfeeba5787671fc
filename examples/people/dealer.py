"""A dealer: a round for two seats, each step in the document's own order with the clause that asks for it."""

import pitboss
from pitboss import Amount, actions

ten = Amount.parse("10")
antes = [actions.PlaceWager(seat, wager, ten) for seat in (1, 2) for wager in ("ante_across", "ante_down")]
round = pitboss.play(pitboss.open_round("ma-criss-cross"), *antes)
steps = {"close-bets": actions.CloseBets(), "reveal": actions.Reveal(), "settle": actions.Settle()}

while step := next((due for due in pitboss.legal(round) if due.action in (*steps, "deal", "bet")), None):
    print(f"{step.says} ({step.clause})")  # -> announce "no more bets" (7(b))
    if step.action == "deal":
        round = pitboss.deal(round, pitboss.DECK)
    elif step.action == "bet":
        round = pitboss.play(round, actions.Bet(step.seat, ten))
    else:
        round = pitboss.play(round, steps[step.action])

for line in round.lines:  # -> seat 2, ante_across: three deuces, win
    print(f"seat {line.seat}, {line.wager}: {line.hand}, {line.result}, gets {line.returned} ({line.clause})")
