"""Random calls of garner/segment_calls.h against torch and, where it is there, jax: values bit for bit, args, messages.

    python3 tests/interop/segment_calls.py LIBGARNER.SO [CASES]

torch_scatter, pyg-lib, TensorFlow and DGL are held against the same formulas in torch. Prints what differs; exits with their number."""
import ctypes
import random
import sys
import warnings

import numpy as np
import torch

try:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None
try:
    import torch_scatter
except ImportError:
    torch_scatter = None

MAX_RANK = 32
TEXT = {"float16": "f16", "float32": "f32", "float64": "f64", "int32": "i32", "int64": "i64", "int16": "i16", "bool": "i1", "uint8": "ui8"}


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("dtype", ctypes.c_int),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.c_int64 * MAX_RANK),
        ("stride", ctypes.c_int64 * MAX_RANK),
    ]


class Place(ctypes.Structure):
    _fields_ = [("line", ctypes.c_uint32), ("column", ctypes.c_uint32)]


library = ctypes.CDLL(sys.argv[1])
library.grn_dtype_from_text.restype = ctypes.c_int
library.grn_status_name.restype = ctypes.c_char_p
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
failures = held = 0


def view(a):
    t = Tensor(a.ctypes.data, library.grn_dtype_from_text(TEXT[a.dtype.name].encode()), a.ndim)
    for d in range(a.ndim):
        t.shape[d], t.stride[d] = a.shape[d], a.strides[d] // a.itemsize
    return t


def given(a):
    """An argument as C takes it: an array by its view, a word, a number, None."""
    if isinstance(a, np.ndarray):
        return ctypes.byref(view(a))
    if isinstance(a, str):
        return a.encode()
    return ctypes.c_bool(a) if isinstance(a, bool) else ctypes.c_int64(a) if isinstance(a, int) else a


def call(name, *args):
    """The status, as text."""
    return library.grn_status_name(getattr(library, name)(*[given(a) for a in args])).decode()


def hold(what, seen, wanted, exact=True):
    """NaN is as good as any NaN; elsewhere the same bits, or within a few last places."""
    global failures, held
    held += 1
    seen, wanted = np.asarray(seen), np.asarray(wanted)
    same = seen.shape == wanted.shape and (
        np.array_equal(seen, wanted, equal_nan=seen.dtype.kind == "f") if exact else np.allclose(seen, wanted, 1e-5, 1e-6, equal_nan=True)
    )
    if not same:
        failures += 1
        print(f"{what}:\n  garner {seen.tolist()}\n  wanted {wanted.tolist()}")


def numbers(rng, shape, dtype, special=0.1):
    a = np.array([rng.randrange(-8, 9) for _ in range(int(np.prod(shape, dtype=int)))], dtype="f8").reshape(shape)
    if np.dtype(dtype).kind == "f":
        a = np.asarray(a + 0.25 * rng.randrange(4))
        for i in range(a.size):
            if a.ndim and rng.random() < special:
                a.reshape(-1)[i] = rng.choice([np.nan, np.inf, -np.inf, -0.0])
    return np.array(a, dtype=dtype)


def lengths_for(rng, n, s):
    cuts = sorted(rng.randrange(n + 1) for _ in range(max(s - 1, 0)))
    return [b - a for a, b in zip([0] + cuts, cuts + [n])][:s]


