"""NumPy's expressions. It has one thread, whatever it is given."""
import os

np = None


def start(_threads):
    global np
    os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "1")
    import numpy

    np = numpy
    return "numpy " + np.__version__


class Prepared:
    """A case's arrays and expressions. A gather writes `out`, or makes its result."""

    def __init__(self, case, arrays):
        self.case, self.x, self.i, self.u = case, arrays.operand, arrays.indices, arrays.updates
        if case.op == "gather":
            self.out = np.zeros(case.dense_shape, self.x.dtype)
        else:
            self.first = self.x.copy()
        self.made = None
        self.expressions = [(label, self.keep(call)) for label, call in EXPRESSIONS[case.key()](self)]

    def keep(self, call):
        def kept():
            self.made = call()

        return kept

    def reset(self):
        self.made = None
        if self.case.op == "gather":
            self.out.fill(0)
        else:
            np.copyto(self.x, self.first)

    def result(self):
        return np.ascontiguousarray(self.made) if self.case.op == "gather" else self.x

    def outer(self):
        return np.arange(self.case.batches)[:, None]


def linear_rows(p):
    """Rows of all batches as rows of one matrix: the matrix, and its row numbers."""
    row = () if p.case.row == 1 else (p.case.row,)
    return p.x.reshape((-1,) + row), p.outer() * p.case.rows


def linear_elements(p):
    c = p.case
    base = np.arange(c.columns)
    if c.batched:
        base = (np.arange(c.batches) * (c.rows * c.columns))[:, None, None] + base
    return p.x.reshape(-1), c.columns, base


def gather_rows(p):
    c = p.case
    if c.shared or not c.batched:
        yield "take(out=, mode='clip')", lambda: np.take(p.x, p.i, axis=c.axis, out=p.out, mode="clip")
        yield "take()", lambda: np.take(p.x, p.i, axis=c.axis)
        yield "x[i]", (lambda: p.x[:, p.i]) if c.batched else (lambda: p.x[p.i])
        return
    flat, base = linear_rows(p)
    yield "linear index, take(out=, mode='clip')", lambda: np.take(flat, p.i + base, axis=0, out=p.out, mode="clip")
    yield "x[b, i]", lambda: p.x[p.outer(), p.i]
    if c.row == 1:
        yield "take_along_axis", lambda: np.take_along_axis(p.x, p.i, 1)


def gather_elements(p):
    flat, stride, base = linear_elements(p)
    yield "take_along_axis", lambda: np.take_along_axis(p.x, p.i, p.case.axis)
    yield (
        "linear index, take(out=, mode='clip')",
        lambda: np.take(flat, p.i.astype(np.int64) * stride + base, out=p.out, mode="clip"),
    )


def gather_points(p):
    c = p.case
    flat = p.x.reshape([-1] + ([c.row] if c.row > 1 else []))
    yield "x[i, j]", lambda: p.x[p.i[:, 0], p.i[:, 1]]
    yield (
        "linear index, take(out=, mode='clip')",
        lambda: np.take(flat, p.i[:, 0].astype(np.int64) * c.columns + p.i[:, 1], axis=0, out=p.out, mode="clip"),
    )


def gather_windows(p):
    c = p.case
    windows = np.lib.stride_tricks.sliding_window_view(p.x, (c.height, c.width))
    places = np.arange(c.height)[:, None] * c.columns + np.arange(c.width)
    yield "sliding_window_view[i, j]", lambda: windows[p.i[:, 0], p.i[:, 1]]
    yield (
        "linear index, take(out=, mode='clip')",
        lambda: np.take(
            p.x.reshape(-1),
            (p.i[:, 0].astype(np.int64) * c.columns + p.i[:, 1])[:, None, None] + places,
            out=p.out,
            mode="clip",
        ),
    )


def targets(p):
    """What the indices of a scatter select, as subscripts of the operand, and as numbers of its rows."""
    c = p.case
    if c.kind == "nd2":
        return (p.i[:, 0], p.i[:, 1])
    if c.kind == "elems":
        columns = np.arange(c.columns)
        return (np.arange(c.batches)[:, None, None], p.i, columns) if c.batched else (p.i, columns)
    return (p.outer(), p.i) if c.batched else (p.i,)


def scatter_set(p):
    c, at = p.case, targets(p)

    def assign():
        p.x[at] = p.u

    yield "x[i] = u", assign
    if c.kind == "elems" or (c.kind == "rows" and c.row == 1):
        yield "put_along_axis", lambda: np.put_along_axis(p.x, p.i, p.u, c.axis)


def scatter_add(p):
    c, at = p.case, targets(p)
    yield "add.at", lambda: np.add.at(p.x, at, p.u)
    if c.kind != "rows" or c.row > 1 or p.x.size > 1 << 23 or p.x.dtype.kind != "f":
        return

    def count():
        flat, base = linear_rows(p)
        sums = np.bincount((p.i + base).ravel() if c.batched else p.i, p.u.ravel(), flat.size)
        np.add(flat, sums, out=flat, casting="same_kind")

    yield "x += bincount(i, u)", count


def scatter_max(p):
    yield "maximum.at", lambda: np.maximum.at(p.x, targets(p), p.u)


EXPRESSIONS = {
    ("rows", "gather"): gather_rows,
    ("elems", "gather"): gather_elements,
    ("nd2", "gather"): gather_points,
    ("win", "gather"): gather_windows,
    ("rows", "set"): scatter_set,
    ("elems", "set"): scatter_set,
    ("rows", "add"): scatter_add,
    ("elems", "add"): scatter_add,
    ("nd2", "add"): scatter_add,
    ("rows", "max"): scatter_max,
}
LACKS = {}
prepare = Prepared
