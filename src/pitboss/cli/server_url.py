"""The address of a running server, as somebody typed it."""

from urllib.parse import urlsplit

from pitboss.rulebooks import Refused, Violation


def server_url(text: str) -> str:
    """The address; `Refused` where it is none that a server could have."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket without its other, a port that there is not
        sound = False
    if not (sound and text.isprintable() and " " not in text):
        allowed = "the address of a running server, such as http://127.0.0.1:8321"
        raise Refused(Violation(rulebook="", clause="", where="URL", tried=repr(text[:200]), allowed=allowed))
    return text