def torch_segment_reduce(rng):
    rank = rng.randrange(1, 4)
    axis = rng.randrange(rank)
    shape = [rng.randrange(1, 5) for _ in range(rank)]
    shape[axis] = rng.randrange(1, 9)
    data = numbers(rng, shape, rng.choice(["f2", "f4", "f8"]))
    s = rng.randrange(1, 5)
    leading = int(np.prod(shape[:axis], dtype=int))
    lengths = np.array([lengths_for(rng, shape[axis], s) for _ in range(leading)], dtype=rng.choice(["i4", "i8"])).reshape(shape[:axis] + [s])
    offsets = np.concatenate([np.zeros(shape[:axis] + [1], lengths.dtype), lengths.cumsum(-1, dtype=lengths.dtype)], -1)
    by_offsets, reduce = rng.random() < 0.5, rng.choice(["sum", "prod", "mean", "max", "min"])
    initial = None if rng.random() < 0.6 else float(rng.randrange(-3, 4))
    ids = {"offsets": torch.from_numpy(offsets)} if by_offsets else {"lengths": torch.from_numpy(lengths)}
    wanted = torch.segment_reduce(torch.from_numpy(data), reduce, axis=axis, initial=initial, **ids).numpy()
    out = np.empty_like(wanted)
    start = None if initial is None else np.array(initial, data.dtype).ctypes.data_as(ctypes.c_void_p)
    status = call(
        "grn_torch_segment_reduce", data, reduce, None if by_offsets else lengths, offsets if by_offsets else None, axis, False, start, None, out, None
    )
    hold(f"torch.segment_reduce {reduce} {status} {data.tolist()} {lengths.tolist()} {axis} {initial}", out, wanted)


def torch_segment_reduce_backward(rng):
    n, s = rng.randrange(1, 9), rng.randrange(1, 5)
    data, lengths = numbers(rng, [n, 2], "f8", 0), np.array(lengths_for(rng, n, s), dtype="i8")
    data[data == 0] = 1
    reduce = rng.choice(["sum", "mean", "max", "min", "prod"])
    leaf = torch.from_numpy(data).requires_grad_()
    result = torch.segment_reduce(leaf, reduce, lengths=torch.from_numpy(lengths), axis=0)
    grad = np.abs(numbers(rng, list(result.shape), "f8", 0)) + 1  # torch shares a gradient of equals where it is above 0
    (wanted,) = torch.autograd.grad(result, [leaf], torch.from_numpy(grad))
    out = np.empty_like(data)
    status = call("grn_torch_segment_reduce_backward", grad, data, reduce, lengths, None, 0, None, None, out, None)
    hold(f"torch.segment_reduce_backward {reduce} {status} {data.tolist()} {lengths.tolist()}", out, wanted.numpy(), False)


def jax_segment(rng):
    n, s = rng.randrange(1, 9), rng.randrange(1, 5)
    data = numbers(rng, [n] + [rng.randrange(1, 4)] * rng.randrange(3), rng.choice(["f4", "f8", "i4", "i8"]))
    ids = np.array([rng.randrange(-2, s + 2) for _ in range(n)], dtype=rng.choice(["i4", "i8"]))
    reduce, mode = rng.choice(["sum", "prod", "min", "max"]), rng.choice([0, 1])
    wanted = getattr(jax.ops, "segment_" + reduce)(jnp.asarray(data), jnp.asarray(ids), s, mode=["fill", "clip"][mode])
    out = np.empty(wanted.shape, data.dtype)
    status = call("grn_jax_segment_" + reduce, data, ids, s, mode, None, out, None)
    hold(f"jax.ops.segment_{reduce} {status} {data.tolist()} {ids.tolist()} {s} {mode}", out, np.asarray(wanted))


def reduced(rng, data, ids, s, reduce, empty):
    """By a loop in numpy over one dimension of entries, the first."""
    out = np.full([s] + list(data.shape[1:]), empty, data.dtype)
    for i in range(s):
        rows = data[ids == i]
        if len(rows):
            acc = rows[0].copy()
            for row in rows[1:]:
                acc = {"sum": np.add, "mean": np.add, "sqrt_n": np.add, "mul": np.multiply, "prod": np.multiply, "min": np.minimum, "max": np.maximum}[
                    reduce
                ](acc, row).astype(data.dtype)
            if reduce == "mean":
                acc = acc / data.dtype.type(len(rows)) if data.dtype.kind == "f" else acc // len(rows)
            if reduce == "sqrt_n":
                acc = acc / np.sqrt(data.dtype.type(len(rows)))
            out[i] = acc
    return out


