"""Programs of JAX on garner's plug-in, held against XLA's CPU backend in the same process.

Run with JAX_PLATFORMS=garner,cpu and GARNER_DEVICES=4 by run.sh. Of each program the results have to be the same bits, or so many units in
the last place apart, relative to the largest element (`ulps`), where floats are summed in another order.
"""
import subprocess
import sys
import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

GARNER, CPU = jax.devices()[0], jax.devices("cpu")[0]


def key(n):
    return jax.random.key(n)


# ---- what people run ---------------------------------------------------------------------------


def layer_norm(x):
    return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def attention(p, x):
    q, k, v = (jnp.einsum("btd,dhk->bhtk", x, p[n]) for n in "qkv")
    scores = jnp.einsum("bhtk,bhsk->bhts", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9))
    return jnp.einsum("bhts,bhsk,hkd->btd", weights, v, p["o"])


def transformer_loss(params, tokens):
    x = params["embed"][tokens[:, :-1]]
    for p in params["layers"]:
        x = x + attention(p, layer_norm(x))
        x = x + jax.nn.gelu(layer_norm(x) @ p["up"]) @ p["down"]
    logits = jax.nn.log_softmax(layer_norm(x) @ params["embed"].T)
    return -jnp.take_along_axis(logits, tokens[:, 1:, None], -1).mean()


