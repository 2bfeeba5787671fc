"""The wagers of the main game one by one: what each line of each is hit and adds, under best play of the whole."""

from fractions import Fraction

from pitboss.mathematics.answers import MainWager, WagerLine, WagerSums
from pitboss.mathematics.deal_wagers import titles_by_net
from pitboss.mathematics.game import game_of
from pitboss.money import To
from pitboss.rulebooks import Terms

LOST, FOLDED, NOTHING = "lost", "folded", "nothing that pays"


def main_wagers(terms: Terms) -> tuple[MainWager, ...]:
    """Every wager of the main game in the rulebook's order, then the bonuses on them.

    A line is all that nets the same; it bears the titles of the hands and outcomes that do.
    """
    return tuple(_wager(terms, name, sums) for name, sums in game_of(terms).wager_sums().items())


def _wager(terms: Terms, name: str, sums: WagerSums) -> MainWager:
    deals = game_of(terms).deals
    wager = terms.wagers.get(name)
    rides = next((bonus for bonus in terms.rulebook.hand_bonuses if bonus.name == name), None)
    part = wager or rides
    assert part is not None
    titles = titles_by_net(terms, name, wager.against if wager else None, rides is not None)
    table = terms.paytable(name)
    lines = []
    for net, (count, staked) in sorted(sums.items(), key=lambda item: _order(item[0])):
        said = ", ".join(dict.fromkeys(titles.get(net, ()))) if net is not None else FOLDED
        rest = NOTHING if net is not None and net <= 0 else "hands"
        worth = Fraction(-1) if net is None else net
        lines.append(WagerLine(said or rest, _pays(worth), count, deals, worth, staked / deals))
    return MainWager(name, part.title, table.clause if table else part.clause, tuple(lines), wager is None)


def _order(net: Fraction | None) -> tuple[bool, Fraction]:
    """What pays most first, folds last."""
    return net is None, -(net or Fraction(0))


def _pays(net: Fraction) -> str:
    return "lose" if net == -1 else str(To(net.numerator, net.denominator)) if net > 0 else "push"
