"""`tas serve` as other programs see it: a checker of OpenAPI documents, random requests of schemathesis, Chromium on the page,
and many connections at once.

    python3 -m venv V && V/bin/pip install schemathesis==4.32.5 openapi-spec-validator==0.9.0 selenium
    apt-get install chromium chromium-driver wrk
    V/bin/python scripts/parity/serve.py [PROGRAM] [PICTURES]

What is not there is left out, and said. With a folder PICTURES the page is photographed there, light, dark and narrow.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
tas = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, ".build/release/tas")
pictures = sys.argv[2] if len(sys.argv) > 2 else None
folder = tempfile.mkdtemp()
environment = dict(os.environ, XDG_DATA_HOME=folder + "/data", XDG_STATE_HOME=folder + "/state",
                   XDG_CONFIG_HOME=folder + "/config", TAS_OFFLINE="1")
PASSWORD = "Secret123"


def run(*arguments, text=None):
    return subprocess.run([tas, *arguments], input=text, capture_output=True, text=True, env=environment, cwd=folder)


def book(statements):
    made = run("--no-rc", "-c", statements)
    assert made.returncode == 0, made.stderr


open(folder + "/desk.tas", "w").write(
    "load sample AAPL\nload strategy ema_crossover as cross\nset serve_strategy cross, rate_limit 1_000_000\n")
book("""account main currency USD cash 25_000 on 2026-01-02 zone "America/Chicago"
book buy 100 AAPL at 182.50 on 2026-01-05T10:31 fee 1; book sell 40 AAPL at 190 on 2026-01-20 fee 1
book buy 10 MSFT at 400 on 2026-02-02; book sell 10 MSFT at 390 on 2026-02-10 fee 1
book buy 1 TSLA at 10 on 2026-03-10T10:00; book sell 1 TSLA at 12 on 2026-03-11T23:30""")
assert run("serve", "user", "add", "ada", "--role", "admin", "--email", "ada@desk.example", text=PASSWORD + "\n").returncode == 0
server = subprocess.Popen([tas, "serve", "desk.tas", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment,
                          cwd=folder)
port = None
for line in server.stdout:
    found = re.match(r"serving on http://127.0.0.1:(\d+)", line)
    if found:
        port = int(found[1])
        break
assert port, "it does not serve"
address = f"http://127.0.0.1:{port}"


def ask(method, path, body=None, token=None):
    fields = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        fields["Authorization"] = "Bearer " + token
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(address + path, data, fields, method=method), timeout=30) as answer:
        return json.loads(answer.read())


def sign_in():
    return ask("POST", "/auth/login", {"username": "ada", "password": PASSWORD})["tokens"]["access_token"]


def memory():
    return int(open(f"/proc/{server.pid}/statm").read().split()[1]) * 4 // 1024


def documents():
    try:
        from openapi_spec_validator import validate
    except ImportError:
        return print("openapi-spec-validator is not there")
    validate(ask("GET", "/openapi.json"))
    print("the OpenAPI document is valid")


def random_requests():
    program = shutil.which("schemathesis", path=os.path.dirname(sys.executable) + ":" + os.environ["PATH"])
    if not program:
        return print("schemathesis is not there")
    ran = subprocess.run(
        [program, "run", address + "/openapi.json", "-H", "Authorization: Bearer " + sign_in(), "--max-examples", "50",
         "--exclude-path-regex", "/auth/(logout|login|forgot)|reset-password|bot/mode|/ws",
         # Values that have the shape and cannot be: a strategy without rules, a zone that is none.
         "--exclude-checks", "positive_data_acceptance"],
        capture_output=True, text=True, cwd=folder)
    print("schemathesis:", re.findall(r"(\d+ generated.*)", ran.stdout) or ran.stdout[-2000:], "exit", ran.returncode)
    assert ran.returncode == 0, ran.stdout[-4000:]


def connections():
    begun = time.time()
    answered = 0
    for _ in range(10_000):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as one:
                one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answered += one.recv(20).startswith(b"HTTP/1.1 200")
        except OSError:
            pass
    print(f"10,000 connections one after the other: {answered} answered, {time.time() - begun:.1f} s, {memory()} MB")
    held = []
    for _ in range(1000):
        try:
            held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        except OSError:
            break
    time.sleep(11)
    for one in held:
        one.close()
    time.sleep(0.5)
    assert ask("GET", "/health")["status"] == "healthy"
    print(f"{len(held)} connections that say nothing: ended after ten seconds, others are answered")


def left():
    """A client that leaves stops its work: the answer of a long backtest is not waited for."""
    body = json.dumps({"name": "x", "symbol": "AAPL", "period": "max", "indicators": [
        {"name": f"E{n}", "type": "EMA", "params": {"window": n}} for n in range(2, 100)], "threshold_rules": [
        {"name": f"r{n}", "indicator": f"E{n}", "threshold": 1, "condition": "above", "signal_type": "entry"}
        for n in range(2, 100)]}).encode()
    head = (f"POST /strategies/custom HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode()

    def busy():
        return sum(int(each) for each in open(f"/proc/{server.pid}/stat").read().split()[13:15])

    with socket.create_connection(("127.0.0.1", port)) as one:
        before = busy()
        one.sendall(head + body)
        while len(one.recv(1 << 20)) > 0 and time.time():
            one.settimeout(0.5)
            try:
                one.recv(1 << 20)
            except TimeoutError:
                break
        complete = busy() - before
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port)) as one:
            one.sendall(head + body)
            time.sleep(0.02)
    before = busy()
    time.sleep(1)
    print(f"processor ticks of a long answer: {complete}; after three clients that left: {busy() - before}")


def load():
    if not shutil.which("wrk"):
        return print("wrk is not there")
    token = sign_in()
    script = folder + "/rsi.lua"
    open(script, "w").write("""wrk.method = "POST"; wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"name":"r","symbol":"AAPL","indicators":[{"name":"RSI_14","type":"RSI","params":{"window":14}}],"threshold_rules":[{"name":"e","indicator":"RSI_14","threshold":30,"condition":"below","signal_type":"entry"}],"period":"6mo"}'
