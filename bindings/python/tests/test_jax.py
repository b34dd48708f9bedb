"""garner.jax inside jax's programs gives what jax's own functions give, bit for bit; and derivatives where jax has none.

What is compared comes from jax's own functions on XLA's CPU backend, or from the same in dense operations. Needs jax 0.10.2."""
import doctest
import os
import random
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=4"

import garner

try:
    import jax
    import jax.export
    import jax.numpy as jnp
    import numpy as np
    from jax import lax

    LACKS = None if jax.__version_info__ >= (0, 10, 2) else f"jax 0.10.2 or newer is not here, {jax.__version__} is"
except ImportError:
    LACKS = "jax is not installed"

if LACKS is None:
    jax.config.update("jax_enable_x64", True)
    from jax.sharding import NamedSharding, PartitionSpec

    from garner._jax_primitives import through

ROOT = os.environ.get("GARNER_ROOT", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
EIGHTS = ["float8_e4m3fn", "float8_e5m2", "float8_e3m4", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3b11fnuz"]
DTYPES = ["bool", *INTEGERS, *FLOATS, "complex64", "complex128", *EIGHTS, "int4", "uint4"]
MODES = [None, "fill", "clip", "promise_in_bounds"]
SCATTERS = ["scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max"]


def values(rng, dtype, shape):
    """Small whole numbers of both signs, so that few things are exact by chance but sums of floats are."""
    size = int(np.prod(shape, dtype=np.int64))
    return jnp.asarray(np.array([rng.randrange(-6, 7) for _ in range(size)], "i4").reshape(shape)).astype(dtype)


def numbers(rng, *shape):
    """Doubles."""
    return jnp.asarray(np.array([rng.gauss(0, 1) for _ in range(int(np.prod(shape)))]).reshape(shape))


def indices(rng, dtype, shape, low, high):
    """Whole numbers from low to below high; an unsigned type has the negative ones as its greatest."""
    size = int(np.prod(shape, dtype=np.int64))
    return jnp.asarray(np.array([rng.randrange(low, high) for _ in range(size)], "i8").reshape(shape)).astype(dtype)


def bits(array):
    """The bytes, with NaNs alike."""
    array = np.asarray(array)
    if array.dtype.kind not in "biu":
        unlike = array != array
        array = np.where(unlike, np.zeros_like(array), array)
        return array.tobytes(), unlike.tobytes()
    return array.tobytes()


class JaxTest(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(self.id())

    def same(self, claim, ours, theirs, *args):
        """Both give the same types, shapes and bits, or raise the same class."""
        with self.subTest(claim):
            try:
                right = theirs(*args)
            except Exception as error:
                with self.assertRaises(type(error)):
                    ours(*args)
                return
            seen = ours(*args)
            for a, b in zip(jax.tree.leaves(seen), jax.tree.leaves(right), strict=True):
                self.assertEqual((a.dtype, a.shape, a.weak_type), (b.dtype, b.shape, b.weak_type))
                self.assertEqual(bits(a), bits(b), f"{a}\nand jax's\n{b}")

    def near(self, claim, seen, right):
        with self.subTest(claim):
            for a, b in zip(jax.tree.leaves(seen), jax.tree.leaves(right), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def both(module, name, **options):
    """garner's function and jax's, with these options."""
    ours, theirs = getattr(garner.jax, name), getattr(module, name)
    return (lambda *args: ours(*args, **options)), (lambda *args: theirs(*args, **options))


def random_numbers(rng, least=0):
    """Dimension numbers with a map of `least` dimensions or more, and shapes: (dims of the dense tensor, collapsed, map, batching of operand and indices), operand's shape,
    indices' shape, slice sizes, the dense tensor's shape."""
    rank, batch_rank = rng.randrange(1, 5), rng.randrange(0, 3)
    shape = [rng.randrange(1, 5) for _ in range(rank)]
    index_shape = [rng.randrange(1, 4) for _ in range(batch_rank)]
    roles = [rng.choice("bcw") for _ in range(rank)]
    spots = rng.sample(range(batch_rank), min(batch_rank, roles.count("b")))
    batching = [d for d in range(rank) if roles[d] == "b"][: len(spots)]
    collapsed = [d for d in range(rank) if roles[d] == "c"]
    for d, spot in zip(batching, spots):
        index_shape[spot] = shape[d]
    window = [d for d in range(rank) if d not in batching and d not in collapsed]
    sizes = [rng.randrange(1, shape[d] + 1) if d in window else 1 for d in range(rank)]
    free = [d for d in range(rank) if d not in batching]
    if len(free) < least:
        return random_numbers(rng, least)
    to = rng.sample(free, rng.randrange(least, len(free) + 1))
    places = sorted(rng.sample(range(batch_rank + len(window)), len(window)))
    rest, walked = iter(index_shape), iter(window)
    dense = [sizes[next(walked)] if d in places else next(rest) for d in range(batch_rank + len(window))]
    fields = [tuple(f) for f in (places, collapsed, to, batching, spots)]
    return fields, shape, [*index_shape, len(to)], sizes, dense


@unittest.skipIf(LACKS, LACKS)
class BitsTest(JaxTest):
    def test_takes_of_every_dtype(self):
        for dtype in DTYPES:
            for mode in self.rng.sample(["fill", "clip", "wrap"], 1):
                shape = [self.rng.randrange(1, 5) for _ in range(self.rng.randrange(1, 4))]
                axis = self.rng.choice([None, *range(-len(shape), len(shape))])
                of = self.rng.choice(INTEGERS)
                found = indices(self.rng, of, [self.rng.randrange(4) for _ in range(self.rng.randrange(3))], -6, 7)
                x = values(self.rng, dtype, shape)
                self.same((dtype, of, mode, shape, axis), *both(jnp, "take", axis=axis, mode=mode), x, found)

    def test_takes_along_an_axis(self):
        for dtype in DTYPES[::4]:
            for mode in MODES:
                extent, of = self.rng.randrange(1, 6), self.rng.choice(INTEGERS)
                low = 0 if mode == "promise_in_bounds" else -extent - 1
                found = indices(self.rng, of, (3, 4, self.rng.choice([1, 2])), low, extent)
                x = values(self.rng, dtype, (self.rng.choice([1, 3]), extent, 2))
                self.same((dtype, of, mode), *both(jnp, "take_along_axis", axis=1, mode=mode), x, found)

    def test_segments_of_every_dtype(self):
        for dtype in DTYPES:
            for name in self.rng.sample(["segment_sum", "segment_prod", "segment_min", "segment_max"], 1):
                mode, of = self.rng.choice([None, "clip", "drop"]), self.rng.choice(INTEGERS)
                x = values(self.rng, dtype, (9, *[2] * self.rng.randrange(2)))
                ids = indices(self.rng, of, (9,), 0, 6)
                self.same((name, dtype, of, mode), *both(jax.ops, name, num_segments=5, mode=mode), x, ids)

    def test_segments_in_other_ways(self):
        x, ids = numbers(self.rng, 8, 3), jnp.array([3, 0, 3, 1, 0, 0, 2, 7])
        self.same("as many as there are", *both(jax.ops, "segment_sum"), x, ids)
        self.same("in buckets", *both(jax.ops, "segment_sum", num_segments=8, bucket_size=3), x, ids)
        self.same("sorted", *both(jax.ops, "segment_max", indices_are_sorted=True, num_segments=9), x, jnp.sort(ids))
        self.same("in a list", *both(jax.ops, "segment_sum"), [1, 2], [0, 0])
        self.same("less than none", *both(jax.ops, "segment_sum", num_segments=-1), x, ids)

    def test_gathers_with_random_dimension_numbers(self):
        for k in range(30):
            fields, shape, index_shape, sizes, _ = random_numbers(self.rng)
            n = lax.GatherDimensionNumbers(*fields)
            x, i = values(self.rng, self.rng.choice(DTYPES), shape), indices(self.rng, "int32", index_shape, -1, 4)
            mode, fill = self.rng.choice(MODES), self.rng.choice([None, 1])
            options = {"dimension_numbers": n, "slice_sizes": sizes, "mode": mode, "fill_value": fill}
            self.same((k, n, shape, index_shape), *both(lax, "gather", **options), x, i)

    def test_scatters_with_random_dimension_numbers(self):
        """With a map: XLA 0.10.2 leaves updates out where index vectors are empty."""
        for k in range(30):
            fields, shape, index_shape, _, dense = random_numbers(self.rng, least=1)
            n, dtype = lax.ScatterDimensionNumbers(*fields), self.rng.choice(DTYPES)
            args = values(self.rng, dtype, shape), indices(self.rng, "int32", index_shape, -1, 4), values(self.rng, dtype, dense)
            mode, name = self.rng.choice(MODES), SCATTERS[k % 5]
            self.same((name, dtype, mode, n, shape), *both(lax, name, dimension_numbers=n, mode=mode), *args)

    def test_empty_index_vectors(self):
        """All updates go to the first element: 5 + 0 - 3 - 2."""
        n = lax.ScatterDimensionNumbers((), (0,), ())
        seen = garner.jax.scatter_add(jnp.array([5, 2]), jnp.zeros((3, 0), int), jnp.array([0, -3, -2]), n)
        self.assertEqual(seen.tolist(), [0, 2])

    def test_empty_and_rank_0(self):
        x = numbers(self.rng, 3, 4)
        self.same("no index", *both(jnp, "take", axis=0), x, jnp.zeros((0,), int))
        self.same("one index", *both(jnp, "take", axis=1), x, jnp.array(2))
        self.same("no rows", *both(jnp, "take", axis=1), x[:0], jnp.array([1]))
        self.same("of an empty axis", *both(jnp, "take", axis=0), x[:0], jnp.array([1]))
        self.same("a scalar", *both(jnp, "take"), jnp.array(5.0), jnp.array([0, 1]))
        self.same("no segment", *both(jax.ops, "segment_sum", num_segments=0), x, jnp.array([0, 1, 2]))
        self.same("no data", *both(jax.ops, "segment_max", num_segments=3), x[:0], jnp.zeros((0,), int))
        n = lax.ScatterDimensionNumbers((), (), ())
        self.same("rank 0", *both(lax, "scatter_add", dimension_numbers=n), x[0, 0], jnp.zeros((0,), int), x[1, 1])

    def test_large_indices_and_rows(self):
        """Enough that a plan and several threads are worth it, and the sums of floats have an order."""
        x, u = numbers(self.rng, 997, 7).astype("float32"), numbers(self.rng, 4001, 7).astype("float32")
        i = indices(self.rng, "int64", (4001,), -1200, 1200)
        garner.jax.threads = 2
        self.same("rows", *both(jnp, "take", axis=0), x, i)
        self.same("sums", *both(jax.ops, "segment_sum", num_segments=900), u, i)

    def test_errors_are_jaxs(self):
        x, n = numbers(self.rng, 3, 4), lax.GatherDimensionNumbers((), (0,), (0,))
        self.same("a mode that there is not", *both(jnp, "take", mode="wander"), x, jnp.array([0]))
        self.same("raise", *both(jnp, "take", mode="raise"), x, jnp.array([0]))
        self.same("an axis that there is not", *both(jnp, "take", axis=2), x, jnp.array([0]))
        self.same("float indices", *both(jnp, "take_along_axis", axis=0), x, x)
        self.same("slice sizes", *both(lax, "gather", dimension_numbers=n, slice_sizes=(1,)), x, jnp.array([[0]]))
        self.same("out", *both(jnp, "take", out=np.zeros(1)), x, jnp.array([0]))
        with self.assertRaises(jax.errors.ConcretizationTypeError):
            jax.jit(garner.jax.segment_sum)(x, jnp.array([0, 1, 2]))

    def test_other_arrays_run_at_once(self):
        """Of numpy's arrays gather and the scatters make garner's own, as without jax."""
        n = garner.jax.GatherDimensionNumbers((), (0,), (0,))
        made = garner.jax.gather(np.arange(5.0), np.array([[3]]), n, (1,))
        self.assertIsInstance(made, garner.Array)
        made = garner.jax.gather(jnp.arange(5.0), np.array([[3]]), n, [1])
        self.assertIsInstance(made, jax.Array)
        self.assertEqual(made.tolist(), [3.0])
        fields = {"update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
        made = garner.jax.scatter_add(np.zeros(3), jnp.array([[1], [1]]), np.ones(2), fields)
        self.assertEqual(made.tolist(), [0.0, 2.0, 0.0])
        planned = garner.plan(garner.jax.gather, np.arange(5.0), np.array([[3]]), n, (1,))
        self.assertEqual(planned(np.arange(5.0), np.array([[4]])).tolist(), [4.0])


@unittest.skipIf(LACKS, LACKS)
class TransformationsTest(JaxTest):
    """f64, so that the differences of the order of additions are small."""

    def setUp(self):
        super().setUp()
        self.ids = jnp.array([0, 1, 0, 2, 9, 2])
        self.cases = [
            ("take fill", both(jnp, "take", axis=0, fill_value=2.0), jnp.array([0, 3, -1, 9, 3])),
            ("take clip", both(jnp, "take", axis=0, mode="clip"), jnp.array([0, 3, -1, 9, 3])),
            ("segment_sum", both(jax.ops, "segment_sum", num_segments=4), self.ids),
            ("segment_max", both(jax.ops, "segment_max", num_segments=3), jnp.array([0, 1, 0, 2, 2, 2])),
            ("segment_min", both(jax.ops, "segment_min", num_segments=3), jnp.array([0, 1, 0, 2, 2, 2])),
            (
                "segment_prod, unique",
                both(jax.ops, "segment_prod", num_segments=6, unique_indices=True),
                jnp.array([0, 1, 5, 2, 3, 4]),
            ),
        ]

    def test_derivatives(self):
        x = numbers(self.rng, 6, 2)
        for claim, (ours, theirs), i in self.cases:

            def of(function):
                loss = lambda x: jnp.sum(jnp.sin(function(x, i)))
                along = lambda x: jax.jvp(lambda x: function(x, i), (x,), (2 * x + 1,))
                return jax.jit(lambda x: (jax.grad(loss)(x), jax.hessian(loss)(x), along(x)))

            self.near(claim, of(ours)(x), of(theirs)(x))

    def test_ties(self):
        x, ids = jnp.array([3.0, 1.0, 3.0, 2.0, 2.0]), jnp.array([0, 0, 0, 1, 1])
        for name in ("segment_max", "segment_min"):
            ours, theirs = both(jax.ops, name, num_segments=2)
            self.near(name, *(jax.grad(lambda x: jnp.sum(f(x, ids)))(x) for f in (ours, theirs)))

    def test_dropped_updates_have_no_part_in_extremes(self):
        """By hand: the greatest of segment 0 is the second element; the third is dropped."""
        seen = jax.grad(lambda x: jnp.sum(garner.jax.segment_max(x, jnp.array([0, 0, 7]), 2)))(jnp.array([1.0, 5.0, 9.0]))
        self.assertEqual(seen.tolist(), [0.0, 1.0, 0.0])

    def test_products_of_several_factors(self):
        """jax has no derivative here; that of the same in dense operations, with none, one and two zeros in a segment."""
        ids = [0, 1, 0, 2, 0, 1, 2]

        def dense(x):
            return jnp.stack([jnp.prod(jnp.stack([x[k] for k in range(7) if ids[k] == s])) for s in range(3)])

        for x in (jnp.array([2.0, 0, 3, 0, 0, 5, 0]), jnp.array([2.0, 7, 3, 1, 0.5, 5, 0]), numbers(self.rng, 7)):
            seen, right = (
                jax.jit(jax.value_and_grad(lambda x: jnp.sum(jnp.sin(f(x)) * x[:3])))
                for f in (lambda x: garner.jax.segment_prod(x, jnp.array(ids), 3), dense)
            )
            self.near("gradient", seen(x), right(x))
            seen, right = (
                jax.hessian(lambda x: jnp.sum(jnp.sin(f(x)))) for f in (lambda x: garner.jax.segment_prod(x, jnp.array(ids), 3), dense)
            )
            self.near("second derivatives", seen(x), right(x))

    def test_scatters_and_their_updates(self):
        """The last of several updates of an element stays, and has the derivative."""
        x, u = numbers(self.rng, 6, 3), numbers(self.rng, 5, 3)
        i, n = jnp.array([[0], [5], [2], [7], [2]]), lax.ScatterDimensionNumbers((1,), (0,), (0,))
        for name in ("scatter", "scatter_add", "scatter_max"):
            for mode in ("drop", "clip") if name != "scatter_max" else ("drop",):
                loss = lambda f: jax.jit(jax.grad(lambda x, u: jnp.sum(jnp.sin(f(x, i, u))), (0, 1)))
                ours, theirs = both(lax, name, dimension_numbers=n, mode=mode)
                right = loss(theirs)(x, u)
                if name == "scatter_max":  # jax has NaN for the update that is dropped
                    right = jax.tree.map(jnp.nan_to_num, right)
                self.near((name, mode), loss(ours)(x, u), right)

    def test_vmap(self):
        for claim, (ours, theirs), i in self.cases:
            for axes in ((2, None), (None, 0), (1, 1)):
                x = jnp.stack([numbers(self.rng, 6, 2)] * 3, axes[0]) if axes[0] is not None else numbers(self.rng, 6, 2)
                k = jnp.stack([i, i[::-1], (i + 1) % 6], axes[1]) if axes[1] is not None else i
                if "unique" in claim and axes[1] is not None:
                    continue
                self.same((claim, axes), *(jax.jit(jax.vmap(f, axes)) for f in (ours, theirs)), x, k)

    def test_vmap_of_derivatives(self):
        xs = numbers(self.rng, 3, 6, 2)
        for claim, (ours, theirs), i in self.cases[1:4]:
            seen, right = (jax.jit(jax.vmap(jax.grad(lambda x: jnp.sum(f(x, i) ** 2)))) for f in (ours, theirs))
            self.near(claim, seen(xs), right(xs))

    def test_vmap_makes_no_loop(self):
        x, i = numbers(self.rng, 4, 6), jnp.zeros((4, 3), int)
        for f in (garner.jax.take, lambda x, i: garner.jax.segment_sum(x[:3], i, 5)):
            text = jax.jit(jax.vmap(f)).lower(x, i).as_text()
            self.assertEqual(text.count("@garner_gather") + text.count("@garner_scatter"), 1)
            self.assertNotIn("while", text)

    def test_linear_transposes(self):
        i = jnp.array([0, 3, -1, 3])
        ours, theirs = (
            jax.linear_transpose(lambda x: f(x, i, axis=0), numbers(self.rng, 6)) for f in (garner.jax.take, jnp.take)
        )
        self.same("take", ours, theirs, numbers(self.rng, 4))
        n = lax.ScatterDimensionNumbers((), (0,), (0,))
        k, x, u = jnp.array([[0], [4], [9]]), numbers(self.rng, 6), numbers(self.rng, 3)
        for name in ("scatter_add", "scatter"):
            ours, theirs = (
                jax.linear_transpose(lambda x, u: f(x, k, u), x, u)
                for f in both(lax, name, dimension_numbers=n, unique_indices=True)
            )
            self.same(name, ours, theirs, numbers(self.rng, 6))

    def test_loops_and_no_jit(self):
        i = jnp.array([1, 1, 2, 1])

        def run(module, ops):
            def step(c, k):
                return ops.segment_sum(c, jnp.array([0, 1, 1, 2, 2]), 5) + module.take(c, k), module.take(c, k)

            return lambda x: lax.scan(step, x, i)

        x = numbers(self.rng, 5)
        self.near("scan", *(jax.jit(run(*modules))(x) for modules in ((garner.jax, garner.jax), (jnp, jax.ops))))
        with jax.disable_jit():
            self.same("disable_jit", *both(jnp, "take", axis=0), x, i)
            self.near("its gradient", *(jax.grad(lambda x: jnp.sum(f(x, i)))(x) for f in both(jnp, "take", axis=0)))


@unittest.skipIf(LACKS, LACKS)
class CompiledTest(JaxTest):
    def test_donated_operands_are_written_to(self):
        n = lax.ScatterDimensionNumbers((), (0,), (0,))
        step = jax.jit(lambda x, i, u: garner.jax.scatter_add(x, i, u, n), donate_argnums=0)
        x = jnp.zeros(1 << 16) + 1
        place = x.unsafe_buffer_pointer()
        made = step(x, jnp.array([[3], [3]]), jnp.ones(2))
        self.assertEqual((made.unsafe_buffer_pointer(), made[3].item(), x.is_deleted()), (place, 3.0, True))

    def test_other_operands_stay(self):
        n = lax.ScatterDimensionNumbers((), (0,), (0,))
        x = jnp.arange(5.0)
        self.assertEqual(garner.jax.scatter_add(x, jnp.array([[0], [0], [1], [4], [4]]), x, n).tolist(), [1, 3, 2, 3, 11])
        self.assertEqual(x.tolist(), [0, 1, 2, 3, 4])

    def test_derivatives_within_shard_map(self):
        """Which checks along which axes values vary: the columns of x and u are on four devices, indices on all."""
        mesh = jax.make_mesh((4,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
        x, u, i = numbers(self.rng, 8, 4), numbers(self.rng, 4, 4), jnp.array([[1], [3], [1], [9]])
        n, columns = lax.ScatterDimensionNumbers((1,), (0,), (0,)), PartitionSpec(None, "d")
        for name in ("scatter", "scatter_mul", "scatter_max"):
            f = lambda x, i, u: jnp.sin(getattr(garner.jax, name)(x, i, u, n))
            apart = jax.shard_map(f, mesh=mesh, in_specs=(columns, PartitionSpec(), columns), out_specs=columns)
            seen, right = (jax.jit(jax.grad(lambda x, u: jnp.sum(g(x, i, u)), (0, 1)))(x, u) for g in (apart, f))
            self.near(name, seen, right)

    def test_install_of_subtractions_and_export(self):
        x = numbers(self.rng, 9000)
        f = lambda x: x.at[jnp.arange(5000) % 100].subtract(jnp.arange(5000.0))
        right = f(x), jax.grad(lambda x: jnp.sum(jnp.sin(f(x))))(x)
        garner.jax.install()
        try:
            self.assertEqual(jax.jit(f).lower(x).as_text().count("@garner_scatter"), 1)
            self.assertEqual(bits(f(x)), bits(right[0]))
            self.near("gradient", jax.grad(lambda x: jnp.sum(jnp.sin(f(x))))(x), right[1])
            self.assertNotIn("garner", jax.export.export(jax.jit(f))(x).mlir_module())
        finally:
            garner.jax.uninstall()

    def test_install(self):
        x, i = numbers(self.rng, 9000), indices(self.rng, "int64", (5000,), 0, 9000)
        f = lambda x: x[i].sum() + x.at[i].add(1.0, mode="drop")[0] + x[3]
        count = lambda: [jax.jit(f).lower(x).as_text().count(name) for name in ("@garner_gather", "@garner_scatter")]
        right = f(x)
        self.assertEqual(count(), [0, 0])
        garner.jax.install()
        try:
            garner.jax.install()
            self.assertEqual(count(), [1, 1])  # x[3] is too little
            self.assertEqual(f(x), right)
            ours = jax.grad(lambda x: jnp.sum(x[i] ** 2))(x)
        finally:
            garner.jax.uninstall()
        self.assertEqual(count(), [0, 0])
        self.near("gradient", ours, jax.grad(lambda x: jnp.sum(x[i] ** 2))(x))
        garner.jax.uninstall()

    def test_the_page(self):
        page = os.path.join(ROOT, "docs", "jax-functions.md")
        with jax.enable_x64(False):
            failed, tried = doctest.testfile(page, module_relative=False)
        self.assertGreater(tried, 8)
        self.assertEqual(failed, 0)

    def test_negative_indices(self):
        """jax's own count from the end is left out where it is one; what only looks like it stays."""
        x, i = numbers(self.rng, 100, 3), indices(self.rng, "int64", (4500,), -130, 130)
        by = lambda i, pick: lax.gather(x, pick(i)[:, None], numbers_of_rows, (1, 3), mode="fill")
        numbers_of_rows = lax.GatherDimensionNumbers((1,), (0,), (0,))
        cases = [
            ("subscripts", True, lambda i: x[i]),
            ("of i8", True, lambda i: x[i.astype("int8")]),
            ("under vmap", True, lambda i: jax.vmap(lambda x, i: x[i])(x.T, i.reshape(3, 1500))),
            ("updates", True, lambda i: x.at[i].add(1.0)),
            ("along an axis", True, lambda i: garner.jax.take_along_axis(x, i[:1500].reshape(500, 3), axis=0)),
            ("unsigned", False, lambda i: x[i.astype("uint8")]),
            ("wrapped by more", False, lambda i: by(i, lambda i: lax.select(i < 0, i + 101, i))),
            ("wrapped below 1", False, lambda i: by(i, lambda i: lax.select(i < 1, i + 100, i))),
            ("wrapped above 0", False, lambda i: by(i, lambda i: lax.select(i > 0, i + 100, i))),
            ("others wrapped", False, lambda i: by(i, lambda i: lax.select(i < 0, i[::-1] + 100, i))),
            ("by others", False, lambda i: by(i, lambda i: lax.select(i[::-1] < 0, i + 100, i))),
            ("the other way", False, lambda i: by(i, lambda i: lax.select(i < 0, i, i + 100))),
        ]
        right = [f(i) if k < 6 else None for k, (_, _, f) in enumerate(cases)]
        picks = {6: lambda i: np.where(i < 0, i + 101, i), 7: lambda i: np.where(i < 1, i + 100, i)}
        picks |= {8: lambda i: np.where(i > 0, i + 100, i), 9: lambda i: np.where(i < 0, i[::-1] + 100, i)}
        picks |= {10: lambda i: np.where(i[::-1] < 0, i + 100, i), 11: lambda i: np.where(i < 0, i, i + 100)}
        for k, pick in picks.items():
            to = pick(np.asarray(i))
            right[k] = np.where(((to >= 0) & (to < 100))[:, None], np.asarray(x)[np.clip(to, 0, 99)], np.nan)
        garner.jax.install()
        try:
            for (claim, is_left_out, f), expected in zip(cases, right):
                with self.subTest(claim):
                    self.assertEqual(bits(jax.jit(f)(i)), bits(expected))
                    text = jax.jit(f).lower(i).as_text()
                    self.assertEqual((text.count("@garner"), text.count("wrap_negative = true")), (1, int(is_left_out)))
        finally:
            garner.jax.uninstall()

    def test_components_of_indices(self):
        """Indices of several components go to garner as the program has them; a component that counts a batch is a dimension."""
        table = numbers(self.rng, 40, 30), indices(self.rng, "int32", (60, 2), -50, 40)
        square = numbers(self.rng, 7, 7), indices(self.rng, "int32", (7, 7, 2), -9, 9)
        cube = numbers(self.rng, 6, 20, 5), indices(self.rng, "int64", (6, 9), -25, 25)
        turned_cube = cube[0].swapaxes(0, 1), cube[1]
        four = numbers(self.rng, 3, 4, 8), indices(self.rng, "int32", (3, 4, 5), -9, 9)
        narrow = numbers(self.rng, 200, 9), indices(self.rng, "int32", (200, 1), 0, 9)
        count = jnp.arange
        windows = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i[0], i[1]), (3, 4)), (None, 0))
        inner = jax.vmap(lambda x, i: x.at[count(4)[:, None], i].get(mode="fill", fill_value=-1))

        def turned(x, i):
            moved = [lax.select(column < 0, column + 7, column) for column in (i[:, :, 0], i[:, :, 1])]
            joined = lax.concatenate([lax.broadcast_in_dim(column, (7, 7, 1), (1, 0)) for column in moved], 2)
            return lax.gather(x, joined, lax.GatherDimensionNumbers((), (0, 1), (0, 1)), (1, 1), mode="fill")

        def narrowed(x, i):
            joined = lax.concatenate([count(200).astype("int8").astype("int32")[:, None], i], 1)
            return lax.gather(x, joined, lax.GatherDimensionNumbers((), (0, 1), (0, 1)), (1, 1), mode="fill")

        wraps, joins, batches = "wrap_negative = true", "stablehlo.concatenate", "batching_dims = dense<0>"
        pair = "batching_dims = dense<[0, 1]>"
        cases = [  # what it claims, what the program has, what it has not, a function, its arguments
            ("columns", [wraps], [joins], lambda x, i: x[i[:, 0], i[:, 1]], table),
            ("columns the other way", [wraps, joins], [], lambda x, i: x[i[:, 1], i[:, 0]], table),
            ("one column twice", [wraps, joins], [], lambda x, i: x[i[:, 0], i[:, 0]], table),
            ("columns of more", [wraps, joins], [], lambda x, i: x[i.reshape(30, 4)[:, 0], i.reshape(30, 4)[:, 1]], table),
            ("half of the rows", [wraps, joins], [], lambda x, i: x[i[::2, 0], i[::2, 1]], table),
            ("windows", [wraps], [joins], windows, table),
            ("transposed columns", [wraps, joins], [], lambda x, i: x[i[:, :, 0].T, i[:, :, 1].T], square),
            ("columns that are turned", [wraps, joins], [], turned, square),
            ("columns in a matrix", [wraps], [joins], lambda x, i: x[i[:, :, 0], i[:, :, 1]], square),
            ("two types", [joins], [wraps], lambda x, i: x[i[:, 0], i[:, 1].astype("int8")], table),
            ("one unsigned", [joins], [wraps], lambda x, i: x[i[:, 0], i[:, 1].astype("uint32")], table),
            ("rows counted", [wraps, batches], [joins], lambda x, i: x[count(6)[:, None], i], cube),
            ("rows counted in updates", [wraps, batches], [joins], lambda x, i: x.at[count(6)[:, None], i].add(1.0), cube),
            ("with a window between", [wraps, batches], [joins], lambda x, i: x.at[count(6)[:, None], :, i].mul(2.0), cube),
            ("columns counted", [wraps, "batching_dims = dense<1>"], [joins], lambda x, i: x[i.T, count(6)], turned_cube),
            ("both counted", [wraps, batches], [joins], lambda x, i: x[count(7), count(7)], square),
            ("counted along both", [joins], [batches, pair], lambda x, i: x[count(7)[:, None], count(7)], square),
            ("fewer counted", [wraps, joins], [batches], lambda x, i: x[count(5)[:, None], i[:5]], cube),
            ("one counted", [wraps, joins], [batches], lambda x, i: x[count(1)[:, None], i], cube),
            ("counted in too few bits", [], [batches], narrowed, narrow),
            ("counted from 1", [joins], [batches], lambda x, i: x[(1 + count(6))[:, None], i], cube),
            ("counted by twos", [joins], [batches], lambda x, i: x[count(0, 12, 2)[:, None], i], cube),
            ("counted down", [joins], [batches], lambda x, i: x[count(6)[::-1, None], i], cube),
            ("two batches", [wraps, pair], [joins], lambda x, i: x[count(3)[:, None, None], count(4)[:, None], i], four),
            ("in a batch", [wraps, pair], [joins], inner, four),
        ]
        for claim, there, gone, f, of in cases:
            with self.subTest(claim):
                ours = jax.jit(through(f)).lower(*of)
                compiled = ours.compile()
                self.assertEqual(bits(compiled(*of)), bits(jax.jit(f)(*of)))
                self.assertIn("@garner", ours.as_text())
                self.assertEqual([words for words in there if words not in ours.as_text()], [])
                left = ours.as_text() + compiled.as_text()  # XLA leaves out what has no reader
                gone = [" concatenate(" if words == joins else words for words in gone]
                self.assertEqual([words for words in gone if words in left], [])

    def test_threads(self):
        for threads in (0, -1, 257, 1 << 40):
            with self.assertRaises(garner.ArgumentError):
                garner.jax.threads = threads
        with self.assertRaises(TypeError):
            garner.jax.threads = "two"
        garner.jax.threads = 3
        self.assertEqual(garner.jax.threads, 3)

    def test_several_devices(self):
        """What XLA divides by itself is left to jax; within shard_map each device runs garner."""
        mesh = jax.make_mesh((4,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
        x, i = numbers(self.rng, 8, 4), indices(self.rng, "int64", (12,), 0, 8)
        rows, apart = (NamedSharding(mesh, PartitionSpec(*spec)) for spec in (("d",), (None, "d")))
        f = jax.jit(lambda x, i: garner.jax.take(x, i, axis=0))
        self.assertEqual(bits(f(jax.device_put(x, apart), i)), bits(x[i]))
        self.assertEqual(bits(f(jax.device_put(x, rows), jax.device_put(i, rows))), bits(x[i]))
        self.assertNotIn("@garner_gather", f.lower(jax.device_put(x, rows), i).as_text())
        g = jax.jit(
            jax.shard_map(
                lambda x, i: garner.jax.take(x, i, axis=0),
                mesh=mesh,
                in_specs=(PartitionSpec(None, "d"), PartitionSpec()),
                out_specs=PartitionSpec(None, "d"),
            )
        )
        self.assertEqual(bits(g(x, i)), bits(x[i]))
        self.assertIn("@garner_gather", g.lower(x, i).as_text())


if __name__ == "__main__":
    unittest.main()
