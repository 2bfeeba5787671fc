"""A player: what every option is worth, and the price of a mistake, in antes of ten dollars."""

import pitboss

# A nine and a jack in hand; a nine and a deuce lie open on the cross, and the first bet was one ante.
advice = pitboss.advise("ma-criss-cross", "9s Jd", shown="9c 2d", choices=["1x"])
best = advice.options[advice.best]
for option, value in advice.options.items():
    print(f"{option}: {float(value * 10):+.2f} dollars, {float((best - value) * 10):.2f} less than the best")
print("Best:", advice.best)  # -> Best: 1x
