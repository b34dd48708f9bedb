"""runs.py - one test run on its own, within limits of processor time, memory and time."""
import os
import shutil
import signal
import subprocess
import threading
import time

MEMORY_KIB = 6 << 20  # of addresses
SHELL = 'ulimit -c 0; ulimit -t "$1"; [ "$2" = 0 ] || ulimit -v "$2"; shift 2; exec "$@"'


class Outcome:
    def __init__(self, status, seconds, over, output):
        self.status, self.seconds, self.over, self.output = status, seconds, over, output

    @property
    def what(self):
        if self.over or self.status in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU, 128 + signal.SIGKILL):
            return "takes too long"
        return f"signal {-self.status}" if self.status < 0 else f"exit status {self.status}"


def run(test, library, place, usual, environment=(), limited=True, keep=None):
    """Runs a test on the library in a folder; `usual` is the processor time it takes without a mutant, None if not known."""
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    env = {**os.environ, "LD_LIBRARY_PATH": library, "TMPDIR": place, **dict(environment)}
    processor = 600 if usual is None else int(3 * usual + 2.5)
    wall = 1800 if usual is None else 40 + 60 * usual
    output = open(keep, "wb") if keep else subprocess.DEVNULL
    begun = time.monotonic()
    process = subprocess.Popen(["sh", "-c", SHELL, "sh", str(processor), str(MEMORY_KIB if limited else 0), *test["command"]],
                               cwd=test["folder"] or place, env=env, stdin=subprocess.DEVNULL, stdout=output,
                               stderr=subprocess.STDOUT, start_new_session=True)
    over = []

    def stop():
        over.append(True)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    timer = threading.Timer(wall, stop)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    try:
        os.killpg(process.pid, signal.SIGKILL)  # what it left running
    except (ProcessLookupError, PermissionError):
        pass
    if keep:
        output.close()
    shutil.rmtree(place, ignore_errors=True)
    return Outcome(process.returncode, usage.ru_utime + usage.ru_stime, bool(over), time.monotonic() - begun)
