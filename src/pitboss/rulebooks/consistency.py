"""What must hold inside one rulebook beyond its types: names and clauses that refer to something that is there."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.rulebooks.choices import choice_problems
from pitboss.rulebooks.fault import labelled, shown
from pitboss.rulebooks.recipes import recipe_problems
from pitboss.rulebooks.rulebook import READING, Rulebook
from pitboss.rulebooks.table_rules import Device, Remedy, TableRules
from pitboss.rulebooks.wager_faults import wager_problems

TITLES = ("title", "lost_title", "document", "jurisdiction")


def problems(rulebook: Rulebook) -> list[str]:
    """Every dangling name or clause, as one line each; empty for a sound rulebook."""
    return [
        *_duplicates(rulebook),
        *_untold("rulebook", msgspec.structs.asdict(rulebook)),
        *_dangling_clauses(rulebook),
        *_dangling_names(rulebook),
        *wager_problems(rulebook),
        *recipe_problems(rulebook),
        *choice_problems(rulebook),
        *_dangling_methods(rulebook),
        *_unlisted_voids(rulebook),
    ]


def _duplicates(rulebook: Rulebook) -> Iterator[str]:
    groups = {
        "clause": [clause.id for clause in rulebook.clauses],
        "interpretation": [item.id for item in rulebook.interpretations],
        "wager": [wager.name for wager in rulebook.wagers],
        "offer": [offer.name for offer in rulebook.offers],
        "hand": [hand.name for hand in rulebook.hands],
        "duel": [duel.name for duel in rulebook.duels],
        "ranking": [rule.name for rule in rulebook.rankings],
        "void under": [
            f"{rule.clause} by {choice}" if choice else rule.clause  # by each reading once
            for rule in rulebook.table.voids
            for choice in rule.under or ("",)
        ],
    }
    for kind, names in groups.items():
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{kind} '{name}' stands twice"


def _dangling_clauses(rulebook: Rulebook) -> Iterator[str]:
    known = {clause.id for clause in rulebook.clauses}
    readings = {item.id for item in rulebook.interpretations}
    yield from dangling_citations(msgspec.structs.asdict(rulebook), known, readings)


def dangling_citations(data: dict[str, Any], known: set[str], taken: set[str]) -> Iterator[str]:
    """Citations, in a rulebook's fields or in the plain data of its files, of neither a clause nor a reading."""
    readings = {f"{READING}{id}" for id in taken}
    for where, citation in _cited("rulebook", data):
        if citation.startswith(READING) and citation not in readings:
            yield f"{where} cites '{citation}', which is no interpretation of this rulebook"
        elif citation not in known | readings:
            yield f"{where} cites clause '{citation}', which is not in the register"


