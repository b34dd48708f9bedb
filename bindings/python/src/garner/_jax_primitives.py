"""garner's primitives: one beside each of jax's gathers and scatters, with the same parameters. Imports jax.

Shapes are inferred by jax's own rules. So are vmap and linear transposes: `through` runs what jax makes of its own primitive with
garner's in its place. Derivatives are written here, so that they are right for any number of updates of one element.
"""
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.extend.core import Primitive, primitives
from jax.extend.core import Literal
from jax.interpreters import ad, batching, mlir

from ._jax_lowering import PRIMITIVES, own_rule, rule

OURS = {theirs: Primitive("garner_" + theirs.name.replace("-", "_")) for theirs in PRIMITIVES}
GATHER, REPLACE, MUL, MIN, MAX = (
    OURS[getattr(primitives, name)] for name in ("gather_p", "scatter_p", "scatter_mul_p", "scatter_min_p", "scatter_max_p")
)


# ---- jax's functions with garner's primitives in them


def _evaluate(jaxpr, consts, args):
    values = dict(zip(jaxpr.constvars, consts)) | dict(zip(jaxpr.invars, args))

    def value(atom):
        return atom.val if isinstance(atom, Literal) else values[atom]

    for eqn in jaxpr.eqns:
        given = [value(atom) for atom in eqn.invars]
        if eqn.primitive.name in ("jit", "pjit"):
            made = _evaluate(eqn.params["jaxpr"].jaxpr, eqn.params["jaxpr"].consts, given)
        elif eqn.primitive in OURS:
            made = [OURS[eqn.primitive].bind(*given, **eqn.params)]
        else:
            made = eqn.primitive.bind(*given, **eqn.primitive.get_bind_params(eqn.params))
            made = made if eqn.primitive.multiple_results else [made]
        values.update(zip(eqn.outvars, made))
    return [value(atom) for atom in jaxpr.outvars]


def through(function):
    """function, a function of arrays, with garner's primitives where it uses jax's."""

    def call(*args):
        closed, shapes = jax.make_jaxpr(function, return_shape=True)(*args)
        made = _evaluate(closed.jaxpr, closed.consts, jax.tree.leaves(args))
        return jax.tree.unflatten(jax.tree.structure(shapes), made)

    return call


# ---- rules that are jax's own


def _batch(theirs, args, dims, **params):
    def one(*arrays):
        return theirs.bind(*arrays, **params)

    return through(jax.vmap(one, in_axes=tuple(dims), out_axes=0))(*args), 0


def _transpose(theirs, cotangent, *args, **params):
    sought = [k for k, arg in enumerate(args) if ad.is_undefined_primal(arg)]
    if isinstance(cotangent, ad.Zero):
        return [ad.Zero(arg.aval) if k in sought else None for k, arg in enumerate(args)]
    known = [arg for k, arg in enumerate(args) if k not in sought]

    def pulled(cotangent, *known):
        def forward(*linear):
            linear, rest = iter(linear), iter(known)
            return theirs.bind(*(next(linear if k in sought else rest) for k in range(len(args))), **params)

        return jax.linear_transpose(forward, *(args[k].aval for k in sought))(cotangent)

    found = dict(zip(sought, through(pulled)(cotangent, *known)))
    return [found.get(k) for k in range(len(args))]


# ---- derivatives: the tangent of a scatter from its value, its operands, their tangents (ad.Zero: none) and parameters


def _scattered(function, operand, indices, updates, params):
    """jax.lax's scatter of this name, by garner."""
    options = {k: params[k] for k in ("dimension_numbers", "indices_are_sorted", "unique_indices", "mode")}
    return through(lambda *arrays: function(*arrays, **options))(operand, indices, updates)


def _gathered(source, indices, updates, params, fill_value=0):
    """What `source`, of the operand's shape, has where each element of the updates goes; fill_value where it goes nowhere."""
    n, clips = params["dimension_numbers"], params["mode"] == lax.GatherScatterMode.CLIP
    without = {*n.inserted_window_dims, *n.operand_batching_dims}
    window = iter(n.update_window_dims)
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(n.update_window_dims),
        collapsed_slice_dims=tuple(n.inserted_window_dims),
        start_index_map=tuple(n.scatter_dims_to_operand_dims),
        operand_batching_dims=tuple(n.operand_batching_dims),
        start_indices_batching_dims=tuple(n.scatter_indices_batching_dims),
    )
    sizes = [min(1, source.shape[d]) if d in without else updates.shape[next(window)] for d in range(source.ndim)]
    options = {k: params[k] for k in ("indices_are_sorted", "unique_indices")}
    options.update(mode="clip" if clips else "fill", fill_value=fill_value)
    return through(lambda *arrays: lax.gather(*arrays, numbers, sizes, **options))(source, indices)


def _gather_tangent(tangent, _operand, indices, **params):
    return GATHER.bind(tangent, indices, **{**params, "fill_value": None if params["fill_value"] is None else 0})


def _linear_tangent(function):
    def tangent(_value, primals, g_operand, g_updates, params):
        g_operand, g_updates = map(ad.instantiate_zeros, (g_operand, g_updates))
        return _scattered(function, g_operand, primals[1], g_updates, params)

    return tangent


