"""Whether a page can be used by everyone: axe in both themes, and a small phone without sideways scrolling."""

from typing import Literal

from playwright.sync_api import Page

from browser.test_accessibility import serious

THEMES: tuple[Literal["dark"], Literal["light"]] = ("dark", "light")
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 900}


def troubles(page: Page) -> list[str]:
    """Everything that shuts somebody out of the page as it stands."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {item}" for item in serious(page)]
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > PHONE["width"]:
        found.append(f"{page.url} is {width} pixels wide on a phone of {PHONE['width']}")
    page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
    return found
