"""What is built: types that fit the server, and a bundle that stays small."""

import subprocess
from pathlib import Path

import msgspec

from pitboss.server.http.openapi import document
from pitboss.server.http.pages import load_files

WEB = Path(__file__).parents[2] / "web"
MOST_KILOBYTES = 300


def test_the_types_of_the_app_are_those_of_the_servers_openapi_document() -> None:
    made = subprocess.run(
        [WEB / "node_modules/.bin/openapi-typescript"],
        input=msgspec.json.encode(document()),
        capture_output=True,
        check=True,
    )
    assert made.stdout.decode().strip() == (WEB / "src/api/schema.ts").read_text().strip(), (
        "run `npm run types` in web/"
    )


def test_the_whole_app_is_small_on_the_wire() -> None:
    sizes = {name: len(file.content.get("br", file.content[""])) for name, file in load_files().items()}
    assert sizes["index.html"] < 2000
    assert sum(sizes.values()) < MOST_KILOBYTES * 1000, sizes
