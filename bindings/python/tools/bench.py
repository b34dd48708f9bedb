"""What a call on 16 elements costs, in microseconds: the least and the median of many rounds, the cases in turn.

    python3 bindings/python/tools/bench.py [ROUNDS]      with the package installed; ROUNDS of 200 calls each, 300 by default

A round's time is that of its calls alone, without the loop's and the lambda's. The least is what a call takes when nothing else
runs; the median says what else did. torch is measured where it is there.
"""
import statistics
import sys
import time

import numpy as np

import garner

CALLS = 200
NUMBERS = dict(collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=(1,))
PLACES = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))


def cases_of(name, x, i, at):
    """x: 16 elements of f32; i: 16 indices of i64; at: the same as vectors."""
    gather, scatter, torch_gather, onnx_gather = garner.gather, garner.scatter, garner.torch.gather, garner.onnx.gather
    plan = garner.plan(torch_gather, x, 0, i)
    add = garner.plan(scatter, x, at, x, combiner="add", **PLACES)
    return {
        f"a plan of a gather, {name}": lambda: plan(x, i),
        f"a plan of a scatter, {name}": lambda: add(x, at, x),
        f"garner.gather, {name}": lambda: gather(
            x, at, collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=(1,)
        ),
        f"garner.scatter, add, {name}": lambda: scatter(
            x, at, x, combiner="add", inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)
        ),
        f"garner.torch.gather, {name}": lambda: torch_gather(x, 0, i),
        f"garner.onnx.gather, {name}": lambda: onnx_gather(x, i),
    }


def all_cases():
    x, i = np.arange(16, dtype="f4"), np.arange(16)
    at = i.reshape(16, 1)
    cases = {"nothing": lambda: None, "numpy.take": lambda: np.take(x, i), "numpy's x[i]": lambda: x[i]}
    cases.update(cases_of("garner", garner.array(x), garner.array(i), garner.array(at)))
    cases.update(cases_of("numpy", x, i, at))
    numbers = iter(range(10**9))
    rows = [np.arange(n) for n in range(1, 17)]  # so many layouts in turn have no plan kept
    cases["garner.torch.gather, numpy, new layouts"] = lambda: garner.torch.gather(x, 0, rows[next(numbers) % 16])
    try:
        import torch
    except ImportError:
        return cases
    tx, ti = torch.from_numpy(x), torch.from_numpy(i)
    cases["torch.gather itself, torch"] = lambda: torch.gather(tx, 0, ti)
    cases.update(cases_of("torch", tx, ti, torch.from_numpy(at)))
    return cases


def round_of(call):
    calls = range(CALLS)
    begin = time.perf_counter()
    for _ in calls:
        call()
    return (time.perf_counter() - begin) / CALLS * 1e6


def main():
    cases = all_cases()
    times = {name: [] for name in cases}
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        for name, call in cases.items():
            times[name].append(round_of(call))
    idle = times.pop("nothing")
    print(f"{'microseconds':40} least  median")
    for name, found in times.items():
        print(f"{name:40} {min(found) - min(idle):5.2f}  {statistics.median(found) - statistics.median(idle):6.2f}")


if __name__ == "__main__":
    main()
