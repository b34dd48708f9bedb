"""garner's kernels in the place of aten's own on the CPU: what garner.torch.install and uninstall do."""
import math
import warnings

import torch

from . import _torch_bags, _torch_kernels, _torch_segments

_ATEN = {**_torch_kernels.ATEN, "embedding_bag": _torch_bags.ATEN, "segment_reduce": _torch_segments.ATEN}
_libraries = {}  # by the names that install takes; a library that is destroyed gives aten's kernels back


_FEW = 4096  # elements of the first tensor and of the index, which aten moves in less time than it takes to make a tensor in Python
_FEWEST = 64  # elements of the index, whatever the first tensor: few slices are moved alike by both
# Garner's are as fast as aten's of few elements, which are made of other functions of aten's.
_ALWAYS = frozenset(
    ("index_add", "index_add_", "segment_reduce", "_embedding_bag", "_embedding_bag_forward_only", "_embedding_bag_backward")
)


def _place_of_index(overload):
    """(which argument is the index, whether it is a list of tensors), by aten's schema: the second tensor. None: it does not matter."""
    if overload in _ALWAYS:
        return None, False
    name, _, kind = overload.partition(".")
    arguments = getattr(getattr(torch.ops.aten, name), kind or "default")._schema.arguments
    at = next(at for at, argument in enumerate(arguments) if at > 0 and "Tensor" in str(argument.type))
    return at, "List" in str(arguments[at].type)


def _elements_of(indices):
    """Of the index tensors together: two that are not alike are broadcast."""
    sizes = [index.numel() for index in indices if index is not None]
    if len(sizes) < 2:
        return sizes[0] if sizes else 0
    return max(sizes) if min(sizes) in (1, max(sizes)) else math.prod(sizes)


def _kernel(serve, aten, at, is_list):
    """What the dispatcher calls: garner's function, and for what that does not serve aten's own kernel."""
    call_aten = aten.call_boxed

    def kernel(keys, *args, **kwargs):
        n = args[at].numel()
        if n < _FEWEST or n < _FEW and args[0].numel() < _FEW:
            return call_aten(keys, *args, **kwargs)
        result = serve(*args, **kwargs)
        return call_aten(keys, *args, **kwargs) if result is None else result

    def of_list(keys, *args, **kwargs):
        n = _elements_of(args[1])
        if n < _FEWEST or n < _FEW and args[0].numel() < _FEW:
            return call_aten(keys, *args, **kwargs)
        result = serve(*args, **kwargs)
        return call_aten(keys, *args, **kwargs) if result is None else result

    def always(keys, *args, **kwargs):
        result = serve(*args, **kwargs)
        return call_aten(keys, *args, **kwargs) if result is None else result

    return always if at is None else of_list if is_list else kernel


def _take_place(name):
    library = torch.library.Library("aten", "IMPL")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kernel is replaced is meant
        for overload, serve in _ATEN[name].items():
            aten = torch.library.get_kernel(f"aten::{overload}", "CPU")
            library.impl(overload, _kernel(serve, aten, *_place_of_index(overload)), "CPU", with_keyset=True)
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
