"""The functions that compare.py compares: a row each, with its arguments and how far floats may be apart."""
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax import random as jr

SCALED_ULPS = 16  # of functions that are sums, products, or made of several others


class Row(NamedTuple):
    name: str
    function: object
    arguments: tuple
    ulps: float = SCALED_ULPS  # 0: the same bits
    symbols: tuple = ()  # shapes of arguments for jax.export, "a, b"


random = np.random.RandomState(7)


def floats(*shape, dtype="float32"):
    return jnp.asarray(random.randn(*shape).astype(dtype))


def between(low, high, *shape):
    return jnp.asarray((low + (high - low) * random.rand(*shape)).astype(np.float32))


def integers(*shape, low=-9, high=9, dtype="int32"):
    return jnp.asarray(random.randint(low, high, shape).astype(dtype))


def family(where, names, *arguments, ulps=SCALED_ULPS, suffix=""):
    """A row for each function of these names."""
    for name in names.split():
        yield Row(f"{where.__name__}.{name}{suffix}", getattr(where, name), arguments, ulps)


def called(prefix, functions, *arguments, ulps=SCALED_ULPS):
    for name, function in functions.items():
        yield Row(f"{prefix}.{name}", function, arguments, ulps)


# ---- element by element ---------------------------------------------------------------------------------------------

SPECIAL = np.array([0.0, -0.0, 1, -1, 0.5, -2.5, 3.25, 30, -30, 1e-3, 0.999, 1e10, np.inf, -np.inf, np.nan], np.float32)


def elementwise():
    special, whole = jnp.asarray(SPECIAL), integers(20, low=-100, high=100)
    a, b = np.meshgrid(SPECIAL, SPECIAL)
    pair = (jnp.asarray(a), jnp.asarray(b))
    ints = (integers(9, 9, low=-40, high=40), integers(9, 9, low=-40, high=40))
    yield from family(lax, "abs ceil floor is_finite neg sign", special, ulps=0)
    yield from family(lax, "acos acosh asin asinh atan atanh bessel_i0e bessel_i1e cbrt cos cosh digamma erf erf_inv erfc exp "
                           "exp2 expm1 lgamma log log1p logistic reciprocal rsqrt sin sinh sqrt square tan tanh", special)
    yield from family(lax, "erf_inv exp tanh lgamma", special.astype(jnp.bfloat16), suffix=" of bf16", ulps=2)
    yield from family(lax, "bitwise_not clz population_count sign abs", whole, ulps=0, suffix=" of i32")
    yield from family(lax, "exp log sin sqrt tanh", floats(20) + 1j * floats(20), suffix=" of complex")
    yield from family(lax, "eq ne lt le gt ge max min nextafter", *pair, ulps=0)
    yield from family(lax, "add sub mul div", *(between(0.5, 9, 40), between(0.5, 9, 40)), ulps=1)
    yield from family(lax, "atan2 pow rem", *pair)
    yield from family(lax, "add sub mul div rem bitwise_and bitwise_or bitwise_xor shift_left shift_right_arithmetic "
                           "shift_right_logical mulhi", *ints, ulps=0, suffix=" of i32")
    for away in lax.RoundingMethod:
        yield Row(f"round {away.name}", functools.partial(lax.round, rounding_method=away), (special,), 0)
    for dtype in ("bfloat16", "float16", "int8", "uint32", "bool", "complex64", "float8_e4m3fn", "float8_e5m2"):
        yield Row(f"convert to {dtype}", lambda x, d=dtype: lax.convert_element_type(x, jnp.dtype(d)), (special,), 0)
    for bits in ((5, 10), (8, 7), (4, 3), (5, 2)):
        yield Row(f"reduce_precision {bits}", lambda x, b=bits: lax.reduce_precision(x, *b), (special,), 0)
    yield from family(jnp, "exp2 fabs signbit sinc i0 log2 log10 degrees radians trunc rint modf frexp", between(-3, 3, 20))
    yield from family(jnp, "copysign fmax fmin fmod heaviside hypot isclose logaddexp logaddexp2 floor_divide remainder "
                           "arctan2 float_power true_divide divmod", between(0.1, 9, 20), between(0.1, 9, 20))
    yield from family(jnp, "gcd lcm left_shift right_shift floor_divide remainder power",
                      integers(20, low=1, high=9), integers(20, low=1, high=9), ulps=0, suffix=" of i32")


