"""PyTorch's expressions, and pytorch_scatter's where it is installed."""
torch = scatter = None


def start(threads):
    global torch, scatter
    import torch as library

    torch = library
    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    try:
        import torch_scatter

        scatter = torch_scatter
    except (ImportError, OSError):
        pass
    return "torch " + torch.__version__ + (", torch_scatter " + scatter.__version__ if scatter else "")


def tensor(array, dtype):
    """In memory of torch's own. NumPy has no bf16: its bits are given as uint16."""
    if dtype == "bf16":
        return torch.from_numpy(array.view("int16")).clone().view(torch.bfloat16)
    return torch.from_numpy(array).clone()


def as_numpy(t):
    t = t.contiguous()
    return t.view(torch.int16).numpy() if t.dtype == torch.bfloat16 else t.numpy()


class Prepared:
    """A case's tensors and expressions. `wide`: indices as int64, which some functions insist on, outside the time."""

    def __init__(self, case, arrays):
        self.case = case
        self.x, self.i = tensor(arrays.operand, case.dtype), torch.from_numpy(arrays.indices).clone()
        self.wide = self.i.long()
        self.u = None if arrays.updates is None else tensor(arrays.updates, case.dtype)
        if case.op == "gather":
            self.out = torch.zeros(case.dense_shape, dtype=self.x.dtype)
        else:
            self.first = self.x.clone()
        self.made = None
        self.expressions = [(label, self.keep(call)) for label, call in EXPRESSIONS[case.key()](self)]

    def keep(self, call):
        def kept():
            self.made = call()

        return kept

    def reset(self):
        self.made = None
        if self.case.op == "gather":
            self.out.zero_()
        else:
            self.x.copy_(self.first)

    def result(self):
        return as_numpy(self.made if self.case.op == "gather" else self.x)


def index_out(p, subscripts):
    return torch.ops.aten.index.Tensor_out(p.x, subscripts, out=p.out)


def expanded(p):
    """A row number for every element of the updates or result."""
    return p.wide[..., None].expand(p.case.dense_shape)


def gather_rows(p):
    c = p.case
    if c.shared or not c.batched:
        yield "index_select(out=)", lambda: torch.index_select(p.x, c.axis, p.i, out=p.out)
        yield "index.Tensor_out", lambda: index_out(p, [None] * c.axis + [p.wide])
    if not c.batched and c.row > 1:
        yield "embedding", lambda: torch.nn.functional.embedding(p.i, p.x)
    if not c.shared and c.row == 1:
        yield "gather(out=)", lambda: torch.gather(p.x, c.axis, p.wide, out=p.out)
        yield "gather", lambda: torch.gather(p.x, c.axis, p.wide)
        if not c.batched:
            yield "take(out=)", lambda: torch.take(p.x, p.wide, out=p.out)
    if c.batched and not c.shared:
        yield from gather_batches(p)


def gather_batches(p):
    c = p.case
    flat = p.x.reshape(c.batches * c.rows, c.row)
    out = p.out.view(c.batches * c.vectors, c.row)
    base = torch.arange(c.batches)[:, None] * c.rows
    batch = torch.arange(c.batches)[:, None]
    yield (
        "linear index, index_select(out=)",
        lambda: torch.index_select(flat, 0, (p.wide + base).view(-1), out=out),
    )
    yield "index.Tensor_out", lambda: index_out(p, [batch, p.wide])
    if c.row > 1:
        yield "gather(out=), index expanded", lambda: torch.gather(p.x, 1, expanded(p), out=p.out)


def gather_elements(p):
    yield "gather(out=)", lambda: torch.gather(p.x, p.case.axis, p.wide, out=p.out)
    yield "gather", lambda: torch.gather(p.x, p.case.axis, p.wide)


def gather_points(p):
    c = p.case
    flat = p.x.reshape([-1] + ([c.row] if c.row > 1 else []))
    linear = torch.empty(c.vectors, dtype=torch.int64)

    def select():
        torch.mul(p.wide[:, 0], c.columns, out=linear)
        linear.add_(p.wide[:, 1])
        return torch.index_select(flat, 0, linear, out=p.out)

    yield "linear index, index_select(out=)", select
    yield "index.Tensor_out", lambda: index_out(p, [p.wide[:, 0], p.wide[:, 1]])


