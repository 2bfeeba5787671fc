"""The figures a round is played by: wagers, pays, deal, decisions, settlement, meters, wheel, limits."""

from collections.abc import Iterable, Iterator

from pitboss.cards import RANK_NAMES, RANK_PLURALS, RANKS
from pitboss.money import Odds
from pitboss.rulebooks.figures.figure import Figure, listed
from pitboss.rulebooks.parts import (
    Dealing,
    DealStep,
    Decides,
    Decision,
    EnvySchedule,
    LimitRule,
    MeterRule,
    Offer,
    Wager,
    WheelStop,
)
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.rulebook import Rulebook

DECIDED_BY = {
    Decides.ACROSS: "Across Hand",
    Decides.DOWN: "Down Hand",
    Decides.BETTER: "the better of Across and Down Hand",
    Decides.COMMUNITY: "the five community cards",
    Decides.HOLE_AND_BURNS: "best five of the two hole cards and the four covered cards",
    Decides.HOLE_PAIR: "a pair in the two hole cards",
    Decides.DUEL: "four-card hand against the dealer's",
    Decides.SUPER_BONUS: "four-card hand, straight or better",
    Decides.FOUR_CARD: "the player's four-card hand",
    Decides.FIVE_CARD: "the player's five cards",
    Decides.DEALER_FIVE_CARD: "the dealer's five cards",
    Decides.TABLE_BEST: "the highest four-card hand at the table",
}

LIMIT_WORDS = {
    LimitRule.FLOOR: "the operator may set one, not below {}",
    LimitRule.CEILING: "not above {}",
    LimitRule.FIXED: "{}",
}


def round_figures(rulebook: Rulebook) -> Iterator[Figure]:
    """All of them, in the order a reader meets them."""
    yield _figure("Table", "seats", "betting positions", str(rulebook.seats), rulebook.seats_clause)
    yield _figure("Table", "void", "when a round is void", "every wager is returned", rulebook.void_clause)
    for offer in rulebook.offers:
        yield from _offer(offer)
    for wager in rulebook.wagers:
        yield from _wager(wager)
    for name, limits in rulebook.limits.items():
        yield _figure(
            "Limits", f"limits.{name}", _wagers([name]), f"{limits.minimum} to {limits.maximum}", limits.clause
        )
    yield from _payout_limit(rulebook)
    for table in rulebook.paytables:
        yield from _paytable(rulebook, table)
    for bonus in rulebook.bonuses:
        yield _figure("Drawn bonuses", f"bonuses.{bonus.name}", bonus.title, str(bonus.pays), bonus.clause)
    for schedule in rulebook.envy:
        yield from _envy(schedule)
    for wheel in rulebook.wheels:
        for stop in wheel.stops:
            key = f"wheels.{wheel.variant}.{stop.position}"
            yield _figure("Bonus Spin wheel", key, f"position {stop.position}", _stop(stop), wheel.clause, wheel.title)
        key = f"wheels.{wheel.variant}.top_prize"
        yield _figure("Bonus Spin wheel", key, "top prize", wheel.top_prize, wheel.clause, wheel.title)
    for meter in rulebook.meters:
        key = f"meters.{meter.name}.{'/'.join(meter.variants)}"
        yield _figure("Meters", key, f"{meter.title} ({_wagers([meter.name])})", _meter(meter), meter.clause)
    if rulebook.link_clause:
        same = "same paytable, wager amount and number of decks in every linked game"
        yield _figure("Meters", "links", "links", same, rulebook.link_clause)
    for dealing in rulebook.dealings:
        yield from _dealing(dealing)
    for decision in rulebook.decisions:
        yield from _decision(rulebook, decision)
    yield from _duel(rulebook)
    yield from _settlement(rulebook)


def _figure(section: str, key: str, label: str, value: str, clause: str, column: str = "") -> Figure:
    return Figure(section=section, key=key, label=label, value=value, clause=clause, column=column)


def _wagers(names: Iterable[str]) -> str:
    """Wagers by their common names: the documents' titles for one wager differ, and that is no different figure."""
    return listed(name.replace("_", " ") for name in names)


def _pays(odds: Odds) -> str:
    return str(odds).replace("_", " ")  # a share of a meter names the meter


