"""Starts the workers of a job of tas on a Ray cluster, and waits for their end.

Arguments: the address of the cluster (empty for one that is started on this machine), the folder of the job, the number
of workers (0 for one a processor of the cluster), the path of tas. All nodes see the folder and tas at these paths.

Workers take shards from the folder by themselves, so nothing of a job goes through Ray: an actor is a place for a worker.
One that is lost, with its node or alone, is started again elsewhere, and the shard that it was at is taken up by whoever
comes to it first. tas has this file inside and runs it with the setting `scale_python`.
"""

import ctypes
import os
import subprocess
import sys
import threading

import ray

address, folder, workers, program = sys.argv[1:5]


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1, scheduling_strategy="SPREAD")
class Place:
    """A processor of the cluster that a worker has."""

    def work(self, number):
        """Runs a worker to its end; it is ended with the actor."""

        def end_with_actor():
            ctypes.CDLL(None).prctl(1, 15)  # PR_SET_PDEATHSIG, SIGTERM

        command = [program, "--worker", folder, str(number)]
        return subprocess.run(command, stdin=subprocess.DEVNULL, preexec_fn=end_with_actor, check=False).returncode


def give_up():
    """Ends a wait for a cluster that does not answer."""
    print(f"no Ray has answered at {address or 'this machine'} for two minutes", file=sys.stderr, flush=True)
    os._exit(1)


timer = threading.Timer(120, give_up)
timer.start()
ray.init(
    address=address or "local",
    log_to_driver=False,
    logging_level="error",
    **({} if address else {"include_dashboard": False}),
)
timer.cancel()
count = int(workers) or max(1, int(ray.cluster_resources().get("CPU", 1)))
places = [Place.remote() for _ in range(count)]
waiting = [place.work.remote(number) for number, place in enumerate(places)]
while waiting:
    done, waiting = ray.wait(waiting)
    try:
        ray.get(done)
    except Exception as error:  # the other workers continue
        print(error, file=sys.stderr)
ray.shutdown()
