"""Accounts in tas and in hledger, ledger and beancount: balances, lots and gains; pyxirr on the money-weighted return.

    python3 scripts/parity/accounts.py [LEDGERS] [PROGRAM]

Each of LEDGERS random accounts (100 without a number) and each shared statement is booked by tas, written with
`ledger NAME to`, and read by the others. hledger and ledger check that each transaction balances and give the balance of
each lot; beancount books lots by itself, first in, last in or dearest first out, so that its gains are computed apart from ours. A program that
is not there is left out, and said.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
shared = os.environ.get("TAS_SHARED", os.path.join(os.path.dirname(root), "shared"))
count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
tas = sys.argv[2] if len(sys.argv) > 2 else os.path.join(root, ".build/release/tas")

try:
    from beancount import loader
except ImportError:
    loader = None
try:
    import pyxirr
except ImportError:
    pyxirr = None


def run(script, home):
    """The results of a script, as objects."""
    environment = dict(os.environ, XDG_DATA_HOME=home, XDG_STATE_HOME=home, XDG_CONFIG_HOME=home)
    done = subprocess.run(
        [tas, "--no-rc", "--format", "json", "-"], input=script, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise SystemExit(done.stdout[-500:] + done.stderr + script)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def rows(result):
    data = result["data"]
    return [dict(zip(data["columns"], row)) for row in data["rows"]]


def random_script(seed):
    """Entries that fit an account, in the words of tas."""
    dice = random.Random(seed)
    order = dice.choice(["fifo", "fifo", "lifo", "hifo"])
    held, lines = {}, [f"account main currency USD cash 100000 on 2022-01-03 lots {order} zone \"UTC\""]
    day = 0
    for _ in range(dice.randint(3, 40)):
        # Lots have a date alone in beancount: of two of a day it takes the first one also last in, first out.
        day += dice.randint(0 if order == "fifo" else 1, 20)
        date = f"{2022 + day // 336}-{day % 336 // 28 + 1:02}-{day % 28 + 1:02}"
        symbol = dice.choice(["AAA", "BBB", "CCC"])
        own = held.get(symbol, Decimal(0))
        price = Decimal(dice.randint(1, 10**6)) / 1000
        fee = Decimal(dice.randint(0, 300)) / 100
        kind = dice.choice(["buy", "buy", "buy", "sell", "sell", "dividend", "fee", "deposit", "withdraw", "split"])
        if kind == "buy":
            size = Decimal(dice.randint(1, 10**5)) / 1000
            held[symbol] = own + size
            lines.append(f"book buy {size} {symbol} at {price} on {date} fee {fee}")
        elif kind == "sell" and own > 0:
            size = own if dice.random() < 0.2 else max(own * dice.randint(1, 9) / 10, Decimal("0.001")).quantize(Decimal("0.001"))
            size = min(size, own)
            held[symbol] = own - size
            lines.append(f"book sell {size} {symbol} at {price} on {date} fee {fee}")
        elif kind == "split" and own > 0 and dice.random() < 0.3:
            held[symbol] = own * 2
            lines.append(f"book split 2:1 {symbol} on {date}")
        elif kind == "dividend":
            lines.append(f"book dividend {price} {symbol} on {date} withheld {(price / 10).quantize(Decimal('0.01'))}")
        elif kind in ("fee", "deposit", "withdraw"):
            lines.append(f"book {kind} {price} on {date}")
    return "\n".join(lines)


def balances(command):
    """The balances by account that hledger or ledger print as CSV-like lines `account|amount`."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout


def hledger(path):
    text = balances(["hledger", "-f", path, "balance", "-N", "--flat", "--output-format", "csv", "--layout", "bare"])
    import csv

    found = {}
    for row in list(csv.reader(text.splitlines()))[1:]:
        found.setdefault(row[0], Decimal(0))
        found[row[0]] += Decimal(row[-1].replace(",", "") or 0)
    return found


def ledger(path):
    text = balances(["ledger", "-f", path, "balance", "--flat", "--no-total", "--format", "%(account)|%(quantity(scrub(display_total)))\n"])
    found = {}
    for line in text.splitlines():
        name, amount = line.rsplit("|", 1)
        found[name] = Decimal(amount)
    return found


def beancount(path):
    entries, errors, _ = loader.load_file(path)
    if errors:
        raise SystemExit(f"{path}: {errors[0].message}")
    found = {}
    for entry in entries:
        for posting in getattr(entry, "postings", None) or []:
            found[posting.account] = found.get(posting.account, Decimal(0)) + posting.units.number
    return found


