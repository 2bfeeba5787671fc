"""Terms compiled into a program: the main game, and whatever side wagers are asked for besides.

The main game is every wager that must be made, every bet that is made in a decision, and the bonuses on their stakes.
What a program cannot express is refused in one line: shares of a meter, fixed sums, the wheel, a hand of the whole
table, bonuses that chance draws.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.cards import HandValue, Ranking
from pitboss.money import For, Odds, Push, To, parse_odds
from pitboss.program.evaluation import evaluator
from pitboss.program.program import Choice, Contest, Event, Kind, MadeHand, Place, Program, Stake, Street, Strong
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, OWN, Decision, LeastHand, Outcomes, Wager
from pitboss.rulebooks.paytable import Paytable, PaytableLine

PLAYERS = "players"
_LOST, _PUSHED = Fraction(-1), Fraction(0)

Row = tuple[Fraction, ...]


def compile_terms(terms: Terms, side: Sequence[str] = (), antes: Mapping[str, int] | None = None) -> Program:
    """The program of the main game and of the side wagers named, each as many antes as said, or one."""
    return _Compiler(terms, side, antes or {}).program()


def compile_wager(terms: Terms, name: str) -> Program:
    """The program of one wager alone, which nothing is decided about: the player stays in to the end."""
    return _Compiler(terms, (name,), {}, alone=True).program()


class _Compiler:
    """What has been numbered so far: places, hands, contests and wagers go by their order in the program."""

    def __init__(self, terms: Terms, side: Sequence[str], antes: Mapping[str, int], alone: bool = False) -> None:
        self.terms, self.book, self.antes = terms, terms.rulebook, antes
        self.alone = alone
        self.decisions = () if alone else self.book.decisions
        self.wagers = [self._offered(name) for name in side] if alone else [*self._main(), *map(self._offered, side)]
        self.bonuses = [] if alone else self._bonuses()
        self.order = {wager.name: place for place, wager in enumerate(self.wagers)}
        self.duels = {wager.against.duel: None for wager in self.wagers if wager.against}
        self.hands = {name: place for place, name in enumerate(dict.fromkeys(self._hand_names()))}
        self.places = tuple(self._places())
        self.slots = {place.name: place.slots for place in self.places}

    def program(self) -> Program:
        """All of it together."""
        hands = tuple(map(self._hand, self.hands))
        contests = tuple(self._contest(name) for name in self.duels)
        stakes = [*map(self._stake, self.wagers), *map(self._bonus, self.bonuses)]
        return Program(self.book.id, self.places, hands, tuple(stakes), tuple(self._streets()), contests)

    # Wagers

    def _main(self) -> list[Wager]:
        made = {decision.bet for decision in self.book.decisions}
        return [wager for wager in self.terms.wagers.values() if wager.required or wager.name in made]

    def _offered(self, name: str) -> Wager:
        wager = self.terms.wagers.get(name)
        if wager is None:
            raise self._refused("wagers", name, f"one of {', '.join(self.terms.wagers)}")
        return wager

    def _bonuses(self) -> list[Any]:
        names = {wager.name for wager in self.wagers}
        return [bonus for bonus in self.book.hand_bonuses if bonus.on in names and self.terms.paytable(bonus.name)]

    def _stake(self, wager: Wager) -> Stake:
        self._refuse_chance(wager)
        outcomes = wager.against
        if outcomes is None:
            hands: tuple[str, ...] = wager.hands
            nets: tuple[Row, ...] = (self._by_table(wager),)
        else:
            hands, nets = (self._duel(outcomes.duel).hand,), self._by_duel(wager, outcomes)
        return Stake(
            name=wager.name,
            hands=tuple(self.hands[name] for name in hands),
            nets=nets,
            contest=None if outcomes is None else list(self.duels).index(outcomes.duel),
            antes=0 if wager.decision and not self.alone else self.antes.get(wager.name, 1),
            stands_on_fold=self.terms.stands_on_fold(wager),
        )

    def _refuse_chance(self, wager: Wager) -> None:
        """Refuse what is decided by more than the cards of one player and of the table."""
        wheel = self.terms.wheel
        drawn = [bonus for bonus in self.book.bonuses if bonus.on == wager.offer and self.terms.offers(bonus.name)]
        if wager.everyones:
            raise self._refused(wager.title, "the best hand of all players", "hands of one player", wager.clause)
        if wheel is not None and wheel.wager == wager.name:
            raise self._refused(wager.title, "a wheel", "a paytable or a duel", wheel.clause)
        if drawn:
            raise self._refused(wager.title, drawn[0].title, "bonuses by hands alone", drawn[0].clause)

    def _bonus(self, bonus: Any) -> Stake:
        table = self.terms.paytable(bonus.name)
        assert table is not None
        nets = []
        for value in self._ranking(bonus.decided_by).values:
            line = table.line_for(value)
            nets.append(self._winnings(bonus.title, line.pays, table.clause_of(line)) if line else _PUSHED)
        return Stake(bonus.name, (self.hands[bonus.decided_by],), (tuple(nets),), on=self.order[bonus.on])

    # What a wager nets

    def _by_table(self, wager: Wager) -> Row:
        table = self.terms.paytable(wager.name)
        if table is None:
            raise self._refused(wager.title, "no paytable for one player", "a paytable or a duel", wager.clause)
        values = self._ranking(wager.hands[0]).values
        return tuple(self._line_net(wager, table, table.line_for(value), _LOST) for value in values)

    def _by_duel(self, wager: Wager, outcomes: Outcomes) -> tuple[Row, ...]:
        """A row for each event; where nothing is said of a dealer who does not qualify, the hands are compared."""
        words = (("higher", outcomes.higher), ("tie", outcomes.tie), ("lower", outcomes.lower))
        if outcomes.not_qualified is None:
            return tuple(self._outcome(wager, outcomes, *words[event % 3]) for event in Event)
        unqualified = outcomes.not_qualified
        outranked = self.terms.outranked(outcomes) or unqualified
        rest = (("not_qualified", word) for word in (unqualified, unqualified, outranked))
        return tuple(self._outcome(wager, outcomes, *named) for named in (*words, *rest))

    def _outcome(self, wager: Wager, outcomes: Outcomes, name: str, word: str) -> Row:
        """What an outcome nets, by the strength of the player's hand."""
        table = self.terms.paytable(wager.name, name)
        by_table, rest = outcomes.table_first or word in (BY_TABLE, BY_TABLE_OR_PUSH), _LOST
        if word == BY_TABLE_OR_PUSH:
            rest = _PUSHED
        elif word not in (BY_TABLE, LOSE):
            rest = self._net(wager.title, parse_odds(word), outcomes.pays_clause or wager.clause)
        values = self._ranking(self._duel(outcomes.duel).hand).values
        if table is None or not by_table:
            return (rest,) * len(values)
        return tuple(self._line_net(wager, table, table.line_for(value), rest) for value in values)

    def _line_net(self, wager: Wager, table: Paytable, line: PaytableLine | None, rest: Fraction) -> Fraction:
        return rest if line is None else self._net(wager.title, line.pays, table.clause_of(line))

    def _net(self, title: str, odds: Odds, clause: str) -> Fraction:
        won = self._winnings(title, odds, clause)
        return won if odds.returns_stake else won - 1

    def _winnings(self, title: str, odds: Odds, clause: str) -> Fraction:
        if isinstance(odds, To | For | Push):
            return odds.as_fraction
        raise self._refused(title, str(odds), "odds on the stake", clause)

    # Hands and contests

    def _hand_names(self) -> Iterator[str]:
        for wager in self.wagers:
            if wager.against is None:
                yield from wager.hands
        for name in self.duels:
            duel = self._duel(name)
            yield from (duel.hand, duel.against)
        yield from (bonus.decided_by for bonus in self.bonuses)
        yield from (decision.raised.of for decision in self.decisions if decision.raised)

    def _hand(self, name: str) -> MadeHand:
        hand, ranking = self.terms.hand(name), self._ranking(name)
        made = MadeHand(name, tuple(slot for place in hand.places for slot in self.slots[place]), ranking)
        try:
            evaluator(ranking, len(made.slots))
        except ValueError as error:
            tried, allowed = (*error.args, "other rankings")[:2]
            raise self._refused(hand.title, tried, allowed, hand.clause) from error
        return made

    def _ranking(self, hand: str) -> Ranking[HandValue[Any]]:
        return self.terms.ranking(self.terms.hand(hand).ranking)

    def _duel(self, name: str) -> Any:
        duel = self.book.duel(name)
        assert duel is not None
        return duel

    def _contest(self, name: str) -> Contest:
        duel = self._duel(name)
        qualifier = self._least(duel.against, duel.qualifier) if duel.qualifier else 0
        return Contest(name, self.hands[duel.hand], self.hands[duel.against], qualifier)

    def _least(self, hand: str, least: LeastHand) -> int:
        """The lowest strength that is good enough; one above all where none is."""
        values = self._ranking(hand).values
        return next((value.strength for value in values if least.met_by(value)), len(values))

    # Cards

    def _places(self) -> Iterator[Place]:
        """The player's own cards, then every place that a hand takes cards from or that is seen before a decision."""
        dealt = self._dealt()
        used = {place for name in self.hands for place in self.terms.hand(name).places}
        used |= {place for decision in self.decisions[:-1] for place in decision.reveals}
        used |= {place for place, cards in dealt.items() if any(cards) and self.decisions}
        start = 0
        for place in dict.fromkeys((OWN, *dealt)):
            if place == OWN or place in used:
                cards = dealt[place]
                slots = tuple(range(start, start + len(cards)))
                face_up = () if place == OWN else tuple(slot for slot, up in zip(slots, cards, strict=True) if up)
                start += len(cards)
                yield Place(place, slots, face_up)

    def _dealt(self) -> dict[str, list[bool]]:
        """For each place, its cards in the order of the deal, and whether each lies face up."""
        found: dict[str, list[bool]] = {OWN: []}
        for step in self.terms.dealing.steps:
            for to in step.spread or step.to:
                cards = step.times * (1 if step.spread else step.cards)
                found.setdefault(OWN if to == PLAYERS else to, []).extend([step.face_up] * cards)
        for place, turned in found.items():
            if place != OWN and any(turned) and not all(turned):
                tried, clause = "some cards of one place face up and others not", self.terms.dealing.order_clause
                raise self._refused(place, tried, "a place of its own for each", clause)
        return found

    # Decisions

    def _streets(self) -> Iterator[Street]:
        seen = [*self.slots[OWN], *(slot for place in self.places for slot in place.face_up)]
        keys = [decision.key for decision in self.decisions]
        for number, decision in enumerate(self.decisions):
            times = keys[:number].count(decision.key)
            name = f"{decision.key} {times + 1}" if times else decision.key
            yield Street(name, tuple(sorted(seen)), tuple(self._choices(decision)))
            seen += [slot for place in decision.reveals for slot in self.slots.get(place, ()) if slot not in seen]

    def _choices(self, decision: Decision) -> Iterator[Choice]:
        """What may be chosen, what risks least first."""
        if decision.fold_clause:
            yield Choice(Kind.FOLD)
        if decision.withdraws:
            yield Choice(Kind.WITHDRAW, self.order[decision.withdraws])
        if decision.check_clause:
            yield Choice(Kind.CHECK)
        if decision.bet is None:
            return
        bases = tuple(self.order[name] for name in decision.bases)
        stake, raised = self.order[decision.bet], decision.raised
        strong = Strong(self.hands[raised.of], self._least(raised.of, raised.least_hand)) if raised else None
        for times in decision.raised_times:
            needs = None if times in decision.times else strong
            yield Choice(Kind.BET, stake, times, bases, needs, decision.ends)

    def _refused(self, where: str, tried: str, allowed: str, clause: str = "") -> Refused:
        return Refused(Violation(rulebook=self.book.id, clause=clause, where=where, tried=tried, allowed=allowed))