""")
    for path, options in [("/profit", []), ("/api/v1/trades?page=1", []), ("/equity-curve", []),
                          ("/strategies/custom", ["-s", script])]:
        ran = subprocess.run(["wrk", "-t1", "-c8", "-d10", "--latency", "-H", "Authorization: Bearer " + token, *options,
                              address + path], capture_output=True, text=True).stdout
        figures = [re.search(pattern, ran) for pattern in (r"Requests/sec:\s*([\d.]+)", r"99%\s+(\S+)", r"Non-2xx.*")]
        print(f"{path}: {figures[0][1]} a second, p99 {figures[1][1]}", figures[2][0] if figures[2] else "", f"{memory()} MB")


def page():
    try:
        from selenium import webdriver
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys
        from selenium.webdriver.support.ui import Select
    except ImportError:
        return print("selenium is not there")
    if not shutil.which("chromedriver"):
        return print("chromedriver is not there")

    def browser(size="1200,1000", dark=False):
        options = webdriver.ChromeOptions()
        for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=" + size]:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(service=webdriver.ChromeService(shutil.which("chromedriver")), options=options)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        driver.get(address + "/app")
        return driver

    def wait(what, holds, seconds=5.0):
        end = time.time() + seconds
        while time.time() < end:
            try:
                if holds():
                    return time.time() - end + seconds
            except Exception:
                pass
            time.sleep(0.02)
        raise AssertionError(what)

    driver = browser()
    element = lambda name: driver.find_element(By.ID, name)
    text = lambda name: element(name).text

    def enter(name="name"):
        element(name).send_keys("ada")
        element("password").send_keys(PASSWORD + Keys.ENTER)
        wait("the dashboard", lambda: text("equity").startswith("$"))

    def photograph(name):
        if pictures:
            os.makedirs(pictures, exist_ok=True)
            time.sleep(0.5)
            driver.save_screenshot(f"{pictures}/{name}.png")

    try:
        wait("the sign-in", lambda: element("sign-in").is_displayed())
        element("name").send_keys("ada")
        element("password").send_keys("wrong" + Keys.ENTER)
        wait("a refusal", lambda: "wrong" in text("sign-in-fault"))
        element("name").clear()
        element("password").clear()
        enter()
        before = text("equity")
        picture = element("curve").get_attribute("src")
        book("book deposit 1000 on 2026-03-12")
        moved = wait("the curve moves", lambda: text("equity") != before and element("curve").get_attribute("src") != picture)
        assert moved < 1, moved
        print(f"page: a booked deposit moves the curve after {moved:.2f} s")
        photograph("home-light")
        # By keyboard alone.
        element("tab-home").send_keys(Keys.ARROW_RIGHT)
        wait("the calendar", lambda: element("calendar").is_displayed() and driver.switch_to.active_element.get_attribute("id") == "tab-calendar")
        days = lambda: [each.get_attribute("aria-label") for each in driver.find_elements(By.CSS_SELECTOR, "#days button")]
        wait("a day", lambda: days() == ["2026-03-11: gain of $2.00, 100.0% won"])
        Select(element("zone")).select_by_visible_text("Asia/Tokyo")
        wait("the day of Tokyo", lambda: days() == ["2026-03-12: gain of $2.00, 100.0% won"])
        driver.find_element(By.CSS_SELECTOR, "#days button").click()
        wait("the trades of the day", lambda: "TSLA" in text("day-trades"))
        photograph("calendar")
        print("page: the calendar has the days of two zones, with labels")
        element("tab-trades").click()
        wait("the ledger", lambda: "of 1, 4 trades" in text("page-place"))
        Select(element("f-outcome")).select_by_visible_text("loss")
        wait("losses", lambda: "of 1, 1 trades" in text("page-place"))
        photograph("ledger")
        element("tab-panel").click()
        element("symbol").send_keys("AAPL" + Keys.ENTER)
        wait("a confidence", lambda: "consensus" in text("confidence"))
        element("w-backtest").send_keys(Keys.HOME)
        wait("other weights", lambda: "walkforward 58.3%" in text("weights").replace("\n", " "))
        element("w-drift").send_keys(Keys.HOME)
        wait("the drift", lambda: "Live differs" in text("drift"))
        photograph("panel")
        element("tab-admin").click()
        wait("guardrails", lambda: "max drawdown percent" in text("risk"))
        element("g-max_open_positions").send_keys(Keys.ARROW_RIGHT)
        wait("the change in the log", lambda: "max_positions is 4" in text("log"))
        photograph("admin")
        unlabelled = driver.execute_script(
            "return [...document.querySelectorAll('button,input,select,img')].filter(e => !(e.textContent.trim() ||"
            " e.getAttribute('aria-label') || e.alt || e.labels?.length)).map(e => e.id)")
        assert unlabelled == [], unlabelled
        print("page: filters, weights, drift and guardrails by keyboard, and every control has a label")
        driver.execute_cdp_cmd("Network.enable", {})
        conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(conditions, offline=True))
        element("tab-home").click()
        wait("the age of what is kept", lambda: text("state").startswith("offline, from"))
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(conditions, offline=False))
        wait("live again", lambda: text("state") == "live", 10)
        driver.execute_script("const real = Date.now; Date.now = () => real() + 16 * 60 * 1000")
        wait("the lock", lambda: element("lock").get_attribute("open"))
        wait("the lock of the server", lambda: driver.execute_script("return fetch('/status').then(r => r.status)") == 401)
        element("unlock-password").send_keys(PASSWORD + Keys.ENTER)
        wait("unlocked", lambda: not element("lock").get_attribute("open") and text("state") == "live")
        element("leave").click()
        wait("signed out", lambda: element("sign-in").is_displayed())
        assert driver.execute_script("return localStorage.length") == 0
        print("page: offline with its age, locked here and there after fifteen minutes, nothing kept after signing out")
        faults = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"
                  and "ERR_INTERNET_DISCONNECTED" not in each["message"] and "status of 401" not in each["message"]]
        assert faults == [], faults
        hosts = set()
        for each in driver.get_log("performance"):
            message = json.loads(each["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                hosts.add("/".join(message["params"]["request"]["url"].split("/")[:3])[:40])
        assert all(each == address or each.startswith("data:") for each in hosts), hosts
        print("page: no message of an error, and no other host is asked")
    finally:
        driver.quit()
    for name, options in [("home-dark", {"dark": True}), ("home-narrow", {"size": "420,900"})] if pictures else []:
        driver = browser(**options)
        try:
            enter()
            photograph(name)
        finally:
            driver.quit()


try:
    documents()
    page()
    random_requests()
    left()
    connections()
    load()
finally:
    server.send_signal(signal.SIGTERM)
    server.wait(10)
    shutil.rmtree(folder)
