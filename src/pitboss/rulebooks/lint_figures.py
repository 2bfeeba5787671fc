"""Faults of a rulebook whose parts are each sound: names that lead nowhere, lines never reached, impossible deals."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from pitboss.cards import DECK, STANDARD, order_fault, ranking_of
from pitboss.rulebooks.fault import Fault, labelled
from pitboss.rulebooks.parts import OWN, Decision
from pitboss.rulebooks.paytable import Paytable, PaytableLine
from pitboss.rulebooks.recipes import ranking_named
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.table_rules import ANY

FILE, TABLE = "rulebook.toml", "table.toml"
MOST_SEATS = 20
MOST_TIMES = 100
"""No bet is more times its base; every size is an option of its own, to be shown and to be counted."""


def figure_faults(rulebook: Rulebook) -> list[Fault]:
    """Every fault of the figures."""
    return [*_names(rulebook), *_places(rulebook), *_readings(rulebook), *_tables(rulebook), *quick_faults(rulebook)]


def quick_faults(rulebook: Rulebook) -> list[Fault]:
    """Those of limits, decisions and deals, which take no time to find and without which nothing could be counted."""
    return [*_limits(rulebook), *_decisions(rulebook), *_deals(rulebook)]


# Names


def _names(rulebook: Rulebook) -> Iterator[Fault]:
    """Wagers, offers and dealing methods that are named and are not there."""
    wagers = {wager.name for wager in rulebook.wagers}
    offers = {offer.name for offer in rulebook.offers}
    methods = {dealing.method for dealing in rulebook.dealings}
    referred: list[tuple[str, str, Iterable[object], set[str], str]] = [
        (FILE, "envy.wager", (item.wager for item in rulebook.envy), wagers, "wager"),
        (FILE, "validations.wager", (item.wager for item in rulebook.validations), wagers, "wager"),
        (FILE, "wheels.wager", (item.wager for item in rulebook.wheels), wagers, "wager"),
        (FILE, "meters.wagers", (name for item in rulebook.meters for name in item.wagers), wagers, "wager"),
        (FILE, "meters.offer", (item.offer for item in rulebook.meters), offers, "offer"),
        (FILE, "bonuses.on", (item.on for item in rulebook.bonuses), offers, "offer"),
        (FILE, "bonuses.name", (item.name for item in rulebook.bonuses), offers, "offer"),
        (FILE, "offers.needs", (name for item in rulebook.offers for name in item.needs), offers, "offer"),
        (TABLE, "deck_age.methods", (name for item in rulebook.table.deck_age for name in item.methods), methods, ""),
        (TABLE, "handling.methods", (name for item in rulebook.table.handling for name in item.methods), methods, ""),
    ]
    for handling in rulebook.table.handling:
        chips = handling.chips.wagers if handling.chips else ()
        referred.append((TABLE, "handling.chips.wagers", chips, wagers, "wager"))
    for rule in rulebook.table.irregularities:
        referred.append((TABLE, f"irregularities[{rule.name}].wagers", rule.wagers, wagers, "wager"))
    for decision in rulebook.decisions:
        referred.append((FILE, f"decisions[{decision.key}].kept_for", decision.kept_for, wagers, "wager"))
    for file, key, names, known, what in referred:
        for name in dict.fromkeys(names):
            if name not in known:
                yield Fault(file, key, f"there is no {what or 'dealing method'} '{name}'")
    handled = {name for item in rulebook.table.handling for name in item.methods}
    for name in sorted(methods - handled):
        yield Fault(TABLE, "handling", f"nothing says how the deck is handled with the dealing method '{name}'")
    if not rulebook.table.voids:
        yield Fault(TABLE, "voids", "it is empty: no round could ever be void")


def _places(rulebook: Rulebook) -> Iterator[Fault]:
    """Places at which a card must lie for a void or an irregularity, and to which none is ever dealt."""
    dealt = (place for dealing in rulebook.dealings for step in dealing.steps for place in step.spread or step.to)
    known = [ANY, OWN, *(place for place in dict.fromkeys(dealt) if place != "players")]
    asked = [(f"voids[{rule.clause}]", rule.dealt) for rule in rulebook.table.voids]
    asked += [(f"irregularities[{rule.name}]", rule.dealt) for rule in rulebook.table.irregularities]
    for key, places in asked:
        for place in dict.fromkeys(places):
            if place not in known:
                yield Fault(TABLE, f"{key}.dealt", f"there is no place '{place}'; one of {', '.join(known)}")


def _readings(rulebook: Rulebook) -> Iterator[Fault]:
    """Interpretations and readings that decide something and are not there."""
    choices = {item.id: item.choices for item in rulebook.interpretations}
    for file, part in ((FILE, msgspec.structs.asdict(rulebook)), (TABLE, msgspec.structs.asdict(rulebook.table))):
        plain = {key: value for key, value in part.items() if key not in ("table", "interpretations", "clauses")}
        yield from _deciding(file, "", plain, choices)


def _deciding(file: str, key: str, value: object, choices: dict[str, tuple[str, ...]]) -> Iterator[Fault]:
    """A field `reading`, or one that ends so, names an interpretation; `under`, or `..._under`, readings of it."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
        asked = [item for name, item in value.items() if name.endswith("reading") and isinstance(item, str)]
        for name in asked:
            if name not in choices:
                yield Fault(file, key, f"there is no interpretation '{name}'")
        known = {choice for name in asked for choice in choices.get(name, ())}
        for name, items in value.items():
            if name.endswith("under") and set(asked) <= set(choices):
                for item in sorted(set(items) - known):
                    yield Fault(file, f"{key}.{name}", f"there is no such reading: '{item}'")
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _deciding(file, f"{key}.{name}" if key else str(name), item, choices)
    elif isinstance(value, tuple | list):
        for label, item in labelled(value):
            yield from _deciding(file, f"{key}[{label}]", item, choices)


