"""segments.py LIBRARY CASES SEED - garner's segment reductions against PyTorch's (segments.sh).

Each case draws data [n, k] with ids, and holds the result of grn_segment_reduce and the gradient of grn_segment_adjoint against
torch: index_add, scatter_reduce and segment_reduce, and softmax, log_softmax, logsumexp and std of each segment by itself, with
their autograd. Sums of f32 by scatter_reduce and index_add have the same bits; what is divided or computed by exp and log is
held to a few units in the last place, gradients to 1e-12 in f64.
"""
import ctypes
import sys

import numpy as np
import torch

MAX_RANK = 32
OPS = ["sum", "mean", "product", "min", "max", "softmax", "log_softmax", "logsumexp", "std"]
IDS, SORTED, OFFSETS, STARTS, LENGTHS, CONSTANT = range(6)


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_int32),
                ("shape", ctypes.c_int64 * MAX_RANK), ("stride", ctypes.c_int64 * MAX_RANK)]


class Spec(ctypes.Structure):
    _fields_ = [("op", ctypes.c_int), ("form", ctypes.c_int), ("axis", ctypes.c_int32), ("nsegments", ctypes.c_int64),
                ("length", ctypes.c_int64), ("ids", ctypes.c_int), ("start", ctypes.c_int),
                ("initial", ctypes.c_ubyte * 16), ("empty", ctypes.c_int), ("divisor", ctypes.c_int),
                ("nan", ctypes.c_int), ("arg_of_empty", ctypes.c_int64), ("rounding", ctypes.c_int),
                ("eps", ctypes.c_double), ("correction", ctypes.c_int64)]


class Tensors(ctypes.Structure):
    _fields_ = [(name, ctypes.POINTER(Tensor)) for name in ("data", "segments", "weights", "result", "arg")]


class Gradients(ctypes.Structure):
    _fields_ = [(name, ctypes.POINTER(Tensor)) for name in ("grad", "data_grad", "weights_grad")] + [("ties", ctypes.c_int)]


library = ctypes.CDLL(sys.argv[1])
library.grn_dtype_from_text.argtypes = [ctypes.c_char_p]
CODES = {np.dtype(numpy): library.grn_dtype_from_text(mlir) for numpy, mlir in
         (("float32", b"f32"), ("float64", b"f64"), ("int32", b"i32"), ("int64", b"i64"))}


def view(array):
    """A pointer to a grn_tensor over a numpy array, or NULL."""
    if array is None:
        return None
    t = Tensor(array.ctypes.data, CODES[array.dtype], array.ndim)
    for d in range(array.ndim):
        t.shape[d] = array.shape[d]
        t.stride[d] = array.strides[d] // array.itemsize
    return ctypes.pointer(t)


def reduce(spec, data, segments, result, weights=None, arg=None):
    tensors = Tensors(view(data), view(segments), view(weights), view(result), view(arg))
    status = library.grn_segment_reduce(ctypes.byref(spec), ctypes.byref(tensors), None, None)
    assert status == 0, status
    return result


def adjoint(spec, data, segments, grad, weights=None, ties=0):
    data_grad, weights_grad = np.empty_like(data), None if weights is None else np.empty_like(weights)
    tensors = Tensors(view(data), view(segments), view(weights), None, None)
    gradients = Gradients(view(grad), view(data_grad), view(weights_grad), ties)
    status = library.grn_segment_adjoint(ctypes.byref(spec), ctypes.byref(tensors), ctypes.byref(gradients), None, None)
    assert status == 0, status
    return data_grad, weights_grad


def of_each(op, x, ids, nsegments, correction, eps):
    """The result of op by torch, segment by segment."""
    rows, entries = [], torch.zeros_like(x)
    for s in range(nsegments):
        part = x[ids == s]
        if op in ("softmax", "log_softmax"):
            entries = entries.index_put((torch.nonzero(ids == s)[:, 0],), getattr(torch, op)(part, 0))
        elif len(part) == 0:
            rows.append(torch.full(x.shape[1:], -np.inf if op == "logsumexp" else 0, dtype=x.dtype))
        elif op == "std" and len(part) == 1:  # whose gradient is 0 here and NaN there
            rows.append(part.sum(0) * 0)
        elif op == "logsumexp":
            rows.append(torch.logsumexp(part, 0))
        else:
            squares = ((part - part.mean(0)) ** 2).sum(0)
            rows.append(torch.sqrt(squares / (max(len(part) - correction, 1) + eps)))
    return entries if op in ("softmax", "log_softmax") else torch.stack(rows) if rows else torch.zeros((0,) + x.shape[1:])


def by_torch(op, x, ids, nsegments, weights, correction, eps):
    shape = (nsegments,) + tuple(x.shape[1:])
    index = ids[:, None].expand(x.shape)
    if op in ("softmax", "log_softmax", "logsumexp", "std"):
        return of_each(op, x, ids, nsegments, correction, eps)
    if weights is not None:
        x = x * weights[:, None]
    if op == "sum":
        return torch.zeros(shape, dtype=x.dtype).index_add(0, ids, x)
    if op == "mean":
        return torch.zeros(shape, dtype=x.dtype).scatter_reduce(0, index, x, "mean", include_self=False)
    if op == "product":
        return torch.ones(shape, dtype=x.dtype).scatter_reduce(0, index, x, "prod")
    start = np.inf if op == "min" else -np.inf
    return torch.full(shape, start, dtype=x.dtype).scatter_reduce(0, index, x, "a" + op)