def tf_segment(rng):
    n, s = rng.randrange(1, 9), rng.randrange(1, 5)
    data = numbers(rng, [n] + [2] * rng.randrange(3), rng.choice(["f4", "f8", "i4", "i8"]), 0)
    ids = np.array([rng.randrange(-1, s) for _ in range(n)], dtype=rng.choice(["i4", "i8"]))
    reduce = rng.choice(["sum", "prod", "min", "max", "mean"] + (["sqrt_n"] if data.dtype.kind == "f" else []))
    least = np.finfo(data.dtype) if data.dtype.kind == "f" else np.iinfo(data.dtype)
    empty = {"prod": 1, "max": least.min, "min": least.max}.get(reduce, 0)
    out = np.empty([s] + list(data.shape[1:]), data.dtype)
    status = call("grn_tf_unsorted_segment_" + reduce, data, ids, s, None, out, None)
    hold(f"unsorted_segment_{reduce} {status} {data.tolist()} {ids.tolist()} {s}", out, reduced(rng, data, ids, s, reduce, empty))
    if reduce != "sqrt_n":
        ids = np.sort(np.abs(ids))
        out = np.empty([int(ids[-1]) + 1] + list(data.shape[1:]), data.dtype)
        status = call("grn_tf_segment_" + reduce, data, ids, None, out, None)
        hold(f"segment_{reduce} {status} {data.tolist()} {ids.tolist()}", out, reduced(rng, data, ids, len(out), reduce, int(reduce == "prod")))


def pyg_scatter(rng):
    rank = rng.randrange(1, 4)
    dim = rng.randrange(rank)
    shape = [rng.randrange(1, 4) for _ in range(rank)]
    n, s = shape[dim], rng.randrange(1, 5)
    src = numbers(rng, shape, rng.choice(["f4", "f8", "i8"]), 0)
    whole = rng.random() < 0.5
    index = np.array([rng.randrange(s) for _ in range(int(np.prod(shape)) if whole else n)], dtype="i8").reshape(shape if whole else [n])
    reduce = rng.choice(["sum", "mul", "mean", "min", "max"])
    out_shape = list(shape)
    out_shape[dim] = s
    out, arg = np.empty(out_shape, src.dtype), np.empty(out_shape, "i8")
    extreme = reduce in ("min", "max")
    status = call("grn_pyg_scatter", src, index, dim, reduce, False, None, out, arg if extreme else None, None)
    wanted, wanted_arg = np.empty_like(out), np.empty_like(arg)
    flat, to, to_arg = np.moveaxis(src, dim, 0), np.moveaxis(wanted, dim, 0), np.moveaxis(wanted_arg, dim, 0)
    spread = np.moveaxis(index, dim, 0) if whole else np.broadcast_to(index.reshape([n] + [1] * (rank - 1)), flat.shape)
    for at in np.ndindex(*flat.shape[1:]):
        column, ids = flat[(slice(None),) + at], spread[(slice(None),) + at]
        to[(slice(None),) + at] = reduced(rng, column.reshape(n, 1), ids, s, reduce, int(reduce == "mul"))[:, 0]
        for i in range(s):
            own = np.flatnonzero(ids == i)
            to_arg[(i,) + at] = n if not len(own) else own[column[own].argmax() if reduce == "max" else column[own].argmin()]
    hold(f"scatter {reduce} {status} {src.tolist()} {index.tolist()} {dim}", out, wanted)
    if extreme:
        hold(f"scatter {reduce} arg {status} {src.tolist()} {index.tolist()} {dim}", arg, wanted_arg)


def pyg_segments(rng):
    n, s = rng.randrange(1, 9), rng.randrange(1, 5)
    src = numbers(rng, [n] + [2] * rng.randrange(3), rng.choice(["f4", "f8", "i8"]), 0)
    lengths = lengths_for(rng, n, s)
    indptr = np.array([0] + list(np.cumsum(lengths)), dtype="i8")
    ids = np.repeat(np.arange(s), lengths)
    reduce = rng.choice(["sum", "mean", "min", "max"])
    for name, index in (("segment_csr", indptr), ("segment_coo", ids)):
        out = np.empty([s] + list(src.shape[1:]), src.dtype)
        status = call("grn_pyg_" + name, src, index, reduce, False, None, out, None, None)
        hold(f"{name} {reduce} {status} {src.tolist()} {index.tolist()}", out, reduced(rng, src, ids, s, reduce, 0))
    out = np.empty([s] + list(src.shape[1:]), src.dtype)
    status = call("grn_dgl_segment_reduce", np.array(lengths, dtype="i8"), src, reduce, None, out, None, None)
    hold(f"dgl segment_reduce {reduce} {status} {src.tolist()} {lengths}", out, reduced(rng, src, ids, s, reduce, 0))


