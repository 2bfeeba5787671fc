"""Tables with physical cards over HTTP: a dealer keys in every card, under all rulebooks and dealing methods."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import verify_log
from pitboss.cards import DECK, parse_cards
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, load, load_all
from pitboss.rulebooks.table_rules import Device, Irregularity, Remedy
from server.desk import Crew, Desk, Json, command, desk_in, full, play

MA, MD, NJ, CARDROOM, CRAZY = SHIPPED
HOUR = 3600
AUTOMATED = {"shuffler": "automated"}
BY_SHOE: Json = {"dealing": "manual_shoe", "shuffler": "none", "decks": 1, "cover_all": False}
WAYS: list[tuple[str, Json]] = [
    *((id, {"dealing": "manual_shoe"}) for id in (MA, MD, NJ, CRAZY)),
    *((id, {"dealing": "automated_shoe"}) for id in (MA, MD, CRAZY)),
    (NJ, {"dealing": "automated_shoe", "device_approval": "DGE 2026-4"}),
    *((id, {"dealing": "hand", **AUTOMATED}) for id in (MA, MD, NJ, CRAZY)),
    (CARDROOM, {"dealing": "hand"}),
    (CARDROOM, {"dealing": "hand", **AUTOMATED, "decks": 2}),
    (MA, {"dealing": "manual_shoe", "shuffler": "automated_counting", "decks": 2}),
    (CRAZY, full(CRAZY)),
    (NJ, full(NJ)),
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One server for all tests; each opens a table of its own."""
    with desk_in(tmp_path_factory.mktemp("desk")) as opened:
        yield opened


def crew_at(desk: Desk, rulebook: str, duty: str = "", **choices: Any) -> Crew:
    """A crew at work until a duty is in hand."""
    crew = Crew(desk, rulebook, **choices)
    crew.sit()
    if duty:
        crew.until(duty)
    return crew


def test_the_rulebooks_are_these() -> None:
    assert (MA, MD, NJ, CARDROOM, CRAZY) == (
        "ma-criss-cross",
        "md-criss-cross",
        "nj-criss-cross",
        "cardroom-criss-cross",
        "ma-crazy-4",
    )


@pytest.mark.parametrize(("rulebook", "choices"), WAYS)
def test_a_dealer_is_told_every_step_with_its_clause_and_deals_a_round(
    desk: Desk, rulebook: str, choices: Json
) -> None:
    crew = crew_at(desk, rulebook, "open_round", **choices)
    crew.step()
    while crew.view["round"]["phase"] not in ("settled", "void"):
        duty = crew.step()
        assert duty["clause"], duty
        assert duty["title"], duty
    assert crew.view["round"]["phase"] == "settled"
    crew.until("open_round")
    assert desk.office.store.reconcile() == []


# Cards


@pytest.mark.parametrize("rulebook", [MA, CRAZY])
def test_impossible_cards_are_refused_with_their_clause(desk: Desk, rulebook: str) -> None:
    crew = crew_at(desk, rulebook, "deal", dealing="manual_shoe")
    book = load(rulebook)
    order = book.dealings[0].order_clause
    to, cards = crew.view["round"]["next_delivery"]
    first = [str(card) for card in DECK[:cards]]
    desk.do("dee", crew.table, play("deal", cards=first, to=to))
    to, cards = crew.view["round"]["next_delivery"]
    out = [first[0], *(str(card) for card in DECK[10 : 10 + cards - 1])]
    again = desk.refusal("dee", crew.table, play("deal", cards=out, to=to))
    assert (again["clause"], again["tried"]) == (book.table.decks_clause, first[0])
    fresh = [str(card) for card in DECK[20 : 20 + cards]]
    elsewhere = desk.refusal("dee", crew.table, play("deal", cards=fresh, to="seat 6"))
    assert (elsewhere["clause"], elsewhere["allowed"]) == (order, f"the next card to {to}")
    too_many = desk.refusal("dee", crew.table, play("deal", cards=[*fresh, "Ac"], to=to))
    assert too_many["clause"] == order
    unknown = desk.tell("dee", crew.table, play("deal", cards=["1x"], to=to))
    assert unknown.status_code == 422
    assert unknown.json()["refusals"][0]["where"] == "commands[0].action.cards[0]"
    desk.do("dee", crew.table, play("deal", cards=fresh, to=to))


