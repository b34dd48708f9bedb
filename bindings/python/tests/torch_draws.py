"""Random calls of torch's gathers and scatters, by torch's kernels and by garner's in their place: the same bits, layouts, errors, gradients.

    python3 bindings/python/tests/torch_draws.py [COUNT [SEED]]      with the package and torch 2.12 or newer; 100,000 and 1 by default

A call that differs is printed with its number; the same COUNT and SEED draw it again. Ends with how often garner served each kind of
call, and "N passed, N failed".
"""
import collections
import math
import random
import sys
import warnings
from unittest import mock

import torch

import garner
from torch_support import IS_THERE, outcome, same_bits

if IS_THERE:
    from garner import _torch_install

FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
DTYPES = [*FLOATS, torch.float32, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64]
REDUCTIONS = ["sum", "prod", "mean", "amax", "amin"]


class Installed:
    """garner's kernels for calls of any size; `served` says how many calls they have served."""

    def __enter__(self):
        self.served = 0
        kernel = _torch_install._kernel
        counting = lambda overload, composed, aten: self.counted(kernel, overload, composed, aten)
        changes = {"_FEW": 0, "_FEWEST": 0, "_kernel": counting}
        self.patches = [mock.patch.object(_torch_install, name, value) for name, value in changes.items()]
        for patch in self.patches:
            patch.start()
        garner.torch.install()
        return self

    def counted(self, kernel, overload, composed, aten):
        """The kernel: what it does not hand on to aten's it has served."""

        def handed_on(*args, **kwargs):
            self.served -= 1
            return aten.call_boxed(*args, **kwargs)

        call = kernel(overload, composed, mock.Mock(call_boxed=handed_on))

        def served(*args, **kwargs):
            self.served += 1
            return call(*args, **kwargs)

        return served

    def __exit__(self, *unused):
        garner.torch.uninstall()
        for patch in self.patches:
            patch.stop()


# ---- tensors


def values(rng, shape, dtype):
    given = torch.Generator().manual_seed(rng.randrange(1 << 30))
    if dtype.is_floating_point or dtype.is_complex:
        return (torch.rand(shape, generator=given, dtype=torch.float64) * 8 - 4).to(dtype)
    return torch.randint(0, 2 if dtype is torch.bool else 9, shape, generator=given).to(dtype)


def strided(rng, tensor):
    """The same tensor, mostly as it is, else with other strides."""
    way = rng.random()
    if way < 0.8 or tensor.dim() == 0:
        return tensor
    if way < 0.9:
        return tensor.transpose(0, -1).contiguous().transpose(0, -1)
    return torch.stack((tensor, tensor), -1).select(-1, 1)


def index_of(rng, shape, extent, below=0):
    """Mostly in range."""
    low, high = (-extent if below else 0, max(extent, 1)) if rng.random() < 0.93 else (-extent - 1, extent + 2)
    given = torch.Generator().manual_seed(rng.randrange(1 << 30))
    found = torch.randint(low, max(high, low + 1), shape, generator=given)
    return strided(rng, found.to(torch.int32) if rng.random() < 0.1 else found)


def lengths_of(rng, extent):
    """Of segments that are extent long together, or the offsets of them: of others aten reads foreign memory."""
    cuts = sorted(rng.randrange(extent + 1) for _ in range(rng.randrange(0, 4)))
    offsets = torch.tensor([0, *cuts, extent])
    offsets = offsets.to(torch.int32) if rng.random() < 0.2 else offsets
    return {"lengths": offsets.diff()} if rng.random() < 0.6 else {"offsets": offsets}


