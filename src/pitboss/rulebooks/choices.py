"""What must hold whatever an operator chooses: each wager is then paid by one table or wheel, from meters in play."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pitboss.money import MeterShare
from pitboss.rulebooks.parts import BY_TABLE, BY_TABLE_OR_PUSH, MeterRule, Wager, Wheel
from pitboss.rulebooks.paytable import ANTE_READING, Paytable
from pitboss.rulebooks.rulebook import Rulebook


def choice_problems(rulebook: Rulebook) -> Iterator[str]:
    """Every choice under which something is paid by nothing, or by two things at once, one line each."""
    for wager in rulebook.wagers:
        for choice in _choices(rulebook, wager):
            under = f" under '{choice}'" if choice else ""
            tables = [t for t in rulebook.paytables if wager.name in t.wagers and t.variant in (None, choice)]
            wheels = [one for one in rulebook.wheels if one.wager == wager.name and one.variant == choice]
            yield from _tables(rulebook, wager, tables, under, bool(wheels))
            yield from _meters(rulebook, wager, choice, tables, under)
            if len(wheels) > 1:
                yield f"wager {wager.name} has {len(wheels)} wheels{under}"
    for wheel in rulebook.wheels:
        yield from _wheel(rulebook, wheel)
    yield from _fed(rulebook)
    yield from _alike(rulebook)


def _choices(rulebook: Rulebook, wager: Wager) -> tuple[str | None, ...]:
    """What may be chosen of its tables: by its offer, or by a reading; None where there is no choice."""
    offer = rulebook.offer(wager.offer) if wager.offer else None
    if wager.offer:
        return offer.variants or (None,) if offer else ()
    reading = rulebook.interpretation(ANTE_READING)
    return reading.choices if reading else (None,)


def _tables(rulebook: Rulebook, wager: Wager, tables: list[Paytable], under: str, turned: bool) -> Iterator[str]:
    where, cases = f"wager {wager.name}", Counter(table.case for table in tables)
    for table in tables:
        if table.players is not None and table.outcome is not None:
            yield f"paytable {table.id} is for a number of players and for an outcome; it can be for one of them"
    for case, often in cases.items():
        if often > 1:
            told = f" for {case}" + (" players" if isinstance(case, int) else "") if case else ""
            yield f"{where} has {often} tables{under}{told}; no table goes by the amount wagered"
    against = wager.against
    if against is not None:
        words = {name: getattr(against, name) for name in ("higher", "tie", "lower", "not_qualified")}
        for outcome in [name for name, word in words.items() if word in (BY_TABLE, BY_TABLE_OR_PUSH)]:
            if under and not cases.keys() & {outcome, None}:
                yield f"{where} has no table for {outcome}{under}"
    elif not tables and not turned:
        yield f"{where} has no table and no wheel{under}"
    if tables and wager.everyones and None not in cases:
        for players in range(1, rulebook.seats + 1):
            if players not in cases:
                yield f"{where} has no table for {players} players{under}"


def _meters(rulebook: Rulebook, wager: Wager, choice: str | None, tables: list[Paytable], under: str) -> Iterator[str]:
    """A share is of a meter that the same choice brings into play."""
    shares = [line.pays.meter for table in tables for line in table.lines if isinstance(line.pays, MeterShare)]
    known = {rule.name for rule in rulebook.meters}
    for name in dict.fromkeys(shares):
        if name in known and not any(rule.name == name for rule in _in_play(rulebook, wager, choice)):
            yield f"wager {wager.name} is paid from the meter '{name}', which is not in play{under}"


def _in_play(rulebook: Rulebook, wager: Wager, choice: str | None) -> list[MeterRule]:
    """The meters that stand where a wager is offered: those of its offer, and of offers which that needs."""
    offered = [wager.offer]
    for name in offered:
        offer = rulebook.offer(name) if name else None
        offered += [needed for needed in (offer.needs if offer else ()) if needed not in offered]
    own = (rule for rule in rulebook.meters if rule.offer in offered)
    return [rule for rule in own if rule.offer != wager.offer or not rule.variants or choice in rule.variants]


def _wheel(rulebook: Rulebook, wheel: Wheel) -> Iterator[str]:
    where, wager = f"wheel {wheel.variant}", rulebook.wager(wheel.wager)
    offer = rulebook.offer(wager.offer) if wager and wager.offer else None
    if wager is None:
        return  # told elsewhere
    if offer is None or wheel.variant not in offer.variants:
        yield f"{where} has a variant that no offer of {wheel.wager} lets anyone choose"
        return
    for position in _twice(str(stop.position) for stop in wheel.stops):
        yield f"{where} has its position {position} twice"
    if not wheel.stops:
        yield f"{where} has no stops"
    in_play = _in_play(rulebook, wager, wheel.variant)
    for odds in (odds for stop in wheel.stops for odds in (stop.pays, stop.community)):
        if isinstance(odds, MeterShare) and odds.meter not in [rule.name for rule in in_play]:
            yield f"{where} pays from the meter '{odds.meter}', which is not in play under it"
    fed = [rule for rule in in_play if wheel.wager in rule.wagers]
    if wheel.top_prize == "progressive" and len(fed) != 1:
        yield f"{where} has a progressive top prize, and {len(fed)} meters take of {wheel.wager}; one is wanted"


def _fed(rulebook: Rulebook) -> Iterator[str]:
    for rule in rulebook.meters:
        if not rule.wagers:
            yield f"meter {rule.name} is fed by no wager"
        elif rule.seed_per_dollar is not None and len(rule.wagers) > 1:
            yield f"meter {rule.name} has a seed for each dollar of its wager, and {len(rule.wagers)} wagers feed it"


def _alike(rulebook: Rulebook) -> Iterator[str]:
    """Parts of which the first would be taken and the others never be seen."""
    areas = rulebook.betting_areas.rows if rulebook.betting_areas else ()
    groups: dict[str, list[str]] = {
        "dealing method": [dealing.method for dealing in rulebook.dealings],
        "handling for": [method for item in rulebook.table.handling for method in item.methods],
        "irregularity": [item.name for item in rulebook.table.irregularities],
        "hand bonus": [bonus.name for bonus in rulebook.hand_bonuses],
        "bonus": [bonus.name for bonus in rulebook.bonuses],
        "validation of": [item.wager for item in rulebook.validations],
        "meter": [
            f"{rule.name} ({choice})" if choice else rule.name
            for rule in rulebook.meters
            for choice in rule.variants or ("",)
        ],
        "envy of": [
            " ".join(filter(None, (item.wager, item.variant, str(item.stake or "")))) for item in rulebook.envy
        ],
        "place on the felt": [place for row in rulebook.felt for place in row if place],
        "betting area for": [name for row in areas for name in row],
    }
    for kind, names in groups.items():
        for name in _twice(names):
            yield f"{kind} '{name}' stands twice"
    dealt = {place for dealing in rulebook.dealings for step in dealing.steps for place in step.spread or step.to}
    for place in dict.fromkeys(place for row in rulebook.felt for place in row if place):
        if place not in dealt or place == "players":
            yield f"felt names a place '{place}' to which no card is dealt"


def _twice(names: Iterable[str]) -> list[str]:
    return sorted(name for name, often in Counter(names).items() if often > 1)