def cited_clauses(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Every clause or reading a figure cites, with the place of the figure."""
    return list(_cited("rulebook", msgspec.structs.asdict(rulebook)))


def _cited(where: str, value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Walks the values: a field named `clause` or ending in `_clause`, or `clauses` of an interpretation."""
    if isinstance(value, str):
        if value and (key == "clause" or key.endswith("_clause")):
            yield where, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _cited(f"{where}.{name}", item, str(name))
    elif isinstance(value, tuple | list):
        for label, item in labelled(value):
            yield from _cited(f"{where}[{label}]", item, "clause" if key == "clauses" else key)
    elif isinstance(value, msgspec.Struct):
        yield from _cited(where, msgspec.structs.asdict(value))


def _untold(where: str, value: object, key: str = "") -> Iterator[str]:
    """Titles that say nothing, or that a page or a terminal would not show as they stand."""
    if isinstance(value, str):
        if key in TITLES and not (value.strip() and value.isprintable()):
            yield f"{where} must be words that can be shown, not {shown(value)}"
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _untold(f"{where}.{name}", item, str(name))
    elif isinstance(value, tuple | list):
        for label, item in labelled(value):
            yield from _untold(f"{where}[{label}]", item, key)
    elif isinstance(value, msgspec.Struct):
        yield from _untold(where, msgspec.structs.asdict(value))


def _dangling_names(rulebook: Rulebook) -> Iterator[str]:
    wagers = {wager.name for wager in rulebook.wagers}
    offers = {offer.name for offer in rulebook.offers}
    referred: list[tuple[str, str | None]] = []
    for table in rulebook.paytables:
        bonuses = {bonus.name for bonus in rulebook.hand_bonuses}
        referred += [(f"paytable {table.id}", name) for name in table.wagers if name not in bonuses]
    for number, step in enumerate(rulebook.settlement):
        referred += [(f"settlement pass {number + 1}", name) for name in step.wagers]
    for decision in rulebook.decisions:
        referred += [("decision", name) for name in (decision.bet, *decision.bases)]
    for wager in rulebook.wagers:
        referred += [(wager.name, name) for name in (wager.equals, *wager.needs)]
        if wager.offer is not None and wager.offer not in offers:
            yield f"wager {wager.name} belongs to an unknown offer '{wager.offer}'"
    if rulebook.game_account:
        referred += [("the game account", name) for name in rulebook.game_account.wagers]
    if rulebook.betting_areas:
        referred += [("betting areas", name) for row in rulebook.betting_areas.rows for name in row]
    if rulebook.payout_limit:
        referred += [("payout limit", name) for name in rulebook.payout_limit.counts]
    for where, name in referred:
        if name is not None and name not in wagers:
            yield f"{where} names an unknown wager '{name}'"
    settled = {name for step in rulebook.settlement for name in step.wagers}
    passes = [name for step in rulebook.settlement for name in step.wagers]
    for name in sorted({name for name in settled if passes.count(name) > 1}):
        yield f"settlement names the wager '{name}' twice; it is settled once, in one pass"
    for name in sorted(wagers - settled):
        yield f"wager '{name}' is settled in no pass"


def _dangling_methods(rulebook: Rulebook) -> Iterator[str]:
    """Ways of dealing that the document does not have."""
    known = {dealing.method for dealing in rulebook.dealings}
    table = rulebook.table
    named = [(f"rulebook.table.handling[{item.clause}]", item.methods) for item in table.handling]
    named += [(f"rulebook.table.deck_age[{item.clause}]", item.methods) for item in table.deck_age]
    named += [(f"rulebook.table.voids[{item.clause}]", item.methods) for item in table.voids]
    for where, methods in named:
        for method in methods:
            if method not in known:
                yield f"{where} names an unknown way of dealing '{method}'"


def _unlisted_voids(rulebook: Rulebook) -> Iterator[str]:
    """What the table voids a round by is a reason in the list, with the same ways of dealing and devices."""
    listed = {rule.clause: rule for rule in rulebook.table.voids}
    for where, clause, methods, device in _voided_by(rulebook.table):
        rule = listed.get(clause)
        dealt = rule is not None and (not rule.methods or set(methods) == set(rule.methods))
        if rule is None or not dealt or (rule.devices and device not in rule.devices):
            yield f"{where} voids a round by '{clause}', which is no reason listed for it"


def _voided_by(table: TableRules) -> Iterator[tuple[str, str, tuple[str, ...], Device | None]]:
    """Where the table voids a round by a clause, with which ways of dealing and which device in use."""
    for item in table.handling:
        if item.count:
            yield f"the stub count of {item.clause}", item.count.misdealt_clause, item.methods, None
            yield f"the stub count of {item.clause}", item.count.wrong_deck_clause, item.methods, None
    for irregularity in table.irregularities:
        remedies = (irregularity.remedies, irregularity.again, *irregularity.readings.values())
        if any(Remedy.VOID in brought for brought in remedies):
            yield f"irregularity {irregularity.name}", irregularity.clause, (), irregularity.device
    for where, clause in (
        ("a deck too old", table.age_void_clause),
        ("an idle table", table.idle and table.idle.clause),
    ):
        if clause:
            yield where, clause, (), None
    if table.unready_void_clause:
        yield "a broken device", table.unready_void_clause, (), Device.SHUFFLER
