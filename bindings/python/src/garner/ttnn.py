"""TTNN's gather, scatter and embedding on 32x32 tiles, under TTNN's names, with the account of what the hardware would move.

Each call gives a Tensor where it was given one (from_torch makes them), else an array; with account=True a tuple of it and its
Account. The *_account functions give the account alone, and run nothing. TTNN's keywords:

    memory_config   a MemoryConfig: where the result would lie; None: where input lies
    sub_core_grids  a CoreRangeSet, or ranges (x0, y0, x1, y1), of the cores to use; None: all
    out             a tensor or an array to write to; also as output_tensor, and as optional_output_tensor

and garner's:

    memory          "dram" or "l1", instead of a memory_config
    grid            (x, y), the cores of the device; None: 8 x 8
    strategy        "auto", "single_core", "multi_core"; of embeddings "rows", "tiled_rows"
    l1_bytes        local memory of a core; 0: 1.5 MB
    threads         that the cores' work runs on; the bits do not depend on it

A device is taken where TTNN takes one, and not looked at. Errors carry TTNN's message: garner.ShapeError, garner.DTypeError,
garner.IndexError, garner.LimitError (buffers that do not fit), garner.UnsupportedError (row-major and sharded tensors).
"""
import functools
import inspect
import json
from typing import Any, Dict

from . import _garner
from ._errors import ArgumentError
from ._ttnn_tensor import (
    DRAM_MEMORY_CONFIG,
    L1_BLOCK_SHARDED_MEMORY_CONFIG,
    L1_HEIGHT_SHARDED_MEMORY_CONFIG,
    L1_MEMORY_CONFIG,
    L1_WIDTH_SHARDED_MEMORY_CONFIG,
    BufferType,
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    DataType,
    Device,
    EmbeddingsType,
    Layout,
    MemoryConfig,
    ScatterReductionType,
    Shape,
    Tensor,
    TensorMemoryLayout,
    as_tensor,
    check_config,
    check_dtype,
    check_layout,
    close_device,
    core_ranges,
    deallocate,
    from_device,
    from_torch,
    manage_device,
    open_device,
    synchronize_device,
    to_device,
    to_layout,
    to_memory_config,
    to_torch,
    typecast,
)

uint8 = DataType.UINT8
int8 = DataType.INT8
uint16 = DataType.UINT16
int32 = DataType.INT32
uint32 = DataType.UINT32
float32 = DataType.FLOAT32
bfloat16 = DataType.BFLOAT16
bfloat8_b = DataType.BFLOAT8_B
bfloat4_b = DataType.BFLOAT4_B
fp8_e4m3 = DataType.FP8_E4M3
ROW_MAJOR_LAYOUT = Layout.ROW_MAJOR
TILE_LAYOUT = Layout.TILE
TILE_SIZE = 32

__all__ = [
    "Account",
    "BufferType",
    "CoreCoord",
    "CoreGrid",
    "CoreRange",
    "CoreRangeSet",
    "DRAM_MEMORY_CONFIG",
    "DataType",
    "Device",
    "EmbeddingsType",
    "L1_BLOCK_SHARDED_MEMORY_CONFIG",
    "L1_HEIGHT_SHARDED_MEMORY_CONFIG",
    "L1_MEMORY_CONFIG",
    "L1_WIDTH_SHARDED_MEMORY_CONFIG",
    "Layout",
    "MemoryConfig",
    "ROW_MAJOR_LAYOUT",
    "ScatterReductionType",
    "Shape",
    "TILE_LAYOUT",
    "TILE_SIZE",
    "Tensor",
    "TensorMemoryLayout",
    "as_tensor",
    "bfloat16",
    "bfloat4_b",
    "bfloat8_b",
    "close_device",
    "deallocate",
    "embedding",
    "embedding_account",
    "float32",
    "fp8_e4m3",
    "from_device",
    "from_torch",
    "gather",
    "gather_account",
    "int32",
    "int8",
    "manage_device",
    "open_device",
    "scatter",
    "scatter_account",
    "scatter_add",
    "synchronize_device",
    "to_device",
    "to_layout",
    "to_memory_config",
    "to_torch",
    "tosa_gather",
    "tosa_scatter",
    "typecast",
    "uint16",
    "uint32",
    "uint8",
]


