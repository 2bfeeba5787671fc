"""What must hold inside one rulebook beyond its types: names and clauses that refer to something that is there."""

from collections.abc import Iterator

import msgspec

from pitboss.rulebooks.rulebook import Rulebook


def problems(rulebook: Rulebook) -> list[str]:
    """Every dangling name or clause, as one line each; empty for a sound rulebook."""
    return [*_duplicates(rulebook), *_dangling_clauses(rulebook), *_dangling_names(rulebook)]


def _duplicates(rulebook: Rulebook) -> Iterator[str]:
    groups = {
        "clause": [clause.id for clause in rulebook.clauses],
        "interpretation": [item.id for item in rulebook.interpretations],
        "wager": [wager.name for wager in rulebook.wagers],
        "offer": [offer.name for offer in rulebook.offers],
    }
    for kind, names in groups.items():
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{kind} '{name}' stands twice"


def _dangling_clauses(rulebook: Rulebook) -> Iterator[str]:
    known = {clause.id for clause in rulebook.clauses}
    for where, clause in cited_clauses(rulebook):
        if clause not in known:
            yield f"{where} cites clause '{clause}', which is not in the register"


def cited_clauses(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Every clause a figure cites, with the place of the figure."""
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
        for number, item in enumerate(value):
            yield from _cited(f"{where}[{number}]", item, "clause" if key == "clauses" else key)
    elif isinstance(value, msgspec.Struct):
        yield from _cited(where, msgspec.structs.asdict(value))


def _dangling_names(rulebook: Rulebook) -> Iterator[str]:
    wagers = {wager.name for wager in rulebook.wagers}
    offers = {offer.name for offer in rulebook.offers}
    referred: list[tuple[str, str | None]] = []
    for table in rulebook.paytables:
        referred += [(f"paytable {table.id}", name) for name in table.wagers]
    for number, step in enumerate(rulebook.settlement):
        referred += [(f"settlement pass {number + 1}", name) for name in step.wagers]
    for decision in rulebook.decisions:
        referred += [("decision", decision.bet), ("decision", decision.base)]
    for wager in rulebook.wagers:
        referred += [(wager.name, name) for name in (wager.equals, *wager.needs)]
        if wager.offer is not None and wager.offer not in offers:
            yield f"wager {wager.name} belongs to an unknown offer '{wager.offer}'"
    if rulebook.payout_limit:
        referred += [("payout limit", name) for name in rulebook.payout_limit.counts]
    for where, name in referred:
        if name is not None and name not in wagers:
            yield f"{where} names an unknown wager '{name}'"
    settled = {name for step in rulebook.settlement for name in step.wagers}
    for name in sorted(wagers - settled):
        yield f"wager '{name}' is settled in no pass"
