#!/usr/bin/env python3
"""torch_calls.py - garner's torch calls against PyTorch itself, bit for bit.

    tests/interop/torch_calls.py LIBGARNER [CASES [SEED]]

LIBGARNER is the shared library, called in this process. Each of CASES random cases (10,000 unless given) is one call of
garner/frameworks.h and the same call of torch on the same views, two of five of them gradients: strided and transposed ones, tensors of rank 0, empty
shapes, duplicate, negative and out-of-range indices. They agree when both refuse, and garner leaves `out` untouched; or when
both answer, with one shape and the same bits. Any NaN is as good as any other. The op of torch-mlir that is the same has to
agree as well, in a program of its types, static ones or dynamic; and that program converted to another dialect and back.

Differences that are known are PT-D1 and on of docs/frameworks.md: each is a row of torch_differences.py, which says when it
applies, and is counted. Ends with "N passed, N failed"; exit 1 on a failure, 77 when there is no torch.
"""
import collections
import ctypes
import sys

try:
    import torch
except ImportError:
    print("skipped: this python3 has no torch (Debian: python3-torch)")
    sys.exit(77)

from torch_differences import DIFFERENCES, filled, same  # noqa: E402
from torch_gradients import GRADIENTS, compare_gradients, put_parts, told  # noqa: E402
from torch_random import extent_along, along, indices, rng, some, some_dim, some_shape  # noqa: E402
from torch_garner import CannotConvert, COMPLEX, FLOATS, INTEGERS, Program, call, element, run, shape_of, table  # noqa: E402

# ---- cases -------------------------------------------------------------------------------------------------------------------

# name: the garner call; args: the torch tensors and numbers, for messages; ours(out) -> ok; theirs() -> tensor; keeps: what a
# scatter starts from, for the shape of out; shape: what the _shape function says, where there is one; text: the op of torch-mlir,
# its operands, the result's rank; None where it has none
Case = collections.namedtuple("Case", "name args ours theirs input shape text")


def gather():
    dtype, shape = rng.choice(FLOATS + INTEGERS + COMPLEX + [torch.bool]), some_shape()
    dim = some_dim(len(shape))
    x, i = some(shape, dtype), indices(along(shape, dim), extent_along(shape, dim))
    return Case("gather", (x, dim, i), lambda out: call("grn_torch_gather", x, dim, i, out, None),
                lambda: torch.gather(x, dim, i), x, lambda: shape_of("grn_torch_gather_shape", x, dim, i),
                ("gather", [x, dim, i, False], i.dim()))


def index_select():
    dtype, shape = rng.choice(FLOATS + INTEGERS + COMPLEX + [torch.bool]), some_shape()
    dim = some_dim(len(shape))
    many = [] if rng.random() < 0.15 else some_shape(rng.choice([1] * 15 + [2]))
    if not shape and many not in ([], [1]):
        many = [1]  # PT-D2: torch writes past the end of its result here
    x, i = some(shape, dtype), indices(many, extent_along(shape, dim), dtype=rng.choice([torch.int64, torch.int32]))
    return Case("index_select", (x, dim, i), lambda out: call("grn_torch_index_select", x, dim, i, out, None),
                lambda: torch.index_select(x, dim, i), x, lambda: shape_of("grn_torch_index_select_shape", x, dim, i),
                ("index_select", [x, dim, i], x.dim()))


def take_along_dim():
    dtype, shape = rng.choice(FLOATS + INTEGERS + COMPLEX), some_shape()
    x = some(shape, dtype)
    if rng.random() < 0.2:
        i = indices(some_shape(), x.numel())
        return Case("take_along_dim", (x, i), lambda out: call("grn_torch_take_along_dim", x, i, None, None, out, None),
                    lambda: torch.take_along_dim(x, i), x, lambda: shape_of("grn_torch_take_along_dim_shape", x, i, None), None)
    dim = some_dim(len(shape))
    at = dim % len(shape) if shape else 0
    other = [rng.randint(0, 4) if d == at else s if s != 1 and rng.random() < 0.6 else rng.choice([1, 1, 3])
             if s == 1 else 1 for d, s in enumerate(shape)]
    i, where = indices(other, extent_along(shape, dim)), ctypes.byref(ctypes.c_int64(dim))
    return Case("take_along_dim", (x, i, dim), lambda out: call("grn_torch_take_along_dim", x, i, where, None, out, None),
                lambda: torch.take_along_dim(x, i, dim), x, lambda: shape_of("grn_torch_take_along_dim_shape", x, i, where),
                ("take_along_dim", [x, i, dim], x.dim()))


def embedding():
    w = some(some_shape(2), rng.choice(FLOATS + COMPLEX))
    i = indices(some_shape(), w.shape[0], dtype=rng.choice([torch.int64, torch.int32]))
    return Case("embedding", (w, i), lambda out: call("grn_torch_embedding", i, w, out, None),
                lambda: torch.nn.functional.embedding(i, w), w, lambda: shape_of("grn_torch_embedding_shape", i, w),
                ("embedding", [w, i, -1, False, False], i.dim() + 1))


