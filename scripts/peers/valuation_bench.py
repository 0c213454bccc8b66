#!/usr/bin/env python3
"""Times a simulation of tas-bench's model in NumPy and Numba, a line of JSON at a time.

{"peer": "numpy" | "numba", "count": N, "runs": R} values N ten-year forecasts R times: growth gliding from 6 % to 3 %
moved by normal(0, 2 %), margin normal(30 %, 2 %), discount normal(9 %, 0.8 %), terminal normal(2.5 %, 0.3 %), the
rest fixed. Draws, forecasts, mean, standard deviation and seven percentiles are timed. The answer is
{"seconds": [X, ...], "mean": X, "p50": X}, and with the first request of a peer "first": X, the time of a call before
those, in which Numba compiles; or {"missing": true} where the package is not there.
"""
import json
import sys
import time

import numpy as np

GLIDE = np.linspace(0.06, 0.03, 10)
REVENUE, SHARES, CASH, DEBT, TAX, CAPEX = 383.3e9, 15.74e9, 61.5e9, 111.1e9, 0.16, 0.028
PARTS = [1, 5, 25, 50, 75, 95, 99]


def summary(values):
    finite = np.isfinite(values)
    values = values if finite.all() else values[finite]
    return float(values.mean()), float(values.std(ddof=1)), np.percentile(values, PARTS)


def numpy_run(count):
    z = np.random.default_rng(1).standard_normal((4, count))
    margin, discount, terminal = 0.30 + 0.02 * z[1], 0.09 + 0.008 * z[2], 0.025 + 0.003 * z[3]
    revenue, factor, value = np.full(count, REVENUE), np.ones(count), np.zeros(count)
    keep = margin * (1 - TAX) - CAPEX
    for glide in GLIDE:
        revenue *= 1 + (glide + 0.02 * z[0])
        factor /= 1 + discount
        flow = revenue * keep
        value += flow * factor
    value += flow * (1 + terminal) / (discount - terminal) * factor
    value = (value + CASH - DEBT) / SHARES
    value[discount - terminal <= 1e-12] = np.nan
    return summary(value)


def make_numba():
    import numba

    @numba.njit(parallel=True, fastmath=True)
    def fill(z, out):
        for i in numba.prange(z.shape[0]):
            keep = (0.30 + 0.02 * z[i, 1]) * (1 - TAX) - CAPEX
            discount, terminal = 0.09 + 0.008 * z[i, 2], 0.025 + 0.003 * z[i, 3]
            step, revenue, factor, value, flow = 1 / (1 + discount), REVENUE, 1.0, 0.0, 0.0
            for t in range(10):
                revenue *= 1 + (GLIDE[t] + 0.02 * z[i, 0])
                factor *= step
                flow = revenue * keep
                value += flow * factor
            value += flow * (1 + terminal) / (discount - terminal) * factor
            out[i] = (value + CASH - DEBT) / SHARES

    def run(count):
        out = np.empty(count)
        fill(np.random.default_rng(1).standard_normal((count, 4)), out)
        return summary(out)

    return run


def main():
    peers = {}
    for line in sys.stdin:
        request = json.loads(line)
        name, answer = request["peer"], {}
        start = time.perf_counter()
        if name not in peers:
            try:
                peers[name] = numpy_run if name == "numpy" else make_numba()
            except ImportError:
                print(json.dumps({"missing": True}), flush=True)
                continue
            peers[name](request["count"])
            answer["first"] = time.perf_counter() - start
        seconds = []
        for _ in range(request["runs"]):
            start = time.perf_counter()
            result = peers[name](request["count"])
            seconds.append(time.perf_counter() - start)
        answer.update(seconds=seconds, mean=result[0], p50=float(result[2][3]))
        print(json.dumps(answer), flush=True)


main()