class Account:
    """What a call would cost on Tenstorrent's hardware: str(account) is a table, account["taken"] and the like its parts."""

    def __init__(self, table: str, fields: str) -> None:
        self._table = table
        self._fields: Dict[str, Any] = json.loads(fields)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def asdict(self) -> Dict[str, Any]:
        """All fields, as `garner plan --target=ttnn --json` has them."""
        return dict(self._fields)

    def keys(self):
        """The names of the fields."""
        return self._fields.keys()

    def __str__(self) -> str:
        return self._table

    def __repr__(self) -> str:
        return "<garner.ttnn.Account: " + self._table.splitlines()[0] + ">"


# ---- calls ----------------------------------------------------------------------------------------------------------


def _also(**names):
    """Parameters under the other names that TTNN's texts have for them, as input_tensor of input."""

    def with_names(call):
        @functools.wraps(call)
        def called(*args, **keywords):
            for other in names.keys() & keywords.keys():
                if names[other] in keywords and keywords[names[other]] is not None:
                    raise TypeError(f"{call.__name__}() got {names[other]!r} and {other!r}, which are one")
                keywords[names[other]] = keywords.pop(other)
            return call(*args, **keywords)

        own = inspect.signature(call)
        more = [inspect.Parameter(other, inspect.Parameter.KEYWORD_ONLY, default=None) for other in names if names[other] == "out"]
        called.__signature__ = own.replace(parameters=[*own.parameters.values(), *more])
        return called

    return with_names


# What every call has, apart from its tensors.
_COMMON = ("sub_core_grids", "grid", "strategy", "l1_bytes", "threads", "out")
_OUT = {"output_tensor": "out", "optional_output_tensor": "out"}


def _place(tensor):
    config = tensor.memory_config()
    return tensor.layout.value, config.memory_layout.value, config.buffer_type.value


def _config(given, first):
    """The result's: memory_config, else memory, else that of the first tensor."""
    config, memory = check_config(given.get("memory_config")), given.get("memory")
    if config is not None and memory is not None:
        raise ArgumentError("memory and memory_config are both given; one says where the result lies")
    if config is None and memory is None and isinstance(first, Tensor):
        return first.memory_config()
    if config is not None:
        return config
    if memory not in (None, "dram", "l1"):
        raise ArgumentError(f'memory: {memory!r}; right: "dram", "l1"')
    return L1_MEMORY_CONFIG if memory == "l1" else DRAM_MEMORY_CONFIG


def _settings(tensors, given, more):
    settings = {name: given[name] for name in _COMMON if name in given}
    settings["sub_core_grids"] = core_ranges(given.get("sub_core_grids"))
    config = _config(given, tensors[0])
    settings.update(memory=config.buffer_type.value, sharding=config.memory_layout.value, **more)
    if isinstance(settings.get("out"), Tensor):
        settings["out"] = settings["out"].array
    for name, tensor in zip(("input_place", "index_place", "source_place"), tensors):
        if isinstance(tensor, Tensor):
            settings[name] = _place(tensor)
    return settings, config


def _call(op, tensors, dim, given, **more):
    """tensors: input, index, source; of an embedding weight and ids, whose places are those of input and index."""
    settings, config = _settings(tensors, given, more)
    arrays = tuple(t.array if isinstance(t, Tensor) else t for t in tensors)
    result, texts = _garner.ttnn(op, arrays[::-1] if op.startswith("embedding") else arrays, dim, settings)
    if op.endswith("_account"):
        return Account(*texts)
    out = given.get("out")
    if out is not None:
        result = out
    elif any(isinstance(t, Tensor) for t in tensors):
        result = Tensor(result, Layout.TILE, config)
    return (result, Account(*texts)) if given.get("account") else result


def _word(reduce):
    return reduce.value if isinstance(reduce, ScatterReductionType) else reduce


