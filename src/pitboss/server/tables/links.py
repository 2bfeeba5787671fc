"""Linked progressives: tables that feed one meter and are paid from it must agree, by the clause that links them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.books.table_spec import TableSpec, read_spec, refused, terms_of
from pitboss.rulebooks import Refused, Terms, Violation, one_of
from pitboss.store import MeterState, Store


class Partner(NamedTuple):
    """A table of the link already, with its terms."""

    spec: TableSpec
    terms: Terms


def linked(spec: TableSpec, terms: Terms, links: Mapping[str, str], store: Store) -> TableSpec:
    """The table with some of its meters replaced by those of a link; `Refused` with the clause if it may not join."""
    if not links:
        return spec
    partner = _partner(spec, terms, links, store)
    meters = store.meters(links.values())
    breaches = [
        Violation(
            rulebook=spec.rulebook,
            clause=terms.rulebook.link_clause or "",
            where=f"the link of {partner.spec.name}",
            tried=tried,
            allowed=allowed,
        )
        for tried, allowed in _differences(terms, partner, links, meters)
    ]
    if spec.practice != partner.spec.practice:
        tried, says = "play money and real money on one meter", "A meter holds play money or real money, never both."
        breaches.append(refused("the link", tried, "one of them", says=says).violations[0])
    if spec.currency.code != partner.spec.currency.code:
        tried = f"{spec.currency.code} on a meter in {partner.spec.currency.code}"
        says = f"This meter is in {partner.spec.currency.code}, and the table is in {spec.currency.code}."
        allowed = f"tables in {partner.spec.currency.code}"
        breaches.append(refused("the link", tried, allowed, says=says).violations[0])
    if breaches:
        raise Refused(*breaches)
    return replace(spec, meters={**spec.meters, **links})


def tables_of(store: Store, meter: str) -> list[TableSpec]:
    """The tables that are linked to a meter, in the order of their names."""
    return [spec for spec in map(read_spec, store.streams().values()) if meter in spec.meters.values()]


def _partner(spec: TableSpec, terms: Terms, links: Mapping[str, str], store: Store) -> Partner:
    for name, stored in links.items():
        figures = terms.meters.get(name)
        if figures is None:
            known = one_of(terms.meters, "no meter is in play under this submission")
            raise refused("the links", f"a link of meter {name}", known)
        if terms.rulebook.link_clause is None:
            allowed = "a meter of its own: this rulebook provides no links"
            says = "This rulebook provides no links; the meter must be the table's own."
            raise refused(f"meter {name}", f"a link to {stored}", allowed, figures.clause, spec.rulebook, says)
        for other in tables_of(store, stored):
            if other.meters.get(name) == stored:
                return Partner(other, terms_of(other))
        allowed, says = f"a stored meter that is another table's {name}", f"No table has {stored} as its {name} meter."
        raise refused(f"meter {name}", f"a link to {stored}", allowed, says=says)
    raise AssertionError("there is at least one link")


def _differences(
    terms: Terms, partner: Partner, links: Mapping[str, str], meters: Mapping[str, MeterState]
) -> Iterator[tuple[str, str]]:
    """What this table would do otherwise than the link does: what was tried, and what is allowed."""
    wagers = {wager for name in links for wager in terms.meters[name].wagers}
    fed = [name for name, figures in terms.meters.items() if wagers & set(figures.wagers)]
    whole = {name: partner.spec.meters.get(name, "") for name in fed}
    if dict(links) != whole:
        listed = ", ".join(f"{name} to {stored}" for name, stored in whole.items())
        yield "a link of some meters of a wager", f"all of them, to those of one link: {listed}"
        return
    for wager in sorted(wagers):
        yield from _wager_differences(terms, partner.terms, wager)
    if terms.submission.decks != partner.terms.submission.decks:
        yield f"decks: {terms.submission.decks}", f"{partner.terms.submission.decks}"
    for name, stored in links.items():
        mine, theirs = terms.meters[name], partner.terms.meters[name]
        running = meters[stored].progression
        rate, reset = (running.rate, running.reset) if running else (theirs.rate, theirs.reset)
        if mine.seed != theirs.seed:
            yield f"meter {name} with a seed of {mine.seed}", f"{theirs.seed}"
        if (mine.rate, mine.reset) != (rate, reset):
            yield f"meter {name} at {mine.rate} with a reset of {mine.reset}", f"{rate} and {reset}"


def _wager_differences(mine: Terms, theirs: Terms, wager: str) -> Iterator[tuple[str, str]]:
    ours, other = mine.paytable(wager), theirs.paytable(wager)
    if ours is None or other is None or (ours.title, ours.lines) != (other.title, other.lines):
        yield f"paytable {ours.title if ours else 'none'}", f"{other.title if other else 'none'}"
    rule, same = mine.wagers[wager], theirs.wagers.get(wager)
    if same is None:
        return
    if (mine.amounts(rule), mine.limits(rule)) != (theirs.amounts(same), theirs.limits(same)):
        yield f"{_amounts(mine, wager)} on {wager}", f"{_amounts(theirs, wager)}"


def _amounts(terms: Terms, wager: str) -> str:
    rule = terms.wagers[wager]
    limits = terms.limits(rule)
    fixed = " or ".join(map(str, terms.amounts(rule)))
    return fixed or (f"{limits.minimum} to {limits.maximum} by {limits.unit}" if limits else "any amount")
