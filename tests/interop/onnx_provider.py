"""onnx_provider.py - garner as ONNX Runtime's provider against ONNX Runtime's own: random nodes, the same bits are expected.

    onnx_provider.py LIBRARY [CASES [SEED]]

LIBRARY is libgarner_ort.so. Each case is one node of a random operator, version, type and shape, whose session has garner for
all sizes of nodes, and another that has not. What ONNX Runtime has no kernel for is held against NumPy, or counted. Then come
models that are wrong, options, and several threads on one session. Ends with "N passed, N failed"; status 1 on a failure.
"""
import collections
import random
import sys
import threading
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto as T
from onnx import helper

ort.set_default_logger_severity(4)
ort.register_execution_provider_library("garner", str(Path(sys.argv[1]).resolve()))
DEVICES = [d for d in ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
counts = collections.Counter()

# ---- elements -------------------------------------------------------------------------------------

FLOATS = {T.FLOAT: np.float32, T.DOUBLE: np.float64, T.FLOAT16: np.float16}
INTEGERS = {T.INT8: np.int8, T.INT16: np.int16, T.INT32: np.int32, T.INT64: np.int64}
UNSIGNED = {T.UINT8: np.uint8, T.UINT16: np.uint16, T.UINT32: np.uint32, T.UINT64: np.uint64}
NUMPY = {**FLOATS, **INTEGERS, **UNSIGNED, T.BOOL: np.bool_}
REDUCTIONS = ["none", "add", "mul", "max", "min"]


def elements(kind, shape):
    """Sums and products of them are exact in every type, or wrap."""
    count = int(np.prod(shape, dtype=np.int64))
    if kind == T.BOOL:
        return np.array([draw.random() < 0.5 for _ in range(count)], np.bool_).reshape(shape)
    least = 0 if kind in UNSIGNED else -4
    return np.array([draw.randint(least, 4) for _ in range(count)], np.int64).astype(NUMPY[kind]).reshape(shape)


def extents(rank, most=5):
    return [0 if draw.random() < 0.03 else draw.randint(1, most) for _ in range(rank)]


def indices(shape, extent_of, dtype=np.int64, wild=0.0):
    """In [-n, n) for the extent n of each place; where wild, now and then outside."""
    out = np.zeros(shape, np.int64)
    for at in np.ndindex(*shape):
        n = extent_of(at)
        out[at] = n + draw.randint(0, 2) if n == 0 or draw.random() < wild else draw.randint(-n, n - 1)
    return out.astype(dtype)


def axis_of(rank):
    return draw.randint(-rank, rank - 1)


def index_type():
    return draw.choice([np.int32, np.int64])


def wildness():
    return 0.1 if draw.random() < 0.08 else 0.0


# ---- operators: the versions they have, and a random node of each: attributes, inputs, type of the output ---------

def gather(version, kind):
    data = extents(draw.randint(1, 4))
    axis = axis_of(len(data))
    i = indices(extents(draw.randint(0, 3)), lambda _: data[axis], index_type(), wildness())
    return {"axis": axis}, [elements(kind, data), i], kind


def along(data, axis):
    axis %= len(data)
    return [draw.randint(0, 5) if d == axis else n if draw.random() < 0.7 else draw.randint(0, n) for d, n in enumerate(data)]


def gather_elements(version, kind):
    data = extents(draw.randint(1, 4))
    axis = axis_of(len(data))
    i = indices(along(data, axis), lambda _: data[axis], index_type(), wildness())
    return {"axis": axis}, [elements(kind, data), i], kind


def vectors(data, b, k, lead):
    return indices([*lead, k], lambda at: data[b + at[-1]], np.int64, wildness())


def gather_nd(version, kind):
    data = extents(draw.randint(1, 4))
    b = draw.randint(0, min(len(data) - 1, 2)) if version >= 12 else 0
    k = draw.randint(1, len(data) - b)
    i = vectors(data, b, k, data[:b] + extents(draw.randint(0 if b else 1, 2)))
    return ({"batch_dims": b} if b else {}), [elements(kind, data), i], kind


def reduction(version, kind):
    """max and min came with version 18, the others with 16."""
    return draw.choice(REDUCTIONS[: 5 if version >= 18 else 3 if version >= 16 else 1])


def scatter_elements(version, kind):
    data = extents(draw.randint(1, 4))
    axis, how = axis_of(len(data)), reduction(version, kind)
    i = indices(along(data, axis), lambda _: data[axis], index_type(), wildness())
    attributes = {"axis": axis} if how == "none" else {"axis": axis, "reduction": how}
    return attributes, [elements(kind, data), i, elements(kind, i.shape)], kind


def scatter_nd(version, kind):
    data = extents(draw.randint(1, 4))
    k, how = draw.randint(1, len(data)), reduction(version, kind)
    i = vectors(data, 0, k, extents(draw.randint(0, 2)))
    updates = elements(kind, [*i.shape[:-1], *data[k:]])
    return ({} if how == "none" else {"reduction": how}), [elements(kind, data), i, updates], kind


def tensor_scatter(version, kind):
    cache = [draw.randint(1, 4) for _ in range(draw.randint(2, 4))]
    axis = draw.randint(1, len(cache) - 1)
    length = draw.randint(1, cache[axis])
    circular = draw.random() < 0.5
    most = 2 * cache[axis] if circular else cache[axis] - length
    begins = np.array([draw.randint(0, most + (draw.random() < 0.03)) for _ in range(cache[0])], np.int64)
    update = [length if d == axis else n for d, n in enumerate(cache)]
    inputs = [elements(kind, cache), elements(kind, update)] + ([begins] if draw.random() < 0.8 else [])
    return {"axis": axis - draw.choice([0, len(cache)]), "mode": "circular" if circular else "linear"}, inputs, kind


def one_hot(version, kind):
    shape = extents(draw.randint(1, 3))
    depth = draw.randint(1, 5)
    i = np.array([draw.randint(-depth - 1, depth) for _ in range(int(np.prod(shape)))]).reshape(shape).astype(index_type())
    kinds = [np.int32, np.int64, np.float32]
    d = np.array([depth], draw.choice(kinds)) if draw.random() < 0.5 else np.array(depth, draw.choice(kinds))
    return {"axis": axis_of(len(shape) + 1)}, [i, d, elements(kind, [2])], kind


OPERATORS = {
    "Gather": ([1, 11, 13], gather),
    "GatherElements": ([11, 13], gather_elements),
    "GatherND": ([11, 12, 13], gather_nd),
    "Scatter": ([9, 10], lambda v, k: scatter_elements(9, k)),
    "ScatterElements": ([11, 13, 16, 18], scatter_elements),
    "ScatterND": ([11, 13, 16, 18], scatter_nd),
    "TensorScatter": ([24], tensor_scatter),
    "OneHot": ([9, 11], one_hot),
}

# ---- by NumPy, where ONNX Runtime has no kernel ---------------------------------------------------

COMBINE = {"none": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": np.maximum, "min": np.minimum}


def put(out, at, value, how):
    with np.errstate(over="ignore"):
        combined = COMBINE[how](out[at], value)
    out[at] = combined.astype(out.dtype) if hasattr(combined, "astype") else combined


def by_numpy(op, attributes, inputs):
    """None: an index is out of range."""
    axis, how = attributes.get("axis", 0), attributes.get("reduction", "none")
    out = inputs[0].copy()
    try:
        if op == "TensorScatter":
            begins = inputs[2] if len(inputs) > 2 else np.zeros(out.shape[0], np.int64)
            extent = out.shape[axis]
            for at in np.ndindex(*inputs[1].shape):
                to = begins[at[0]] + at[axis]
                to = to % extent if attributes["mode"] == "circular" else to
                place = list(at)
                place[axis] = to
                out[tuple(place)] = inputs[1][at]
        elif op == "ScatterND":
            for at in np.ndindex(*inputs[1].shape[:-1]):
                put(out, tuple(inputs[1][at]), inputs[2][at], how)
        elif op in ("Scatter", "ScatterElements"):
            for at in np.ndindex(*inputs[1].shape):
                place = list(at)
                place[axis] = inputs[1][at]
                put(out, tuple(place), inputs[2][at], how)
        elif op == "OneHot":
            i, depth = inputs[0].astype(np.int64), int(inputs[1].reshape(()))
            classes = np.arange(depth).reshape([depth if d == axis % (i.ndim + 1) else 1 for d in range(i.ndim + 1)])
            there = np.expand_dims(np.where((i >= -depth) & (i < depth), i % depth, -1), axis) == classes
            return np.where(there, inputs[2][1], inputs[2][0])
        else:
            return NotImplemented
    except IndexError:
        return None
    return out


# ---- models and sessions --------------------------------------------------------------------------

def kind_of(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype)


def model(op, version, attributes, inputs, kind, name="the_node"):
    names = [f"i{k}" for k in range(len(inputs))]
    values = [helper.make_tensor_value_info(n, kind_of(a), [None] * a.ndim) for n, a in zip(names, inputs)]
    node = helper.make_node(op, names, ["out"], name=name, **attributes)
    graph = helper.make_graph([node], "graph", values, [helper.make_tensor_value_info("out", kind, None)])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=11 if version >= 24 else 8)


def session(made, garner=True, pool=2, **options):
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = pool
    if garner:
        settings.add_provider_for_devices(DEVICES, {"nodes": "all", **options})
        settings.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    return ort.InferenceSession(made.SerializeToString(), settings)


def answer(made, inputs, garner, **more):
    """The output, or the text of the error."""
    try:
        s = session(made, garner, **more)
        feeds = {f"i{k}": a for k, a in enumerate(inputs)}
        out = s.run(None, feeds)[0]
        for _ in range(2 if garner else 0):  # by the plan, too
            again = s.run(None, feeds)[0]
            assert again.tobytes() == out.tobytes(), "a second run has other bits"
        return out
    except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
        return str(error)


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def check(claim, holds, *more):
    counts["passed" if holds else "failed"] += 1
    if not holds:
        print("FAILED:", claim, *more)


# ---- random nodes ---------------------------------------------------------------------------------

def lacks_kernel(text):
    return any(part in text for part in ("NOT_IMPLEMENTED", "not supported", "Unsupported", "is not implemented", "invalid type"))


def compare(op, version, kind):
    attributes, inputs, kind = OPERATORS[op][1](version, kind)
    made = model(op, version, attributes, inputs, kind)
    claim = f"{op} {version} {T.DataType.Name(kind)} {attributes} {[a.shape for a in inputs]}"
    # One thread: several lose updates of one place in ScatterND.
    theirs, ours = answer(made, inputs, False, pool=1), answer(made, inputs, True)
    if isinstance(theirs, str) and lacks_kernel(theirs):
        theirs = by_numpy(op, attributes, inputs)
        counts["by NumPy"] += theirs is not NotImplemented
        if theirs is NotImplemented:
            counts["without a peer"] += 1
            return
    if theirs is None or isinstance(theirs, str):
        empty = isinstance(ours, np.ndarray) and ours.size == 0
        check(claim, isinstance(ours, str) and "'the_node'" in ours or empty, theirs, "|", ours)
    elif isinstance(ours, str) and 0 in theirs.shape + inputs[1].shape:
        counts["refused where nothing moves"] += 1  # ON-D3: an index out of range, of slices without elements
    else:
        check(claim, isinstance(ours, np.ndarray) and same(theirs, ours), theirs, ours, *inputs)


def random_nodes():
    for n in range(CASES):
        op = list(OPERATORS)[n % len(OPERATORS)]
        compare(op, draw.choice(OPERATORS[op][0]), draw.choice(list(NUMPY)))


# ---- large nodes, on threads ----------------------------------------------------------------------

def large_nodes():
    bits = np.random.default_rng(1)
    table = bits.integers(-8, 8, (4000, 64)).astype(np.float32)
    rows = bits.integers(0, 4000, 20000)
    elements_ = np.broadcast_to(rows[:, None], (20000, 64)).copy()
    updates = bits.integers(-8, 8, (20000, 64)).astype(np.float32)
    # Rows of one index that are shorter than the table's, in a batch that is shorter, too.
    batch = bits.integers(-8, 8, (3, 500, 64)).astype(np.float32)
    short = np.ascontiguousarray(np.broadcast_to(bits.integers(-500, 500, (2, 1200, 1)), (2, 1200, 50)))
    for op, attributes, inputs in [
        ("Gather", {"axis": 0}, [table, rows]),
        ("GatherElements", {"axis": 0}, [table, elements_[:4000]]),
        ("GatherND", {}, [table, rows[:, None]]),
        ("ScatterElements", {"axis": 0, "reduction": "add"}, [table, elements_, updates]),
        ("ScatterElements", {"axis": 0, "reduction": "add"}, [table, np.sort(elements_, 0), updates]),
        ("GatherElements", {"axis": 0}, [table, np.ascontiguousarray(elements_[:4000, :40]).astype(np.int32)]),
        ("GatherElements", {"axis": 1}, [batch, short]),
        ("ScatterElements", {"axis": -2, "reduction": "add"}, [batch, short, updates.reshape(-1)[: short.size].reshape(short.shape)]),
        ("ScatterElements", {"axis": 1}, [batch, short, updates.reshape(-1)[: short.size].reshape(short.shape)]),
        ("ScatterND", {"reduction": "add"}, [table, rows[:, None], updates]),
        ("ScatterND", {"reduction": "max"}, [table, rows[:, None], updates]),
    ]:
        made = model(op, 18, attributes, inputs, T.FLOAT)
        theirs = answer(made, inputs, False, pool=1)
        for pool, options in [(1, {}), (2, {}), (2, {"threads": "1"}), (2, {"threads": "7"})]:
            ours = answer(made, inputs, True, pool=pool, **options)
            check(f"{op} {attributes}, {pool} threads, {options}", isinstance(ours, np.ndarray) and same(theirs, ours), ours)


# ---- options and errors ---------------------------------------------------------------------------

def options_and_errors():
    x, i = np.arange(12, dtype=np.float32).reshape(3, 4), np.array([0, 7, -9])
    made = model("Gather", 13, {"axis": 1}, [x, i], T.FLOAT)
    text = answer(made, [x, i], True)
    check("the first index out of range is told, and the node", isinstance(text, str) and "'the_node'" in text and "7 at [1]" in text, text)
    zero = answer(made, [x, i], True, out_of_range="zero")
    check("zero", same(zero, np.array([[0, 0, 0], [4, 0, 0], [8, 0, 0]], np.float32)), zero)
    clamp = answer(made, [x, i], True, out_of_range="clamp")
    check("clamp: an index counts from the end first", same(clamp, np.array([[0, 3, 0], [4, 7, 4], [8, 11, 8]], np.float32)), clamp)
    wide = [np.ones((3, 8), np.float32), np.repeat(np.arange(4000) % 4, 8).reshape(4000, 8)]
    made = model("GatherElements", 13, {"axis": 0}, wide, T.FLOAT)
    text = answer(made, wide, True)
    check("an index of a row is told by its element", isinstance(text, str) and "3 at [3, 0]" in text, text)
    zero = answer(made, wide, True, out_of_range="zero")
    check("zero, by rows", same(zero, (wide[1] < 3).astype(np.float32)), zero)
    depths = [np.array([0, 1, 2]), np.array(3), np.array([0, 1], np.float32)]
    one = session(model("OneHot", 11, {}, depths, T.FLOAT))
    for n in (3, 5, 2, 5):
        out = one.run(None, {"i0": depths[0], "i1": np.array(n), "i2": depths[2]})[0]
        check("another depth, another shape", same(out, np.eye(3, n, dtype=np.float32)), out)
    put_in = [np.zeros((3,), np.float32), np.array([1, 5]), np.array([2, 3], np.float32)]
    made = model("ScatterElements", 18, {"axis": 0}, put_in, T.FLOAT)
    check("zero drops an update", same(answer(made, put_in, True, out_of_range="zero"), np.array([0, 2, 0], np.float32)))
    check("clamp moves an update", same(answer(made, put_in, True, out_of_range="clamp"), np.array([0, 2, 3], np.float32)))
    for wrong in ({"threads": "many"}, {"threads": "-1"}, {"threads": "257"}, {"threads": ""}, {"out_of_range": "wrap"}, {"nodes": "none"}, {"no_such": "1"}):
        text = answer(made, put_in, True, **wrong)
        told = isinstance(text, str) and "garner: " in text and next(iter(wrong)) in text
        again = isinstance(text, str) and "Conflicting session configuration" in text  # 1.24 tries again without providers
        check(f"option {wrong} is refused", told or again, text)


def from_nothing():
    """Indices along a dimension without elements are out of range, whether there is something to give or not."""
    for width in (0, 5):
        x, i = np.zeros((0, width), np.float32), np.array([0, -1])
        for op, version, attributes, inputs in [
            ("Gather", 13, {"axis": 0}, [x, i]),
            ("GatherElements", 13, {"axis": 0}, [np.zeros((0, 5), np.float32), np.zeros((2, 5), np.int64)]),
            ("GatherND", 13, {}, [x, i[:, None]]),
        ]:
            made = model(op, version, attributes, inputs, T.FLOAT)
            out = inputs[1].shape if op == "GatherElements" else (2, width)
            text = answer(made, inputs, True)
            check(f"{op} from nothing, {width}", isinstance(text, str) and "right: no index at all" in text, text)
            check(f"{op} from nothing, {width}, zero", same(answer(made, inputs, True, out_of_range="zero"), np.zeros(out, np.float32)))
            text = answer(made, inputs, True, out_of_range="clamp")
            refused = isinstance(text, str) and "right: no index at all" in text
            check(f"{op} from nothing, {width}, clamp", refused if 0 not in out else same(text, np.zeros(out, np.float32)), text)


def wrong_models():
    """What a checker of models would refuse, or what only a run sees: an error, and nothing else."""
    x = np.zeros((3, 4), np.float32)
    rows = np.zeros((2, 4), np.int64)
    for op, version, attributes, inputs in [
        ("Gather", 13, {"axis": 2}, [x, rows]),
        ("Gather", 13, {"axis": -(2**63)}, [x, rows]),
        ("GatherElements", 13, {"axis": 9}, [x, rows]),
        ("GatherElements", 13, {"axis": 0}, [x, np.zeros((2, 4, 1), np.int64)]),
        ("GatherElements", 13, {"axis": 0}, [x, np.zeros((2, 5), np.int64)]),
        ("GatherND", 13, {"batch_dims": 2}, [x, np.zeros((3, 4, 1), np.int64)]),
        ("GatherND", 13, {"batch_dims": -1}, [x, np.zeros((3, 1), np.int64)]),
        ("GatherND", 13, {}, [x, np.zeros((3, 3), np.int64)]),
        ("GatherND", 13, {}, [x, np.zeros((3, 0), np.int64)]),
        ("ScatterElements", 18, {"axis": 0, "reduction": "mean"}, [x, rows, np.zeros((2, 4), np.float32)]),
        ("ScatterElements", 18, {"axis": 0, "reduction": "x" * 1000}, [x, rows, np.zeros((2, 4), np.float32)]),
        ("ScatterElements", 18, {"axis": 0}, [x, rows, np.zeros((2, 3), np.float32)]),
        ("ScatterND", 18, {}, [x, np.zeros((2, 3), np.int64), np.zeros((2,), np.float32)]),
        ("ScatterND", 18, {}, [x, np.zeros((2, 1), np.int64), np.zeros((2, 5), np.float32)]),
        ("TensorScatter", 24, {"axis": 0}, [x, x]),
        ("TensorScatter", 24, {"axis": 1}, [x, np.zeros((3, 5), np.float32)]),
        ("TensorScatter", 24, {"axis": 1}, [x, np.zeros((2, 4), np.float32)]),
        ("TensorScatter", 24, {"axis": 1}, [x, x, np.zeros((2,), np.int64)]),
        ("TensorScatter", 24, {"axis": 1}, [x, x, np.array([0, 0, -1])]),
        ("TensorScatter", 24, {"axis": 1}, [x, x, np.array([0, 2**62, 0])]),
        ("OneHot", 11, {}, [rows, np.array([0]), np.zeros(2, np.float32)]),
        ("OneHot", 11, {}, [rows, np.array([-5]), np.zeros(2, np.float32)]),
        ("OneHot", 11, {}, [rows, np.array([2, 3]), np.zeros(2, np.float32)]),
        ("OneHot", 11, {}, [rows, np.array(np.nan, np.float32), np.zeros(2, np.float32)]),
        ("OneHot", 11, {}, [rows, np.array(2**62), np.zeros(2, np.float32)]),
        ("OneHot", 11, {"axis": 5}, [rows, np.array(3), np.zeros(2, np.float32)]),
        ("OneHot", 11, {}, [rows, np.array(3), np.zeros(3, np.float32)]),
    ]:
        text = answer(model(op, version, attributes, inputs, T.FLOAT), inputs, True)
        check(f"{op} {attributes} {[a.shape for a in inputs]} is refused", isinstance(text, str), text)


def what_stays():
    """Strings, and tensors of more dimensions than garner takes, are ONNX Runtime's own, in a session that has garner."""
    deep, i = np.arange(3, dtype=np.float32).reshape([1] * 32 + [3]), np.array([2, 0])
    for op, axis, x, kind in (("Gather", 0, np.array(["a", "b", "c"], object), T.STRING), ("Gather", 32, deep, T.FLOAT), ("GatherElements", 32, deep, T.FLOAT)):
        at = i.reshape([1] * axis + [2]) if op == "GatherElements" else i
        node = helper.make_node(op, ["x", "i"], ["y"], axis=axis)
        given = [helper.make_tensor_value_info("x", kind, x.shape), helper.make_tensor_value_info("i", T.INT64, at.shape)]
        graph = helper.make_graph([node], "graph", given, [helper.make_tensor_value_info("y", kind, [1] * axis + [2])])
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        settings = ort.SessionOptions()
        settings.add_provider_for_devices(DEVICES, {"nodes": "all"})
        try:
            out = ort.InferenceSession(made.SerializeToString(), settings).run(None, {"x": x, "i": at})[0]
        except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
            out = np.array(str(error))
        check(f"{op} of {x.dtype}, rank {x.ndim}", out.ravel().tolist() == x.ravel()[i].tolist(), out)


def what_counts_as_large():
    """By default a node is garner's where its output is large, or not known before a run: its errors then have garner's words."""
    x, i = np.zeros((3, 2), np.float32), np.array([1, 7])
    node = helper.make_node("Gather", ["x", "i"], ["y"], axis=0)
    for what, shapes, is_large in (
        ("a small output", ((3, 2), (2,), (2, 2)), False),
        ("an extent that is not known", ((3, 2), ("n",), ("n", 2)), True),
        ("a rank that is not known", (None, None, None), True),
    ):
        infos = [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in zip("xiy", (T.FLOAT, T.INT64, T.FLOAT), shapes)]
        graph = helper.make_graph([node], "graph", infos[:2], infos[2:])
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        settings = ort.SessionOptions()
        settings.add_provider_for_devices(DEVICES, {})
        try:
            text = str(ort.InferenceSession(made.SerializeToString(), settings).run(None, {"x": x, "i": i}))
        except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
            text = str(error)
        check(f"{what} of Gather", "out of" in text and ("right: -3 to 2" in text) == is_large, text)


# ---- several threads, several sessions ------------------------------------------------------------

def many_at_once():
    bits = np.random.default_rng(2)
    tables = [bits.integers(-8, 8, (n, 32)).astype(np.float32) for n in (3, 500, 9000)]
    rows = [bits.integers(0, len(t), 5000) for t in tables]
    sessions = [session(model("Gather", 13, {"axis": 0}, [tables[0], rows[0]], T.FLOAT)) for _ in range(2)]
    wrong = []

    def work(k):
        for n in range(60):
            t = (n + k) % 3
            if not same(sessions[n % 2].run(None, {"i0": tables[t], "i1": rows[t]})[0], tables[t][rows[t]]):
                wrong.append((k, n))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check("two sessions on four threads", not wrong, wrong[:5])


for part in (random_nodes, large_nodes, options_and_errors, from_nothing, wrong_models, what_stays, what_counts_as_large, many_at_once):
    part()
print(", ".join(f"{n} {what}" for what, n in counts.items() if what not in ("passed", "failed")) or "all against ONNX Runtime")
print(f"{counts['passed']} passed, {counts['failed']} failed")
sys.exit(counts["failed"] != 0 or counts["passed"] == 0)
