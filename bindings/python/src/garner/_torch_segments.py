"""What torch's reductions of segments on the CPU are by garner, as _torch_kernels.py."""
import torch

from . import _garner

_segments = _garner.torch_segments
_FLOATS = frozenset((torch.float16, torch.bfloat16, torch.float32, torch.float64))
_WHOLE = frozenset((torch.int32, torch.int64))


def _is_served(data, lengths, offsets, axis):
    by = offsets if lengths is None else lengths
    if by is None or lengths is not None and offsets is not None or data.dtype not in _FLOATS or by.dtype not in _WHOLE:
        return False
    return by.is_contiguous() and data.dim() > 0 and -data.dim() <= axis < data.dim()


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    if indices is not None or not _is_served(data, lengths, offsets, axis) or 0 in data.shape:
        return None
    axis %= data.dim()
    by = offsets if lengths is None else lengths
    if by.dim() != axis + 1:
        return None
    count = by.shape[axis] - (lengths is None)
    if count < 1:
        return None
    out = data.new_empty((*data.shape[:axis], count, *data.shape[axis + 1 :]))
    return out if _segments(reduce, data, lengths, offsets, axis, initial, out) else None


# By the names of aten's overloads on the CPU.
ATEN = {"segment_reduce": segment_reduce}
