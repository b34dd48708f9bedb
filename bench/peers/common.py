"""What the drivers share: cases, digests, times, and the lines by which `turns` drives them.

A driver has a table of expressions by kind and op of a case (bench/common/manifest.h), and
`start(threads)`, which imports its library: a driver can be read without it. Its program reads a
line for each thing to do, and answers each with a line, fields by tabs:

    load FOLDER NAME    every expression is run and its digest held against the manifest's;
                        "ok", the fastest by a few calls, and those that were dropped; or "n/a" and why
    time QUICK          "ok", median and least nanoseconds of a call of the fastest
    drop                "ok"; the case's memory is free again
"""
import gc
import importlib
import json
import os
import sys
import time

# A pool's threads watch for work for so long after a run, on processors that are the next program's (ONNX Runtime's: 39 ms).
WATCHING_S = 0.1
NUMPY_TYPES = {"f32": "float32", "f64": "float64", "bf16": "uint16", "i8": "int8", "i16": "int16", "i32": "int32"}


class Case:
    """A case of a manifest, with the shapes that its kind gives."""

    def __init__(self, fields):
        self.__dict__.update(fields)
        self.batched = self.batches > 1
        row = [self.row] if self.row > 1 else []
        outer = [self.batches] if self.batched else []
        if self.kind == "rows":
            self.operand_shape = outer + [self.rows] + row
            self.index_shape = ([] if self.shared else outer) + [self.vectors]
            self.dense_shape = outer + [self.vectors] + row
        elif self.kind == "elems":
            self.operand_shape = outer + [self.rows, self.columns]
            self.index_shape = self.dense_shape = outer + [self.vectors, self.columns]
        else:
            self.operand_shape = [self.rows, self.columns] + row
            self.index_shape = [self.vectors, 2]
            self.dense_shape = [self.vectors] + (row if self.kind == "nd2" else [self.height, self.width])
        self.axis = 1 if self.batched else 0
        once = self.vectors <= self.rows
        self.is_sorted = self.dist in ("sorted", "lengths") or (self.dist == "sequential" and once)
        self.is_unique = self.dist == "perm" or (self.dist in ("sequential", "reversed") and once)

    def key(self):
        return self.kind, self.op


def cases_of(folder):
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as f:
        return [Case(fields) for fields in json.load(f)]


class Arrays:
    """The arrays of a case, as NumPy has them; bf16 as the 16 bits that it is stored in."""

    def __init__(self, folder, case):
        import numpy as np

        def load(name, shape):
            return np.load(os.path.join(folder, name)).reshape(shape)

        self.operand = load(case.operand_file, case.operand_shape)
        self.indices = load(case.index_file, case.index_shape)
        self.updates = None if case.updates_file == "-" else load(case.updates_file, case.dense_shape)


def digest(array):
    """The sum of u32[i] * (i * 2654435761 | 1), modulo 2^32."""
    import numpy as np

    words = array.reshape(-1).view(np.uint8)
    words = words[: words.size // 4 * 4].view(np.uint32)
    total, step = 0, 1 << 20
    for start in range(0, words.size, step):
        part = words[start : start + step]
        factor = np.arange(start, start + part.size, dtype=np.uint32)
        factor *= np.uint32(2654435761)
        factor |= np.uint32(1)
        factor *= part
        total += int(factor.sum(dtype=np.uint64))
    return total & 0xFFFFFFFF


def once_ns(call):
    start = time.perf_counter_ns()
    call()
    return time.perf_counter_ns() - start


def quick_ns(call):
    """The least of up to 5 calls, or of as many as 0.3 s hold."""
    least, spent = float("inf"), 0
    for _ in range(5):
        ns = once_ns(call)
        least, spent = min(least, ns), spent + ns
        if spent > 3e8:
            break
    return least


def measure(call, quick):
    """Median and least of repeats, each of as many calls in a row as last 3 ms (bench/common/measure.h)."""
    call()
    once = max(once_ns(call), 1)
    calls = 1 if once > 3e6 else int(3e6 / once) + 1
    repeats = 5 if quick else 9 if once * calls * 9 < 4e9 else 7
    ns = sorted(once_ns(lambda: [call() for _ in range(calls)]) / calls for _ in range(repeats))
    return ns[repeats // 2], ns[0]


class Driver:
    """What a library's module gives, by the lines of `turns`."""

    def __init__(self, module):
        self.module, self.call, self.prepared = module, None, None

    def load(self, folder, name):
        case = next(c for c in cases_of(folder) if c.name == name)
        reason = self.module.LACKS.get(case.key())
        if reason is not None:
            return "n/a\t" + reason
        self.prepared = self.module.prepare(case, Arrays(folder, case))
        right, dropped = [], []
        for label, call in self.prepared.expressions:
            try:
                self.prepared.reset()
                call()
                if digest(self.prepared.result()) != case.digest:
                    dropped.append(label + ": wrong")
                    continue
                right.append((quick_ns(call), label, call))
            except Exception as error:  # a library that refuses an expression is held to its others
                dropped.append(f"{label}: {str(error).splitlines()[0] if str(error) else type(error).__name__}")
        if not right:
            return "n/a\t" + "; ".join(dropped).replace("\t", " ")
        _, label, self.call = min(right, key=lambda r: r[0])
        self.settle()
        return f"ok\t{label}\t{'; '.join(dropped)}".replace("\n", " ")

    def settle(self):
        """A library whose first calls try several ways says how many."""
        end = time.monotonic() + 8
        for _ in range(getattr(self.module, "FIRST_CALLS", 0)):
            self.call()
            if time.monotonic() > end:
                break

    def drop(self):
        self.call = self.prepared = None
        gc.collect()
        return "ok"

    def time(self, quick):
        return "ok\t%.0f\t%.0f" % measure(self.call, quick == "1")


def serve(module, threads):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints goes to the standard error stream
    answers.write("ok\t" + module.start(threads) + "\n")
    answers.flush()
    driver = Driver(module)
    for line in sys.stdin:
        word, *arguments = line.rstrip("\n").split("\t")
        answers.write(getattr(driver, word)(*arguments) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(importlib.import_module(sys.argv[1] + "_peer"), int(sys.argv[2]))
