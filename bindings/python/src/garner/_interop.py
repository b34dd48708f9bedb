"""numpy's and torch's types that neither DLPack nor the buffer protocol says. Neither is imported unless asked for."""
import sys

from . import _garner

# torch's types that its DLPack does not have, in one version or another.
_TORCH_BITS = {
    "torch.bool": "i1",
    "torch.float8_e4m3fn": "f8E4M3FN",
    "torch.float8_e4m3fnuz": "f8E4M3FNUZ",
    "torch.float8_e5m2": "f8E5M2",
    "torch.float8_e5m2fnuz": "f8E5M2FNUZ",
    "torch.float8_e8m0fnu": "f8E8M0FNU",
}
# ml_dtypes' types, which numpy's arrays may have.
_ML_BITS = {
    "bfloat16": "bf16",
    "float8_e3m4": "f8E3M4",
    "float8_e4m3": "f8E4M3",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e5m2": "f8E5M2",
    "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e8m0fnu": "f8E8M0FNU",
    "float6_e2m3fn": "f6E2M3FN",
    "float6_e3m2fn": "f6E3M2FN",
    "float4_e2m1fn": "f4E2M1FN",
    "int4": "i4",
    "uint4": "ui4",
    "int2": "i2",
    "uint2": "ui2",
}


def as_bits(array):
    """(the same memory as unsigned integers, the name of the dtype that they are), or None."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor) and str(array.dtype) in _TORCH_BITS:
        return array.detach().view(torch.uint8), _TORCH_BITS[str(array.dtype)]
    if numpy is not None and isinstance(array, numpy.ndarray) and array.dtype.name in _ML_BITS:
        return array.view(f"u{array.dtype.itemsize}"), _ML_BITS[array.dtype.name]
    return None


_OWN_BITS = {bool: "i1", int: "i64", float: "f64", complex: "complex<f64>"}


def name_of_dtype(said):
    """The name of a dtype that is no str: numpy's, ml_dtypes', torch's, jax.numpy's, ttnn's, Python's; None: it is none of these."""
    if isinstance(said, type) and said in _OWN_BITS:
        return _OWN_BITS[said]
    if getattr(said, "garner_dtype", None) is not None:  # garner.ttnn's
        return said.garner_dtype
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(said, torch.dtype):
        return str(said).removeprefix("torch.")
    if numpy is None:
        return None
    if not isinstance(said, numpy.dtype):
        own = isinstance(said, type) and issubclass(said, numpy.generic)
        said = numpy.dtype(said) if own else getattr(said, "dtype", None)
    if not isinstance(said, numpy.dtype):
        return None
    return said.name if said.isnative else said.str


def as_array(array, dtype=None, copy=None):
    """What numpy's __array__ asks for."""
    made = to_numpy(array)
    if dtype is not None and made.dtype != dtype:
        if copy is False:
            raise ValueError(f"a {made.dtype} is no {dtype} without a copy")
        return made.astype(dtype)
    return made.copy() if copy else made


def to_numpy(array):
    import numpy

    names = {dtype: name for name, dtype in _ML_BITS.items()}
    if array.dtype not in names or array.dtype in ("i4", "ui4", "i2", "ui2"):
        return numpy.asarray(array)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(
            f"numpy has no {array.dtype}; with the package ml_dtypes it has, and bits().numpy() gives the bits"
        ) from None
    return numpy.asarray(array.bits()).view(getattr(ml_dtypes, names[array.dtype]))


def to_torch(array):
    import torch

    names = {dtype: name for name, dtype in _TORCH_BITS.items()}
    if array.readonly:
        raise BufferError("this garner.Array is read-only, which torch cannot keep; copy() can be written to")
    if array.dtype in names:
        kind = getattr(torch, names[array.dtype].removeprefix("torch."), None)
        if kind is None:
            raise TypeError(f"this torch has no {array.dtype}; bits().torch() gives the bits")
        return torch.from_dlpack(array.bits()).view(kind)
    return torch.from_dlpack(array)


def like(array, other):
    """array as one of other's library, for a combiner: torch's, else numpy's where it is there and has the type."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(other, torch.Tensor):
        return to_torch(array)
    try:
        return to_numpy(array)
    except (ImportError, TypeError, AttributeError):
        return array


# The type is not subclassed, as garner's own arrays are known by it.
Array = _garner.Array
