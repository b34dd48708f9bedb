"""TTNN's tensors and what is said of them: dtypes, layouts, memory configs, core ranges, devices. No device is needed: tensors lie in
the host's memory, and a device is taken and not looked at.
"""
import contextlib
import enum
import sys
from typing import NamedTuple

from . import _garner
from ._array import array
from ._errors import ArgumentError, DTypeError, UnsupportedError


class DataType(enum.Enum):
    """TTNN's element types. garner_dtype: the name here; None of block floats, which are not supported."""

    UINT8 = "ui8"
    INT8 = "i8"
    UINT16 = "ui16"
    INT32 = "i32"
    UINT32 = "ui32"
    FLOAT32 = "f32"
    BFLOAT16 = "bf16"
    BFLOAT8_B = "block floats of 8 bits"
    BFLOAT4_B = "block floats of 4 bits"
    FP8_E4M3 = "f8E4M3FN"

    @property
    def garner_dtype(self):
        return None if self.value.startswith("block") else self.value

    def __repr__(self):
        return f"DataType.{self.name}"


class Layout(enum.Enum):
    """How elements lie on the device: row by row, or in tiles of 32 x 32."""

    ROW_MAJOR = "row_major"
    TILE = "tile"

    def __repr__(self):
        return f"Layout.{self.name}"


class TensorMemoryLayout(enum.Enum):
    """How a tensor is divided over banks."""

    INTERLEAVED = "interleaved"
    HEIGHT_SHARDED = "height_sharded"
    WIDTH_SHARDED = "width_sharded"
    BLOCK_SHARDED = "block_sharded"


class BufferType(enum.Enum):
    """Which memory."""

    DRAM = "dram"
    L1 = "l1"


class ScatterReductionType(enum.Enum):
    """What a scatter does where updates meet."""

    ADD = "add"
    MULTIPLY = "multiply"
    AMIN = "amin"
    AMAX = "amax"


class EmbeddingsType(enum.Enum):
    """How an embedding treats its weight; the result is the same."""

    GENERIC = 0
    PADDED = 1
    BINARY = 2


class MemoryConfig:
    """Where a tensor lies on the device: MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.L1)."""

    __slots__ = ("memory_layout", "buffer_type", "shard_spec")

    def __init__(self, memory_layout=TensorMemoryLayout.INTERLEAVED, buffer_type=BufferType.DRAM, shard_spec=None):
        if not isinstance(memory_layout, TensorMemoryLayout) or not isinstance(buffer_type, BufferType):
            raise TypeError("MemoryConfig: a TensorMemoryLayout and a BufferType are needed")
        self.memory_layout, self.buffer_type, self.shard_spec = memory_layout, buffer_type, shard_spec

    def is_sharded(self):
        return self.memory_layout is not TensorMemoryLayout.INTERLEAVED

    def __eq__(self, other):
        return isinstance(other, MemoryConfig) and (self.memory_layout, self.buffer_type) == (
            other.memory_layout,
            other.buffer_type,
        )

    def __hash__(self):
        return hash((self.memory_layout, self.buffer_type))

    def __repr__(self):
        return f"MemoryConfig(memory_layout={self.memory_layout.name},buffer_type={self.buffer_type.name})"


class CoreCoord(NamedTuple):
    """A core of the grid."""

    x: int
    y: int


class CoreGrid(NamedTuple):
    """So many cores in a row and in a column."""

    y: int
    x: int


class CoreRange(NamedTuple):
    """The cores from start to end, both among them."""

    start: CoreCoord
    end: CoreCoord


class CoreRangeSet:
    """Several ranges."""

    def __init__(self, ranges):
        self._ranges = tuple(sorted(ranges) if isinstance(ranges, (set, frozenset)) else ranges)
        if not all(isinstance(r, CoreRange) for r in self._ranges):
            raise TypeError("CoreRangeSet: ranges of cores are needed, CoreRange(CoreCoord(0, 0), CoreCoord(3, 1))")

    def ranges(self):
        return list(self._ranges)

    def __repr__(self):
        return f"CoreRangeSet({list(self._ranges)!r})"


class Shape(tuple):
    """A tensor's extents."""

    __slots__ = ()
    rank = property(len)

    def __repr__(self):
        return f"Shape({list(self)!r})"


