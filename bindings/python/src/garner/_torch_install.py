"""garner's kernels in the place of aten's own on the CPU: what garner.torch.install and uninstall do."""
import warnings

import torch

from . import _torch_bags, _torch_kernels, _torch_segments

_ATEN = {**_torch_kernels.ATEN, "embedding_bag": _torch_bags.ATEN, "segment_reduce": _torch_segments.ATEN}
_libraries = {}  # by the names that install takes; a library that is destroyed gives aten's kernels back


_FEW = 4096  # elements, which aten moves in less time than it takes to make a tensor in Python


def _is_small(args):
    """Whether the first tensor and the index, or each index of a list, have few elements."""
    if args[0].numel() >= _FEW:
        return False
    index = args[2] if type(args[1]) is int else args[1]
    if type(index) is str:  # segment_reduce has no index
        return True
    if type(index) is list:
        return all(tensor is None or tensor.numel() < _FEW for tensor in index)
    return index.numel() < _FEW


def _kernel(serve, aten):
    """What the dispatcher calls: garner's function, and for what that does not serve aten's own kernel."""
    call_aten = aten.call_boxed

    def kernel(keys, *args, **kwargs):
        result = None if _is_small(args) else serve(*args, **kwargs)
        return call_aten(keys, *args, **kwargs) if result is None else result

    return kernel


def _take_place(name):
    library = torch.library.Library("aten", "IMPL")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kernel is replaced is meant
        for overload, serve in _ATEN[name].items():
            aten = torch.library.get_kernel(f"aten::{overload}", "CPU")
            library.impl(overload, _kernel(serve, aten), "CPU", with_keyset=True)
    _libraries[name] = library


def install(ops):
    names = list(_ATEN) if ops is None else [ops] if isinstance(ops, str) else list(ops)
    for name in names:
        if name not in _ATEN:
            raise ValueError(f"install: {name!r} is none of {', '.join(_ATEN)}")
    for name in names:
        if name not in _libraries:
            _take_place(name)


def uninstall():
    while _libraries:
        _libraries.popitem()[1]._destroy()
