#!/usr/bin/env python3
"""The statistics of two backtests of tas, computed again from their equity by empyrical and quantstats.

python3 -m venv V && V/bin/pip install empyrical-reloaded==0.7.1 quantstats==0.0.86 pandas==3.1.1 numpy==2.4.6
V/bin/python scripts/parity/risk_metrics.py [TAS]

Returns are of one close to the next, 252 a year, without a risk-free rate. Where a library means something else by a
name, what it computes is brought to the definition of tas, given after each line.
"""
import pathlib
import subprocess
import sys
import tempfile
import warnings

import empyrical
import numpy as np
import pandas as pd
import quantstats.stats as qs

HERE = pathlib.Path(__file__).resolve().parent
warnings.simplefilter("ignore")


def figures(equity, market):
    """Each statistic of tas as the libraries compute it: name, library, value."""
    returns, benchmark = equity.pct_change().dropna(), market.pct_change().dropna()
    years = (equity.index[-1] - equity.index[0]).days / 365.25
    growth = (1 + empyrical.cum_returns_final(returns)) ** (1 / years) - 1
    depth = empyrical.max_drawdown(returns)
    count = len(returns)
    yield "total_return", "empyrical", empyrical.cum_returns_final(returns)
    yield "cagr", "empyrical", growth  # over calendar days, where annual_return counts returns
    yield "volatility", "empyrical", empyrical.annual_volatility(returns)
    yield "sharpe_ratio", "empyrical", empyrical.sharpe_ratio(returns)
    yield "sortino_ratio", "empyrical", empyrical.sortino_ratio(returns)
    yield "calmar_ratio", "empyrical", growth / -depth
    yield "max_drawdown", "empyrical", depth
    yield "omega_ratio", "empyrical", empyrical.omega_ratio(returns)
    yield "tail_ratio", "empyrical", empyrical.tail_ratio(returns)
    yield "downside_deviation", "empyrical", empyrical.downside_risk(returns)
    yield "value_at_risk", "empyrical", empyrical.value_at_risk(returns)
    yield "conditional_value_at_risk", "empyrical", empyrical.conditional_value_at_risk(returns)
    yield "alpha", "empyrical", empyrical.alpha(returns, benchmark)
    yield "beta", "empyrical", empyrical.beta(returns, benchmark)
    yield "sharpe_ratio", "quantstats", qs.sharpe(returns)
    yield "sortino_ratio", "quantstats", qs.sortino(returns)
    yield "volatility", "quantstats", qs.volatility(returns)
    yield "skewness", "quantstats", qs.skew(returns)
    yield "kurtosis", "quantstats", qs.kurtosis(returns)
    yield "best_period", "quantstats", qs.best(returns)
    yield "worst_period", "quantstats", qs.worst(returns)
    # quantstats divides by one return less, and its drawdowns begin after the first return.
    yield "ulcer_index", "quantstats", qs.ulcer_index(returns) * np.sqrt((count - 1) / (count + 1))
    yield "recovery_factor", "empyrical", empyrical.cum_returns_final(returns) / -depth
    yield "tracking_error", "numpy", (returns - benchmark).std() * np.sqrt(252)
    yield "benchmark_correlation", "numpy", np.corrcoef(returns, benchmark)[0, 1]


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / ".build/release/tas").resolve()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        script = HERE / "risk_metrics.tas"
        subprocess.run([program, "--no-rc", script], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        market = pd.read_csv(f"{folder}/SPY.csv", index_col="date", parse_dates=True).close
        for name in ["averages", "reversal"]:
            equity = pd.read_csv(f"{folder}/{name}.equity.csv", index_col="date", parse_dates=True).equity
            ours = pd.read_csv(f"{folder}/{name}.stats.csv", index_col="statistic").value
            worst = 0.0
            for statistic, library, theirs in figures(equity, market):
                difference = abs(ours[statistic] - theirs)
                worst = max(worst, difference / max(1, abs(theirs)))
                print(f"{name:9} {statistic:26} {library:10} {ours[statistic]:14.10f} {theirs:14.10f} {difference:9.1e}")
            print(f"{name:9} the largest difference is {worst:.2g}")
            failed |= not worst < 1e-9
    if failed:
        sys.exit("the statistics differ")


main()
