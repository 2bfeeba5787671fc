"""What must hold of the recipes of a rulebook: rankings, hands, duels and outcomes that fit each other and the deal."""

from collections.abc import Iterator

from pitboss.cards import RANKS, STANDARD, order_fault
from pitboss.money import parse_odds
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, LOSE, OWN, Decision, LeastHand, Outcomes
from pitboss.rulebooks.paytable import PaytableLine
from pitboss.rulebooks.rulebook import Rulebook

Kinds = dict[str, tuple[str, ...]]
"""The kinds of hand of each ranking, by its name."""


def kinds_of(rulebook: Rulebook) -> Kinds:
    """The kinds of hand of each ranking that the rulebook may name, the lowest first."""
    known = {name: order for name, (_, order) in STANDARD.items()}
    return known | {rule.name: rule.order for rule in rulebook.rankings}


def ranking_named(rulebook: Rulebook, hand: str) -> str | None:
    """The name of the ranking of a hand, where there is such a hand."""
    found = rulebook.hand(hand)
    return found.ranking if found else None


def recipe_problems(rulebook: Rulebook) -> Iterator[str]:
    """Every recipe that leads nowhere, one line each."""
    for rule in rulebook.rankings:
        fault = order_fault(rule.cards, rule.order)
        if fault:
            yield f"ranking {rule.name} is no order of hands: {fault}"
            return
    yield from _hands(rulebook)
    yield from _wagers(rulebook)
    yield from _duels(rulebook)
    yield from _bonuses(rulebook)
    keys = [decision.key for decision in rulebook.decisions]
    for key in dict.fromkeys(key for key in keys if keys.count(key) > 1):
        yield f"decision {key} stands twice, and each bet in turn is a wager of its own"
    for decision in rulebook.decisions:
        yield from _decision(rulebook, decision)
    yield from _lines(rulebook)


def _hands(rulebook: Rulebook) -> Iterator[str]:
    kinds = kinds_of(rulebook)
    for hand in rulebook.hands:
        if len(set(hand.places)) < len(hand.places):
            yield f"hand {hand.name} has a place that stands twice"
        if hand.ranking not in kinds:
            yield f"hand {hand.name} is ranked by '{hand.ranking}', which is none of {', '.join(kinds)}"
            continue
        size = next((rule.cards for rule in rulebook.rankings if rule.name == hand.ranking), 0)
        size = size or STANDARD[hand.ranking][0]
        for dealing in rulebook.dealings:
            dealt = {OWN: 0}
            for step in dealing.steps:
                for to in step.spread or step.to:
                    place = OWN if to == "players" else to
                    dealt[place] = dealt.get(place, 0) + step.times * (1 if step.spread else step.cards)
                if step.spread and len(step.spread) != step.cards:
                    yield f"dealing {dealing.method} spreads {step.cards} cards over {len(step.spread)} places"
            unknown = [place for place in hand.places if place not in dealt]
            for place in unknown:
                yield f"hand {hand.name} names a place '{place}' to which {dealing.method} deals no card"
            if not unknown and sum(dealt[place] for place in hand.places) < size:
                yield f"hand {hand.name} takes {size} cards, and its places have fewer by {dealing.method}"


def _wagers(rulebook: Rulebook) -> Iterator[str]:
    hands = [hand.name for hand in rulebook.hands]
    turned = {wheel.wager for wheel in rulebook.wheels}
    paid = {name for table in rulebook.paytables for name in table.wagers}
    for wager in rulebook.wagers:
        for name in wager.hands:
            if name not in hands:
                yield f"wager {wager.name} is decided by '{name}', which is none of the hands {', '.join(hands)}"
        if len({ranking_named(rulebook, name) for name in wager.hands}) > 1:
            yield f"wager {wager.name} is decided by hands of different rankings, which cannot be compared"
        if wager.against is not None:
            cases: set[str | None] = {table.outcome for table in rulebook.paytables if wager.name in table.wagers}
            yield from _outcomes(rulebook, wager.name, wager.against, cases)
        elif wager.name not in paid | turned:
            yield f"wager {wager.name} is paid by no table, no duel and no wheel"


def _outcomes(rulebook: Rulebook, wager: str, outcomes: Outcomes, tables: set[str | None]) -> Iterator[str]:
    if rulebook.duel(outcomes.duel) is None:
        yield f"wager {wager} names an unknown duel '{outcomes.duel}'"
    for name in ("higher", "tie", "lower", "not_qualified", "outranked"):
        word = getattr(outcomes, name)
        if word is None:
            continue
        if word in (BY_TABLE, BY_TABLE_OR_PUSH):
            case = "not_qualified" if name == "outranked" else name
            if not tables & {case, None}:
                yield f"wager {wager} is to be paid by a table and has none for {name}"
        elif word != LOSE:
            try:
                parse_odds(word)
            except ValueError:
                allowed = f"odds, push, {LOSE}, {BY_TABLE} or {BY_TABLE_OR_PUSH}"
                yield f"wager {wager} has an outcome '{word}', which is none of {allowed}"
    if outcomes.table_first and not tables:
        yield f"wager {wager} is to be paid by a table first and has none"


