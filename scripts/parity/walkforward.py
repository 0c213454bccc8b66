#!/usr/bin/env python3
"""A walk-forward over the crossing of two averages, run window by window by backtesting.py, and compared with that of tas.

python3 -m venv V && V/bin/pip install backtesting==0.6.6 pandas==3.1.1 numpy==2.4.6
V/bin/python scripts/parity/walkforward.py BARS.csv WINDOWS.json fast=5,10,20 slow=30,50,100 [cash=1000000] [commission=0]

WINDOWS.json is what tas prints with `--format json` for

    set units whole; set sizing fill; set cash 1M
    strategy cross(fast = 10, slow = 50) {
        enter long when sma(fast) crosses above sma(slow)
        exit long when sma(fast) crosses below sma(slow)
    }
    walkforward cross(fast = [5, 10, 20], slow = [30, 50, 100]) train 2y test 6mo by sharpe

or a list of windows alone, [{"train": {"since": …, "until": …}, "test": {…}}, …], both ends belonging to the window.
Each window chooses the pair of the highest Sharpe ratio on its training bars (the first of equals; one without a trade
has none and comes last), and runs it on its test bars from the same cash. Averages see the bars before a window, a run
begins without a position, and a trade that is open at its end is valued at the last close. Each window is printed as a line
of JSON; where tas chose, what it chose is beside it, and the script fails where the two differ.

Averages here are rounded once; those of tas are running sums, as TA-Lib's are. Where two averages of cent prices are equal to the
cent, the last bit decides on which day they cross: that is 2 of the 41 windows of BAC's daily bars, and none of IBM's.
"""
import json
import math
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

warnings.simplefilter("ignore")
PERIODS = 252


def read_bars(path):
    bars = pd.read_csv(path, index_col=0, parse_dates=True)
    bars.columns = [name.title() for name in bars.columns]
    return bars[["Open", "High", "Low", "Close"]]


def read_windows(path):
    """The windows of a file: a list, a result of tas, or the last such result of several lines."""
    text = pathlib.Path(path).read_text()
    try:
        values = [json.loads(text)]
    except json.JSONDecodeError:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    for value in reversed(values):
        if isinstance(value, list):
            return value
        # A result is inside the record of its statement, or was taken out of it.
        for result in (value.get("data"), value):
            if isinstance(result, dict) and "windows" in result:
                return result["windows"]
    sys.exit(f"{path} has no windows")


def average(closes, period):
    """The mean of the last closes, rounded once: averages of cent prices are equal where a running sum is not."""
    values = closes.to_numpy()
    means = [math.nan] * (period - 1)
    means += [math.fsum(values[end - period : end]) / period for end in range(period, len(values) + 1)]
    return pd.Series(means, index=closes.index)


def crossing(bars, averages, fast, slow):
    """The rules on a part of the bars, with averages of all of them."""
    columns = [averages[period].loc[bars.index].to_numpy() for period in (fast, slow)]

    class Crossing(Strategy):
        def init(self):
            self.fast, self.slow = (self.I(lambda column=column: column) for column in columns)

        def next(self):
            above, was_above = self.fast[-1] > self.slow[-1], self.fast[-2] > self.slow[-2]
            below, was_below = self.fast[-1] < self.slow[-1], self.fast[-2] < self.slow[-2]
            if not self.position and above and not was_above:
                self.buy()
            elif self.position and below and not was_below:
                self.position.close()

    return Crossing


def run(bars, averages, window, pair, cash, commission):
    """The equity of one run at each close of a window."""
    first, last = bars.index.searchsorted(pd.Timestamp(window["since"])), bars.index.searchsorted(
        pd.Timestamp(window["until"]) + pd.Timedelta(days=1))
    # backtesting.py never decides on the first bar it is given: it gets the one before the window, too.
    before = 1 if first > 0 else 0
    part = bars.iloc[first - before : last]
    stats = Backtest(part, crossing(part, averages, *pair), cash=cash, commission=commission).run()
    return stats._equity_curve.Equity.to_numpy()[before:]


