#!/usr/bin/env python3
"""Times a walk-forward over vectorbt's splitter for tas-bench, a line of JSON at a time.

{"bars": PATH, "count": N, "fast": [P, ...], "slow": [P, ...], "windows": W, "train": L, "test": M, "runs": R} splits N bars
with `rolling_split` into W windows of L bars to choose on and M to test on, runs every pair with fast < slow on each
training part with `Portfolio.from_signals`, and the one with the best Sharpe ratio on the test. The file has opens, highs,
lows and closes as raw doubles one after another. Signals at the close, fills at the next open, all cash, long only; the
simple averages (TA-Lib's) are computed once for all windows, as tas does. The answer is {"seconds": [X, ...], "return": X,
"trades": N} of the tests in a row, after one run that is not counted, in which Numba compiles; {"missing": true} where a
package is not there.
"""
import json
import sys
import time

import numpy as np


def prepare(request):
    import pandas as pd
    import talib
    import vectorbt as vbt

    bars = np.fromfile(request["bars"], dtype=np.float64).reshape(4, request["count"])
    opens, closes = bars[0], pd.Series(bars[3])
    pairs = [(fast, slow) for fast in request["fast"] for slow in request["slow"] if fast < slow]
    periods = sorted({period for pair in pairs for period in pair})
    rows = {period: row for row, period in enumerate(periods)}
    fasts = np.array([rows[fast] for fast, _ in pairs])
    slows = np.array([rows[slow] for _, slow in pairs])

    def portfolio(averages, window, chosen):
        """The runs of some pairs on the bars of a window, which begins without a position."""
        before = max(0, window[0] - 1)
        inside = slice(before, window[-1] + 1)
        fast, slow = averages[fasts[chosen], inside].T, averages[slows[chosen], inside].T
        above, known = fast > slow, ~np.isnan(slow)
        crossed = np.zeros_like(above), np.zeros_like(above)
        crossed[0][1:] = above[1:] & ~above[:-1] & known[:-1]
        crossed[1][1:] = ~above[1:] & above[:-1] & known[:-1]
        entries, exits = (signals[window[0] - before:] for signals in crossed)
        # What a close decides fills at the next open.
        entries, exits = (np.vstack([np.zeros_like(s[:1]), s[:-1]]) for s in (entries, exits))
        return vbt.Portfolio.from_signals(
            pd.Series(bars[3][window]), entries, exits, price=opens[window][:, None], init_cash=1e6, freq="1D")

    def run():
        averages = np.array([talib.SMA(bars[3], period) for period in periods])
        (_, train), (_, test) = closes.vbt.rolling_split(
            n=request["windows"], window_len=request["train"] + request["test"], set_lens=(request["test"],),
            left_to_right=False)
        everything, growth, trades = np.arange(len(pairs)), 1.0, 0
        for choosing, testing in zip(train, test):
            sharpe = np.atleast_1d(np.asarray(portfolio(averages, choosing, everything).sharpe_ratio(), dtype=float))
            if np.all(np.isnan(sharpe)):
                continue
            tested = portfolio(averages, testing, [int(np.nanargmax(sharpe))])
            growth *= 1 + float(np.atleast_1d(tested.total_return())[0])
            trades += int(np.atleast_1d(tested.trades.count())[0])
        return growth - 1, trades

    return run


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            run = prepare(request)
        except ImportError:
            print(json.dumps({"missing": True}), flush=True)
            continue
        seconds, outcome = [], None
        for _ in range(request["runs"] + 1):
            start = time.perf_counter()
            outcome = run()
            seconds.append(time.perf_counter() - start)
        print(json.dumps({"seconds": seconds[1:], "return": outcome[0], "trades": outcome[1]}), flush=True)


main()
