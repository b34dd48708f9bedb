"""TTNN's gather, scatter and embedding on 32x32 tiles, with the account of what the hardware would move.

Each call gives an array; with account=True a tuple of it and its Account. The *_account functions give the account alone, and
run nothing. Common keywords:

    memory          "dram" or "l1": where the result would lie
    sub_core_grids  ranges (x0, y0, x1, y1) of the cores to use; None: all
    grid            (x, y), the cores of the device; None: 8 x 8
    strategy        "auto", "single_core", "multi_core"; of embeddings "rows", "tiled_rows"
    l1_bytes        local memory of a core; 0: 1.5 MB
    threads         that the cores' work runs on; the bits do not depend on it
    out             an array to write to

Errors carry TTNN's message: garner.ShapeError, garner.DTypeError, garner.IndexError, garner.LimitError (buffers that do not fit).
"""
import json
from typing import Any, Dict

from . import _garner

__all__ = [
    "Account",
    "embedding",
    "embedding_account",
    "gather",
    "gather_account",
    "scatter",
    "scatter_account",
    "scatter_add",
    "tosa_gather",
    "tosa_scatter",
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


def _call(op, tensors, dim, account, settings):
    result, texts = _garner.ttnn(op, tensors, dim, settings)
    return (result, Account(*texts)) if account else result


def gather(
    input,
    dim,
    index,
    *,
    sparse_grad=False,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.gather: the element of input at each place of index, its coordinate along dim replaced by the index there.

    input: bf16, f32, ui16, ui32 or i32. index: ui16 or ui32, of input's rank, at most its extents but along dim. The result has
    index's shape.
    """
    return _call("gather", (input, index), dim, account, _settings(locals(), sparse_grad=sparse_grad))


def scatter(
    input,
    dim,
    index,
    source,
    *,
    reduce=None,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.scatter: a copy of input with source's elements where index says. reduce: None, "add" or "multiply".

    index: ui8, ui16, ui32 or i32; a value out of range is skipped.
    """
    return _call("scatter", (input, index, source), dim, account, _settings(locals(), reduce=reduce))


def scatter_add(
    input,
    dim,
    index,
    source,
    *,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.scatter_add: scatter with reduce "add"."""
    return _call("scatter_add", (input, index, source), dim, account, _settings(locals()))


def embedding(
    input,
    weight,
    *,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.embedding: for each id of input (ui32, of at most two dimensions) the row of weight that it names."""
    return _call("embedding", (input, weight), 0, account, _settings(locals()))


def tosa_gather(
    input,
    index,
    *,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.tosa.gather: input [N, K, C], index [N, W]; the result is [N, W, C]."""
    return _call("tosa_gather", (input, index), 0, account, _settings(locals()))


def tosa_scatter(
    input,
    index,
    source,
    *,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0,
    threads=1,
    out=None,
    account=False
):
    """ttnn.tosa.scatter: input [N, K, C], index [N, W], source [N, W, C]; the result is [N, K, C]."""
    return _call("tosa_scatter", (input, index, source), 0, account, _settings(locals()))


def gather_account(input, dim, index, *, memory="dram", sub_core_grids=None, grid=None, strategy="auto", l1_bytes=0):
    """The Account of a gather; index values are not read."""
    return Account(*_garner.ttnn("gather_account", (input, index), dim, _settings(locals()))[1])


def scatter_account(
    input,
    dim,
    index,
    source,
    *,
    reduce=None,
    memory="dram",
    sub_core_grids=None,
    grid=None,
    strategy="auto",
    l1_bytes=0
):
    """The Account of a scatter; index values are not read."""
    return Account(*_garner.ttnn("scatter_account", (input, index, source), dim, _settings(locals(), reduce=reduce))[1])


def embedding_account(input, weight, *, memory="dram", sub_core_grids=None, grid=None, strategy="auto", l1_bytes=0):
    """The Account of an embedding; ids are not read."""
    return Account(*_garner.ttnn("embedding_account", (input, weight), 0, _settings(locals()))[1])


def _settings(given, **more):
    common = ("memory", "sub_core_grids", "grid", "strategy", "l1_bytes", "threads", "out")
    return {**{name: given[name] for name in common if name in given}, **more}