# ---- shapes and indices ---------------------------------------------------------------------------------------------

def shapes_of(dtype):
    x = integers(3, 4, 5, low=-3, high=4).astype(dtype)
    return called(f"shapes of {dtype}", {
        "transpose": lambda x: jnp.transpose(x, (2, 0, 1)),
        "slices": lambda x: x[::-1, 1:, None, ::2],
        "pad": lambda x: lax.pad(x, x[0, 0, 0], ((1, 2, 0), (0, -1, 1), (-1, 1, 2))),
        "concatenate": lambda x: jnp.concatenate([x, x[:, :2]], 1),
        "gather": lambda x: x[jnp.array([2, 0, -1]), :, jnp.array([1, 7, -9])],
        "set": lambda x: x.at[jnp.array([2, 0]), 1].set(x[0, 0]),
        "sort": lambda x: jnp.sort(x, 1),
    }, x, ulps=0)


def indexing():
    for dtype in ("float32", "bfloat16", "int8", "bool", "complex64", "float8_e4m3fn", "uint16"):
        yield from shapes_of(dtype)
    x, i = floats(5, 6), integers(7)
    for mode in ("clip", "fill", "wrap"):
        yield Row(f"take {mode}", lambda x, i, m=mode: jnp.take(x, i, axis=0, mode=m), (x, i), 0)
    for mode in ("clip", "fill"):
        yield Row(f"take_along_axis {mode}", lambda x, i, m=mode: jnp.take_along_axis(x, i, 1, mode=m),
                  (x, integers(5, 3)), 0)
        for how in ("set", "add", "multiply", "min", "max"):
            yield Row(f"at.{how} {mode}", lambda x, i, u, m=mode, h=how: getattr(x.at[i], h)(u, mode=m),
                      (x, jnp.array([0, 3, -1, 4, 9, -8]), floats(6, 6)), 0 if how == "set" else 4)
    yield from called("batched", {
        "gather": jax.vmap(lambda x, i: x[i]),
        "scatter_add": jax.vmap(lambda x, i: x.at[i].add(1)),
        "dynamic_slice": jax.vmap(lambda x, i: lax.dynamic_slice(x, (i[0],), (2,))),
        "dynamic_update_slice": jax.vmap(lambda x, i: lax.dynamic_update_slice(x, x[:2] * 2, (i[0],))),
        "top_k": jax.vmap(lambda x, i: lax.top_k(x, 2)),
    }, x, integers(5, 3, low=0, high=6), ulps=0)
    segments, data = integers(9, low=-1, high=7), floats(9, 2)
    for how in ("sum", "prod", "min", "max"):
        yield Row(f"segment_{how}", lambda d, s, h=how: getattr(jax.ops, "segment_" + h)(d, s, 5), (data, segments))
    v, w, k = floats(9), floats(4), integers(9, low=0, high=9)
    yield from called("of lists", {
        "bincount": lambda v, w, k: jnp.bincount(k, length=9),
        "compress": lambda v, w, k: jnp.compress(k > 3, v, size=5),
        "delete": lambda v, w, k: jnp.delete(v, 2),
        "digitize": lambda v, w, k: jnp.digitize(v, jnp.sort(w)),
        "histogram": lambda v, w, k: jnp.histogram(v, 5),
        "insert": lambda v, w, k: jnp.insert(v, 2, 7.0),
        "interp": lambda v, w, k: jnp.interp(v, jnp.sort(w), w),
        "intersect1d": lambda v, w, k: jnp.intersect1d(k, k[:4], size=5),
        "isin": lambda v, w, k: jnp.isin(k, k[:3]),
        "lexsort": lambda v, w, k: jnp.lexsort((k, k[::-1])),
        "nonzero": lambda v, w, k: jnp.nonzero(k > 3, size=9, fill_value=-1),
        "partition": lambda v, w, k: jnp.partition(v, 3),
        "piecewise": lambda v, w, k: jnp.piecewise(v, [v < 0, v >= 0], [-1.0, lambda x: x * 2]),
        "place": lambda v, w, k: jnp.place(v, v > 0, w, inplace=False),
        "quantile": lambda v, w, k: jnp.quantile(v, jnp.array([0.1, 0.7])),
        "repeat": lambda v, w, k: jnp.repeat(v, k, total_repeat_length=20),
        "roll": lambda v, w, k: jnp.roll(v, k[0]),
        "searchsorted": lambda v, w, k: jnp.searchsorted(jnp.sort(v), w, side="right"),
        "select": lambda v, w, k: jnp.select([v > 1, v > 0], [v, -v], 7.0),
        "setdiff1d": lambda v, w, k: jnp.setdiff1d(k, k[:3], size=9),
        "top_k": lambda v, w, k: lax.top_k(v, 4),
        "approx_max_k": lambda v, w, k: lax.approx_max_k(v, 3),
        "approx_min_k": lambda v, w, k: lax.approx_min_k(v, 3),
        "union1d": lambda v, w, k: jnp.union1d(k, k[:3], size=12),
        "unique": lambda v, w, k: jnp.unique(k, size=9, return_index=True, return_inverse=True, return_counts=True),
        "unpackbits": lambda v, w, k: jnp.unpackbits(k.astype(jnp.uint8)),
        "unravel_index": lambda v, w, k: jnp.unravel_index(k, (3, 4)),
        "vander": lambda v, w, k: jnp.vander(w, 3),
    }, v, w, k)
    for mode in ("edge", "linear_ramp", "maximum", "mean", "reflect", "symmetric", "wrap"):
        yield Row(f"pad {mode}", lambda x, m=mode: jnp.pad(x, ((1, 2), (2, 1)), mode=m), (x,), 4)


