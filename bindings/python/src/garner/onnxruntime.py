"""garner as a provider of ONNX Runtime's sessions, 1.24 and newer (docs/onnxruntime.md).

    import garner.onnxruntime, onnxruntime

    options = onnxruntime.SessionOptions()
    garner.onnxruntime.add_to(options)
    session = onnxruntime.InferenceSession("model.onnx", options)

Gathers and scatters are garner's then, all other nodes ONNX Runtime's.
"""
from pathlib import Path

PROVIDER = "GarnerExecutionProvider"


def library():
    """The path of libgarner_ort.so, which ONNX Runtime registers from any language."""
    return str(Path(__file__).resolve().parent / "libgarner_ort.so")


def add_to(session_options, **options):
    """Adds garner to a session's options, with options of its own: out_of_range, threads, nodes, fuse, indices. Registers the library if
    no one has."""
    import onnxruntime

    def devices():
        return [d for d in onnxruntime.get_ep_devices() if d.ep_name == PROVIDER]

    if not devices():
        onnxruntime.register_execution_provider_library("garner", library())
    session_options.add_provider_for_devices(devices(), {name: str(value) for name, value in options.items()})
