"""Times torch's calls on the CPU by torch's kernels and by garner's, in turn; medians in microseconds, and torch's by garner's.

    python3 bindings/python/tools/torch_bench.py [ROUNDS [THREADS [PART]]]      with the package and torch 2.12 or newer

Each call is made some hundred times first, so that plans have tried their ways. Then garner's kernels are put in the place of torch's and
taken out again in each round, and a round calls for 3 ms, or once. 15 rounds, one thread and all calls by default; PART is a part of
their names. One thread's calls are timed by the processor time of the process, which other processes on the machine do not lengthen;
those of several by the clock. Prints the rows of the tables of docs/torch.md, and the geometric mean of the ratios of all that are
not small.
"""
import functools
import gc
import math
import os
import statistics
import sys
import time

# New memory for each result would be most of a call.
if os.environ.get("MALLOC_MMAP_THRESHOLD_") is None:
    os.environ.update(MALLOC_MMAP_THRESHOLD_="4000000000", MALLOC_TRIM_THRESHOLD_="8000000000")
    os.execv(sys.executable, [sys.executable, *sys.argv])

import torch

import garner

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
THREADS = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PART = sys.argv[3] if len(sys.argv) > 3 else ""
NODES, EDGES, WIDTH, SIDE = 10000, 40000, 64, 100
SETTLE_CALLS, SETTLE_SECONDS, TURN_US = 120, 3, 3000
clock = time.process_time if THREADS == 1 else time.perf_counter

torch.set_num_threads(THREADS)
torch.manual_seed(0)
x, messages = torch.randn(NODES, WIDTH), torch.randn(EDGES, WIDTH)
rows, full = torch.randint(0, NODES, (EDGES,)), torch.randint(0, NODES, (EDGES, WIDTH))
slices = rows[:, None].expand(EDGES, WIDTH)
columns, line = torch.randint(0, WIDTH, (EDGES,)), torch.randn(EDGES)
cube, i, j = x.view(SIDE, SIDE, WIDTH), *torch.randint(0, SIDE, (2, EDGES))
few, few_rows = torch.randn(16), torch.randint(0, 16, (16,))
whole, whole_messages = torch.randint(0, 9, (NODES, WIDTH)), torch.randint(0, 9, (EDGES, WIDTH))

