#!/usr/bin/env python3
"""A monthly rotation computed a second time, in plain Python and from prices alone, and compared with tas to the cent.

scripts/parity/rotation.py [TAS] runs rotation.tas in a temporary folder and compares the equity of every day.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

SYMBOLS = ["SPY", "IBM", "BAC", "AAPL"]
HERE = pathlib.Path(__file__).resolve().parent
COMMISSION, SLIPPAGE, CASH = 0.0005, 0.0003, 100_000.0
HOLD, LOOK, AVERAGE, START = 2, 126, 200, "2003-01-01"


def ranked(bars, places, day):
    """The symbols above their average, the best return first."""
    found = []
    for order, symbol in enumerate(SYMBOLS):
        if day not in places[symbol]:
            continue
        index = places[symbol][day]
        if index < AVERAGE - 1:
            continue
        closes = [bar[2] for bar in bars[symbol][index - AVERAGE + 1 : index + 1]]
        if closes[-1] > sum(closes) / AVERAGE:
            change = bars[symbol][index][2] / bars[symbol][index - LOOK][2] - 1
            found.append((-change, order, symbol))
    return [symbol for _, _, symbol in sorted(found)][:HOLD]


def equity(bars):
    """The equity at each close since the start."""
    places = {s: {bar[0]: index for index, bar in enumerate(bars[s])} for s in SYMBOLS}
    days = sorted(set().union(*places.values()))
    cash, units, marks, order = CASH, dict.fromkeys(SYMBOLS, 0.0), {}, None
    values = {}
    for number, day in enumerate(days):
        if day < START:
            continue
        if order:
            chosen, worth = order
            targets = {}
            for symbol in SYMBOLS:
                if symbol in chosen or units[symbol] > 0:
                    marks[symbol] = bars[symbol][places[symbol][day]][1]
                    cost = marks[symbol] * (1 + SLIPPAGE) * (1 + COMMISSION)
                    targets[symbol] = worth / HOLD / cost if symbol in chosen else 0.0
            for symbol, target in targets.items():
                if target < units[symbol]:
                    cash += (units[symbol] - target) * marks[symbol] * (1 - SLIPPAGE) * (1 - COMMISSION)
                    units[symbol] = target
            for symbol in chosen:
                price = marks[symbol] * (1 + SLIPPAGE) * (1 + COMMISSION)
                bought = min(targets[symbol] - units[symbol], cash / price)
                if bought > 0:
                    cash -= bought * price
                    units[symbol] += bought
            order = None
        for symbol in SYMBOLS:
            if day in places[symbol]:
                marks[symbol] = bars[symbol][places[symbol][day]][2]
        values[day] = cash + sum(units[s] * marks[s] for s in SYMBOLS if units[s])
        if number + 1 < len(days) and days[number + 1][:7] != day[:7]:
            order = (ranked(bars, places, day), values[day])
    return values


def rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / ".build/release/tas").resolve()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [program, "--no-rc", HERE / "rotation.tas"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        bars = {
            s: [(row[0], float(row[1]), float(row[2])) for row in rows(f"{folder}/{s}.csv")[1:]] for s in SYMBOLS}
        written = rows(f"{folder}/eq.csv")
    column = written[0].index("equity")
    values = equity(bars)
    worst = max(abs(float(row[column]) - values[row[0]]) for row in written[1:])
    print(f"{len(written) - 1} days, the largest difference of the equity is {worst:.2g}")
    if len(written) - 1 != len(values) or worst > 0.005:
        sys.exit("the equities differ")


main()
