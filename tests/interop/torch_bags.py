#!/usr/bin/env python3
"""torch_bags.py - garner's bags and segments against torch's.

    tests/interop/torch_bags.py LIBGARNER [CASES [SEED]]

Each of CASES random cases is one call of garner/bags.h and the same of torch: torch.nn.functional.embedding_bag of f32, f64, f16
and bf16 with its modes, weights, padding and both kinds of offsets, its gradients, and torch.ops.quantized's bags of rows of 8
and 4 bits. Or it is a program of one torch.aten.embedding_bag or torch.aten.segment_reduce, the latter also after it was converted
to StableHLO. Bits are compared where both orders are known; else (the gradient of weights, which torch computes by a library's
dot; bf16 and f16 means, which it rounds twice) the difference is held against a few units. Ends with "N passed, N failed".
"""
import collections
import ctypes
import random
import sys

import torch

from torch_garner import Program, Tensor, lib, run, view

rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
torch.manual_seed(rng.randrange(1 << 30))
torch.set_num_threads(1)


class Spec(ctypes.Structure):
    """grn_bag_spec"""

    _fields_ = [("combiner", ctypes.c_int), ("format", ctypes.c_int), ("lists", ctypes.c_int), ("index", ctypes.c_int),
                ("divisor", ctypes.c_int), ("nan", ctypes.c_int), ("fused", ctypes.c_bool), ("has_padding", ctypes.c_bool),
                ("padding_index", ctypes.c_int64), ("empty", ctypes.c_double), ("empty_arg", ctypes.c_int64),
                ("arg_is_entry", ctypes.c_bool)]


class Tensors(ctypes.Structure):
    """grn_bag_tensors"""

    _fields_ = [(name, ctypes.POINTER(Tensor)) for name in ("table", "scales", "indices", "offsets", "weights", "result", "arg")]


MODES = {"sum": 0, "mean": 1, "max": 2}
FORMATS = {"byte": 1, "4bit": 2, "2bit": 3}


def tensors(**views):
    return Tensors(**{name: ctypes.pointer(view(t)) for name, t in views.items() if t is not None})


def bag(spec, **views):
    status = lib.grn_bag(ctypes.byref(spec), ctypes.byref(tensors(**views)), None, None)
    if status != 0:
        raise AssertionError(f"grn_bag answers {status}")
    return views["result"], views.get("arg")


Case = collections.namedtuple("Case", "table indices offsets weights mode padding last")


def case(dtype, mode=None, rows=None):
    """A random call. Rows of bf16 and f16 are small, so that nothing overflows."""
    mode = mode or rng.choice(list(MODES))
    n, d, bags = rows or rng.randrange(1, 60), rng.choice([1, 3, 8, 16, 20, 32, 64, 100, 128, 200]), rng.randrange(1, 12)
    lengths = [rng.choice([0, 1, rng.randrange(40)]) for _ in range(bags)]
    last = rng.random() < 0.4
    ends = [sum(lengths[:b]) for b in range(bags + 1)]
    integers = rng.choice([torch.int32, torch.int64])
    indices = torch.randint(0, n, (ends[-1],), dtype=integers)
    offsets = torch.tensor(ends if last else ends[:-1], dtype=integers)
    weights = torch.randn(ends[-1], dtype=dtype) if mode == "sum" and rng.random() < 0.5 else None
    padding = rng.randrange(-n, n) if rng.random() < 0.3 else None
    return Case(torch.randn(n, d, dtype=dtype), indices, offsets, weights, mode, padding, last)


def spec_of(c, format=0):
    # torch's fast path adds fused, its slow one, which padding takes, does not; neither do f64's axpys
    fused = c.padding is None and c.table.dtype != torch.float64
    return Spec(combiner=MODES[c.mode], format=format, lists=1 if c.last else 0, fused=fused, has_padding=c.padding is not None,
                padding_index=c.padding or 0)


def bags_of(c):
    return len(c.offsets) - c.last


def same(got, want):
    return bool(((got == want) | (got.isnan() & want.isnan())).all())