# ---- folds and products ---------------------------------------------------------------------------------------------

def folds():
    x = floats(4, 5)
    yield from family(jnp, "all any argmax argmin count_nonzero max min nanmax nanmin ptp argsort sort cumsum cumprod "
                           "diff mean median nanmean nansum nanstd prod std sum var average gradient trace "
                           "tril triu unwrap corrcoef cov ediff1d rot90 nan_to_num", x)
    yield from family(jnp, "all any argmax argmin bitwise_count cumsum max min prod sum packbits",
                      integers(4, 5, low=0, high=2), ulps=0, suffix=" of i32")
    for name in "cumsum cumprod cummax cummin cumlogsumexp".split():
        yield Row(f"{name} reversed", lambda x, n=name: getattr(lax, n)(x, axis=1, reverse=True), (x,))
    scan = lambda x: lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (x, x))
    yield Row("associative_scan", scan, (floats(9, 2),))
    yield Row("reduce of pairs", lambda x, i: lax.reduce((x, i), (jnp.float32(-np.inf), jnp.int32(0)),
              lambda a, b: tuple(jnp.where(a[0] >= b[0], p, q) for p, q in zip(a, b)), (1,)), (x, integers(4, 5)), 0)
    picture = floats(7, 8)
    for padding in ("SAME", "VALID"):
        for name, start, function in (("sum", 0.0, lax.add), ("max", -np.inf, lax.max), ("min", np.inf, lax.min)):
            pool = lambda x, s=start, f=function, p=padding: lax.reduce_window(x, s, f, (3, 2), (2, 1), p)
            yield Row(f"reduce_window {name} {padding}", pool, (picture,))
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (3, 2), (2, 1), "SAME")
    yield Row("select_and_scatter", jax.grad(lambda x: (pool(x) ** 2).sum()), (picture,))
    for name, specification, left, right in (
        ("plain", "ij,jk->ik", (5, 7), (7, 3)), ("batched", "bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
        ("outer", "i,j->ij", (3,), (4,)), ("all", "ij,ij->", (3, 4), (3, 4)), ("empty", "ij,jk->ik", (3, 0), (0, 2))):
        yield Row(f"einsum {name}", functools.partial(jnp.einsum, specification), (floats(*left), floats(*right)))
    for dtype, result in (("bfloat16", "float32"), ("int8", "int32"), ("float8_e4m3fn", "float32"), ("bool", "int32")):
        dot = lambda a, b, r=result: lax.dot(a, b, preferred_element_type=jnp.dtype(r))
        left, right = (integers(*s, low=0, high=2).astype(dtype) for s in ((5, 7), (7, 3)))
        yield Row(f"dot of {dtype}", dot, (left, right), 0)
    groups = jnp.array([2, 0, 3, 1])
    yield Row("ragged_dot", lax.ragged_dot, (floats(7, 5), floats(4, 5, 3), groups))
    yield Row("ragged_dot's gradient", jax.grad(lambda a, b, g: lax.ragged_dot(a, b, g).sum(), (0, 1)),
              (floats(7, 5), floats(4, 5, 3), groups))
    for numbers in (("NCHW", "OIHW", "NCHW"), ("NHWC", "HWIO", "NHWC"), ("HWNC", "WIOH", "CWNH")):
        sizes, kernel = {"N": 2, "C": 4, "H": 7, "W": 6}, {"O": 6, "I": 2, "H": 3, "W": 2}
        arguments = (floats(*(sizes[c] for c in numbers[0])), floats(*(kernel[c] for c in numbers[1])))
        convolve = lambda a, b, n=numbers: lax.conv_general_dilated(
            a, b, (2, 1), [(1, 2), (0, 1)], lhs_dilation=(1, 2), rhs_dilation=(2, 1), dimension_numbers=n,
            feature_group_count=2)
        yield Row(f"convolution {numbers[0]}", convolve, arguments)
        yield Row(f"convolution {numbers[0]}'s gradient", jax.grad(lambda a, b, f=convolve: f(a, b).sum(), (0, 1)), arguments)
    for name in ("fft", "ifft", "fft2"):
        yield Row(f"fft.{name}", getattr(jnp.fft, name), ((floats(5, 6) + 1j * floats(5, 6)).astype("complex64"),))
    for name in ("rfft", "irfft", "rfftn", "hfft", "ihfft"):
        yield Row(f"fft.{name}", getattr(jnp.fft, name), (floats(5, 6),))
    for method in ("nearest", "linear", "cubic", "lanczos3"):
        yield Row(f"resize {method}", lambda x, m=method: jax.image.resize(x, (9, 4), m), (floats(6, 7),))


# ---- networks, numbers at random, special functions -------------------------------------------------------------------

def networks():
    yield from family(jax.nn, "relu relu6 sigmoid softplus soft_sign silu log_sigmoid leaky_relu hard_sigmoid hard_silu "
                              "hard_tanh elu celu selu gelu glu squareplus mish softmax log_softmax logsumexp standardize "
                              "sparse_plus sparse_sigmoid", floats(4, 6))
    yield Row("jax.nn.one_hot", lambda i: jax.nn.one_hot(i, 5), (integers(4, low=0),), 0)
    yield Row("jax.nn.dot_product_attention", lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True),
              (floats(2, 5, 4, 4), floats(2, 5, 2, 4), floats(2, 5, 2, 4)))