def scatter_parts(dtypes):
    dtype, shape = rng.choice(dtypes), some_shape()
    dim = some_dim(len(shape))
    by = along(shape, dim)
    larger = [s + rng.choice([0, 0, 1]) for s in by] if rng.random() > 0.04 else some_shape()
    if by in ([], [1]) and rng.random() < 0.3:
        larger = rng.choice([[], [1], [2]])
    return some(shape, dtype), dim, indices(by, extent_along(shape, dim)), some(larger, dtype)


def scatter():
    x, dim, i, src = scatter_parts(FLOATS + INTEGERS + COMPLEX + [torch.bool])
    reduce = rng.choice([None, None, "add", "multiply"]) if x.dtype != torch.bool else None
    more = {"reduce": reduce} if reduce else {}
    return Case("scatter", (x, dim, i, src, reduce), lambda out: call("grn_torch_scatter", x, dim, i, src, reduce, out, None),
                lambda: torch.scatter(x, dim, i, src, **more), x, None,
                None if reduce else ("scatter.src", [x, dim, i, src], x.dim()))


def scatter_value():
    x, dim, i, _ = scatter_parts(FLOATS + INTEGERS)
    value = rng.choice([0, 1, 3, 7]) if x.dtype in INTEGERS else rng.choice([0.5, -2.0, 3.0])
    _, at = kept = element(value, x.dtype)
    reduce = rng.choice([None, None, "add", "multiply"])
    more = {"reduce": reduce} if reduce else {}
    return Case("scatter_value", (x, dim, i, value, reduce),
                lambda out: call("grn_torch_scatter_value", x, dim, i, kept[1], reduce, out, None),
                lambda: torch.scatter(x, dim, i, value, **more), x, None,
                None if reduce else ("scatter.value", [x, dim, i, value], x.dim()))


def scatter_add():
    x, dim, i, src = scatter_parts(FLOATS + INTEGERS + COMPLEX)
    return Case("scatter_add", (x, dim, i, src), lambda out: call("grn_torch_scatter_add", x, dim, i, src, out, None),
                lambda: torch.scatter_add(x, dim, i, src), x, None, ("scatter_add", [x, dim, i, src], x.dim()))


def scatter_reduce():
    x, dim, i, src = scatter_parts(FLOATS + INTEGERS)
    reduce, with_self = rng.choice(["sum", "prod", "mean", "amax", "amin"]), rng.random() < 0.5
    return Case("scatter_reduce", (x, dim, i, src, reduce, with_self),
                lambda out: call("grn_torch_scatter_reduce", x, dim, i, src, reduce, with_self, None, out, None),
                lambda: torch.scatter_reduce(x, dim, i, src, reduce, include_self=with_self), x, None,
                ("scatter_reduce.two", [x, dim, i, src, reduce, with_self], x.dim()))


def index_parts():
    dtype, shape = rng.choice(FLOATS + INTEGERS), some_shape()
    dim = some_dim(len(shape))
    many = [] if rng.random() < 0.15 else some_shape(1)
    n = many[0] if many else 1
    at = dim % len(shape) if shape else 0
    by = [n if d == at else s for d, s in enumerate(shape)] if shape else [n]
    if rng.random() < 0.05:
        by = some_shape()
    return some(shape, dtype), dim, indices(many, extent_along(shape, dim)), some(by, dtype)


def index_add():
    x, dim, i, src = index_parts()
    alpha = rng.choice([None, None, 1, 2, -1, 3] if x.dtype != torch.uint8 else [None, 1, 2, 3])
    kept = element(alpha, x.dtype) if alpha is not None else (None, None)
    more = {"alpha": alpha} if alpha is not None else {}
    return Case("index_add", (x, dim, i, src, alpha),
                lambda out: call("grn_torch_index_add", x, dim, i, src, kept[1], out, None),
                lambda: torch.index_add(x, dim, i, src, **more), x, None,
                ("index_add", [x, dim, i, src, 1 if alpha is None else alpha], x.dim()))


def index_copy():
    x, dim, i, src = index_parts()
    return Case("index_copy", (x, dim, i, src), lambda out: call("grn_torch_index_copy", x, dim, i, src, out, None),
                lambda: torch.index_copy(x, dim, i, src), x, None, ("index_copy", [x, dim, i, src], x.dim()))


def index_put():
    x, tensors, src = put_parts(FLOATS + INTEGERS)
    accumulate = rng.random() < 0.5

    def ours(out):
        return call("grn_torch_index_put", x, *table(tensors), src, accumulate, None, out, None)

    def theirs():
        return torch.ops.aten.index_put(x, tensors, src, accumulate)
    return Case("index_put", (x, tensors, src, accumulate), ours, theirs, x, None,
                ("index_put", [x, tensors, src, accumulate], x.dim()))


