#!/usr/bin/env python3
"""Times matplotlib's SVG of bars for tas-bench: a line of JSON at a time.

{"bars": N, "runs": R} draws the range from low to high and the close of N bars above their volume, R times, and answers
{"seconds": S, "bytes": B} of the fastest.
"""

import io
import json
import sys
import time


def main():
    try:
        import matplotlib

        matplotlib.use("svg")
        import matplotlib.pyplot as plt
        import numpy as np
    except ImportError:
        return
    for line in sys.stdin:
        request = json.loads(line)
        count = request["bars"]
        random = np.random.default_rng(20150102)
        close = 100 + np.cumsum(random.normal(0, 0.05, count))
        low, high = close - random.random(count) * 0.1, close + random.random(count) * 0.1
        volume = random.integers(100, 10_000, count)
        index = np.arange(count)
        seconds, size = [], 0
        for _ in range(request["runs"]):
            start = time.perf_counter()
            figure, (main_axes, below) = plt.subplots(2, sharex=True, figsize=(9.6, 6))
            main_axes.fill_between(index, low, high, alpha=0.4)
            main_axes.plot(index, close, linewidth=1)
            below.fill_between(index, 0, volume)
            text = io.StringIO()
            figure.savefig(text, format="svg")
            plt.close(figure)
            seconds.append(time.perf_counter() - start)
            size = len(text.getvalue())
        print(json.dumps({"seconds": min(seconds), "bytes": size}), flush=True)


main()