# Paytables


def _tables(rulebook: Rulebook) -> Iterator[Fault]:
    for table in rulebook.paytables:
        yield from _unreached(rulebook, f"paytables[{table.id}]", table.ranking, table.lines)
        yield from _forgotten(rulebook, table)
    for schedule in rulebook.envy:
        ranking = ranking_named(rulebook, schedule.decided_by)
        if ranking is not None:
            yield from _unreached(rulebook, f"envy[{schedule.name}]", ranking, schedule.lines)


def _unreached(rulebook: Rulebook, key: str, ranking: str, lines: tuple[PaytableLine, ...]) -> Iterator[Fault]:
    """Lines below which no hand comes: none is called so, or all that are belong to lines above."""
    own = {rule.name: (rule.cards, rule.order) for rule in rulebook.rankings}
    figures = own.get(ranking) or STANDARD.get(ranking)
    values = ranking_of(*figures).values if figures and not order_fault(*figures) else ()
    left = set(values)
    if not lines:
        yield Fault(FILE, key, "it has no line")
    for line in lines if left else ():
        covered = {value for value in left if line.covers(value)}
        if not covered:
            yield Fault(FILE, f"{key}.lines", f"no hand ever reaches the line '{line.key}'")
        left -= covered


def _forgotten(rulebook: Rulebook, table: Paytable) -> Iterator[Fault]:
    """Kinds of hand that rank above a line of a table and would lose, a royal flush where a straight flush is paid.

    A table for hands that a better one beats may leave out the best there is.
    """
    own = {rule.name: rule.order for rule in rulebook.rankings}
    order = own.get(table.ranking) or STANDARD.get(table.ranking, (0, ()))[1]
    paid = [order.index(line.hand) for line in table.lines if line.hand in order]
    above = {kind for kind in order[min(paid, default=len(order)) :] if order.index(kind) not in paid}
    key = f"paytables[{table.id}]"
    unbeaten = order[-1:] if table.outcome == "lower" else ()
    for kind in order:
        if kind in above and kind not in (*table.unpaid, *unbeaten):
            says = f"a hand '{kind}' ranks above '{order[min(paid)]}' and is on no line"
            yield Fault(FILE, f"{key}.lines", f"{says}; add one, or name it in `unpaid`")
    for kind in dict.fromkeys(table.unpaid):
        if kind not in above:
            yield Fault(FILE, f"{key}.unpaid", f"'{kind}' is no kind of hand above a line that is on none")