class Device:
    """Nothing of the kind; what takes a device takes this, and looks at none."""

    def __init__(self, device_id=0):
        self.device_id = device_id

    def id(self):
        return self.device_id

    def compute_with_storage_grid_size(self):
        return CoreCoord(8, 8)

    def __repr__(self):
        return f"<garner.ttnn.Device {self.device_id}: the host>"


class Tensor:
    """A tensor of TTNN's: a garner.Array, with the layout and the memory config that it was given.

    It has __dlpack__ and __array__, so that torch and numpy take it without a copy. bf16 and the like are DataType's.
    """

    __slots__ = ("_array", "_layout", "_config")

    def __init__(self, values, layout=Layout.ROW_MAJOR, memory_config=None):
        self._array = values if isinstance(values, _garner.Array) else array(values)
        data_type_of(self._array.dtype)
        self._layout = check_layout(layout)
        self._config = check_config(memory_config) or DRAM_MEMORY_CONFIG

    @property
    def array(self):
        """The garner.Array that holds the elements."""
        return self._array

    @property
    def shape(self):
        return Shape(self._array.shape)

    @property
    def padded_shape(self):
        """Of tiles: the last two extents up to a multiple of 32."""
        shape = self._array.shape
        if self._layout is Layout.ROW_MAJOR or not shape:
            return Shape(shape)
        return Shape((*shape[:-2], *(-(-n // 32) * 32 for n in shape[-2:])))

    logical_shape = shape

    @property
    def dtype(self):
        return data_type_of(self._array.dtype)

    @property
    def layout(self):
        return self._layout

    def memory_config(self):
        return self._config

    def device(self):
        return Device()

    def numel(self):
        return self._array.size

    def to_torch(self):
        return to_torch(self)

    def numpy(self):
        return self._array.numpy()

    def tolist(self):
        return self._array.tolist()

    to_list = tolist

    def item(self):
        return self._array.item()

    def __dlpack__(self, **how):
        return self._array.__dlpack__(**how)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()

    def __array__(self, dtype=None, copy=None):
        return self._array.__array__(dtype, copy=copy)

    def __getitem__(self, key):
        return Tensor(self._array[key], self._layout, self._config)

    def __len__(self):
        return len(self._array)

    def __repr__(self):
        return (
            f"ttnn.Tensor({self._array.tolist()!r}, shape={self.shape!r}, dtype=DataType::{self.dtype.name}, "
            f"layout=Layout::{self._layout.name})"
        )


DRAM_MEMORY_CONFIG = MemoryConfig()
L1_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.L1)
L1_HEIGHT_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1)
L1_WIDTH_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1)
L1_BLOCK_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.BLOCK_SHARDED, BufferType.L1)


# ---- arguments ------------------------------------------------------------------------------------------------------


def check_layout(layout):
    if not isinstance(layout, Layout):
        raise TypeError(f"layout: ttnn.TILE_LAYOUT or ttnn.ROW_MAJOR_LAYOUT is needed, {layout!r} given")
    return layout


def check_config(config):
    """None, or a MemoryConfig."""
    if config is not None and not isinstance(config, MemoryConfig):
        raise TypeError(f"memory_config: a ttnn.MemoryConfig such as ttnn.DRAM_MEMORY_CONFIG is needed, {config!r} given")
    return config


def data_type_of(dtype):
    """The DataType of a dtype's name."""
    for kind in DataType:
        if kind.garner_dtype == dtype:
            return kind
    raise DTypeError(f"ttnn has no {dtype}; it has " + ", ".join(kind.name for kind in DataType if kind.garner_dtype))


def check_dtype(dtype):
    if not isinstance(dtype, DataType):
        raise TypeError(f"dtype: a ttnn.DataType such as ttnn.bfloat16 is needed, {dtype!r} given")
    if dtype.garner_dtype is None:
        raise UnsupportedError(f"dtype: {dtype.name}: {dtype.value} are not supported here; ttnn.bfloat16 is")
    return dtype


def core_ranges(grids):
    """sub_core_grids as (x0, y0, x1, y1): a CoreRangeSet, CoreRanges, or sequences of four numbers."""
    if grids is None:
        return None
    ranges = grids.ranges() if isinstance(grids, CoreRangeSet) else [grids] if isinstance(grids, CoreRange) else grids
    return [(*r.start, *r.end) if isinstance(r, CoreRange) else r for r in ranges]