def distributions():
    for implementation in ("threefry2x32", "rbg"):
        key = jr.key(7, impl=implementation)
        bits = {
            "bits": lambda k: jr.bits(k, (7,)), "bits of 8": lambda k: jr.bits(k, (7,), "uint8"),
            "uniform": lambda k: jr.uniform(k, (7,)), "randint": lambda k: jr.randint(k, (20,), -3, 99),
            "permutation": lambda k: jr.permutation(k, 10), "bernoulli": lambda k: jr.bernoulli(k, 0.3, (20,)),
            "choice": lambda k: jr.choice(k, 10, (4,), replace=False), "rademacher": lambda k: jr.rademacher(k, (9,)),
            "split": lambda k: jr.split(k, 5), "fold_in": lambda k: jr.fold_in(k, 5),
        }
        yield from called(f"random {implementation}", bits, key, ulps=0)
        yield from called(f"random {implementation}", {
            "normal": lambda k: jr.normal(k, (50,)), "truncated_normal": lambda k: jr.truncated_normal(k, -1.0, 2.0, (20,)),
            "exponential": lambda k: jr.exponential(k, (9,)), "gumbel": lambda k: jr.gumbel(k, (9,)),
        }, key)
    yield from called("random", {
        "batched": jax.vmap(lambda k: jr.normal(k, (5,))),
    }, jr.split(jr.key(3), 3))
    yield from called("random", {
        "beta": lambda k: jr.beta(k, 2.0, 3.0, (5,)), "cauchy": lambda k: jr.cauchy(k, (9,)),
        "dirichlet": lambda k: jr.dirichlet(k, jnp.array([1.0, 2.0, 3.0]), (3,)), "gamma": lambda k: jr.gamma(k, 2.5, (9,)),
        "laplace": lambda k: jr.laplace(k, (9,)), "logistic": lambda k: jr.logistic(k, (9,)),
        "lognormal": lambda k: jr.lognormal(k, 0.5, (9,)), "maxwell": lambda k: jr.maxwell(k, (9,)),
        "pareto": lambda k: jr.pareto(k, 2.0, (9,)), "poisson": lambda k: jr.poisson(k, 3.0, (20,)),
        "t": lambda k: jr.t(k, 3.0, (9,)), "weibull_min": lambda k: jr.weibull_min(k, 1.0, 2.0, (9,)),
        "binomial": lambda k: jr.binomial(k, 20, 0.3, (9,)), "categorical": lambda k: jr.categorical(k, jnp.zeros((3, 5))),
        "normal of bf16": lambda k: jr.normal(k, (50,), jnp.bfloat16), "ball": lambda k: jr.ball(k, 3, shape=(4,)),
    }, jr.key(11), ulps=64)