def index():
    x, tensors, _ = put_parts(FLOATS + INTEGERS)
    common = torch.broadcast_shapes(*[t.shape for t in tensors if t is not None]) if fit(tensors) else ()
    rank = x.dim() + len(common) - sum(t is not None for t in tensors)
    return Case("index", (x, tensors), lambda out: call("grn_torch_index", x, *table(tensors), None, out, None),
                lambda: torch.ops.aten.index(x, tensors), x, lambda: shape_of("grn_torch_index_shape", x, *table(tensors)),
                ("index.Tensor", [x, tensors], rank))


def take():
    x = some(some_shape(), rng.choice(FLOATS + INTEGERS + COMPLEX + [torch.bool]))
    i = indices(some_shape(), x.numel(), negative=True)
    return Case("take", (x, i), lambda out: call("grn_torch_take", x, i, None, out, None), lambda: torch.take(x, i), x,
                lambda: shape_of("grn_torch_take_shape", x, i), None)


def fit(tensors):
    try:
        torch.broadcast_shapes(*[t.shape for t in tensors if t is not None])
    except RuntimeError:
        return False
    return True


CASES = [gather, index_select, take_along_dim, embedding, scatter, scatter_value, scatter_add, scatter_reduce, index_add,
         index_copy, index_put, index, take]

# ---- running ----------------------------------------------------------------------------------------------------------------------

def answer(case):
    """What torch answers, or why it does not."""
    try:
        return case.theirs(), None
    except (RuntimeError, IndexError, ValueError) as e:
        return None, str(e).splitlines()[0]


def compare_call(case, want, refused):
    """None: they agree; else what is wrong; and what garner left in out."""
    if not case.ours:
        return None, None
    shape = list(case.input.shape)
    if case.shape:
        shape = case.shape()
        if want is not None and shape != list(want.shape):
            return f"torch's shape is {list(want.shape)}, garner's {shape}", None
        if shape is None:
            return None, None
    out = filled(shape, case.input.dtype)
    if case.ours(out):
        return judge(out, want, refused), out
    if not same(out, filled(shape, case.input.dtype)):
        return "garner refuses, and has written", out
    return None if want is None else "torch answers, garner refuses", out


def compare_text(case, want, refused):
    if not case.text:
        return None, None
    op, operands, rank = case.text
    program = Program(op, operands, case.input.dtype, [None] * rank, rng.random() < 0.5)
    out = run(program)
    if out is not None:
        wrong = judge(out, want, refused)
    else:
        out, wrong = filled(case.input.shape, case.input.dtype), None if want is None else "torch answers, garner refuses"
    return wrong and wrong + "\n" + program.text, out


# How many programs could not be converted: those of mean, which divides; scatters to TCP, which has none.
not_converted = 0


def compare_converted(case, want, refused):
    """What torch answers is what the program gives that was converted to another dialect and back."""
    global not_converted
    if not case.text or want is None:
        return None, None
    program = Program(*case.text[:2], case.input.dtype, list(want.shape), False)
    way = [rng.choice(["stablehlo", "onnx", "nvl", "tcp"]), "torch"]
    if run(program) is None:
        return None, None  # told by compare_text
    try:
        out = run(program, way)
    except CannotConvert:
        not_converted += 1
        return None, None
    if out is None:
        return f"converted to {way}, garner refuses\n{program.text}", filled(case.input.shape, case.input.dtype)
    wrong = judge(out, want, refused)
    return wrong and f"converted to {way}: {wrong}\n{program.text}", out


def judge(out, want, refused):
    if want is None:
        return f"torch refuses ({refused}), garner answers {out.tolist()}"
    return None if same(out, want) else f"torch {want.tolist()}, garner {out.tolist()}"


def main():
    count, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 10000, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    torch.set_num_threads(1)
    passed, failed, known, refused, gradients = 0, 0, collections.Counter(), 0, 0
    for k in range(count):
        rng.seed(seed * 1000003 + k)
        if k % 5 < 2:
            wrong, names, said_no = compare_gradients(GRADIENTS[(k // 5 * 2 + k % 5) % len(GRADIENTS)]())
            known.update(names)
            refused += said_no
            gradients += 1
            passed += wrong is None
            failed += wrong is not None
            if wrong and failed <= 20:
                print(f"FAILED case {k} of seed {seed}: {wrong}")
            continue
        case = CASES[(k // 5 * 3 + k % 5 - 2) % len(CASES)]()
        want, why = answer(case)
        refused += want is None
        good = True
        for compare in (compare_call, compare_text, compare_converted):
            wrong, out = compare(case, want, why)
            if wrong is None:
                continue
            names = [name for name, applies in DIFFERENCES if out is not None and applies(case, want, out)]
            known.update(names[:1])
            if not names:
                good = False
                if failed < 20:
                    print(f"FAILED case {k} of seed {seed}: {case.name}({', '.join(told(a) for a in case.args)})\n    {wrong}")
        passed += good
        failed += not good
    print(f"torch {torch.__version__}, {count} cases, {gradients} of them gradients, {refused} of them refused by torch, {not_converted} programs not converted; "
          f"known differences: "
          f"{', '.join(f'{n} {c}' for n, c in sorted(known.items())) or 'none'}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    import warnings
    warnings.simplefilter("ignore")
    sys.exit(main())
