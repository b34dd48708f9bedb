#!/usr/bin/env python3
"""grouped.py - the tables of bags and of segments: garner, a loop in C, torch and, where it is installed, torch_scatter, in turn.

    bench/peers/grouped.py LIBGARNER [THREADS [ROUNDS [PART]]]

A line of docs/performance.md's form for each case whose name has PART: microseconds, medians of ROUNDS (15) rounds in each of which
all are timed for at least 3 ms, in an order that turns; what the loop and the best library take over what garner takes; and at the
end of each table the geometric mean. The loops (grouped_loops.c) are compiled with `cc -O3 -march=native`, and run on one thread. Results are
compared first: to the last bit with the loop, but for sums of products, which the loop rounds twice.
"""
import ctypes
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import torch

import bags
from bags import LIB, ROUNDS, THREADS, Options
from common import WATCHING_S

try:
    import torch_scatter
except ImportError:
    torch_scatter = None

PART = sys.argv[4] if len(sys.argv) > 4 else ""
bags.NAMES[torch.int64] = b"i64"


def compiled():
    out = pathlib.Path(tempfile.mkdtemp()) / "loops.so"
    source = pathlib.Path(__file__).with_name("grouped_loops.c")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(out), str(source)], check=True)
    return ctypes.CDLL(str(out))


LOOPS = compiled()


def loop(name, *given):
    """A call of a loop: tensors by their addresses, None, numbers as int64_t."""
    arguments = [ctypes.c_void_p(None if a is None else a.data_ptr()) if not isinstance(a, int) else ctypes.c_int64(a) for a in given]
    return lambda: getattr(LOOPS, name)(*arguments)


# ---- garner


class SegmentSpec(ctypes.Structure):
    """grn_segment_spec"""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("op", "form", "axis")),
        *((name, ctypes.c_int64) for name in ("nsegments", "length")),
        *((name, ctypes.c_int) for name in ("ids", "start")),
        ("initial", ctypes.c_ubyte * 16),
        *((name, ctypes.c_int) for name in ("empty", "divisor", "nan")),
        ("arg_of_empty", ctypes.c_int64),
        ("rounding", ctypes.c_int),
        ("eps", ctypes.c_double),
        ("correction", ctypes.c_int64),
    ]


class SegmentOptions(ctypes.Structure):
    """grn_segment_plan_options"""

    _fields_ = [("size_bytes", ctypes.c_size_t), ("threads", ctypes.c_int32), ("parallel", ctypes.c_void_p), ("cpu", ctypes.c_char_p), ("way", ctypes.c_char_p), ("race", ctypes.c_int), ("machine", ctypes.c_void_p)]


class Pointers(ctypes.Structure):
    """grn_segment_tensors, and grn_segment_data"""

    _fields_ = [(name, ctypes.c_void_p) for name in ("data", "segments", "weights", "result", "arg")]


LIB.grn_segment_scratch_bytes.restype = ctypes.c_size_t
OPS, FORMS = {"sum": 0, "max": 4}, {"ids": 0, "sorted": 1, "offsets": 2}


def segment_plan(parallel, op, form, data, segments, result):
    spec = SegmentSpec(op=OPS[op], form=FORMS[form])
    views = [bags.view(t) for t in (data, segments, result)]
    at = [ctypes.addressof(v) for v in views]
    plan = ctypes.c_void_p()
    options = SegmentOptions(parallel=parallel)
    if LIB.grn_segment_plan_create(
        ctypes.byref(spec), ctypes.byref(Pointers(at[0], at[1], None, at[2], None)), ctypes.byref(options), None, None, ctypes.byref(plan)
    ):
        raise SystemExit("grn_segment_plan_create refuses")
    scratch = torch.empty(LIB.grn_segment_scratch_bytes(plan) + 1, dtype=torch.uint8)
    given = Pointers(data.data_ptr(), segments.data_ptr(), None, result.data_ptr(), None)

    def call():
        if LIB.grn_segment_run(plan, ctypes.byref(given), ctypes.c_void_p(scratch.data_ptr()), None) != 0:
            raise SystemExit("grn_segment_run refuses")

    return call