def gather_windows(p):
    c = p.case
    places = (torch.arange(c.height)[:, None] * c.columns + torch.arange(c.width)).reshape(-1)
    flat, out = p.x.reshape(-1), p.out.view(-1)
    windows = p.x.unfold(0, c.height, 1).unfold(1, c.width, 1)
    starts = (c.rows - c.height) * c.columns + c.columns - c.width + 1
    strided = flat.as_strided((starts, c.height, c.width), (1, c.columns, 1))

    def start():
        return p.wide[:, 0] * c.columns + p.wide[:, 1]

    yield "windows by as_strided, index_select(out=)", lambda: torch.index_select(strided, 0, start(), out=p.out)
    yield (
        "linear index, index_select(out=)",
        lambda: torch.index_select(flat, 0, (start()[:, None] + places).view(-1), out=out).view(c.dense_shape),
    )
    yield "unfold[i, j]", lambda: windows[p.wide[:, 0], p.wide[:, 1]]


def scatter_set(p):
    c = p.case
    if c.kind == "elems" or c.row == 1:
        yield "scatter_", lambda: p.x.scatter_(c.axis, p.wide, p.u)
    else:
        yield "scatter_, index expanded", lambda: p.x.scatter_(c.axis, expanded(p), p.u)
    if c.kind == "rows" and not c.batched:
        yield "index_copy_", lambda: p.x.index_copy_(0, p.wide, p.u)
        yield "index_put_", lambda: p.x.index_put_((p.wide,), p.u)


def scatter_add(p):
    c = p.case
    at = p.wide if c.kind == "elems" or c.row == 1 else expanded(p)
    yield "scatter_add_", lambda: p.x.scatter_add_(c.axis, at, p.u)
    if scatter and c.is_sorted and not c.batched and c.kind == "rows":
        yield "torch_scatter.segment_coo", lambda: scatter.segment_coo(p.u, p.wide, out=p.x, reduce="sum")
    if c.kind == "rows" and not c.batched:
        yield "index_add_", lambda: p.x.index_add_(0, p.i, p.u)
        yield "index_put_(accumulate)", lambda: p.x.index_put_((p.wide,), p.u, accumulate=True)


def scatter_add_points(p):
    c = p.case
    flat = p.x.view(-1) if c.row == 1 else p.x.view(-1, c.row)
    yield (
        "linear index, index_add_",
        lambda: flat.index_add_(0, p.wide[:, 0] * c.columns + p.wide[:, 1], p.u),
    )
    if c.row == 1:
        yield (
            "linear index, scatter_add_",
            lambda: flat.scatter_add_(0, p.wide[:, 0] * c.columns + p.wide[:, 1], p.u),
        )
    yield (
        "index_put_(accumulate)",
        lambda: p.x.index_put_((p.wide[:, 0], p.wide[:, 1]), p.u, accumulate=True),
    )


def scatter_max(p):
    c = p.case
    at = p.wide if c.row == 1 else expanded(p)
    yield "scatter_reduce_(amax)", lambda: p.x.scatter_reduce_(c.axis, at, p.u, "amax", include_self=True)
    if not c.batched:
        yield "index_reduce_(amax)", lambda: p.x.index_reduce_(0, p.wide, p.u, "amax", include_self=True)
        if scatter:
            yield "torch_scatter.scatter_max", lambda: scatter.scatter_max(p.u, p.wide, 0, out=p.x)


EXPRESSIONS = {
    ("rows", "gather"): gather_rows,
    ("elems", "gather"): gather_elements,
    ("nd2", "gather"): gather_points,
    ("win", "gather"): gather_windows,
    ("rows", "set"): scatter_set,
    ("elems", "set"): scatter_set,
    ("rows", "add"): scatter_add,
    ("elems", "add"): scatter_add,
    ("nd2", "add"): scatter_add_points,
    ("rows", "max"): scatter_max,
}
LACKS = {}
prepare = Prepared
