"""The files of the browser app: how they are found, compressed, kept and denied."""

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.server.http.pages import page_handlers

SCRIPT = b"console.log('hello')"


@pytest.fixture
def client(tmp_path: Path) -> TestClient[Litestar]:
    """A server of a small app: one page, one script with a compressed twin."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Pitboss</title>")
    (tmp_path / "theme.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-1a2b.js.br").write_bytes(b"packed by brotli")
    (tmp_path / "assets" / "main-1a2b.js.gz").write_bytes(b"packed by gzip")
    return TestClient(Litestar(page_handlers(tmp_path)))


@pytest.mark.parametrize("path", ["/", "/tables/demo", "/rules/ma-crazy-4", "/sign-in"])
def test_every_address_of_the_app_gets_its_page(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "<title>Pitboss</title>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/api", "/api/nothing", "/metrics/x", "/assets/gone-9f.js", "/favicon.ico", "/../pyproject.toml"]
)
def test_what_is_no_page_is_not_found(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip;q=1.0", "gzip"), ("identity", None), ("", None), ("deflate", None)],
)
def test_a_file_is_sent_in_the_best_encoding_the_client_knows(
    client: TestClient[Litestar], accepted: str, encoding: str | None
) -> None:
    with client.stream("GET", "/assets/main-1a2b.js", headers={"accept-encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
        headers = answer.headers
    wanted = {"br": b"packed by brotli", "gzip": b"packed by gzip", None: SCRIPT}
    assert raw == wanted[encoding]
    assert headers.get("content-encoding") == encoding
    assert headers["vary"] == "Accept-Encoding"


def test_files_with_a_hash_in_their_name_are_kept_for_good(client: TestClient[Litestar]) -> None:
    assert "immutable" in client.get("/assets/main-1a2b.js", headers={"accept-encoding": ""}).headers["cache-control"]
    assert client.get("/theme.js").headers["cache-control"] == "no-cache"


def test_an_unchanged_file_is_not_sent_again(client: TestClient[Litestar]) -> None:
    first = client.get("/theme.js")
    again = client.get("/theme.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_without_built_files_it_is_said_how_to_build_them(tmp_path: Path) -> None:
    answer = TestClient(Litestar(page_handlers(tmp_path / "empty"))).get("/")
    assert answer.status_code == 404
    assert answer.text == "The browser app is not built: run `make web`. The API is at /api.\n"
