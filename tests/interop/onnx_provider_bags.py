"""onnx_provider_bags.py - a Gather and the reduction of its rows as one node of garner's, against ONNX Runtime's nodes.

    onnx_provider_bags.py LIBRARY [CASES [SEED]]

LIBRARY is libgarner_ort.so. Random models of Gather, Mul by weights or none, and ReduceSum, ReduceMean, ReduceMax or ReduceMin, of
every version, on numbers whose sums are exact, so that the same bits are expected. Models that must stay apart, indices out of
range and the option `indices` follow. Ends with "N passed, N failed"; status 1 on a failure.
"""
import os
import random
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto as T
from onnx import helper

ort.set_default_logger_severity(4)
ort.register_execution_provider_library("garner", str(Path(sys.argv[1]).resolve()))
DEVICES = [d for d in ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 400
draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
passed = failed = 0

TYPES = {T.FLOAT: np.float32, T.DOUBLE: np.float64, T.FLOAT16: np.float16}
# The operator, versions of the operator set at which it changed, and from which on its axes are an input.
REDUCTIONS = {
    "ReduceSum": ([11, 13, 18], 13),
    "ReduceMean": ([11, 13, 18], 18),
    "ReduceMax": ([11, 12, 13, 18, 20], 18),
    "ReduceMin": ([11, 12, 13, 18, 20], 18),
}


def check(claim, holds, *more):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print("FAILED:", claim, *more)


def elements(kind, shape):
    """Multiples of a half, small enough for products and sums of them to be exact."""
    return (np.array([draw.randint(-8, 8) for _ in range(int(np.prod(shape)))], np.float64) / 2).reshape(shape).astype(TYPES[kind])


def model(op, version, kind, inputs, axes, keepdims=1, weights_first=False, extra=(), more_nodes=(), open_shapes=True):
    """Inputs: table, indices, and weights where there are three. The nodes are called bag, mul and sum."""
    axes_are_input = version >= REDUCTIONS[op][1]
    rows = "rows"
    nodes = [helper.make_node("Gather", ["table", "ids"], [rows], name="bag", axis=draw.choice([0, -inputs[0].ndim]))]
    if len(inputs) > 2:
        pair = ["weights", rows] if weights_first else [rows, "weights"]
        nodes.append(helper.make_node("Mul", pair, ["scaled"], name="mul"))
        rows = "scaled"
    constants = [helper.make_tensor("axes", T.INT64, [len(axes)], axes)] if axes_are_input and axes is not None else []
    attributes = {"axes": axes} if not axes_are_input and axes is not None else {}
    nodes.append(helper.make_node(op, [rows] + ["axes"] * len(constants), ["out"], name="sum", keepdims=keepdims, **attributes))

    def value(name, array):
        last = array.ndim - (inputs[0].ndim - 1)  # weights have 1 along what a row has
        known = [n if name == "weights" and d >= last or not open_shapes else None for d, n in enumerate(array.shape)]
        return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), known)

    values = [value(n, a) for n, a in zip(["table", "ids", "weights"], inputs)]
    outputs = [helper.make_tensor_value_info("out", kind, None)] + [helper.make_tensor_value_info(n, kind, None) for n in extra]
    graph = helper.make_graph(nodes + list(more_nodes), "graph", values, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=8)


def session(made, garner, pool=2, **options):
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = pool
    settings.enable_profiling = options.pop("profiled", False)
    settings.profile_file_prefix = os.path.join(tempfile.gettempdir(), f"garner_bags_{os.getpid()}")
    if garner:
        settings.add_provider_for_devices(DEVICES, {"nodes": "all", **options})
    return ort.InferenceSession(made.SerializeToString(), settings)


def answer(made, inputs, garner, **more):
    try:
        s = session(made, garner, **more)
        feeds = dict(zip(["table", "ids", "weights"], inputs))
        out = s.run(None, feeds)[0]
        if garner:
            assert s.run(None, feeds)[0].tobytes() == out.tobytes(), "a second run has other bits"
        return out
    except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
        return str(error)


def same(a, b):
    return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def nodes_run(made, inputs, **options):
    """The names of the nodes that a session ran, by its profile."""
    s = session(made, True, profiled=True, **options)
    s.run(None, dict(zip(["table", "ids", "weights"], inputs)))
    path = Path(s.end_profiling())
    text = path.read_text(encoding="utf-8")
    path.unlink()
    return text


def is_one(made, inputs, **options):
    text = nodes_run(made, inputs, **options)
    return '"sum_kernel_time"' not in text and '"bag_kernel_time"' not in text


# ---- random models --------------------------------------------------------------------------------