def _title(rulebook: Rulebook, name: str) -> str:
    wager = rulebook.wager(name)
    return wager.title if wager else name


def _offer(offer: Offer) -> Iterator[Figure]:
    words = "always" if offer.always else "if the operator chooses"
    if offer.needs:
        words += f", only with {_wagers(offer.needs)}"
    yield _figure("Offers", f"offers.{offer.name}", offer.title, words, offer.clause)
    if offer.variants_clause:
        key, label = f"offers.{offer.name}.variants", f"{offer.title}: paid by"
        yield _figure("Offers", key, label, listed(offer.variants, "or"), offer.variants_clause)


def _wager(wager: Wager) -> Iterator[Figure]:
    def figure(column: str, value: str, clause: str) -> Figure:
        return _figure("Wagers", f"wagers.{wager.name}.{column}", wager.title, value, clause, column)

    if wager.decision:
        made = "in turn, to stay in"
    elif wager.required:
        made = "before the deal, to take part"
    else:
        made = "before the deal, by choice"
    if wager.needs:
        made += f", with {_wagers(wager.needs)}"
    yield figure("made", made, wager.clause)
    if wager.equals and wager.equals_clause:
        yield figure("amount", f"equal to {_wagers([wager.equals])}", wager.equals_clause)
    elif wager.amounts:
        yield figure("amount", listed(map(str, wager.amounts), "or"), wager.clause)
    elif wager.limit:
        yield figure("amount", f"within the limits of {_wagers([wager.limit])}", wager.clause)
    yield figure("decided by", DECIDED_BY[wager.decided_by], wager.lose_clause or wager.clause)
    if wager.fold_clause:
        yield figure("on a fold", _on_fold(wager), wager.fold_clause)


def _on_fold(wager: Wager) -> str:
    if wager.fold_reading:
        return f"stands under reading {listed(wager.stands_under, 'or')} of {wager.fold_reading}, else lost"
    return "stands" if wager.stands_on_fold else "lost"


def _payout_limit(rulebook: Rulebook) -> Iterator[Figure]:
    rule = rulebook.payout_limit
    if rule is None:
        return
    amount = rule.amount.dollars()
    if rule.or_largest_win:
        amount += " or the most one could win at the minimum wager, whichever is greater"
    section = "Aggregate payout limit"
    label = "one player, one round"
    yield _figure(section, "payout_limit", label, LIMIT_WORDS[rule.rule].format(amount), rule.clause)
    yield _figure(section, "payout_limit.counts", "wagers that count", _wagers(rule.counts), rule.clause)


def _paytable(rulebook: Rulebook, table: Paytable) -> Iterator[Figure]:
    """The lines of a table; tables of one id are alternatives and stand side by side."""
    alone = [item.id for item in rulebook.paytables].count(table.id) == 1
    players = f"{table.players} player{'s' if table.players != 1 else ''}"
    column = "pays" if alone else table.variant or players
    # The table of the reading taken has the key of a table without alternatives, to compare with other rulebooks.
    taken = table.variant in [item.taken for item in rulebook.interpretations]
    parts = ("paytables", table.id, "" if taken else table.variant, str(table.players or ""))
    section = f"Paytable: {listed(_title(rulebook, name) for name in table.wagers)}"
    for line in table.lines:
        key = ".".join([*filter(None, parts), line.key])
        yield _figure(section, key, line.title, _pays(line.pays), table.clause_of(line), column)


def _envy(schedule: EnvySchedule) -> Iterator[Figure]:
    column = ", ".join(
        filter(None, (schedule.variant, f"{schedule.stake.dollars()} wager" if schedule.stake else "any wager"))
    )
    for line in schedule.lines:
        key = f"envy.{schedule.wager}.{schedule.variant}.{schedule.stake}.{line.key}"
        yield _figure(schedule.title, key, line.title, str(line.pays), line.clause or schedule.clause, column)


def _stop(stop: WheelStop) -> str:
    pays = str(stop.pays) if stop.pays else "the top prize"
    return f"{pays}, others {stop.community}" if stop.community else pays


def _meter(meter: MeterRule) -> str:
    words = f"fed by {_wagers(meter.wagers)}"
    if meter.minimum_seed:
        words += f"; seed and reset {meter.minimum_seed.dollars()} or more"
    if meter.seed_per_dollar:
        words += f"; seed and reset {meter.seed_per_dollar.dollars()} for each dollar of the wager"
    return words


