"""The figures that surround a round: decks, opening, shuffle and cut, stub counts, conduct, irregularities."""

from collections.abc import Iterable, Iterator

from pitboss.rulebooks.figures.figure import Figure, listed
from pitboss.rulebooks.table_rules import Handling, Irregularity, Remedy, Role, Step, TableRules, VoidRule

REMEDIES = {
    Remedy.DISCARD_CARD: "the card is set aside",
    Remedy.USE_AS_NEXT: "used as the next card",
    Remedy.BACK_UP_CARD: "the card is backed up",
    Remedy.VOID: "round void, wagers returned",
    Remedy.RESHUFFLE: "cards reshuffled",
    Remedy.FORFEIT_PLAYER: "the player's wagers are forfeited",
    Remedy.OUT_OF_ORDER: "device put out of order",
    Remedy.CALL_OFF: "its wagers are returned, the rest of the round goes on",
    Remedy.PLAY_ON: "play goes on",
}


def table_figures(rules: TableRules) -> Iterator[Figure]:
    """All of them, in the order a table meets them."""
    yield from _decks(rules)
    yield from _opening(rules)
    yield from _shuffle_and_cut(rules)
    if rules.idle:
        yield from _steps("Idle table", "idle", rules.idle.steps, rules.idle.clause)
        facing = "face down, face up on request" if rules.idle.face_up_on_request_only else "either way up"
        yield _figure("Idle table", "idle.facing", "cards lie", facing, rules.idle.clause)
    for handling in rules.handling:
        yield from _handling(handling)
    yield from _conduct(rules)
    for item in rules.irregularities:
        yield from _irregularity(item)
    for rule in rules.voids:
        key = ".".join(("voids", rule.clause, *rule.under))
        yield _figure("Void rounds", key, rule.title, _void_where(rule), rule.clause)
    for granted in rules.authority:
        for name in granted.may:
            by = f"the {listed(granted.by, 'or')}"
            yield _figure("Authority", f"authority.{name}", name.replace("-", " "), by, granted.clause)


def _figure(section: str, key: str, label: str, value: str, clause: str) -> Figure:
    return Figure(section=section, key=key, label=label, value=value, clause=clause)


def _given(section: str, rows: Iterable[tuple[str, str, str, str | None]]) -> Iterator[Figure]:
    """Rows of key, label, value and clause; a row the document has no clause for is left out."""
    for key, label, value, clause in rows:
        if clause:
            yield _figure(section, key, label, value, clause)


def _steps(section: str, key: str, steps: tuple[Step, ...], clause: str) -> Iterator[Figure]:
    yield _figure(section, f"{key}.order", "order", ", ".join(_plain(step.name) for step in steps), clause)
    for step in steps:
        yield _figure(section, f"{key}.{step.name}", step.title, f"by the {listed(step.by, 'or')}", step.clause)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _decks(rules: TableRules) -> Iterator[Figure]:
    two = rules.two_decks
    number = "two with a shuffler, else one" if two.required else "one, or two with a shuffler"
    yield _figure("Decks", "decks", "number", number, rules.decks_clause)
    yield from _given(
        "Decks",
        (
            ("decks.two", "two decks", "only with an automated shuffler", two.clause),
            ("decks.two.design", "two decks: design", "the same", two.design_clause),
            ("decks.two.backs", "two decks: backs", "of different color", two.backs_clause),
            ("decks.two.stored", "two decks: the other deck", "shuffled in the device", two.stored_clause),
            ("decks.two.alternate", "two decks: turns", "every other round", two.alternate_clause),
            ("decks.two.rack", "two decks: discard rack", "cards of one deck only", two.rack_clause),
        ),
    )
    for age in rules.deck_age:
        for method in age.methods:
            label = f"changed at least every, dealt by {_plain(method)}"
            yield _figure("Decks", f"deck_age.{method}", label, f"{age.hours} hours", age.clause)


def _opening(rules: TableRules) -> Iterator[Figure]:
    opening = rules.opening
    if opening is None:
        return
    yield from _steps("Opening", "opening", opening.steps, opening.clause)
    yield from _given(
        "Opening",
        (
            ("opening.each_deck", "two decks", "each goes through every step", opening.each_deck_clause),
            ("opening.preshuffled", "inspected and preshuffled decks", "need no step", opening.preshuffled_clause),
        ),
    )


