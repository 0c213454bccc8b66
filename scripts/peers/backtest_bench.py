#!/usr/bin/env python3
"""Times crossings of two moving averages for tas-bench: a jitted loop and vectorbt, a line of JSON at a time.

{"peer": "numba" | "vectorbt", "bars": PATH, "count": N, "average": "ema" | "sma", "fast": [P, ...], "slow": [P, ...],
 "commission": C, "stop": S, "threads": T, "runs": R} runs every pair with fast < slow R times over N bars; the file has
their opens, highs, lows and closes as raw doubles one after another. Signals at the close, fills at the next open, all
cash, long only; total return, Sharpe ratio, max drawdown, trades and win rate of each pair, its averages (TA-Lib's)
included. The answer is {"seconds": [X, ...], "first": X, "pairs": K, "fast": P, "slow": P, "return": X, "trades": N} of
the best pair, where "first" is a call before those, in which Numba compiles; {"missing": true} where a package is not
there. `stop` is a share of the entry, 0 for none; only vectorbt has it.
"""
import json
import sys
import time

import numpy as np

CASH = 1e6


def make_numba():
    import numba as nb

    def loop(o, c, averages, fasts, slows, fee, out):
        n = len(c)
        for pair in nb.prange(len(fasts)):
            fast, slow = averages[fasts[pair]], averages[slows[pair]]
            cash, units, paid, trades, wins = CASH, 0.0, 0.0, 0, 0
            peak, drawdown, previous, total, squares, equity = CASH, 0.0, CASH, 0.0, 0.0, CASH
            buys = sells = known = above = False
            for i in range(n):
                if buys and units == 0.0:
                    units, paid, cash = cash / (o[i] * (1 + fee)), cash, 0.0
                elif sells and units > 0.0:
                    cash, units = units * o[i] * (1 - fee), 0.0
                    trades += 1
                    wins += cash > paid
                equity = cash + units * c[i]
                if equity > peak:
                    peak = equity
                if equity - peak < drawdown * peak:
                    drawdown = (equity - peak) / peak
                change = equity / previous - 1
                total += change
                squares += change * change
                previous = equity
                now, is_known = fast[i] > slow[i], not np.isnan(slow[i])
                buys, sells = now and known and not above, not now and known and above
                above, known = now, is_known
            mean = total / n
            deviation = np.sqrt(max(0.0, (squares - n * mean * mean) / (n - 1)))
            out[pair, 0] = equity / CASH - 1
            out[pair, 1] = mean / deviation * np.sqrt(252.0) if deviation > 0 else 0.0
            out[pair, 2] = drawdown
            out[pair, 3] = trades
            out[pair, 4] = wins / trades if trades else np.nan

    single, parallel = nb.njit(loop), nb.njit(loop, parallel=True)

    def run(bars, averages, rows, pairs, request):
        nb.set_num_threads(min(request["threads"], nb.config.NUMBA_NUM_THREADS))
        out = np.empty((len(pairs), 5))
        indices = np.array([[rows[period] for period in pair] for pair in pairs])
        chosen = parallel if request["threads"] > 1 else single
        chosen(bars[0], bars[3], averages, indices[:, 0].copy(), indices[:, 1].copy(), request["commission"], out)
        return out

    return run


def make_vectorbt():
    import pandas as pd
    import vectorbt as vbt

    def run(bars, averages, rows, pairs, request):
        # Whole tables of signals: as many columns at a time as fit into the memory.
        chunk = max(1, min(len(pairs), 4_000_000 // bars.shape[1]))
        parts = [run_some(bars, averages, rows, pairs[at : at + chunk], request) for at in range(0, len(pairs), chunk)]
        return np.concatenate(parts)

    def run_some(bars, averages, rows, pairs, request):
        fast = averages[[rows[pair[0]] for pair in pairs]].T
        slow = averages[[rows[pair[1]] for pair in pairs]].T
        above, known = fast > slow, ~np.isnan(slow)
        entries, exits = np.zeros_like(above), np.zeros_like(above)
        entries[2:] = above[1:-1] & ~above[:-2] & known[:-2]
        exits[2:] = ~above[1:-1] & above[:-2] & known[:-2]
        stops = {}
        if request["stop"]:
            names = ("open", "high", "low")
            stops = {"sl_stop": request["stop"], **{name: pd.Series(bars[at]) for at, name in enumerate(names)}}
        portfolio = vbt.Portfolio.from_signals(
            pd.Series(bars[3]), entries, exits, price=pd.Series(bars[0]), fees=request["commission"], init_cash=CASH,
            freq="1D", **stops)
        trades = portfolio.trades
        measures = (portfolio.total_return(), portfolio.sharpe_ratio(), portfolio.max_drawdown(), trades.count(),
                    trades.win_rate())
        return np.column_stack([np.atleast_1d(np.asarray(measure, dtype=float)) for measure in measures])

    return run


def prepare(request):
    """The run as a function without arguments, and its pairs."""
    import talib

    bars = np.fromfile(request["bars"], dtype=np.float64).reshape(4, request["count"])
    average = talib.SMA if request["average"] == "sma" else talib.EMA
    pairs = [(fast, slow) for fast in request["fast"] for slow in request["slow"] if fast < slow]
    periods = sorted({period for pair in pairs for period in pair})
    rows = {period: row for row, period in enumerate(periods)}

    def run(peer):
        averages = np.empty((len(periods), request["count"]))
        for row, period in enumerate(periods):
            averages[row] = average(bars[3], period)
        return peer(bars, averages, rows, pairs, request)

    return run, pairs


def main():
    peers, makers = {}, {"numba": make_numba, "vectorbt": make_vectorbt}
    for line in sys.stdin:
        request = json.loads(line)
        name = request["peer"]
        try:
            peers[name] = peers.get(name) or makers[name]()
            run, pairs = prepare(request)
        except ImportError:
            print(json.dumps({"missing": True}), flush=True)
            continue
        seconds, out = [], None
        for _ in range(request["runs"] + 1):
            start = time.perf_counter()
            out = run(peers[name])
            seconds.append(time.perf_counter() - start)
        best = int(np.nanargmax(out[:, 0]))
        answer = {"first": seconds[0], "seconds": seconds[1:], "pairs": len(pairs), "fast": pairs[best][0],
                  "slow": pairs[best][1], "return": float(out[best, 0]), "trades": int(out[best, 3])}
        print(json.dumps(answer), flush=True)


main()
