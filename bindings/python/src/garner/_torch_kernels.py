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

_move, _slices = _garner.torch_move, _garner.torch_slices
_LONG = torch.int64
_INDEX_DTYPES = frozenset((torch.int32, torch.int64))  # of those of aten's functions that take both
_WHOLE = frozenset((torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))
_EXACT = frozenset((torch.float32, torch.float64)) | _WHOLE  # sums round as aten's, whichever of its two ways it takes
# aten rounds their sums once, of scatters, or at each step, of other reductions. Counts up to the number are exact.
_HALF = {torch.float16: 2048, torch.bfloat16: 256}
_FEW_IN_SLICE = 16
_FEW_CELLS = 1 << 19  # of a tensor of one dimension, into which aten adds one after the other as fast, where a cache has it
_REDUCED = _EXACT | frozenset(_HALF)
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


def _index_tensors(self, indices):
    """An index tensor, or None, for each dimension up to the last one that is indexed: a mask is the places where it is true. None:
    aten refuses it, or warns."""
    found = []
    for index in indices:
        if index is None or index.dtype in _INDEX_DTYPES:
            found.append(index)
        elif index.dtype is torch.bool and index.dim() > 0 and index.shape == self.shape[len(found) : len(found) + index.dim()]:
            found.extend(index.nonzero().unbind(1))
        else:
            return None
    return found if len(found) <= self.dim() else None


def _stacked(found):
    """(The shape that index tensors have together, their elements side by side along a last dimension.) A single one stays as it is."""
    if len(found) == 1:
        return found[0].shape, found[0]
    if not all(index.is_contiguous() or index.dim() == 1 for index in found):
        return None  # then aten does not go row by row
    try:
        wide = torch.broadcast_tensors(*found)
    except RuntimeError:
        return None
    return wide[0].shape, torch.stack(wide, -1)


def _places(self, indices):
    """Of self[indices]: (dimensions that are indexed, as bits; the index vectors; the result's shape). None: aten's."""
    found = _index_tensors(self, indices)
    at = [d for d, index in enumerate(found or ()) if index is not None]
    if not at or at[-1] - at[0] + 1 != len(at):  # aten is as fast where whole dimensions are between index tensors
        return None
    by = _stacked([found[d] for d in at])
    if by is None:
        return None
    return sum(1 << d for d in at), by[1], (*self.shape[: at[0]], *by[0], *self.shape[at[-1] + 1 :])


def _by_mask(self, mask):
    """self[mask]: single elements, or slices of the first dimensions."""
    rank = mask.dim()
    if rank == self.dim():
        return masked_select(self, mask) if mask.shape == self.shape else None
    if rank == 0 or mask.shape != self.shape[:rank] or not self.is_contiguous():
        return None
    rest = self.shape[rank:]
    return index(self.view(mask.numel(), *rest), [mask.reshape(-1).nonzero().view(-1)])


def index(self, indices):
    if len(indices) == 1 and indices[0] is not None and indices[0].dtype is torch.bool:
        return _by_mask(self, indices[0])
    by = _places(self, indices) if self.dtype in MOVED and self.is_contiguous() else None
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


def _is_line(self):
    return self.dim() == 1 and self.shape[0] < _FEW_CELLS


def scatter_into(self, dim, index, src, reduce=None):
    if not isinstance(src, torch.Tensor):
        src = self.new_full((), src)
    if self.dtype not in (MOVED if reduce is None else _REDUCED) or not _fits(self, dim, index, src):
        return None
    if reduce == "add" and _is_line(self):
        return None
    if self.dtype in _HALF and reduce is not None:
        return _reduce_once(self, dim, index, src, {"add": "sum", "multiply": "prod"}.get(reduce), True)
    return self if _move(_SCATTER, dim, reduce, self, index, src) else None


def scatter_add_into(self, dim, index, src):
    if self.dtype not in _REDUCED or _is_line(self) or not _fits(self, dim, index, src):
        return None
    if self.dtype in _HALF:
        return _reduce_once(self, dim, index, src, "sum", True)
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


def _ids_of(self, dim, index, src):
    """The ids of slices along dim, of an index that is expanded from them; None of another index, and of small slices."""
    dim %= self.dim()
    if src.shape != index.shape or src.numel() < _FEW_IN_SLICE * index.shape[dim]:
        return None
    for d, (step, extent) in enumerate(zip(index.stride(), index.shape)):
        if d != dim and (step != 0 or extent != self.shape[d]):
            return None
    return index[(0,) * dim + (slice(None),) + (0,) * (index.dim() - dim - 1)]


def _reduce_once(self, dim, index, src, reduce, include_self):
    """Of f16 and bf16: in f32, rounded at the end; of larger slices without a copy in f32."""
    if reduce is None or index.numel() == 0:
        return None
    ids = _ids_of(self, dim, index, src)
    if ids is not None:
        return self if _slices(reduce, src, ids, dim % self.dim(), include_self, self) else None
    wide = self.float()
    done = _reduce_steps(wide, dim, index, src.float(), reduce, include_self)
    return None if done is None else self.copy_(wide)


