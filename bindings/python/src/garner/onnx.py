"""ONNX's Gather, GatherElements, GatherND, ScatterElements and ScatterND, by these names and in Python's spelling: gather_nd.

Inputs come first, then the attributes under ONNX's names. Negative indices count from the end; others out of range are an error."""
from ._garner import onnx_Gather as Gather
from ._garner import onnx_GatherElements as GatherElements
from ._garner import onnx_GatherND as GatherND
from ._garner import onnx_ScatterElements as ScatterElements
from ._garner import onnx_ScatterND as ScatterND
from ._garner import onnx_gather as gather
from ._garner import onnx_gather_elements as gather_elements
from ._garner import onnx_gather_nd as gather_nd
from ._garner import onnx_scatter_elements as scatter_elements
from ._garner import onnx_scatter_nd as scatter_nd

__all__ = [
    "Gather",
    "GatherElements",
    "GatherND",
    "ScatterElements",
    "ScatterND",
    "gather",
    "gather_elements",
    "gather_nd",
    "scatter_elements",
    "scatter_nd",
]