def plain():
    c = case(rng.choice([torch.float32, torch.float32, torch.float64, torch.float16, torch.bfloat16]))
    want = torch.nn.functional.embedding_bag(c.indices, c.table, c.offsets, mode=c.mode, per_sample_weights=c.weights,
                                             padding_idx=c.padding, include_last_offset=c.last)
    out = torch.empty(bags_of(c), c.table.shape[1], dtype=c.table.dtype)
    bag(spec_of(c), table=c.table, indices=c.indices, offsets=c.offsets, weights=c.weights, result=out)
    narrow = c.table.dtype in (torch.float16, torch.bfloat16)
    # bf16: torch's fast path rounds ties away from zero
    if narrow and (c.mode == "mean" or c.padding is not None or c.weights is not None or c.table.dtype == torch.bfloat16):
        unit = 2.0 ** (-10 if c.table.dtype == torch.float16 else -7)
        return bool(((out.float() - want.float()).abs() <= 8 * unit * (1 + want.float().abs())).all()), "narrow " + c.mode, c
    if c.table.dtype == torch.float64 and c.weights is not None:
        return torch.allclose(out, want, rtol=1e-13, atol=1e-13), "f64 with weights", c
    return same(out, want), f"{c.table.dtype} {c.mode}{' with weights' if c.weights is not None else ''}", c


def maximum():
    c = case(torch.float32, "max")
    want, _, _, where = torch._embedding_bag_forward_only(c.table, c.indices, c.offsets, False, 2, False, None, c.last,
                                                          -1 if c.padding is None else c.padding % len(c.table))
    out = torch.empty(bags_of(c), c.table.shape[1])
    arg = torch.empty(out.shape, dtype=torch.int64)
    bag(spec_of(c), table=c.table, indices=c.indices, offsets=c.offsets, result=out, arg=arg)
    return same(out, want) and torch.equal(arg, where[:len(arg)].long()), "max_indices", c


def quantised():
    name = rng.choice(["byte", "byte", "4bit"])
    c = case(torch.float32, "sum")._replace(padding=None)
    if c.table.shape[1] % 2:
        c = c._replace(table=torch.randn(len(c.table), 36))
    packed = getattr(torch.ops.quantized, f"embedding_bag_{name}_prepack")(c.table)
    call = getattr(torch.ops.quantized, f"embedding_bag_{name}_rowwise_offsets")
    want = call(packed, c.indices, c.offsets, False, 0, False, c.weights, None, c.last)
    out = torch.empty(bags_of(c), c.table.shape[1])
    bag(spec_of(c, FORMATS[name]), table=packed, indices=c.indices, offsets=c.offsets, weights=c.weights, result=out)
    return same(out, want), "quantised " + name, c


def gradient():
    c = case(rng.choice([torch.float32, torch.float64]), rng.choice(["sum", "mean"]))
    by_frequency = rng.random() < 0.3 and c.weights is None
    table = c.table.clone().requires_grad_()
    weights = None if c.weights is None else c.weights.clone().requires_grad_()
    want = torch.nn.functional.embedding_bag(c.indices, table, c.offsets, mode=c.mode, per_sample_weights=weights,
                                             padding_idx=c.padding, include_last_offset=c.last)
    grad = torch.randn_like(want)
    want.backward(grad)
    if by_frequency:  # torch 2.13 takes the count of the i-th entry, in ascending order, for the i-th distinct row
        table.grad /= torch.bincount(c.indices.long(), minlength=len(table)).clamp(min=1).unsqueeze(1)
    out = torch.empty_like(c.table)
    t = tensors(table=c.table, indices=c.indices, offsets=c.offsets, weights=c.weights, result=grad)
    spec = spec_of(c)
    status = lib.grn_bag_gradient(ctypes.byref(spec), ctypes.byref(t), ctypes.c_bool(by_frequency), ctypes.byref(view(out)), None,
                                  None, None)
    close = 1e-5 if c.table.dtype == torch.float32 else 1e-13
    right = status == 0 and torch.allclose(out, table.grad, rtol=close, atol=close)
    if weights is not None:
        by_weight = torch.empty_like(c.weights)
        status = lib.grn_bag_weights_gradient(ctypes.byref(spec), ctypes.byref(t), ctypes.byref(view(by_weight)), None, None)
        right = right and status == 0 and torch.allclose(by_weight, weights.grad, rtol=20 * close, atol=20 * close)
    return right, f"gradient of {c.mode}", c