# ---- turns

# more runs than the race of a plan takes
RACED = 80
RATIOS = {"loop": [], "best": []}


def compare(name, calls, result, wanted, exact):
    """calls: garner, the loop, then what others have, by their names."""
    calls["loop"]()
    for _ in range(RACED):
        calls["garner"]()
    same = torch.equal(result, wanted) if exact else torch.allclose(result, wanted, rtol=1e-4, atol=1e-4)
    names, times = list(calls), {which: [] for which in calls}
    for r in range(ROUNDS):
        for which in names[r % len(names) :] + names[: r % len(names)]:
            if THREADS > 1:
                time.sleep(WATCHING_S)
            times[which].append(bags.turn(calls[which]))
    us = {which: statistics.median(t) / 1e3 for which, t in times.items()}
    best = min((which for which in names if which not in ("garner", "loop")), key=us.get)
    RATIOS["loop"].append(us["loop"] / us["garner"])
    RATIOS["best"].append(us[best] / us["garner"])
    print(
        f"| {name} | {us['garner']:.1f} | {us['loop']:.1f} | {best} {us[best]:.1f} | {RATIOS['loop'][-1]:.2f} | {RATIOS['best'][-1]:.2f} |"
        f"{'' if same else ' OTHER RESULT'}",
        flush=True,
    )


def head(title):
    print(f"\n| {title} | garner | loop | best library | loop / garner | library / garner |\n|---|--:|--:|---|--:|--:|")


def foot():
    means = [math.exp(statistics.fmean(map(math.log, RATIOS[which]))) if RATIOS[which] else math.nan for which in ("loop", "best")]
    print(f"| geometric mean | | | | {means[0]:.2f} | {means[1]:.2f} |")
    for which in RATIOS:
        RATIOS[which].clear()


# ---- bags: rows, columns, bags, entries of the shortest and the longest, weights

BAGS = {
    "fbgemm d32": (1000000, 32, 10, 1, 201, False),
    "fbgemm d128": (1000000, 128, 10, 1, 201, False),
    "fbgemm d128 weights": (1000000, 128, 10, 1, 201, True),
    "fbgemm d256": (1000000, 256, 10, 1, 201, False),
    "dlrm, one table": (1000000, 128, 2048, 1, 1, False),
    "dlrm, 1,000 rows": (1000, 128, 2048, 1, 1, False),
    "one entry, d32, 4,000 rows": (4000, 32, 2048, 1, 1, False),
    "rmc1": (1000000, 32, 64, 80, 80, False),
    "rmc2": (1000000, 32, 64, 120, 120, False),
    "rmc3": (1000000, 32, 64, 20, 20, False),
    "rmc1, batch 256, weights": (1000000, 32, 256, 80, 80, True),
    "rmc1, 4,000 rows": (4000, 32, 64, 80, 80, False),
    "rmc1, batch 256, weights, 4,000 rows": (4000, 32, 256, 80, 80, True),
}


def bag_case(name, parallel, rows, columns, nbags, low, high, weighted):
    lengths = torch.randint(low, high + 1, (nbags,))
    offsets = torch.cumsum(lengths, 0) - lengths
    index = torch.randint(0, rows, (int(lengths.sum()),))
    table, out, wanted = torch.randn(rows, columns), torch.empty(nbags, columns), torch.empty(nbags, columns)
    weights = torch.randn(len(index)) if weighted else None
    given = {"table": table, "indices": index, "offsets": offsets, "weights": weights, "result": out}
    calls = {
        "garner": bags.garner(0, Options(parallel=parallel), **given),
        "loop": loop("bag_loop", table, columns, index, len(index), offsets, nbags, weights, wanted),
        "torch": lambda: torch.nn.functional.embedding_bag(index, table, offsets, mode="sum", per_sample_weights=weights),
    }
    compare(name, calls, out, wanted, not weighted)


