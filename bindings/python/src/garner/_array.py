"""garner.array, and what garner.Array leaves to Python."""
import pickle

from . import _garner
from ._errors import DTypeError


def array(values, dtype=None):
    """A garner.Array: of an array, without a copy; of a number or nested lists; or of text as MLIR has it.

    values  an array (buffer protocol or __dlpack__): a view of it. A number, or lists and tuples of numbers, nested alike: a new
            array. A str: "2x2xf32=[[1, 2], [3, 4]]".
    dtype   of numbers: "f32", "i64", "bf16", "bool", "complex64", ..; or numpy.float32, numpy.dtype("f4"), ml_dtypes.bfloat16,
            torch.float32, float. None: i1, i64, f64 or complex<f64>, the least that has all

    ValueError: lists that are not nested alike. OverflowError: a number does not fit. garner.DTypeError: an array has another dtype
    than the one that is asked for.
    """
    if isinstance(values, str):
        made = _garner.array_from_text(values)
    elif isinstance(values, (bool, int, float, complex, list, tuple)):
        return _of_numbers(values, dtype)
    else:
        made = _garner.array_view(values)
    if dtype is not None:
        asked = _garner.array_of([], dtype, (0,)).dtype
        if asked != made.dtype:
            raise DTypeError(f"the array has element type {made.dtype}, {asked} is asked for")
    return made


def _of_numbers(values, dtype):
    shape, inner = [], values
    while isinstance(inner, (list, tuple)):
        shape.append(len(inner))
        if not inner:
            break
        if len(shape) > 32:
            raise ValueError("lists are nested more than 32 deep")
        inner = inner[0]
    flat = []
    _flatten(values, shape, 0, flat)
    # Arrays of rank 0 and numpy's scalars are the numbers that they hold.
    flat = [entry.item() if getattr(entry, "shape", None) == () else entry for entry in flat]
    if dtype is None:
        kinds = {type(number) for number in flat}
        dtype = (
            "complex<f64>"
            if complex in kinds
            else "f64"
            if float in kinds or not kinds
            else "i1"
            if kinds == {bool}
            else "i64"
        )
    return _garner.array_of(flat, dtype, tuple(shape))


def _flatten(values, shape, dim, into):
    if dim == len(shape):
        if isinstance(values, (list, tuple)):
            raise ValueError("lists are not nested alike: a list where a number is needed")
        into.append(values)
        return
    if not isinstance(values, (list, tuple)) or len(values) != shape[dim]:
        raise ValueError(
            f"lists are not nested alike: dimension {dim} has {shape[dim]} entries here, another number there"
        )
    for entry in values:
        _flatten(entry, shape, dim + 1, into)


def index_of(values):
    """A list in a subscript: an array of ints, or of bools."""
    made = array(values)
    return _garner.array_of([], "i64", made.shape) if made.size == 0 else made


def reduced(made, protocol):
    """An array taken apart for a pickle: by protocol 5 its elements may travel beside it."""
    if protocol < 5:
        return _restored, (made.dtype, made.shape, made.tobytes())
    compact = made.copy()
    return _restored, (made.dtype, made.shape, pickle.PickleBuffer(compact if "complex" in made.dtype else compact.bits()))


def _restored(dtype, shape, elements):
    return _garner.array_of_bytes(dtype, shape, elements)


def formatted(made, spec):
    """format(made, spec): of one element its number, by the spec."""
    return format(made.item(), spec) if spec else str(made)
