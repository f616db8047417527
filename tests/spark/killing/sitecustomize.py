"""Kills one worker of Spark's, once, where a stage begins: DESCRY_KILL names the stage, and a file
that says that it was done."""
import os
import signal
import sys

if os.environ.get("DESCRY_KILL") and "pyspark.daemon" in " ".join(sys.orig_argv):
    from descry.spark import _workers

    stage, mark = os.environ["DESCRY_KILL"].split(":")
    work = getattr(_workers, stage)

    def killed(batches, *arguments, **named):
        for batch in work(batches, *arguments, **named):
            try:
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                yield batch
            else:
                os.kill(os.getpid(), signal.SIGKILL)

    setattr(_workers, stage, killed)