def transformer():
    d, h, vocab = 16, 2, 23
    keys = iter(jax.random.split(key(0), 40))

    def weight(*shape):
        return jax.random.normal(next(keys), shape) * 0.1

    layers = [
        {**{n: weight(d, h, d // h) for n in "qkv"}, "o": weight(h, d // h, d), "up": weight(d, 32), "down": weight(32, d)} for _ in range(2)
    ]
    params = {"embed": weight(vocab, d), "layers": layers}
    tokens = jax.random.randint(next(keys), (3, 9), 0, vocab)

    @jax.jit
    def step(params, moments):
        loss, grads = jax.value_and_grad(transformer_loss)(params, tokens)
        moments = jax.tree.map(lambda m, g: 0.9 * m + g, moments, grads)
        return jax.tree.map(lambda p, m: p - 0.1 * m, params, moments), moments, loss

    moments, losses = jax.tree.map(jnp.zeros_like, params), []
    for _ in range(5):
        params, moments, loss = step(params, moments)
        losses.append(loss)
    return losses, params


def graph_network():
    nodes, edges = 50, 300
    x = jax.random.normal(key(1), (nodes, 8))
    sender, receiver = jax.random.randint(key(2), (2, edges), 0, nodes)
    w = jax.random.normal(key(3), (8, 8)) * 0.3

    def loss(w):
        messages = jnp.take(x, sender, axis=0) @ w
        sums = jax.ops.segment_sum(messages, receiver, nodes)
        counts = jax.ops.segment_sum(jnp.ones(edges), receiver, nodes)
        best = jax.ops.segment_max(messages, receiver, nodes)
        return (jax.nn.relu(sums / jnp.maximum(counts, 1)[:, None]) + jnp.where(best > -1e30, best, 0)).sum()

    return jax.jit(jax.value_and_grad(loss))(w)


def decode_with_a_cache():
    cache, q = jnp.zeros((2, 16, 4)), jax.random.normal(key(4), (2, 16, 4))

    @jax.jit
    def step(cache, i):
        row = lax.dynamic_slice(q, (0, i, 0), (2, 1, 4))
        cache = lax.dynamic_update_slice(cache, row, (0, i, 0))
        scores = jnp.where(jnp.arange(16) <= i, jnp.einsum("bk,btk->bt", row[:, 0], cache), -1e9)
        return cache, jnp.einsum("bt,btk->bk", jax.nn.softmax(scores), cache)

    outs = []
    for i in range(16):
        cache, out = step(cache, i)
        outs.append(out)
    return cache, outs


def embedding_with_a_wrong_token():
    table, tokens = jax.random.uniform(key(5), (10, 4)), jnp.array([3, 10, -1, 9, -11])
    return table[tokens], jnp.take(table, tokens, axis=0), table.at[tokens].add(1.0), jnp.take(table, tokens, axis=0, mode="clip")


def k_means():
    points = jax.random.normal(key(6), (200, 3))

    def step(_, centres):
        near = jnp.argmin(((points[:, None] - centres) ** 2).sum(-1), 1)
        sums = jnp.zeros_like(centres).at[near].add(points)
        return sums / jnp.maximum(jnp.bincount(near, length=5), 1)[:, None]

    return lax.fori_loop(0, 7, step, points[:5])


def linear_solve():
    a = jax.random.normal(key(7), (6, 6)) + 6 * jnp.eye(6)
    return jnp.linalg.solve(a, jnp.arange(6.0)), jnp.linalg.det(a)


def fourier_filter():
    signal = jnp.sin(jnp.arange(60.0)) + 0.1 * jax.random.normal(key(8), (60,))
    return jnp.fft.irfft(jnp.where(jnp.arange(31) < 8, jnp.fft.rfft(signal), 0), 60)


def vmapped_scatters():
    x, i, u = jnp.zeros((4, 9)), jax.random.randint(key(9), (4, 5), -2, 11), jnp.arange(20.0).reshape(4, 5)
    ops = ("set", "add", "multiply", "min", "max")
    return [jax.vmap(lambda x, i, u, op=op: getattr(x.at[i], op)(u))(x + 1, i, u) for op in ops]


def loops():
    collatz = lax.while_loop(lambda s: s[0] > 1, lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (27, 0))
    sums = lax.scan(lambda c, x: (c * 0.5 + x, c), 0.0, jnp.arange(20.0))
    return collatz, sums, jnp.cumsum(jnp.arange(7)), lax.associative_scan(jnp.maximum, jnp.array([3, 1, 4, 1, 5]))


def random_numbers():
    k = key(10)
    return (
        jax.random.bits(k, (33,)),
        jax.random.uniform(k, (7,)),
        jax.random.randint(k, (9,), -5, 100),
        jax.random.permutation(k, 31),
        jax.random.categorical(k, jnp.zeros((4, 6))),
        jax.random.choice(k, 40, (5,), replace=False),
        jax.random.key_data(jax.random.fold_in(k, 3)),
    )


def narrow_floats():
    x = jax.random.normal(key(11), (8, 8))
    half, eight = x.astype(jnp.bfloat16), x.astype(jnp.float8_e4m3fn)
    return half @ half, half.sum(), eight, eight.astype(jnp.float32) + 1, jnp.arange(8).astype(jnp.int4), x.astype(jnp.float8_e5m2)


def sorts():
    x = jax.random.uniform(key(12), (5, 30)).at[0, 3].set(jnp.nan)
    return jnp.sort(x), jnp.argsort(x, 1), lax.top_k(x, 4), jnp.unique(jnp.array([3, 1, 3, 2]), size=4), jnp.searchsorted(jnp.arange(9.0), x)


# name, ulps
PROGRAMS = [
    (transformer, 200),
    (graph_network, 60),
    (decode_with_a_cache, 20),
    (embedding_with_a_wrong_token, 0),
    (k_means, 20),
    (linear_solve, 40),
    (fourier_filter, 40),
    (vmapped_scatters, 0),
    (loops, 0),
    (random_numbers, 0),
    (narrow_floats, 4),
    (sorts, 0),
]


def ulps_apart(got, want):
    """In units in the last place of the largest element; NaNs agree."""
    if got.dtype.kind in "biu" or got.dtype.itemsize < 2 or got.size == 0:
        return 0.0 if got.tobytes() == want.tobytes() else np.inf
    wide = np.complex128 if got.dtype.kind == "c" else np.float64
    a, b = got.astype(wide), want.astype(wide)
    if not np.array_equal(np.isnan(a), np.isnan(b)):
        return np.inf
    a, b = np.nan_to_num(a), np.nan_to_num(b)
    return float(np.abs(a - b).max() / (max(np.abs(b).max(), 1e-30) * float(jnp.finfo(got.dtype).eps)))


class Programs(unittest.TestCase):
    def test_programs(self):
        for program, ulps in PROGRAMS:
            with self.subTest(program.__name__):
                got = jax.tree.leaves(program())
                with jax.default_device(CPU):
                    want = jax.tree.leaves(program())
                self.assertEqual(len(got), len(want))
                for i, (g, w) in enumerate(zip(got, want)):
                    self.assertEqual((g.shape, g.dtype), (w.shape, w.dtype))
                    self.assertIn(GARNER, g.devices())
                    self.assertLessEqual(ulps_apart(np.asarray(g), np.asarray(w)), ulps, f"result {i}")


# ---- several devices ---------------------------------------------------------------------------


class Devices(unittest.TestCase):
    def setUp(self):
        self.mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto, AxisType.Auto), devices=jax.devices())
        self.a = np.arange(32, dtype=np.float32).reshape(8, 4)

    def put(self, value, *spec):
        return jax.device_put(value, NamedSharding(self.mesh, P(*spec)))

    def shard_map(self, f, ins, outs, value):
        mapped = jax.shard_map(f, mesh=self.mesh, in_specs=P(*ins), out_specs=P(*outs), check_vma=False)
        return np.asarray(jax.jit(mapped)(self.put(value, *ins)))

    def test_whole_programs_are_divided(self):
        a, b = self.put(self.a, "x", "y"), self.put(np.ones((4, 6), np.float32), None, "y")
        product, total = jax.jit(lambda a, b: (a @ b, a.sum()))(a, b)
        np.testing.assert_array_equal(product, self.a @ np.ones((4, 6)))
        self.assertEqual(float(total), self.a.sum())
        self.assertEqual(product.sharding.spec, P("x", "y"))

    def test_shard_map(self):
        np.testing.assert_array_equal(self.shard_map(lambda t: lax.psum(t, "x"), ("x",), (None,), self.a), self.a[:4] + self.a[4:])
        np.testing.assert_array_equal(self.shard_map(lambda t: lax.ppermute(t, "x", [(0, 1), (1, 0)]), ("x",), ("x",), self.a), np.roll(self.a, 4, 0))
        np.testing.assert_array_equal(self.shard_map(lambda t: lax.all_gather(t, "x", tiled=True), ("x", "y"), (None, "y"), self.a), self.a)
        np.testing.assert_array_equal(
            self.shard_map(lambda t: lax.psum_scatter(t, "x", tiled=True), (None, "y"), ("x", "y"), self.a), 2 * self.a
        )
        ranks = self.shard_map(lambda t: t * 0 + lax.axis_index("x") * 2 + lax.axis_index("y"), ("x", "y"), ("x", "y"), np.zeros((2, 2), np.float32))
        np.testing.assert_array_equal(ranks, [[0, 1], [2, 3]])

    def test_arrays_move_between_devices(self):
        a = self.put(self.a, "x")
        self.assertEqual({s.data.shape for s in a.addressable_shards}, {(4, 4)})
        np.testing.assert_array_equal(self.put(a, None, "y"), self.a)
        moved = jax.device_put(a, jax.devices()[2])
        self.assertEqual(moved.devices(), {jax.devices()[2]})
        np.testing.assert_array_equal(moved, self.a)

    def test_pmap(self):
        got = jax.pmap(lambda x: x - lax.pmean(x, "i"), axis_name="i", devices=jax.devices())(jnp.arange(8.0).reshape(4, 2))
        np.testing.assert_array_equal(got, [[-3, -3], [-1, -1], [1, 1], [3, 3]])


# ---- arrays and executables --------------------------------------------------------------------


class Arrays(unittest.TestCase):
    def test_arrays_of_numpy_come_and_go(self):
        a = np.random.default_rng(0).standard_normal((70, 90)).astype(np.float32)
        for view in (a, a.T, a[::2, ::-1], np.asfortranarray(a), a[:0], a[3, 5]):
            np.testing.assert_array_equal(np.asarray(jax.device_put(view)), view)
            np.testing.assert_array_equal(np.asarray(jax.device_put(view).T), view.T)
        np.testing.assert_array_equal(np.asarray(jnp.arange(5).astype(jnp.int4)), [0, 1, 2, 3, 4])

    def test_an_array_of_numpy_that_changes_afterwards(self):
        a = np.ones((64, 64), np.float32)
        x = jnp.array(a)
        a[:] = 2
        self.assertEqual(float(x.sum()), 64 * 64)

    def test_donated_arrays_are_written_over(self):
        add = jax.jit(lambda x, i, u: x.at[i].add(u), donate_argnums=0)
        x, i, u = jnp.zeros((1000, 64)), jnp.arange(10), jnp.ones((10, 64))
        x = add(x, i, u)
        where = x.unsafe_buffer_pointer()
        y = add(x, i, u)
        self.assertTrue(x.is_deleted())
        self.assertEqual(y.unsafe_buffer_pointer(), where)
        self.assertEqual(float(y.sum()), 2 * 640)
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            x + 1

    def test_a_donated_array_that_somebody_else_sees_stays(self):
        x = jnp.zeros(2000) + 1
        seen = np.asarray(x)
        y = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
        self.assertEqual((seen.sum(), float(y.sum())), (2000, 4000))

    def test_two_results_of_one_memory(self):
        a, b = jax.jit(lambda x: (x + 1, x + 1))(jnp.zeros(1000))
        c = jax.jit(lambda x: x * 3, donate_argnums=0)(a)
        self.assertEqual((float(b.sum()), float(c.sum())), (1000, 3000))

    def test_memory_is_given_back(self):
        step = jax.jit(lambda x: (x + 1, x.sum()))
        x, kept = jnp.zeros(1 << 18), []
        for _ in range(50):
            x, s = step(x)
            kept.append(s)
        x.block_until_ready()
        del x
        self.assertLess(GARNER.memory_stats()["bytes_in_use"], 8 << 20)

    def test_executables_are_kept_as_bytes(self):
        from jax.experimental import serialize_executable

        compiled = jax.jit(lambda x: x @ x).lower(jnp.ones((4, 4))).compile()
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled), execution_devices=[GARNER])
        np.testing.assert_array_equal(again(jnp.ones((4, 4))), np.full((4, 4), 4))
        self.assertEqual(compiled.cost_analysis()["bytes accessed"], 128)
        self.assertEqual(compiled.memory_analysis().output_size_in_bytes, 64)

    def test_memory_kinds(self):
        for kind in ("device", "pinned_host", "unpinned_host"):
            x = jax.device_put(jnp.ones(3), jax.sharding.SingleDeviceSharding(GARNER, memory_kind=kind))
            self.assertEqual(x.sharding.memory_kind, kind)
            self.assertEqual(float((x + 1).sum()), 6)

    def test_extents_that_the_run_says(self):
        from jax import export

        exported = export.export(jax.jit(lambda x: jnp.sin(x) + x.shape[0]), platforms=["garner"])(
            jax.ShapeDtypeStruct(export.symbolic_shape("b"), jnp.float32)
        )
        self.assertEqual(exported.call(jnp.zeros(3)).tolist(), [3, 3, 3])
        self.assertEqual(exported.call(jnp.zeros(2)).tolist(), [2, 2])

    def test_printing_from_programs(self):
        with jax.default_device(GARNER):
            jax.debug.print("{}", jnp.ones(2))
            jax.effects_barrier()