def bag_program():
    """A program of torch.aten's bag: with weights it adds fused where aten does."""
    c = case(rng.choice([torch.float32, torch.float32, torch.float16, torch.float64]))
    n, bags = len(c.indices), bags_of(c)
    private = rng.random() < 0.5
    padding = -1 if private and c.padding is None else c.padding % len(c.table) if private else c.padding
    if private and c.padding is None and rng.random() < 0.2:
        padding = len(c.table)  # no row, and yet aten does not take its fast path
    want = torch._embedding_bag(c.table, c.indices, c.offsets, False, MODES[c.mode], False, c.weights, c.last,
                                -1 if padding is None else padding % len(c.table) if not private else padding)[0]
    side = "si32" if c.indices.dtype == torch.int32 else "si64"
    rows = f"{bags},{c.table.shape[1]}" if c.mode == "max" else f"{bags}"
    beside = [f"!torch.vtensor<[{shape}],{side}>" for shape in (n, bags, rows)]
    program = Program("_embedding_bag" if private else "embedding_bag.padding_idx",
                      [c.table, c.indices, c.offsets, False, MODES[c.mode], False, c.weights, c.last, padding], c.table.dtype,
                      list(want.shape), False, beside)
    out = run(program)
    what = f"program of a bag, {c.table.dtype}{' with weights' if c.weights is not None else ''}"
    if out is None:
        return False, what, c
    if c.table.dtype == torch.float64 and c.weights is not None:
        return torch.allclose(out, want, rtol=1e-13, atol=1e-13), what, c
    if c.table.dtype == torch.float16 and (c.mode == "mean" or padding not in (None, -1) or c.weights is not None):
        return bool(((out.float() - want.float()).abs() <= 8 * 2.0**-10 * (1 + want.float().abs())).all()), what, c
    return same(out, want), what, c


SegmentCase = collections.namedtuple("SegmentCase", "data reduce lengths offsets axis initial")


def segment_case():
    """Random segments; offsets may leave entries out at both ends, and some lengths do not add up."""
    dtype = rng.choice([torch.float32, torch.float32, torch.float64, torch.float16, torch.bfloat16])
    axis, n, segments = rng.choice([0, 0, 1, 2]), rng.randrange(0, 12), rng.randrange(1, 5)
    leading, behind = [rng.randrange(1, 4) for _ in range(axis)], [rng.randrange(1, 5) for _ in range(rng.randrange(0, 3))]
    cuts = torch.randint(0, n + 1, (*leading, segments + 1)).sort(dim=-1).values
    by_offsets = rng.random() < 0.4
    if not by_offsets:
        cuts[..., 0], cuts[..., -1] = 0, n if rng.random() < 0.95 else n + 1
    integers = rng.choice([torch.int32, torch.int64])
    data = torch.randn(*leading, n, *behind, dtype=torch.float32).to(dtype)
    if data.numel() and rng.random() < 0.3:
        data.view(-1)[rng.randrange(data.numel())] = rng.choice([float("nan"), float("inf"), -float("inf")])
    lengths, offsets = (cuts[..., 1:] - cuts[..., :-1]).to(integers), cuts.to(integers)
    return SegmentCase(data, rng.choice(["sum", "prod", "mean", "max", "min", "amax", "amin"]), None if by_offsets else lengths,
                       offsets if by_offsets else None, axis - (data.dim() if rng.random() < 0.3 else 0),
                       rng.choice([None, None, 1.5, -3]))


def segment_program():
    c = segment_case()
    by = {} if c.lengths is None else {"lengths": c.lengths}
    by |= {} if c.offsets is None else {"offsets": c.offsets}
    try:
        want = torch.segment_reduce(c.data, c.reduce, axis=c.axis, initial=c.initial, **by)
    except RuntimeError:
        want = None
    shape = list(c.data.shape)
    shape[c.axis] = c.lengths.shape[-1] if c.offsets is None else c.offsets.shape[-1] - 1
    dynamic = want is not None and rng.random() < 0.3
    program = Program("segment_reduce", [c.data, c.reduce, c.lengths, None, c.offsets, c.axis, False, c.initial], c.data.dtype,
                      [None] * len(shape) if dynamic else shape, dynamic)
    what = f"program of segment_reduce, {c.reduce}"
    if want is None:
        return run(program) is None, "program of segment_reduce, refused", c
    ways = [()] if dynamic else [(), ("stablehlo",)]
    return all((out := run(program, way)) is not None and same(out, want) for way in ways), what, c


def told(c):
    if isinstance(c, SegmentCase):
        return (f"data {tuple(c.data.shape)} {c.data.dtype} {c.data.tolist()}, {c.reduce} along {c.axis}, lengths {c.lengths}, "
                f"offsets {c.offsets}, initial {c.initial}")
    return (f"table {tuple(c.table.shape)} {c.table.dtype}, {len(c.indices)} entries, {bags_of(c)} bags, padding {c.padding}, "
            f"weights {c.weights is not None}")


def main():
    passed, failed = collections.Counter(), 0
    for i in range(int(sys.argv[2]) if len(sys.argv) > 2 else 600):
        right, what, c = rng.choice([plain, plain, maximum, quantised, gradient, bag_program, segment_program])()
        passed[what] += right
        if not right:
            failed += 1
            print(f"case {i}, {what}: {told(c)}: not as torch {torch.__version__}")
    for what, n in sorted(passed.items()):
        print(f"{n:6} {what}")
    print(f"{sum(passed.values())} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