def offsets_of(ids, nsegments):
    return np.concatenate([[0], np.cumsum(np.bincount(ids, minlength=nsegments)[:nsegments])]).astype(np.int64)


def distance(got, want, eps):
    """The largest error, in units in the last place of the larger of the two and of 1: data is of that size."""
    differs = got != want
    got, want = got[differs].astype(np.float64), want[differs].astype(np.float64)
    size = np.maximum(np.maximum(np.abs(got), np.abs(want)), 1)
    return float((np.abs(got - want) / (size * eps)).max(initial=0))


def one(random):
    op = OPS[random.integers(len(OPS))]
    n, k, nsegments = int(random.integers(1, 60)), int(random.integers(1, 80)), int(random.integers(1, 9))
    dtype = ["float32", "float64"][random.integers(2)]
    data = random.standard_normal((n, k)).astype(dtype)
    ids = random.integers(0, nsegments, n)
    form = int(random.integers(6))
    if form != IDS:
        ids = np.sort(ids)
    if form == CONSTANT:
        nsegments, ids = n, np.arange(n)
    weights = random.standard_normal(n).astype(dtype) if op in ("sum", "mean") and random.integers(2) else None
    correction = int(random.integers(2)) if op == "std" else 0
    eps = 1e-6 if op == "std" else 0.0
    segments = {IDS: ids, SORTED: ids, OFFSETS: offsets_of(ids, nsegments), STARTS: offsets_of(ids, nsegments)[:-1].copy(),
                LENGTHS: np.diff(offsets_of(ids, nsegments)), CONSTANT: None}[form]
    spec = Spec(op=OPS.index(op), form=form, nsegments=nsegments, length=1, eps=eps, correction=correction)
    per_entry = op in ("softmax", "log_softmax")
    result = np.zeros((n if per_entry else nsegments, k), dtype)
    got = reduce(spec, data, segments, result, weights)
    x = torch.tensor(data, dtype=torch.float64, requires_grad=True)
    w = None if weights is None else torch.tensor(weights, dtype=torch.float64, requires_grad=True)
    t_ids = torch.tensor(ids)
    want = by_torch(op, x, t_ids, nsegments, w, correction, eps)
    errors = []
    # against torch in its own dtype: the same bits where it adds, multiplies or compares in this order
    if op in ("sum", "product", "min", "max"):
        same = by_torch(op, torch.tensor(data), t_ids, nsegments, None if weights is None else torch.tensor(weights), 0, 0)
        if not np.array_equal(got, same.numpy()):
            errors.append(f"other bits than torch's by {distance(got, same.numpy(), np.finfo(dtype).eps)} ulp")
    else:
        ulps = distance(got, want.detach().numpy().astype(dtype), np.finfo(dtype).eps)
        if ulps > 32:
            errors.append(f"{ulps} ulp from torch in f64")
    if dtype == "float64":
        grad = random.standard_normal(got.shape)
        finite = torch.where(torch.isfinite(want), want, torch.zeros_like(want))
        finite.backward(torch.tensor(grad))
        data_grad, weights_grad = adjoint(spec, data, segments, grad, weights, ties=int(random.integers(2)))
        if not np.allclose(data_grad, x.grad.numpy(), rtol=1e-10, atol=1e-12):
            errors.append(f"gradient of data off by {np.abs(data_grad - x.grad.numpy()).max()}")
        if w is not None and not np.allclose(weights_grad, w.grad.numpy(), rtol=1e-10, atol=1e-12):
            errors.append(f"gradient of weights off by {np.abs(weights_grad - w.grad.numpy()).max()}")
    return [f"{op} of {dtype} [{n}, {k}] in {nsegments}, form {form}, weights {weights is not None}: {e}" for e in errors]


def segment_reduce(random):
    """torch.segment_reduce by lengths, with and without an initial value; f64."""
    op = ["sum", "mean", "product", "min", "max"][random.integers(5)]
    lengths = random.integers(0, 5, int(random.integers(1, 8)))
    data = random.standard_normal((int(lengths.sum()), 3))
    initial = float(random.standard_normal()) if random.integers(2) else None
    name = "prod" if op == "product" else op
    want = torch.segment_reduce(torch.tensor(data), name, lengths=torch.tensor(lengths), axis=0, initial=initial).numpy()
    spec = Spec(op=OPS.index(op), form=LENGTHS)
    if initial is not None:
        spec.start = 2
        spec.initial[:8] = list(np.float64(initial).tobytes())
    elif op == "mean":
        spec.empty = 2
    got = reduce(spec, data, lengths, np.zeros((len(lengths), 3)))
    return [] if np.array_equal(got, want, equal_nan=True) else [f"segment_reduce {op}, initial {initial}: {got} for {want}"]


def main():
    random = np.random.default_rng(int(sys.argv[3]))
    passed = failed = 0
    for i in range(int(sys.argv[2])):
        wrong = segment_reduce(random) if i % 5 == 0 else one(random)
        failed += bool(wrong)
        passed += not wrong
        for line in wrong:
            print(f"case {i}: {line}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