def special_functions():
    special, stats = jax.scipy.special, jax.scipy.stats
    x, y = between(0.1, 0.9, 20), between(1.1, 2, 20)
    yield from family(special, "digamma entr erf erfc erfinv exp1 expi expit gamma gammaln i0 i0e i1 i1e log_ndtr logit ndtr "
                               "ndtri spence factorial", x, ulps=64)
    yield from family(special, "beta betaln gammainc gammaincc kl_div rel_entr xlogy xlog1py zeta", y, y + 0.5, ulps=500)
    yield Row("jax.scipy.special.betainc", special.betainc, (x, y, x), 500)
    for name, arguments in {"norm": (), "beta": (2.0, 3.0), "cauchy": (), "expon": (), "gamma": (2.0,), "laplace": (),
                            "logistic": (), "t": (3.0,), "uniform": ()}.items():
        yield Row(f"jax.scipy.stats.{name}", lambda x, n=name, a=arguments: getattr(stats, n).logpdf(x, *a), (x,), 500)


# ---- control flow, gradients, shapes that are not known ---------------------------------------------------------------

def steps(x):
    return lax.while_loop(lambda c: (c[0] < 5) & (c[1].sum() < 100), lambda c: (c[0] + 1, c[1] * 2), (0, x))


@jax.custom_vjp
def tripled(x):
    return jnp.exp(x)


tripled.defvjp(lambda x: (tripled(x), x), lambda x, g: (3 * g * x,))


@functools.partial(jax.lax.composite, name="my.scaled")
def scaled(x, *, by):
    return x * by


def control():
    x, xs = floats(3), floats(5, 3)
    carry = lambda c, a: (c * a + 1, c)
    yield from called("control", {
        "cond": lambda x: lax.cond(x[0] > 0, jnp.sin, jnp.cos, x),
        "switch": lambda x: lax.switch(jnp.int32(x[0] * 4), [jnp.sin, jnp.cos, jnp.tanh], x),
        "switch batched": jax.vmap(lambda x: lax.switch(jnp.int32(x * 4), [jnp.sin, jnp.cos, jnp.tanh], x)),
        "while": steps, "while batched": jax.vmap(lambda x: steps(x[None])),
        "fori": lambda x: lax.fori_loop(0, 4, lambda i, c: c + i, x),
        "checkpoint": jax.grad(lambda x: jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))(x).sum()),
        "custom_vjp": jax.grad(lambda x: tripled(x).sum()), "barrier": lambda x: lax.optimization_barrier((x, x + 1)),
        "composite": lambda x: scaled(x, by=3.0), "nested jit": lambda x: jax.jit(jax.jit(jnp.sin))(x) + jax.jit(jnp.cos)(x),
        "map": lambda x: lax.map(jnp.sin, x), "named_call": jax.named_call(lambda x: x + 1, name="named"),
    }, x)
    yield Row("control.scan", lambda x, xs: lax.scan(carry, x, xs), (x, xs))
    yield Row("control.scan backwards", lambda x, xs: lax.scan(carry, x, xs, reverse=True, unroll=2), (x, xs))
    yield Row("control.scan's gradient", jax.grad(lambda x, xs: lax.scan(carry, x, xs)[0].sum(), (0, 1)), (x, xs), 64)
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("a",))
    part = jax.sharding.PartitionSpec
    yield Row("control.shard_map", jax.shard_map(lambda x: lax.psum(x, "a") + lax.axis_index("a"), mesh=mesh,
              in_specs=part("a"), out_specs=part(), check_vma=False), (x,))
    yield Row("control.with_sharding_constraint", lambda x: 1 + lax.with_sharding_constraint(
              x, jax.sharding.NamedSharding(mesh, part("a"))), (x,))


