"""source_random.py - random programs, written in numpy, PyTorch and JAX, give garner's bits.

  source_random.py GARNER [CASES [SEED [LANGUAGES]]]

A program is a gather or a scatter of any form, index rule, combiner and element type, with ops around it. What it must
give is what `garner run` gives of the program that `garner convert --to=stablehlo` makes of it: the index rule is then
ops, and an index that is an error is one under --strict. The functions that `garner convert --to=LANGUAGE` prints are run
here on the same inputs. Ends with "N passed, N failed"; exit 1 on a failure.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

CLAMP, FILL, SKIP, ERROR, PROMISE = range(5)
BOUNDS = "clamp", "fill", "skip", "error", "promise"
DTYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8,
          "f16": np.float16, "f32": np.float32, "f64": np.float64, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64}
COMBINERS = {"replace": None, "add": "add", "mul": "multiply", "min": "minimum", "max": "maximum", "and": "and", "or": "or",
             "xor": "xor"}


def tensor(shape, dtype):
    return "tensor<%s%s>" % ("".join("%dx" % n for n in shape), dtype)


def numbers(values):
    return "[%s]" % ", ".join(map(str, values))


class Program:
    """The text of one function, op by op."""

    def __init__(self):
        self.args, self.lines, self.n = [], [], 0

    def argument(self, shape, dtype, role):
        name = "%%%s%d" % (role, len(self.args))
        self.args.append((name, tuple(shape), dtype, role))
        return name, tuple(shape), dtype

    def op(self, name, operands, attrs, shape, dtype, region=""):
        self.n += 1
        result = "%%v%d" % self.n
        self.lines.append('  %s = "%s"(%s) %s%s : (%s) -> %s' % (
            result, name, ", ".join(o[0] for o in operands), "<{%s}>" % attrs if attrs else "",
            " (%s)" % region if region else "", ", ".join(tensor(o[1], o[2]) for o in operands), tensor(shape, dtype)))
        return result, tuple(shape), dtype

    def access(self, name, ins, outs, attrs, shape, dtype):
        def group(word, values):
            return " %s(%s : %s)" % (word, ", ".join(v[0] for v in values), ", ".join(tensor(v[1], v[2]) for v in values))
        self.n += 1
        result = "%%v%d" % self.n
        self.lines.append("  %s = garner.%s%s%s %s -> %s" % (
            result, name, group("ins", ins), group("outs", outs) if outs else "", attrs, tensor(shape, dtype)))
        return result, tuple(shape), dtype

    def text(self, results):
        types = ", ".join(tensor(r[1], r[2]) for r in results)
        return "func.func @main(%s) -> (%s) {\n%s\n  func.return %s : %s\n}\n" % (
            ", ".join("%s: %s" % (a[0], tensor(a[1], a[2])) for a in self.args), types, "\n".join(self.lines),
            ", ".join(r[0] for r in results), types)


def around(p, rng, v):
    """v, or what a view or an element-wise op makes of it: of the same shape and element type."""
    name, shape, dtype = v
    kind = rng.randrange(6)
    if kind == 0 and shape:
        return p.op("stablehlo.reverse", [v], "dimensions = array<i64: %s>" % rng.randrange(len(shape)), shape, dtype)
    if kind == 1 and len(shape) > 1:
        order = list(range(len(shape)))
        rng.shuffle(order)
        t = p.op("stablehlo.transpose", [v], "permutation = array<i64: %s>" % ", ".join(map(str, order)),
                 [shape[d] for d in order], dtype)
        back = ", ".join(str(order.index(d)) for d in range(len(shape)))
        return p.op("stablehlo.transpose", [t], "permutation = array<i64: %s>" % back, shape, dtype)
    if kind == 2 and dtype != "i1":
        return p.op(rng.choice(["stablehlo.maximum", "stablehlo.add", "stablehlo.multiply", "stablehlo.minimum"]), [v, v], "",
                    shape, dtype)
    if kind == 3:
        flat = p.op("stablehlo.reshape", [v], "", [int(np.prod(shape, dtype=int))], dtype)
        return p.op("stablehlo.reshape", [flat], "", shape, dtype)
    return v


def rule(rng, scatter):
    bounds = rng.choice([CLAMP, PROMISE, ERROR, SKIP, SKIP] if scatter else [CLAMP, CLAMP, PROMISE, ERROR, FILL, FILL])
    return [rng.randrange(8) == 0, rng.randrange(3) == 0, bounds, rng.randrange(2), 0]


class Access:
    """Random dimension numbers over a random operand."""

    def __init__(self, rng, scatter):
        rank = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        self.shape = [rng.choice([0, 1, 2, 3, 3, 4, 5]) if rng.randrange(12) == 0 else rng.choice([1, 2, 3, 4, 5]) for _ in range(rank)]
        dims = list(range(rank))
        rng.shuffle(dims)
        form = rng.randrange(4)  # rows, elements along an axis, anything twice
        batching = rank - 1 if form == 1 and rank else 0 if form == 0 else rng.choice([0, 0, 1, 2])
        self.batching = sorted(dims[:min(batching, rank)]) if form == 1 else dims[:min(batching, rank)]
        rest = dims[len(self.batching):]
        self.map = rest[:1] if form < 2 and rest else rest[:rng.randrange(len(rest) + 1)]
        self.sizes = [1 if d in self.batching else rng.randrange(0 if n == 0 or rng.randrange(20) == 0 else 1, n + 1)
                      for d, n in enumerate(self.shape)]
        collapsed = [d for d in rest if rng.randrange(2)]
        if form == 0:
            self.sizes, collapsed = list(self.shape), self.map
        if form == 1:
            collapsed = self.map
        for d in collapsed:
            self.sizes[d] = 1
        self.collapsed = sorted(d for d in collapsed if self.shape[d] > 0)
        self.sizes = [min(s, n) for s, n in zip(self.sizes, self.shape)]
        self.batching = [d for d in self.batching if self.shape[d] > 0 or d not in self.batching]
        for d in range(rank):
            if d in self.batching:
                self.sizes[d] = 1
        extents = [self.shape[d] for d in self.batching]
        free = [] if form == 1 else [rng.choice([1, 2, 3, 4]) for _ in range(rng.choice([0, 1, 1, 2]))]
        if form == 1 and self.map:
            batch = [self.shape[d] if d in self.batching else rng.choice([1, 2, 4]) for d in range(rank)]
            where = list(self.batching)
        else:
            order = list(range(len(extents) + len(free)))
            rng.shuffle(order)
            batch = [0] * len(order)
            for at, n in zip(order, extents + free):
                batch[at] = n
            where = order[:len(extents)]
        self.batch = batch
        self.vector = rng.randrange(len(batch) + 1)
        if len(self.map) == 1 and rng.randrange(2):
            self.vector, self.indices = len(batch), list(batch)
        else:
            self.indices = batch[:self.vector] + [len(self.map)] + batch[self.vector:]
        self.where = [d + (d >= self.vector) for d in where]
        window = [n for d, n in enumerate(self.sizes) if d not in self.collapsed and d not in self.batching]
        total = len(batch) + len(window)
        axis = self.map[0] if form == 0 and self.map else None
        if axis is not None:
            self.offset = [d for d in range(total) if not axis <= d < axis + len(batch)]
        elif form == 1 and len(window) == 0:
            self.offset = []
        else:
            self.offset = sorted(rng.sample(range(total), len(window)))
        self.dense = [0] * total
        rest_dims = [d for d in range(total) if d not in self.offset]
        for d, n in zip(self.offset, window):
            self.dense[d] = n
        for d, n in zip(rest_dims, batch):
            self.dense[d] = n
        pairs = sorted(zip(self.batching, self.where))
        self.batching, self.where = [a for a, _ in pairs], [b for _, b in pairs]

    def dims(self):
        return ("offset_dims = %s, collapsed_slice_dims = %s, operand_batching_dims = %s, "
                "start_indices_batching_dims = %s, start_index_map = %s, index_vector_dim = %d" % (
                    numbers(self.offset), numbers(self.collapsed), numbers(self.batching), numbers(self.where),
                    numbers(self.map), self.vector))


def is_valid(a):
    return all(s >= 1 or d not in a.collapsed for d, s in enumerate(a.sizes))


def rule_attrs(r):
    base, wrap, bounds, grain, batch = r
    return ("base = %d, " % base if base else "") + ("wrap_negative, " if wrap else "") + "bounds = %s, grain = %s, batch_rule = %s" % (
        BOUNDS[bounds], ("element", "window")[grain], ("equal", "prefix")[batch])


def promise_kept(text):
    """The same program where an index out of range is moved into it, which is what a broken promise comes to."""
    return text.replace("bounds = promise", "bounds = clamp")


def fill_text(rng, dtype):
    value = rng.choice([0, 1, 3])
    if dtype == "i1":
        value = "true" if value else "false"
    return "dense<%s> : %s" % ("%.1f" % value if dtype.startswith(("f", "bf")) else value, tensor((), dtype))


def program(rng, languages):
    narrow = [t for t in DTYPES if not t.startswith("ui") or t == "ui8"]
    dtype = rng.choice(narrow if "pytorch" in languages else list(DTYPES))
    index = rng.choice(["i64", "i64", "i32", "i32", "i8", "ui8", "i16"])
    scatter = rng.randrange(2) == 1
    a = Access(rng, scatter)
    while not is_valid(a):
        a = Access(rng, scatter)
    p, r = Program(), rule(rng, scatter)
    x = around(p, rng, p.argument(a.shape, dtype, "x"))
    i = p.argument(a.indices, index, "i")
    if rng.randrange(2):
        i = around(p, rng, i)
    if scatter:
        floating = dtype.startswith("f")
        by = rng.choice([c for c in COMBINERS if not floating or c not in ("and", "or", "xor")])
        u = around(p, rng, p.argument(a.dense, dtype, "u"))
        result = p.access("scatter", [i, u], [x], "%s, %s, combiner = %s" % (a.dims(), rule_attrs(r), by), a.shape, dtype)
    else:
        attrs = "%s, slice_sizes = %s, %s" % (a.dims(), numbers(a.sizes), rule_attrs(r))
        if r[2] == FILL:
            attrs += ", fill = " + fill_text(rng, dtype)
        result = p.access("gather", [x, i], [], attrs, a.dense, dtype)
    return p, p.text([around(p, rng, result)]), a, r


def random_input(rng, shape, dtype, role, most, base):
    n = int(np.prod(shape, dtype=int))
    if role == "i":
        info = np.iinfo(DTYPES[dtype])
        kind = rng.randrange(3)
        low, high = [(0, most), (-3, most + 3), (-most - 2, 2 * most + 2)][kind]
        v = [rng.randrange(max(low, info.min), min(high, info.max) + 1) for _ in range(n)]
        if kind == 2 and n:  # the conversion subtracts the base in 64 bits, where the least value less 1 would wrap
            v[rng.randrange(n)] = rng.choice([info.max, info.min + (base if dtype == "i64" else 0)])
    elif dtype.startswith("f"):
        special = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.5]
        zeros = rng.randrange(3) == 0  # of which many are to meet
        v = [rng.choice(special[:2] if zeros else special) if zeros or rng.randrange(4) == 0 else rng.gauss(0, 3)
             for _ in range(n)]
    elif dtype == "i1":
        v = [rng.randrange(2) for _ in range(n)]
    else:
        info = np.iinfo(DTYPES[dtype])
        v = [rng.choice([info.min, info.max, rng.randrange(info.min, info.max + 1), rng.randrange(0, 9)]) for _ in range(n)]
    return np.array(v, dtype=DTYPES[dtype]).reshape(shape)


def same_bits(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind == "c":
        return same_bits(a.real, b.real) and same_bits(a.imag, b.imag)
    equal = a == b
    if a.dtype.kind == "f":
        equal = (equal & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b))
    return bool(np.all(equal))


def call(garner, *args):
    return subprocess.run([garner, *args], capture_output=True, text=True)


def arguments(language, inputs):
    if language in ("numpy", "jax"):  # which takes numpy's arrays as its own
        return [x.copy() for x in inputs]
    import torch
    return [torch.from_numpy(x.copy()) for x in inputs]


def as_array(x):
    return x.numpy() if hasattr(x, "numpy") else np.asarray(x)


def r_array(x):
    """x as R writes it: every number a double, in hexadecimal, the first dimension fastest."""
    if x.dtype == np.bool_:
        v = ["TRUE" if b else "FALSE" for b in x.ravel(order="F")]
    else:
        v = ["NaN" if np.isnan(f) else "Inf" if f == np.inf else "-Inf" if f == -np.inf else f.hex()
             for f in map(float, x.ravel(order="F"))]
    values = "c(%s)" % ", ".join(v) if v else "logical(0)" if x.dtype == np.bool_ else "numeric(0)"
    return "array(%s, %s)" % (values, "c(%s)" % ", ".join(map(str, x.shape))) if x.ndim else values


def run_r(text, name, inputs):
    """The results, by Rscript, which prints each one's dim and its elements in row-major order."""
    script = text + """
results <- tryCatch(%s(%s), error = function(e) if (grepl("is out of range", conditionMessage(e))) NULL else stop(e))
if (is.null(results)) cat("error")
for (r in if (is.list(results)) results else list(results)) if (!is.null(r)) {
    cat("shape", dim(r), "\\n")
    cat(sprintf("%%a", as.numeric(if (length(dim(r)) > 1) aperm(r) else r)), "\\n")
}
""" % (name, ", ".join(map(r_array, inputs)))
    done = subprocess.run(["Rscript", "-"], input=script, capture_output=True, text=True)
    if "past 2^53" in done.stderr:
        raise PastExact
    if done.returncode:
        raise AssertionError(done.stderr)
    if done.stdout == "error":
        return "error"
    lines, results = done.stdout.split("\n"), []
    for head, values in zip(lines[::2], lines[1::2]):
        v = [float("nan") if w in ("NaN", "NA") else float.fromhex(w) for w in values.split()]
        results.append(np.array(v).reshape([int(n) for n in head.split()[1:]]))
    return results


