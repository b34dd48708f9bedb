"""What torch's gathers and scatters on the CPU are by garner: one function for each of aten's names, with aten's arguments.

A function gives None for what it does not serve, and then has changed nothing: the caller goes to aten's own kernel, which also says
what is wrong with a call. Everything comes below autograd: tensors are dense and on the CPU, and have no gradient to record.
"""
import torch

from . import _garner
from ._errors import Error

_NUMBER = {name: number for number, name in enumerate(_garner.torch_kernels())}
_GATHER, _INDEX_SELECT, _TAKE, _INDEX = (_NUMBER[name] for name in ("gather", "index_select", "take", "index"))
_SCATTER, _SCATTER_REDUCE = _NUMBER["scatter"], _NUMBER["scatter_reduce"]
_INDEX_ADD, _INDEX_COPY, _INDEX_PUT = _NUMBER["index_add"], _NUMBER["index_copy"], _NUMBER["index_put"]

_move = _garner.torch_move
_LONG = torch.int64
_INDEX_DTYPES = frozenset((torch.int32, torch.int64))  # of those of aten's functions that take both
_WHOLE = frozenset((torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))
_EXACT = frozenset((torch.float32, torch.float64)) | _WHOLE  # sums round as aten's, whichever of its two ways it takes
MOVED = _EXACT | frozenset((torch.bool, torch.float16, torch.bfloat16, torch.complex64, torch.complex128))


def _has_dim(tensor, dim):
    rank = tensor.dim()
    return -rank <= dim < rank


def _compact(self):
    return self.clone(memory_format=torch.contiguous_format)


# ---- gathers


def index_select(self, dim, index):
    if index.dtype not in _INDEX_DTYPES or index.dim() != 1 or self.dtype not in MOVED or not _has_dim(self, dim):
        return None
    shape = list(self.shape)
    shape[dim] = index.shape[0]
    out = self.new_empty(shape)
    return out if _move(_INDEX_SELECT, dim, None, self, index, out) else None


def gather(self, dim, index, *, sparse_grad=False):
    if index.dtype is not _LONG or self.dtype not in MOVED or not _has_dim(self, dim) or not _has_dim(index, dim):
        return None
    out = self.new_empty(index.shape)
    return out if _move(_GATHER, dim, None, self, index, out) else None


def take(self, index):
    if index.dtype is not _LONG or self.dtype not in MOVED or not self.is_contiguous():
        return None
    out = self.new_empty(index.shape)
    return out if _move(_TAKE, 0, None, self.view(-1), index, out) else None


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if indices.dtype not in _INDEX_DTYPES or weight.dim() != 2 or weight.dtype not in MOVED:
        return None
    columns = weight.shape[1]
    out = weight.new_empty((*indices.shape, columns))
    flat = indices.reshape(-1)
    return out if _move(_INDEX_SELECT, 0, None, weight, flat, out.view(flat.shape[0], columns)) else None


def _only_index(self, indices):
    """Of self[:, index]: (the dimension, the index tensor, the result's shape). None: several, masks, and what aten refuses."""
    dim = len(indices) - 1
    if dim < 0:
        return None
    index = indices[dim]
    if dim >= self.dim() or any(other is not None for other in indices[:dim]) or index is None:
        return None
    if index.dtype not in _INDEX_DTYPES:
        return None
    return dim, index, (*self.shape[:dim], *index.shape, *self.shape[dim + 1 :])


def _by_mask(self, mask):
    """self[mask]: single elements, or slices of the first dimension."""
    if mask.dim() == 1 and self.dim() > 1 and mask.shape[0] == self.shape[0]:
        return index(self, [mask.nonzero().view(-1)])
    return masked_select(self, mask) if mask.shape == self.shape else None


def index(self, indices):
    if len(indices) == 1 and indices[0] is not None and indices[0].dtype is torch.bool:
        return _by_mask(self, indices[0])
    by = _only_index(self, indices) if self.dtype in MOVED and self.is_contiguous() else None
    if by is None or not by[1].is_contiguous() or 0 in by[2]:  # then aten's results do not lie row by row
        return None
    out = self.new_empty(by[2])
    return out if _move(_INDEX, by[0], None, self, by[1], out) else None


def masked_select(self, mask):
    if mask.dtype is not torch.bool or self.dtype not in MOVED or mask.numel() == 0:
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


# ---- scatters: each writes to `self`, which is compact


def _fits(self, dim, index, src):
    return (
        index.dtype is _LONG
        and src.dtype is self.dtype
        and _has_dim(self, dim)
        and index.dim() == self.dim()
        and self.is_contiguous()
    )


def scatter_into(self, dim, index, src, reduce=None):
    if not isinstance(src, torch.Tensor):
        src = self.new_full((), src)
    if reduce is not None and self.dtype not in _EXACT or self.dtype not in MOVED:
        return None
    return self if _fits(self, dim, index, src) and _move(_SCATTER, dim, reduce, self, index, src) else None


def scatter_add_into(self, dim, index, src):
    if self.dtype not in _EXACT or not _fits(self, dim, index, src):
        return None
    return self if _move(_SCATTER, dim, "add", self, index, src) else None


def _least(dtype):
    return -torch.inf if dtype.is_floating_point else torch.iinfo(dtype).min


def _greatest(dtype):
    return torch.inf if dtype.is_floating_point else torch.iinfo(dtype).max


_REDUCTIONS = {
    "sum": lambda dtype: 0,
    "mean": lambda dtype: 0,
    "prod": lambda dtype: 1,
    "amax": _least,
    "amin": _greatest,
}