def pyg_gathers(rng):
    s, n = rng.randrange(1, 5), rng.randrange(1, 9)
    lead = [rng.randrange(1, 4) for _ in range(rng.randrange(3))]
    src = numbers(rng, lead + [s] + [2] * rng.randrange(2), rng.choice(["f2", "f4", "f8", "i8", "u1"]))
    lengths = [lengths_for(rng, n, s) for _ in range(int(np.prod(lead, dtype=int)))]
    ids = np.array([np.repeat(np.arange(s), l) for l in lengths], dtype="i8").reshape(lead + [n])
    indptr = np.array([[0] + list(np.cumsum(l)) for l in lengths], dtype="i8").reshape(lead + [s + 1])
    spread = ids.reshape(ids.shape + (1,) * (src.ndim - ids.ndim))
    wanted = np.take_along_axis(src, np.broadcast_to(spread, lead + [n] + list(src.shape[len(lead) + 1 :])), len(lead))
    for name, index in (("gather_coo", ids), ("gather_csr", indptr)):
        out = np.empty_like(wanted)
        status = call("grn_pyg_" + name, src, index, out, None)
        hold(f"{name} {status} {src.tolist()} {index.tolist()}", out, wanted)
        if torch_scatter:
            theirs = getattr(torch_scatter, name)(torch.from_numpy(src), torch.from_numpy(index))
            hold(f"{name} of torch_scatter {src.tolist()} {index.tolist()}", wanted, theirs.numpy())


def pyg_softmax(rng):
    n, s = rng.randrange(1, 9), rng.randrange(1, 4)
    src = numbers(rng, [n, 2], rng.choice(["f4", "f8"]), 0)
    lengths = lengths_for(rng, n, s)
    ids = np.repeat(np.arange(s), lengths).astype("i8")
    soft, logs, out = np.empty_like(src), np.empty_like(src), np.empty_like(src)
    status = [
        call("grn_pyg_scatter_softmax", src, ids, 0, None, soft, None),
        call("grn_pyg_scatter_log_softmax", src, ids, 0, None, logs, None),
        call("grn_pyg_softmax_csr", src, np.array([0] + list(np.cumsum(lengths)), dtype="i8"), 0, None, out, None),
    ]
    wanted = np.empty_like(src)
    for i in range(s):
        wanted[ids == i] = torch.softmax(torch.from_numpy(src[ids == i]), 0).numpy()
    hold(f"softmax {status} {src.tolist()} {ids.tolist()}", soft, wanted, False)
    hold(f"log_softmax {status} {src.tolist()} {ids.tolist()}", np.exp(logs), wanted, False)
    hold(f"softmax_csr {status} {src.tolist()} {ids.tolist()}", out, wanted, False)
    sums, deviation = np.empty([int(ids[-1]) + 1, 2], src.dtype), np.empty([int(ids[-1]) + 1, 2], src.dtype)
    status = [call("grn_pyg_scatter_logsumexp", src, ids, 0, None, sums, None), call("grn_pyg_scatter_std", src, ids, 0, True, None, deviation, None)]
    for i in range(len(sums)):
        rows = torch.from_numpy(src[ids == i])
        if len(rows):
            hold(f"logsumexp {status}", sums[i], torch.logsumexp(rows, 0).numpy(), False)
        if len(rows) > 1:
            hold(f"std {status}", deviation[i], np.sqrt(((rows - rows.mean(0)) ** 2).sum(0).numpy() / (len(rows) - 1 + 1e-6)), False)


