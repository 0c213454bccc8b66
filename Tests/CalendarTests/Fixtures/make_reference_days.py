"""Prints the closures and shorter days of the reference calendars; README.md says how it is run."""

import datetime as dt
import warnings
from collections import Counter

import exchange_calendars
import pandas_market_calendars

warnings.filterwarnings("ignore")
LAST = "2035-12-31"
CALENDARS = [
    ("XNYS", "ec"), ("NYSE", "pmc"), ("XCBF", "ec"), ("CFE", "pmc"),
    ("CME Globex Equity", "pmc"), ("CMEGlobex_FX", "pmc"), ("CMEGlobex_EnergyAndMetals", "pmc"),
    ("CME Globex Fixed Income", "pmc"), ("CME Globex Crypto", "pmc"),
    ("XLON", "ec"), ("XETR", "ec"), ("XPAR", "ec"), ("XAMS", "ec"), ("XBRU", "ec"), ("XLIS", "ec"),
    ("XMIL", "ec"), ("XTKS", "ec"), ("JPX", "pmc"),
]


def schedule(name, source):
    """The sessions of a calendar: date to opening and close in minutes from the date's midnight."""
    if source == "ec":
        first = "1997-01-01" if name == "XTKS" else "1990-01-01"
        calendar = exchange_calendars.get_calendar(name, start=first, end=LAST)
        table, opens, closes = calendar.schedule, "open", "close"
    else:
        calendar = pandas_market_calendars.get_calendar(name)
        first, opens, closes = "1990-01-01", "market_open", "market_close"
        table = calendar.schedule(first, LAST, start=opens, end=closes)
    zone = str(calendar.tz)

    def minutes(day, moment):
        return int((moment.tz_convert(zone).tz_localize(None) - day).total_seconds() // 60)

    return first, {
        day.date(): (minutes(day, o), minutes(day, c)) for day, o, c in zip(table.index, table[opens], table[closes])
    }


for name, source in CALENDARS:
    first, days = schedule(name, source)
    usual = Counter(days.values()).most_common(1)[0][0]
    print(name.replace(" ", "_"), source, first[:4], *usual)
    previous = usual
    date, words = dt.date.fromisoformat(first), []
    while date <= dt.date.fromisoformat(LAST):
        hours, label = days.get(date), date.strftime("%m%d")
        if hours is None:
            if date.weekday() < 5:
                words.append(label)
        else:
            # Tokyo's longer day is its usual one from 2024-11-05 on.
            if name in ("XTKS", "JPX") and hours == (540, 930) and usual != hours:
                usual = hours
                words.append(f"{label}>{hours[0]}-{hours[1]}")
            if date.weekday() > 4 or hours != usual:
                words.append(f"{label}@{hours[0]}-{hours[1]}")
        if (date.month, date.day) == (12, 31):
            print(date.year, *words)
            words = []
        date += dt.timedelta(1)