# ---- segments: op, form, dtype, columns; of a graph's lengths, or of ids that are drawn

SEGMENTS = {
    "offsets, sum, 1": ("sum", "offsets", torch.float32, 1),
    "offsets, sum, 16": ("sum", "offsets", torch.float32, 16),
    "offsets, sum, 64": ("sum", "offsets", torch.float32, 64),
    "offsets, max, 32": ("max", "offsets", torch.float32, 32),
    "offsets, sum of i64, 1": ("sum", "offsets", torch.int64, 1),
    "offsets, sum of i64, 32": ("sum", "offsets", torch.int64, 32),
    "sorted ids, sum, 32": ("sum", "sorted", torch.float32, 32),
    "sorted ids, sum of i64, 32": ("sum", "sorted", torch.int64, 32),
    "ids, sum, 1": ("sum", "ids", torch.float32, 1),
    "ids, sum, 32": ("sum", "ids", torch.float32, 32),
    "ids, sum of i64, 32": ("sum", "ids", torch.int64, 32),
}
NSEGMENTS = 65536


def libraries(op, form, data, ids, offsets, shape):
    calls, spread = {}, ids[:, None].expand_as(data)
    if op == "sum":
        calls["torch"] = lambda: torch.zeros(shape, dtype=data.dtype).index_add_(0, ids, data)
    else:
        calls["torch"] = lambda: torch.zeros(shape, dtype=data.dtype).scatter_reduce_(0, spread, data, "amax", include_self=False)
    if form == "offsets" and data.is_floating_point():
        calls["torch.segment_reduce"] = lambda: torch.segment_reduce(data, op, offsets=offsets, axis=0)
    if torch_scatter and form == "offsets":
        calls["torch_scatter"] = lambda: torch_scatter.segment_csr(data, offsets, reduce=op)
    elif torch_scatter and form == "sorted":
        calls["torch_scatter"] = lambda: torch_scatter.segment_coo(data, ids, dim_size=NSEGMENTS, reduce=op)
    elif torch_scatter:
        calls["torch_scatter"] = lambda: torch_scatter.scatter(data, ids, 0, dim_size=NSEGMENTS, reduce=op)
    return calls


def segment_case(name, parallel, op, form, dtype, columns):
    lengths = (torch.randn(NSEGMENTS) + 1.6).exp().round().clamp(1, 255).to(torch.int64)
    offsets = torch.cat([torch.zeros(1, dtype=torch.int64), lengths.cumsum(0)])
    ids = torch.repeat_interleave(torch.arange(NSEGMENTS), lengths)
    ids = ids[torch.randperm(len(ids))] if form == "ids" else ids
    data = (torch.randn(len(ids), columns) * 100).to(dtype)
    out, wanted = torch.empty(NSEGMENTS, columns, dtype=dtype), torch.empty(NSEGMENTS, columns, dtype=dtype)
    segments, which = (offsets, "csr") if form == "offsets" else (ids, "ids")
    sizes = (NSEGMENTS,) if which == "csr" else (len(ids), NSEGMENTS)
    calls = {
        "garner": segment_plan(parallel, op, form, data, segments, out),
        "loop": loop(f"{which}_{op}_{bags.NAMES[dtype].decode()}", data, columns, segments, *sizes, wanted),
        **libraries(op, form, data, ids, offsets, (NSEGMENTS, columns)),
    }
    compare(name, calls, out, wanted, True)


def main():
    parallel = bags.begin()
    with_scatter = f", torch_scatter {torch_scatter.__version__}" if torch_scatter else ""
    print(f"torch {torch.__version__}{with_scatter}, {THREADS} thread(s), medians of {ROUNDS}, microseconds")
    for title, cases, run in (("bags", BAGS, bag_case), (f"{NSEGMENTS:,} segments of a graph", SEGMENTS, segment_case)):
        head(title)
        for name, case in cases.items():
            if PART in name:
                run(name, parallel, *case)
        foot()


if __name__ == "__main__":
    main()