@_also(input_tensor="input", input_index_tensor="index", **_OUT)
def gather(
    input,
    dim,
    index,
    sparse_grad=False,
    memory_config=None,
    out=None,
    sub_core_grids=None,
    *,
    memory=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.gather: the element of input at each place of index, its coordinate along dim replaced by the index there.

    input: bf16, f32, ui16, ui32 or i32. index: ui16 or ui32, of input's rank, at most its extents but along dim. The result has
    index's shape. input and index are also called input_tensor and input_index_tensor.
    """
    return _call("gather", (input, index), dim, locals(), sparse_grad=sparse_grad)


@_also(source="src", **_OUT)
def scatter(
    input,
    dim,
    index,
    src,
    *,
    memory_config=None,
    reduce=None,
    sub_core_grids=None,
    out=None,
    memory=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.scatter: a copy of input with src's elements where index says. reduce: None, "add" or "multiply", or TTNN's enum.

    index: ui8, ui16, ui32 or i32; a value out of range is skipped. src is also called source.
    """
    return _call("scatter", (input, index, src), dim, locals(), reduce=_word(reduce))


@_also(source="src", **_OUT)
def scatter_add(
    input,
    dim,
    index,
    src,
    *,
    memory_config=None,
    sub_core_grids=None,
    out=None,
    memory=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.scatter_add: scatter with reduce "add"."""
    return _call("scatter_add", (input, index, src), dim, locals())


@_also(input="input_tensor", **_OUT)
def embedding(
    input_tensor,
    weight,
    *,
    padding_idx=None,
    layout=None,
    embeddings_type=EmbeddingsType.GENERIC,
    dtype=None,
    memory_config=None,
    out=None,
    memory=None,
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.embedding: for each id of input_tensor (ui32, of at most two dimensions) the row of weight that it names.

    layout: of the result; None: weight's, else row-major. dtype: of the result, without out. padding_idx goes with
    EmbeddingsType.PADDED; neither changes the result. input_tensor is also called input.
    """
    _check_type(embeddings_type, padding_idx, weight)
    if dtype is not None and out is not None and check_dtype(dtype) is not _type_of(out):
        raise ArgumentError("dtype and out are both given, and differ")
    given = dict(locals(), account=True)
    result, own = _call("embedding", (weight, input_tensor), 0, given)
    if out is None and isinstance(result, Tensor):
        result = result if dtype is None else typecast(result, dtype)
        as_weight = weight.layout if isinstance(weight, Tensor) else Layout.ROW_MAJOR
        result = to_layout(result, as_weight if layout is None else check_layout(layout))
    elif out is None and dtype is not None:
        result = typecast(Tensor(result), dtype).array
    return (result, own) if account else result


def _type_of(out):
    return out.dtype if isinstance(out, Tensor) else None


def _check_type(embeddings_type, padding_idx, weight):
    if not isinstance(embeddings_type, EmbeddingsType):
        raise TypeError(f"embeddings_type: a ttnn.EmbeddingsType is needed, {embeddings_type!r} given")
    if embeddings_type is EmbeddingsType.PADDED and padding_idx is None:
        raise ArgumentError("Pad token must be specified when PADDED Embeddings Type is specified")
    if embeddings_type is not EmbeddingsType.PADDED and padding_idx is not None:
        raise ArgumentError("Pad token must not be specified when PADDED Embeddings Type is not specified")
    if embeddings_type is EmbeddingsType.BINARY and tuple(weight.shape)[-2:-1] != (2,):
        raise ArgumentError("Weight tensor must have 2 embeddings for BINARY Embeddings Type")


@_also(**_OUT)
def tosa_gather(
    input,
    index,
    *,
    memory_config=None,
    out=None,
    memory=None,
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.tosa_gather: input [N, K, C], index [N, W]; the result is [N, W, C]."""
    return _call("tosa_gather", (input, index), 0, locals())


@_also(source="src", **_OUT)
def tosa_scatter(
    input,
    index,
    src,
    *,
    memory_config=None,
    out=None,
    memory=None,
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    account=False
):
    """ttnn.tosa_scatter: input [N, K, C], index [N, W], src [N, W, C]; the result is [N, K, C]."""
    return _call("tosa_scatter", (input, index, src), 0, locals())


# ---- accounts alone -------------------------------------------------------------------------------------------------


@_also(input_tensor="input", input_index_tensor="index")
def gather_account(
    input, dim, index, *, memory_config=None, memory=None, sub_core_grids=None, grid=None, strategy="auto", l1_bytes=0
):
    """The Account of a gather; index values are not read."""
    return _call("gather_account", (input, index), dim, locals())


@_also(source="src")
def scatter_account(
    input,
    dim,
    index,
    src,
    *,
    reduce=None,
    memory_config=None,
    memory=None,
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0
):
    """The Account of a scatter; index values are not read."""
    return _call("scatter_account", (input, index, src), dim, locals(), reduce=_word(reduce))


@_also(input="input_tensor")
def embedding_account(
    input_tensor, weight, *, memory_config=None, memory=None, sub_core_grids=None, grid=None, strategy="auto", l1_bytes=0
):
    """The Account of an embedding; ids are not read."""
    return _call("embedding_account", (weight, input_tensor), 0, locals())
