"""torch's gathers and scatters on the CPU by garner: a kernel for each of aten's overloads, with aten's arguments.

A kernel is of C (_garner/torch_kernels.c), which decides by tables of the overloads and of the ways to reduce. What is composed of
functions of torch's is here, and called by C. A kernel gives None for what it does not serve: the caller goes to aten's own kernel, which
also says what is wrong with a call. Everything comes below autograd: tensors are dense and on the CPU, and have no gradient to record.
"""
import torch

from . import _garner
from ._errors import Error

_WHOLE = frozenset((torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))
_INDEX_DTYPES = frozenset((torch.int32, torch.int64))
# aten rounds their sums once, of scatters, or at each step, of other reductions. Counts up to the number are exact.
_HALF = {torch.float16: 2048, torch.bfloat16: 256}
_REDUCED = _WHOLE | frozenset((torch.float32, torch.float64, *_HALF))
_MOVED = _REDUCED | frozenset((torch.bool, torch.complex64, torch.complex128))


def kernel(overload, composed=None):
    """A kernel without aten's behind it, for any number of elements: it gives None for what is not served."""
    return _garner.torch_kernel(overload, composed, None, 0, 0)


_add_by_steps, _count_into = map(kernel, ("index_add_by_steps_", "scatter_.value_reduce"))

# ---- scatters that are more than one: each writes to `self`, which is compact


def _count(self, dim, index, include_self):
    """How many elements are added to each of self, at least 1. None: aten, too, rounds the count."""
    # Where one index stands for a whole slice one count does.
    for d, step in enumerate(index.stride()):
        if step == 0 and d != dim % self.dim() and index.shape[d] == self.shape[d]:
            index = index.narrow(d, 0, 1)
    shape = [extent if d == dim % self.dim() else index.shape[d] for d, extent in enumerate(self.shape)]
    if any(extent not in (1, self.shape[d]) for d, extent in enumerate(shape)):
        shape = self.shape
    most = _HALF.get(self.dtype)
    count = self.new_full(shape, 1 if include_self else 0, dtype=self.dtype if most is None else torch.float32)
    if _count_into(count, dim, index, 1, reduce="add") is None:
        return None
    count.masked_fill_(count == 0, 1)
    if most is None:
        return count
    return count.to(self.dtype) if count.max() <= most else None


def _divide(self, count):
    return self.div_(count, rounding_mode=None if self.is_floating_point() else "floor")


def _reduced(self, dim, index, src, reduce, include_self=True):
    """Means, and what f16 and bf16 have of elements: computed in f32, rounded at the end."""
    if reduce == "mean":
        count = _count(self, dim, index, include_self)
        done = count is not None and scatter_reduce_into(self, dim, index, src, "sum", include_self=include_self) is not None
        return _divide(self, count) if done else None
    wide = self.float()
    done = scatter_reduce_into(wide, dim, index, src.float(), reduce, include_self=include_self)
    return None if done is None else self.copy_(wide)


def _scattered(self, dim, index, src, *, reduce):
    src = src if isinstance(src, torch.Tensor) else self.new_full((), src)
    return _reduced(self, dim, index, src, {"add": "sum", "multiply": "prod"}[reduce])


def _added(self, dim, index, src):
    return _reduced(self, dim, index, src, "sum")


def _added_slices(self, dim, index, source, *, alpha=1):
    """By an alpha that is not 1. Others than these: aten's sums of floats have one rounding with the product."""
    if alpha == -1:
        return _add_by_steps(self, dim, index, source.neg())
    is_whole = type(alpha) is int and self.dtype in _WHOLE and abs(alpha) <= torch.iinfo(self.dtype).max
    return _add_by_steps(self, dim, index, source * alpha) if is_whole and source.dtype is self.dtype else None


def _reduced_slices(self, dim, index, source, reduce, *, include_self=True):
    index = index.long()
    if reduce != "mean":
        return index_reduce_into(self, dim, index, source, reduce, include_self=include_self)
    beside = [1] * self.dim()
    beside[dim] = -1
    count = _count(self, dim, index.view(beside).expand(source.shape), include_self)
    done = count is not None and _add_by_steps(self, dim, index, source, include_self=include_self) is not None
    return _divide(self, count) if done else None


# ---- masks