def embedding_bag(rng):
    rows, width, n, bags = rng.randrange(1, 6), rng.randrange(1, 5), rng.randrange(0, 12), rng.randrange(1, 5)
    weight = numbers(rng, [rows, width], rng.choice(["f2", "f4"]))
    ids = np.array([rng.randrange(rows) for _ in range(n)], dtype="i8")
    offsets = np.array(sorted([0] + [rng.randrange(n + 1) for _ in range(bags - 1)]), dtype="i8")
    mode, padding = rng.choice(["sum", "mean", "max"]), rng.choice([None, rng.randrange(-rows, rows)])
    scales = numbers(rng, [n], weight.dtype, 0) if mode == "sum" and rng.random() < 0.5 else None
    last = rng.random() < 0.3
    as_torch = [None if a is None else torch.from_numpy(a) for a in (weight, ids, offsets, scales)]
    if last:
        offsets = np.append(offsets, n)
        as_torch[2] = torch.from_numpy(offsets)
    w, i, o, psw = as_torch
    number = {"sum": 0, "mean": 1, "max": 2}[mode]
    theirs = torch.ops.aten._embedding_bag(w, i, o, False, number, False, psw, last, -1 if padding is None else padding % rows)
    out = np.empty([bags, width], weight.dtype)
    bag_of, sizes, args = np.empty([n], "i8"), np.empty([bags], "i8"), np.empty([bags, width], "i8")
    pad = None if padding is None else ctypes.byref(ctypes.c_int64(padding))
    status = call(
        "grn_torch_embedding_bag", ids, weight, offsets, mode, scales, last, pad, out, bag_of, sizes, args if number == 2 else None, None
    )
    what = f"embedding_bag {mode} {status} {weight.tolist()} {ids.tolist()} {offsets.tolist()} {padding} {scales} {last}"
    narrow = scales is not None and weight.dtype == np.float16
    hold(what, out, theirs[0].numpy(), not narrow and not (scales is not None and padding is not None))
    if number:
        hold(what + " offset2bag", bag_of, theirs[1].numpy())
        hold(what + " bag_size", sizes, theirs[2].numpy())
    if number == 2:
        hold(what + " max_indices", args, theirs[3].numpy())


def embedding_bag_backward(rng):
    rows, width, n, bags = rng.randrange(1, 6), rng.randrange(1, 5), rng.randrange(1, 12), rng.randrange(1, 5)
    weight = numbers(rng, [rows, width], "f4", 0)
    ids = np.array([rng.randrange(rows) for _ in range(n)], dtype="i8")
    offsets = np.array(sorted([0] + [rng.randrange(n + 1) for _ in range(bags - 1)]), dtype="i8")
    mode, padding = rng.choice(["sum", "mean", "max"]), rng.choice([None, rng.randrange(-rows, rows)])
    scales = numbers(rng, [n], weight.dtype, 0) if mode == "sum" and rng.random() < 0.5 else None
    frequency = False  # torch divides by how often another row comes
    w = torch.from_numpy(weight).requires_grad_()
    psw = None if scales is None else torch.from_numpy(scales).requires_grad_()
    result = torch.nn.functional.embedding_bag(
        torch.from_numpy(ids), w, torch.from_numpy(offsets), mode=mode, per_sample_weights=psw, padding_idx=padding, scale_grad_by_freq=frequency
    )
    grad = numbers(rng, [bags, width], "f4", 0)
    wanted = torch.autograd.grad(result, [w] + ([] if psw is None else [psw]), torch.from_numpy(grad))
    pad = None if padding is None else ctypes.byref(ctypes.c_int64(padding))
    args, out = np.zeros([bags, width], "i8"), np.empty([bags, width], "f4")
    if mode == "max":
        call("grn_torch_embedding_bag", ids, weight, offsets, mode, None, False, pad, out, None, None, args, None)
    of_weight, of_scales = np.empty_like(weight), np.empty([n], "f4")
    status = call(
        "grn_torch_embedding_bag_backward", grad, ids, weight, offsets, frequency, mode, scales, False, pad, args if mode == "max" else None, None,
        of_weight, None if scales is None else of_scales, None
    )  # fmt: skip
    what = f"embedding_bag_backward {mode} {status} {weight.tolist()} {ids.tolist()} {offsets.tolist()} {padding} {scales}"
    hold(what, of_weight, wanted[0].numpy(), False)
    if scales is not None:
        hold(what + " weights", of_scales, wanted[1].numpy(), False)