def random_inputs(kind, wild=False):
    extents = [0 if draw.random() < 0.05 else draw.randint(1, 5) for _ in range(draw.randint(1, 3))]
    table = [draw.randint(1, 9)] + [draw.randint(1, 6) for _ in range(draw.randint(1, 2))]
    n = table[0]
    ids = [draw.randint(-n, n - 1) for _ in range(int(np.prod(extents)))]
    if wild and ids:
        ids[draw.randrange(len(ids))] = draw.choice([n, n + 7, -n - 1])
    inputs = [elements(kind, table), np.array(ids, draw.choice([np.int32, np.int64])).reshape(extents)]
    if kind != T.FLOAT16 and draw.random() < 0.5:
        shape = [n if draw.random() < 0.7 else 1 for n in extents] + [1] * (len(table) - 1)
        inputs.append(elements(kind, shape[draw.randint(0, len(extents)) if draw.random() < 0.2 else 0 :]))
    axes = draw.sample(range(len(extents)), draw.randint(1, len(extents)))
    rank = len(extents) + len(table) - 1
    return inputs, [a if draw.random() < 0.7 else a - rank for a in axes]


def random_models():
    for n in range(CASES):
        op = list(REDUCTIONS)[n % len(REDUCTIONS)]
        kind, version = draw.choice(list(TYPES)), draw.choice(REDUCTIONS[op][0])
        wild = draw.random() < 0.08
        inputs, axes = random_inputs(kind, wild)
        made = model(op, version, kind, inputs, axes, draw.randint(0, 1), draw.random() < 0.5)
        claim = f"{op} {version} {T.DataType.Name(kind)} axes {axes} {[a.shape for a in inputs]}"
        theirs, ours = answer(made, inputs, False, pool=1), answer(made, inputs, True, pool=draw.choice([1, 2]))
        if isinstance(theirs, str):
            check(claim, isinstance(ours, str) and "'bag'" in ours, theirs, "|", ours)
        else:
            # A sum of zeros alone has no sign of its own to keep: +0 here, the first one's there.
            check(claim, same(theirs + 0, ours + 0) if isinstance(ours, np.ndarray) else False, theirs, ours, *inputs)


# ---- one node, or apart ---------------------------------------------------------------------------

def one_or_apart():
    table, ids = elements(T.FLOAT, [50, 8]), np.array([[1, 2, -3], [4, 4, 0]])
    weights = elements(T.FLOAT, [2, 3, 1])
    for op in REDUCTIONS:
        for version in REDUCTIONS[op][0]:
            check(f"{op} {version} is one node", is_one(model(op, version, T.FLOAT, [table, ids], [1]), [table, ids]))
            with_weights = [table, ids, weights]
            check(f"{op} {version} with weights", is_one(model(op, version, T.FLOAT, with_weights, [1]), with_weights))
    two = [table, ids]
    check("the option", not is_one(model("ReduceSum", 13, T.FLOAT, two, [1]), two, fuse="none"))
    check("rows that the graph answers", not is_one(model("ReduceSum", 13, T.FLOAT, two, [1], extra=["rows"]), two))
    again = [helper.make_node("Neg", ["rows"], ["other"])]
    check("rows of two readers", not is_one(model("ReduceSum", 13, T.FLOAT, two, [1], extra=["other"], more_nodes=again), two))
    check("an axis of the rows", not is_one(model("ReduceSum", 13, T.FLOAT, two, [2]), two))
    check("one of both", not is_one(model("ReduceSum", 13, T.FLOAT, two, [1, 2]), two))
    check("all axes", not is_one(model("ReduceSum", 13, T.FLOAT, two, None), two))
    wide = [table, ids, elements(T.FLOAT, [2, 3, 8])]
    check("weights along rows", not is_one(model("ReduceSum", 13, T.FLOAT, wide, [1]), wide))
    zero = {"out_of_range": "zero"}
    check("a mean of rows of zeros", not is_one(model("ReduceMean", 13, T.FLOAT, two, [1]), two, **zero))
    check("a sum of rows of zeros", is_one(model("ReduceSum", 13, T.FLOAT, two, [1]), two, **zero))


# ---- large bags, on threads -----------------------------------------------------------------------

def large_bags():
    bits = np.random.default_rng(1)
    table = (bits.integers(-8, 8, (3000, 64)) / 2).astype(np.float32)
    ids = bits.integers(-3000, 3000, (400, 20))
    weights = (bits.integers(-4, 4, (400, 20, 1)) / 2).astype(np.float32)
    for inputs, axes in ([table, ids], [1]), ([table, ids, weights], [1]), ([table, ids.T.copy()], [0]), ([table, ids], [0, 1]):
        for op in REDUCTIONS:
            made = model(op, 18, T.FLOAT, inputs, axes)
            theirs = answer(made, inputs, False, pool=1)
            for pool, options in (1, {}), (2, {}), (2, {"threads": "5"}):
                ours = answer(made, inputs, True, pool=pool, **options)
                check(f"large {op} {axes}, {pool} threads, {options}", same(theirs, ours), theirs, ours)
    rough = bits.standard_normal((3000, 64)).astype(np.float32)
    made = model("ReduceSum", 13, T.FLOAT, [rough, ids], [1], 0)
    exact = rough.astype(np.float64)[ids].sum(1)
    bound = np.abs(rough.astype(np.float64))[ids].sum(1) * 19 * 2.0**-24
    check("any sum is within its bound", (np.abs(answer(made, [rough, ids], True) - exact) <= bound).all())
    made = model("ReduceSum", 13, T.FLOAT, [rough, ids.T.copy()], [0])
    theirs, ours = (answer(made, [rough, ids.T.copy()], g, pool=1) for g in (False, True))
    check("a sum along the first axis has ONNX Runtime's order", same(theirs, ours))
    few = ids[:, :5].copy()
    made = model("ReduceSum", 13, T.FLOAT, [rough, few], [1])
    theirs, ours = (answer(made, [rough, few], g, pool=1) for g in (False, True))
    check("and so has one of five rows", same(theirs, ours))