# ---- elements of another type ---------------------------------------------------------------------------------------

# What a tensor without a dtype becomes.
_OF_TORCH = {
    "f32": DataType.FLOAT32,
    "f16": DataType.BFLOAT16,
    "bf16": DataType.BFLOAT16,
    "i64": DataType.UINT32,
    "i32": DataType.INT32,
    "i16": DataType.UINT16,
    "i8": DataType.INT8,
    "ui8": DataType.UINT8,
    "ui16": DataType.UINT16,
    "ui32": DataType.UINT32,
    "f8E4M3FN": DataType.FP8_E4M3,
}
_WHOLE = {"ui8", "i8", "ui16", "i32", "ui32"}


def _torch_of(tensor):
    """torch, where this is a tensor of it."""
    torch = sys.modules.get("torch")
    return torch if torch is not None and isinstance(tensor, torch.Tensor) else None


def _steps(given, dtype):
    """The types that elements go through: whole numbers wrap around; floats are cut off, and kept within ui16's range."""
    if given in ("bf16", "f16", "f32", "f64") and dtype in _WHOLE:
        return ["i64", "clamp", dtype] if dtype == "ui16" else ["i64", dtype]
    return [dtype]


def converted(values, dtype):
    """A new array of the same numbers as elements of dtype, a name here."""
    from ._module import parse

    if values.dtype == dtype:
        return values.copy()
    dims = "".join(f"{n}x" for n in values.shape)
    lines, at, kind = [], "%x", values.dtype
    for k, step in enumerate(_steps(kind, dtype)):
        if step == "clamp":
            lines.append(f"%low = stablehlo.constant dense<0> : tensor<{kind}>")
            lines.append(f"%high = stablehlo.constant dense<65535> : tensor<{kind}>")
            types = f"(tensor<{kind}>, tensor<{dims}{kind}>, tensor<{kind}>) -> tensor<{dims}{kind}>"
            lines.append(f'%{k} = "stablehlo.clamp"(%low, {at}, %high) : {types}')
        else:
            lines.append(f"%{k} = stablehlo.convert {at} : (tensor<{dims}{kind}>) -> tensor<{dims}{step}>")
            kind = step
        at = f"%{k}"
    body = "\n  ".join(lines)
    types = f"(%x: tensor<{dims}{values.dtype}>) -> tensor<{dims}{kind}>"
    return parse(f"func.func @main{types} {{\n  {body}\n  return {at} : tensor<{dims}{kind}>\n}}").run(values).copy()


def _elements(tensor, dtype):
    """Of any library's array; torch's are converted to floats by torch, as TTNN does."""
    torch = _torch_of(tensor)
    if torch is not None:
        by_torch = {DataType.BFLOAT16: torch.bfloat16, DataType.FLOAT32: torch.float32, DataType.FP8_E4M3: torch.float32}
        tensor = tensor.detach()
        tensor = tensor.to(by_torch[dtype]) if dtype in by_torch else tensor
    values = array(tensor)
    if dtype is None and values.dtype not in _OF_TORCH:
        raise DTypeError(f"from_torch: {values.dtype} has no type of its own in ttnn: give dtype, ttnn.bfloat16 or another")
    return converted(values, (dtype or _OF_TORCH[values.dtype]).garner_dtype)


# ---- there and back -------------------------------------------------------------------------------------------------


def from_torch(tensor, dtype=None, *, layout=None, device=None, memory_config=None, **others):
    """ttnn.from_torch: a Tensor with the elements of an array, a copy of them. None of None.

    tensor  torch's, numpy's, or another array
    dtype   a DataType, or None: that of the tensor; i64 becomes UINT32, i16 UINT16, f16 BFLOAT16, as in TTNN
    layout  ttnn.TILE_LAYOUT or ttnn.ROW_MAJOR_LAYOUT, which None is
    device, mesh_mapper, cq_id, tile, pad_value, preserve_nan_values are taken and not looked at

    Floats are rounded once, by torch where the tensor is torch's. Whole numbers wrap around in a narrower type; a float is cut off,
    and kept within UINT16's range. garner.UnsupportedError: block floats.
    """
    _check_others(
        "from_torch", others, ("mesh_mapper", "cq_id", "tile", "pad_value", "preserve_nan_values", "enable_bfloat_opt", "spec")
    )
    if others.get("spec") is not None:
        raise UnsupportedError("from_torch: spec is not supported; dtype, layout and memory_config are")
    if tensor is None:
        return None
    dtype = None if dtype is None else check_dtype(dtype)
    layout = Layout.ROW_MAJOR if layout is None else check_layout(layout)
    values = tensor.array if isinstance(tensor, Tensor) else tensor
    return Tensor(_elements(values, dtype), layout, memory_config)