def gspmm(rng):
    nodes, edges, s = rng.randrange(1, 6), rng.randrange(1, 9), rng.randrange(1, 5)
    lhs, rhs = numbers(rng, [nodes, 2, 3], "f4", 0), numbers(rng, [edges, 2], "f4", 0)
    lengths, ids = lengths_for(rng, edges, s), np.array([rng.randrange(nodes) for _ in range(edges)], dtype="i8")
    indptr = np.array([0] + list(np.cumsum(lengths)), dtype="i8")
    copies, reduce = rng.random() < 0.5, rng.choice(["sum", "min", "max"])
    out = np.empty([s, 2, 3], "f4")
    status = call("grn_dgl_gspmm", "copy_lhs" if copies else "mul", reduce, indptr, ids, lhs, None if copies else rhs, out, None, None)
    edge = lhs[ids] if copies else lhs[ids] * rhs[:, :, None]
    hold(f"gspmm {copies} {reduce} {status}", out, reduced(rng, edge, np.repeat(np.arange(s), lengths), s, reduce, 0))


def numpy_ufuncs(rng):
    rows, n = rng.randrange(1, 6), rng.randrange(1, 7)
    a, b = numbers(rng, [rows, 2], rng.choice(["f4", "f8", "i8"]), 0), None
    name = rng.choice(["add", "multiply", "minimum", "maximum"])
    ufunc, index = getattr(np, name), np.array([rng.randrange(-rows, rows) for _ in range(n)], dtype=rng.choice(["i4", "i8"]))
    b = numbers(rng, rng.choice([[n, 2], [2], [n, 1], []]), a.dtype, 0)
    own, theirs = a.copy(), a.copy()
    ufunc.at(theirs, index, b)
    status = call("grn_numpy_ufunc_at", name, own, index, b, None)
    hold(f"{name}.at {status} {a.tolist()} {index.tolist()} {b.tolist()}", own, theirs)
    index = np.abs(index) % rows
    out = np.empty([n, 2], a.dtype)
    status = call("grn_numpy_ufunc_reduceat", name, a, index, 0, out, None)
    hold(f"{name}.reduceat {status} {a.tolist()} {index.tolist()}", out, ufunc.reduceat(a, index, 0))


def tf_lookup(rng):
    rows, n, s = rng.randrange(1, 6), rng.randrange(1, 9), rng.randrange(1, 4)
    params, ids = numbers(rng, [rows, 3], "f4", 0), np.array([rng.randrange(rows) for _ in range(n)], dtype="i8")
    segments = np.array(sorted(rng.randrange(s) for _ in range(n)), dtype="i8")
    weights = np.array([rng.randrange(1, 5) for _ in range(n)], dtype="f4") if rng.random() < 0.5 else None
    combiner, w = rng.choice(["sum", "mean", "sqrtn"]), np.ones(n, "f4") if weights is None else weights
    wanted = np.zeros([s, 3], "f4")
    np.add.at(wanted, segments, params[ids] * w[:, None])
    if combiner != "sum":
        total = np.zeros(s, "f4")
        np.add.at(total, segments, w if combiner == "mean" else w * w)
        total[total == 0] = 1
        wanted /= (total if combiner == "mean" else np.sqrt(total))[:, None]
    out = np.empty([s, 3], "f4")
    status = call("grn_tf_embedding_lookup_sparse", params, ids, segments, weights, combiner, None, out, None)
    hold(f"embedding_lookup_sparse {combiner} {status} {params.tolist()} {ids.tolist()} {segments.tolist()} {w.tolist()}", out, wanted)


warnings.simplefilter("ignore")
kinds = [torch_segment_reduce, torch_segment_reduce_backward, tf_segment, pyg_scatter, pyg_segments, pyg_gathers, pyg_softmax, embedding_bag, embedding_bag_backward, gspmm, numpy_ufuncs, tf_lookup] + ([jax_segment] if jax else [])
for kind in kinds:
    for case in range(CASES if kind is not jax_segment else CASES // 10):
        kind(random.Random(case))
    print(f"{kind.__name__}: {failures} differ so far")
print(f"{held - failures} passed, {failures} failed")
sys.exit(min(failures, 100))
