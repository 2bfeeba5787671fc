"""Browser tests: Debian's chromium against a server of the test's own."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.casino_site import Site
from browser.consoles import STAFF
from browser.desk_site import desk_site, sign_in
from pitboss.server.http.pages import FOLDER
from server.desk import Desk

SECONDS = 20
expect.set_options(timeout=SECONDS * 1000)  # four times the usual: the machine may be busy with other tests
Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser of the system; nothing is downloaded."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a practice table of every rulebook, of each test module its own: others leave nobody there."""
    assert (FOLDER / "index.html").is_file(), "the browser app is not built: run `make web`"
    found = Site(tmp_path_factory.mktemp("site"))
    found.start()
    yield found
    found.kill()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server that a test may kill."""
    found = Site(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Opens a page in a context of its own, as another person's browser; every complaint of the page fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(url: str, **options: Any) -> Page:
        options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=url, **options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, str]]:
    """A server in a thread, where crews bring tables to any point, and its address."""
    with desk_site(tmp_path_factory.mktemp("desk")) as opened:
        yield opened


@pytest.fixture(scope="module")
def contexts(desk: tuple[Desk, str], browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each of the dealer, the floorperson, the supervisor and a player."""
    opened = {}
    for name, role in STAFF:
        desk[0].person(name, role, dollars=100_000 if role == "player" else 0)
        opened[name] = browser.new_context(base_url=desk[1], reduced_motion="reduce")
        sign_in(opened[name], desk[0], name, desk[1])
        opened[name].set_default_timeout(15_000)
    yield opened
    for context in opened.values():
        context.close()
