"""generated.py - runs what `garner gen` wrote, all in one process.

  generated.py FORM FOLDER

FORM: numpy, jax, torch: scripts, each of which ends with its status. onnx-node-test: folders with a model and its data set, which
ONNX Runtime runs. A model with an operator or a type that ONNX Runtime does not implement is left out. Ends with "N passed, N failed".
"""
import contextlib
import io
import os
import sys

import numpy as np


def run_script(path):
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), open(path) as f:
            exec(compile(f.read(), path, "exec"), {"__name__": "generated"})
    except SystemExit as end:
        return not end.code, said.getvalue()
    except Exception as e:  # a script that fails is a failure, whichever way
        return False, f"{type(e).__name__}: {e}"
    return False, "the script has no status"


def tensors(folder, kind):
    import onnx
    from onnx import numpy_helper

    found, i = [], 0
    while os.path.exists(path := os.path.join(folder, "test_data_set_0", f"{kind}_{i}.pb")):
        proto = onnx.TensorProto()
        with open(path, "rb") as f:
            proto.ParseFromString(f.read())
        found.append((proto.name, numpy_helper.to_array(proto)))
        i += 1
    return found


def is_close(got, want):
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    if want.dtype.kind != "f" or want.size == 0:
        return bool(np.all(got == want))
    finite = np.abs(want[np.isfinite(want)])
    largest = float(finite.max()) if finite.size else 1.0
    step = 0.01 if want.dtype == np.float16 else 1e-5
    return bool(np.allclose(got.astype(np.float64), want.astype(np.float64), rtol=step, atol=step * largest, equal_nan=True))


def run_model(folder):
    import onnx
    import onnxruntime

    model = onnx.load(os.path.join(folder, "model.onnx"))
    onnx.checker.check_model(model)
    onnxruntime.set_default_logger_severity(4)
    try:
        session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"), providers=["CPUExecutionProvider"])
        got = session.run(None, dict(tensors(folder, "input")))
    except Exception as e:
        lacks = ("NOT_IMPLEMENTED", "not implemented", "not supported", "Type Error", "No corresponding Numpy", "MLDataType")
        return (None, "") if any(word in str(e) for word in lacks) else (False, str(e))
    wrong = [name for (name, want), one in zip(tensors(folder, "output"), got) if not is_close(np.asarray(one), want)]
    return not wrong, f"other results: {wrong}"


def main():
    form, folder = sys.argv[1:]
    passed = failed = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        fine, said = (run_model if form == "onnx-node-test" else run_script)(path)
        passed += fine is True
        failed += fine is False
        if fine is False:
            print(f"{form} {name}: {said[:1000]}")
    print(f"{passed} passed, {failed} failed")


main()