# Limits, decisions and the deal


def _limits(rulebook: Rulebook) -> Iterator[Fault]:
    for name, limits in rulebook.limits.items():
        if limits.maximum < limits.minimum:
            says = f"the minimum {limits.minimum} is above the maximum {limits.maximum}"
            yield Fault(FILE, f"limits.{name}", says)


def _decisions(rulebook: Rulebook) -> Iterator[Fault]:
    for decision in rulebook.decisions:
        key = f"decisions[{decision.key}]"
        wager = rulebook.wager(decision.bet) if decision.bet else None
        if wager is not None and not wager.decision:
            yield Fault(FILE, f"{key}.bet", f"'{decision.bet}' is no wager made in turn: it lacks `decision = true`")
        if decision.bet is not None:
            yield from _bounds(key, decision)
        for dealing in rulebook.dealings:
            places = {place for step in dealing.steps for place in step.spread or step.to}
            for place in decision.reveals:
                if place not in places:
                    says = f"no card is dealt to '{place}' by the method {dealing.method}"
                    yield Fault(FILE, f"{key}.reveals", says)


def _bounds(key: str, decision: Decision) -> Iterator[Fault]:
    largest = max(decision.most, *decision.multiples, decision.raised.most if decision.raised else 0)
    if largest > MOST_TIMES:
        yield Fault(FILE, key, f"{largest} times the base; at most {MOST_TIMES} are taken")
        return
    if not 1 <= decision.least <= decision.most:
        yield Fault(FILE, key, f"least {decision.least} and most {decision.most}: 1 <= least <= most is wanted")
        return
    if any(times < 1 for times in decision.multiples) or list(decision.multiples) != sorted(set(decision.multiples)):
        yield Fault(FILE, f"{key}.multiples", "whole numbers from 1 up, each once, the least first, are wanted")
    elif decision.raised and decision.raised.most < decision.times[-1]:
        says = f"{decision.raised.most} is less than {decision.times[-1]}, the most without"
        yield Fault(FILE, f"{key}.raised.most", says)


def covered_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Cards of the table that decide a hand and that nobody ever turns up."""
    turned = {place for decision in rulebook.decisions for place in decision.reveals}
    turned |= {place for step in rulebook.settlement for place in step.reveals}
    decides = {name for wager in rulebook.wagers for name in wager.hands}
    decides |= {name for duel in rulebook.duels for name in (duel.hand, duel.against)}
    decides |= {bonus.decided_by for bonus in rulebook.hand_bonuses}
    for dealing in rulebook.dealings:
        covered = {to for step in dealing.steps if not step.face_up for to in step.spread or step.to} - turned
        for hand in rulebook.hands:
            for place in hand.places:
                if hand.name in decides and place in covered:
                    says = f"the cards at '{place}' decide it and are never turned up: no `reveals` names them"
                    yield Fault(FILE, f"hands[{hand.name}].places", says)


def _deals(rulebook: Rulebook) -> Iterator[Fault]:
    """Every method must deal players cards, and no more than a deck has when all seats are taken."""
    if not 1 <= rulebook.seats <= MOST_SEATS:
        yield Fault(FILE, "seats", f"{rulebook.seats}: 1 to {MOST_SEATS} are wanted")
        return
    if not rulebook.dealings:
        yield Fault(FILE, "dealings", "there is no way of dealing")
    for dealing in rulebook.dealings:
        key = f"dealings[{dealing.method}].steps"
        if any(not 1 <= figure <= len(DECK) for step in dealing.steps for figure in (step.cards, step.times)):
            yield Fault(FILE, key, f"cards and times are 1 to {len(DECK)}")
            continue
        dealt: Counter[str] = Counter()
        for step in dealing.steps:
            for place in step.to:
                dealt[place] += step.cards * step.times * (rulebook.seats if place == "players" else 1)
        if not dealt["players"]:
            yield Fault(FILE, key, "no card is dealt to players")
        if dealt.total() > len(DECK):
            yield Fault(FILE, key, f"{dealt.total()} cards for {rulebook.seats} seats; a deck has {len(DECK)}")
