"""What a small node costs in ONNX Runtime, its own and garner's: a chain of 200 nodes of 16 elements, on one thread.

    ort_nodes.py LIBRARY [ROUNDS]

LIBRARY is libgarner_ort.so. The two sessions run in turn, ROUNDS (100) times. Each line has nanoseconds a node: the median and the least
of both, and how much more garner's is.
"""
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper

NODES, ELEMENTS = 200, 16
INPUTS = {
    "x": np.arange(ELEMENTS, dtype=np.float32),
    "i": np.arange(ELEMENTS)[::-1].copy(),
    "vectors": np.arange(ELEMENTS)[::-1].reshape(ELEMENTS, 1).copy(),
    "u": np.ones(ELEMENTS, np.float32),
}
OPERATORS = {
    "Gather": ["i"],
    "GatherElements": ["i"],
    "GatherND": ["vectors"],
    "ScatterElements": ["i", "u"],
    "ScatterND": ["vectors", "u"],
}


def model(op):
    names = ["x"] + [f"v{k}" for k in range(NODES)]
    nodes = [helper.make_node(op, [names[k], *OPERATORS[op]], [names[k + 1]]) for k in range(NODES)]
    values = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(INPUTS[n].dtype), INPUTS[n].shape) for n in ["x", *OPERATORS[op]]]
    graph = helper.make_graph(nodes, "chain", values, [helper.make_tensor_value_info(names[-1], TensorProto.FLOAT, [ELEMENTS])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9).SerializeToString()


def session(text, devices):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    if devices:
        options.add_provider_for_devices(devices, {"nodes": "all"})
    return ort.InferenceSession(text, options)


def once(made, feeds):
    begin = time.perf_counter_ns()
    made.run(None, feeds)
    return (time.perf_counter_ns() - begin) / NODES


def main(library, rounds=100):
    ort.register_execution_provider_library("garner", str(Path(library).resolve()))
    devices = [d for d in ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
    for op, names in OPERATORS.items():
        text = model(op)
        feeds = {n: INPUTS[n] for n in ["x", *names]}
        sessions = [session(text, None), session(text, devices)]
        for made in sessions * 3:
            once(made, feeds)
        times = [[], []]
        for _ in range(int(rounds)):
            for made, ns in zip(sessions, times):
                ns.append(once(made, feeds))
        (m, least), (m_garner, least_garner) = [(statistics.median(ns), min(ns)) for ns in times]
        print(f"{op}: {m:.0f} (least {least:.0f}); with garner {m_garner:.0f} ({least_garner:.0f}); {m_garner - m:+.0f} ({least_garner - least:+.0f})")


main(*sys.argv[1:])
