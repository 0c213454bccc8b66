#!/usr/bin/env python3
"""Three strategies run by tas and by vectorbt's from_signals, compared trade by trade and day by day.

python3 -m venv V && V/bin/pip install vectorbt==1.2.0 pandas==3.1.1 numpy==2.4.6
V/bin/python scripts/parity/vectorbt_signals.py [TAS]

vectorbt makes the indicators itself (its MA, RSI and MACD, with its defaults), so that signals are compared as well.
Its Sharpe ratio counts a return of the first bar, which is 0; tas counts from the first close on. That one is left out.
"""
import pathlib
import subprocess
import sys
import tempfile

import pandas as pd
import vectorbt as vbt

HERE = pathlib.Path(__file__).resolve().parent


def crosses(a, b):
    """True if a is above b and was not a bar ago, both known on both bars."""
    return (a > b) & (a.shift() <= b.shift())


def ma(close, window, ewm=False):
    return vbt.MA.run(close, window, ewm=ewm).ma


def signals(close):
    """The entries and exits of each strategy."""
    fast, slow = ma(close, 12, True), ma(close, 26, True)
    yield "averages", crosses(fast, slow), crosses(slow, fast)
    rsi = vbt.RSI.run(close, 14).rsi
    yield "strength", rsi < 30, rsi > 70
    quick, macd = vbt.RSI.run(close, 7).rsi, vbt.MACD.run(close, 8, 21).macd
    enter = (macd > 0) & (quick < 60)
    leave = (quick > 80) | crosses(ma(close, 30), ma(close, 10))
    # Where both hold vectorbt does nothing; so do the rules of the script.
    yield "both", enter, leave


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / ".build/release/tas").resolve()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        script = HERE / "vectorbt_signals.tas"
        subprocess.run([program, "--no-rc", script], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        close = pd.read_csv(f"{folder}/SPY.csv", index_col="date", parse_dates=True).close
        for name, entries, exits in signals(close):
            theirs = vbt.Portfolio.from_signals(
                close, entries, exits, init_cash=10_000, fees=0.001, freq="1D", upon_long_conflict="ignore")
            trades = pd.read_csv(f"{folder}/{name}.trades.csv")
            equity = pd.read_csv(f"{folder}/{name}.equity.csv", index_col="date", parse_dates=True).equity
            stats = pd.read_csv(f"{folder}/{name}.stats.csv", index_col="statistic").value
            records = theirs.trades.records_readable
            returns = theirs.returns().iloc[1:]
            sharpe = returns.mean() / returns.std() * 365**0.5
            numbers = [
                ("trades", len(trades), len(records)),
                ("end value", equity.iloc[-1], theirs.final_value()),
                ("total return", stats.total_return, theirs.total_return()),
                ("sharpe ratio", stats.sharpe_ratio, sharpe),
                ("max drawdown", stats.max_drawdown, theirs.max_drawdown()),
            ]
            for title, ours, other in numbers:
                print(f"{name:9} {title:13} {ours:16.8f} {other:16.8f}")
            worst = (equity - theirs.value()).abs().max()
            entry = (trades.entry_price - records["Avg Entry Price"]).abs().max()
            size = (trades["size"] - records["Size"]).abs().max()
            dates = (pd.to_datetime(trades.entry_date) == records["Entry Timestamp"]).all()
            print(f"{name:9} largest difference: equity {worst:.2g}, entry price {entry:.2g}, size {size:.2g}, "
                  f"entries on the same days: {dates}")
            # A ratio differs in its last digits; money is compared to the cent.
            failed |= worst > 0.005 or not dates or len(trades) != len(records)
            failed |= abs(stats.sharpe_ratio - sharpe) > 1e-9
    if failed:
        sys.exit("tas and vectorbt differ")


main()