def as_tensor(tensor, dtype=None, *, layout=Layout.ROW_MAJOR, device=None, memory_config=None, **others):
    """ttnn.as_tensor: from_torch. cache_file_name, preprocess and mesh_mapper: no cache is kept."""
    _check_others("as_tensor", others, ("cache_file_name", "preprocess", "mesh_mapper", "use_device_tilizer"))
    if others.get("preprocess") is not None:
        tensor = others["preprocess"](tensor)
    return from_torch(tensor, dtype, layout=layout, device=device, memory_config=memory_config)


def to_torch(tensor, dtype=None, *, torch_rank=None, mesh_composer=None, device=None, cq_id=None):
    """ttnn.to_torch: the elements as a torch.Tensor; without torch as numpy's array, without numpy as a garner.Array.

    dtype       a torch.dtype, or numpy's, to convert to
    torch_rank  so many dimensions: leading ones of extent 1 go

    A torch without unsigned types of more than a byte gives the next wider signed one.
    """
    values = tensor.array if isinstance(tensor, Tensor) else array(tensor)
    while torch_rank is not None and values.ndim > torch_rank:
        if values.shape[0] != 1:
            raise ArgumentError("ttnn: Unable to squeeze to desired rank!")
        values = values[0]
    values = values.copy()
    try:
        import torch
    except ImportError:
        return _to_numpy(values, dtype)
    wider = {"ui16": "i32", "ui32": "i64"}.get(values.dtype)
    if wider is not None and not hasattr(torch, {"ui16": "uint16", "ui32": "uint32"}[values.dtype]):
        values = converted(values, wider)
    made = values.torch()
    return made if dtype is None else made.to(dtype)


def _to_numpy(values, dtype):
    try:
        made = values.numpy()
    except (ImportError, TypeError):
        return values
    return made if dtype is None else made.astype(dtype)


def _check_others(name, given, known):
    for keyword in given:
        if keyword not in known:
            raise TypeError(f"{name}() got an unexpected keyword argument {keyword!r}")


def to_layout(tensor, layout, dtype=None, memory_config=None, **others):
    """ttnn.to_layout: the same elements, said to lie so."""
    made = tensor if dtype is None else typecast(tensor, dtype)
    return Tensor(made.array, layout, memory_config or made.memory_config())


def to_memory_config(tensor, memory_config, dtype=None, **others):
    """ttnn.to_memory_config: the same elements, said to lie there."""
    made = tensor if dtype is None else typecast(tensor, dtype)
    return Tensor(made.array, made.layout, memory_config)


def to_device(tensor, device=None, *, memory_config=None, cq_id=None):
    """ttnn.to_device: the tensor, whose elements stay where they are."""
    return tensor if memory_config is None else to_memory_config(tensor, memory_config)


def from_device(tensor, **others):
    """ttnn.from_device: the tensor, whose elements stay where they are."""
    return tensor


def typecast(tensor, dtype, *, memory_config=None, **others):
    """ttnn.typecast: the elements as another DataType, as from_torch converts them."""
    return Tensor(
        converted(tensor.array, check_dtype(dtype).garner_dtype), tensor.layout, memory_config or tensor.memory_config()
    )


def deallocate(tensor, force=True):
    """ttnn.deallocate: nothing is to be done; memory goes with its last user."""


def open_device(device_id=0, **others):
    """ttnn.open_device: a Device, which is the host."""
    return Device(device_id)


def close_device(device):
    """ttnn.close_device: nothing is to be done."""


def synchronize_device(device, **others):
    """ttnn.synchronize_device: nothing is to be done."""


@contextlib.contextmanager
def manage_device(device_id=0, **others):
    """ttnn.manage_device: with it as device."""
    yield open_device(device_id)
