"""Writes pandas-rolling.csv: windows of calendar time of pandas on days that are not regular.

    python3 -m venv venv && venv/bin/pip install pandas && venv/bin/python pandas-rolling.py > pandas-rolling.csv
"""

import sys

import numpy as np
import pandas as pd

rng = np.random.default_rng(7)
# Working days from which a fifth is missing, with a hole of four months in between.
days = pd.bdate_range("2019-01-01", "2020-12-31")
days = days[(rng.random(len(days)) > 0.2) & ~((days > "2019-09-10") & (days < "2020-01-15"))]
frame = pd.DataFrame(index=days)
frame["close"] = (100 * np.exp(np.cumsum(rng.normal(0, 0.02, len(days))))).round(2)
frame["volume"] = rng.integers(1, 9, len(days)) * 1000
close, volume = frame["close"], frame["volume"]
for window in ["5D", "90D"]:
    over = close.rolling(window)
    frame[f"mean {window}"] = over.mean()
    frame[f"sum {window}"] = volume.rolling(window).sum()
    frame[f"max {window}"] = over.max()
    frame[f"min {window}"] = over.min()
    frame[f"std0 {window}"] = over.std(ddof=0)
    frame[f"std1 {window}"] = over.std(ddof=1)
    frame[f"median {window}"] = over.median()
    frame[f"rank {window}"] = over.rank()
    frame[f"corr {window}"] = close.rolling(window).corr(volume)
    frame[f"count {window}"] = (close > 100).rolling(window).sum()
    before = pd.Series(close.values, index=close.index + pd.Timedelta(window))
    frame[f"lag {window}"] = before.reindex(before.index.union(days)).ffill().reindex(days)
    frame[f"logstd {window}"] = np.log(close / close.shift()).rolling(window).std()
frame.to_csv(sys.stdout, index_label="date", float_format="%.15g")