def scatter_reduce_into(self, dim, index, src, reduce, *, include_self=True):
    if reduce not in _REDUCTIONS or self.dtype not in _EXACT or not _fits(self, dim, index, src):
        return None
    if index.numel() == 0:
        return None
    if not include_self:
        # An index out of range is seen here, before anything has changed.
        if not _move(_SCATTER, dim, None, self, index, self.new_full((), _REDUCTIONS[reduce](self.dtype))):
            return None
    if not _move(_SCATTER_REDUCE, dim, "sum" if reduce == "mean" else reduce, self, index, src):
        return None
    return _divide_by_count(self, dim, index, include_self) if reduce == "mean" else self


def _divide_by_count(self, dim, index, include_self):
    # Where one index stands for a whole slice one count does.
    for d, step in enumerate(index.stride()):
        if step == 0 and d != dim % self.dim() and index.shape[d] == self.shape[d]:
            index = index.narrow(d, 0, 1)
    shape = [extent if d == dim % self.dim() else index.shape[d] for d, extent in enumerate(self.shape)]
    if any(extent not in (1, self.shape[d]) for d, extent in enumerate(shape)):
        shape = self.shape
    count = self.new_full(shape, 1 if include_self else 0)
    _move(_SCATTER, dim, "add", count, index, self.new_full((), 1))
    count.masked_fill_(count == 0, 1)
    return self.div_(count, rounding_mode=None if self.is_floating_point() else "floor")


def _fits_slices(self, dim, index, source):
    if index.dtype not in _INDEX_DTYPES or index.dim() != 1 or source.dtype is not self.dtype or not _has_dim(self, dim):
        return False
    shape = list(self.shape)
    shape[dim] = index.shape[0]
    return source.shape == tuple(shape) and self.is_contiguous()


def index_add_into(self, dim, index, source, *, alpha=1):
    if self.dtype not in _EXACT or not _fits_slices(self, dim, index, source):
        return None
    if alpha != 1:
        if alpha != -1:  # aten multiplies and adds with one rounding
            return None
        source = source.neg()
    return self if _move(_INDEX_ADD, dim, None, self, index, source) else None


def index_reduce_into(self, dim, index, source, reduce, *, include_self=True):
    if reduce == "sum" or not _fits_slices(self, dim, index, source):
        return None
    beside = [1] * self.dim()
    beside[dim] = -1
    return scatter_reduce_into(self, dim, index.long().view(beside).expand(source.shape), source, reduce, include_self=include_self)


def index_copy_into(self, dim, index, source):
    if index.dtype is not _LONG or self.dtype not in MOVED or not _fits_slices(self, dim, index, source):
        return None
    return self if _move(_INDEX_COPY, dim, None, self, index, source) else None


def index_put_into(self, indices, values, accumulate=False, unsafe=False):
    if self.dtype not in (_EXACT if accumulate else MOVED) or values.dtype is not self.dtype or not self.is_contiguous():
        return None
    by = _only_index(self, indices)
    if by is None:
        return None
    try:
        values = values.expand(by[2])
    except RuntimeError:
        return None
    return self if _move(_INDEX_PUT, by[0], "accumulate" if accumulate else None, self, by[1], values) else None


def embedding_dense_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    if indices.dtype not in _INDEX_DTYPES or scale_grad_by_freq or grad_output.dtype not in _EXACT or grad_output.dim() == 0:
        return None
    columns = grad_output.shape[-1]
    if grad_output.numel() != indices.numel() * columns:
        return None
    out = grad_output.new_zeros((num_weights, columns))
    flat = indices.reshape(-1)
    if not _move(_INDEX_ADD, 0, None, out, flat, grad_output.reshape(flat.shape[0], columns)):
        return None
    if 0 <= padding_idx < num_weights:
        out[padding_idx].zero_()
    return out


def _of_a_copy(into):
    """The kernel that leaves `self` as it is, of the one that writes to it."""

    def kernel(self, *args, **kwargs):
        return into(_compact(self), *args, **kwargs)

    return kernel


scatter, scatter_add, scatter_reduce = map(_of_a_copy, (scatter_into, scatter_add_into, scatter_reduce_into))
index_add, index_copy, index_put = map(_of_a_copy, (index_add_into, index_copy_into, index_put_into))
index_reduce = _of_a_copy(index_reduce_into)

# The kernels of aten's overloads on the CPU, by what `install` calls them.
ATEN = {
    "index_select": {"index_select": index_select},
    "gather": {"gather": gather},
    "take": {"take": take},
    "index": {"index.Tensor": index},
    "scatter": {
        "scatter.src": scatter,
        "scatter.value": scatter,
        "scatter.reduce": scatter,
        "scatter.value_reduce": scatter,
        "scatter_.src": scatter_into,
        "scatter_.value": scatter_into,
        "scatter_.reduce": scatter_into,
        "scatter_.value_reduce": scatter_into,
    },
    "scatter_add": {"scatter_add": scatter_add, "scatter_add_": scatter_add_into},
    "scatter_reduce": {"scatter_reduce.two": scatter_reduce, "scatter_reduce_.two": scatter_reduce_into},
    "index_add": {"index_add": index_add, "index_add_": index_add_into},
    "index_copy": {"index_copy": index_copy, "index_copy_": index_copy_into},
    "index_put": {"_index_put_impl_": index_put_into},
    "index_reduce": {"index_reduce": index_reduce, "index_reduce_": index_reduce_into},
    "masked_select": {"masked_select": masked_select},
    "embedding": {"embedding_dense_backward": embedding_dense_backward},
}