def near(left, right, tolerance="0.02"):
    return abs(Decimal(left) - Decimal(right)) <= Decimal(tolerance)


def compare(title, home, script):
    text = script + "\nledger main to \"{0}/a.hledger\"\nledger main to \"{0}/a.ledger\"\nledger main to \"{0}/a.beancount\"\nlots main\ngains main\naccount main\n".format(home)
    results = run(text, home)
    lots, gains, account = rows(results[-3]), rows(results[-2]), results[-1]["data"]
    cash = Decimal(str(account["cash"]))
    gained = sum((Decimal(str(gain["gain"])) for gain in gains), Decimal(0))
    sizes = {}
    for lot in lots:
        key = f"assets:main:{lot['symbol']}:{lot['entry']}"
        sizes[key] = sizes.get(key, Decimal(0)) + Decimal(str(lot["size"]))
    faults = []

    def check(what, own, other):
        if not near(own, other):
            faults.append(f"{title}: {what}: {own} in tas, {other}")

    readers = []
    if shutil.which("hledger"):
        readers.append(("hledger", hledger(home + "/a.hledger")))
    if shutil.which("ledger"):
        readers.append(("ledger", ledger(home + "/a.ledger")))
    for name, found in readers:
        check(f"{name} cash", cash, found.get("assets:main:cash", 0))
        check(f"{name} gains", gained, -found.get("income:gains", Decimal(0)))
        others = {key: value for key, value in found.items() if key.startswith("assets:main:") and value and not key.endswith(":cash")}
        for key in set(sizes) | set(others):
            check(f"{name} {key}", sizes.get(key, 0), others.get(key, 0))
    if loader:
        found = beancount(home + "/a.beancount")
        check("beancount cash", cash, found.get("Assets:Main:Cash", 0))
        check("beancount gains", gained, -found.get("Income:Gains", Decimal(0)))
        held = {}
        for lot in lots:
            held[lot["symbol"]] = held.get(lot["symbol"], Decimal(0)) + Decimal(str(lot["size"]))
        for symbol in ["AAA", "BBB", "CCC"]:
            check(f"beancount {symbol}", held.get(symbol, 0), found.get(f"Assets:Main:{symbol}", 0))
    return faults


def main():
    for name, there in [("hledger", shutil.which("hledger")), ("ledger", shutil.which("ledger")), ("beancount", loader), ("pyxirr", pyxirr)]:
        if not there:
            print(f"{name} is not there and is left out")
    faults, compared = [], 0
    for seed in range(count):
        with tempfile.TemporaryDirectory() as home:
            faults += compare(f"random {seed}", home, random_script(seed))
            compared += 1
    folder = os.path.join(shared, "data/statements")
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if name.endswith(".md"):
            continue
        currency = "EUR" if name.startswith(("coinbase", "kraken")) else "USD"
        with tempfile.TemporaryDirectory() as home:
            script = f"account main currency {currency} zone \"UTC\"\nimport \"{folder}/{name}\" into main"
            faults += compare(name, home, script)
            compared += 1
    if pyxirr:
        import datetime

        for seed in range(count):
            dice = random.Random(seed)
            with tempfile.TemporaryDirectory() as home:
                start = datetime.date(2023, 1, 2)
                lines, flows, held = ["account main currency USD zone \"UTC\""], {}, 0
                for place in range(dice.randint(1, 6)):
                    date = start + datetime.timedelta(days=dice.randint(0, 200) if place else 0)
                    flows[date] = flows.get(date, 0) + 1000
                    lines.append(f"book deposit 1000 on {date}")
                last = start + datetime.timedelta(days=260)
                worth = 1000 * sum(1 for line in lines if "deposit" in line) * dice.uniform(0.7, 1.6)
                gain = round(worth - 1000 * (len(lines) - 1), 2)
                lines.append(f"book interest {gain if gain else 1} on {last}")
                lines.append(f"performance main until {last}")
                total = run("\n".join(lines), home)[-1]["data"]["total"]
                end = total["end"]
                # The period ends with its last day, flows come at the start of theirs.
                dates = sorted(flows) + [last + datetime.timedelta(days=1)]
                yearly = pyxirr.xirr(dates, [-flows[date] for date in sorted(flows)] + [end])
                span = (last - start).days + 1
                rate = (1 + yearly) ** (span / 365) - 1
                if abs(rate - total["irr"]) > 1e-8:
                    faults.append(f"irr {seed}: {total['irr']} in tas, {rate} in pyxirr")
                compared += 1
    print(f"{compared} compared, {len(faults)} differ")
    for fault in faults[:40]:
        print(fault)
    raise SystemExit(1 if faults else 0)


main()
