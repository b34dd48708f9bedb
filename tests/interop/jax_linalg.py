#!/usr/bin/env python3
"""Linear algebra of JAX on garner, function by function, for f32, f64 and complex numbers, of one matrix and of a batch.

    jax_linalg.py GARNER              JAX lowers for the platform garner by the rules of jax_plugins.garner; the command runs the programs
    jax_linalg.py --platform          they run on the platform itself, where JAX has it (JAX_PLATFORMS=garner)

Factors are held against their matrix by the ratio of LAPACK's own testers, |A - Q R| / (|A| n eps), which must be under 30 (Anderson et al.,
LAPACK Users' Guide, "Accuracy and stability"; LAPACK Working Note 41); solutions and functions of matrices by NumPy's in double, with the
condition of what is solved. Derivatives are those that JAX gives on XLA's CPU backend. Ends on "N passed, N failed".
"""
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ON_PLATFORM = sys.argv[1] == "--platform"
if not ON_PLATFORM:
    os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax._src.lax import linalg as lax_linalg

jax.config.update("jax_enable_x64", True)
DTYPES = (np.float32, np.float64, np.complex64, np.complex128)
BATCHES = ((), (2,))
MOST_RATIO = 30
rng = np.random.default_rng(20)


# ---- running ----------------------------------------------------------------------------------

def know_platform():
    """JAX takes rules for a platform that it knows; here it is one without a client."""
    from jax._src import xla_bridge

    xla_bridge.register_backend_factory("garner", lambda: None, priority=-100, fail_quietly=True)
    place = importlib.util.spec_from_file_location("linalg", ROOT / "bindings/python/src/jax_plugins/garner/linalg.py")
    linalg = importlib.util.module_from_spec(place)
    place.loader.exec_module(linalg)
    linalg.register()


def run_by_command(function, *inputs):
    text = jax.jit(function).trace(*inputs).lower(lowering_platforms=("garner",)).as_text()
    with tempfile.TemporaryDirectory() as temp:
        Path(temp, "program.mlir").write_text(text)
        command = [sys.argv[1], "run", f"{temp}/program.mlir", "--output", temp]
        for i, value in enumerate(inputs):
            np.save(f"{temp}/in{i}.npy", value)
            command += ["--input", f"{temp}/in{i}.npy"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[0])
        shapes, tree = jax.tree.flatten(jax.eval_shape(function, *inputs))
        return jax.tree.unflatten(tree, [np.load(f"{temp}/main_{i}.npy") for i in range(len(shapes))])


def run_on_platform(function, *inputs):
    return jax.tree.map(np.asarray, jax.jit(function)(*inputs))


run = run_on_platform if ON_PLATFORM else run_by_command


# ---- matrices ---------------------------------------------------------------------------------

def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def draw(dtype, *shape):
    a = rng.standard_normal(shape)
    if np.issubdtype(dtype, np.complexfloating):
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(dtype)


def square(dtype, batch, n=5):
    return draw(dtype, *batch, n, n) + 2 * np.eye(n, dtype=dtype)


def hermitian(dtype, batch, n=5):
    a = draw(dtype, *batch, n, n)
    return a + adjoint(a)


def definite(dtype, batch, n=5):
    a = draw(dtype, *batch, n, n)
    return a @ adjoint(a) + n * np.eye(n, dtype=dtype)


def tall(dtype, batch):
    return draw(dtype, *batch, 6, 4)


def wide(dtype, batch):
    return draw(dtype, *batch, 4, 6)


def ratio(have, want, dtype):
    """Of matrices: the largest difference by the largest element, in units of n eps."""
    have, want = np.asarray(have), np.asarray(want)
    if have.shape != want.shape:
        raise AssertionError(f"has the shape {have.shape}, {want.shape} is expected")
    if not np.isfinite(have).all():
        raise AssertionError("is not finite")
    n = max(want.shape[-2:]) if want.ndim > 1 else max(want.shape, default=1)
    return np.abs(have.astype(complex) - want).max() / (np.abs(want).max() * n * np.finfo(dtype).eps)


def is_unitary(q, dtype):
    k = q.shape[-1]
    return ratio(adjoint(q) @ q, np.broadcast_to(np.eye(k), (*q.shape[:-2], k, k)), dtype)