# ---- functions of Python that programs call ------------------------------------------------------


class Callbacks(unittest.TestCase):
    def test_values_come_back(self):
        shape = jax.ShapeDtypeStruct((3,), jnp.float32)
        f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 3, shape, x + 1) + 1)
        self.assertEqual(f(jnp.arange(3.0)).tolist(), [4, 7, 10])
        rows = jax.vmap(lambda x: jax.pure_callback(np.sort, shape, x, vmap_method="sequential"))(jnp.array([[3.0, 1, 2], [6, 5, 4]]))
        self.assertEqual(rows.tolist(), [[1, 2, 3], [4, 5, 6]])

    def test_calls_in_order(self):
        from jax.experimental import io_callback

        seen = []

        def note(i):
            seen.append(int(i))
            return np.int32(2 * i)

        def step(i, total):
            return total + io_callback(note, jax.ShapeDtypeStruct((), jnp.int32), i, ordered=True)

        self.assertEqual(int(jax.jit(lambda: lax.fori_loop(0, 5, step, jnp.int32(0)))()), 20)
        self.assertEqual(seen, [0, 1, 2, 3, 4])

    def test_printing_within_a_program(self):
        seen = []
        f = jax.jit(lambda x: (jax.debug.callback(lambda v: seen.append(v.tolist()), x * 2), x.sum())[1])
        self.assertEqual(float(f(jnp.arange(3.0))), 3)
        jax.effects_barrier()
        self.assertEqual(seen, [[0, 2, 4]])

    def test_an_exception_is_the_programs(self):
        def fail(_):
            raise ValueError("no such luck")

        f = jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((3,), jnp.float32), x))
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "ValueError: no such luck"):
            f(jnp.ones(3)).block_until_ready()
        g = jax.jit(lambda x: jax.pure_callback(lambda a: np.zeros(4, np.float32), jax.ShapeDtypeStruct((3,), jnp.float32), x))
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "shape"):
            g(jnp.ones(3)).block_until_ready()

    def test_a_function_that_runs_programs(self):
        inner = jax.jit(lambda a: a * 2)
        f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(inner(jnp.asarray(np.asarray(a)))), jax.ShapeDtypeStruct((3,), jnp.float32), x))
        self.assertEqual(f(jnp.arange(3.0)).tolist(), [0, 2, 4])