def gradients():
    x, i = floats(5, 4), jnp.array([0, 2, 2])
    for name, function in {
        "gather": lambda x: jnp.sin(x[i]), "scatter_add": lambda x: jnp.sin(x.at[i].add(x[:3])),
        "scatter_set": lambda x: jnp.sin(x.at[jnp.array([0, 2])].set(x[3:])), "scatter_max": lambda x: x.at[i].max(x[:3]) ** 2,
        "sort": lambda x: jnp.sort(x, 0) ** 2 * jnp.arange(4.0), "max": lambda x: jnp.max(x, 1) ** 2,
        "prod": lambda x: jnp.prod(x, 1), "cumsum": lambda x: jnp.cumsum(x, 1) ** 2, "cumprod": lambda x: jnp.cumprod(x, 1),
        "softmax": lambda x: jax.nn.softmax(x) ** 2, "logsumexp": lambda x: jax.nn.logsumexp(x, 1) ** 2,
        "dynamic_slice": lambda x: lax.dynamic_slice(x, (1, 0), (2, 2)) ** 2, "norm": lambda x: jnp.linalg.norm(x, axis=1),
        "matmul": lambda x: (x @ x.T) ** 2, "take_along_axis": lambda x: jnp.take_along_axis(x, i[None, :1], 0) ** 2,
    }.items():
        yield Row(f"gradient of {name}", jax.grad(lambda x, f=function: f(x).sum()), (x,), 64)
    yield Row("hessian", jax.hessian(lambda x: jnp.sum(jnp.sin(x) ** 3)), (floats(4),), 64)


def exported():
    x, i = floats(3, 4), jnp.array([2, 0, 1, 1])
    for name, function in {
        "sum": lambda x: x.sum(0), "reshape": lambda x: x.reshape(-1), "sort": lambda x: jnp.sort(x, 0),
        "cumsum": lambda x: jnp.cumsum(x, 0), "softmax": jax.nn.softmax, "arange": lambda x: jnp.arange(x.shape[0]) + x[:, 0],
        "fori": lambda x: lax.fori_loop(0, x.shape[0], lambda i, c: c + x[i].sum(), jnp.float32(0)),
        "pool": lambda x: lax.reduce_window(x, jnp.float32(0), lax.add, (2, 2), (2, 1), "SAME"),
        "top_k": lambda x: lax.top_k(x[:, 0], x.shape[0]), "gradient": jax.grad(lambda x: (jnp.sin(x) @ x.T).sum()),
    }.items():
        yield Row(f"exported {name}", function, (x,), 64, ("a, b",))
    for algorithm in ("threefry2x32", "rbg"):
        yield Row(f"exported {algorithm}", lambda x, a=algorithm: jr.bits(jr.key(0, impl=a), x.shape), (x,), 0, ("a, b",))
    yield Row("exported gather", lambda x, i: x[i], (x, i), 0, ("a, 4", "b"))
    yield Row("exported scatter", lambda x, i: x.at[i].add(1), (x, i), 4, ("a, 4", "b"))
    yield Row("exported matmul", jnp.matmul, (x, floats(4, 2)), SCALED_ULPS, ("a, b", "b, c"))


def rows():
    for part in (elementwise, indexing, folds, networks, distributions, special_functions, control, gradients, exported):
        yield from part()