def _without_masks(self, indices):
    """Index tensors: a mask is the places where it is true. None: aten refuses it, or warns."""
    found = []
    for index in indices:
        if index is None or index.dtype in _INDEX_DTYPES:
            found.append(index)
        elif index.dtype is torch.bool and index.dim() > 0 and index.shape == self.shape[len(found) : len(found) + index.dim()]:
            found.extend(index.nonzero().unbind(1))
        else:
            return None
    return found


def _by_mask(self, mask):
    """self[mask]: single elements, or slices of the first dimensions."""
    rank = mask.dim()
    if rank == self.dim():
        return masked_select(self, mask) if mask.shape == self.shape else None
    if rank == 0 or mask.shape != self.shape[:rank] or not self.is_contiguous():
        return None
    rest = self.shape[rank:]
    return index(self.view(mask.numel(), *rest), [mask.reshape(-1).nonzero().view(-1)])


def _indexed_by_masks(self, indices):
    if len(indices) == 1:
        return _by_mask(self, indices[0])
    found = _without_masks(self, indices)
    return None if found is None else index(self, found)


def _put_by_masks(self, indices, values, accumulate=False, unsafe=False):
    found = _without_masks(self, indices)
    return None if found is None else index_put_into(self, found, values, accumulate)


def masked_select(self, mask):
    if mask.dtype is not torch.bool or self.dtype not in _MOVED or mask.numel() == 0:
        return None
    try:
        shape = torch.broadcast_shapes(self.shape, mask.shape)
    except RuntimeError:
        return None
    count = int(torch.count_nonzero(mask)) * (shape.numel() // mask.numel())
    out = self.new_empty(count)
    try:
        _garner.torch_masked_select(self.detach(), mask.detach(), out=out)
    except (Error, BufferError):  # of too many dimensions
        return None
    return out


# ---- embeddings


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if weight.dim() != 2:
        return None
    rows = index_select(weight, 0, indices.reshape(-1))
    return None if rows is None else rows.view(*indices.shape, weight.shape[1])


def embedding_dense_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    if indices.dtype not in _INDEX_DTYPES or scale_grad_by_freq or grad_output.dtype not in _REDUCED or grad_output.dim() == 0:
        return None
    columns = grad_output.shape[-1]
    if grad_output.numel() != indices.numel() * columns:
        return None
    out = grad_output.new_zeros((num_weights, columns))
    flat = indices.reshape(-1)
    if _add_by_steps(out, 0, flat, grad_output.reshape(flat.shape[0], columns)) is None:
        return None
    if 0 <= padding_idx < num_weights:
        out[padding_idx].zero_()
    return out


# What `install` calls aten's overloads on the CPU, and of each what is composed here, or None.
ATEN = {
    "index_select": {"index_select": None},
    "gather": {"gather": None},
    "take": {"take": None},
    "index": {"index.Tensor": _indexed_by_masks},
    "scatter": {
        "scatter.src": None,
        "scatter.value": None,
        "scatter.reduce": _scattered,
        "scatter.value_reduce": _scattered,
        "scatter_.src": None,
        "scatter_.value": None,
        "scatter_.reduce": _scattered,
        "scatter_.value_reduce": _scattered,
    },
    "scatter_add": {"scatter_add": _added, "scatter_add_": _added},
    "scatter_reduce": {"scatter_reduce.two": _reduced, "scatter_reduce_.two": _reduced},
    "index_add": {"index_add": _added_slices, "index_add_": _added_slices},
    "index_copy": {"index_copy": None, "index_copy_": None},
    "index_put": {"_index_put_impl_": _put_by_masks},
    "index_reduce": {"index_reduce": _reduced_slices, "index_reduce_": _reduced_slices},
    "masked_select": {"masked_select": masked_select},
    "embedding": {"embedding_dense_backward": embedding_dense_backward},
}

index_select, gather, take = map(kernel, ("index_select", "gather", "take"))
index = kernel("index.Tensor", _indexed_by_masks)
scatter, scatter_value, index_copy = map(kernel, ("scatter.src", "scatter.value", "index_copy"))
scatter_add, scatter_add_into = kernel("scatter_add", _added), kernel("scatter_add_", _added)
scatter_reduce, scatter_reduce_into = kernel("scatter_reduce.two", _reduced), kernel("scatter_reduce_.two", _reduced)
index_add, index_add_into = kernel("index_add", _added_slices), kernel("index_add_", _added_slices)
index_reduce, index_reduce_into = kernel("index_reduce", _reduced_slices), kernel("index_reduce_", _reduced_slices)
index_put, index_put_into = kernel("index_put", _put_by_masks), kernel("_index_put_impl_", _put_by_masks)