def run_function(text, language, name, inputs):
    """The function's results; the string "error" where it says that an index is out of range."""
    if language == "r":
        return run_r(text, name, inputs)
    scope = {}
    exec(compile(text, "<%s>" % language, "exec"), scope)
    given = arguments(language, inputs)
    try:
        out = scope[name](*given)
    except IndexError as e:
        if "is out of range along dimension" not in str(e):
            raise
        return "error"
    for x, g in zip(inputs, given):
        if not same_bits(x, as_array(g)):
            raise AssertionError("an input was written to")
    return [as_array(x) for x in (out if isinstance(out, tuple) else (out,))]


def run_garner(garner, folder, file, strict, inputs):
    args = ["run", file, "--output", folder] + (["--strict"] if strict else [])
    for k, x in enumerate(inputs):
        np.save(os.path.join(folder, "in%d.npy" % k), x)
        args += ["--input", os.path.join(folder, "in%d.npy" % k)]
    done = call(garner, *args)
    if done.returncode == 4:
        return "error"
    if done.returncode:
        raise AssertionError(done.stderr)
    return np.load(os.path.join(folder, "main_0.npy"))


def agree(want, got):
    if isinstance(want, str) or isinstance(got, str):
        return isinstance(want, str) and isinstance(got, str)
    if got.dtype == np.float64 and want.dtype != np.float64:  # R's numbers
        got = got + 0.0 if want.dtype.kind != "f" else got
        want = want.astype(np.float64)
    return same_bits(want, got)


