"""Under which names a server may be asked: a page on another site whose name is made to lead here gets nothing."""

import ipaddress
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from pitboss.server.http.answers import Problem

ALWAYS = frozenset({"localhost"})
MISDIRECTED = 421
POLICY = 1008


def known_host(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names this server: by one of its names, or by an address, which no other site can claim.

    >>> [known_host(host, {"tables.example"}) for host in ("tables.example:8321", "[::1]:80", "evil.example", "")]
    [True, True, False, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name in ALWAYS or name in names:
            return True
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def place_of(address: str) -> str:
    """What counts as one address: of the newer kind the 64 bits that a provider gives to one customer, at the least.

    >>> [place_of(address) for address in ("10.0.0.1", "2001:db8::7:1", "2001:db8::8:2", "::ffff:10.0.0.1", "local")]
    ['10.0.0.1', '2001:db8::/64', '2001:db8::/64', '10.0.0.1', 'local']
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))


def only_under(app: ASGIApp, names: Collection[str]) -> ASGIApp:
    """The application for those alone who ask for one of its names."""
    own = frozenset(name.lower() for name in names)

    async def gate(scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        hosts = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        if kind == "lifespan" or (hosts and all(known_host(host, own) for host in hosts)):
            await app(scope, receive, send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": POLICY, "reason": "another host"})
        else:
            error = "This server does not go by that name; use its address, or a name given with --host-name."
            body = msgspec.json.encode(Problem(MISDIRECTED, error))
            sent = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": MISDIRECTED, "headers": sent})
            await send({"type": "http.response.body", "body": body, "more_body": False})

    return gate