def test_no_card_is_dealt_before_no_more_bets(desk: Desk) -> None:
    crew = crew_at(desk, MA, "close-bets")
    clause = load(MA).dealings[0].no_more_bets_clause
    assert desk.refusal("dee", crew.table, play("deal", cards=["2c"]))["clause"] == clause
    assert crew.view["round"]["phase"] == "wagers"


@pytest.mark.parametrize("rulebook", [MA, CARDROOM, CRAZY])
def test_a_card_keyed_in_face_down_is_shown_to_nobody_but_the_player_it_was_dealt_to(desk: Desk, rulebook: str) -> None:
    crew = crew_at(desk, rulebook, "deal")
    for name, role in (("abe", "administrator"), ("ava", "auditor"), ("pat", "player"), ("del", "dealer")):
        desk.person(name, role)
    watchers = [name for name in desk.secrets if name not in crew.players]
    for _ in range(3):
        crew.step()
    assert crew.view["duties"][0]["name"] == "deal"
    for who in desk.secrets:
        assert shown(crew, who) == set(), f"{who} sees a card while the deal goes on"
    crew.until("bet")
    for who in watchers:
        assert shown(crew, who) == set()
    own = [shown(crew, who) for who in crew.players]
    assert own[0]
    assert own[1]
    assert not own[0] & own[1]
    log = desk.ask("ava", "GET", "/api/audit/log").text.splitlines()
    told = [line for line in log if f'"stream":"{crew.table}"' in line]
    assert not any('"deal"' in line or "cards-dealt" in line for line in told)


def shown(crew: Crew, who: str) -> set[str]:
    """Every card that someone is sent: by the table, by its events from the first on, and in the stream."""
    table = f"/api/tables/{crew.table}"
    paths = (table, f"{table}/events?first=0", f"{table}/events")
    desk = crew.desk
    sent = "".join(desk.ask(who, "GET", path).text for path in paths)
    with desk.http.websocket_connect(f"{table}/stream?first=0", headers=desk.headers(who)) as stream:
        sent += stream.receive_text()
    return {str(card) for card in DECK if f'"{card}"' in sent}


# Stub


def miscounted(desk: Desk, rulebook: str) -> Crew:
    """A crew whose dealer counted a card too few in the fifth round."""
    crew = crew_at(desk, rulebook)
    for _ in range(4):
        crew.until("open_round")
        crew.step()
        crew.until("open_round")
    crew.until("count_stub")
    desk.do("dee", crew.table, command("count-stub", cards=len(crew.stack) - 1))
    return crew


@pytest.mark.clause(MA, "7(h)")
def test_after_a_wrong_count_of_the_stub_the_dealer_looks_for_a_misdeal(desk: Desk) -> None:
    crew = miscounted(desk, MA)
    duty = crew.view["duties"][0]
    assert duty["name"] == "find_misdeal"
    assert desk.refusal("dee", crew.table, play("reveal"))["clause"] == duty["clause"]
    before = crew.balances
    view = desk.do("dee", crew.table, command("find-misdeal", misdealt=True, cards=52))
    assert view["round"]["phase"] == "void"
    assert crew.balances > before
    assert desk.office.store.balances(f"pending:{crew.table}") == {}


# Irregularities

REPORTS = [(book.id, rule) for book in load_all() for rule in book.table.irregularities]
DUTIES = {"dealing": "deal", "decision": "bet", "": "open_round"}
PHASES = {"dealing": "dealing", "decision": "decision"}


def way_with(rulebook: str, device: Device | None) -> Json:
    """A way of dealing with a device in use."""
    if rulebook == CARDROOM:
        return {"dealing": "hand", **({**AUTOMATED, "decks": 2} if device else {})}
    shoe = {"dealing": "automated_shoe", **({"device_approval": "DGE 2026-4"} if rulebook == NJ else {})}
    return {None: {}, Device.SHUFFLER: AUTOMATED, Device.SHOE: shoe}[device]