def _replace_tangent(_value, primals, g_operand, g_updates, params):
    """Of the updates of one element the last one stays, which numbers that are scattered in the same way find."""
    operand, indices, updates = primals
    g_operand, g_updates = map(ad.instantiate_zeros, (g_operand, g_updates))
    if params["unique_indices"]:
        return _scattered(lax.scatter, g_operand, indices, g_updates, params)
    counter = jnp.int32 if updates.size < 2**31 - 1 else jnp.int64
    number = lax.reshape(lax.iota(counter, updates.size) + 1, updates.shape)
    kept = _scattered(lax.scatter, jnp.zeros(operand.shape, counter), indices, number, params)
    g_operand = jnp.where(kept == 0, g_operand, jnp.zeros_like(g_operand))
    stays = _gathered(kept, indices, updates, params) == number
    g_updates = jnp.where(stays, g_updates, jnp.zeros_like(g_updates))
    return _scattered(lax.scatter_add, g_operand, indices, g_updates, params)


def _products_before(values, starts):
    """Of each element the product of those before it, from the last one on that starts a run."""

    def combine(a, b):
        return a[0] | b[0], jnp.where(b[0], b[1], a[1] * b[1])

    before = jnp.where(starts, jnp.ones_like(values), jnp.roll(values, 1))
    return lax.associative_scan(combine, (starts, before))[1]


def _other_updates(operand, indices, updates, params):
    """Of each update the product of the other ones of its element: no division, so that zeros are right too."""
    if params["unique_indices"] or updates.size == 0:
        return jnp.ones_like(updates)
    counter = jnp.int32 if operand.size < 2**31 - 1 else jnp.int64
    place = lax.reshape(lax.iota(counter, operand.size), operand.shape)
    place = _gathered(place, indices, updates, params, fill_value=-1).reshape(-1)
    order = jnp.argsort(place, stable=True)
    place, values = place[order], updates.reshape(-1)[order]
    changes = place[1:] != place[:-1]
    end = jnp.ones(1, bool)
    before = _products_before(values, jnp.concatenate([end, changes]))
    after = _products_before(values[::-1], jnp.concatenate([changes, end])[::-1])[::-1]
    return (before * after)[jnp.argsort(order)].reshape(updates.shape)


def _mul_tangent(_value, primals, g_operand, g_updates, params):
    operand, indices, updates = primals
    factors = _scattered(lax.scatter_mul, jnp.ones_like(operand), indices, updates, params)
    tangent = ad.instantiate_zeros(g_operand) * factors
    if isinstance(g_updates, ad.Zero):
        return tangent
    others = _other_updates(operand, indices, updates, params) * _gathered(operand, indices, updates, params)
    return _scattered(lax.scatter_add, tangent, indices, g_updates * others, params)


def _extremal_tangent(value, primals, g_operand, g_updates, params):
    """The mean of the tangents of all that are the least, or the greatest; a NaN counts as such."""
    operand, indices, updates = primals
    g_operand, g_updates = map(ad.instantiate_zeros, (g_operand, g_updates))
    stays = (operand == value) | (operand != operand)
    wins = (updates == _gathered(value, indices, updates, params)) | (updates != updates)
    number, weight = stays.astype(value.dtype), wins.astype(value.dtype)
    count = _scattered(lax.scatter_add, number, indices, weight, params)
    return _scattered(lax.scatter_add, g_operand * number, indices, g_updates * weight, params) / count


def _scatter_jvp(ours, tangent, primals, tangents, **params):
    value = ours.bind(*primals, **params)
    g_operand, _, g_updates = tangents
    if isinstance(g_operand, ad.Zero) and isinstance(g_updates, ad.Zero):
        return value, ad.Zero(jax.typeof(value).to_tangent_aval())
    return value, tangent(value, primals, g_operand, g_updates, params)


_TANGENTS = {
    REPLACE: _replace_tangent,
    OURS[primitives.scatter_add_p]: _linear_tangent(lax.scatter_add),
    OURS[lax.scatter_sub_p]: _linear_tangent(lax.scatter_sub),
    MUL: _mul_tangent,
    MIN: _extremal_tangent,
    MAX: _extremal_tangent,
}


# ---- all of them


def _define(theirs, ours):
    ours.def_effectful_abstract_eval(theirs.abstract_eval)
    ours.def_impl(theirs.bind)  # outside of jit, which is jax.disable_jit()
    batching.primitive_batchers[ours] = functools.partial(_batch, theirs)
    ad.primitive_transposes[ours] = functools.partial(_transpose, theirs)
    mlir.register_lowering(ours, lambda *args, **params: own_rule(theirs)(*args, **params))
    mlir.register_lowering(ours, rule(theirs), platform="cpu", cacheable=False)  # it looks at what makes its operands
    if ours is GATHER:
        ad.defjvp(ours, _gather_tangent, None)
    else:
        ad.primitive_jvps[ours] = functools.partial(_scatter_jvp, ours, _TANGENTS[ours])


for _theirs, _ours in OURS.items():
    _define(_theirs, _ours)