def _dealing(dealing: Dealing) -> Iterator[Figure]:
    def figure(name: str, label: str, value: str, clause: str) -> Figure:
        return _figure("Dealing", f"dealings.{dealing.method}{name}", f"{dealing.title}{label}", value, clause)

    yield figure("", "", "allowed", dealing.clause)
    yield figure(".order", ": order", "; ".join(map(_step, dealing.steps)), dealing.order_clause)
    yield figure(".no_more_bets", ": betting", "closed before the first card", dealing.no_more_bets_clause)
    yield figure(".stub", ": stub", "put away after the deal", dealing.stub_clause)
    if dealing.needs_shuffler_clause:
        yield figure(".shuffler", ": shuffler", "an automated one is required", dealing.needs_shuffler_clause)


def _step(step: DealStep) -> str:
    words = ", ".join("each player" if name == "players" else name for name in step.to)
    if step.cards > 1:
        words += f", {step.cards} cards at once"
    return f"{words}, {step.times} times round" if step.times > 1 else words


def _decision(rulebook: Rulebook, decision: Decision) -> Iterator[Figure]:
    title = _title(rulebook, decision.bet)

    def figure(name: str, label: str, value: str, clause: str) -> Figure:
        return _figure("Decisions", f"decisions.{decision.bet}{name}", f"{title}{label}", value, clause)

    exact = decision.least == decision.most == 1
    multiple = "equal to" if exact else f"{decision.least} to {decision.most} times"
    yield figure("", "", f"{multiple} the {_wagers([decision.base])}", decision.clause)
    if decision.raised:
        raised = decision.raised
        hand = raised.hand.replace("_", " ")
        if raised.low:
            hand += f" of {RANK_PLURALS[RANKS.index(raised.low)]}"
        words = f"up to {raised.most} times with a {hand} or better"
        yield figure(".raised", ": with a strong hand", words, raised.clause)
    yield figure(".fold", ": otherwise", "fold", decision.fold_clause)
    yield figure(".reveals", ": then turned up", listed(decision.reveals), decision.reveal_clause)


def _duel(rulebook: Rulebook) -> Iterator[Figure]:
    duel = rulebook.duel
    if duel is None:
        return
    rows = (
        (
            "qualifier",
            "dealer qualifies",
            f"with {RANK_NAMES[RANKS.index(duel.qualifier)]} high or better",
            duel.clause,
        ),
        ("pays", "Ante and Play pay", str(duel.pays), duel.pays_clause),
        (
            "not_qualified",
            "dealer does not qualify",
            "Ante returned, Play and Super Bonus paid",
            duel.not_qualified_clause,
        ),
        ("lower", "player's hand lower", "Ante and Play lost, Super Bonus by its table", duel.lower_clause),
        ("higher", "player's hand higher", "Ante, Play and Super Bonus paid", duel.higher_clause),
        ("tie", "hands equal", "Ante and Play returned, Super Bonus by its table", duel.tie_clause),
    )
    for name, label, value, clause in rows:
        yield _figure("Against the dealer", f"duel.{name}", label, value, clause)


def _settlement(rulebook: Rulebook) -> Iterator[Figure]:
    for number, step in enumerate(rulebook.settlement, start=1):
        words = _wagers(step.wagers)
        if step.losers_first:
            words += "; losing wagers first"
        if step.reveals:
            words += f"; after turning up {listed(step.reveals)}"
        if not step.opens_hands:
            words += "; no hand is opened for it"
        yield _figure(
            "Settlement, from the dealer's right", f"settlement.{number}", f"pass {number}", words, step.clause
        )
    for validation in rulebook.validations:
        words = f"from {validation.odds} and shares of a meter" if validation.odds else "every payout"
        title = _title(rulebook, validation.wager)
        key = f"validations.{validation.wager}"
        yield _figure("Validated by a floorperson", key, title, words, validation.clause)
        if validation.document_clause:
            label = f"{title}: shares of a meter"
            words = "paid once documented, not from the table inventory"
            yield _figure("Validated by a floorperson", f"{key}.document", label, words, validation.document_clause)