def _shuffle_and_cut(rules: TableRules) -> Iterator[Figure]:
    shuffling, cut = rules.shuffling, rules.cut
    waived = f"spares {listed(shuffling.device_waives)}" if shuffling.device_waives else "spares nothing"
    yield from _given(
        "Shuffle and cut",
        (
            ("shuffling", "shuffle", "before play and after every round", shuffling.clause),
            ("shuffling.ordered", "shuffle on order", "by the floorperson", shuffling.ordered_clause),
            ("shuffling.wrong_count", "shuffler counts wrong", "deck removed", shuffling.wrong_count_clause),
            ("shuffling.device", "device that reshuffles and counts", waived, shuffling.device_clause),
            ("shuffling.approval", "its approval", "named in the submission", shuffling.approval_clause),
        ),
    )
    if cut is None:
        return
    rows = (
        ("cut", "cut", f"at least {cut.least} cards deep", cut.clause),
        ("cut.after", "cut required", f"after a shuffle that was {listed(cut.after, 'or')}", cut.required_clause),
        ("cut.uncut", "no cut", "after an automated shuffle", cut.uncut_clause),
        ("cut.recut", "recut", "on the floorperson's order, before the deal", cut.recut_clause),
    )
    yield from _given("Shuffle and cut", rows)


def _handling(handling: Handling) -> Iterator[Figure]:
    for method in handling.methods:
        section, key = f"Before and after the deal: {_plain(method)}", f"handling.{method}"
        yield from _steps(section, key, (*handling.load, *handling.stub), handling.clause)
        if handling.chips:
            wagers = listed(map(_plain, handling.chips.wagers))
            yield _figure(section, f"{key}.chips", "chips squared with wagers", wagers, handling.chips.clause)
        if handling.uncounted_clause:
            title = "stub that is not counted"
            yield _figure(section, f"{key}.uncounted", title, "put away", handling.uncounted_clause)
        count = handling.count
        if count is None:
            continue
        often = f"at least every {count.every} rounds" if count.every else "no duty"
        rows = (
            ("count", "stub count", often, count.clause),
            ("count.right", "count right", "stub to the discard rack, unseen", count.right_clause),
            ("count.recount", "count entered wrongly", "counted again, on record", count.recount_clause),
            ("count.wrong", "count wrong", "dealer looks for a misdeal", count.wrong_clause),
            ("count.misdealt", "misdealt, 52 cards", "round void, wagers returned", count.misdealt_clause),
            ("count.deck", "not misdealt", "round void, wagers returned, deck removed", count.wrong_deck_clause),
        )
        yield from _given(section, ((f"{key}.{name}", label, value, clause) for name, label, value, clause in rows))


def _conduct(rules: TableRules) -> Iterator[Figure]:
    conduct, covered = rules.conduct, rules.out_of_order
    leaving = "the floorperson rules on their wagers" if conduct.floor_rules_on_leaving else "their wagers are lost"
    yield from _given(
        "Conduct",
        (
            ("conduct.seated", "who may wager", "seated players", conduct.seated_clause),
            ("conduct.one_position", "positions per player", "one", conduct.one_position_clause),
            ("conduct.leaving", "one who leaves in mid-round", leaving, conduct.leaving_clause),
        ),
    )
    if covered:
        rows = (
            ("out_of_order", "device that cannot be used", "covered or marked first", covered.clause),
            ("out_of_order.cover", "cover", "will do", covered.cover_clause),
            ("out_of_order.sign", "sign", "will do", covered.sign_clause),
        )
        yield from _given("Conduct", rows)


def _void_where(rule: VoidRule) -> str:
    """The phases in which a reason can be found, until when, and at which tables alone."""
    where = f"in {listed(rule.phases, 'or')}"
    if rule.until_dealt or rule.until_wagered:
        where += f", until the first {'card' if rule.until_dealt else 'wager'}"
    if rule.methods:
        where += f", dealt by {listed(map(_plain, rule.methods), 'or')}"
    if rule.devices:
        where += f", with a {listed(rule.devices, 'or')} in use"
    if rule.reading:
        where += f", by reading {listed(rule.under, 'or')} of {rule.reading}"
    return f"{where}, with {rule.cards} cards" if rule.cards else where


def _irregularity(item: Irregularity) -> Iterator[Figure]:
    key = f"irregularities.{item.name}"
    words = listed(REMEDIES[remedy] for remedy in item.remedies)
    for reading, remedies in item.readings.items():
        words += f"; by reading {reading} of {item.reading}: {listed(REMEDIES[remedy] for remedy in remedies)}"
    if Role.DEALER not in item.by:
        words += f", as the {listed(item.by, 'or')} finds"
    yield _figure("Irregularities", key, item.title, words, item.clause)
    if item.again:
        again = listed(REMEDIES[remedy] for remedy in item.again)
        yield _figure("Irregularities", f"{key}.again", f"{item.title}: a second time", again, item.clause)
    if item.forfeit_clause:
        lost = "every wager of the round"
        yield _figure("Irregularities", f"{key}.forfeit", f"{item.title}: forfeits", lost, item.forfeit_clause)
