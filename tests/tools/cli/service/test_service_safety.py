"""`descry serve` obeys no foreign page, and no client can hold it up or end it."""
import contextlib
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

sys.path.insert(0, os.path.dirname(__file__))
from made import Writer  # noqa: E402
from served import Served  # noqa: E402

# The most frequent one of the collection.
WORD = Writer(1).words[0]


@pytest.fixture(scope="module")
def served(descry, index, tmp_path_factory):
    decisions = tmp_path_factory.mktemp("decisions") / "d.tsv"
    with Served(descry, index, "--decisions", decisions) as service:
        yield service


def raw(port, data, wait=2.0):
    """Sends bytes, and returns what comes back within a while."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        connection.sendall(data)
        received = b""
        try:
            while chunk := connection.recv(65536):
                received += chunk
        except OSError:
            pass
        return received


def test_other_names_are_not_served(served):
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""]:
        assert served.ask("/v1/search", headers={"Host": host})[0] in (400, 421)
    for host in [f"localhost:{served.port}", "127.0.0.1", f"[::1]:{served.port}"]:
        assert served.ask("/healthz", headers={"Host": host})[0] == 200


def test_a_foreign_page_writes_nothing(served):
    own = f"http://127.0.0.1:{served.port}"
    body = {"id": "x", "kept": "y", "decision": "drop"}
    for headers in [{"Origin": "https://evil.example"}, {"Origin": "null"},
                    {"Origin": "http://127.0.0.1:1"}, {"Sec-Fetch-Site": "cross-site"}]:
        assert served.ask("/v1/decisions", "POST", body, served.token, headers)[0] == 403
    assert served.ask("/v1/decisions", "POST", body, served.token, {"Origin": own})[0] == 404  # no such document


def test_tokens_are_needed_and_are_whole(served):
    for token in [None, "", served.token[:-1], served.token + "x", "x" * len(served.token)]:
        assert served.ask("/v1/documents", "POST", "{}", token)[0] == 401


def test_a_proxy_may_offer_it(descry, index):
    with Served(descry, index, "--public-url", "https://search.example.org") as service:
        assert service.ask("/healthz", headers={"Host": "search.example.org"})[0] == 200
        assert service.ask("/v1/documents/x", "DELETE", None, service.token,
                           {"Host": "127.0.0.1", "Origin": "https://search.example.org"})[0] == 404


def test_answers_are_not_to_be_framed_or_guessed(served):
    for path in ["/", "/v1/search", "/healthz", "/nothing"]:
        headers = served.ask(path)[1]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers


def test_half_open_connections_hold_nobody_up(served):
    held = []
    try:
        for _ in range(500):
            connection = socket.create_connection(("127.0.0.1", served.port))
            connection.sendall(b"GET /v1/search?q=the HTTP/1.1\r\nHost: 127")
            held.append(connection)
        for _ in range(20):
            begin = time.monotonic()
            served.json("/v1/search", q=WORD)
            assert time.monotonic() - begin < 2
    finally:
        for connection in held:
            connection.close()


def test_what_is_too_large_is_refused(served):
    headers = b"".join(b"X-%d: %s\r\n" % (i, b"y" * 100) for i in range(10_000))
    answer = raw(served.port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
    assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))
    answer = raw(served.port, b"POST /v1/similar HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\nx")
    assert b" 413 " in answer.split(b"\r\n")[0]
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(b"POST /v1/similar HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            for _ in range(10):
                connection.sendall(chunk)
            connection.sendall(b"0\r\n\r\n")
        except OSError:
            pass
        assert b" 413 " in connection.recv(4096).split(b"\r\n")[0]
    served.json("/healthz")


def test_cut_bodies_end_nothing(served):
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", served.port)) as connection:
            connection.sendall(b"POST /v1/similar HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n{\"te")
    served.json("/healthz")


def test_noise_ends_nothing(served, chance):
    """What looks like requests and is none, in any order of bytes."""
    noise = random.Random(chance.random())
    pieces = [b"GET ", b"POST ", b"DELETE ", b"/v1/search?q=", b"/v1/groups?", b"/v1/documents/", b"%00", b"%ff",
              b"rows=-1&", b"start=99999999999&", b"q=((((", b"sort=x%20desc", b" HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n",
              b"Content-Length: 5\r\n", b"\r\n", b"\0", b"\xff\xfe", b"{}", b"[" * 500, b"key=", b"least=nan&",
              b"most=1e400&", b"/v1/explain?a=1&b=2", b"Transfer-Encoding: chunked\r\n", b"ffffffffff\r\n"]
    for _ in range(300):
        data = b"".join(noise.choice(pieces) for _ in range(noise.randrange(1, 12)))
        try:
            raw(served.port, data + b"\r\n\r\n", wait=0.05)
        except OSError:
            pass
    served.json("/healthz")
    assert served.process.poll() is None


def test_hostile_parameters_are_answered(served):
    for text in ["<script>alert(1)</script>", "\0", "\n", "a" * 20_000, "\u202e", "*", '"', "a:b:c", "NEAR/0", "((",
                 "-a", "%", "../../etc/passwd", "é" * 3000]:
        for path, name in [("/v1/search", "q"), ("/v1/similar", "text"), ("/v1/groups", "q"), ("/v1/groups", "key"),
                           ("/v1/search", "sort"), ("/v1/search", "facets"), ("/v1/similar", "id")]:
            assert served.ask(path, **{name: text})[0] in (200, 400, 404, 414, 431)
    served.json("/healthz")


def test_it_ends_after_what_was_begun(descry, own_index):
    from concurrent.futures import ThreadPoolExecutor
    with Served(descry, own_index) as service, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(service.json, "/v1/documents", "POST", token=service.token,
                             body={"id": "last", "text": "the last words"})
        time.sleep(0.3)
        assert service.end() == 0
        assert answer.result()["added"] == 1


def test_what_cannot_be_listened_on_is_told(descry, index):
    assert "HOST:PORT" in descry("serve", index, "--listen", "nonsense", code=2).err
    with Served(descry, index) as service:
        assert "cannot listen" in descry("serve", index, "--listen", f"127.0.0.1:{service.port}", code=2).err
    assert "cannot be combined" in descry("serve", index, "--stdio", "--listen", "127.0.0.1:0", code=2).err


def test_more_than_this_machine_is_warned_of(descry, index):
    process = subprocess.Popen(descry.command("serve", index, "--listen", "0.0.0.0:0"), stderr=subprocess.PIPE, text=True)
    lines = ""
    for line in process.stderr:
        lines += line
        if re.search("listening on", line):
            break
    process.terminate()
    assert process.wait(timeout=20) == 0
    assert "warning" in lines


def blocks_of_page(language_line):
    """The code blocks of the page that hold a line."""
    page = (Path(__file__).parents[4] / "docs/commands/serve.md").read_text()
    (block,) = [block for block in re.findall(r"^```[a-z]*$\n(.*?)^```$", page, re.DOTALL | re.MULTILINE) if language_line in block]
    return block


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.mark.skipif(not shutil.which("nginx"), reason="no nginx")
def test_the_proxy_of_the_page_works(descry, own_index, tmp_path):
    port = free_port()
    block = blocks_of_page("proxy_pass")
    with Served(descry, own_index, "--public-url", f"http://search.example.org:{port}") as service:
        for old, new in [("listen 443 ssl", f"listen 127.0.0.1:{port}"), ("127.0.0.1:7700", f"127.0.0.1:{service.port}"),
                         ("auth_basic_user_file /etc/nginx/users", f"auth_basic_user_file {tmp_path}/users")]:
            assert old in block
            block = block.replace(old, new)
        (tmp_path / "users").write_text("reader:{PLAIN}secret\n")
        (tmp_path / "nginx.conf").write_text(
            f"{'user root;' if os.getuid() == 0 else ''} pid {tmp_path}/pid; error_log {tmp_path}/log; daemon off; events {{}} http {{ access_log off;"
            f"client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy; fastcgi_temp_path {tmp_path}/f;"
            f"uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\n{block} }}")
        nginx = subprocess.Popen(["nginx", "-e", tmp_path / "log", "-c", tmp_path / "nginx.conf"])
        try:
            proxy = Proxied(port)
            for _ in range(100):
                try:
                    proxy.ask("/healthz")
                    break
                except OSError:
                    time.sleep(0.05)
            assert proxy.ask("/healthz")[0] == 401
            user = {"Authorization": "Basic cmVhZGVyOnNlY3JldA=="}
            assert proxy.ask("/v1/search", headers=user)[0] == 200
            page = proxy.ask("/decisions", headers=user)
            assert page[0] == 404  # none are taken
            assert proxy.ask("/v1/documents/x", "DELETE", headers={**user, "Origin": "https://evil.example"})[0] == 403
            # Its user takes the header Authorization.
            assert proxy.ask("/v1/documents/x", "DELETE", headers={**user, "X-Descry-Token": service.token})[0] == 404
        finally:
            nginx.terminate()
            nginx.wait()


class Proxied(Served):
    """Requests through a proxy, which nothing ends."""

    def __init__(self, port):
        self.port = port


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze")
def test_the_unit_of_the_page_is_one(descry, tmp_path):
    unit = blocks_of_page("ExecStart").replace("/usr/bin/descry", descry.path)
    (tmp_path / "descry.service").write_text("[Unit]\nDescription=descry\n" + unit)
    found = subprocess.run(["systemd-analyze", "verify", "--man=no", tmp_path / "descry.service"],
                           capture_output=True, text=True)
    told = [line for line in found.stderr.splitlines() if "descry.service" in line]
    assert told == []


@pytest.mark.long
def test_headers_that_drip_are_not_waited_for(served):
    begin = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        try:
            while time.monotonic() - begin < 100:
                connection.sendall(b"x")
                time.sleep(0.5)
        except OSError:
            pass
    assert 55 < time.monotonic() - begin < 80


def test_it_ends_while_connections_ask_on(descry, index):
    """Each connection gets its answers until one says that it closes."""
    for _ in range(8):
        service = Served(descry, index)
        begun = threading.Barrier(9)

        def ask_on(port):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                begun.wait()
                with contextlib.suppress(OSError):
                    while True:
                        connection.sendall(f"GET /v1/search?q={WORD} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                        if not connection.recv(1 << 20):
                            break

        threads = [threading.Thread(target=ask_on, args=[service.port]) for _ in range(8)]
        for thread in threads:
            thread.start()
        begun.wait()
        time.sleep(0.1)
        code = service.end()
        for thread in threads:
            thread.join()
        assert code == 0


@pytest.fixture
def remote(index, tmp_path):
    """Starts and stops a server of Xapian's for the index, on a port of its own; a database that names it."""
    if not shutil.which("xapian-tcpsrv"):
        pytest.skip("needs xapian-tcpsrv")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # It ends its whole process group.
    def start():
        server = subprocess.Popen(["xapian-tcpsrv", "--interface", "127.0.0.1", "--port", str(port), index],
                                  stdout=subprocess.DEVNULL, start_new_session=True)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return server
            time.sleep(0.05)
        raise AssertionError("xapian-tcpsrv does not listen")

    started = [start()]

    def stop():
        started[-1].terminate()
        started[-1].wait(timeout=10)

    def restart():
        stop()
        started.append(start())

    stub = tmp_path / "remote"
    stub.write_text(f"remote 127.0.0.1:{port}\n")
    yield stub, stop, restart
    stop()


def test_a_remote_database_is_read(descry, index, remote):
    stub, stop, restart = remote
    asked = [("/v1/search", {"q": WORD, "rows": 3}), ("/v1/groups", {"rows": 2})]
    with Served(descry, index) as local, Served(descry, stub) as service:
        expected = [local.json(path, **parameters) for path, parameters in asked]
        assert [service.json(path, **parameters) for path, parameters in asked] == expected
        similar = local.json("/v1/similar", text="a text")
        assert service.json("/v1/similar", text="a text") == similar
        status, _, body = service.ask("/v1/documents", "POST", {"id": "new", "text": "a text"}, service.token)
        assert status == 409 and b"read-only" in body, (status, body)
        # Connections that its server closed are made again.
        restart()
        for path, parameters in asked * 3:
            assert service.json(path, **parameters) == local.json(path, **parameters)
        assert service.json("/v1/similar", text="a text") == similar
        stop()
        status, _, body = service.ask("/v1/search", q=WORD)
        assert status == 503 and b"remote" in body, (status, body)
