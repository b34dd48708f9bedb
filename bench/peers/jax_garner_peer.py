"""JAX's expressions with garner in the place of JAX's own gathers and scatters (garner.jax.install). The garner package is to be in
the peers' environment: pip install ./bindings/python."""
import jax_peer


def start(threads):
    version = jax_peer.start(threads)
    import garner

    garner.jax.install()
    return f"garner {garner.__version__} in {version}"


FIRST_CALLS = 100  # a plan's race (docs/plan.md)
EXPRESSIONS = jax_peer.EXPRESSIONS
LACKS = jax_peer.LACKS
prepare = jax_peer.prepare
