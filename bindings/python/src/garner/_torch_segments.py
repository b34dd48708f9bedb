"""What torch's reduction of segments on the CPU is by garner, as _torch_kernels.py."""
import torch

from . import _garner

_segments = _garner.torch_segments
_FLOATS = frozenset((torch.float16, torch.bfloat16, torch.float32, torch.float64))
_WHOLE = frozenset((torch.int32, torch.int64))


def segment_reduce(data, reduce, lengths=None, offsets=None, axis=0, unsafe=False, initial=None, *, indices=None):
    by = offsets if lengths is None else lengths
    if indices is not None or by is None or lengths is not None and offsets is not None:
        return None
    if data.dtype not in _FLOATS or by.dtype not in _WHOLE or not by.is_contiguous() or 0 in data.shape:
        return None
    rank = data.dim()
    if not -rank <= axis < rank or by.dim() != axis % rank + 1:
        return None
    axis %= rank
    count = by.shape[axis] - (lengths is None)
    if count < 1:
        return None
    out = data.new_empty((*data.shape[:axis], count, *data.shape[axis + 1 :]))
    return out if _segments(reduce, data, lengths, offsets, axis, initial, out) else None


# By the names of aten's overloads on the CPU.
ATEN = {"segment_reduce": segment_reduce}