mask, source, plane = torch.rand(NODES, WIDTH) < 0.5, torch.randn(NODES * WIDTH), torch.rand(SIDE, SIDE) < 0.5
lengths, bags = torch.full((EDGES // 20,), 20), torch.arange(0, EDGES, 20)
aten, grad = torch.ops.aten, torch.randn(EDGES // 20, WIDTH)
SUM, MEAN, MAX = 0, 1, 2
means = aten._embedding_bag(x, rows, bags, False, MEAN)


@functools.cache
def room(shape, dtype):
    return torch.empty(shape, dtype=dtype)


def into(dtype=torch.float32):
    return room((NODES, WIDTH), dtype).zero_()


def flat(dtype=torch.float32):
    return room((NODES,), dtype).zero_()


# Functions of nothing. What they write to is one tensor for both, as malloc does not give the same memory each time; filling it with
# zeros is timed with both.
CALLS = {
    "index_select": lambda: x.index_select(0, rows),
    "gather": lambda: x.gather(0, full),
    "x[:, i]": lambda: x[:, rows[:200] % WIDTH],
    "x[i, j], elements": lambda: x[rows, columns],
    "x[i, j], rows": lambda: cube[i, j],
    "x[i[:, None], j], rows": lambda: cube[i[:200, None], j[:200]],
    "x[i, :, j]": lambda: cube[i[:2000], :, columns[:2000]],
    "x[mask]": lambda: x[mask],
    "x[mask], rows": lambda: cube[plane],
    "masked_select": lambda: x.masked_select(mask),
    "masked_scatter": lambda: x.masked_scatter(mask, source),
    "scatter_add": lambda: into().scatter_add_(0, full, messages),
    "scatter_add of slices": lambda: into().scatter_add_(0, slices, messages),
    "scatter_add of slices, f16": lambda m=messages.half(): into(m.dtype).scatter_add_(0, slices, m),
    "scatter_add of slices, bf16": lambda m=messages.bfloat16(): into(m.dtype).scatter_add_(0, slices, m),
    "scatter_add, bf16": lambda m=messages.bfloat16(): into(m.dtype).scatter_add_(0, full, m),
    "scatter_reduce amax of slices": lambda: into().scatter_reduce_(0, slices, messages, "amax"),
    "scatter_reduce mean of slices": lambda: into().scatter_reduce_(0, slices, messages, "mean", include_self=False),
    "scatter_reduce amax": lambda: into().scatter_reduce_(0, full, messages, "amax"),
    "scatter_reduce amax of slices, f16": lambda m=messages.half(): into(m.dtype).scatter_reduce_(0, slices, m, "amax"),
    "scatter_reduce mean of slices, bf16": lambda m=messages.bfloat16(): into(m.dtype).scatter_reduce_(0, slices, m, "mean"),
    "index_add": lambda: into().index_add_(0, rows, messages),
    "index_add, f16": lambda m=messages.half(): into(m.dtype).index_add_(0, rows, m),
    "index_add, bf16": lambda m=messages.bfloat16(): into(m.dtype).index_add_(0, rows, m),
    "index_add, alpha 3, i64": lambda: into(whole.dtype).index_add_(0, rows, whole_messages, alpha=3),
    "index_add, alpha 0.5": lambda: into().index_add_(0, rows, messages, alpha=0.5),
    "index_copy": lambda: into().index_copy_(0, rows, messages),
    "index_reduce amax": lambda: into().index_reduce_(0, rows, messages, "amax"),
    "index_reduce mean, f16": lambda m=messages.half(): into(m.dtype).index_reduce_(0, rows, m, "mean"),
    "index_put": lambda: into().index_put_((rows,), messages),
    "index_put, accumulate": lambda: into().index_put_((rows,), messages, accumulate=True),
    "index_put, accumulate, f16": lambda m=messages.half(): into(m.dtype).index_put_((rows,), m, accumulate=True),
    "index_put of [i, j], elements": lambda: into().index_put_((rows, columns), line),
    "index_put of [i, j], elements, accumulate": lambda: into().index_put_((rows, columns), line, accumulate=True),
    "index_put of [i, j], rows": lambda: into().view(cube.shape).index_put_((i, j), messages),
    "index_put of [i, j], rows, accumulate": lambda: into().view(cube.shape).index_put_((i, j), messages, accumulate=True),
    "embedding's gradient": lambda: aten.embedding_dense_backward(messages, rows, NODES, 3, False),
    "embedding's gradient, bf16": lambda m=messages.bfloat16(): aten.embedding_dense_backward(m, rows, NODES, 3, False),
    "embedding_bag sum": lambda: aten._embedding_bag(x, rows, bags, False, SUM),
    "embedding_bag max": lambda: aten._embedding_bag(x, rows, bags, False, MAX),
    "embedding_bag mean, padding_idx": lambda: aten._embedding_bag(x, rows, bags, False, MEAN, padding_idx=7),
    "embedding_bag's gradient": lambda: aten._embedding_bag_backward(
        grad, rows, bags, *means[1:], NODES, False, MEAN, False, None
    ),
    "segment_reduce mean": lambda: torch.segment_reduce(messages, "mean", lengths=lengths),
    "segment_reduce max": lambda: torch.segment_reduce(messages, "max", lengths=lengths),
    "index_select, one dimension": lambda: source.index_select(0, rows),
    "gather, one dimension": lambda: source.gather(0, rows),
    "scatter_add, one dimension": lambda: flat().scatter_add_(0, rows, line),
    "scatter_add, one dimension, f16": lambda m=line.half(): flat(m.dtype).scatter_add_(0, rows, m),
    "scatter_reduce amax, one dimension": lambda: flat().scatter_reduce_(0, rows, line, "amax"),
    "scatter_reduce amax, one dimension, f16": lambda m=line.half(): flat(m.dtype).scatter_reduce_(0, rows, m, "amax"),
    "index_add, one dimension": lambda: flat().index_add_(0, rows, line),
    "index_add, one dimension, f16": lambda m=line.half(): flat(m.dtype).index_add_(0, rows, m),
    "index_put, one dimension": lambda: flat().index_put_((rows,), line),
    "index_put, accumulate, one dimension": lambda: flat().index_put_((rows,), line, accumulate=True),
    "index_select of 16": lambda: few.index_select(0, few_rows),
}


def microseconds(call, repeats):
    for _ in range(2 if repeats == 1 else 8):  # after kernels have changed the dispatcher looks them up anew
        call()
    start = clock()
    for _ in range(repeats):
        result = call()  # noqa: F841: as in a program, the last result is there until the next one has been made
    return (clock() - start) / repeats * 1e6


def settle(call):
    """Calls until the plan behind it has tried its ways, and its memory has been touched."""
    garner.torch.install()
    end = time.monotonic() + SETTLE_SECONDS
    for _ in range(SETTLE_CALLS):
        result = call()  # noqa: F841
        if time.monotonic() > end:
            break
    garner.torch.uninstall()


def main():
    ratios = []
    gc.disable()  # install makes objects, whose collection would fall into garner's calls
    print(f"torch {torch.__version__}, {THREADS} threads, {ROUNDS} rounds, {clock.__name__}")
    for name, call in CALLS.items():
        if PART not in name:
            continue
        settle(call)
        small = name.endswith("of 16")
        repeats = 500 if small else max(1, int(TURN_US / microseconds(call, 1)))
        by_torch, by_garner = [], []
        for _ in range(ROUNDS):
            by_torch.append(microseconds(call, repeats))
            garner.torch.install()
            by_garner.append(microseconds(call, repeats))
            garner.torch.uninstall()
        ours, theirs = statistics.median(by_garner), statistics.median(by_torch)
        if not small:
            ratios.append(theirs / ours)
        print(f"| `{name}` | {theirs:.1f} | {ours:.1f} | {theirs / ours:.2f} |", flush=True)
    if ratios:
        print(f"geometric mean of the large ones: {math.exp(statistics.fmean(map(math.log, ratios))):.2f}")


if __name__ == "__main__":
    main()
