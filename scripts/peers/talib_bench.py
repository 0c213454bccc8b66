#!/usr/bin/env python3
"""Times TA-Lib's functions for tas-bench, which starts this script and talks to it a line of JSON at a time.

First line: {"file": PATH, "fields": [NAME, …], "count": N}, the arrays as raw doubles one after another; the answer
is {"version": …}. Then for each indicator
  {"names": [NAME, …], "inputs": [FIELD, …], "parameters": [{"names": […], "value": X}, …]}
makes ready the first of those names that TA-Lib has; the answer is {"function": NAME, "last": [X, …]} with the last
value of each output, or {"function": null}. And
  {"run": [FUNCTION, …], "runs": N}
calls the functions that stand ready, one after another, N times: {"seconds": [X, …]}. One thread; what it measures is
TA-Lib's C code, the conversion to NumPy is nothing beside a million elements.
"""
import json
import sys
import time

import numpy
import talib
from talib import abstract

FIELDS = ("open", "high", "low", "close", "volume")


def arrays(request):
    values = numpy.fromfile(request["file"], dtype=numpy.float64).reshape(-1, request["count"])
    return {name: numpy.ascontiguousarray(row) for name, row in zip(request["fields"], values)}


def prepare(request, columns, known):
    """The name of TA-Lib's function for an indicator, and a call of it without arguments."""
    name = next((name for name in request["names"] if name in known), None)
    if name is None:
        return None, None
    info = abstract.Function(name).info
    own, inputs = list(request["inputs"]), []
    for key, value in info["input_names"].items():
        for field in value if isinstance(value, list) else [value]:
            # Named fields are TA-Lib's choice; a price of any kind is the series that tas reads there.
            named = isinstance(value, list) and field in FIELDS
            inputs.append(columns[field if named else own[len(inputs)]])
    parameters = {}
    for key, standard in info["parameters"].items():
        given = next((p["value"] for p in request["parameters"] if key in p["names"]), standard)
        parameters[key] = type(standard)(given)
    function = getattr(talib, name)
    return name, lambda: function(*inputs, **parameters)


def main():
    request = json.loads(sys.stdin.readline())
    columns = arrays(request)
    known, ready = set(talib.get_functions()), {}
    answer = {"version": talib.__version__}
    while True:
        print(json.dumps(answer), flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        request = json.loads(line)
        if "run" in request:
            calls = [ready[name] for name in request["run"]]
            seconds = []
            for _ in range(request["runs"]):
                start = time.perf_counter()
                for call in calls:
                    call()
                seconds.append(time.perf_counter() - start)
            answer = {"seconds": seconds}
            continue
        name, call = prepare(request, columns, known)
        answer = {"function": name}
        if call is not None:
            ready[name] = call
            result = call()
            outputs = result if isinstance(result, tuple) else (result,)
            last = [float(output[-1]) for output in outputs]
            answer["last"] = [value if value == value else None for value in last]


main()
