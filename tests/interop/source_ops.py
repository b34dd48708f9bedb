"""source_ops.py - the programs of tests/interop/source, written in each language, give what `garner run` gives.

  source_ops.py GARNER [LANGUAGES]

Every function runs on random inputs, bit for bit; those called near_* use a language's own mathematics and agree to a few
numbers. What a language refuses is in the table below; where there is no JAX, its text is compiled, not run. Ends with
"N passed, N failed".
"""
import importlib.util
import os
import random
import re
import sys
import tempfile

import numpy as np

import source_random as common

TRIALS = 5
REFUSED = {
    "numpy": set(), "pytorch": set(), "jax": set(),
    "r": {"float_remainder", "bits_and_powers", "products", "complex_numbers", "onnx_shorter", "torch_gather", "torch_add",
          "unknown_rows", "near_f32_power", "near_f64_power", "nvl_scatter", "nvl_gather", "rounded", "shifted", "shifted_by_each",
          "bits", "parts", "near_f32_more", "near_f64_more"},
}
COMPLEX = {"complex<f32>": np.complex64}


def chunks(path):
    """The functions of a file, each with those that it calls: what stands between blank lines."""
    with open(path) as f:
        return [c for c in f.read().split("\n\n") if "func.func" in c]


def signature(chunk):
    """The name and inputs of the last function: (name, shape, element type) each."""
    name, args = re.findall(r"func\.func @(\w+)\((.*?)\) ->", chunk)[-1]
    found = []
    for arg, builtin, torch_shape, torch_element in re.findall(
            r"%(\w+): (?:tensor<([^ ]*)>|!torch\.vtensor<\[([\d,]*)\],(\w+)>)(?=,|$)", args):
        if builtin:
            *dims, element = re.match(r"((?:[\d?]+x)*)(.*)", builtin).groups()
            shape = [int(n) if n != "?" else 4 for n in dims[0].split("x")[:-1]]
        else:
            shape, element = [int(n) for n in torch_shape.split(",")], torch_element.replace("si", "i")
        found.append((arg, shape, element))
    return name, found


SPECIAL = [0.0, -0.0, 1.5, -1.5, float("inf"), float("nan")]


def random_input(rng, k, arg, shape, element):
    if element in COMPLEX:
        parts = [common.random_input(rng, shape, "f32", "x", 1, 0) for _ in range(2)]
        finite = [np.where(np.isfinite(p), p, np.float32(1)) for p in parts]
        return (finite[0] + 1j * finite[1]).astype(COMPLEX[element])
    role = "i" if arg in ("index", "i", "j") else "x"
    x = common.random_input(rng, shape, element, role, 4, 1)
    if element in ("f32", "f64") and shape == [40] and k < 2:  # every pair of them
        x[:36] = [SPECIAL[i % 6 if k else i // 6] for i in range(36)]
    return x


def distance(a, b):
    """In numbers of the type between two."""
    kind = {4: np.int32, 8: np.int64}[a.dtype.itemsize]
    bits = [np.asarray(x).view(kind).astype(object) for x in (a, b)]
    ordered = [np.where(x < 0, -(x & np.iinfo(kind).max), x) for x in bits]
    return max(abs(ordered[0] - ordered[1]).ravel(), default=0)


def agree(name, want, got):
    if not name.startswith("near_") or isinstance(want, str) or isinstance(got, str):
        return common.agree(want, got)
    nan = np.isnan(want)
    if want.shape != got.shape or not np.array_equal(nan, np.isnan(got)):
        return False
    got = got.astype(want.dtype)
    return distance(want[~nan], got[~nan]) <= (1 if want.dtype == np.float32 else 4)


def run_garner(garner, folder, file, name, inputs):
    args = ["run", file, "--entry", name, "--output", folder]
    for k, x in enumerate(inputs):
        np.save(os.path.join(folder, "in%d.npy" % k), x)
        args += ["--input", os.path.join(folder, "in%d.npy" % k)]
    done = common.call(garner, *args)
    if done.returncode == 4:
        return "error"
    if done.returncode:
        raise AssertionError(done.stderr)
    results = []
    while os.path.exists(os.path.join(folder, "%s_%d.npy" % (name, len(results)))):
        results.append(np.load(os.path.join(folder, "%s_%d.npy" % (name, len(results)))))
    return results


def name_in(text):
    """The last function's name: a word of the language becomes another."""
    return re.findall(r"^(?:def )?(\w+)(?:\(| <- function\()", text, re.M)[-1]


def check(garner, folder, chunk, language, rng):
    """None, or what is wrong."""
    name, args = signature(chunk)
    file = os.path.join(folder, "p.mlir")
    with open(file, "w") as f:
        f.write(chunk)
    written = common.call(garner, "convert", file, "--to=" + language)
    refused = "cannot be written in" in written.stderr
    if written.returncode or refused:
        return None if refused and name in REFUSED[language] else written.stderr
    if name in REFUSED[language]:
        return "it was written, and is in the table of what is refused"
    if language == "jax" and not importlib.util.find_spec("jax"):
        compile(written.stdout, name, "exec")
        return None
    for trial in range(TRIALS if language != "r" else 2):  # which takes its time to start
        inputs = [random_input(rng, k, *a) for k, a in enumerate(args)]
        want = run_garner(garner, os.path.join(folder), file, name, inputs)
        try:
            got = common.run_function(written.stdout, language, name_in(written.stdout), inputs)
        except common.PastExact:
            continue
        both = [want, got] if isinstance(want, str) or isinstance(got, str) else None
        if both and want != got or not both and (len(want) != len(got) or not all(map(agree, [name] * len(want), want, got))):
            return "trial %d\n%s\ninputs %s\nwant %s\ngot %s" % (trial, written.stdout, inputs, want, got)
    return None


def main():
    garner = sys.argv[1]
    languages = sys.argv[2].split(",") if len(sys.argv) > 2 else ["numpy", "pytorch", "jax"]
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "source")
    passed = failed = 0
    for file in sorted(os.listdir(here)):
        for chunk in chunks(os.path.join(here, file)):
            for language in languages:
                with tempfile.TemporaryDirectory() as folder:
                    wrong = check(garner, folder, chunk, language, random.Random(1))
                passed, failed = passed + (wrong is None), failed + (wrong is not None)
                if wrong is not None:
                    print("%s, %s: %s" % (signature(chunk)[0], language, wrong))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
