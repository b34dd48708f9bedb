"""ONNX's Gather, GatherElements, GatherND, ScatterElements and ScatterND.

Negative indices count from the end; others out of range are an error."""
from ._garner import onnx_gather as gather
from ._garner import onnx_gather_elements as gather_elements
from ._garner import onnx_gather_nd as gather_nd
from ._garner import onnx_scatter_elements as scatter_elements
from ._garner import onnx_scatter_nd as scatter_nd

__all__ = ["gather", "gather_elements", "gather_nd", "scatter_elements", "scatter_nd"]