class Draw:
    """The arguments of a call, for each of the forms below."""

    def __init__(self, rng, most):
        """Of at most so many elements."""
        self.rng = rng
        rank, is_large = rng.randrange(1, 4), rng.random() < 0.1
        self.shape = [rng.randrange(1, 14 if is_large else 6) if rng.random() < 0.97 else 0 for _ in range(rank)]
        self.dim = rng.randrange(-rank, rank) if rng.random() < 0.97 else rank
        self.dtype = rng.choice(DTYPES)
        self.x = strided(rng, values(rng, self.shape, self.dtype))
        self.extent = self.shape[self.dim] if self.dim < rank else self.shape[0]
        most = most // max(math.prod(self.shape), 1) if is_large else 7
        self.n = rng.choice((rng.randrange(7), rng.randrange(min(most + 1, 600))))
        self.reduce, self.flag = rng.choice(REDUCTIONS), rng.random() < 0.5
        self.needs_gradient = self.dtype in FLOATS and rng.random() < 0.35

    def leaf(self, tensor):
        return tensor.detach().requires_grad_() if self.needs_gradient and tensor.dtype.is_floating_point else tensor

    def slices(self):
        """The shape of slices along dim."""
        rank = len(self.shape)
        return [self.n if d == self.dim % rank else extent for d, extent in enumerate(self.shape)]

    def rows(self):
        return index_of(self.rng, (self.n,), self.extent)

    def along(self):
        shape = self.slices()
        if self.rng.random() < 0.4:
            narrow = [self.n if d == self.dim % len(shape) else 1 for d in range(len(shape))]
            return index_of(self.rng, narrow, self.extent).long().expand(shape)
        return index_of(self.rng, shape, self.extent)

    def source(self):
        shape = self.slices() if self.rng.random() < 0.93 else [1] * len(self.shape)
        return strided(self.rng, values(self.rng, shape, self.dtype))

    def mask(self, shape):
        return strided(self.rng, values(self.rng, shape, torch.bool))

    def list_of(self):
        """Index tensors, whole dimensions and masks, as x[..] takes them."""
        rng, shape, found = self.rng, [], []
        common = [self.n] if rng.random() < 0.7 else [rng.randrange(1, 4), rng.randrange(1, 4)]
        at = 0
        while at < len(self.shape) and (at == 0 or rng.random() < 0.7):
            way = rng.random()
            if way < 0.25:
                found.append(None)
                at += 1
            elif way < 0.4:
                rank = rng.randrange(1, len(self.shape) - at + 1)
                found.append(self.mask(self.shape[at : at + rank] if rng.random() < 0.95 else [2] * rank))
                at += rank
            else:
                shape = [extent if rng.random() < 0.8 else 1 for extent in common][rng.random() < 0.1 :]
                found.append(index_of(rng, shape, self.shape[at], below=rng.random() < 0.3))
                at += 1
        return found if any(index is not None for index in found) else [index_of(rng, [self.n], self.shape[0])]


def subscript(indices):
    return tuple(slice(None) if index is None else index for index in indices)


# ---- calls: each takes a draw, and gives (the tensors that may have gradients, a function of them)


def _of(function, *parts):
    """A form whose arguments, but for those that need a gradient, are drawn by these names."""

    def form(d):
        drawn = [getattr(d, part)() for part in parts]
        return [d.x], lambda x: function(d, x, *drawn)

    return form


def _with_source(function, *parts):
    def form(d):
        drawn, source = [getattr(d, part)() for part in parts], d.source()
        return [d.x, source], lambda x, s: function(d, x, *drawn, s)

    return form


def _put(function):
    def form(d):
        indices = d.list_of()
        shape = outcome(lambda: d.x[subscript(indices)].shape)
        shape = [2] if isinstance(shape, Exception) else list(shape)
        narrow = [extent if d.rng.random() < 0.85 else 1 for extent in shape][d.rng.random() < 0.1 :]
        source = strided(d.rng, values(d.rng, narrow, d.dtype))
        return [d.x, source], lambda x, s: function(d, x, indices, s)

    return form


def _segments(d):
    by, initial = lengths_of(d.rng, d.shape[0]), d.rng.choice((None, None, 1.5))
    word = d.reduce.replace("a", "", 1) if d.reduce[1] == "m" else d.reduce
    return [d.x], lambda x: torch.segment_reduce(x, word, axis=0, initial=initial, **by)


def _masks(function):
    def form(d):
        rank = len(d.shape)
        mask = d.mask(d.shape[: d.rng.randrange(1, rank + 1)] if d.rng.random() < 0.9 else [2])
        return [d.x], lambda x: function(x, mask)

    return form


def _embedding_gradient(d):
    grad = values(d.rng, (d.n, d.rng.randrange(1, 40)), d.dtype)
    rows = index_of(d.rng, (d.n,), 9)
    return [grad], lambda grad: torch.ops.aten.embedding_dense_backward(grad, rows, 9, 2, False)


def _table(d):
    return values(d.rng, (d.rng.randrange(1, 9), d.rng.choice((1, 2, 5, 16, 33))), d.dtype)