def sharpe(equity):
    """The Sharpe ratio of returns from close to close; minus infinity where they do not vary."""
    returns = equity[1:] / equity[:-1] - 1
    deviation = returns.std(ddof=1) if len(returns) > 1 else 0
    return returns.mean() / deviation * math.sqrt(PERIODS) if deviation > 0 else -math.inf


def chosen(bars, averages, window, pairs, cash, commission):
    """The pair of the highest ratio on the training bars, and the ratios of all."""
    ratios = [sharpe(run(bars, averages, window["train"], pair, cash, commission)) for pair in pairs]
    return pairs[int(np.argmax(ratios))], ratios


def first_of(window, names):
    """The value of the first of some keys, which may lead into objects (`test.total_return`); None if there is none."""
    for name in names:
        value = window
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if value is not None:
            return value
    return None


def compare(line, window, pairs, ratios):
    """Adds what tas has of a window, and says whether the two agree."""
    theirs = window.get("parameters")
    if theirs is None:
        return True
    pair = (int(theirs["fast"]), int(theirs["slow"]))
    line["tas_parameters"] = {"fast": pair[0], "slow": pair[1]}
    if pair not in pairs:
        sys.exit(f"tas chose {pair}, which is not among the pairs that were given")
    best = max(ratios)
    ratio = ratios[pairs.index(pair)]
    # Pairs whose ratios are the same are the same choice: their order is not that of their parameters.
    agrees = ratio == best or abs(ratio - best) <= 1e-9 * max(1, abs(best))
    same = pair == (line["parameters"]["fast"], line["parameters"]["slow"])
    for key, ours, names in [
        ("tas_train_sharpe", line["train_sharpe"], ["train_sharpe_ratio", "train_sharpe", "train.sharpe_ratio"]),
        ("tas_test_return", line["test_return"], ["test_total_return", "test_return", "test.total_return"]),
    ]:
        value = line[key] = first_of(window, names)
        # Of another pair with the same ratio the returns are others.
        if same and (value is None) != (ours is None):
            sys.exit(f"the window has no {' or '.join(names)}" if value is None else f"{key} is {value}, and none here")
        if same and ours is not None:
            agrees &= abs(value - ours) <= 1e-9
    line["agrees"] = bool(agrees)
    return line["agrees"]


def main():
    places = [text for text in sys.argv[1:] if "=" not in text]
    options = dict(text.split("=", 1) for text in sys.argv[1:] if "=" in text)
    if len(places) != 2 or not {"fast", "slow"} <= options.keys() <= {"fast", "slow", "cash", "commission"}:
        sys.exit(__doc__)
    bars, windows = read_bars(places[0]), read_windows(places[1])
    periods = [[int(number) for number in options[name].split(",")] for name in ("fast", "slow")]
    pairs = [(fast, slow) for fast in periods[0] for slow in periods[1] if fast < slow]
    averages = {period: average(bars.Close, period) for period in {p for pair in pairs for p in pair}}
    cash, commission = float(options.get("cash", 1_000_000)), float(options.get("commission", 0))
    failed, compared = 0, 0
    for window in windows:
        pair, ratios = chosen(bars, averages, window, pairs, cash, commission)
        equity = run(bars, averages, window["test"], pair, cash, commission)
        best = max(ratios)
        line = {
            "train": {end: window["train"][end] for end in ("since", "until")},
            "test": {end: window["test"][end] for end in ("since", "until")},
            "parameters": {"fast": pair[0], "slow": pair[1]},
            "train_sharpe": best if math.isfinite(best) else None,
            "test_return": equity[-1] / equity[0] - 1 if len(equity) else None,
        }
        failed += not compare(line, window, pairs, ratios)
        compared += "agrees" in line
        print(json.dumps(line))
    if failed:
        sys.exit(f"tas and backtesting.py differ in {failed} of {compared} windows")


main()
