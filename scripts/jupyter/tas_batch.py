"""A session of tas that a Python program drives: one JSON request a line, one answer a line.

    with Tas() as tas:
        answer = tas.run("load sample SPY; rsi(14) last 3")
        print(answer["results"][-1]["data"]["rows"])
"""

import contextlib
import itertools
import json
import os
import select
import signal
import subprocess
import threading


class Tas:
    """A running `tas --batch`; the program is `$TAS`, or `tas` of the path."""

    def __init__(self, program=None, arguments=()):
        program = program or os.environ.get("TAS", "tas")
        # A session of its own, so that Ctrl-C comes to us alone and we say what it ends.
        self.process = subprocess.Popen(
            [program, *arguments, "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.ids = itertools.count(1)
        # What was read of a line that has not ended, and the pipe by which Ctrl-C ends a wait.
        self.text = bytearray()
        self.wake = os.pipe()
        # Outstanding answers that are no longer needed, such as those of `cancel`.
        self.unread = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the session once all requests are answered."""
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        for end in self.wake:
            os.close(end)
        return self.process.wait()

    def send(self, **request):
        """Sends a request and gives its id."""
        request["id"] = next(self.ids)
        line = json.dumps(request, ensure_ascii=False) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        return request["id"]

    def line(self, interrupted=None):
        """The next line of tas, without loss whenever Ctrl-C comes, which calls `interrupted`; empty at the end."""
        start = 0
        while True:
            end = self.text.find(b"\n", start)
            if end >= 0:
                line = bytes(self.text[: end + 1])
                del self.text[: end + 1]
                return line
            start = len(self.text)
            ready, _, _ = select.select([self.process.stdout, self.wake[0]], [], [])
            if self.wake[0] in ready:
                os.read(self.wake[0], 64)
                if interrupted:
                    interrupted()
                continue
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return b""
            self.text += data

    @contextlib.contextmanager
    def interrupts(self):
        """Ctrl-C ends a wait for a line, without loss, and raises nothing; threads other than the first get none."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        # One that came as the statement before ended is not for this one.
        while select.select([self.wake[0]], [], [], 0)[0]:
            os.read(self.wake[0], 64)
        before = signal.signal(signal.SIGINT, lambda *_: os.write(self.wake[1], b"!"))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def answer(self, to, progress=None, interrupted=None):
        """Waits for the answer to a request; `progress` is called with the work done and the whole of it."""
        while True:
            line = self.line(interrupted)
            if not line:
                raise EOFError("tas has ended")
            answer = json.loads(line)
            if "progress" in answer:
                if progress and answer["id"] == to:
                    progress(answer["progress"]["done"], answer["progress"]["total"])
            elif answer["id"] == to:
                return answer
            elif answer["id"] in self.unread:
                self.unread.discard(answer["id"])

    def run(self, statement, show=(), progress=None, **options):
        """Runs statements; Ctrl-C ends the one under way, whose answer then says so."""
        with self.interrupts():
            request = self.send(statement=statement, show=list(show), **options)
            return self.answer(request, progress, lambda: self.unread.add(self.send(cancel=request)))

    def complete(self, text, cursor=None):
        """The words possible at a place of a text, counted in characters, and the start of their word."""
        before = text if cursor is None else text[:cursor]
        answer = self.answer(self.send(complete=text, cursor=len(before.encode())))["completions"]
        start = len(text.encode()[: answer["start"]].decode(errors="ignore"))
        return start, answer["candidates"]

    def is_complete(self, text):
        """True if a text is complete, so that it can run."""
        return self.answer(self.send(completeness=text))["complete"]

    def describe(self):
        """Everything that can be typed and everything that can come back."""
        return self.answer(self.send(describe=True))["description"]
