"""torch_gradients.py - for torch_calls.py: garner's *_backward calls against torch.autograd.

A case has the forward call on leaves that ask for a gradient, a random gradient of its result, and garner's call on the same
tensors. Both refuse, and garner leaves the outs untouched; or both answer, with the same bits but for DIFFERENCES.
"""
import collections
import ctypes

import torch  # torch_calls.py has seen to it that there is one

from torch_differences import IS_NEW, close, filled, has_other_rank, is_half, met_twice, same
from torch_garner import COMPLEX, FLOATS, NAMES, call, element, table
from torch_random import along, extent_along, indices, rng, some, some_dim, some_shape, strided

# name: the garner call; args: for messages; leaves: what gets a gradient; forward(*leaves); ours(grad, result, *outs) -> ok;
# guess: the shape grad has where torch refuses; summed: what was broadcast, by leaf; exact: no order or step is left open
Gradient = collections.namedtuple("Gradient", "name args leaves forward ours guess summed exact", defaults=[(), True])


def told(a):
    if isinstance(a, torch.Tensor):
        return f"{NAMES[a.dtype]}{list(a.shape)} {a.tolist()}"
    return str([told(t) for t in a]) if isinstance(a, (list, tuple)) else repr(a)


def gather():
    x = some(some_shape(), rng.choice(FLOATS + COMPLEX))
    dim = some_dim(x.dim())
    i = indices(along(list(x.shape), dim), extent_along(x.shape, dim))
    return Gradient("gather", (x, dim, i), [x], lambda x: torch.gather(x, dim, i),
                    lambda g, r, out: call("grn_torch_gather_backward", g, x, dim, i, out, None), i.shape)


def index_select():
    x = some(some_shape(), rng.choice(FLOATS + COMPLEX))
    dim = some_dim(x.dim())
    n = 1 if x.dim() == 0 else rng.randint(0, 4)  # PT-D2
    i = indices([] if n == 1 and rng.random() < 0.5 else [n], extent_along(x.shape, dim),
                dtype=rng.choice([torch.int64, torch.int32]))
    guess = [n if d == dim % max(x.dim(), 1) else s for d, s in enumerate(x.shape)]
    return Gradient("index_select", (x, dim, i), [x], lambda x: torch.index_select(x, dim, i),
                    lambda g, r, out: call("grn_torch_index_select_backward", g, x, dim, i, out, None), guess)


def take_along_dim():
    x = some(some_shape(), rng.choice(FLOATS + COMPLEX))
    if rng.random() < 0.2:
        x, i = x.contiguous(), indices(some_shape(), x.numel()).contiguous()  # PT-D3
        return Gradient("take_along_dim", (x, i), [x], lambda x: torch.take_along_dim(x, i),
                        lambda g, r, out: call("grn_torch_take_along_dim_backward", g, x, i, None, None, out, None), [i.numel()])
    if x.dim() == 0:  # PT-D1
        x = x.reshape(1)
    dim = some_dim(x.dim())
    at = dim % x.dim()
    shape = [rng.randint(0, 4) if d == at else s if s != 1 and rng.random() < 0.6 else rng.choice([1, 1, 3])
             if s == 1 else 1 for d, s in enumerate(x.shape)]
    i, where = indices(shape, extent_along(x.shape, dim)), ctypes.byref(ctypes.c_int64(dim))
    wide = [s if d == at else max(s, n) if min(s, n) else 0 for d, (s, n) in enumerate(zip(shape, x.shape))]
    return Gradient("take_along_dim", (x, i, dim), [x], lambda x: torch.take_along_dim(x, i, dim),
                    lambda g, r, out: call("grn_torch_take_along_dim_backward", g, x, i, where, None, out, None), wide,
                    [any(d != at and s != n for d, (s, n) in enumerate(zip(wide, x.shape)))])


def embedding():
    w = some(some_shape(2), rng.choice(FLOATS))
    i = indices(some_shape(), w.shape[0], dtype=rng.choice([torch.int64, torch.int32]))
    pad = rng.randint(0, w.shape[0] - 1) if w.shape[0] and rng.random() < 0.3 else -1
    scaled = rng.random() < 0.4
    return Gradient("embedding", (w, i, pad, scaled), [w], lambda w: torch.embedding(w, i, pad, scaled),
                    lambda g, r, out: call("grn_torch_embedding_dense_backward", g, i, w.shape[0], pad, scaled, None, out, None),
                    list(i.shape) + [w.shape[1]], exact=not scaled)


def scatter_parts(dtypes):
    """src has index's shape: of a larger one torch has no gradient."""
    x = some(some_shape(), rng.choice(dtypes))
    dim = some_dim(x.dim())
    i = indices(along(list(x.shape), dim), extent_along(x.shape, dim))
    return x, dim, i, some(i.shape, x.dtype)