def _embedding(d):
    table = _table(d)
    rows = index_of(d.rng, (d.n,) if d.flag else (d.rng.randrange(4), d.n), table.shape[0])
    padding = d.rng.choice((None, d.rng.randrange(-table.shape[0], table.shape[0])))
    return [table], lambda table: torch.nn.functional.embedding(rows, table, padding, scale_grad_by_freq=d.flag and d.n % 3 == 0)


def _bag(d):
    table, mode = _table(d), d.rng.choice(("sum", "mean", "max"))
    rows = index_of(d.rng, (d.n,), table.shape[0])
    offsets = torch.tensor([0, *sorted(d.rng.randrange(d.n + 1) for _ in range(d.rng.randrange(5)))], dtype=rows.dtype)
    padding = d.rng.choice((None, d.rng.randrange(table.shape[0])))
    weights = [values(d.rng, (d.n,), d.dtype)] if mode == "sum" and d.flag else []

    def call(table, weights=None):
        return torch.nn.functional.embedding_bag(rows, table, offsets, mode=mode, per_sample_weights=weights, padding_idx=padding)

    return [table, *weights], call


def _index_add(d):
    rows, source = d.rows(), d.source()
    alpha = d.rng.choice((1, 1, -1, 2, 0.5, -0.3)) if d.dtype in FLOATS else d.rng.choice((1, -1, 3))
    return [d.x, source], lambda x, s: torch.index_add(x, d.dim, rows, s, alpha=alpha)


def _scatter_of_a_value(d, x, index):
    return x.scatter(d.dim, index, 1.5 if d.dtype.is_floating_point else 1)


def _scattered_with(reduce):
    return _with_source(lambda d, x, a, s: x.clone().scatter_(d.dim, a, s, reduce=reduce), "along")


def _unique(d, x, rows, source):
    rows = rows.unique()
    return torch.index_copy(x, d.dim, rows, source.narrow(d.dim, 0, rows.shape[0]))


FORMS = {
    "index_select": _of(lambda d, x, i: torch.index_select(x, d.dim, i), "rows"),
    "gather": _of(lambda d, x, a: torch.gather(x, d.dim, a), "along"),
    "take": _of(lambda d, x, i: torch.take(x, i), "rows"),
    "index": _of(lambda d, x, i: x[i], "rows"),
    "index of the second": _of(lambda d, x, i: x[:, i], "rows"),
    "index of several": _of(lambda d, x, list: x[subscript(list)], "list_of"),
    "embedding": _embedding,
    "embedding_bag": _bag,
    "scatter": _with_source(lambda d, x, a, s: torch.scatter(x, d.dim, a, s), "along"),
    "scatter_": _with_source(lambda d, x, a, s: x.clone().scatter_(d.dim, a, s), "along"),
    "scatter of a value": _of(_scatter_of_a_value, "along"),
    "scatter with add": _scattered_with("add"),
    "scatter with multiply": _scattered_with("multiply"),
    "scatter_add": _with_source(lambda d, x, a, s: torch.scatter_add(x, d.dim, a, s), "along"),
    "scatter_add_": _with_source(lambda d, x, a, s: x.clone().scatter_add_(d.dim, a, s), "along"),
    "scatter_reduce": _with_source(lambda d, x, a, s: torch.scatter_reduce(x, d.dim, a, s, d.reduce, include_self=d.flag), "along"),
    "scatter_reduce_": _with_source(lambda d, x, a, s: x.clone().scatter_reduce_(d.dim, a, s, d.reduce, include_self=d.flag), "along"),
    "index_add": _index_add,
    "index_add_": _with_source(lambda d, x, i, s: x.clone().index_add_(d.dim, i, s, alpha=1 if d.flag else 2), "rows"),
    "index_reduce": _with_source(
        lambda d, x, i, s: torch.index_reduce(x, d.dim, i, s, "mean" if d.reduce == "sum" else d.reduce, include_self=d.flag), "rows"
    ),
    "index_reduce_": _with_source(lambda d, x, i, s: x.clone().index_reduce_(d.dim, i, s, d.reduce, include_self=d.flag), "rows"),
    "index_copy": _with_source(_unique, "rows"),
    "index_put": _put(lambda d, x, list, s: torch.ops.aten.index_put(x, list, s)),
    "index_put with sums": _put(lambda d, x, list, s: torch.ops.aten.index_put_(x.clone(), list, s, True)),
    "embedding's gradient": _embedding_gradient,
    "masked_select": _masks(torch.masked_select),
    "index by a mask": _masks(lambda x, mask: x[mask]),
    "segment_reduce": _segments,
}
# There aten computes gradients with zeros in other ways, or of other values than it read.
_WITHOUT_GRADIENT = ("scatter with add", "scatter with multiply", "embedding's gradient")