# ---- claims: each gives ratios, of which none may be over MOST_RATIO --------------------------

def solve(dtype, batch):
    a, b = square(dtype, batch), draw(dtype, *batch, 5, 2)
    yield ratio(a @ run(jnp.linalg.solve, a, b), b, dtype) / np.linalg.cond(a).max()


def inverse(dtype, batch):
    a = square(dtype, batch)
    yield ratio(run(jnp.linalg.inv, a), np.linalg.inv(a), dtype) / np.linalg.cond(a).max()


def determinant(dtype, batch):
    a = square(dtype, batch)
    sign, logarithm = run(jnp.linalg.slogdet, a)
    yield ratio(run(jnp.linalg.det, a), np.linalg.det(a), dtype)
    yield ratio(sign * np.exp(logarithm), np.linalg.det(a), dtype)


def cholesky(dtype, batch):
    a = definite(dtype, batch)
    l = run(jnp.linalg.cholesky, a)
    yield ratio(l @ adjoint(l), a, dtype)
    yield np.abs(np.triu(l, 1)).max()


def lu(dtype, batch):
    for a in (square(dtype, batch), tall(dtype, batch), wide(dtype, batch)):
        p, l, u = run(jax.vmap(jsl.lu) if batch else jsl.lu, a)
        yield ratio(p @ l @ u, a, dtype)


def lu_solve(dtype, batch):
    a, b = square(dtype, batch), draw(dtype, *batch, 5, 2)
    yield ratio(a @ run(lambda a, b: jsl.lu_solve(jsl.lu_factor(a), b), a, b), b, dtype) / np.linalg.cond(a).max()


def qr(dtype, batch):
    for a in (tall(dtype, batch), wide(dtype, batch)):
        for mode in ("reduced", "complete"):
            q, r = run(lambda a: jnp.linalg.qr(a, mode=mode), a)
            yield ratio(q @ r, a, dtype)
            yield is_unitary(q, dtype)


def qr_with_pivots(dtype, batch):
    a = tall(dtype, batch)
    q, r, p = run(lambda a: jax.lax.linalg.qr(a, pivoting=True, full_matrices=False), a)
    yield ratio(q @ r, np.take_along_axis(a, p[..., None, :], -1), dtype)


def reflectors(dtype, batch):
    a, c = tall(dtype, batch), draw(dtype, *batch, 6, 3)
    factors, taus = run(lax_linalg.geqrf, a)
    q = run(lax_linalg.householder_product, factors, taus)
    yield is_unitary(q, dtype)
    product = run(lambda a, t, c: lax_linalg.ormqr(a, t, c, left=True, transpose=True), factors, taus, c)
    yield ratio(product[..., :4, :], adjoint(q) @ c, dtype)


def svd(dtype, batch):
    for a in (tall(dtype, batch), wide(dtype, batch)):
        for full in (False, True):
            u, s, v = run(lambda a: jnp.linalg.svd(a, full_matrices=full), a)
            k = s.shape[-1]
            yield ratio((u[..., :k] * s[..., None, :]) @ v[..., :k, :], a, dtype)
            yield is_unitary(u, dtype)
            yield is_unitary(adjoint(v), dtype)
        algorithm = jax.lax.linalg.SvdAlgorithm.QR
        values = run(lambda a: jax.lax.linalg.svd(a, compute_uv=False, algorithm=algorithm), a)
        yield ratio(values, np.linalg.svd(a, compute_uv=False), dtype)


def eigh(dtype, batch):
    a = hermitian(dtype, batch)
    for uplo in "LU":
        w, v = run(lambda a: jnp.linalg.eigh(a, UPLO=uplo), a)
        yield ratio(v * w[..., None, :] @ adjoint(v), a, dtype)
        yield is_unitary(v, dtype)
        yield float((np.diff(w) < 0).any()) * MOST_RATIO * 2


def eig(dtype, batch):
    a = square(dtype, batch)
    w, left, right = run(lambda a: jax.lax.linalg.eig(a), a)
    yield ratio(a @ right, right * w[..., None, :], dtype)
    yield ratio(adjoint(left) @ a, w[..., :, None] * adjoint(left), dtype)