def scatter():
    x, dim, i, src = scatter_parts(FLOATS + COMPLEX)
    return Gradient("scatter", (x, dim, i, src), [x, src], lambda x, src: torch.scatter(x, dim, i, src),
                    lambda g, r, *outs: call("grn_torch_scatter_backward", g, dim, i, *outs, None), x.shape)


def scatter_value():
    x, dim, i, _ = scatter_parts(FLOATS)
    return Gradient("scatter_value", (x, dim, i), [x], lambda x: torch.scatter(x, dim, i, 2.5),
                    lambda g, r, out: call("grn_torch_scatter_backward", g, dim, i, out, None, None), x.shape)


def scatter_add():
    x, dim, i, src = scatter_parts(FLOATS + COMPLEX)
    return Gradient("scatter_add", (x, dim, i, src), [x, src], lambda x, src: torch.scatter_add(x, dim, i, src),
                    lambda g, r, *outs: call("grn_torch_scatter_add_backward", g, dim, i, *outs, None), x.shape)


def few(t):
    """Values that are often the same, and often 0."""
    flat = [rng.choice([0.0, 0.0, 1.0, -1.5, 2.0, 3.0]) for _ in range(t.numel())]
    return strided(torch.tensor(flat, dtype=t.dtype).reshape(t.shape))


def scatter_reduce():
    x, dim, i, src = scatter_parts(FLOATS)
    if rng.random() < 0.7:
        x, src = few(x), few(src)
    reduce, with_self = rng.choice(["sum", "prod", "prod", "mean", "amax", "amin"]), rng.random() < 0.5
    return Gradient("scatter_reduce", (x, dim, i, src, reduce, with_self), [x, src],
                    lambda x, src: torch.scatter_reduce(x, dim, i, src, reduce, include_self=with_self),
                    lambda g, r, *outs: call("grn_torch_scatter_reduce_backward", g, x, dim, i, src, reduce, with_self, r, None,
                                             *outs, None), x.shape)


def index_parts():
    x = some(some_shape(), rng.choice(FLOATS + COMPLEX))
    dim = some_dim(x.dim())
    n = rng.randint(1, 4) if x.dim() else 1  # PT-D2
    at = dim % max(x.dim(), 1)
    by = [n if d == at else s for d, s in enumerate(x.shape)] if x.dim() else [n]
    return x, dim, indices([] if n == 1 and rng.random() < 0.5 else [n], extent_along(x.shape, dim)), some(by, x.dtype)


def index_add():
    x, dim, i, src = index_parts()
    alpha = rng.choice([None, 2, -1, 3, 0.7])
    kept = element(alpha, x.dtype) if alpha is not None else (None, None)
    more = {"alpha": alpha} if alpha is not None else {}
    return Gradient("index_add", (x, dim, i, src, alpha), [x, src], lambda x, src: torch.index_add(x, dim, i, src, **more),
                    lambda g, r, *outs: call("grn_torch_index_add_backward", g, dim, i, kept[1], *outs, None), x.shape)


def index_copy():
    x, dim, i, src = index_parts()
    return Gradient("index_copy", (x, dim, i, src), [x, src], lambda x, src: torch.index_copy(x, dim, i, src),
                    lambda g, r, *outs: call("grn_torch_index_copy_backward", g, dim, i, *outs, None), x.shape)


def put_parts(dtypes):
    """self, a list of index tensors, and values that mostly fit."""
    shape = some_shape(rng.choice([1, 2, 2, 3, 4]))
    x = some(shape, rng.choice(dtypes))
    common = some_shape(rng.choice([0, 1, 1, 2]))
    picked = [rng.random() < 0.75 for _ in shape]
    if not any(picked):
        picked[0] = True
    picked = picked[:rng.randint(picked.index(True) + 1, len(picked))]
    tensors = []
    for d, p in enumerate(picked):
        part = [1 if rng.random() < 0.2 else s for s in common[rng.choice([0, 0, 0, 1]) if common else 0:]]
        tensors.append(indices(part, shape[d], negative=True) if p else None)
    result = indexed_shape(shape, tensors)
    by = [1 if rng.random() < 0.15 else s for s in (result if result is not None else some_shape())]
    return x, tensors, some(by[rng.choice([0, 0, 0, 1]) if by else 0:], x.dtype)


def indexed_shape(shape, tensors):
    """Of x[tensors], whatever their values are; None: they cannot be broadcast."""
    roomy = torch.zeros([max(n, 1) if d < len(tensors) and tensors[d] is not None else n for d, n in enumerate(shape)])
    try:
        return list(roomy[tuple(slice(None) if t is None else t.clamp(0, 0) for t in tensors)].shape)
    except (IndexError, RuntimeError):
        return None


