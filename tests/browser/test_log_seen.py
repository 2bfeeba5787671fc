"""A browser that has seen a house's log notices when it is shown another one, also at a later visit."""

import json
import shutil
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.tables import enter


def remembered(page: Page, since: int = 0) -> dict[str, Any]:
    """What the browser keeps of the log, once it has looked."""
    for _ in range(200):
        told = json.loads(page.evaluate("localStorage.getItem('pitboss.heads')") or "{}")
        if told.get("seen", 0) > since or "fork" in told:
            return dict(told)
        time.sleep(0.05)
    raise AssertionError("it does not look")


def test_a_log_that_was_rolled_back_is_noticed_at_the_next_visit(own_site: Site, opened: Any) -> None:
    page: Page = opened(own_site.url)
    enter(page)
    first = remembered(page)
    copy = own_site.folder.parent / f"{own_site.folder.name}-copy"
    own_site.kill()  # somebody keeps the database as it is, with the heads beside it, and brings it back later
    shutil.copytree(own_site.folder, copy)
    own_site.start()
    for _ in range(5):  # each is an entry of the log
        page.context.clear_cookies()
        enter(page)
    page.goto("/tables/demo-ma-criss-cross")
    page.get_by_role("tab", name="Fairness").click()
    expect(page.get_by_text("It has only grown since this browser first saw it.")).to_be_visible()
    grown = remembered(page, first["seen"])
    assert grown["since"] == first["since"]
    assert grown["kept"]["head"]["size"] > first["kept"]["head"]["size"]

    own_site.kill()
    shutil.rmtree(own_site.folder)
    shutil.copytree(copy, own_site.folder)
    own_site.start()
    enter(page)
    alarm = page.get_by_role("alert", name="The log of this house is not the one this browser saw")
    expect(alarm).to_contain_text("The log has become shorter")
    page.reload()  # it stays, whatever the house says now
    with page.expect_download() as kept:
        alarm.get_by_role("button", name="Keep the evidence").click()
    evidence = json.loads(Path(kept.value.path()).read_text())
    assert evidence["kept"] == grown["kept"]
    assert evidence["told"]["key"] == grown["kept"]["key"]
    assert evidence["told"]["head"]["size"] < grown["kept"]["head"]["size"]
    alarm.get_by_role("button", name="Forget it").click()
    expect(alarm).to_be_hidden()
    assert "fork" not in remembered(page)