@pytest.mark.parametrize(("rulebook", "rule"), REPORTS, ids=[f"{id} {rule.name}" for id, rule in REPORTS])
def test_every_irregularity_can_be_reported_when_it_comes_up_and_has_its_remedy(
    desk: Desk, rulebook: str, rule: Irregularity
) -> None:
    phase = next((phase for phase in rule.phases if phase in DUTIES), "")
    crew = crew_at(desk, rulebook, **(full(rulebook) if rule.wagers else way_with(rulebook, rule.device)))
    crew.extra = rule.wagers
    crew.until(DUTIES[phase])
    crew.until_found(rule)
    offered = crew.reports
    assert offered[rule.name]["clause"] == rule.clause
    who = crew.names[rule.by[0]]
    other = {"dee": "flo", "flo": "dee"}[who]
    report = command("report-irregularity", name=rule.name, seat=1, deck=crew.view["decks"][0]["id"], note="seen")
    if Remedy.DISCARD_CARD in rule.remedies:
        report["card"] = str(crew.stack[0])
    assert desk.tell("ann", crew.table, report).status_code == 403
    if len(rule.by) == 1:
        assert desk.tell(other, crew.table, report).status_code == 403
    first = crew.view["next"]
    view = desk.do(who, crew.table, report)
    events = desk.get("ann", f"/api/tables/{crew.table}/events?first={first}")["events"]
    told = next(event for event in events if event["event"] == "irregularity-reported")
    assert (told["name"], told["clause"], told["card"]) == (rule.name, rule.clause, None)
    assert offered[rule.name]["remedies"] == told["remedies"]
    check_remedies(crew, rule, told["remedies"], view, report)


def check_remedies(crew: Crew, rule: Irregularity, remedies: list[str], view: Json, report: Json) -> None:
    """What each remedy did at the table."""
    desk, duties = crew.desk, [duty["name"] for duty in view["duties"]]
    if "void" in remedies and rule.phases:
        assert view["round"]["phase"] == "void"
        assert crew.balances == crew.had
    if "reshuffle" in remedies:
        assert "shuffle" in duties
    if "discard_card" in remedies:
        assert view["round"]["discards"] == [report["card"]]
    if "use_as_next" in remedies:
        table = desk.office.room.live
        assert table(crew.table).table.notes.drawn  # a card nobody has seen: it is the next one dealt, whatever it is
        crew.step()
        assert not table(crew.table).table.notes.drawn
    if "forfeit_player" in remedies:
        assert view["round"]["seats"][0]["forfeited"] == (rule.forfeit_clause or rule.clause)
    if "call_off" in remedies:
        assert view["round"]["called_off"] == dict.fromkeys(rule.wagers, rule.clause)
        back = [line for line in view["round"]["lines"] if line["wager"] in rule.wagers]
        assert {line["result"] for line in back} == {"returned"}
        assert {line["seat"] for line in back} == {1, 2}
    if "out_of_order" in remedies:
        assert view["devices"][str(rule.device)] == "out of order"
    if "play_on" in remedies:
        assert view["round"]["phase"] in PHASES.values()


@pytest.mark.clause(MA, "12(g)")
def test_a_broken_shoe_is_covered_another_method_used_and_the_shoe_restored(desk: Desk) -> None:
    crew = crew_at(desk, MA, "open_round", dealing="automated_shoe")
    desk.do("dee", crew.table, command("report-irregularity", name="shoe_broken"))
    other = command("change-method", dealing="manual_shoe", shuffling="manual")
    assert crew.view["duties"][0]["name"] == "cover_device"
    assert desk.refusal("flo", crew.table, other)["where"] == "the shoe"
    desk.do("dee", crew.table, command("cover-device", device="shoe", how="signed"))
    assert desk.tell("dee", crew.table, other).status_code == 403
    desk.do("flo", crew.table, other)
    crew.until("open_round")
    crew.step()
    crew.until("open_round")
    desk.do("flo", crew.table, command("restore-device", device="shoe"))
    view = desk.do("flo", crew.table, command("change-method", dealing="automated_shoe", shuffling="manual"))
    assert view["devices"] == {"shoe": "working"}


