"""The Jupyter kernel of tas: cells are statements, results are tables and pictures.

It is a thin layer over `tas --batch`, which does all the work.
"""

import os

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

from tas_batch import Tas


class TasKernel(Kernel):
    implementation = "tas"
    implementation_version = "1"
    language_info = {"name": "tas", "mimetype": "text/x-tas", "file_extension": ".tas"}
    banner = "tas: `load sample SPY`, then `rsi(14)`; `help` explains."

    def __init__(self, **arguments):
        super().__init__(**arguments)
        self.tas = Tas()
        self.language_version = self.implementation_version

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_):
        try:
            answer = self.tas.run(code, show=["table", "html_part", "svg"], brief=True, progress=None if silent else self.tell)
        except EOFError:
            self.tas = Tas()
            return self.failed("ended", "tas has ended; the next cell begins a new session", silent)
        if not silent:
            for warning in answer.get("warnings", []):
                self.warn(warning)
            for result in answer.get("results", []):
                self.show(result)
        if "error" in answer:
            error = answer["error"]["data"]
            text = answer["error"].get("shown", {}).get("table", error["message"])
            return self.failed(error["code"], error["message"], silent, text)
        if answer.get("quit"):
            return {
                "status": "ok", "execution_count": self.execution_count, "user_expressions": {},
                "payload": [{"source": "ask_exit", "keepkernel": False}],
            }
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def show(self, result):
        for warning in result.get("warnings", []):
            self.warn(warning)
        shown = result.get("shown", {})
        bundle = {"text/plain": shown.get("table", ""), "application/json": result["data"]}
        if result["kind"] == "chart" and "svg" in shown:
            bundle["image/svg+xml"] = shown["svg"]
        elif "html_part" in shown:
            bundle["text/html"] = shown["html_part"]
        self.send_response(
            self.iopub_socket, "display_data", {"data": bundle, "metadata": {"application/json": {"expanded": False}}})

    def warn(self, warning):
        """A notebook shows what goes to stderr in a red box, which a note is not worth."""
        text = f"{warning['severity']}: {warning['message']} [{warning['code']}]\n"
        name = "stdout" if warning["severity"] == "note" else "stderr"
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def tell(self, done, total):
        self.send_response(self.iopub_socket, "clear_output", {"wait": True})
        self.send_response(self.iopub_socket, "stream", {"name": "stdout", "text": f"{done / total:.0%}\n"})

    def failed(self, name, message, silent, text=None):
        content = {"ename": name, "evalue": message, "traceback": (text or message).splitlines()}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def do_complete(self, code, cursor_pos):
        start, candidates = self.tas.complete(code, cursor_pos)
        return {
            "status": "ok", "matches": [candidate["text"] for candidate in candidates], "cursor_start": start,
            "cursor_end": cursor_pos, "metadata": {},
        }

    def do_is_complete(self, code):
        return {"status": "complete"} if self.tas.is_complete(code) else {"status": "incomplete", "indent": "    "}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        word = word_at(code, cursor_pos)
        answer = self.tas.run(f"help {word}", show=["table", "html_part"]) if word else {"results": []}
        if "error" in answer or not answer["results"]:
            return {"status": "ok", "found": False, "data": {}, "metadata": {}}
        shown = answer["results"][0]["shown"]
        data = {"text/plain": shown["table"], "text/html": shown.get("html_part", "")}
        return {"status": "ok", "found": True, "data": data, "metadata": {}}

    def do_shutdown(self, restart):
        self.tas.process.kill()
        self.tas.process.wait()
        return {"status": "ok", "restart": restart}


def word_at(code, cursor):
    """The name around a place of a text."""
    start = end = cursor
    while start > 0 and (code[start - 1].isalnum() or code[start - 1] in "_-"):
        start -= 1
    while end < len(code) and (code[end].isalnum() or code[end] in "_-"):
        end += 1
    return code[start:end].strip("-")


def install(arguments):
    """Registers the kernel of this folder, with the Python that runs this."""
    import argparse
    import json
    import sys
    import tempfile

    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="tas_kernel.py install", description="Registers the kernel of tas with Jupyter.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user, as without any of these")
    where.add_argument("--sys-prefix", action="store_true", help=f"in the environment of this Python, {sys.prefix}")
    where.add_argument("--prefix", help="in another environment: the kernel goes to PREFIX/share/jupyter/kernels/tas")
    place_of = parser.parse_args(arguments)
    prefix = sys.prefix if place_of.sys_prefix else place_of.prefix

    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "kernelspec", "kernel.json")) as file:
        specification = json.load(file)
    specification["argv"][0] = sys.executable
    specification["env"] = {"PYTHONPATH": folder}
    if "TAS" in os.environ:
        specification["env"]["TAS"] = os.environ["TAS"]
    with tempfile.TemporaryDirectory() as place:
        with open(os.path.join(place, "kernel.json"), "w") as file:
            json.dump(specification, file, indent=2)
        path = KernelSpecManager().install_kernel_spec(place, "tas", user=prefix is None, prefix=prefix)
    print(f"the kernel `tas` is in {path}")


if __name__ == "__main__":
    import sys

    if sys.argv[1:2] == ["install"]:
        install(sys.argv[2:])
    else:
        IPKernelApp.launch_instance(kernel_class=TasKernel)
