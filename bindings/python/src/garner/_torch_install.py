"""garner's kernels in the place of aten's own on the CPU: what garner.torch.install and uninstall do."""
import warnings

import torch

from . import _garner, _torch_bags, _torch_kernels, _torch_segments

_ATEN = {**_torch_kernels.ATEN, "embedding_bag": _torch_bags.ATEN, "segment_reduce": _torch_segments.ATEN}
_libraries = {}  # by the names that install takes; a library that is destroyed gives aten's kernels back


_FEW = 4096  # elements of the first tensor and of the index, which aten moves in less time than what is composed in Python takes
_FEWEST = 64  # elements of the index, whatever the first tensor: few slices are moved alike by both


def _kernel(overload, composed, aten):
    """What the dispatcher calls: garner's kernel, and for what that does not serve aten's own."""
    return _garner.torch_kernel(overload, composed, aten.call_boxed, _FEW, _FEWEST)


def _take_place(name):
    library = torch.library.Library("aten", "IMPL")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kernel is replaced is meant
        for overload, composed in _ATEN[name].items():
            aten = torch.library.get_kernel(f"aten::{overload}", "CPU")
            library.impl(overload, _kernel(overload, composed, aten), "CPU", with_keyset=True)
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
