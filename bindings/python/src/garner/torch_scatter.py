"""The calls of torch_scatter and of pyg-lib's scatters and segments by garner: their names, arguments and results.

    import garner.torch_scatter as torch_scatter

src is a torch.Tensor of real numbers; index, of i64, is broadcast to it, a 1-D one along `dim`. dim_size: the result's extent along `dim`;
None: the greatest index and one. `out`: what is accumulated into, and given back. Segments that get nothing: 0, of mul 1; min and max
then have the extent of src as their argument, and pass over NaN. All are differentiable; min and max have the gradient of their argument,
and mul that of the product without division, with zeros among the factors too.

An index out of range is an error here, also a negative one: IndexError or RuntimeError, as torch says it. Needs torch 2.12 or newer.
"""
import torch

from . import _garner
from .torch import ops

__all__ = [
    *("scatter", "scatter_sum", "scatter_add", "scatter_mul", "scatter_mean", "scatter_min", "scatter_max"),
    *("segment_coo", "segment_sum_coo", "segment_add_coo", "segment_mean_coo", "segment_min_coo", "segment_max_coo"),
    *("segment_csr", "segment_sum_csr", "segment_add_csr", "segment_mean_csr", "segment_min_csr", "segment_max_csr"),
    *("gather_coo", "gather_csr"),
    *("scatter_softmax", "scatter_log_softmax", "scatter_logsumexp", "scatter_std", "softmax_csr"),
]


# ---- indices


def _broadcast(index, src, dim):
    """index in src's shape: a 1-D one along dim, another from the first dimension on."""
    if index.dim() == 1:
        index = index.view([1] * dim + [-1])
    return index.view(*index.shape, *[1] * (src.dim() - index.dim())).expand(src.shape)


def _extent(index, out, dim, dim_size):
    if out is not None:
        return out.shape[dim]
    if dim_size is not None:
        return dim_size
    return int(index.max()) + 1 if index.numel() > 0 else 0


def _replaced(shape, dim, extent):
    return [extent if d == dim else n for d, n in enumerate(shape)]


def _into(out, result):
    return result if out is None else out.copy_(result)


def _sum(src, index, dim, out, extent):
    """Index 1-D or of src's shape."""
    if out is not None:
        return _into(out, ops.scatter_add(out, dim, _broadcast(index, src, dim), src))
    shape = _replaced(src.shape, dim, extent)
    if index.dim() == 1:
        return ops.index_select_backward(src, shape, dim, index)
    return ops.gather_backward(src, shape, dim, _broadcast(index, src, dim))


def _mean(src, index, dim, out, extent, rounding="floor"):
    total = _sum(src, index, dim, out, extent)
    index = index if index.dim() == 1 else _broadcast(index, src, dim)
    ones = torch.ones(index.shape, dtype=src.dtype, device=src.device)
    count = _sum(ones, index, 0 if index.dim() == 1 else dim, None, extent).clamp(min=1)
    if count.dim() == 1:
        count = count.view(_replaced([1] * src.dim(), dim, -1))
    result = total / count if src.is_floating_point() else total.div(count, rounding_mode=rounding)
    return _into(out, result)


def _extreme(src, index, dim, out, extent, reduce):
    """(values, arguments). What is not beyond the dtype's extreme, as NaN, takes no part."""
    size = src.shape[dim]
    index = _broadcast(index, src, dim)
    shape = _replaced(src.shape, dim, extent)
    info = torch.finfo(src.dtype) if src.is_floating_point() else torch.iinfo(src.dtype)
    start = info.min if reduce == "amax" else info.max
    value = src.detach()
    seen = torch.full(shape, start, dtype=src.dtype, device=src.device) if out is None else out.detach()
    old = ops.gather(seen, dim, index)
    takes = value > old if reduce == "amax" else value < old
    best = ops.scatter_reduce(seen, dim, index, torch.where(takes, value, start), reduce)
    takes &= value == ops.gather(best, dim, index)
    places = torch.arange(size, device=src.device).view(_replaced([1] * src.dim(), dim, size))
    none = torch.full(shape, size, dtype=torch.int64, device=src.device)
    arg = ops.scatter_reduce(none, dim, index, torch.where(takes, places, size), "amin")
    has = arg < size
    if size == 0:
        return torch.zeros(shape, dtype=src.dtype, device=src.device) if out is None else out, arg
    chosen = ops.gather(src, dim, arg.clamp(max=size - 1))
    return _into(out, torch.where(has, chosen, torch.zeros_like(chosen) if out is None else out)), arg


# ---- scatter


def scatter_sum(src, index, dim=-1, out=None, dim_size=None):
    dim %= src.dim()
    return _sum(src, index, dim, out, _extent(index, out, dim, dim_size))


