"""Values of the mathematics as answers of the interface."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.cards import RANKS
from pitboss.mathematics import advice, drill, main_game, side_odds, strategy, wanted_edge
from pitboss.mathematics import opening_chart as chart
from pitboss.mathematics.antes import staked_note
from pitboss.mathematics.criss_cross import middle_map
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.position import Position, choices_of, shown_by_place
from pitboss.rulebooks import Terms
from pitboss.server.study import answers
from pitboss.server.study.answers import Exact, OptionFigure

FOLD = "fold"


def exact(value: Fraction) -> Exact:
    """A figure exactly and as a decimal."""
    return Exact(str(value), float(value))


def choices(values: Mapping[str, Fraction]) -> tuple[OptionFigure, ...]:
    """Options with a figure each."""
    return tuple(OptionFigure(option, exact(value)) for option, value in values.items())


def option_names(bets: tuple[int, ...]) -> tuple[str, ...]:
    """Options by their names: a fold, then bets in antes.

    >>> option_names((0, 1, 3))
    ('fold', '1x', '3x')
    """
    return tuple(f"{bet}x" if bet else FOLD for bet in bets)


def game(found: main_game.MainGame) -> answers.GameAnswer:
    """The main game."""
    return answers.GameAnswer(
        rulebook=found.terms.rulebook.id,
        hash=found.terms.rulebook.hash,
        deals=str(found.deals),
        ev=exact(found.ev),
        house_edge=exact(found.house_edge),
        house_edge_per_antes=exact(found.house_edge_per_antes),
        element_of_risk=exact(found.element_of_risk),
        average_wager=exact(found.average_wager),
        decisions=tuple(answers.DecisionShares(name, choices(shares)) for name, shares in found.actions.items()),
        notes=tuple(filter(None, [staked_note(found.terms)])),
    )


def wager(found: side_odds.SideOdds) -> answers.WagerOdds:
    """A side wager."""
    return answers.WagerOdds(
        wager=found.wager,
        title=found.title,
        clause=found.clause,
        variant=found.variant,
        stake=found.stake,
        total=str(found.total),
        lines=tuple(
            answers.OddsLine(
                title=line.title,
                pays=line.pays,
                count=str(line.count),
                total=str(line.total),
                probability=exact(line.probability),
                contribution=exact(line.contribution),
                bonus=line.bonus,
            )
            for line in found.lines
        ),
        ev=exact(found.ev),
        house_edge=exact(found.house_edge),
        hit_frequency=exact(found.hit_frequency),
        variance=exact(found.variance),
        standard_deviation=found.standard_deviation,
        break_even=tuple(
            answers.BreakEven(point.meter, exact(point.exact), point.amount) for point in found.break_even
        ),
        notes=found.notes,
    )


def opening(terms: Terms, found: chart.OpeningChart | tuple[chart.HandKind, ...]) -> answers.OpeningAnswer:
    """The first decision: a square of starting hands, or kinds of hands."""
    first = next(iter(terms.rulebook.decisions), None)
    key = first.key if first else ""
    if isinstance(found, chart.OpeningChart):
        names, ranks = option_names(found.bets), tuple(reversed(RANKS))
        return answers.OpeningAnswer(decision=key, options=names, ranks=ranks, hands=_hands(found), kinds=())
    names = tuple(
        name for name in (choices_of(first) if first else ()) if any(kind.choices.get(name) for kind in found)
    )
    kinds = tuple(_kind(kind, names) for kind in found)
    return answers.OpeningAnswer(decision=key, options=names, ranks=(), hands=(), kinds=kinds)


def _hands(found: chart.OpeningChart) -> tuple[answers.OpeningHand, ...]:
    names = option_names(found.bets)
    hands = []
    for name, hole in found.hands.items():
        low, high = sorted(card >> 2 for card in hole.cards)
        row, column = chart.place_of(high, low, suited=hole.cards[0] & 3 == hole.cards[1] & 3)
        options = dict(zip(names, (hole.fold, hole.least, hole.most), strict=True))
        best = max(options, key=lambda option: options[option])
        margin = options[best] - max(value for option, value in options.items() if option != best)
        hands.append(
            answers.OpeningHand(
                name=name,
                row=row,
                column=column,
                weight=hole.weight,
                best=best,
                options=choices(options),
                margin=exact(margin),
            )
        )
    return tuple(sorted(hands, key=lambda hand: (hand.row, hand.column)))


def _kind(kind: chart.HandKind, names: tuple[str, ...]) -> answers.HandKind:
    counts = tuple(kind.choices.get(name, 0) for name in names)
    return answers.HandKind(name=kind.name, hands=kind.hands, counts=counts, value=exact(kind.value))


def spread(found: Distribution) -> answers.SpreadAnswer:
    """A distribution, its results ascending."""
    return answers.SpreadAnswer(
        mean=exact(found.mean),
        variance=exact(found.variance),
        standard_deviation=found.standard_deviation,
        skewness=found.skewness,
        win_frequency=exact(found.win_frequency),
        push_frequency=exact(found.push_frequency),
        largest_win=exact(found.largest_win),
        largest_loss=exact(found.largest_loss),
        results=tuple(
            answers.NetResult(exact(net), str(count), count / found.total)
            for net, count in sorted(found.counts.items())
        ),
    )


def advised(found: advice.Advice) -> answers.AdviceAnswer:
    """The options of a position."""
    return answers.AdviceAnswer(
        decision=found.decision,
        best=found.best,
        options=choices(found.options),
        costs=choices({option: found.cost(option) for option in found.options}),
    )


def spot(terms: Terms, found: drill.Spot) -> answers.DrillSpot:
    """A hard spot."""
    shown = tuple(_shown(terms, found.position))
    return answers.DrillSpot(cards=found.position.cards, shown=shown, advice=advised(found.advice))


def _shown(terms: Terms, position: Position) -> Iterator[answers.ShownCards]:
    """What lies open: from the deal, then what each decision turned up and what was chosen there."""
    cards = shown_by_place(terms, position)
    turned = {place for decision in terms.rulebook.decisions for place in decision.reveals}
    face_up = tuple(card for place, held in cards.items() if place not in turned for card in held)
    if face_up:
        yield answers.ShownCards(decision=None, choice=None, cards=face_up)
    for decision, choice in zip(terms.rulebook.decisions, position.choices, strict=False):
        held = tuple(card for place in decision.reveals for card in cards.get(place, ()))
        yield answers.ShownCards(decision=decision.key, choice=choice, cards=held)


def middle(found: middle_map.MiddleMap) -> answers.MiddleAnswer:
    """The map of the Middle decision."""
    names = option_names(found.bets)
    return answers.MiddleAnswer(
        options=names,
        shapes=tuple(middle_map.Shape),
        cells=tuple(
            answers.MiddleCell(
                shape=cell.shape,
                points=cell.points,
                outs=cell.outs,
                deals=str(cell.deals),
                best=names[cell.best],
                options=choices(dict(zip(names, (Fraction(0), cell.least, cell.most), strict=True))),
            )
            for cell in found.cells
        ),
        notes=found.notes,
    )


def card_line(line: strategy.CardLine) -> answers.CardLine:
    """One line of it."""
    return answers.CardLine(line.decision, line.action, line.hands)


def card(found: strategy.StrategyCard) -> answers.StrategyAnswer:
    """A strategy card."""
    return answers.StrategyAnswer(
        rulebook=found.terms.rulebook.id,
        title=found.terms.rulebook.title,
        lines=tuple(map(card_line, found.lines)),
        notes=found.notes,
        ev=exact(found.ev),
        best_ev=exact(found.best_ev),
        cost=exact(found.cost),
        average_wager=exact(found.average_wager),
    )


def wanted(found: wanted_edge.Wanted) -> answers.WantedAnswer:
    """The odds that give a wanted edge."""
    now, below, above = (
        answers.WantedPoint(point.odds, exact(point.edge)) for point in (found.now, found.below, found.above)
    )
    return answers.WantedAnswer(
        line=found.line.name,
        of=found.of,
        edge=exact(found.edge),
        now=now,
        below=below,
        above=above,
        crossing=exact(found.crossing),
        exact=found.exact,
    )
