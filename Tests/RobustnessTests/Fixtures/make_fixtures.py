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


def overfitting():
    """Combinatorially symmetric cross-validation, split by split."""
    from itertools import combinations
    random = np.random.default_rng(3)
    cases = []
    for bars, trials, blocks, skill in [(64, 5, 4, 0.0), (103, 12, 8, 0.0), (120, 7, 6, 0.3)]:
        returns = np.round(random.standard_normal((bars, trials)) * 0.01, 5)
        returns[:, 2] += skill * 0.01
        if trials == 12:
            returns[:, 4] = 0
            returns[:, 9] = returns[:, 1]
        rows = returns[bars % blocks:]
        pieces = np.split(rows, blocks)

        def sharpe(part):
            deviation = part.std(axis=0, ddof=1)
            return np.where(deviation > 0, part.mean(axis=0) / np.where(deviation > 0, deviation, 1), 0)

        found = []
        for chosen in combinations(range(blocks), blocks // 2):
            inside = sharpe(np.concatenate([pieces[block] for block in chosen]))
            outside = sharpe(np.concatenate([pieces[block] for block in range(blocks) if block not in chosen]))
            best = int(np.argmax(inside))
            share = stats.rankdata(np.round(outside, 12))[best] / (trials + 1)
            found.append((math.log(share / (1 - share)), inside[best], outside[best]))
        logits, inside, outside = map(np.array, zip(*found))
        line = stats.linregress(inside, outside)
        cases.append({
            "trials": returns.T, "blocks": blocks, "probability": np.mean(logits <= 1e-12), "logits": np.sort(logits),
            "slope": line.slope, "intercept": line.intercept, "loss": np.mean(outside < 0),
            "inSample": np.sort(inside), "outOfSample": np.sort(outside),
        })
    write("overfitting", cases)


def splits():
    """Training bars by the definition: no bar whose outcome (itself and `purge` bars on) shares a bar with one of a
    test's, and none of the `embargo` bars after the last outcome of a test. Outcomes past the end have no bars."""
    from itertools import combinations

    def ranges(bars):
        found = []
        for bar in sorted(bars):
            if found and found[-1][1] == bar:
                found[-1][1] = bar + 1
            else:
                found.append([bar, bar + 1])
        return found

    cases = []
    for count, groups, tested, purge, embargo in [
            (20, 4, 1, 0, 0), (23, 5, 1, 2, 1), (23, 5, 2, 2, 1), (40, 6, 2, 3, 0), (31, 6, 3, 1, 2), (12, 4, 2, 9, 9)]:
        blocks = np.array_split(np.arange(count), groups)
        found = []
        for chosen in combinations(range(groups), tested):
            test = {int(bar) for group in chosen for bar in blocks[group]}
            train = set()
            for bar in set(range(count)) - test:
                apart = all(bar + purge < other or other + purge < bar for other in test)
                embargoed = any(other + purge < bar <= other + purge + embargo for other in test)
                if apart and not embargoed:
                    train.add(bar)
            found.append({"train": ranges(train), "test": ranges(test)})
        cases.append({
            "count": count, "groups": groups, "tested": tested, "purge": purge, "embargo": embargo, "splits": found})
    write("splits", cases)


def independent_trials():
    random = np.random.default_rng(5)
    cases = []
    for bars, trials, common in [(50, 4, 0.0), (80, 10, 1.0), (60, 7, 3.0)]:
        returns = np.round(random.standard_normal((bars, trials)) + common * random.standard_normal((bars, 1)), 4)
        correlations = np.corrcoef(returns, rowvar=False)
        mean = max(0, (correlations.sum() - trials) / (trials * (trials - 1)))
        cases.append({"trials": returns.T, "count": mean + (1 - mean) * trials})
    write("independent-trials", cases)


MASK = (1 << 64) - 1


class SplitMix:
    """The generator of Steele, Lea and Flood, and its streams as the engine starts them."""

    def __init__(self, seed, stream):
        self.state = self.mixed(self.mixed((seed + 0x9E3779B97F4A7C15) & MASK) ^ stream)

    @staticmethod
    def mixed(bits):
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return bits ^ (bits >> 31)

    def unit(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return (self.mixed(self.state) >> 11) * 2.0**-53


def stationary(count, length, dice):
    """The places of one draw of the stationary bootstrap."""
    places = []
    for place in range(count):
        if place == 0 or dice.unit() < 1 / length:
            index = min(int(dice.unit() * count), count - 1)
        else:
            index = (index + 1) % count
        places.append(index)
    return places


def superior_ability():
    """White's and Hansen's tests from the same draws, the variances by the kernel's sum over all lags."""
    random = np.random.default_rng(4)
    cases = []
    for bars, trials, length, draws, shift in [(60, 4, 3.0, 203, 0.0), (90, 6, 5.5, 200, 0.002), (50, 3, 1.0, 150, -0.003), (100, 12, 2.0, 400, -0.0008)]:
        excess = np.round(random.standard_normal((bars, trials)) * 0.01 + shift, 5)
        excess[:, 0] -= 0.008
        means = excess.mean(axis=0)
        root = math.sqrt(bars)
        quit_block = 1 / length
        variances = []
        for trial in range(trials):
            distances = excess[:, trial] - means[trial]
            covariances = [distances[lag:] @ distances[:bars - lag] / bars for lag in range(bars)]
            variances.append(covariances[0] + 2 * sum(
                ((bars - lag) / bars * (1 - quit_block) ** lag + lag / bars * (1 - quit_block) ** (bars - lag))
                * covariances[lag] for lag in range(1, bars)))
        deviations = np.sqrt(variances)
        greatest, studentized = [], {"lower": [], "consistent": [], "upper": []}
        threshold = -np.sqrt(2 * math.log(math.log(bars)))
        centres = {
            "lower": np.maximum(means, 0), "consistent": np.where(root * means / deviations >= threshold, means, 0),
            "upper": means,
        }
        for draw in range(draws):
            drawn = excess[stationary(bars, length, SplitMix(11, draw))].mean(axis=0)
            greatest.append(np.max(root * (drawn - means)))
            for name, centre in centres.items():
                studentized[name].append(max(0, np.max(root * (drawn - centre) / deviations)))
        reality = root * means.max()
        superior = max(0, np.max(root * means / deviations))
        case = {
            "trials": excess.T, "length": length, "draws": draws, "variances": variances, "reality": reality,
            "realityProbability": np.mean(np.array(greatest) >= reality), "superior": superior,
        }
        for name, values in studentized.items():
            case[name] = np.mean(np.array(values) >= superior)
        cases.append(case)
    write("superior-ability", cases)


if __name__ == "__main__":
    significance()
    block_length()
    overfitting()
    splits()
    superior_ability()
    independent_trials()