scatter_add = scatter_sum


def scatter_mul(src, index, dim=-1, out=None, dim_size=None):
    dim %= src.dim()
    shape = _replaced(src.shape, dim, _extent(index, out, dim, dim_size))
    start = torch.ones(shape, dtype=src.dtype, device=src.device) if out is None else out
    return _into(out, ops.scatter_reduce(start, dim, _broadcast(index, src, dim), src, "prod"))


def scatter_mean(src, index, dim=-1, out=None, dim_size=None):
    dim %= src.dim()
    return _mean(src, index, dim, out, _extent(index, out, dim, dim_size))


def scatter_min(src, index, dim=-1, out=None, dim_size=None):
    dim %= src.dim()
    return _extreme(src, index, dim, out, _extent(index, out, dim, dim_size), "amin")


def scatter_max(src, index, dim=-1, out=None, dim_size=None):
    dim %= src.dim()
    return _extreme(src, index, dim, out, _extent(index, out, dim, dim_size), "amax")


def _values(call):
    return lambda *args: call(*args)[0]


_SCATTERS = {
    "sum": scatter_sum,
    "add": scatter_sum,
    "mul": scatter_mul,
    "mean": scatter_mean,
    "min": _values(scatter_min),
    "max": _values(scatter_max),
}


def scatter(src, index, dim=-1, out=None, dim_size=None, reduce="sum"):
    """What has the same index is reduced: sum (add), mul, mean, min or max. Shapes: index broadcast to src, out as src but along dim."""
    if reduce not in _SCATTERS:
        raise ValueError(f"reduce: {reduce!r}; right: {', '.join(_SCATTERS)}")
    return _SCATTERS[reduce](src, index, dim, out, dim_size)


# ---- segments: index is ascending along its last dimension


def _coo(reduce):
    def segment(src, index, out=None, dim_size=None):
        dim = index.dim() - 1
        if dim > 0:
            index = index.expand(src.shape[: dim + 1])
        return reduce(src, index, dim, out, _extent(index, out, dim, dim_size))

    return segment


def _truncated_mean(*args):  # which whole numbers have in segments, while scatter_mean rounds down
    return _mean(*args, "trunc")


def _min(*args):
    return _extreme(*args, "amin")


def _max(*args):
    return _extreme(*args, "amax")


segment_sum_coo, segment_mean_coo, segment_min_coo, segment_max_coo = map(_coo, (_sum, _truncated_mean, _min, _max))
segment_add_coo = segment_sum_coo


def _check_pointers(indptr, size):
    if indptr.numel() == 0:
        return
    least, most = int(indptr.min()), int(indptr.max())
    if least < 0 or most > size:
        raise IndexError(f"indptr: {least if least < 0 else most}; right: 0 to {size}")
    if bool((indptr.diff(dim=-1) < 0).any()):
        raise ValueError("indptr descends; right: each entry is the one before it or greater")


def _rows(indptr, size):
    """The row of each of `size` entries, and one past the last for those of none."""
    places = torch.arange(size, device=indptr.device).expand(*indptr.shape[:-1], size)
    rows = torch.searchsorted(indptr.contiguous(), places.contiguous(), right=True) - 1
    return torch.where(rows < 0, indptr.shape[-1] - 1, rows)


def _csr(reduce):
    def segment(src, indptr, out=None):
        dim = indptr.dim() - 1
        size, nrows = src.shape[dim], indptr.shape[-1] - 1
        _check_pointers(indptr, size)
        rows = _rows(indptr.expand(*src.shape[:dim], -1), size)
        both = reduce(src, rows, dim, None, nrows + 1)
        both = tuple(each.narrow(dim, 0, nrows) for each in (both if isinstance(both, tuple) else (both,)))
        both = (_into(out, both[0]), *both[1:])
        return both if len(both) > 1 else both[0]

    return segment


segment_sum_csr, segment_mean_csr, segment_min_csr, segment_max_csr = map(_csr, (_sum, _truncated_mean, _min, _max))
segment_add_csr = segment_sum_csr

_COO = {
    "sum": segment_sum_coo,
    "add": segment_sum_coo,
    "mean": segment_mean_coo,
    "min": _values(segment_min_coo),
    "max": _values(segment_max_coo),
}
_CSR = {
    "sum": segment_sum_csr,
    "add": segment_sum_csr,
    "mean": segment_mean_csr,
    "min": _values(segment_min_csr),
    "max": _values(segment_max_csr),
}


