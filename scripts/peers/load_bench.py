#!/usr/bin/env python3
"""Times pyarrow's reader of CSV for tas-bench: a line of JSON at a time.

{"path": FILE, "threads": T, "rows": N} reads the file of bars and answers {"seconds": S}.
"""

import json
import sys
import time


def main():
    try:
        import pyarrow as pa
        import pyarrow.csv as pc
    except ImportError:
        return
    for line in sys.stdin:
        request = json.loads(line)
        with open(request["path"], encoding="ascii") as file:
            names = file.readline().strip().split(",")
        types = {name: pa.float64() for name in names[1:]}
        types[names[0]] = pa.timestamp("s", tz="UTC")
        pa.set_cpu_count(request["threads"])
        start = time.perf_counter()
        table = pc.read_csv(
            request["path"],
            read_options=pc.ReadOptions(use_threads=request["threads"] > 1),
            convert_options=pc.ConvertOptions(column_types=types, timestamp_parsers=[pc.ISO8601]),
        )
        seconds = time.perf_counter() - start
        assert table.num_rows == request["rows"]
        del table
        print(json.dumps({"seconds": seconds}), flush=True)


main()
