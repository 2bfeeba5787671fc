"""The browser app: its built files, compressed beforehand and held in memory; every address that is not the API's.

Addresses of the app itself (`/tables/NAME`) get its one page, which then shows what belongs there. Files whose names
carry a hash of their content may be kept for good.
"""

import logging
import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitboss.server.http.access import Asked

FOLDER = Path(__file__).parents[2] / "web"
PAGE = "index.html"
HASHED = "assets/"
SERVER = ("api", "healthz", "metrics")  # what is never an address of the app
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # best first
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = "The browser app is not built: run `make web`. The API is at /api."

logger = logging.getLogger("pitboss.server")


class File(msgspec.Struct, frozen=True):
    """A file as it is sent: its content in each encoding there is, "" for none."""

    media_type: str
    etag: str
    cache: str
    content: Mapping[str, bytes]

    def best(self, accepted: str) -> str:
        """The best encoding that a client accepts."""
        named = {part.partition(";")[0].strip() for part in accepted.split(",")}
        return next((encoding for encoding in ENCODINGS if encoding in named and encoding in self.content), "")


def load_files(folder: Path = FOLDER) -> dict[str, File]:
    """Every built file by its address without the leading slash; none if the app is not built."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in ENCODINGS.values():
            name = path.relative_to(folder).as_posix()
            found[name] = _file(path, FOR_GOOD if name.startswith(HASHED) else ASK_AGAIN)
    return found


def _file(path: Path, cache: str) -> File:
    content = {"": path.read_bytes()}
    for encoding, suffix in ENCODINGS.items():
        packed = path.with_name(path.name + suffix)
        if packed.is_file():
            content[encoding] = packed.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(media_type, f'"{sha256(content[""]).hexdigest()[:20]}"', cache, content)


def page_handlers(folder: Path = FOLDER) -> list[HTTPRouteHandler]:
    """The handlers of the browser app; where it is not built, one that says how to build it."""
    files = load_files(folder)
    if PAGE not in files:
        logger.warning(NOT_BUILT)

    def answer(request: Asked, path: str) -> Response[bytes]:
        file = files.get(path) or _page(files, path)
        if file is None:
            return Response(f"{NOT_BUILT}\n".encode(), media_type=MediaType.TEXT, status_code=404)
        return _send(file, request.headers.get("accept-encoding", ""), request.headers.get("if-none-match", ""))

    @get("/", include_in_schema=False, sync_to_thread=False)
    def first_page(request: Asked) -> Response[bytes]:
        return answer(request, "")

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def any_page(request: Asked, path: FromPath[Path]) -> Response[bytes]:
        return answer(request, path.as_posix().strip("/"))

    return [first_page, any_page]


def _page(files: Mapping[str, File], path: str) -> File | None:
    """The page of the app for one of its addresses; whatever looks like a file or belongs to the API is not there."""
    first, _, _ = path.partition("/")
    if first in SERVER or path.startswith(HASHED) or "." in path.rpartition("/")[2]:
        raise NotFoundException("there is nothing here")
    return files.get(PAGE)


def _send(file: File, accepted: str, known: str) -> Response[bytes]:
    encoding = file.best(accepted)
    headers = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if known == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(file.content[encoding], headers=headers, media_type=file.media_type)
