"""The figures a round is played by: wagers, pays, deal, decisions, settlement, meters, wheel, limits."""

from collections.abc import Iterable, Iterator

from pitboss.money import Amount, Odds
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.figures.figure import Figure, listed
from pitboss.rulebooks.parts import (
    OWN,
    Dealing,
    DealStep,
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

LIMIT_WORDS = {
    LimitRule.FLOOR: "the operator may set one, not below {}",
    LimitRule.CEILING: "not above {}",
    LimitRule.FIXED: "{}",
}


def round_figures(rulebook: Rulebook) -> Iterator[Figure]:
    """All of them, in the order a reader meets them."""
    yield _figure("Table", "seats", "betting positions", str(rulebook.seats), rulebook.seats_clause)
    if rulebook.betting_areas:
        for number, row in enumerate(rulebook.betting_areas.rows, start=1):
            key, label = f"betting_areas.{number}", f"row {number} of the betting areas, from the dealer"
            yield _figure("Table", key, label, _wagers(row), rulebook.betting_areas.clause)
    for offer in rulebook.offers:
        yield from _offer(offer)
    yield from _hands(rulebook)
    for wager in rulebook.wagers:
        yield from _wager(rulebook, wager)
    for name, limits in rulebook.limits.items():
        yield _figure(
            "Limits", f"limits.{name}", _wagers([name]), f"{limits.minimum} to {limits.maximum}", limits.clause
        )
    yield from _payout_limit(rulebook)
    for table in rulebook.paytables:
        yield from _paytable(rulebook, table)
    for bonus in rulebook.bonuses:
        yield _figure(
            "Drawn bonuses", f"bonuses.{bonus.name}", bonus.title, rulebook.currency.odds(bonus.pays), bonus.clause
        )
        key, when = f"bonuses.{bonus.name}.draw", "by the system, before the first card"
        yield _figure("Drawn bonuses", key, f"{bonus.title}: drawn", when, bonus.draw_clause)
        key, often = f"bonuses.{bonus.name}.frequency", "once in so many rounds, as filed"
        yield _figure("Drawn bonuses", key, f"{bonus.title}: how often", often, bonus.frequency_clause)
    for schedule in rulebook.envy:
        yield from _envy(schedule, rulebook.currency)
    for wheel in rulebook.wheels:
        for stop in wheel.stops:
            key = f"wheels.{wheel.variant}.{stop.position}"
            yield _figure(
                "Bonus Spin wheel",
                key,
                f"position {stop.position}",
                _stop(stop, rulebook.currency),
                wheel.clause,
                wheel.title,
            )
        key = f"wheels.{wheel.variant}.top_prize"
        yield _figure("Bonus Spin wheel", key, "top prize", wheel.top_prize, wheel.clause, wheel.title)
        key = f"wheels.{wheel.variant}.spin"
        yield _figure("Bonus Spin wheel", key, "spun", "by a player with a pair", wheel.spin_clause, wheel.title)
    yield from _meters(rulebook)
    yield from _dealings(rulebook)
    for decision in rulebook.decisions:
        yield from _decision(rulebook, decision)
    yield from _duels(rulebook)
    yield from _settlement(rulebook)
    yield from _game_account(rulebook)


def _figure(section: str, key: str, label: str, value: str, clause: str, column: str = "") -> Figure:
    return Figure(section=section, key=key, label=label, value=value, clause=clause, column=column)


def _wagers(names: Iterable[str]) -> str:
    """Wagers by their common names: the documents' titles for one wager differ, and that is no different figure."""
    return listed(name.replace("_", " ") for name in names)


def _pays(odds: Odds, currency: Currency) -> str:
    return currency.odds(odds).replace("_", " ")  # a share of a meter names the meter


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
        named = ", named in the submission" if offer.filed else ""
        yield _figure("Offers", key, label, listed(offer.variants, "or") + named, offer.variants_clause)
    if offer.device:
        words = (
            f"{offer.device.title}, unless {offer.device.reading} is read as {listed(offer.device.waived_under, 'or')}"
        )
        yield _figure("Offers", f"offers.{offer.name}.device", f"{offer.title}: device", words, offer.device.clause)


def _hands(rulebook: Rulebook) -> Iterator[Figure]:
    for rule in rulebook.rankings:
        words = ", ".join(name.replace("_", " ") for name in reversed(rule.order))
        yield _figure("Hands", f"rankings.{rule.name}", f"{rule.cards} cards", words, rule.clause)
    for hand in rulebook.hands:
        places = listed("the player's own" if place == OWN else place for place in hand.places)
        words = f"the best by {hand.ranking.replace('_', '-')} of {places}"
        yield _figure("Hands", f"hands.{hand.name}", hand.title, words, hand.clause)


def _decided_by(rulebook: Rulebook, wager: Wager) -> str:
    """Which hand decides a wager, and against what."""
    titles = [hand.title for name in wager.hands if (hand := rulebook.hand(name))]
    words = titles[0] if len(titles) == 1 else f"the better of {listed(titles)}"
    if wager.everyones:
        words += ", of the dealer and all players"
    return f"{words}, against the dealer's" if wager.against else words


def _wager(rulebook: Rulebook, wager: Wager) -> Iterator[Figure]:
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
        yield figure("amount", listed(map(str, wager.amounts), "or"), wager.amounts_clause or wager.clause)
    elif wager.limit:
        yield figure("amount", f"within the limits of {_wagers([wager.limit])}", wager.limit_clause or wager.clause)
    elif wager.amounts_clause:
        yield figure("amount", "that of the table the submission chose", wager.amounts_clause)
    yield figure("decided by", _decided_by(rulebook, wager), wager.lose_clause or wager.clause)
    pushes = (
        ("the first pushes, the other loses", wager.first_push_clause),
        ("the second pushes, the other loses", wager.second_push_clause),
        ("both push", wager.both_push_clause),
    )
    for when, clause in pushes:
        if clause:
            yield figure(when, "push", clause)
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
    amount = rulebook.currency.text(rule.amount)
    if rule.or_largest_win:
        amount += " or the most one could win at the minimum wager, whichever is greater"
    section = "Aggregate payout limit"
    label = "one player, one round"
    yield _figure(section, "payout_limit", label, LIMIT_WORDS[rule.rule].format(amount), rule.clause)
    if rule.whole_minimum_clause:
        words = "not below the most that one who bets the minimum could win"
        yield _figure(section, "payout_limit.least", "a lower limit", words, rule.whole_minimum_clause)
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
        yield _figure(section, key, line.title, _pays(line.pays, rulebook.currency), table.clause_of(line), column)


def _envy(schedule: EnvySchedule, currency: Currency) -> Iterator[Figure]:
    column = ", ".join(
        filter(None, (schedule.variant, f"{currency.text(schedule.stake)} wager" if schedule.stake else "any wager"))
    )
    for line in schedule.lines:
        key = f"envy.{schedule.wager}.{schedule.variant}.{schedule.stake}.{line.key}"
        yield _figure(schedule.title, key, line.title, currency.odds(line.pays), line.clause or schedule.clause, column)


def _stop(stop: WheelStop, currency: Currency) -> str:
    pays = currency.odds(stop.pays) if stop.pays else "the top prize"
    return f"{pays}, others {currency.odds(stop.community)}" if stop.community else pays


def _meter(meter: MeterRule, currency: Currency) -> str:
    words = f"fed by {_wagers(meter.wagers)}"
    if meter.minimum_seed:
        words += f"; seed and reset {currency.text(meter.minimum_seed)} or more"
    if meter.seed_per_dollar:
        one = currency.text(Amount(100))
        words += f"; seed and reset {currency.text(meter.seed_per_dollar)} for each {one} of the wager"
    if meter.filed:
        words += f"; {listed(meter.filed)} named in the submission"
    return words


def _dealings(rulebook: Rulebook) -> Iterator[Figure]:
    for dealing in rulebook.dealings:
        yield from _dealing(dealing)
    if rulebook.dealings_clause:
        yield _figure("Dealing", "dealings", "other ways of dealing", "none", rulebook.dealings_clause)
    if rulebook.late_clause:
        made = "made" if rulebook.withdrawn_clause else "made or withdrawn"
        yield _figure("Dealing", "late_wagers", f"wagers {made} after betting is closed", "none", rulebook.late_clause)
    if rulebook.withdrawn_clause:
        label = "wagers withdrawn after betting is closed"
        yield _figure("Dealing", "withdrawn_wagers", label, "none", rulebook.withdrawn_clause)


def _dealing(dealing: Dealing) -> Iterator[Figure]:
    def figure(name: str, label: str, value: str, clause: str) -> Figure:
        return _figure("Dealing", f"dealings.{dealing.method}{name}", f"{dealing.title}{label}", value, clause)

    yield figure("", "", "allowed", dealing.clause)
    yield figure(".order", ": order", "; ".join(map(_step, dealing.steps)), dealing.order_clause)
    for number, step in enumerate(dealing.steps, start=1):
        if step.clause:
            yield figure(f".order.{number}", f": step {number} of the order", _step(step), step.clause)
    yield figure(".no_more_bets", ": betting", "closed before the first card", dealing.no_more_bets_clause)
    yield figure(".stub", ": stub", "put away after the deal", dealing.stub_clause)
    if dealing.needs_shuffler_clause:
        yield figure(".shuffler", ": shuffler", "an automated one is required", dealing.needs_shuffler_clause)
    if dealing.approval_clause:
        yield figure(".approval", ": approval", "named in the submission", dealing.approval_clause)


def _step(step: DealStep) -> str:
    words = ", ".join("each player" if name == "players" else name for name in step.to)
    if step.cards > 1:
        words += f", {step.cards} cards at once"
    return f"{words}, {step.times} times round" if step.times > 1 else words


def _decision(rulebook: Rulebook, decision: Decision) -> Iterator[Figure]:
    title = _title(rulebook, decision.key)

    def figure(name: str, label: str, value: str, clause: str) -> Figure:
        return _figure("Decisions", f"decisions.{decision.key}{name}", f"{title}{label}", value, clause)

    if decision.bet:
        yield figure("", "", f"{_multiple(decision)} the {_wagers(decision.bases)}", decision.clause)
    if decision.raised:
        words = f"up to {decision.raised.most} times with a {decision.raised.least_hand.title}"
        yield figure(".raised", ": with a strong hand", words, decision.raised.clause)
    if decision.ends:
        yield figure(".ends", ": whoever bets", "decides nothing more", decision.clause)
    if decision.check_clause:
        yield figure(".check", ": without a bet", "check", decision.check_clause)
    if decision.withdraws and decision.withdraw_clause:
        words = f"{_wagers([decision.withdraws])} taken back"
        yield figure(".withdraw", ": or", words, decision.withdraw_clause)
    if decision.order_clause:
        yield figure(".order", ": in turn", "from the dealer's left", decision.order_clause)
    if decision.fold_clause:
        yield figure(".fold", ": otherwise", "fold", decision.fold_clause)
        when = "at the fold" if decision.collects == "at_fold" else "before the next cards are turned up"
        yield figure(".collects", ": what a fold gives up", f"collected {when}", decision.fold_clause)
    if decision.rack_clause:
        yield figure(".rack", ": folded hand", "leaves play", decision.rack_clause)
    if decision.kept_clause:
        kept = f"stays, with {_wagers(decision.kept_for)}"
        yield figure(".kept", ": folded hand with a bonus", kept, decision.kept_clause)
    yield figure(".reveals", ": then turned up", listed(decision.reveals) or "nothing", decision.reveal_clause)


def _multiple(decision: Decision) -> str:
    if decision.multiples:
        return f"{listed(map(str, decision.multiples), 'or')} times"
    if decision.least == decision.most:
        return "equal to" if decision.most == 1 else f"{decision.most} times"
    return f"{decision.least} to {decision.most} times"


def _duels(rulebook: Rulebook) -> Iterator[Figure]:
    section = "Against the dealer"
    for duel in rulebook.duels:
        key = f"duels.{duel.name}"
        if duel.qualifier:
            yield _figure(section, f"{key}.qualifier", "dealer qualifies", f"with {duel.qualifier.title}", duel.clause)
        by_duel = [wager for wager in rulebook.wagers if wager.against and wager.against.duel == duel.name]
        rows = (
            ("not_qualified", "dealer does not qualify", duel.not_qualified_clause),
            ("lower", "player's hand lower", duel.lower_clause),
            ("higher", "player's hand higher", duel.higher_clause),
            ("tie", "hands equal", duel.tie_clause),
        )
        for name, label, clause in rows:
            words = "; ".join(f"{wager.title}: {_outcome(wager, name)}" for wager in by_duel if _outcome(wager, name))
            if clause and words:
                yield _figure(section, f"{key}.{name}", label, words, clause)
        for wager in by_duel:
            if wager.against and wager.against.pays_clause:
                pays = wager.against.higher
                yield _figure(section, f"{key}.{wager.name}", f"{wager.title} pays", pays, wager.against.pays_clause)


def _outcome(wager: Wager, name: str) -> str:
    """What becomes of a wager by an outcome of its duel."""
    assert wager.against is not None
    word: str | None = getattr(wager.against, name)
    if word is None:
        return ""
    if name == "not_qualified" and wager.against.outranked:
        word += f", or {wager.against.outranked} if outranked"
        if wager.against.outranked_reading:
            word += f" under reading {listed(wager.against.outranked_under)} of {wager.against.outranked_reading}"
    return f"by its table, else {word}" if wager.against.table_first else word


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
        if step.reveal_clause:
            label, key = f"pass {number}: turned up first", f"settlement.{number}.reveals"
            shown = listed(step.reveals)
            yield _figure("Settlement, from the dealer's right", key, label, shown, step.reveal_clause)
        if step.rack_clause:
            label = f"pass {number}: settled hand"
            key = f"settlement.{number}.rack"
            yield _figure("Settlement, from the dealer's right", key, label, "leaves play", step.rack_clause)
    for validation in rulebook.validations:
        words = f"from {validation.odds} and shares of a meter" if validation.odds else "every payout"
        title = _title(rulebook, validation.wager)
        key = f"validations.{validation.wager}"
        yield _figure("Validated by a floorperson", key, title, words, validation.clause)
        if validation.document_clause:
            label = f"{title}: shares of a meter"
            words = "paid once documented, not from the table inventory"
            if validation.document_reading:
                words += f", under reading {listed(validation.documented_under)} of {validation.document_reading}"
            yield _figure("Validated by a floorperson", f"{key}.document", label, words, validation.document_clause)


def _meters(rulebook: Rulebook) -> Iterator[Figure]:
    for meter in rulebook.meters:
        key = f"meters.{meter.name}.{'/'.join(meter.variants)}"
        label = f"{meter.title} ({_wagers([meter.name])})"
        yield _figure("Meters", key, label, _meter(meter, rulebook.currency), meter.clause)
    for wager in rulebook.wagers:
        if wager.divided_clause:
            key, words = f"wagers.{wager.name}.divided", "divided equally among those who made the wager"
            yield _figure("Meters", key, f"a share won by {_wagers([wager.name])}", words, wager.divided_clause)
    if rulebook.link_clause:
        same = "same paytable, wager amount and number of decks in every linked game"
        yield _figure("Meters", "links", "links", same, rulebook.link_clause)


def _game_account(rulebook: Rulebook) -> Iterator[Figure]:
    account, heading = rulebook.game_account, "Game account"
    if account is None:
        return
    label = "winnings, but no share of a meter"
    yield _figure(heading, "game_account", label, _wagers(account.wagers), account.clause)
    for key, label, reading, readings in (
        ("stake", "stakes come from it", account.stake_reading, account.staked_under),
        ("funding", "what it lacks is moved there with a wager", account.funding_reading, account.funded_under),
    ):
        words = f"under reading {listed(readings, 'or')} of {reading}"
        yield _figure(heading, f"game_account.{key}", label, words, f"reading {reading}")