# aten divides more elements over its threads, and then says nothing about the order of those that meet. Which of its threads
# tells of a wrong index first, and in which words, is left to them, too.
_MOST = {1: 30000, 2: 2500, 3: 2500}


def draw(rng, threads):
    """(name, the draw, a function of nothing, which gives the result and the gradients, of some the gradients' own too, and starts from
    the same tensors each time)"""
    name = rng.choice(list(FORMS))
    d = Draw(rng, _MOST[threads])
    d.needs_gradient = d.needs_gradient and name not in _WITHOUT_GRADIENT
    tensors, function = FORMS[name](d)
    seed, twice = rng.randrange(1 << 30), rng.random() < 0.3

    def call():
        leaves = [d.leaf(tensor) for tensor in tensors]
        result = function(*leaves)
        if not result.requires_grad:
            return [result]
        grad = values(random.Random(seed), result.shape, result.dtype).requires_grad_(twice)
        first = torch.autograd.grad(result, leaves, grad, allow_unused=True, create_graph=twice)
        linear = [each for each in first if each is not None and each.requires_grad]
        if not linear:
            return [result, *first]
        again = [values(random.Random(seed + at), each.shape, each.dtype) for at, each in enumerate(linear)]
        return [result, *first, *torch.autograd.grad(linear, [grad, *leaves], again, allow_unused=True)]

    return name, d, call


# ---- what is compared


def words_of(error):
    return (str(error).splitlines() or [""])[0]


def difference(seen, wanted, any_words=False):
    """Of two outcomes: None where they are alike, or torch's is none: its index_reduce fails on products of f16 and bf16 of one element.
    any_words: messages may differ."""
    if isinstance(wanted, Exception) and "INTERNAL ASSERT" in str(wanted):
        return None
    if isinstance(wanted, Exception) or isinstance(seen, Exception):
        alike = type(seen) is type(wanted) and (any_words or words_of(seen) == words_of(wanted))
        return None if alike else f"{seen!r}\n  torch: {wanted!r}"
    for at, (one, other) in enumerate(zip(seen, wanted)):
        if (one is None) != (other is None):
            return f"gradient {at - 1}: {one}\n  torch: {other}"
        if one is not None and not (same_bits(one, other) and one.stride() == other.stride()):
            return f"{'gradient %d' % (at - 1) if at else 'result'}: {one}, strides {one.stride()}\n  torch: {other}, strides {other.stride()}"
    return None


def run(rng, count, tell):
    """Draws calls by hundreds. tell(at, name, draw, difference) of each; gives how many of each name garner has served."""
    served = collections.Counter()
    for start in range(0, count, 100):
        threads = rng.choice(list(_MOST))
        calls = [draw(rng, threads) for _ in range(min(100, count - start))]
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(rng.random() < 0.1, warn_only=True)
        wanted = [outcome(call) for _, _, call in calls]
        with Installed() as installed:
            for at, (name, d, call) in enumerate(calls):
                before = installed.served
                seen = outcome(call)
                served[name] += installed.served > before
                tell(start + at, name, d, difference(seen, wanted[at], any_words=threads > 1))
        torch.use_deterministic_algorithms(False)
    return served


def main():
    count, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 100000, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failed = collections.Counter()

    def tell(at, name, d, difference):
        if difference is not None:
            failed[name] += 1
            if failed[name] <= 5:
                print(f"call {at}, {name}: {d.dtype} {d.shape}, dim {d.dim}, {d.n} entries, {d.reduce} {d.flag}\n  {difference}", flush=True)

    served = run(random.Random(seed), count, tell)
    for name in FORMS:
        print(f"{served[name]:7} {name}" + (f", {failed[name]} failed" if failed[name] else ""))
    print(f"{count - failed.total()} passed, {failed.total()} failed")
    return failed.total() > 0 or any(served[name] == 0 for name in FORMS if count >= 1000)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