# ---- what is wrong -----------------------------------------------------------------------------


class Wrong(unittest.TestCase):
    def test_a_call_that_nobody_has_names_itself_and_the_line(self):
        def f(x):
            return jax.ffi.ffi_call("nobody_has_this", jax.ShapeDtypeStruct((3,), jnp.float32))(x)

        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"programs.py:\d+:\d+: .*nobody_has_this"):
            jax.jit(f)(jnp.ones(3)).block_until_ready()
        self.assertEqual(float(jnp.ones(3).sum()), 3)

    def test_an_error_reaches_what_is_computed_of_it(self):
        f = jax.jit(lambda x: jax.ffi.ffi_call("nobody", jax.ShapeDtypeStruct((3,), jnp.float32))(x))
        with self.assertRaises(jax.errors.JaxRuntimeError):
            (f(jnp.ones(3)) + 1).block_until_ready()


    def test_control_c_ends_a_long_program(self):
        program = (
            "import os, signal, threading\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # where the tests run in the background it is ignored
            "import jax, jax.numpy as jnp\n"
            "f = jax.jit(lambda x: jax.lax.while_loop(lambda s: s[0] < 9, lambda s: (s[0] * 0 + 1, s[1] + 1), (x, x)))\n"
            "zero = jnp.int32(0)\n"
            "run = f.lower(zero).compile()\n"
            "threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "run(zero)[0].block_until_ready()\n"
        )
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "KeyboardInterrupt|was interrupted")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
