"""ONNX Runtime's operators with garner as a provider of its sessions (docs/onnxruntime.md). The library is GARNER_ORT_LIBRARY, else
that of the garner package in the peers' environment."""
import os

import ort_peer


def start(threads):
    version = ort_peer.start(threads)
    path = os.environ.get("GARNER_ORT_LIBRARY")
    if path is None:
        import garner.onnxruntime

        path = garner.onnxruntime.library()
    ort_peer.ort.register_execution_provider_library("garner", os.path.abspath(path))
    devices = [d for d in ort_peer.ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
    ort_peer.providers = lambda options: options.add_provider_for_devices(devices, {})
    return f"garner in {version}"


FIRST_CALLS = 100  # a plan's race (docs/plan.md)
EXPRESSIONS = ort_peer.EXPRESSIONS
LACKS = ort_peer.LACKS
prepare = ort_peer.prepare
