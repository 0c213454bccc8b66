"""Drives `tas serve` over real sockets and TLS: urllib, ssl and the package websockets are other implementations than ours.

Usage: serve.py TAS FOLDER. Prints a line for each thing that holds; what does not hold is an error."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

tas, folder = sys.argv[1:3]
os.chdir(folder)
open("desk.tas", "w").write("load sample AAPL\nload strategy ema_crossover as cross\nset serve_strategy cross\n")


def run(*arguments, text=None):
    return subprocess.run([tas, *arguments], input=text, capture_output=True, text=True, timeout=60)


class Served:
    def __init__(self, *options):
        self.process = subprocess.Popen([tas, "serve", "desk.tas", "--port", "0", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            found = re.match(r"serving on (https?)://[^:]+:(\d+)", line)
            if found:
                self.scheme, self.port = found[1], int(found[2])
                break
        else:
            raise SystemExit("it does not serve: " + "".join(self.lines))
        self.context = ssl.create_default_context(cafile="desk-cert.pem") if self.scheme == "https" else None
        self.token = None

    def ask(self, method, path, body=None, headers=()):
        fields = dict(headers)
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            fields.setdefault("Content-Type", "application/json")
        if self.token:
            fields["Authorization"] = "Bearer " + self.token
        request = urllib.request.Request(f"{self.scheme}://localhost:{self.port}{path}", data, fields, method=method)
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as fault:
            return fault.code, fault.read()

    def sign_in(self):
        status, body = self.ask("POST", "/auth/login", {"username": "ada", "password": "Secret123"})
        assert status == 200, body
        self.token = json.loads(body)["tokens"]["access_token"]

    def raw(self):
        plain = socket.create_connection(("127.0.0.1", self.port))
        return self.context.wrap_socket(plain, server_hostname="localhost") if self.context else plain

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(10)


run("--no-rc", "-c", "account main currency USD cash 25_000 on 2026-01-02")
assert run("serve", "user", "add", "ada", "--role", "admin", "--email", "ada@desk.example", text="Secret123\n").returncode == 0
refused = run("serve", "--listen", "0.0.0.0")
assert refused.returncode == 1 and "serve-needs-tls" in refused.stderr, refused
print("without TLS it serves this machine alone")

served = Served("--make-certificate")
assert served.scheme == "https", served.lines
status, body = served.ask("GET", "/health")
assert status == 200 and json.loads(body)["status"] == "healthy"
served.sign_in()
assert served.ask("GET", "/status")[0] == 200
print("TLS with a certificate of its own")

address = f"wss://localhost:{served.port}/ws"
try:
    connect(address, ssl=served.context).close()
    raise SystemExit("a socket without a token opens")
except InvalidStatus as fault:
    assert fault.response.status_code == 401, fault.response
with connect(address, ssl=served.context, additional_headers={"Authorization": "Bearer " + served.token}) as feed:
    assert json.loads(feed.recv(5))["type"] == "bot_status"
    assert json.loads(feed.recv(5))["equity"] == 25000
    run("--no-rc", "-c", "book deposit 1000 on 2026-01-05")
    booked = time.time()
    assert json.loads(feed.recv(5))["equity"] == 26000
    assert time.time() - booked < 1, time.time() - booked
    run("--no-rc", "-c", "book buy 10 AAPL at 100 on 2026-01-06")
    told = [json.loads(feed.recv(5)) for _ in range(2)]
    assert {each["type"] for each in told} == {"equity_update", "trade_executed"}, told
print("sockets tell what another program books, within a second")

assert served.ask("POST", "/strategies/custom", b"x" * (2 << 20))[0] == 413
with served.raw() as long:
    long.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (20 << 10) + b"\r\n\r\n")
    assert long.recv(100)[:13] in (b"HTTP/1.1 400 ", b"HTTP/1.1 431 ", b""), "a long header"
begun = time.time()
with served.raw() as slow:
    slow.settimeout(20)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
    assert slow.recv(100) == b"" and 8 < time.time() - begun < 15, time.time() - begun
print("long bodies, long headers and slow ones are refused")

kept = [served.raw() for _ in range(31)]
time.sleep(0.2)
over = []
for _ in range(5):
    try:
        one = served.raw()
        one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        over.append(one.recv(20)[:8] == b"HTTP/1.1")
    except OSError:
        over.append(False)
assert not all(over), over
for one in kept:
    one.close()
time.sleep(0.3)
assert served.ask("GET", "/health")[0] == 200
print("a client has 32 connections, and others later")
assert served.end() == 0
print("SIGTERM ends it")

for turn in range(4):
    served = Served()
    served.sign_in()
    before = json.loads(served.ask("GET", "/admin/risk")[1])
    assert (before["max_drawdown_percent"], before["daily_loss_limit_percent"]) in [(20, 5), (30, 10), (40, 20)], before
    pair = {"max_drawdown_percent": 30 + 10 * (turn % 2), "daily_loss_limit_percent": 10 + 10 * (turn % 2)}
    one = served.raw()
    body = json.dumps(pair).encode()
    one.sendall(b"PATCH /admin/risk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                + served.token.encode() + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    time.sleep(turn * 0.002)
    served.end(signal.SIGKILL)
print("a change that is killed is made or not made")
