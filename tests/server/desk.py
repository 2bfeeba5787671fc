"""A whole server for tests, without a network: people with roles, a clock set by hand, and a crew that does duties."""

import itertools
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.audit import Draft, EntryKind
from pitboss.audit.format import PEOPLE_STREAM, ChipsBought, ChipsCashed, canonical
from pitboss.cards import DECK, Card
from pitboss.money import Amount
from pitboss.rulebooks.loader import submission_data
from pitboss.rulebooks.table_rules import Irregularity
from pitboss.server.http.access import Limits
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from pitboss.server.people import accounts as people
from pitboss.server.people.accounts import GUEST, digest
from pitboss.server.tables.approval import FIRST_LIMITS, Approval
from pitboss.server.tables.refusals import log_commit
from server.rooms import HandClock
from server.second import approved

Http = TestClient[Litestar]
Json = dict[str, Any]


def hired(name: str, roles: Iterable[str], now: int) -> Draft:
    """What the log says of a new person."""
    told = canonical({"person": name, "roles": sorted(roles), "new": True})
    return Draft(kind=EntryKind.COMMAND, stream=PEOPLE_STREAM, time=now * 1000, actor="system", payload=told)


class Desk:
    """An office, its application, and whoever is signed in at it."""

    def __init__(self, office: Office, http: Http, clock: HandClock) -> None:
        self.office = office
        self.http = http
        self.clock = clock
        self.secrets: dict[str, str] = {}
        self.tables = 0

    def person(self, name: str, *roles: str, dollars: int = 0) -> str:
        """Someone with roles and money who is signed in, known from now on; no password is hashed for it."""
        if name in self.secrets:
            return name
        now = int(self.clock())
        session = digest(secrets.token_hex(16)), now + 10**6  # a guest without one is gone
        self.office.store.people.add(name, name, "", roles, now, session if name.startswith(GUEST) else None)
        if not name.startswith(GUEST):
            self.office.store.append(log_commit([hired(name, roles, now)]))
        self.secrets[name] = secrets.token_hex(16)
        self.office.store.people.add_token(digest(self.secrets[name]), name, "desk", now, now + 10**6)
        self.move("cage", name, Amount(dollars * 100), inward=True)
        return name

    def move(self, by: str, player: str, amount: Amount, *, inward: bool) -> None:
        """Chips bought or cashed at the cage, with a second person where it takes one."""
        if amount == Amount.ZERO:
            return
        id, second = f"{player} {inward}", None
        if amount > FIRST_LIMITS.buy_in:
            told = (ChipsBought if inward else ChipsCashed)(player=player, amount=amount)
            drafts = approved(told, by, self.office.room.now, id)
            second = Approval(drafts, ("test", id, b"", b""))
        self.office.move_money(by, player, amount, inward, id, second)

    def headers(self, who: str | None) -> dict[str, str]:
        """What someone's program sends."""
        return {"Authorization": f"Bearer {self.secrets[who]}"} if who else {}

    def ask(self, who: str | None, method: str, path: str, body: Any = None) -> Any:
        """A request; the whole response."""
        return self.http.request(method, path, json=body, headers=self.headers(who))

    def get(self, who: str, path: str) -> Any:
        """What someone reads."""
        answer = self.ask(who, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open(
        self, who: str, table: str, rulebook: str, keyed: str = "dealt", practice: bool = False, **choices: Any
    ) -> Json:
        """A table with physical cards; what is not chosen is as in the submission that ships with the rulebook."""
        filed = {**submission_data(rulebook, "default"), **choices}
        body: Json = {"name": table, "rulebook": rulebook, "cards": "physical", "keyed": keyed, "practice": practice}
        body["submission"] = filed
        answer = self.ask(who, "POST", "/api/tables", body)
        assert answer.status_code == 201, answer.text
        opened: Json = answer.json()
        return opened

    def tell(self, who: str | None, table: str, *commands: Json) -> Any:
        """Commands; the whole response."""
        body = {"id": secrets.token_hex(8), "commands": commands}
        return self.ask(who, "POST", f"/api/tables/{table}/commands", body)

    def do(self, who: str, table: str, *commands: Json) -> Json:
        """Commands that must be done; the table after them."""
        answer = self.tell(who, table, *commands)
        assert answer.status_code == 200, f"{who} {commands}: {answer.text}"
        view: Json = self.get(who, f"/api/tables/{table}")
        return view

    def refusal(self, who: str, table: str, *commands: Json) -> Json:
        """Commands that a rule must refuse; the refusal, after which nothing has changed."""
        before = self.office.room.live(table)
        answer = self.tell(who, table, *commands)
        assert answer.status_code == 409, f"{who} {commands}: {answer.text}"
        assert self.office.room.live(table) == before
        found: Json = answer.json()["refusals"][0]
        return found


@contextmanager
def desk_in(folder: Path) -> Iterator[Desk]:
    """A fresh server."""
    clock = HandClock()
    office = open_office(f"sqlite:///{folder / 'desk.db'}", folder, clock)
    app = create_app(office)
    app.state.limits = Limits(itertools.count().__next__)  # a second passes at each look: nobody asks too often
    with TestClient(app) as http:
        yield Desk(office, http, clock)


@contextmanager
def quick_hashes() -> Iterator[None]:
    """Passwords are hashed with next to no work, where a test is not about that."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "_HASHER", quick)
        patch.setattr(people, "_NOBODY", quick.hash("nobody"))
        yield


def play(action: str, /, **fields: Any) -> Json:
    """An action in a round."""
    return {"command": "play", "action": {"action": action, **fields}}


def command(name: str, /, **fields: Any) -> Json:
    """A command at a table."""
    return {"command": name, **fields}


class Crew:
    """A dealer, a floorperson and two players at a table with physical cards, doing what its duties say."""

    def __init__(self, desk: Desk, rulebook: str, **choices: Any) -> None:
        desk.tables += 1
        self.desk = desk
        self.table = f"t{desk.tables}"
        self.names = {
            "dealer": desk.person("dee", "dealer"),
            "floorperson": desk.person("flo", "floorperson"),
            "supervisor": desk.person("sue", "supervisor"),
        }
        self.players = [desk.person(name, "player", dollars=100_000) for name in ("ann", "bob")]
        self.listed = desk.open("sue", self.table, rulebook, **choices)
        self.had = self.balances
        self.rounds = 0
        self.stack: list[Card] = []
        self.decks = 0
        self.extra: tuple[str, ...] = ()  # wagers made besides those required and the progressives

    @property
    def view(self) -> Json:
        """The table as anybody sees it."""
        view: Json = self.desk.get("sue", f"/api/tables/{self.table}")
        return view

    @property
    def balances(self) -> list[Amount]:
        """What the players have."""
        balance = self.desk.office.store.balance
        return [balance(f"player:{name}") + balance(f"game:{name}") for name in self.players]

    def sit(self) -> None:
        """Both players take a seat, with play money at a practice table."""
        for seat, name in enumerate(self.players, start=1):
            if self.listed["practice"]:
                self.desk.office.play_money(name)
            self.desk.do(name, self.table, command("sit", seat=seat))

    def step(self) -> Json:
        """Does the first duty; the duty."""
        view = self.view
        self._do(view)
        due: Json = view["duties"][0]
        return due

    def _do(self, view: Json) -> Json:
        who, todo = self.answer(view, view["duties"][0])
        return self.desk.do(who, self.table, *todo)

    def until(self, *names: str) -> Json:
        """Does duties until one of these is due; that duty."""
        view = self.view
        for _ in range(200):
            due: Json = view["duties"][0]
            if due["name"] in names:
                return due
            view = self._do(view)
        raise AssertionError(f"{names} never come up")

    @property
    def reports(self) -> dict[str, Json]:
        """The irregularities that may be reported now."""
        return {duty["where"]: duty for duty in self.view["allowed"] if duty["name"] == "report_irregularity"}

    def until_found(self, rule: Irregularity) -> None:
        """Goes on until what an irregularity tells of can have been found: a card may have to be dealt first."""
        while rule.dealt and rule.name not in self.reports:
            self.step()

    def answer(self, view: Json, due: Json) -> tuple[str, list[Json]]:
        """Who does a duty, and by which commands."""
        deck = due["where"].removeprefix("deck ") if due["where"].startswith("deck ") else _in_play(view)
        make: Callable[[Json, Json, str], list[Json]] | None = getattr(self, f"_{due['name'].replace('-', '_')}", None)
        who = self.names.get(due["by"][0], self.players[0])
        if due["name"] == "bet":
            who = self.players[view["round"]["to_act"] - 1]
        if due["name"] == "spin":
            who = self.names["dealer"]  # who keys in where the player's wheel stopped
        return who, make(view, due, deck) if make else [command("attest", step=due["name"], deck=deck)]

    def _receive_deck(self, view: Json, due: Json, deck: str) -> list[Json]:
        self.decks += 1
        taken = {item["back"] for item in view["decks"]}
        back = next(color for color in ("red", "blue") if color not in taken)
        return [command("receive-deck", deck=f"d{self.decks}", back=back, design="bee")]

    def _remove_deck(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [command("remove-deck", deck=deck, reason="age")]

    def _shuffle(self, view: Json, due: Json, deck: str) -> list[Json]:
        counts = "count" in self.listed["submission"].get("shuffler", "none")
        return [command("shuffle-deck", deck=deck, **({"count": 52} if counts else {}))]

    def _cut(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [command("cut-deck", deck=deck, depth=20)]

    def _empty_rack(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [command("empty-rack")]

    def _store_deck(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [command("store-deck", deck=deck)]

    def _open_round(self, view: Json, due: Json, deck: str) -> list[Json]:
        self.rounds += 1
        turn = 7 * self.rounds % 52
        self.stack = [*DECK[turn:], *DECK[:turn]]
        return [command("open-round", deck=deck)]

    def _place_wager(self, view: Json, due: Json, deck: str) -> list[Json]:
        self.desk.do(self.players[1], self.table, *self.wagers(2))
        return self.wagers(1)

    def _close_bets(self, view: Json, due: Json, deck: str) -> list[Json]:
        for seat, name in enumerate(self.players, start=1):
            self.desk.do(name, self.table, *self.wagers(seat))  # again: `extra` may have been asked for meanwhile
        return [play("close-bets")]

    def wagers(self, seat: int) -> list[Json]:
        """The least of every wager that is required, of each progressive, and of those besides."""
        wanted = [item for item in self.listed["wagers"] if not item["decision"]]
        return [
            play("place-wager", seat=seat, wager=item["name"], amount=item["least"])
            for item in wanted
            if item["required"] or "progressive" in item["name"] or item["name"] in self.extra
        ]

    def _deal(self, view: Json, due: Json, deck: str) -> list[Json]:
        to, cards = view["round"]["next_delivery"]
        if view["round"]["unseen"]:
            return [play("deal", cards=[], to=to)]
        dealt, self.stack = self.stack[:cards], self.stack[cards:]
        return [play("deal", cards=[str(card) for card in dealt], to=to)]

    def _bet(self, view: Json, due: Json, deck: str) -> list[Json]:
        seat = view["round"]["to_act"]
        own = self.desk.get(self.players[seat - 1], f"/api/tables/{self.table}")
        return [play("bet", seat=seat, amount=own["round"]["choice"]["amounts"][0])]

    def _reveal(self, view: Json, due: Json, deck: str) -> list[Json]:
        faces = {}
        for place, count in view["round"]["faces_due"]:
            faces[place], self.stack = [str(card) for card in self.stack[:count]], self.stack[count:]
        return [play("reveal", cards=faces)]

    def _settle(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [play("settle")]

    def _spin(self, view: Json, due: Json, deck: str) -> list[Json]:
        seat = view["round"]["spin_due"]
        return [{**play("spin", seat=seat, position=1), "player": self.players[seat - 1]}]

    def _validate(self, view: Json, due: Json, deck: str) -> list[Json]:
        line = view["round"]["held"][0]
        return [play("validate", seat=line["seat"], wager=line["wager"], document="on file")]

    def _count_chips(self, view: Json, due: Json, deck: str) -> list[Json]:
        placed = [name for seat in view["round"]["seats"] for name in seat["wagers"] if "progressive" in name]
        return [command("count-chips", chips=len(placed))]

    def _count_stub(self, view: Json, due: Json, deck: str) -> list[Json]:
        return [command("count-stub", cards=len(DECK) - cards_out(view["round"]))]


def cards_out(round: Json) -> int:
    """How many cards have left the deck, as anybody sees it."""
    places: list[Json] = [*round["seats"], *round["places"]]
    lying: list[int] = [len(place["cards"]) + place["face_down"] for place in places]
    return sum(lying) + len(round["discards"])


def _in_play(view: Json) -> str:
    return next((deck["id"] for deck in view["decks"] if deck["in_play"]), "")


def full(rulebook: str) -> Json:
    """Everything a rulebook allows."""
    return {name: value for name, value in submission_data(rulebook, "full").items() if name != "rulebook"}