def _reduce_steps(self, dim, index, src, reduce, include_self):
    """In self's own type, rounded at each step."""
    if not include_self:
        # An index out of range is seen here, before anything has changed.
        if not _move(_SCATTER, dim, None, self, index, self.new_full((), _REDUCTIONS[reduce](self.dtype))):
            return None
    return self if _move(_SCATTER_REDUCE, dim, reduce, self, index, src) else None


def _reduce_into(self, dim, index, src, reduce, include_self, reduces):
    if index.numel() == 0:
        return None
    if reduce != "mean":
        return reduces(self, dim, index, src, reduce, include_self)
    count = _count(self, dim, index, include_self)
    if count is None or reduces(self, dim, index, src, "sum", include_self) is None:
        return None
    return self.div_(count, rounding_mode=None if self.is_floating_point() else "floor")


def scatter_reduce_into(self, dim, index, src, reduce, *, include_self=True):
    if reduce not in _REDUCTIONS or self.dtype not in _REDUCED or not _fits(self, dim, index, src):
        return None
    if include_self and reduce in ("sum", "mean") and _is_line(self):
        return None
    if self.dtype in _HALF:
        return _reduce_into(self, dim, index, src, reduce, include_self, _reduce_once)
    ids = None if include_self or self.dtype in _WHOLE else _ids_of(self, dim, index, src)
    if ids is not None:
        return self if _slices(reduce, src, ids, dim % self.dim(), False, self) else None
    return _reduce_into(self, dim, index, src, reduce, include_self, _reduce_steps)


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
    if not _move(_SCATTER, dim, "add", count, index, count.new_full((), 1)):
        return None
    count.masked_fill_(count == 0, 1)
    if most is None:
        return count
    return count.to(self.dtype) if count.max() <= most else None


def _fits_slices(self, dim, index, source):
    if index.dtype not in _INDEX_DTYPES or index.dim() != 1 or source.dtype is not self.dtype or not _has_dim(self, dim):
        return False
    shape = list(self.shape)
    shape[dim] = index.shape[0]
    return source.shape == tuple(shape) and self.is_contiguous()


def _scaled(self, source, alpha):
    """source by alpha. None: aten's sums of floats have one rounding with the product, and its own of one dimension are as fast."""
    if alpha == -1:
        return source.neg()
    is_whole = type(alpha) is int and self.dtype in _WHOLE and abs(alpha) <= torch.iinfo(self.dtype).max
    return source * alpha if is_whole and self.dim() > 1 else None


def index_add_into(self, dim, index, source, *, alpha=1):
    if self.dtype not in _REDUCED or not _fits_slices(self, dim, index, source):
        return None
    if alpha == 1 and self.dtype in _HALF and self.dim() > 1 and index.dtype is _LONG and dim % self.dim() in (0, self.dim() - 1):
        return self if _slices("sum", source, index, dim % self.dim(), True, self) else None  # a scatter_add in aten
    source = source if alpha == 1 else _scaled(self, source, alpha)
    return self if source is not None and _move(_INDEX_ADD, dim, None, self, index, source) else None


def index_reduce_into(self, dim, index, source, reduce, *, include_self=True):
    if reduce not in ("prod", "mean", "amax", "amin") or self.dtype not in _REDUCED or not _fits_slices(self, dim, index, source):
        return None
    beside = [1] * self.dim()
    beside[dim] = -1
    return _reduce_into(self, dim, index.long().view(beside).expand(source.shape), source, reduce, include_self, _reduce_steps)


def index_copy_into(self, dim, index, source):
    if index.dtype is not _LONG or self.dtype not in MOVED or not _fits_slices(self, dim, index, source):
        return None
    return self if _move(_INDEX_COPY, dim, None, self, index, source) else None


def _is_row_by_row(tensor):
    """As aten orders what it goes through: an element's place in memory does not descend from one dimension to the next."""
    steps = [step for step, extent in zip(tensor.stride(), tensor.shape) if step != 0 and extent > 1]
    return steps == sorted(steps, reverse=True)


def index_put_into(self, indices, values, accumulate=False, unsafe=False):
    if self.dtype not in (_REDUCED if accumulate else MOVED) or values.dtype is not self.dtype or not self.is_contiguous():
        return None
    by = _places(self, indices)
    if by is None or not _is_row_by_row(by[1]) or not _is_row_by_row(values):
        return None
    try:
        values = values.expand(by[2])
    except RuntimeError:
        return None
    return self if _move(_INDEX_PUT, by[0], "accumulate" if accumulate else None, self, by[1], values) else None


def embedding_dense_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    if indices.dtype not in _INDEX_DTYPES or scale_grad_by_freq or grad_output.dtype not in _REDUCED or grad_output.dim() == 0:
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
