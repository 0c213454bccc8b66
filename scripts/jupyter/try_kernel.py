"""Tries the kernel as a notebook would: a table, a picture, an error, completion, help, an interrupt.

`python3 try_kernel.py` needs jupyter_client and ipykernel; it starts the kernel of this folder with the tas of `$TAS`.
"""

import os
import sys
import tempfile
import time

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Notebook:
    def __init__(self):
        self.manager = KernelManager(kernel_name="")
        self.manager._kernel_spec = KernelSpec(
            argv=[sys.executable, "-m", "tas_kernel", "-f", "{connection_file}"], display_name="tas", language="tas",
            interrupt_mode="signal", env={"PYTHONPATH": FOLDER})
        self.manager.start_kernel(env=dict(os.environ, PYTHONPATH=FOLDER))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)

    def run(self, code, interrupt_after=None):
        """The reply to a cell and what it shows."""
        request = self.client.execute(code)
        shown, limit = [], time.time() + 300
        while time.time() < limit:
            message = self.client.get_iopub_msg(timeout=300)
            if message["parent_header"].get("msg_id") != request:
                continue
            kind = message["msg_type"]
            if interrupt_after and kind == interrupt_after:
                self.manager.interrupt_kernel()
                interrupt_after = None
            if kind == "status" and message["content"]["execution_state"] == "idle":
                break
            shown.append((kind, message["content"]))
        return self.ask(request), shown

    def ask(self, request):
        while True:
            reply = self.client.get_shell_msg(timeout=300)
            if reply["parent_header"].get("msg_id") == request:
                return reply["content"]

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def data(shown):
    return [content["data"] for kind, content in shown if kind == "display_data"]


def try_all(notebook):
    reply, shown = notebook.run("load sample SPY\nshow close, rsi(14) last 3")
    assert reply["status"] == "ok", reply
    table = data(shown)[-1]
    assert "<table" in table["text/html"] and "2021-03-31" in table["text/plain"], table
    # A part of the notebook's page, whose style it leaves alone.
    assert table["text/html"].startswith('<div class="tas-result">') and "body {" not in table["text/html"], table
    assert table["application/json"]["columns"] == ["date", "close", "rsi(14)"], table
    _, shown = notebook.run("plot candles last 60")
    picture = data(shown)[-1]["image/svg+xml"]
    assert "<svg" in picture and "<path" in picture and "SPY 1d" in picture, picture
    notebook.run(
        "strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow)\n"
        "exit long when ema(fast) crosses below ema(slow) }")
    _, shown = notebook.run("sweep cross(fast = [5, 12], slow = [26, 50]) as grid\nplot grid")
    picture = data(shown)[-1]["image/svg+xml"]
    assert "<svg" in picture and "sharpe ratio of 4 combinations" in picture, picture
    reply, shown = notebook.run("sweep cross(fast = 2..150, slow = 3..500)", interrupt_after="clear_output")
    # The best rows so far are kept, and it is said of how many they are.
    assert reply["status"] == "ok" and len(data(shown)[-1]["application/json"]["rows"]) > 0, reply
    assert any("stopped after" in content["text"] for kind, content in shown if kind == "stream"), shown
    reply, shown = notebook.run("show clsoe")
    assert reply["status"] == "error" and reply["ename"] == "unknown-name", reply
    assert any("did you mean" in line for line in reply["traceback"]), reply
    reply = notebook.ask(notebook.client.complete("print \"é\", rs", 13))
    assert "rsi(" in reply["matches"] and reply["cursor_start"] == 11, reply
    assert notebook.ask(notebook.client.is_complete("strategy s {"))["status"] == "incomplete"
    assert notebook.ask(notebook.client.is_complete("print 1"))["status"] == "complete"
    assert "text/html" in notebook.ask(notebook.client.inspect("rsi(14)", 2))["data"]
    notebook.run("dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; horizon = 30y }\nsave scenario base")
    reply, shown = notebook.run(
        "simulate base 900000 runs growth + normal(0pp, 2pp), discount + normal(0pp, 1pp) seed 42", interrupt_after="stream")
    # The runs that there are by then are kept, and it is said how many.
    assert reply["status"] == "ok" and "runs" in data(shown)[-1]["application/json"], reply
    assert any("stopped after" in content["text"] for kind, content in shown if kind == "stream"), shown
    reply, shown = notebook.run("print 6 * 7")
    assert reply["status"] == "ok" and data(shown)[-1]["application/json"]["values"] == [42.0], shown


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        os.environ["JUPYTER_RUNTIME_DIR"] = place
        notebook = Notebook()
        try:
            try_all(notebook)
        finally:
            notebook.close()
    print("tables, pictures, errors, completion, help and interrupts work")
