"""Two servers behind a real nginx, set up as `deploy/nginx.conf` has it: a table is one server's, and outlives it."""

import asyncio
import getpass
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pitboss.client import Client
from pitboss.store import open_store
from server.together import Day, Server, Servers, findings

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
DAY = timedelta(days=1)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def pair(servers: Servers) -> list[Server]:
    return servers.start(2, "--no-demo", "--proxy-headers", "127.0.0.1")


def behind_nginx(servers: Servers, pair: list[Server], text: str) -> None:
    """Starts nginx with a changed text of the shipped configuration."""
    folder = servers.folder
    for written, server in zip(("8321", "8322"), pair, strict=True):
        assert f"127.0.0.1:{written}" in text
        text = text.replace(f"127.0.0.1:{written}", urlsplit(server.address).netloc)
    paths = "\n".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = f"pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{ access_log off; {paths} {text} }}"
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    own = getpass.getuser()  # root's workers would be nobody's, who may not see the folder
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", f"daemon off; user {own};"]
    process = servers.stack.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
    servers.stack.callback(process.terminate)


def when_up(address: str, verify: ssl.SSLContext | bool = True) -> str:
    for _ in range(500):
        try:
            if httpx.get(f"{address}/healthz", verify=verify).status_code == 200:
                break
        except httpx.TransportError:
            time.sleep(0.02)
    return address


def at_ports(plain: int, secure: int) -> str:
    """The shipped configuration at other ports, on this machine alone."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    return text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace(
        "listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;"
    )


@pytest.fixture
def proxy(servers: Servers, pair: list[Server]) -> str:
    """The address of the proxy; ports are others, and there is no certificate."""
    port = free_port()
    text = "\n".join(line for line in at_ports(free_port(), port).splitlines() if not line.lstrip().startswith("ssl_"))
    behind_nginx(servers, pair, text.replace(f"{port} ssl;", f"{port};"))
    return when_up(f"http://127.0.0.1:{port}")


def make_certificate(folder: Path) -> None:
    """A certificate of this machine, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + DAY)
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = builder.add_extension(here, critical=False).sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "privkey.pem").write_bytes(secret)


def test_the_proxy_speaks_tls_and_nothing_else(servers: Servers, pair: list[Server]) -> None:
    plain, secure, folder = free_port(), free_port(), servers.folder
    make_certificate(folder)
    behind_nginx(servers, pair, at_ports(plain, secure).replace("/etc/pitboss/tls", str(folder)))
    trusted = ssl.create_default_context(cafile=folder / "fullchain.pem")
    address = when_up(f"https://127.0.0.1:{secure}", trusted)

    moved = httpx.get(f"http://127.0.0.1:{plain}/tables")
    assert (moved.status_code, moved.headers["location"]) == (301, "https://127.0.0.1/tables")
    with httpx.Client(base_url=address, verify=trusted) as client:
        health = client.get("/healthz")
        assert health.status_code == 200
        assert "max-age" in health.headers["strict-transport-security"]
        assert client.get("/metrics").status_code == 404
        guest = client.post("/api/guest", headers={"origin": address})
        assert guest.status_code == 200
        assert "secure" in guest.headers["set-cookie"].lower(), "the server knows that the way to it is encrypted"


def streams(server: Server) -> int:
    """How many streams a server has open, by its own account."""
    text = httpx.get(f"{server.address}/metrics").text
    return int(float(next(line for line in text.splitlines() if line.startswith("pitboss_streams ")).split()[1]))


def test_a_table_behind_the_proxy_is_one_servers_and_outlives_it(
    proxy: str, pair: list[Server], servers: Servers
) -> None:
    killed: list[Server] = []

    def busy() -> "subprocess.Popen[str]":
        counts = [streams(server) for server in pair]
        assert sorted(counts)[0] == 0, "all who are at a table are at one server"
        assert sum(counts) > 3, "three who listen, and whoever sits by then"
        killed.append(pair[counts.index(max(counts))])
        return killed[0].process

    asyncio.run(Day([proxy] * 3).spend(busy))
    assert [server.stop() for server in pair if server not in killed] == [0]
    with open_store(servers.database) as store:
        assert store.reconcile() == []
    assert findings(servers) == ()


def test_tables_are_spread_over_the_servers(proxy: str, pair: list[Server]) -> None:
    async def watched(stack: AsyncExitStack, guest: int) -> None:
        """Three tables, which is as many as a guest may open, each watched."""
        client = await stack.enter_async_context(Client(proxy))
        await client.sign_in_as_guest()
        for name in (f"spread-{guest}-{number}" for number in range(3)):
            await client.post("/api/tables", {"name": name, "rulebook": "ma-criss-cross", "practice": True})
            stream = client.stream(name)
            stack.push_async_callback(stream.aclose)
            await anext(stream)

    async def counts() -> list[int]:
        async with AsyncExitStack() as stack:
            for guest in range(5):
                await watched(stack, guest)
            return [await asyncio.to_thread(streams, server) for server in pair]

    found = asyncio.run(counts())
    assert sum(found) == 15
    assert min(found) > 0
