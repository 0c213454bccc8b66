#!/usr/bin/env python3
"""Four strategies run by tas and by backtesting.py, compared trade by trade and bar by bar.

python3 -m venv V && V/bin/pip install backtesting==0.6.6 pandas==3.1.1 numpy==2.4.6
V/bin/python scripts/parity/backtesting_py.py [TAS]

The indicators are pandas', with the seeds of tas (an exponential average begins with the mean of its first values).
A trade that is open at the end is left open on both sides and valued at the last close.

The fourth has levels so near that many opens lie beyond them, which `set beyond_stop fill` fills as backtesting.py does.
"""
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

HERE = pathlib.Path(__file__).resolve().parent
warnings.simplefilter("ignore")


def ema(x, n):
    x = pd.Series(x)
    seeded = x.copy()
    seeded[: n - 1] = np.nan
    seeded.iloc[n - 1] = x[:n].mean()
    return seeded.ewm(span=n, adjust=False).mean()


def sma(x, n):
    return pd.Series(x).rolling(n).mean()


def crossed(a, b):
    return a[-1] > b[-1] and a[-2] <= b[-2]


class Averages(Strategy):
    def init(self):
        self.fast, self.slow = self.I(ema, self.data.Close, 12), self.I(ema, self.data.Close, 26)

    def next(self):
        if not self.position and crossed(self.fast, self.slow):
            self.buy()
        elif self.position and crossed(self.slow, self.fast):
            self.position.close()


class Reversal(Strategy):
    def init(self):
        self.fast, self.slow = self.I(sma, self.data.Close, 10), self.I(sma, self.data.Close, 20)

    def next(self):
        if crossed(self.fast, self.slow):
            self.position.close()
            self.buy()
        elif crossed(self.slow, self.fast):
            self.position.close()
            self.sell()


class Dip(Strategy):
    def init(self):
        close = pd.Series(self.data.Close)
        deviation = close.rolling(20).std(ddof=0)
        self.low = self.I(lambda: close.rolling(20).mean() - 2 * deviation)
        self.high = self.I(lambda: close.rolling(20).mean() + 2 * deviation)

    def next(self):
        close = self.data.Close[-1]
        if self.position and close > self.high[-1]:
            self.position.close()
        elif not self.position and close < self.low[-1]:
            self.buy(sl=close * 0.93, tp=close * 1.08)


class Gaps(Strategy):
    def init(self):
        self.mean = self.I(sma, self.data.Close, 20)

    def next(self):
        close = self.data.Close[-1]
        if not self.position and close < self.mean[-1]:
            self.buy(size=100, sl=close * 0.985, tp=close * 1.02)


def compare_gaps(bars, folder):
    """True if all trades of the fourth strategy agree."""
    theirs = Backtest(bars, Gaps, cash=1_000_000, commission=0.001).run()._trades
    theirs = theirs.sort_values("EntryBar", ignore_index=True)
    ours = pd.read_csv(f"{folder}/gaps.trades.csv")
    ours = ours[ours.exit_date.notna()].reset_index(drop=True)
    if len(ours) != len(theirs):
        print(f"gaps      trades {len(ours)} {len(theirs)}")
        return False
    beyond = (theirs.EntryPrice >= theirs.TP) | (theirs.EntryPrice <= theirs.SL)
    days = (pd.to_datetime(ours.entry_date) == theirs.EntryTime) & (pd.to_datetime(ours.exit_date) == theirs.ExitTime)
    same = days & (ours.entry_price == theirs.EntryPrice) & ((ours.exit_price - theirs.ExitPrice).abs() < 1e-9)
    print(f"gaps      trades {len(ours)} {len(theirs)}, entered beyond their levels {beyond.sum()}, the same {same.sum()}")
    return bool(same.all())


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / ".build/release/tas").resolve()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        script = HERE / "backtesting_py.tas"
        subprocess.run([program, "--no-rc", script], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        bars = pd.read_csv(f"{folder}/SPY.csv", index_col="date", parse_dates=True)
        bars.columns = [name.title() for name in bars.columns]
        for name, rules in [("averages", Averages), ("reversal", Reversal), ("dip", Dip)]:
            stats = Backtest(bars, rules, cash=1_000_000, commission=0.001).run()
            theirs = stats._trades.sort_values(["EntryBar", "ExitBar"], ignore_index=True)
            ours = pd.read_csv(f"{folder}/{name}.trades.csv")
            ours = ours[ours.exit_date.notna()].reset_index(drop=True)
            equity = pd.read_csv(f"{folder}/{name}.equity.csv").equity.to_numpy()
            size = ours["size"] * np.where(ours.side == "short", -1, 1)
            worst = np.abs(equity - stats._equity_curve.Equity.to_numpy()).max()
            print(f"{name:9} trades {len(ours)} {len(theirs)}, end value {equity[-1]:.4f} {stats['Equity Final [$]']:.4f}")
            same = len(ours) == len(theirs)
            if same:
                days = (pd.to_datetime(ours.entry_date) == theirs.EntryTime) & (
                    pd.to_datetime(ours.exit_date) == theirs.ExitTime)
                same = days.all() and (size == theirs.Size).all()
                prices = max(
                    (ours.entry_price - theirs.EntryPrice).abs().max(), (ours.exit_price - theirs.ExitPrice).abs().max())
                gain = (ours.pnl - theirs.PnL).abs().max()
                print(f"{name:9} days and sizes the same: {same}; largest difference: prices {prices:.2g}, "
                      f"gain {gain:.2g}, equity {worst:.2g}")
            failed |= not same or worst > 0.005
        failed |= not compare_gaps(bars, folder)
    if failed:
        sys.exit("tas and backtesting.py differ")


main()
