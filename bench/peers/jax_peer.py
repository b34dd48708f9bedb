"""JAX's expressions, each compiled by XLA for the CPU. What a scatter changes is donated, so that it happens in place.

Indices are in range and the library is told so, and of indices that are sorted or unique too, as the attributes of
StableHLO would tell it.
"""
import os

jax = jnp = np = None


def start(_threads):
    """XLA's threads are as many as the processors that the process may run on."""
    global jax, jnp, np
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax as library
    import numpy

    jax, jnp, np = library, library.numpy, numpy
    jax.config.update("jax_enable_x64", True)
    import jaxlib

    return f"jax {jax.__version__}, jaxlib {jaxlib.__version__}"


class Prepared:
    """A case's arrays and expressions: functions of (operand, indices) or (operand, indices, updates)."""

    def __init__(self, case, arrays):
        self.case, self.first = case, arrays.operand
        if case.dtype == "bf16":
            self.first = self.first.view(jnp.bfloat16)
        self.i = jnp.asarray(arrays.indices)
        self.x = None if case.op != "gather" else jnp.asarray(self.first)
        self.u = None if arrays.updates is None else jnp.asarray(arrays.updates)
        self.made = None
        told = {"mode": "promise_in_bounds", "indices_are_sorted": case.is_sorted, "unique_indices": case.is_unique}
        if case.kind != "rows":
            told = {"mode": "promise_in_bounds"}
        self.expressions = [(label, self.compiled(f)) for label, f in EXPRESSIONS[case.key()](case, told)]

    def compiled(self, function):
        if self.case.op == "gather":
            gather = jax.jit(function)

            def call():
                self.made = gather(self.x, self.i)
                self.made.block_until_ready()

            return call
        scatter = jax.jit(function, donate_argnums=0)

        def change():
            self.x = scatter(self.x, self.i, self.u)
            self.x.block_until_ready()

        return change

    def reset(self):
        self.made = None
        if self.case.op != "gather":
            self.x = jnp.array(self.first, copy=True)

    def result(self):
        made = np.asarray(self.made if self.case.op == "gather" else self.x)
        return made.view(np.uint16) if self.case.dtype == "bf16" else made


def subscripts(c, i):
    """The subscripts of the operand that the indices of a case select."""
    if c.kind == "nd2":
        return i[:, 0], i[:, 1]
    if c.kind == "elems":
        columns = jnp.arange(c.columns)
        return (jnp.arange(c.batches)[:, None, None], i, columns) if c.batched else (i, columns)
    if c.shared:
        return slice(None), i
    return (jnp.arange(c.batches)[:, None], i) if c.batched else (i,)


def gather(c, told):
    yield "x.at[i].get(promise_in_bounds)", lambda x, i: x.at[subscripts(c, i)].get(**told)
    yield "x[i]", lambda x, i: x[subscripts(c, i)]
    if c.kind == "elems" or (c.batched and not c.shared and c.row == 1):
        yield "take_along_axis", lambda x, i: jnp.take_along_axis(x, i, c.axis, mode="promise_in_bounds")
    elif c.kind == "rows" and (c.shared or not c.batched):
        yield "take(clip)", lambda x, i: jnp.take(x, i, axis=c.axis, mode="clip")
    elif c.kind == "rows":
        yield "vmap(take)", lambda x, i: jax.vmap(lambda a, b: jnp.take(a, b, axis=0, mode="clip"))(x, i)


def gather_windows(c, _told):
    def one(x, start):
        return jax.lax.dynamic_slice(x, (start[0], start[1]), (c.height, c.width))

    yield "vmap(dynamic_slice)", lambda x, i: jax.vmap(one, (None, 0))(x, i)


def scatter_with(method):
    def scatter(c, told):
        yield (
            f"x.at[i].{method}(u, promise_in_bounds), donated",
            lambda x, i, u: getattr(x.at[subscripts(c, i)], method)(u, **told),
        )
        yield f"x.at[i].{method}(u), donated", lambda x, i, u: getattr(x.at[subscripts(c, i)], method)(u)

    return scatter


EXPRESSIONS = {
    ("rows", "gather"): gather,
    ("elems", "gather"): gather,
    ("nd2", "gather"): gather,
    ("win", "gather"): gather_windows,
    ("rows", "set"): scatter_with("set"),
    ("elems", "set"): scatter_with("set"),
    ("rows", "add"): scatter_with("add"),
    ("elems", "add"): scatter_with("add"),
    ("nd2", "add"): scatter_with("add"),
    ("rows", "max"): scatter_with("max"),
}
LACKS = {}
prepare = Prepared
