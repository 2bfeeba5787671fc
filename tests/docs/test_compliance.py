"""What the page for test labs points at is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_test_that_the_page_names_is_there() -> None:
    page = (ROOT / "docs" / "compliance.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| asked")]
    assert len(rows) > 30
    named = {name for row in rows for name in re.findall(r"`([a-z_]+/(?:[a-z_]+\.py)?)`", row)}
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []
