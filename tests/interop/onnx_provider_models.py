"""onnx_provider_models.py - random models with garner as ONNX Runtime's provider and without: the same bits, on 1 to 16 threads.

    onnx_provider_models.py LIBRARY [CASES [SEED]]

LIBRARY is libgarner_ort.so. A model has up to five gathers and scatters of one operator set, on inputs, constants and each other's
results, several of which read one value. Its extents are known or not; where they are not, other extents follow in the same session, some
of them 0. Some indices are out of range: both sides refuse then. Models that ONNX Runtime has no kernels for are held against garner on
other threads. A failure prints its number, which runs it alone: CASES is then 1, SEED the number. Ends with "N passed, N failed";
status 1 on a failure.
"""
import collections
import random
import sys
from pathlib import Path

import numpy as np
import onnxruntime as ort
from onnx import TensorProto as T
from onnx import helper, numpy_helper

ort.set_default_logger_severity(4)
ort.register_execution_provider_library("garner", str(Path(sys.argv[1]).resolve()))
DEVICES = [d for d in ort.get_ep_devices() if d.ep_name == "GarnerExecutionProvider"]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 400
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
counts = collections.Counter()

FLOATS = {T.FLOAT: np.float32, T.DOUBLE: np.float64, T.FLOAT16: np.float16}
INTEGERS = {T.INT8: np.int8, T.INT16: np.int16, T.INT32: np.int32, T.INT64: np.int64}
UNSIGNED = {T.UINT8: np.uint8, T.UINT16: np.uint16, T.UINT32: np.uint32, T.UINT64: np.uint64}
NUMPY = {**FLOATS, **INTEGERS, **UNSIGNED, T.BOOL: np.bool_}
# Those that are most common, more often.
KINDS = [T.FLOAT] * 8 + [T.INT64] * 3 + [T.INT32] * 3 + [T.DOUBLE] * 2 + list(NUMPY)
REDUCTIONS = {9: ["none"], 16: ["none", "add", "mul"], 18: ["none", "add", "mul", "max", "min"]}


MOST = 1 << 20  # elements of a tensor


class TooLarge(Exception):
    """Of a few nodes, each of whose results has more dimensions than what it reads."""


def bounded(shape):
    if np.prod([float(n) for n in shape]) > MOST:
        raise TooLarge
    return shape