def schur(dtype, batch):
    a = square(dtype, batch)
    t, z = run(jax.lax.linalg.schur, a)
    yield ratio(z @ t @ adjoint(z), a, dtype)
    yield is_unitary(z, dtype)
    yield ratio(np.tril(t, -2) + np.eye(5), np.broadcast_to(np.eye(5), t.shape), dtype)


def hessenberg(dtype, batch):
    a = square(dtype, batch)
    h, q = run(lambda a: jsl.hessenberg(a, calc_q=True), a)
    yield ratio(q @ h @ adjoint(q), a, dtype)
    yield np.abs(np.tril(h, -2)).max()


def tridiagonal(dtype, batch):
    a = hermitian(dtype, batch)
    for lower in (True, False):
        _, d, e, _ = run(lambda a: jax.lax.linalg.tridiagonal(a, lower=lower), a)
        i = np.arange(5)
        t = np.zeros((*batch, 5, 5))
        t[..., i, i] = d
        t[..., i[1:], i[:-1]] = t[..., i[:-1], i[1:]] = e
        yield ratio(np.linalg.eigvalsh(t), np.linalg.eigvalsh(a), dtype)


def tridiagonal_solve(dtype, batch):
    below, diagonal, above = (draw(dtype, *batch, 5) for _ in range(3))
    below[..., 0] = above[..., -1] = 0
    diagonal = diagonal + 4
    b = draw(dtype, *batch, 5, 3)
    a = np.zeros((*batch, 5, 5), dtype)
    i = np.arange(5)
    a[..., i, i], a[..., i[1:], i[:-1]], a[..., i[:-1], i[1:]] = diagonal, below[..., 1:], above[..., :-1]
    for perturb in (False, True):
        x = run(lambda *a: jax.lax.linalg.tridiagonal_solve(*a, perturb_singular=perturb), below, diagonal, above, b)
        yield ratio(a @ x, b, dtype)


def eigh_tridiagonal(dtype, batch):
    if batch or np.issubdtype(dtype, np.complexfloating):
        return
    d, e = draw(dtype, 6), draw(dtype, 5)
    w, v = run(lambda d, e: jsl.eigh_tridiagonal(d, e), d, e)
    yield ratio(v * w @ v.T, np.diag(d) + np.diag(e, 1) + np.diag(e, -1), dtype)


def triangular_solve(dtype, batch):
    a, b = square(dtype, batch), draw(dtype, *batch, 5, 2)
    for lower in (True, False):
        for trans in (0, 1, 2):
            t = np.tril(a) if lower else np.triu(a)
            t = t if trans == 0 else np.swapaxes(t, -1, -2) if trans == 1 else adjoint(t)
            x = run(lambda a, b: jsl.solve_triangular(a, b, lower=lower, trans=trans), a, b)
            yield ratio(t @ x, b, dtype) / np.linalg.cond(t).max()


def least_squares(dtype, batch):
    if batch: # jnp.linalg.lstsq takes no batch
        return
    a, b = tall(dtype, ()), draw(dtype, 6)
    x, _, rank, s = run(jnp.linalg.lstsq, a, b)
    yield ratio(x, np.linalg.lstsq(a, b, rcond=None)[0], dtype) / np.linalg.cond(a)
    yield abs(int(rank) - 4) * MOST_RATIO * 2
    yield ratio(s, np.linalg.svd(a, compute_uv=False), dtype)


def pseudo_inverse(dtype, batch):
    for a in (tall(dtype, batch), wide(dtype, batch)):
        yield ratio(run(jnp.linalg.pinv, a), np.linalg.pinv(a), dtype) / np.linalg.cond(a).max()


def numbers_of_a_matrix(dtype, batch):
    a = tall(dtype, batch)
    a[..., 3] = a[..., 0] + a[..., 1]
    yield float((run(jnp.linalg.matrix_rank, a) != 3).any()) * MOST_RATIO * 2
    a = square(dtype, batch)
    yield ratio(run(jnp.linalg.cond, a), np.linalg.cond(a), dtype) / np.linalg.cond(a).max()
    yield ratio(run(lambda a: jnp.linalg.norm(a, 2, axis=(-2, -1)), a), np.linalg.norm(a, 2, axis=(-2, -1)), dtype)