def index():
    x, tensors, _ = put_parts(FLOATS + COMPLEX)
    return Gradient("index", (x, tensors), [x], lambda x: torch.ops.aten.index(x, tensors),
                    lambda g, r, out: call("grn_torch_index_backward", g, x, *table(tensors), None, out, None),
                    indexed_shape(x.shape, tensors) or [])


def index_put():
    x, tensors, src = put_parts(FLOATS + COMPLEX)
    accumulate = rng.random() < 0.5
    return Gradient("index_put", (x, tensors, src, accumulate), [x, src],
                    lambda x, src: torch.ops.aten.index_put(x, tensors, src, accumulate),
                    lambda g, r, *outs: call("grn_torch_index_put_backward", g, *table(tensors), accumulate, None, *outs, None),
                    x.shape, [False, list(src.shape) != indexed_shape(x.shape, tensors)])


def take():
    x = some(some_shape(), rng.choice(FLOATS + COMPLEX))
    i = indices(some_shape(), x.numel(), negative=True)
    return Gradient("take", (x, i), [x], lambda x: torch.take(x, i),
                    lambda g, r, out: call("grn_torch_take_backward", g, x, i, None, out, None), i.shape)


GRADIENTS = [gather, index_select, take_along_dim, embedding, scatter, scatter_value, scatter_add, scatter_reduce, scatter_reduce,
             index_add, index_copy, index, index_put, take]

# ---- running ----------------------------------------------------------------------------------------------------------------


def answer(case):
    """The gradient of the result, the result, and what torch.autograd gives the leaves; or None, and why."""
    leaves = [t.detach().requires_grad_() for t in case.leaves]
    dtype = case.leaves[0].dtype
    try:
        result = case.forward(*leaves)
        grad = some(result.shape, dtype)
        return grad, result.detach(), list(torch.autograd.grad(result, leaves, grad)), None
    except (RuntimeError, IndexError, ValueError) as e:
        return some(case.guess, dtype), torch.zeros(case.leaves[0].shape, dtype=dtype), None, str(e).splitlines()[0]


def unread(case, grad):
    """torch does not look at an index where no element is moved."""
    return case.name in ("index_copy", "index_put", "index") and 0 in [grad.numel()] + [t.numel() for t in case.leaves[1:]]


# id, when it applies to leaf k; out is None where garner refuses
DIFFERENCES = [
    ("PT-D4", lambda c, k, grad, want, out: out is None and unread(c, grad)),
    ("PT-D5", lambda c, k, grad, want, out: out is not None and k == 0 and c.name in ("take", "index") and
     met_twice(*([[c.args[1]], [c.args[0].numel()]] if c.name == "take" else [c.args[1], c.args[0].shape])) and close(out, want)),
    ("PT-D11", lambda c, k, grad, want, out: out is not None and k < len(c.summed) and c.summed[k] and close(out, want)),
    ("PT-D12", lambda c, k, grad, want, out: out is not None and c.name == "embedding" and not c.exact and close(out, want)),
    ("PT-D13", lambda c, k, grad, want, out: out is not None and c.name == "scatter_reduce" and c.args[4] == "prod" and
     close(torch.where(torch.isnan(want), want, out), want)),  # torch divides: inf by inf is NaN
    ("PT-D15", lambda c, k, grad, want, out: IS_NEW and out is None and c.name == "take_along_dim" and len(c.args) == 3),
    ("PT-D17", lambda c, k, grad, want, out: out is not None and is_half(grad) and close(out, want)),
]


def is_of_other_rank(case):
    return case.name == "index_add" and has_other_rank(case.args[0], case.args[3])


def compare_gradients(case):
    """What is wrong, or None; the known differences; whether torch refuses."""
    grad, result, want, refused = answer(case)
    outs = [strided(filled(t.shape, t.dtype)) for t in case.leaves]
    ok = case.ours(grad, result, *outs)
    about = f"{case.name}_backward(grad {told(grad)}, {', '.join(told(a) for a in case.args)})"
    if not ok and not all(same(out, filled(out.shape, out.dtype)) for out in outs):
        return f"{about}\n    garner refuses, and has written", [], want is None
    if want is None and ok and is_of_other_rank(case):
        return None, ["PT-D16"], True
    if want is None:
        return (f"{about}\n    torch refuses ({refused}), garner answers" if ok else None), [], True
    names = []
    for k, (out, right) in enumerate(zip(outs, want)):
        if ok and same(out, right):
            continue
        names += [name for name, applies in DIFFERENCES if applies(case, k, grad, right, out if ok else None)][:1]
        if not names:
            what = f"garner {out.tolist()}" if ok else "garner refuses"
            return f"{about}\n    gradient {k}: torch {right.tolist()}, {what}", [], False
    return None, names[:1], False
