"""compare.py LIBRARY [PART] - functions of jax that garner runs, against XLA's CPU backend.

Each row of functions.py is lowered for a platform that jax does not know, as it lowers for a plug-in, and run by garner
twice: as text, and as the portable artifact that a plug-in gets. Integers, booleans, and floats of rows that say so have
the same bits, +0 and -0 as well; NaNs agree wherever they are. Other floats are within the row's units in the last place, of
their own size or of a quarter of the largest element's. PART: rows whose names have it. Ends with "N passed, N failed".
"""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
# The compiler's time is most of this test's, and what it makes is run once.
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_backend_optimization_level=0"

import jax
import ml_dtypes
import numpy as np
from jaxlib import _jax
from jaxlib.mlir.dialects import stablehlo

import functions
import library


def plain(value):
    is_key = jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key)
    return np.asarray(jax.random.key_data(value) if is_key else value)


def parts(array):
    """Complex numbers as pairs, everything in a type that numpy computes with."""
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag])
    return array.astype(np.int64 if "int" in array.dtype.name and array.dtype.itemsize == 1 else
                        array.dtype if array.dtype.kind in "biu" else np.float64)


def farthest(got, want):
    """Of floats, the most units in the last place that two elements are apart; infinite: a NaN or an infinity is not met."""
    real = got.real.dtype if got.dtype.kind == "c" else got.dtype
    info = ml_dtypes.finfo(real)
    eps, tiny = float(info.eps), float(info.smallest_normal)
    got, want = parts(got), parts(want)
    if (np.isnan(got) != np.isnan(want)).any():
        return np.inf
    finite = np.isfinite(got) & np.isfinite(want)
    if (got != want)[~finite & ~np.isnan(want)].any():
        return np.inf
    if not finite.any():
        return 0.0
    got, want = got[finite], want[finite]
    size = np.maximum(np.abs(want), max(tiny, np.abs(want).max() / 4))
    return float((np.abs(got - want) / (eps * size)).max())


def same_bits(got, want):
    got, want = parts(got), parts(want)
    agree = (got == want) & (np.signbit(got) == np.signbit(want) if got.dtype.kind == "f" else True)
    return bool((agree | ((got != got) & (want != want))).all())


def difference(got, want, ulps):
    """What is wrong with a list of results; None: nothing."""
    if len(got) != len(want):
        return f"{len(got)} results, {len(want)} are expected"
    for i, (g, w) in enumerate(zip(got, want)):
        if g.shape != w.shape or g.dtype != w.dtype:
            return f"result {i} is {g.dtype}{list(g.shape)}, {w.dtype}{list(w.shape)} is expected"
        is_float = g.dtype.kind in "fc" or "float" in g.dtype.name
        if w.size == 0 or same_bits(g, w):
            continue
        if not is_float or not ulps:
            return f"result {i} has other bits: {g.ravel()[:6]}, expected {w.ravel()[:6]}"
        far = farthest(g, w)
        if not far <= ulps:
            return f"result {i} is {far:.3g} units in the last place away, {ulps} are allowed"
    return None


def programs(lowered):
    yield "text", lowered.as_text()
    # What jaxlib sends to a plug-in: CHLO's functions as composites, Shardy's ops beside StableHLO's.
    yield "artifact", _jax.mlir.serialize_portable_artifact(
        lowered.compiler_ir("stablehlo"), stablehlo.get_current_version(), True)


def failure(lib, row):
    lowered = jax.jit(row.function).trace(*row.arguments).lower(lowering_platforms=("garner",))
    want = [plain(v) for v in jax.tree.leaves(jax.jit(row.function)(*row.arguments))]
    kept = lowered._lowering.compile_args.get("kept_var_idx")
    arrays = [plain(v) for i, v in enumerate(jax.tree.leaves(row.arguments)) if kept is None or i in kept]
    for form, program in programs(lowered):
        try:
            wrong = difference(library.Module(lib, program).run(arrays), want, row.ulps)
        except library.Error as error:
            wrong = str(error)
        if wrong:
            return f"as {form}: {wrong}"
    return None


def exported_failure(lib, row):
    """A function of symbolic shapes, exported once, on arrays of shapes that fit."""
    scope = jax.export.SymbolicScope()
    types = [jax.ShapeDtypeStruct(jax.export.symbolic_shape(shape, scope=scope), array.dtype)
             for shape, array in zip(row.symbols, row.arguments)]
    unchecked = [jax.export.DisabledSafetyCheck.platform()]
    exported = jax.export.export(jax.jit(row.function), platforms=["garner"], disabled_checks=unchecked)(*types)
    want = [plain(v) for v in jax.tree.leaves(row.function(*row.arguments))]
    arrays = [plain(a) for a in row.arguments]
    for program in (exported.mlir_module(), exported.mlir_module_serialized):
        try:
            wrong = difference(library.Module(lib, program).run(arrays), want, row.ulps)
        except library.Error as error:
            wrong = str(error)
        if wrong:
            return wrong
    return None


def main(path, part=""):
    lib = library.load(path)
    passed = failed = 0
    names = set()
    for row in functions.rows():
        assert row.name not in names, row.name
        names.add(row.name)
        if part not in row.name:
            continue
        try:
            wrong = (exported_failure if row.symbols else failure)(lib, row)
        except Exception as error:  # jax's own: the row is wrong, or this jax is another
            wrong = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"{row.name}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
