"""Times torch's calls on the CPU by torch's kernels and by garner's, in turn; medians in microseconds, and torch's by garner's.

    python3 bindings/python/tools/torch_bench.py [rounds]      with the package and torch 2.12 or newer; 15 rounds by default
"""
import math
import statistics
import sys
import time

import torch

import garner

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
NODES, EDGES, WIDTH = 10000, 40000, 64

torch.manual_seed(0)
x, messages = torch.randn(NODES, WIDTH), torch.randn(EDGES, WIDTH)
rows = torch.randint(0, NODES, (EDGES,))
slices = rows[:, None].expand(EDGES, WIDTH)
few, few_rows = torch.randn(16), torch.randint(0, 16, (16,))

mask, lengths, bags = torch.rand(NODES, WIDTH) < 0.5, torch.full((EDGES // 20,), 20), torch.arange(0, EDGES, 20)
aten, grad = torch.ops.aten, torch.randn(EDGES // 20, WIDTH)
MEAN, MAX = 1, 2
means = aten._embedding_bag(x, rows, bags, False, MEAN)


def zeros():
    return torch.zeros(NODES, WIDTH)


CALLS = {
    "index_select": lambda: x.index_select(0, rows),
    "embedding_dense_backward": lambda: torch.ops.aten.embedding_dense_backward(messages, rows, NODES, 3, False),
    "scatter_add of slices": lambda: zeros().scatter_add_(0, slices, messages),
    "scatter_reduce amax of slices": lambda: zeros().scatter_reduce_(0, slices, messages, "amax"),
    "scatter_reduce mean of slices": lambda: zeros().scatter_reduce_(0, slices, messages, "mean", include_self=False),
    "index_add": lambda: zeros().index_add_(0, rows, messages),
    "index_put": lambda: zeros().index_put_((rows,), messages),
    "index_put, accumulate": lambda: zeros().index_put_((rows,), messages, accumulate=True),
    "index_reduce amax": lambda: zeros().index_reduce_(0, rows, messages, "amax"),
    "segment_reduce mean": lambda: torch.segment_reduce(messages, "mean", lengths=lengths),
    "embedding_bag max": lambda: aten._embedding_bag(x, rows, bags, False, MAX),
    "embedding_bag mean, padding_idx": lambda: aten._embedding_bag(x, rows, bags, False, MEAN, padding_idx=7),
    "embedding_bag's gradient": lambda: aten._embedding_bag_backward(
        grad, rows, bags, *means[1:], NODES, False, MEAN, False, None
    ),
    "masked_select": lambda: x.masked_select(mask),
    "x[mask]": lambda: x[mask],
    "x[:, i]": lambda: x[:, rows[:200] % WIDTH],
    "index_select of 16": lambda: few.index_select(0, few_rows),
}


def microseconds(call, repeats):
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats * 1e6


ratios = []
print(f"torch {torch.__version__}, {torch.get_num_threads()} threads, {ROUNDS} rounds")
for name, call in CALLS.items():
    by_torch, by_garner, repeats = [], [], 500 if "16" in name else 1
    for round in range(ROUNDS + 3):
        by_torch.append(microseconds(call, repeats))
        garner.torch.install()
        by_garner.append(microseconds(call, repeats))
        garner.torch.uninstall()
    ours, theirs = statistics.median(by_garner[3:]), statistics.median(by_torch[3:])
    if "16" not in name:
        ratios.append(theirs / ours)
    print(f"| `{name}` | {theirs:.1f} | {ours:.1f} | {theirs / ours:.2f} |", flush=True)
print(f"geometric mean of the large ones: {math.exp(statistics.fmean(map(math.log, ratios))):.2f}")