def _duels(rulebook: Rulebook) -> Iterator[str]:
    for duel in rulebook.duels:
        own, other = (ranking_named(rulebook, name) for name in (duel.hand, duel.against))
        if own is None or other is None:
            yield f"duel {duel.name} names a hand that is not there"
        elif own != other:
            yield f"duel {duel.name} is between hands of different rankings"
        elif duel.qualifier is not None:
            yield from _least(rulebook, f"duel {duel.name}", duel.qualifier, other)


def _bonuses(rulebook: Rulebook) -> Iterator[str]:
    for bonus in rulebook.hand_bonuses:
        if rulebook.wager(bonus.on) is None:
            yield f"hand bonus {bonus.name} names an unknown wager '{bonus.on}'"
        if rulebook.hand(bonus.decided_by) is None:
            yield f"hand bonus {bonus.name} names an unknown hand '{bonus.decided_by}'"
        if all(bonus.name not in table.wagers for table in rulebook.paytables):
            yield f"hand bonus {bonus.name} is paid by no table"
    for schedule in rulebook.envy:
        if rulebook.hand(schedule.decided_by) is None:
            yield f"envy of {schedule.wager} names an unknown hand '{schedule.decided_by}'"
    for wheel in rulebook.wheels:
        wager = rulebook.wager(wheel.wager)
        ranking = ranking_named(rulebook, wager.hands[0]) if wager and wager.hands else None
        if ranking is not None:
            yield from _least(rulebook, f"wheel {wheel.variant}", wheel.won_with, ranking)


def _decision(rulebook: Rulebook, decision: Decision) -> Iterator[str]:
    where = f"decision {decision.key or '?'}"
    if not decision.key:
        yield f"{where} has neither a bet nor a name"
    if decision.bet is not None and not decision.bases:
        yield f"{where} has a bet and no base"
    if not (decision.check_clause or decision.fold_clause):
        yield f"{where} leaves a player who does not bet neither a check nor a fold"
    if decision.fold_clause and not decision.rack_clause:
        yield f"{where} may be folded and has no rack_clause"
    if decision.withdraws and rulebook.wager(decision.withdraws) is None:
        yield f"{where} names an unknown wager '{decision.withdraws}'"
    if decision.raised is not None:
        ranking = ranking_named(rulebook, decision.raised.of)
        if ranking is None:
            yield f"{where} names an unknown hand '{decision.raised.of}'"
        else:
            yield from _least(rulebook, where, decision.raised.least_hand, ranking)


def _least(rulebook: Rulebook, where: str, least: LeastHand, ranking: str) -> Iterator[str]:
    kinds = kinds_of(rulebook).get(ranking, ())
    if least.hand not in kinds:
        yield f"{where} asks for a '{least.hand}', and hands of {ranking} are {', '.join(kinds)}"
    for rank in (*least.ranks, *filter(None, (least.low,))):
        if rank not in RANKS:
            yield f"{where} asks for '{rank}', which is no rank of a card"


def _lines(rulebook: Rulebook) -> Iterator[str]:
    """Tables are ranked as the hands that they pay, and pay only kinds of hand that there are."""
    kinds = kinds_of(rulebook)
    decided = {wager.name: wager.hands[0] for wager in rulebook.wagers if wager.hands}
    decided |= {bonus.name: bonus.decided_by for bonus in rulebook.hand_bonuses}
    for table in rulebook.paytables:
        if table.ranking not in kinds:
            yield f"paytable {table.id} is ranked by '{table.ranking}', which is none of {', '.join(kinds)}"
            continue
        for name in table.wagers:
            wager = rulebook.wager(name)
            if table.outcome and (wager is None or wager.against is None):
                yield f"wager {name} is decided by no duel, and its table {table.id} pays by an outcome of one"
            ranking = ranking_named(rulebook, decided[name]) if name in decided else None
            if ranking not in (None, table.ranking):
                yield f"paytable {table.id} is ranked by {table.ranking}, and the hand of {name} by {ranking}"
        yield from _kinds(f"paytable {table.id}", table.ranking, table.lines, kinds)
    for schedule in rulebook.envy:
        ranking = ranking_named(rulebook, schedule.decided_by)
        if ranking is not None:
            yield from _kinds(f"envy of {schedule.wager}", ranking, schedule.lines, kinds)


def _kinds(where: str, ranking: str, lines: tuple[PaytableLine, ...], kinds: Kinds) -> Iterator[str]:
    for line in lines:
        if line.hand not in kinds.get(ranking, ()):
            yield f"{where} pays a hand '{line.hand}', and hands of {ranking} are {', '.join(kinds.get(ranking, ()))}"
