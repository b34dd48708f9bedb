#!/usr/bin/env python3
"""Whole programs of JAX: garner beside XLA's CPU backend, in turn.

    build/peers/bin/python bench/peers/steps.py [--steps=build/bench/steps] [--threads=2] [--rounds=5] [NAME..]

Each program is a jitted function. Its StableHLO runs in build/bench/steps, its XLA executable here; both get the same
inputs and as many threads. A round times one, then the other; the table has the least of each over the rounds, their
ratio, and how far the results are apart. --profile NAME says where garner's time goes; --keep=DIR leaves the programs there.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time


def threads_of(argv):
    return next((a.split("=")[1] for a in argv if a.startswith("--threads=")), "2")


THREADS = threads_of(sys.argv)
os.environ.setdefault("JAX_PLATFORMS", "cpu")
if int(THREADS) < (os.cpu_count() or 1) and hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, set(list(os.sched_getaffinity(0))[: int(THREADS)]))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

PROGRAMS = {}


def program(make):
    """make() gives a function and its arguments."""
    PROGRAMS[make.__name__] = make
    return make


def key(seed=0):
    return jax.random.PRNGKey(seed)


def normal(seed, *shape, scale=1.0):
    return jnp.asarray(np.random.default_rng(seed).normal(size=shape).astype("f4") * scale)


# ---- transformer ---------------------------------------------------------------------------------


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-5) * scale + bias


def block(p, x, mask):
    b, s, d = x.shape
    h = layer_norm(x, p["s1"], p["b1"])
    q, k, v = (jnp.einsum("bsd,dhe->bhse", h, p[n]) for n in ("q", "k", "v"))
    a = jnp.einsum("bhse,bhte->bhst", q, k) / np.sqrt(q.shape[-1]).astype("f4")
    a = jax.nn.softmax(jnp.where(mask, a, -1e9), axis=-1)
    x = x + jnp.einsum("bhst,bhte,hed->bsd", a, v, p["o"])
    h = layer_norm(x, p["s2"], p["b2"])
    return x + jax.nn.gelu(h @ p["w1"] + p["c1"]) @ p["w2"] + p["c2"]


def transformer_parameters(vocabulary=1000, d=128, heads=4, layers=2, s=128):
    p = {"embed": normal(1, vocabulary, d, scale=0.02), "place": normal(2, s, d, scale=0.02)}
    for i in range(layers):
        w = lambda seed, *shape: normal(10 * i + seed, *shape, scale=0.05)
        p[f"layer{i}"] = {
            "s1": jnp.ones(d), "b1": jnp.zeros(d), "s2": jnp.ones(d), "b2": jnp.zeros(d),
            "q": w(3, d, heads, d // heads), "k": w(4, d, heads, d // heads), "v": w(5, d, heads, d // heads),
            "o": w(6, heads, d // heads, d), "w1": w(7, d, 4 * d), "c1": jnp.zeros(4 * d), "w2": w(8, 4 * d, d),
            "c2": jnp.zeros(d),
        }  # fmt: skip
    return p


def logits_of(p, tokens):
    x = p["embed"][tokens] + p["place"][: tokens.shape[1]]
    mask = jnp.tril(jnp.ones((tokens.shape[1], tokens.shape[1]), bool))
    for name in sorted(n for n in p if n.startswith("layer")):
        x = block(p[name], x, mask)
    return x @ p["embed"].T


def adamw(p, g, m, v, t):
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    c1, c2 = 1 - 0.9**t, 1 - 0.999**t
    new = lambda p, m, v: p - 1e-3 * (m / c1 / (jnp.sqrt(v / c2) + 1e-8) + 0.01 * p)
    return jax.tree.map(new, p, m, v), m, v


@program
def transformer():
    def loss(p, tokens):
        logits = logits_of(p, tokens)[:, :-1]
        target = tokens[:, 1:]
        logp = jax.nn.log_softmax(logits)
        return -jnp.take_along_axis(logp, target[..., None], axis=-1).mean()

    def step(p, m, v, t, tokens):
        value, g = jax.value_and_grad(loss)(p, tokens)
        p, m, v = adamw(p, g, m, v, t)
        return p, m, v, value

    p = transformer_parameters()
    zeros = jax.tree.map(jnp.zeros_like, p)
    tokens = jnp.asarray(np.random.default_rng(0).integers(0, 1000, (8, 128)).astype("i4"))
    return step, (p, zeros, zeros, jnp.float32(1), tokens)


@program
def decode():
    """One token with a cache of keys and values."""
    d, heads, length = 256, 8, 512
    p = transformer_parameters(d=d, heads=heads, s=length)

    def step(p, cache, token, at):
        x = p["embed"][token] + jax.lax.dynamic_slice_in_dim(p["place"], at, 1)[0]
        new = []
        for i in range(2):
            q = p[f"layer{i}"]
            h = layer_norm(x, q["s1"], q["b1"])
            k = jax.lax.dynamic_update_slice(cache[i][0], jnp.einsum("bd,dhe->bhe", h, q["k"])[:, :, None], (0, 0, at, 0))
            v = jax.lax.dynamic_update_slice(cache[i][1], jnp.einsum("bd,dhe->bhe", h, q["v"])[:, :, None], (0, 0, at, 0))
            a = jnp.einsum("bhe,bhte->bht", jnp.einsum("bd,dhe->bhe", h, q["q"]), k) / np.float32(np.sqrt(d // heads))
            a = jax.nn.softmax(jnp.where(jnp.arange(length) <= at, a, -1e9))
            x = x + jnp.einsum("bht,bhte,hed->bd", a, v, q["o"])
            h = layer_norm(x, q["s2"], q["b2"])
            x = x + jax.nn.gelu(h @ q["w1"] + q["c1"]) @ q["w2"] + q["c2"]
            new.append((k, v))
        return jnp.argmax(x @ p["embed"].T, -1), new

    cache = [(normal(1, 4, heads, length, d // heads), normal(2, 4, heads, length, d // heads)) for _ in range(2)]
    return step, (p, cache, jnp.array([1, 2, 3, 4], jnp.int32), jnp.int32(100))


# ---- graphs, clusters, layers --------------------------------------------------------------------


@program
def gnn():
    nodes, edges, width = 10000, 100000, 64
    rng = np.random.default_rng(0)
    source, target = (jnp.asarray(rng.integers(0, nodes, edges).astype("i4")) for _ in range(2))

    def forward(p, x):
        for w in p:
            sums = jax.ops.segment_sum(x[source], target, nodes)
            degree = jax.ops.segment_sum(jnp.ones(edges), target, nodes)
            x = jax.nn.relu(jnp.concatenate([x, sums / jnp.maximum(degree, 1)[:, None]], -1) @ w)
        return x

    def step(p, x, y):
        g = jax.grad(lambda p: ((forward(p, x) - y) ** 2).mean())(p)
        return [w - 0.1 * d for w, d in zip(p, g)]

    return step, ([normal(1, 2 * width, width, scale=0.1), normal(2, 2 * width, width, scale=0.1)], normal(3, nodes, width), normal(4, nodes, width))


@program
def kmeans():
    k = 64

    def step(x, c):
        d = (x**2).sum(-1)[:, None] - 2 * x @ c.T + (c**2).sum(-1)
        near = jnp.argmin(d, -1)
        sums = jax.ops.segment_sum(x, near, k)
        count = jax.ops.segment_sum(jnp.ones(x.shape[0]), near, k)
        return sums / jnp.maximum(count, 1)[:, None], near

    x = normal(1, 20000, 32)
    return step, (x, x[:k])


@program
def mlp():
    sizes = [784, 256, 256, 10]

    def loss(p, x, y):
        for w, b in p[:-1]:
            x = jax.nn.relu(x @ w + b)
        logits = x @ p[-1][0] + p[-1][1]
        return -(jax.nn.one_hot(y, 10) * jax.nn.log_softmax(logits)).sum(-1).mean()

    def step(p, x, y):
        return jax.tree.map(lambda p, g: p - 0.1 * g, p, jax.grad(loss)(p, x, y))

    p = [(normal(i, a, b, scale=0.05), jnp.zeros(b)) for i, (a, b) in enumerate(zip(sizes, sizes[1:]))]
    return step, (p, normal(9, 256, 784), jnp.asarray(np.arange(256) % 10))


@program
def convolution():
    def forward(p, x):
        for w in p[:2]:
            x = jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = jax.nn.relu(x)
            x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return x.reshape(x.shape[0], -1) @ p[2]

    def step(p, x, y):
        g = jax.grad(lambda p: ((forward(p, x) - y) ** 2).mean())(p)
        return jax.tree.map(lambda p, g: p - 0.1 * g, p, g)

    p = [normal(1, 3, 3, 3, 16, scale=0.2), normal(2, 3, 3, 16, 32, scale=0.1), normal(3, 8 * 8 * 32, 10, scale=0.02)]
    return step, (p, normal(4, 32, 32, 32, 3), normal(5, 32, 10))


@program
def norm_softmax():
    def f(x, s, b):
        return jax.nn.softmax(layer_norm(x, s, b), axis=-1)

    return f, (normal(1, 2048, 512), normal(2, 512), normal(3, 512))


@program
def sort_keys():
    return (lambda x: jnp.sort(x)), (normal(1, 200000),)


@program
def argsort_rows():
    return (lambda x: jnp.argsort(x, axis=-1)), (normal(1, 1000, 256),)


@program
def top_k():
    return (lambda x: jax.lax.top_k(x, 16)), (normal(1, 1000, 1000),)


@program
def threefry():
    return (lambda k: jax.random.normal(k, (1 << 20,))), (key(1),)


@program
def random_bits():
    return (lambda k: jax.random.bits(k, (1 << 20,))), (key(1),)


@program
def logsumexp():
    return (lambda x: jax.nn.logsumexp(x, axis=-1)), (normal(1, 2000, 1000),)


@program
def elementwise():
    def f(x, y):
        return jnp.tanh(x) * jax.nn.sigmoid(y) + jnp.exp(-x * x) + jnp.log1p(y * y) + jax.lax.erf(x) + jnp.sqrt(jnp.abs(y)) + x**3

    return f, (normal(1, 1 << 20), normal(2, 1 << 20))


@program
def sincos_power():
    return (lambda x, y: jnp.sin(x) + jnp.cos(y) + jnp.abs(x) ** y), (normal(1, 1 << 20), normal(2, 1 << 20))


@program
def rnn():
    def f(w, u, x):
        def cell(h, x):
            h = jnp.tanh(h @ w + x @ u)
            return h, h

        return jax.lax.scan(cell, jnp.zeros((32, 64)), x)

    return f, (normal(1, 64, 64, scale=0.1), normal(2, 32, 64, scale=0.1), normal(3, 100, 32, 32))


@program
def small_while():
    def f(n):
        return jax.lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 1.0001 + s[0].astype("float32")), (jnp.int32(0), jnp.float32(1)))

    return f, (jnp.int32(10000),)


@program
def cumulative():
    return (lambda x: (jnp.cumsum(x, axis=-1), jnp.cumprod(1 + 0.01 * x, axis=0))), (normal(1, 512, 1024),)


@program
def transposes():
    def f(x):
        return (jnp.transpose(x, (2, 0, 1)) + 1, jnp.transpose(x, (0, 2, 1)) * 2, jnp.broadcast_to(x[:, :, :1], x.shape) * x)

    return f, (normal(1, 64, 128, 128),)


@program
def reductions():
    return (lambda x: (x.sum(), x.sum(0), x.sum(1), x.sum(2), x.max(1), jnp.argmax(x, 2), x.var((0, 1)))), (normal(1, 64, 128, 128),)


@program
def matmul_512():
    return (lambda x, y: x @ y), (normal(1, 512, 512), normal(2, 512, 512))


@program
def matmul_batch():
    return (lambda x, y: jnp.einsum("bhse,bhte->bhst", x, y)), (normal(1, 8, 4, 128, 32), normal(2, 8, 4, 128, 32))


@program
def bf16_mlp():
    f = lambda x, w1, w2: jax.nn.gelu(x @ w1) @ w2
    return f, tuple(a.astype("bfloat16") for a in (normal(1, 128, 256), normal(2, 256, 512, scale=0.1), normal(3, 512, 256, scale=0.1)))


@program
def tiny():
    return (lambda x, y: x + y), (normal(1, 4), normal(2, 4))


# ---- measuring -----------------------------------------------------------------------------------


class Garner:
    def __init__(self, command, text, arrays, folder, products):
        path = os.path.join(folder, "program.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        for i, a in enumerate(arrays):
            np.ascontiguousarray(a).tofile(os.path.join(folder, f"in.{i}"))
        self.folder = folder
        self.process = subprocess.Popen([command, path, folder, THREADS] + products, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def time(self, n):
        return float(self.ask(f"run {n}")[0])

    def lines(self, what):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return list(iter(self.process.stdout.readline, "end\n"))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def times_of_xla(executable, args, n):
    least = float("inf")
    for _ in range(n):
        start = time.perf_counter_ns()
        jax.block_until_ready(executable(*args))
        least = min(least, time.perf_counter_ns() - start)
    return least


def distance(folder, results):
    worst = 0.0
    for i, r in enumerate(results):
        r = np.asarray(r)
        got = np.fromfile(os.path.join(folder, f"out.{i}"), r.dtype).reshape(r.shape)
        if r.dtype.kind in "iub":
            worst = max(worst, float((got != r).mean()))
            continue
        r, got = r.astype("f8"), got.astype("f8")
        worst = max(worst, float(np.nanmax(np.abs(r - got) / (np.abs(r).max() + 1e-30), initial=0)))
    return worst


def compare(name, make, options, folder):
    function, args = make()
    lowered = jax.jit(function, keep_unused=True).lower(*args)
    executable = lowered.compile()
    flat = [np.asarray(a) for a in jax.tree.leaves(args)]
    g = Garner(options.steps, lowered.as_text(), flat, folder, ["1"] if options.library else [])
    g.ask("save")
    far = distance(folder, jax.tree.leaves(executable(*args)))
    if options.profile:
        print("".join(g.lines("profile")[:12]), "".join(g.lines("ops")[:30]))
    once = times_of_xla(executable, args, 2) / 1e9
    ours, theirs = [], []
    for _ in range(int(options.rounds)):
        n = max(2, min(500, int(0.1 / once)))
        theirs.append(times_of_xla(executable, args, n))
        ours.append(g.time(max(2, min(500, int(0.2 / max(once, 1e-4))))))
    g.end()
    print(f"{name:14s} {min(ours) / 1e6:10.3f} {min(theirs) / 1e6:10.3f} {min(ours) / min(theirs):8.2f}   {far:.1e}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--steps", default="build/bench/steps")
    parser.add_argument("--threads")
    parser.add_argument("--rounds", default="5")
    parser.add_argument("--library", action="store_true", help="products of garner's are a BLAS's too")
    parser.add_argument("--keep")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    print(f"{'program':14s} {'garner ms':>10s} {'XLA ms':>10s} {'ratio':>8s}   apart")
    for name, make in PROGRAMS.items():
        if options.names and name not in options.names:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = os.path.join(options.keep, name) if options.keep else temporary
            os.makedirs(folder, exist_ok=True)
            compare(name, make, options, folder)


if __name__ == "__main__":
    main()