class Model:
    """Draws what makes the model from `structure`, and extents and elements from `sizes`."""

    def __init__(self, structure, sizes):
        self.s, self.z = random.Random(structure), random.Random(sizes)
        self.version = self.s.choice([9, 10, 11, 12, 13, 16, 18, 18, 20, 21, 24])
        self.kind = self.s.choice(KINDS)
        self.is_open = self.s.random() < 0.5
        self.reduces = self.s.random() < 0.6
        self.most = self.s.choice([3, 5, 5, 9, 40]) if self.s.random() < 0.95 else 150
        self.bits = np.random.default_rng(sizes)
        self.nodes, self.inputs, self.constants = [], [], []
        self.values = []  # those of the model's type: name, shape
        self.used = set()
        self.value(self.extents(self.s.randint(1, 4)))
        for _ in range(self.s.randint(1, 5)):
            self.s.choice(self.makers())(self)

    # ---- values ----

    def extents(self, rank):
        most = max(2, int(self.most ** (2 / max(rank, 2))))
        return [0 if self.z.random() < 0.02 else self.z.randint(1, most) for _ in range(rank)]

    def elements(self, shape):
        """Any bits, or numbers other than 0 where sums, products and extremes are to be the same everywhere (ON-D1, ON-D2)."""
        bounded(shape)
        dtype = np.dtype(NUMPY[self.kind])
        if self.kind == T.BOOL:
            return self.bits.integers(0, 2, shape).astype(np.bool_)
        if self.kind in FLOATS and self.reduces:
            return (self.bits.choice([-1, 1], shape) * self.bits.uniform(0.5, 2, shape)).astype(dtype)
        count = int(np.prod(shape, dtype=np.int64))
        return np.frombuffer(self.bits.bytes(count * dtype.itemsize), dtype).reshape(shape)

    def add(self, array, constant=False):
        """An input, or a constant; its name."""
        name = f"i{len(self.inputs) + len(self.constants)}"
        (self.constants if constant and not self.is_open else self.inputs).append((name, array))
        return name

    def value(self, shape):
        self.values.append((self.add(self.elements(shape), self.s.random() < 0.3), shape))
        return self.values[-1]

    def data(self, least_rank=1):
        """A value that is there, now and then a new one."""
        there = [v for v in self.values if len(v[1]) >= least_rank]
        return self.s.choice(there) if there and self.s.random() < 0.8 else self.value(self.extents(self.s.randint(least_rank, 4)))

    def node(self, op, inputs, shape, **attributes):
        out = f"v{len(self.nodes)}"
        bounded(shape)
        self.nodes.append(helper.make_node(op, inputs, [out], name=out, **attributes))
        self.used.update(inputs)
        self.values.append((out, shape))

    def indices(self, shape, extent_of, narrow=True):
        """In [-n, n) for the extent n of each place, which `extent_of` says by the last coordinate; now and then outside."""
        extents = np.array([extent_of(k) for k in range(max(shape[-1], 1) if shape else 1)], np.int64)
        bounded(shape)
        n = np.broadcast_to(extents[: shape[-1]] if shape else extents[0], shape)
        out = self.bits.integers(-(2**62), 2**62, shape) % np.maximum(2 * n, 1) - n
        if out.size and self.z.random() < 0.03:
            out.reshape(-1)[self.z.randrange(out.size)] += self.z.choice([-1, 1]) * 3 * int(n.max())
        dtype = np.int32 if narrow and self.s.random() < 0.5 else np.int64
        return self.add(np.asarray(out).astype(dtype), self.s.random() < 0.3)

    def updates(self, shape):
        name, _ = self.value(shape)
        if self.s.random() < 0.3 and self.kind in (T.FLOAT, T.DOUBLE, T.INT32, T.INT64):
            self.node("Neg", [name], shape)
            return self.values[-1][0]
        return name

    # ---- nodes ----

    def gather(self):
        name, shape = self.data()
        axis = self.s.randrange(len(shape))
        at = self.extents(self.s.randint(0, 4 - min(3, len(shape) - 1)))
        i = self.indices(at, lambda _: shape[axis])
        self.node("Gather", [name, i], shape[:axis] + at + shape[axis + 1 :], axis=axis - self.s.choice([0, len(shape)]))

    def along(self, shape, axis):
        """The shape of indices, and the indices: one for each element, or one for each row that an Expand repeats."""
        at = [n if self.s.random() < 0.7 else self.z.randint(0, n) for n in shape]
        at[axis] = self.z.randint(0, 2 * shape[axis])
        if self.version < 13 or self.s.random() < 0.5:
            return at, self.indices(at, lambda _: shape[axis])
        row = self.indices(at[: axis + 1] + [1] * (len(at) - axis - 1), lambda _: shape[axis])
        to = self.add(np.array(at, np.int64), True)
        self.node("Expand", [row, to], at)
        return at, self.values.pop()[0]

    def gather_elements(self):
        name, shape = self.data()
        axis = self.s.randrange(len(shape))
        at, i = self.along(shape, axis)
        self.node("GatherElements", [name, i], at, axis=axis - self.s.choice([0, len(shape)]))

    def gather_nd(self):
        name, shape = self.data()
        b = self.s.randint(0, min(len(shape) - 1, 2)) if self.version >= 12 else 0
        k = self.s.randint(1, len(shape) - b)
        lead = shape[:b] + self.extents(self.s.randint(0 if b else 1, 2))
        i = self.indices(lead + [k], lambda c: shape[b + c], narrow=False)
        self.node("GatherND", [name, i], lead + shape[b + k :], **({"batch_dims": b} if b else {}))

    def reduction(self):
        how = self.s.choice(REDUCTIONS[max(v for v in REDUCTIONS if v <= self.version)])
        return {"reduction": how} if how != "none" and self.reduces else {}

    def scatter_elements(self):
        name, shape = self.data()
        axis = self.s.randrange(len(shape))
        at, i = self.along(shape, axis)
        op = "ScatterElements" if self.version >= 11 else "Scatter"
        self.node(op, [name, i, self.updates(at)], shape, axis=axis - self.s.choice([0, len(shape)]) * (self.version > 10), **self.reduction())

    def scatter_nd(self):
        name, shape = self.data()
        k = self.s.randint(1, len(shape))
        lead = self.extents(self.s.randint(0, 2))
        i = self.indices(lead + [k], lambda c: shape[c], narrow=False)
        self.node("ScatterND", [name, i, self.updates(lead + shape[k:])], shape, **self.reduction())

    def tensor_scatter(self):
        name, shape = self.data(2)
        axis = self.s.randrange(1, len(shape))
        length = self.z.randint(min(1, shape[axis]), shape[axis])
        begins = self.bits.integers(0, shape[axis] - length + 1, shape[0])
        update = self.updates([length if d == axis else n for d, n in enumerate(shape)])
        self.node("TensorScatter", [name, update, self.add(begins)], shape, axis=axis - self.s.choice([0, len(shape)]))

    def one_hot(self):
        at = self.extents(self.s.randint(1, 3))
        depth = self.z.randint(1, 6)
        axis = self.s.randint(-len(at) - 1, len(at))
        i = self.add(self.bits.integers(-depth - 1, depth + 1, at))
        values = self.elements([2])
        if self.kind == T.FLOAT16:  # for which ONNX Runtime goes by f32, where a signaling NaN becomes a quiet one
            values = np.where(np.isnan(values), np.float16(np.inf), values)
        values = self.add(values)
        place = axis % (len(at) + 1)
        self.node("OneHot", [i, self.add(np.array(depth), True), values], at[:place] + [depth] + at[place:], axis=axis)

    def makers(self):
        old = [Model.gather, Model.scatter_elements, Model.one_hot]
        new = [Model.gather_elements, Model.gather_nd, Model.scatter_nd] * 2
        return old + (new if self.version >= 11 else []) + ([Model.tensor_scatter] if self.version >= 24 else [])

    # ---- the whole ----

    def proto(self):
        def info(name, array):
            dims = [self.s.choice([None, f"{name}_{d}"]) if self.is_open else n for d, n in enumerate(array.shape)]
            return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), dims)

        made = {n.output[0] for n in self.nodes}
        outputs = [v for v in self.values if v[0] in made and (v[0] not in self.used or self.s.random() < 0.2)]
        graph = helper.make_graph(
            self.nodes,
            "graph",
            [info(*i) for i in self.inputs],
            [helper.make_tensor_value_info(name, self.kind, None) for name, _ in outputs],
            [numpy_helper.from_array(a, name) for name, a in self.constants],
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.version)], ir_version=11 if self.version >= 24 else 8)

    def feeds(self):
        return dict(self.inputs)

    def moves_nothing(self):
        """Whether some node has a result without elements, where GatherND may refuse more (ON-D3)."""
        return any(0 in shape for _, shape in self.values)


