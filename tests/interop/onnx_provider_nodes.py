"""onnx_provider_nodes.py - ONNX's node tests through ONNX Runtime that has garner as a provider.

    onnx_provider_nodes.py LIBRARY

LIBRARY is libgarner_ort.so. The tests are those that the onnx package makes (onnx.backend.test.case.node). Each runs in a session with
garner for all sizes of nodes, and in one without. Where garner has no node, both answer the same bits or refuse with the same words. Where
it has one, the outputs are those that the test expects, to the bit where the node is the whole model, and else within the test's own
tolerance. Ends with "N passed, N failed"; status 1 on a failure.
"""
import collections
import ctypes
import sys
import warnings
from pathlib import Path

import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

ort.set_default_logger_severity(4)
ort.register_execution_provider_library("garner", str(Path(sys.argv[1]).resolve()))
DEVICES = [d for d in ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
OPERATORS = {"Gather", "GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "TensorScatter", "OneHot"}
counts = collections.Counter()


def check(claim, holds, *more):
    counts["passed" if holds else "failed"] += 1
    if not holds:
        print("FAILED:", claim, *more)


def node_tests():
    with warnings.catch_warnings():  # infinities that are made on purpose
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        return collect_testcases(None)


def session(model, garner):
    """And the operators whose nodes garner has."""
    ort.set_seed(1)  # of the operators that draw random numbers
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 1
    if not garner:
        return ort.InferenceSession(model.SerializeToString(), settings), []
    settings.add_provider_for_devices(DEVICES, {"nodes": "all"})
    settings.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    made = ort.InferenceSession(model.SerializeToString(), settings)
    parts = [p for p in made.get_provider_graph_assignment_info() if p.ep_name == "GarnerExecutionProvider"]
    return made, [n.op_type for p in parts for n in p.get_nodes()]


def is_known(array):
    """Whether NumPy has the type by itself."""
    return not isinstance(array, np.ndarray) or array.dtype.isbuiltin == 1


class Unfed(Exception):
    """Python has no way to give ONNX Runtime such a tensor. Both sessions are made, and not run."""


def feed(value):
    """What a session takes: an array, or bits of a type that NumPy has not."""
    array = numpy_helper.to_array(value) if isinstance(value, TensorProto) else np.asarray(value) if np.isscalar(value) else value
    if is_known(array):
        return array
    kind = helper.np_dtype_to_tensor_dtype(array.dtype)
    if array.dtype.name in ("int2", "int4", "uint2", "uint4", "float4_e2m1fn"):
        raise Unfed("elements of less than a byte")
    return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}"), kind)


def taken(value):
    """An output as an array; of a type that NumPy has not its bytes."""
    try:
        return value.numpy()
    except RuntimeError:
        return ctypes.string_at(value.data_ptr(), value.tensor_size_in_bytes())


def run(made, inputs):
    """The outputs."""
    given = {v.name: feed(x) for v, x in zip(made.get_inputs(), inputs)}
    odd = any(kind in v.type for v in made.get_outputs() for kind in ("bfloat16", "float8", "float4", "int4", "int2"))
    if not odd and not any(isinstance(x, ort.OrtValue) for x in given.values()):
        return made.run(None, given)
    values = {n: x if isinstance(x, ort.OrtValue) else ort.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(x)) for n, x in given.items()}
    return [taken(x) for x in made.run_with_ort_values(None, values)]


def answer(test, garner):
    """Outputs for each data set, or the text of the error; and the operators that garner has."""
    nodes = []
    try:
        made, nodes = session(test.model, garner)
        return [run(made, inputs) for inputs, _ in test.data_sets], nodes
    except Unfed as error:
        return f"{error} and the nodes {nodes}", nodes
    except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
        assert "ONNXRuntimeError" in str(error) or "ONNX Runtime" in str(error), (test.name, error)
        return str(error), nodes


def bits(x):
    if isinstance(x, (list, tuple)):
        return [bits(y) for y in x]
    if isinstance(x, np.ndarray):
        return x.dtype.str, x.shape, x.tolist() if x.dtype == object else x.tobytes()
    return x


def is_expected(test, out, want):
    want = numpy_helper.to_array(want) if isinstance(want, TensorProto) else np.asarray(want)
    if isinstance(out, bytes):
        return out == want.tobytes()
    if out.shape != want.shape or out.dtype != want.dtype:
        return False
    if len(test.model.graph.node) == 1 and test.model.graph.node[0].op_type in OPERATORS or out.dtype.kind != "f":
        return bits(out) == bits(want)
    return np.allclose(out, want, rtol=test.rtol, atol=test.atol, equal_nan=True)


def compare(test):
    theirs, _ = answer(test, False)
    ours, nodes = answer(test, True)
    names = sorted(set(nodes))
    if isinstance(ours, str) or not nodes:
        counts["refused by both" if isinstance(ours, str) and isinstance(theirs, str) else "with no node of garner's"] += 1
        check(test.name, bits(theirs) == bits(ours), theirs, "|", ours)
        return
    counts["with " + "/".join(names)] += 1
    for out, (_, want) in zip(ours, test.data_sets):
        check(test.name + ", as expected", all(is_expected(test, a, b) for a, b in zip(out, want)), out, "|", want)
    if not isinstance(theirs, str):
        check(test.name + ", as without garner", bits(theirs) == bits(ours), theirs, "|", ours)


tests = [t for t in node_tests() if t.data_sets]
for test in tests:
    compare(test)
print(f"{len(tests)} node tests of ONNX:", ", ".join(f"{n} {what}" for what, n in sorted(counts.items()) if what not in ("passed", "failed")))
print(f"{counts['passed']} passed, {counts['failed']} failed")
sys.exit(counts["failed"] != 0 or counts["passed"] == 0)