def segment_coo(src, index, out=None, dim_size=None, reduce="sum"):
    """Runs of one index are reduced: sum (add), mean, min or max. index: src's leading dimensions, ascending along its last."""
    if reduce not in _COO:
        raise ValueError(f"reduce: {reduce!r}; right: {', '.join(_COO)}")
    return _COO[reduce](src, index, out, dim_size)


def segment_csr(src, indptr, out=None, reduce="sum"):
    """Row i is src[indptr[i]:indptr[i + 1]] reduced: sum (add), mean, min or max, along indptr's last dimension. `out` is written over."""
    if reduce not in _CSR:
        raise ValueError(f"reduce: {reduce!r}; right: {', '.join(_CSR)}")
    return _CSR[reduce](src, indptr, out)


def gather_coo(src, index, out=None):
    """Of src, along index's last dimension, what index names there."""
    dim = index.dim() - 1
    if dim == 0:
        return _into(out, ops.index_select(src, 0, index))
    shape = (*src.shape[:dim], index.shape[dim], *src.shape[dim + 1 :])
    index = index.view(*index.shape, *[1] * (src.dim() - index.dim())).expand(shape)
    return _into(out, ops.gather(src, dim, index))


def gather_csr(src, indptr, out=None):
    """Row i of src, along indptr's last dimension, indptr[i + 1] - indptr[i] times."""
    dim = indptr.dim() - 1
    if src.dim() > dim:
        rows = _garner.torch_gather_csr(torch.arange(src.shape[dim], device=src.device).expand(src.shape[: dim + 1]), indptr)
        if rows is not None:
            return gather_coo(src, rows, out)
    size = int(indptr.select(-1, -1).max()) if indptr.numel() > 0 else 0
    _check_pointers(indptr, size)
    return gather_coo(src, _rows(indptr.expand(*src.shape[:dim], -1), size), out)


# ---- composites


def _needs_floats(src, name):
    if not src.is_floating_point():
        raise ValueError(f"{name}: src of floats is needed, {src.dtype} given")


def _recentred(src, index, dim, dim_size):
    greatest = scatter_max(src, index, dim, None, dim_size)[0]
    return src - ops.gather(greatest, dim, index)


def scatter_softmax(src, index, dim=-1, dim_size=None):
    _needs_floats(src, "scatter_softmax")
    dim %= src.dim()
    index = _broadcast(index, src, dim)
    powers = _recentred(src, index, dim, dim_size).exp()
    return powers / ops.gather(scatter_sum(powers, index, dim, None, dim_size), dim, index)


def scatter_log_softmax(src, index, dim=-1, eps=1e-12, dim_size=None):
    _needs_floats(src, "scatter_log_softmax")
    dim %= src.dim()
    index = _broadcast(index, src, dim)
    recentred = _recentred(src, index, dim, dim_size)
    total = scatter_sum(recentred.exp(), index, dim, None, dim_size)
    return recentred - ops.gather((total + eps).log(), dim, index)


def scatter_logsumexp(src, index, dim=-1, out=None, dim_size=None, eps=1e-12):
    _needs_floats(src, "scatter_logsumexp")
    dim %= src.dim()
    index = _broadcast(index, src, dim)
    extent = _extent(index, out, dim, dim_size)
    lowest = torch.full(_replaced(src.shape, dim, extent), -torch.inf, dtype=src.dtype, device=src.device)
    greatest = scatter_max(src, index, dim, lowest, extent)[0]
    recentred = src - ops.gather(greatest, dim, index)
    recentred = recentred.masked_fill(recentred.isnan(), -torch.inf)
    before = None if out is None else (out - greatest).exp()
    total = scatter_sum(recentred.exp(), index, dim, before, extent)
    return _into(out, ((total + eps).log() + greatest).nan_to_num(neginf=0.0))


def scatter_std(src, index, dim=-1, out=None, dim_size=None, unbiased=True):
    dim %= src.dim()
    extent = _extent(index, out, dim, dim_size)
    index = _broadcast(index, src, dim)
    count = _sum(torch.ones_like(src), index, dim, None, extent).clamp(min=1)
    mean = _sum(src, index, dim, None, extent) / count
    apart = src - ops.gather(mean, dim, index)
    total = _sum(apart * apart, index, dim, out, extent)
    divisor = (count - 1).clamp(min=1) if unbiased else count
    return _into(out, (total / (divisor + 1e-6)).sqrt())


def softmax_csr(src, ptr, dim=0):
    """Softmax of each src[ptr[i]:ptr[i + 1]] along dim, ptr 1-D from 0 to src's extent."""
    _needs_floats(src, "softmax_csr")
    dim %= src.dim()
    _check_pointers(ptr, src.shape[dim])
    index = _rows(ptr, src.shape[dim])
    return scatter_softmax(src, index, dim, ptr.numel())
