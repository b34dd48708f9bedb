#!/usr/bin/env python3
"""bags.py - torch's embedding bags and garner's, in turn, on one thread or several.

    bench/peers/bags.py LIBGARNER [THREADS [ROUNDS]]

LIBGARNER is the shared library, called in this process on torch's own memory. Each round times both for at least 3 ms, garner first in
every other round; the median counts. On one thread it is the time that the thread has had a processor. A result that is not torch's
is reported, and its time with it.
"""
import ctypes
import statistics
import sys
import time

import torch

LIB = ctypes.CDLL(sys.argv[1])
THREADS = int(sys.argv[2]) if len(sys.argv) > 2 else 1
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 15


class Tensor(ctypes.Structure):
    """grn_tensor"""

    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_int32), ("shape", ctypes.c_int64 * 32),
                ("stride", ctypes.c_int64 * 32)]


class Spec(ctypes.Structure):
    """grn_bag_spec"""

    _fields_ = [("combiner", ctypes.c_int), ("format", ctypes.c_int), ("lists", ctypes.c_int), ("index", ctypes.c_int),
                ("divisor", ctypes.c_int), ("nan", ctypes.c_int), ("fused", ctypes.c_bool), ("has_padding", ctypes.c_bool),
                ("padding_index", ctypes.c_int64), ("empty", ctypes.c_double), ("empty_arg", ctypes.c_int64),
                ("arg_is_entry", ctypes.c_bool)]


class Tensors(ctypes.Structure):
    """grn_bag_tensors"""

    _fields_ = [(name, ctypes.POINTER(Tensor)) for name in ("table", "scales", "indices", "offsets", "weights", "result", "arg")]


class Options(ctypes.Structure):
    """grn_bag_options"""

    _fields_ = [("size_bytes", ctypes.c_size_t), ("threads", ctypes.c_int32), ("parallel", ctypes.c_void_p), ("cpu", ctypes.c_char_p),
                ("ahead", ctypes.c_int32)]


LIB.grn_pool_parallel.restype = ctypes.c_void_p
NAMES = {torch.float32: b"f32", torch.bfloat16: b"bf16", torch.int64: b"i64", torch.int32: b"i32", torch.uint8: b"ui8"}


def view(t):
    out = Tensor(data=t.data_ptr(), dtype=LIB.grn_dtype_from_text(NAMES[t.dtype]), rank=t.dim())
    for d in range(t.dim()):
        out.shape[d], out.stride[d] = t.shape[d], t.stride(d)
    return out


def garner(format, options, **tensors):
    spec = Spec(format=format, fused=True)
    given = Tensors(**{name: ctypes.pointer(view(t)) for name, t in tensors.items() if t is not None})

    def call():
        if LIB.grn_bag(ctypes.byref(spec), ctypes.byref(given), ctypes.byref(options), None) != 0:
            raise SystemExit("grn_bag refuses")

    return call


def clock():
    return time.thread_time_ns() if THREADS == 1 else time.perf_counter_ns()


def turn(call):
    begun, n = clock(), 0
    while True:
        call()
        n += 1
        if clock() - begun > 3e6:
            return (clock() - begun) / n


def compare(name, ours, theirs, out):
    ours()
    same = torch.equal(out, theirs())
    times = {ours: [], theirs: []}
    for r in range(ROUNDS):
        for call in (ours, theirs) if r % 2 else (theirs, ours):
            times[call].append(turn(call))
    us, it = (statistics.median(times[call]) / 1e3 for call in (ours, theirs))
    print(f"{name:<28} {us:10.1f} {it:10.1f} {it / us:8.2f}{'' if same else '   OTHER BITS'}", flush=True)


def bags(name, options, rows, columns, nbags, low, high, weighted=False, packing=None):
    lengths = torch.randint(low, high + 1, (nbags,))
    offsets = torch.cumsum(lengths, 0) - lengths
    indices = torch.randint(0, rows, (int(lengths.sum()),))
    table, out = torch.randn(rows, columns), torch.empty(nbags, columns)
    weights = torch.randn(len(indices)) if weighted else None
    if packing:
        table = getattr(torch.ops.quantized, f"embedding_bag_{packing}_prepack")(table)
        call = getattr(torch.ops.quantized, f"embedding_bag_{packing}_rowwise_offsets")
        theirs = lambda: call(table, indices, offsets, False, 0, False, weights, None, False)  # noqa: E731
    else:
        theirs = lambda: torch.nn.functional.embedding_bag(indices, table, offsets, mode="sum", per_sample_weights=weights)  # noqa: E731
    format = {None: 0, "byte": 1, "4bit": 2}[packing]
    ours = garner(format, options, table=table, indices=indices, offsets=offsets, weights=weights, result=out)
    compare(name, ours, theirs, out)


def begin():
    """Sets torch up for a run, and answers the threads that garner's calls take."""
    torch.manual_seed(1)
    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)
    pool = ctypes.c_void_p()
    LIB.grn_pool_create(THREADS, None, ctypes.byref(pool))
    return LIB.grn_pool_parallel(pool)


def main():
    options = Options(parallel=begin())
    print(f"torch {torch.__version__}, {THREADS} thread(s)\n{'case':<28} {'garner us':>10} {'torch us':>10} {'torch/us':>8}")
    for columns in (32, 64, 128, 256):
        bags(f"fbgemm d{columns}", options, 1000000, columns, 10, 1, 201)
    bags("fbgemm d128 weights", options, 1000000, 128, 10, 1, 201, weighted=True)
    bags("fbgemm d128 8 bits", options, 1000000, 128, 10, 1, 201, packing="byte")
    bags("fbgemm d128 4 bits", options, 1000000, 128, 10, 1, 201, packing="4bit")
    bags("dlrm, one table", options, 1000000, 128, 2048, 1, 1)
    bags("rmc1", options, 1000000, 32, 64, 80, 80)
    bags("rmc2", options, 1000000, 32, 64, 120, 120)
    bags("rmc3", options, 1000000, 32, 64, 20, 20)
    bags("rmc1, batch 256, weights", options, 1000000, 32, 256, 80, 80, weighted=True)


if __name__ == "__main__":
    main()
