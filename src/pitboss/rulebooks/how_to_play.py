"""How a game is played, told to a newcomer: wagers, deal, decisions and what pays, all from the terms of a table."""

from collections.abc import Iterator, Sequence

import msgspec

from pitboss.money import Amount, MeterShare, Odds, Push, Rate
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, OWN, DealStep, Decision, Duel, Hand, Wager
from pitboss.rulebooks.paytable import PaytableLine
from pitboss.rulebooks.terms import Terms

DEALER, PLAYERS = "dealer", "players"
WHOLE = Rate.parse("100%")
_MANY = 3  # side wagers from which they are not named one by one
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class GuideStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a game in plain sentences. `at` is when it comes: a moment of the round, or a decision by its key."""

    at: str
    title: str
    says: tuple[str, ...]
    clauses: tuple[str, ...]


def how_to_play(terms: Terms) -> tuple[GuideStep, ...]:
    """The steps of a round in their order, for who has never played."""
    steps = [_aim(terms), _wagers(terms), _deal(terms)]
    steps += [_decision(terms, decision) for decision in terms.rulebook.decisions]
    steps.append(_settlement(terms))
    sides = _side_wagers(terms)
    return (*steps, *([sides] if sides.says else []))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row, as people say them.

    >>> listed(["left", "middle", "right"])
    'left, middle and right'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def capital(words: str) -> str:
    """A sentence begins with a capital letter; what follows stays as it is."""
    return words[:1].upper() + words[1:]


def is_side(wager: Wager) -> bool:
    """Whether the game can be played without the wager, before the deal."""
    return not wager.required and not wager.decision


# The aim


def _aim(terms: Terms) -> GuideStep:
    main = [wager for wager in terms.wagers.values() if not is_side(wager)]
    duels = {wager.against.duel: terms.duel(wager.against) for wager in main if wager.against}
    says = [sentence for duel in duels.values() for sentence in _duel(terms, duel)]
    fought = {duel.hand for duel in duels.values()}
    hands = [terms.hand(name) for name in dict.fromkeys(name for wager in main for name in wager.hands)]
    others = [hand for hand in hands if hand.name not in fought]
    if others == hands:
        says.append("There is no hand to beat: what your cards make is paid by the table printed on the felt.")
    if len(others) > 1:
        says.append(f"You make {_number(len(others))} hands.")
    says += [f"Your {hand.title if len(others) > 1 else 'hand'}: {_made_of(terms, hand)}." for hand in others]
    clauses = [duel.clause for duel in duels.values()] + [hand.clause for hand in hands]
    return _step("aim", "What you play for", says, clauses)


def _duel(terms: Terms, duel: Duel) -> Iterator[str]:
    yield f"Your hand plays against the dealer's: {_made_of(terms, terms.hand(duel.hand))}."
    if duel.qualifier:
        yield f"The dealer needs {a_hand(duel.qualifier.title)} to qualify, that is, to play at all."


def _made_of(terms: Terms, hand: Hand) -> str:
    size, cards = terms.ranking(hand.ranking).size, sum(_dealt(terms, place) for place in hand.places)
    of = f"the best {_number(size)} of " if cards > size else ""
    return f"{of}{_cards_at(terms, hand.places)}"


def _cards_at(terms: Terms, places: Sequence[str]) -> str:
    own = [f"your {_number(_dealt(terms, OWN))} cards"] if OWN in places else []
    dealers = [f"the dealer's {_number(_dealt(terms, DEALER))} cards"] if DEALER in places else []
    table = [place.replace("_", " ") for place in places if place not in (OWN, DEALER)]
    return " with ".join([*own, *dealers, *([f"{listed(table)} on the table"] if table else [])])


def _dealt(terms: Terms, place: str) -> int:
    """How many cards a place is dealt."""
    to = PLAYERS if place == OWN else place
    return sum(
        step.times * (1 if step.spread else step.cards) * (step.spread or step.to).count(to) for step in _steps(terms)
    )


def _steps(terms: Terms) -> tuple[DealStep, ...]:
    dealing = terms.rulebook.dealing(terms.submission.dealing)
    return dealing.steps if dealing else ()


# Wagers and deal


def _wagers(terms: Terms) -> GuideStep:
    required = [wager for wager in terms.wagers.values() if wager.required]
    side = [wager for wager in terms.wagers.values() if is_side(wager)]
    alike = all(wager.equals for wager in required[1:])
    same = ", the same amount on each" if alike and len(required) > 1 else ""
    says = []
    if required:
        titles = listed([wager.title for wager in required])
        them = "them" if len(required) > 1 else "it"
        says.append(f"Put up {titles}{same}{_bounds(terms, required[0])}. Without {them} you are not dealt in.")
    if side:
        names = listed([f"{wager.title}{_bounds(terms, wager, '(', ')')}" for wager in side], "or")
        apart = "they win or lose" if len(side) > 1 else "it wins or loses"
        says.append(f"If you like, add {names}: {apart} apart from the game.")
    return _step("wagers", "Put up your wagers", says, [wager.clause for wager in (*required, *side)])


def _bounds(terms: Terms, wager: Wager, opens: str = ", ", closes: str = "") -> str:
    limits, amounts = terms.limits(wager), terms.amounts(wager)
    if amounts:
        words = listed([money(terms, amount) for amount in amounts], "or")
    elif limits:
        words = f"{money(terms, limits.minimum)} to {money(terms, limits.maximum)}"
    else:
        return ""
    return f" {opens}{words}{closes}" if closes else f"{opens}{words}"


def _deal(terms: Terms) -> GuideStep:
    dealing = terms.rulebook.dealing(terms.submission.dealing)
    own = _dealt(terms, OWN)
    says = [f"You get {_number(own)} card{'s' if own > 1 else ''}, which only you may see."]
    places = dict.fromkeys(place for step in _steps(terms) for place in (step.spread or step.to) if place != PLAYERS)
    if places.pop(DEALER, 0) is None:
        says.append(f"The dealer gets {_number(_dealt(terms, DEALER))}, face down.")
    up = [place for step in _steps(terms) if step.face_up for place in step.to]
    down = [place for place in places if place not in up]
    for where, lie in ((up, "face up"), (down, "face down")):
        if where:
            count = sum(_dealt(terms, place) for place in where)
            noun, verb = ("cards", "lie") if count > 1 else ("card", "lies")
            names = listed([place.replace("_", " ") for place in where])
            says.append(f"On the table {verb} {_number(count)} {noun}, {lie}: {names}.")
    return _step("deal", "The deal", says, [dealing.order_clause] if dealing else [])


# Decisions


def _decision(terms: Terms, decision: Decision) -> GuideStep:
    says = [_bet(terms, decision)] if decision.bet else []
    if decision.raised:
        raised = decision.raised
        says.append(f"With {a_hand(raised.least_hand.title)} you may bet up to {raised.most} times.")
    if decision.check_clause:
        says.append("Check to stay in without a bet." if decision.bet else "Check to let everything ride.")
    if decision.withdraws:
        says.append(f"Or take {terms.wagers[decision.withdraws].title} back.")
    if decision.fold_clause:
        says.append(_fold(terms, decision))
    if decision.ends:
        says.append("Whoever has bet decides nothing more in the round.")
    if decision.reveals:
        says.append(f"Then {_turned(terms, decision.reveals)} turned up.")
    return _step(decision.key, _title(terms, decision), says, [decision.clause, decision.fold_clause or ""])


def _title(terms: Terms, decision: Decision) -> str:
    wager = terms.wagers.get(decision.bet) if decision.bet else None
    return wager.title if wager else capital(decision.key.replace("_", " "))


def _bet(terms: Terms, decision: Decision) -> str:
    base = listed([terms.wagers[name].title for name in decision.bases])
    times = decision.times
    much = f"{listed([str(time) for time in times], 'or')} times" if times != (1,) else "as much as"
    look = "Look at your cards. " if decision is terms.rulebook.decisions[0] else ""
    return f"{look}{'You may' if decision.check_clause else 'To stay in,'} bet {much} your {base}."


def _fold(terms: Terms, decision: Decision) -> str:
    before = terms.rulebook.decisions[: terms.rulebook.decisions.index(decision)]
    made = {earlier.bet for earlier in before}
    risked = [wager for wager in terms.wagers.values() if not wager.decision or wager.name in made]
    lost = [wager for wager in risked if not terms.stands_on_fold(wager)]
    titles = [wager.title for wager in lost if not is_side(wager)]
    sides = [wager.title for wager in lost if is_side(wager)]
    kept = [wager.title for wager in risked if terms.stands_on_fold(wager)]
    given = listed([*titles, *(sides if len(sides) < _MANY else ["your side wagers"])])
    stays = f"; {listed(kept)} {'stay' if len(kept) > 1 else 'stays'} in play" if kept else ""
    return f"Or fold: you are out and lose what lies on {given}{stays}."


def _turned(terms: Terms, places: Sequence[str]) -> str:
    if tuple(places) == (DEALER,):
        return "the dealer's cards are"
    names = listed([place.replace("_", " ") for place in places])
    return f"the {names} card{'s are' if sum(_dealt(terms, place) for place in places) > 1 else ' is'}"


# What pays


def _settlement(terms: Terms) -> GuideStep:
    main = [wager for wager in terms.wagers.values() if not is_side(wager)]
    one = len({name for wager in main for name in wager.hands}) == 1
    told: dict[str, list[str]] = {}
    for wager in main:
        by = "" if wager.against or one else f" by {_whose(terms, wager)}"
        told.setdefault(_pays(terms, wager), []).append(f"{wager.title}{by}")
    says = [f"{listed(titles)}: {words}" for words, titles in told.items()]
    bonuses = [bonus for bonus in terms.rulebook.hand_bonuses if terms.paytable(bonus.name)]
    for bonus in bonuses:
        says.append(f"{bonus.title}, paid on your {terms.wagers[bonus.on].title}: {_lines(terms, bonus.name)}.")
    clauses = [*(wager.clause for wager in main), *(bonus.clause for bonus in bonuses)]
    return _step("settlement", "What pays", says, clauses)


def _whose(terms: Terms, wager: Wager) -> str:
    """The hands that a wager of a player is decided by."""
    if wager.everyones:
        return "the best hand that anyone at the table holds"
    titles = [_possessed(terms.hand(name)) for name in wager.hands]
    return f"the better of {listed(titles)}" if len(titles) > 1 else titles[0]


def _possessed(hand: Hand) -> str:
    if hand.title.startswith("the "):
        return hand.title
    return f"{'your' if hand.is_players else 'the'} {hand.title}"


def _pays(terms: Terms, wager: Wager) -> str:
    rule = wager.against
    if rule is None:
        return f"{_lines(terms, wager.name)}; less loses."
    fates = {
        "if your hand is higher": rule.higher,
        "on a tie": rule.tie,
        "if it is lower": rule.lower,
        "if the dealer does not qualify": rule.not_qualified,
    }
    gathered: dict[str, list[str]] = {}
    for when, word in fates.items():
        if word is not None:
            gathered.setdefault(_fate(word), []).append(when)
    words = "; ".join(f"{fate} {listed(when, 'or')}" for fate, when in gathered.items())
    if rule.table_first:
        return f"{_lines(terms, wager.name)}, whatever the dealer has; with less it {words}."
    by_table = {BY_TABLE, BY_TABLE_OR_PUSH} & set(fates.values())
    return f"{words}. By its table: {_lines(terms, wager.name)}." if by_table else f"{words}."


def _fate(word: str) -> str:
    known = {
        LOSE: "loses",
        "push": "pushes",
        BY_TABLE: "pays by its table",
        BY_TABLE_OR_PUSH: "pays by its table, or pushes,",
    }
    return known.get(word) or f"pays {word}"


def _lines(terms: Terms, name: str) -> str:
    """What a wager or a bonus pays in one sentence, from the top; lines that pay alike in one."""
    cases = (None, 1, "higher")  # a table for any case, for one player, or for a hand that wins
    table = next(filter(None, (terms.paytable(name, case) for case in cases)), None)
    groups: list[tuple[Odds, list[PaytableLine]]] = []
    for line in table.lines if table else ():
        if groups and groups[-1][0] == line.pays:
            groups[-1][1].append(line)
        else:
            groups.append((line.pays, [line]))
    return ", ".join(f"{_group(lines)} {_odds(terms, pays)}" for pays, lines in groups)


def _group(lines: Sequence[PaytableLine]) -> str:
    title = lines[-1].title
    return title if len(lines) == 1 or title.endswith("or better") else f"{title} or better"


def _odds(terms: Terms, odds: Odds) -> str:
    if isinstance(odds, Push):
        return "pushes"
    if isinstance(odds, MeterShare):
        share = "all" if odds.percent == WHOLE else str(odds.percent)
        return f"{share} of the {terms.meters[odds.meter].title.rpartition(', ')[2]} meter"
    return terms.rulebook.currency.odds(odds)


def _side_wagers(terms: Terms) -> GuideStep:
    sides = [wager for wager in terms.wagers.values() if is_side(wager)]
    return _step("side", "Side wagers", [_side(terms, wager) for wager in sides], [wager.clause for wager in sides])


def _side(terms: Terms, wager: Wager) -> str:
    wheel = terms.wheel if terms.wheel and terms.wheel.wager == wager.name else None
    pays = f"{a_hand(wheel.won_with.title)} turns the wheel" if wheel else _lines(terms, wager.name)
    fold = "It stays in play when you fold." if terms.stands_on_fold(wager) else "It is lost when you fold."
    return f"{wager.title}, on {_whose(terms, wager)}: {pays}.{f' {fold}' if _can_fold(terms) else ''}"


def _can_fold(terms: Terms) -> bool:
    return any(decision.fold_clause for decision in terms.rulebook.decisions)


# Words


def a_hand(words: str) -> str:
    """A hand with its article, where people say one.

    >>> a_hand("pair of aces or better"), a_hand("king high"), a_hand("three sevens"), a_hand("ace-high flush")
    ('a pair of aces or better', 'king high', 'three sevens', 'an ace-high flush')
    """
    first = words.partition(" ")[0]
    if first in _NUMBERS or " high" in words or words.startswith(("ace king", "ace, king")):
        return words
    return f"{'an' if words[:1] in 'ae' and not first.startswith('eu') else 'a'} {words}"


def money(terms: Terms, amount: Amount) -> str:
    """An amount without cents where there are none."""
    return terms.money(amount).replace(".00", "")


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _step(at: str, title: str, says: Sequence[str], clauses: Sequence[str]) -> GuideStep:
    return GuideStep(at=at, title=title, says=tuple(says), clauses=tuple(dict.fromkeys(filter(None, clauses))))
