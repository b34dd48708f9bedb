"""DGL's reductions of segments, and of a graph's in-edges, which is given as CSR. docs/segment-calls.md says what differs."""
from ._garner import dgl_gspmm as gspmm
from ._garner import dgl_segment_reduce as segment_reduce

__all__ = ["gspmm", "segment_reduce"]
