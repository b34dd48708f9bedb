"""JAX's linear algebra on garner: which lowering its primitives have.

JAX lowers a factorization to a routine of LAPACK on CPUs, and refuses most of them on a platform that it does not know. On garner the rules
of CPUs hold: they emit custom calls, such as lapack_dgetrf_ffi, and the library runs those by the LAPACK that it finds on the machine
(docs/linalg.md). Cholesky factors and triangular systems are left as ops of StableHLO, which garner runs without a library.
"""
# By the names that jax._src.lax.linalg has for them; a release of JAX may lack one.
PRIMITIVES = (
    "eig",
    "eigh",
    "geqp3",
    "geqrf",
    "hessenberg",
    "householder_product",
    "lu",
    "ormqr",
    "schur",
    "svd",
    "tridiagonal",
    "tridiagonal_solve",
)


def register(platform="garner"):
    """Gives these primitives the lowering of CPUs on `platform`, which JAX is to know by now. Once is enough; again changes nothing."""
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg

    rules = mlir._platform_specific_lowerings["cpu"]
    for name in PRIMITIVES:
        primitive = getattr(linalg, name + "_p", None)
        if primitive in rules:
            mlir.register_lowering(primitive, rules[primitive].rule, platform=platform, inline=rules[primitive].inline)