def exponential(dtype, batch):
    a = square(dtype, batch) / 4
    w, v = np.linalg.eig(a.astype(complex))
    yield ratio(run(jsl.expm, a), v * np.exp(w)[..., None, :] @ np.linalg.inv(v), dtype) / np.linalg.cond(v).max()


def square_root(dtype, batch):
    if batch: # jax.scipy.linalg.sqrtm takes no batch
        return
    a = definite(dtype, ())
    root = run(jsl.sqrtm, a)
    yield ratio(root @ root, a, dtype)


def polar(dtype, batch):
    if batch:
        return
    a = square(dtype, ())
    u, p = run(jsl.polar, a)
    yield ratio(u @ p, a, dtype)
    yield is_unitary(u, dtype)


def vmapped(dtype, batch):
    a, b = square(dtype, (3, *batch)), draw(dtype, 3, *batch, 5)
    x = run(jax.vmap(lambda a, b: jnp.linalg.solve(a, b[..., None])), a, b)
    yield ratio(a @ x, b[..., None], dtype) / np.linalg.cond(a).max()
    yield ratio(run(jax.vmap(jnp.linalg.det), a), np.linalg.det(a), dtype)


def nan_where_there_is_no_factor(dtype, batch):
    a = -definite(dtype, batch)
    yield float(not np.isnan(run(jnp.linalg.cholesky, a)).any()) * MOST_RATIO * 2
    a[..., 1, 2] = np.nan
    for function in (jnp.linalg.eigvals, jnp.linalg.eigvalsh, lambda a: jnp.linalg.svd(a, compute_uv=False)):
        yield float(not np.isnan(run(function, a)).all()) * MOST_RATIO * 2


DIFFERENTIATED = {
    "solve": lambda a: jnp.linalg.solve(a, jnp.arange(5.0)).sum(),
    "inv": lambda a: jnp.linalg.inv(a).sum(),
    "det": jnp.linalg.det,
    "slogdet": lambda a: jnp.linalg.slogdet(a)[1],
    "cholesky": lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(5)).sum(),
    "qr": lambda a: sum((x * jnp.arange(5)).sum() for x in jnp.linalg.qr(a)),
    "svd": lambda a: jnp.linalg.svd(a, compute_uv=False).sum(),
    "eigh": lambda a: (jnp.linalg.eigh(a + a.T)[0] ** 2).sum(),
    "expm": lambda a: jsl.expm(a).sum(),
    "lu": lambda a: jsl.lu_factor(a)[0].sum(),
}


def derivatives(dtype, batch):
    if batch or dtype != np.float64:
        return
    a = square(dtype, ())
    for function in DIFFERENTIATED.values():
        gradient = jax.grad(function)
        with jax.default_device(jax.devices("cpu")[0]):
            want = np.asarray(jax.jit(gradient)(a))
        yield ratio(run(gradient, a), want, dtype) / np.linalg.cond(a) ** 2


CLAIMS = (
    solve, inverse, determinant, cholesky, lu, lu_solve, qr, qr_with_pivots, reflectors, svd, eigh, eig, schur, hessenberg, tridiagonal,
    tridiagonal_solve, eigh_tridiagonal, triangular_solve, least_squares, pseudo_inverse, numbers_of_a_matrix, exponential, square_root, polar,
    vmapped, nan_where_there_is_no_factor, derivatives,
)


def main():
    passed = failed = 0
    if not ON_PLATFORM:
        know_platform()
    for claim in CLAIMS:
        for dtype in DTYPES:
            for batch in BATCHES:
                where = f"{claim.__name__} of {np.dtype(dtype)}{', a batch' if batch else ''}"
                try:
                    worst = max(claim(dtype, batch), default=0)
                    broken = None if worst < MOST_RATIO else f"is {worst:.3g} times n eps away"
                except Exception as wrong:
                    broken = f"{type(wrong).__name__}: {wrong}"
                passed, failed = passed + (broken is None), failed + (broken is not None)
                if broken:
                    print(f"{where}: {broken}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