# ---- sessions -------------------------------------------------------------------------------------

def session(made, pool, options):
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = pool
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if options is not None:
        settings.add_provider_for_devices(DEVICES, options)
    return ort.InferenceSession(made.SerializeToString(), settings)


def answers(made, feeds, pool, options):
    """For each of the feeds outputs or the text of an error; one text where there is no session."""
    try:
        s = session(made, pool, options)
    except Exception as error:  # noqa: BLE001: ONNX Runtime raises several
        return str(error)
    outs = []
    for feed in feeds:
        try:
            outs.append([(x.dtype.str, x.shape, x.tobytes()) for x in s.run(None, feed)])
        except Exception as error:  # noqa: BLE001
            outs.append(str(error))
    return outs


# What ONNX Runtime says where it has no kernel, or none for the type and the reduction (ON-D5).
LACKS = ("NOT_IMPLEMENTED", "data type is not supported with")


def is_same(theirs, ours, may_refuse):
    if isinstance(theirs, str) or isinstance(ours, str):
        return isinstance(theirs, str) and isinstance(ours, str) or may_refuse and isinstance(ours, str)
    return theirs == ours


def check(number):
    draw = random.Random(number + 10**10)
    try:
        first = Model(number, number)
        models = [first, Model(number, number + 10**9)] if first.is_open else [first]
    except TooLarge:
        counts["too large, and left out"] += 1
        return
    made, feeds = first.proto(), [m.feeds() for m in models] + [first.feeds()]
    options = {"nodes": "faster" if draw.random() < 0.1 else "all", "threads": str(draw.choice([0, 0, 1, 2, *range(3, 17)]))}
    pool = draw.choice([1, 1, 2, 2, 3, 4, 7, 16])
    theirs = answers(made, feeds, 1, None)
    if any(word in text for text in ([theirs] if isinstance(theirs, str) else theirs) for word in LACKS):
        counts["without kernels of ONNX Runtime's"] += 1
        options["nodes"] = "all"
        theirs = answers(made, feeds, 1, {"nodes": "all", "threads": "1"})
    ours = answers(made, feeds, pool, options)
    whole = isinstance(theirs, list) and isinstance(ours, list)
    fine = whole and all(is_same(a, b, m.moves_nothing()) for a, b, m in zip(theirs, ours, [*models, first]))
    counts["runs that both refuse"] += sum(isinstance(a, str) and isinstance(b, str) for a, b in zip(theirs, ours)) if whole else 0
    counts["passed" if fine else "failed"] += 1
    if not fine:
        print("FAILED: model", number, [n.op_type for n in first.nodes], f"opset {first.version}", options, f"pool {pool}", first.values)
        print("   ", *([f"{str(a)[:400]} | {str(b)[:400]};" for a, b in zip(theirs, ours) if a != b] if whole else [theirs, "|", ours]))


for number in range(SEED, SEED + CASES):
    check(number)
print(", ".join(f"{n} {what}" for what, n in counts.items() if what not in ("passed", "failed")))
print(f"{counts['passed']} passed, {counts['failed']} failed")
sys.exit(counts["failed"] != 0 or counts["passed"] == 0)
