"""ONNX Runtime's operators, a model of one node for each expression. All inputs and the output lie in memory given to it.

A scatter is tried with its output in the operand's memory, where the runtime then has nothing to copy, and with an
output of its own. Operators that add in several threads may lose updates: their digest is wrong then, and they are
left out.
"""
ort = onnx = np = None
threads_given = 1
providers = None  # adds others than ONNX Runtime's own to a session's options


def start(threads):
    global ort, onnx, np, threads_given
    import numpy
    import onnx as format_library
    import onnxruntime

    np, onnx, ort, threads_given = numpy, format_library, onnxruntime, threads
    ort.set_default_logger_severity(3)
    return f"onnxruntime {ort.__version__}"


def element_type(dtype):
    name = {"f32": "FLOAT", "f64": "DOUBLE", "bf16": "BFLOAT16", "i8": "INT8", "i16": "INT16", "i32": "INT32"}[dtype]
    return getattr(onnx.TensorProto, name)


def session_of(node, attributes, inputs, output):
    """A session of one node. `inputs` and `output`: name, element type, shape."""
    helper = onnx.helper
    values = [helper.make_tensor_value_info(*v) for v in inputs]
    made = helper.make_tensor_value_info(*output)
    graph = helper.make_graph(
        [helper.make_node(node, [v[0] for v in inputs], [output[0]], **attributes)], "case", values, [made]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads_given
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if providers is None:
        return ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    providers(options)
    return ort.InferenceSession(model.SerializeToString(), options)


class Prepared:
    def __init__(self, case, arrays):
        self.case, self.x, self.i, self.u = case, arrays.operand, arrays.indices, arrays.updates
        self.wide = self.i if self.i.dtype == np.int64 else self.i.astype(np.int64)
        if case.op == "gather":
            self.out = np.zeros(case.dense_shape, self.x.dtype)
        else:
            self.first, self.out = self.x.copy(), np.zeros_like(self.x)
        self.made = None
        self.expressions = [e for node in NODES[case.key()](case) for e in self.calls(*node)]

    def calls(self, node, attributes, index_shape, wide):
        """The node as calls: for a scatter in place and not."""
        indices = self.wide if wide else self.i
        label = node + "".join(f" {k}={v}" for k, v in attributes.items())
        if self.case.op == "gather":
            return [(label, self.call(node, attributes, index_shape, indices, self.out))]
        return [
            (label + ", in place", self.call(node, attributes, index_shape, indices, self.x)),
            (label, self.call(node, attributes, index_shape, indices, self.out)),
        ]

    def call(self, node, attributes, index_shape, indices, out):
        index_type = onnx.TensorProto.INT64 if indices.dtype == np.int64 else onnx.TensorProto.INT32
        c, of = self.case, element_type(self.case.dtype)
        inputs = [("x", of, c.operand_shape, self.x), ("i", index_type, index_shape, indices)]
        if self.u is not None:
            inputs.append(("u", of, c.dense_shape, self.u))
        output = ("y", of, list(out.shape))
        state = {}

        def bound():
            session = session_of(node, attributes, [v[:3] for v in inputs], output)
            binding = session.io_binding()
            for name, kind, shape, array in inputs:
                binding.bind_input(name, "cpu", 0, kind, list(shape), array.ctypes.data)
            binding.bind_output("y", "cpu", 0, of, list(out.shape), out.ctypes.data)
            return session, binding

        def run():
            if not state:
                state["session"], state["binding"] = bound()
            state["session"].run_with_iobinding(state["binding"])
            self.made = out

        return run

    def reset(self):
        if self.case.op == "gather":
            self.out.fill(0)
        else:
            np.copyto(self.x, self.first)

    def result(self):
        return self.made


def gather_rows(c):
    """Node, attributes, shape of the indices, and whether they must be int64."""
    if c.shared or not c.batched:
        yield "Gather", {"axis": c.axis}, c.index_shape, False
    if not c.shared and c.row == 1:
        yield "GatherElements", {"axis": c.axis}, c.index_shape, False
    if not c.shared:
        yield "GatherND", {"batch_dims": c.axis}, c.index_shape + [1], True


def gather_elements(c):
    yield "GatherElements", {"axis": c.axis}, c.index_shape, False


def gather_points(c):
    yield "GatherND", {}, c.index_shape, True


def scatter_with(reduction):
    def scatter(c):
        attributes = {} if reduction == "none" else {"reduction": reduction}
        if c.kind == "elems" or (c.kind == "rows" and c.row == 1):
            yield "ScatterElements", {"axis": c.axis, **attributes}, c.index_shape, False
        if c.kind == "nd2":
            yield "ScatterND", attributes, c.index_shape, True
        elif c.kind == "rows" and not c.batched:
            yield "ScatterND", attributes, c.index_shape + [1], True

    return scatter


NODES = EXPRESSIONS = {
    ("rows", "gather"): gather_rows,
    ("elems", "gather"): gather_elements,
    ("nd2", "gather"): gather_points,
    ("rows", "set"): scatter_with("none"),
    ("elems", "set"): scatter_with("none"),
    ("rows", "add"): scatter_with("add"),
    ("elems", "add"): scatter_with("add"),
    ("nd2", "add"): scatter_with("add"),
    ("rows", "max"): scatter_with("max"),
}
LACKS = {("win", "gather"): "no operator takes windows at start indices"}
prepare = Prepared