@pytest.mark.clause(CRAZY, "13(h)", "14(g)")
def test_a_linked_table_plays_on_without_link_and_shuffler_and_the_log_holds(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        crew = crew_at(desk, CRAZY, "open_round", **{**full(CRAZY), **BY_SHOE, **AUTOMATED, "decks": 2})
        desk.do("dee", crew.table, command("report-irregularity", name="shuffler_broken"))
        desk.do("dee", crew.table, command("cover-device", device="shuffler", how="covered"))
        desk.do("flo", crew.table, command("change-method", dealing="manual_shoe", shuffling="manual"))
        desk.do("dee", crew.table, command("remove-deck", deck="d2", reason="one deck without the shuffler"))
        crew.until("place-wager")
        for seat, name in enumerate(("ann", "bob"), start=1):
            for wager in ("ante", "super_bonus"):
                desk.do(name, crew.table, play("place-wager", seat=seat, wager=wager, amount="5"))
        link = play("place-wager", seat=1, wager="link_progressive", amount="1")
        assert desk.refusal("ann", crew.table, link)["clause"] == "13(a)"
        desk.do("dee", crew.table, play("close-bets"))
        crew.until("open_round")
        desk.do("flo", crew.table, command("restore-device", device="shuffler"))
        desk.do("flo", crew.table, command("change-method", dealing="manual_shoe", shuffling="device"))
        crew.until("close-bets")
        desk.do("ann", crew.table, link)
        crew.until("open_round")
        assert desk.office.store.reconcile() == []
        desk.person("ava", "auditor")
        log = desk.ask("ava", "GET", "/api/audit/log").content
    assert verify_log(log).findings == ()


# Voids, dealers, decks, leaving


@pytest.mark.clause(MA, "3(a)")
def test_a_deck_is_inspected_by_the_dealer_and_verified_by_somebody_else(desk: Desk) -> None:
    crew = crew_at(desk, MA, "inspect")
    desk.person("bea", "dealer", "floorperson")
    deck = crew.view["decks"][0]["id"]
    desk.do("bea", crew.table, command("attest", step="inspect", deck=deck))
    own = desk.tell("bea", crew.table, command("attest", step="verify", deck=deck))
    assert own.status_code == 409, "as the dealer she is, she cannot verify"
    desk.do("flo", crew.table, command("attest", step="verify", deck=deck))


def test_the_floor_voids_a_round_under_a_clause_and_every_wager_goes_back(desk: Desk) -> None:
    crew = crew_at(desk, MA, "bet")
    clause = "12(c)"
    assert crew.balances != crew.had
    assert desk.tell("dee", crew.table, play("void", clause=clause, reason="a card too many")).status_code == 403
    assert crew.view["voids"] == ["12(c)", "12(d)"], "as the manual shoe and cards on the felt have it"
    for unlisted in ("7(a)", "7(h)", "8(f)", "9(f)", "reading seed-lost"):
        refused = desk.refusal("flo", crew.table, play("void", clause=unlisted, reason="fire"))
        assert (refused["clause"], refused["tried"]) == (unlisted, f"a void under '{unlisted}'")
    assert (
        desk.refusal("flo", crew.table, play("void", clause=clause, reason=" "))["tried"] == "a void without a reason"
    )
    view = desk.do("flo", crew.table, play("void", clause=clause, reason="bob has three cards"))
    assert (view["round"]["phase"], view["voids"]) == ("void", [])
    assert crew.balances == crew.had
    crew.until("open_round")


def test_another_dealer_comes_on_and_neither_of_them_voids_the_round(desk: Desk) -> None:
    crew = crew_at(desk, MA, "deal")
    desk.person("bea", "dealer", "floorperson")
    assert crew.view["dealer"] == "dee"
    crew.names["dealer"] = "bea"
    crew.step()
    assert crew.view["dealer"] == "bea"
    events = desk.get("ann", f"/api/tables/{crew.table}/events?first=0")["events"]
    assert [event["dealer"] for event in events if event["event"] == "dealer-came-on"] == ["dee", "bea"]
    crew.names["dealer"] = "dee"
    crew.step()
    void = play("void", clause="12(c)", reason="own mistake")
    answer = desk.tell("bea", crew.table, void)
    assert answer.status_code == 403
    assert "does not act for the floor" in answer.json()["error"]
    desk.do("flo", crew.table, void)


@pytest.mark.parametrize(
    ("rulebook", "choices", "hours", "clause"),
    [
        pytest.param(MA, {"dealing": "manual_shoe"}, 8, "2(c)(2)", marks=pytest.mark.clause(MA, "2(c)(2)")),
        pytest.param(MA, {"dealing": "hand", **AUTOMATED}, 4, "2(c)(1)", marks=pytest.mark.clause(MA, "2(c)(1)")),
    ],
)
def test_a_deck_that_is_too_old_is_changed_before_the_next_round(
    desk: Desk, rulebook: str, choices: Json, hours: int, clause: str
) -> None:
    crew = crew_at(desk, rulebook, "open_round", **choices)
    deck = crew.view["decks"][0]
    desk.clock.seconds = deck["received_at"] + hours * HOUR - 1
    assert crew.view["duties"][0]["name"] == "open_round"
    desk.clock.seconds += 1
    duty = crew.view["duties"][0]
    assert (duty["name"], duty["clause"]) == ("remove_deck", clause)
    assert desk.refusal("dee", crew.table, command("open-round", deck=deck["id"]))["clause"] == clause
    crew.until("open_round")
    assert crew.view["decks"][0]["id"] != deck["id"]


def test_the_floor_rules_on_a_player_who_left_in_mid_round(desk: Desk) -> None:
    crew = crew_at(desk, MA, "bet")
    desk.do("bob", crew.table, command("leave"))
    assert crew.view["duties"][0]["name"] == "rule_on_leaving"
    ruling = command("rule-on-leaving", seat=2, abandoned=True)
    assert desk.tell("dee", crew.table, ruling).status_code == 403
    view = desk.do("flo", crew.table, ruling)
    assert view["round"]["seats"][1]["abandoned"]


# Players keyed in, and jackpots


def test_a_dealer_keys_in_what_players_do_and_the_log_says_so(desk: Desk) -> None:
    crew = crew_at(desk, MA)
    desk.person("joe", "player", dollars=1000)
    desk.do("dee", crew.table, command("sit", seat=3, player="joe"))
    crew.until("close-bets")
    antes = [play("place-wager", seat=3, wager=name, amount="10") for name in ("ante_across", "ante_down")]
    desk.do("dee", crew.table, *({**ante, "player": "joe"} for ante in antes))
    assert desk.office.store.balance("player:joe") == Amount.parse("980")
    store = desk.office.store
    assert b'"actor":"dee"' in store.log(store.log_state().size - 1)[0]
    for who, what in (("flo", "ann"), ("ann", "joe"), ("dee", "dee")):
        assert desk.tell(who, crew.table, {**antes[0], "player": what}).status_code == 403
    assert desk.tell("dee", crew.table, command("sit", seat=4)).status_code == 403


@pytest.mark.clause(CRAZY, "10(e)(4)")
def test_a_jackpot_waits_for_the_floor_and_its_documentation(desk: Desk) -> None:
    crew = crew_at(desk, CRAZY, "close-bets", **{**full(CRAZY), **BY_SHOE})
    crew.step()
    royal = parse_cards("As Ks Qs Js Ts")
    rest = [card for card in DECK if card not in royal]
    crew.stack = [*royal, *rest] if crew.view["round"]["next_delivery"][1] > 1 else weave(royal, rest, 3)
    crew.until("validate")
    held = next(line for line in crew.view["round"]["held"] if line["source"] == "meter")
    assert held["seat"] == 1
    papers = play("validate", seat=1, wager=held["wager"], document="W-2G 17")
    assert desk.tell("dee", crew.table, papers).status_code == 403
    assert desk.tell("ann", crew.table, papers).status_code == 403
    assert desk.refusal("flo", crew.table, play("validate", seat=1, wager=held["wager"]))["clause"]
    before = crew.balances[0]
    desk.do("flo", crew.table, papers)
    assert crew.balances[0] >= before + Amount.parse(held["paid"])
    crew.until("open_round")
    assert desk.office.store.reconcile() == []


def weave(hand: tuple[Any, ...], rest: list[Any], hands: int) -> list[Any]:
    """A stack that gives the first of some hands these cards, dealt one by one."""
    spare = iter(rest)
    dealt = [card for own in hand for card in (own, *(next(spare) for _ in range(hands - 1)))]
    return [*dealt, *spare]


@pytest.mark.parametrize("rulebook", [MA, CRAZY])
def test_the_verifier_finds_nothing_in_the_log_of_a_table_that_people_dealt_at(tmp_path: Path, rulebook: str) -> None:
    with desk_in(tmp_path) as desk:
        crew = crew_at(desk, rulebook, "close-bets")
        desk.do("dee", crew.table, *({**wager, "player": "ann"} for wager in crew.wagers(1)))
        assert desk.tell("dee", crew.table, play("settle")).status_code == 409
        crew.until("open_round")
        desk.person("ava", "auditor")
        log = desk.ask("ava", "GET", "/api/audit/log").content
    report = verify_log(log)
    assert report.findings == ()
    assert (report.tables, report.rounds) == (1, 1)