# ---- indices out of range -------------------------------------------------------------------------

def out_of_range():
    table, ids = np.arange(1, 13, dtype=np.float32).reshape(4, 3), np.array([[0, 9, 1], [-9, 3, 9]])
    made = model("ReduceSum", 13, T.FLOAT, [table, ids], [1], 0)
    text = answer(made, [table, ids], True)
    told = "Gather node 'bag': indices element out of data bounds, idx=9 must be within the inclusive range [-4,3]; indices: 9 at [0, 1]"
    check("the first one is told", isinstance(text, str) and told in text, text)
    check("zero", same(answer(made, [table, ids], True, out_of_range="zero"), np.array([[5, 7, 9], [10, 11, 12]], np.float32)))
    check("clamp", same(answer(made, [table, ids], True, out_of_range="clamp"), np.array([[15, 18, 21], [21, 24, 27]], np.float32)))
    empty = np.zeros((0, 3), np.float32)
    for rule in "error", "clamp":
        check(f"no row, {rule}", isinstance(answer(made, [empty, ids], True, out_of_range=rule), str))
    check("no row, zero", same(answer(made, [empty, ids], True, out_of_range="zero"), np.zeros((2, 3), np.float32)))
    ragged = [table, ids, np.ones((5, 3, 1), np.float32)]
    text = answer(model("ReduceSum", 13, T.FLOAT, ragged, [1]), ragged, True)
    check("weights of another shape are refused", isinstance(text, str) and "weights have 5" in text, text)


def logged(run):
    """What `run` writes to the standard error of the process, which is where ONNX Runtime's logger writes."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        sys.stderr.flush()
        os.dup2(file.fileno(), 2)
        try:
            run()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return file.read().decode()


def reports():
    table, ids = np.arange(12, dtype=np.float32).reshape(4, 3), np.array([[0, 3, 1], [-4, 5, -6]])
    ort.set_default_logger_severity(2)
    bag = model("ReduceSum", 13, T.FLOAT, [table, ids], [1])
    apart = model("ReduceSum", 13, T.FLOAT, [table, ids], [2])
    elements_ = helper.make_model(
        helper.make_graph(
            [helper.make_node("GatherND", ["table", "ids"], ["out"], name="points")],
            "graph",
            [helper.make_tensor_value_info("table", T.FLOAT, [4, 3]), helper.make_tensor_value_info("ids", T.INT64, [None, 2])],
            [helper.make_tensor_value_info("out", T.FLOAT, None)],
        ),
        opset_imports=[helper.make_opsetid("", 13)],
        ir_version=8,
    )
    points = np.array([[0, 2], [3, 3], [7, 7]])
    good = np.array([[0, 3, 1], [-4, 2, 2]])
    for claim, made, feed, words in [
        ("one node", bag, ids, "Gather node 'bag': indices element out of data bounds, idx=5 must be within the inclusive range [-4,3]; indices: 5 at [1, 1]"),
        ("nodes apart", apart, ids, "Gather node 'bag': indices element out of data bounds, idx=5"),
        ("vectors", elements_, points, "GatherND node 'points': indices element out of data bounds, idx=3 must be within the inclusive range [-3,2]; indices: 3 at [1, 1]"),
    ]:
        for rule in "zero", "clamp":
            s = session(made, True, out_of_range=rule, indices="report")
            text = logged(lambda: [s.run(None, {"table": table, "ids": feed}) for _ in range(2)])
            check(f"{claim}, {rule}: told once a run", text.count(words) == 2 and text.count("out of data bounds") == 2, text)
            s = session(made, True, out_of_range=rule)
            check(f"{claim}, {rule}: silent", "out of data" not in logged(lambda: s.run(None, {"table": table, "ids": feed})))
    s = session(bag, True, out_of_range="clamp", indices="report")
    check("nothing to tell", "out of data" not in logged(lambda: s.run(None, {"table": table, "ids": good})))
    ort.set_default_logger_severity(4)


for part in (random_models, one_or_apart, large_bags, out_of_range, reports):
    part()
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed == 0)
