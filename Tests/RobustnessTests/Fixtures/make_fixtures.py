"""Makes the fixtures of RobustnessTests: python3 make_fixtures.py, with numpy 2, scipy 1 and arch.

Everything is worked out anew from the papers, in the plainest way, or taken from scipy and arch.
"""

import json
import math
import os

import numpy as np
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (np.integer, int)):
        return int(value)
    value = float(value)
    return value if math.isfinite(value) else None


def write(name, cases):
    with open(os.path.join(HERE, name + ".json"), "w") as file:
        json.dump(plain(cases), file, separators=(",", ":"))
        file.write("\n")


def significance():
    random = np.random.default_rng(1)
    cases = []
    for size, draw in [(60, random.standard_normal), (250, lambda n: random.standard_t(4, n)), (400, lambda n: random.exponential(1, n))]:
        returns = np.round(0.0005 + 0.01 * draw(size), 6)
        present = returns.copy()
        given = np.insert(returns, [0, 17], np.nan)
        n, mean, deviation = len(present), present.mean(), present.std(ddof=1)
        skewness, kurtosis = stats.skew(present), stats.kurtosis(present, fisher=False)
        sharpe = mean / deviation
        spread = 1 - skewness * sharpe + (kurtosis - 1) / 4 * sharpe**2
        expected = 0.05 * (
            (1 - np.euler_gamma) * stats.norm.ppf(1 - 1 / 37) + np.euler_gamma * stats.norm.ppf(1 - 1 / (37 * math.e)))
        exceeds = lambda benchmark: stats.norm.cdf((sharpe - benchmark) * math.sqrt(n - 1) / math.sqrt(spread))
        cases.append({
            "returns": given, "count": n, "mean": mean, "deviation": deviation, "skewness": skewness,
            "kurtosis": kurtosis, "sharpe": sharpe, "probability": exceeds(0.03), "deflated": exceeds(expected),
            "length": 1 + spread * (stats.norm.ppf(0.99) / (sharpe + 0.5)) ** 2,
        })
    write("significance", cases)


def block_length():
    from arch.bootstrap import optimal_block_length
    random = np.random.default_rng(2)
    cases = []
    for size, carry in [(80, 0.0), (300, 0.3), (500, 0.8), (500, -0.4), (900, 0.95), (250, 0.6)]:
        noise = random.standard_normal(size)
        series = np.zeros(size)
        for index in range(size):
            series[index] = carry * series[index - 1] + noise[index] if index else noise[index]
        series = np.round(series, 4)
        cases.append({"series": series, "stationary": optimal_block_length(series)["stationary"].iloc[0]})
    write("block-length", cases)


if __name__ == "__main__":
    significance()
    block_length()
