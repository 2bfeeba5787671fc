"""Staff at a console with nothing but a keyboard: every key is counted, and the focus must be where the work is."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from browser.consoles import due
from pitboss.cards import DECK, Card
from server.desk import Desk, Json, cards_out

FOCUSED = """() => {
  const at = document.activeElement
  if (at === document.body) return ['', 'BODY', '']
  const words = at.getAttribute('aria-label') || at.labels?.[0]?.innerText || at.innerText || ''
  return [at.closest('section')?.getAttribute('aria-label') ?? '', at.tagName, words]
}"""


NOBODY: Json = {"name": "sit", "by": ["dealer"], "title": "Nothing is due"}
"""Where nothing is due until somebody sits."""


class Keyboard:
    """Someone's hands at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0

    def press(self, *keys: str) -> None:
        """Presses keys one by one."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text: str) -> None:
        """Types a text."""
        self.press(*text)

    @property
    def focus(self) -> tuple[str, str, str]:
        """The part of the page in which the focus is, the kind of control, and its words."""
        section, tag, words = self.page.evaluate(FOCUSED)
        return section, tag, words.replace("\n", " ").strip()

    def wait_for(self, right: Callable[[tuple[str, str, str]], bool]) -> None:
        """Waits until the focus is where it should be."""
        for _ in range(200):
            if right(self.focus):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"the focus is at {self.focus}")

    def choose(self, value: str, most: int = 20) -> None:
        """Goes down a list of choices until one is chosen."""
        for _ in range(most):
            if self.page.evaluate("() => document.activeElement.value") == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"{value!r} is not among the choices of {self.focus}")

    def tab_to(self, words: str, most: int = 60) -> None:
        """Tabs until a control with these words has the focus."""
        for _ in range(most):
            if words in self.focus[2]:
                return
            self.press("Tab")
        raise AssertionError(f"{words!r} is not reached; the focus is at {self.focus}")


class Staff:
    """A dealer and a floorperson at the console of a table, doing what is due by keyboard, in the document's order."""

    def __init__(self, desk: Desk, contexts: dict[str, BrowserContext], table: str, players: list[str]) -> None:
        self.desk, self.table, self.players = desk, table, players
        self.hands = {}
        for name in ("dee", "flo"):
            page = contexts[name].new_page()
            page.goto(f"/tables/{table}/console")
            expect(page.get_by_role("region", name="Do now")).to_be_visible()
            self.hands[name] = Keyboard(page)
        self.stack: list[Card] = []
        self.cards = 0
        self.decks = 0

    @property
    def view(self) -> Json:
        """The table as anybody sees it."""
        view: Json = self.desk.get("sue", f"/api/tables/{self.table}")
        return view

    @property
    def first(self) -> str:
        """What is due."""
        return self.view["duties"][0]["name"] if self.view["duties"] else ""

    @property
    def dealer(self) -> Keyboard:
        """Who deals."""
        return self.hands["dee"]

    def close(self) -> None:
        """Both consoles are left."""
        for hands in self.hands.values():
            hands.page.close()

    def until(self, *names: str) -> None:
        """Does what is due until one of these is."""
        for _ in range(150):
            if self.first in names:
                return
            self.step()
        raise AssertionError(f"{names} never come up: {self.first}")

    def step(self) -> None:
        """Does what is due, by whoever does it, with the focus at its control before a key is pressed."""
        view = self.view
        duty, number = (view["duties"] or [NOBODY])[0], view["next"]
        hands = self.hands["dee" if {"dealer", "player"} & {*duty["by"]} else "flo"]
        # The page has heard of all that happened, and nothing is on its way: a step confirmed twice is done once.
        heard = hands.page.locator(f"section[data-next='{number}'][aria-busy='false']")
        expect(heard).to_be_visible()
        expect(due(hands.page)).to_have_text(duty["title"])
        section = "Players" if duty["name"] == "sit" else "Do now"
        hands.wait_for(lambda focus: focus[0] == section)
        make: Callable[[Keyboard, Json], None] = getattr(self, f"_{duty['name'].replace('-', '_')}", self._say)
        make(hands, view)
        self._moved(hands.page, number)

    def _moved(self, page: Page, number: int) -> None:
        for _ in range(200):
            if self.view["next"] > number:
                return
            page.wait_for_timeout(25)
        raise AssertionError(f"the table has not moved: {page.get_by_role('region', name='Do now').inner_text()}")

    def _say(self, hands: Keyboard, view: Json) -> None:
        assert hands.focus[1] == "BUTTON", hands.focus
        hands.press("Enter")

    def _sit(self, hands: Keyboard, view: Json) -> None:
        """All players, one after another."""
        for name in self.players:
            hands.type(name)
            hands.press("Enter")
            expect(hands.page.get_by_role("region", name="Players").get_by_text(name).first).to_be_visible()
        hands.press("Escape")

    def _receive_deck(self, hands: Keyboard, view: Json) -> None:
        self.decks += 1
        taken = {item["back"] for item in view["decks"]}
        for text in (f"d{self.decks}", next(back for back in ("red", "blue") if back not in taken), "bee"):
            hands.type(text)
            hands.press("Tab")
        hands.press("Enter")
        if self.view["next"] == view["next"]:  # from the last field or from the tick box after it
            hands.page.wait_for_timeout(100)

    def _look(self, hands: Keyboard, view: Json) -> None:
        hands.tab_to("Nobody wants to look")
        hands.press("Enter")

    def _shuffle(self, hands: Keyboard, view: Json) -> None:
        if hands.focus[1] == "INPUT":
            hands.type("52")
        hands.press("Enter")

    def _cut(self, hands: Keyboard, view: Json) -> None:
        hands.type("20")
        hands.press("Enter")

    def _open_round(self, hands: Keyboard, view: Json) -> None:
        turn = 7 * (view["rounds"] + 1) % 52
        self.stack = [*DECK[turn:], *DECK[:turn]]
        hands.press("Enter")

    def _place_wager(self, hands: Keyboard, view: Json) -> None:
        """The first seat puts up ten, the others as the seat above; or all the same again."""
        if hands.page.get_by_role("button", name="Same again").count():
            hands.press("s")
        else:
            hands.type("10")
            hands.press("Enter", *"d" * (len(self.players) - 1))
        hands.wait_for(lambda focus: "no more bets" in focus[2])

    def _deal(self, hands: Keyboard, view: Json) -> None:
        if view["round"]["unseen"]:
            return self._say(hands, view)
        _, count = view["round"]["next_delivery"]
        self._key_cards(hands, count)
        return None

    def _key_cards(self, hands: Keyboard, count: int) -> None:
        """Cards are counted apart."""
        dealt, self.stack = self.stack[:count], self.stack[count:]
        self.cards += count
        hands.page.keyboard.type("".join(map(str, dealt)))

    def _reveal(self, hands: Keyboard, view: Json) -> None:
        """Where nobody has looked at the cards, they are keyed as they are turned up, and that is all."""
        due = view["round"]["faces_due"]
        self._key_cards(hands, sum(count for _, count in due)) if due else self._say(hands, view)

    def _bet(self, hands: Keyboard, view: Json) -> None:
        hands.press("1")

    def _count_chips(self, hands: Keyboard, view: Json) -> None:
        placed = [name for seat in view["round"]["seats"] for name in seat["wagers"] if "progressive" in name]
        hands.type(str(len(placed)))
        hands.press("Enter")

    def _count_stub(self, hands: Keyboard, view: Json) -> None:
        hands.type(str(len(DECK) - cards_out(view["round"])))
        hands.press("Enter")

    def _validate(self, hands: Keyboard, view: Json) -> None:
        hands.type("W-2G 1")
        hands.press("Enter")


DOLLARS = 10_000


def people(desk: Desk, count: int) -> list[str]:
    """So many players with money."""
    return [desk.person(f"p{number}", "player", dollars=DOLLARS) for number in range(1, count + 1)]
