"""Kills a worker of Spark's, once, in each of some stages: DESCRY_KILL names these, and how the names
of files begin that say that it was done."""
import os
import signal
import sys

if os.environ.get("DESCRY_KILL") and "pyspark.daemon" in " ".join(sys.orig_argv):
    from descry.spark import _workers

    stages, marks = os.environ["DESCRY_KILL"].split(":")

    def killed(work, mark):
        def begin(batches, *arguments, **named):
            for batch in work(batches, *arguments, **named):
                try:
                    os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    yield batch
                else:
                    os.kill(os.getpid(), signal.SIGKILL)
        return begin

    for stage in stages.split(","):
        setattr(_workers, stage, killed(getattr(_workers, stage), marks + stage))