class PastExact(Exception):
    """R's integers are exact up to 2^53; what it is asked for is not among them."""


class Tally:
    def __init__(self):
        self.passed = self.failed = self.refused = 0


def one(garner, folder, seed, languages, tally):
    rng = random.Random(seed)
    p, text, a, r = program(rng, languages)
    file, oracle = os.path.join(folder, "p.mlir"), os.path.join(folder, "o.mlir")
    with open(oracle, "w") as f:
        f.write(promise_kept(text))
    made = call(garner, "convert", oracle, "--to=stablehlo")
    if made.returncode:
        if "cannot be expressed" not in made.stderr:
            raise AssertionError("no program:\n%s%s" % (text, made.stderr))
        tally.refused += 1
        return False
    for name, content in ((file, text), (oracle, made.stdout)):
        with open(name, "w") as f:
            f.write(content)
    for language in languages:
        written = call(garner, "convert", file, "--to=" + language)
        if language == "r" and "cannot be written in r" in written.stderr:
            tally.refused += 1  # narrow floats, 64-bit numbers: docs/source.md
            continue
        for trial in range(3):
            inputs = [random_input(rng, shape, dtype, role, max(a.shape, default=1), r[0]) for _, shape, dtype, role in p.args]
            why = None
            try:
                want = run_garner(garner, folder, oracle, r[2] == ERROR, inputs)
                got = run_function(written.stdout, language, "main", inputs)
                if not agree(want, got if isinstance(got, str) else got[0]):
                    why = "other bits"
            except PastExact:
                continue
            except Exception as e:
                why = "%s: %s" % (type(e).__name__, e)
            if why:
                tally.failed += 1
                print("seed %d, %s, trial %d: %s\n%s\n%s%s\ninputs %s" % (
                    seed, language, trial, why, text, written.stdout, written.stderr, inputs))
                return True
        tally.passed += 1
    return True


def main():
    garner = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    languages = sys.argv[4].split(",") if len(sys.argv) > 4 else ["numpy", "pytorch"]
    tally, done = Tally(), 0
    with tempfile.TemporaryDirectory() as folder:
        while done < cases:
            done += one(garner, folder, seed, languages, tally)
            seed += 1
    print("%d programs were no program of StableHLO's and were left out" % tally.refused)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return tally.failed != 0


if __name__ == "__main__":
    sys.exit(main())
