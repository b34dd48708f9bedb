"""garner as a platform of JAX: `JAX_PLATFORMS=garner python train.py`.

JAX finds this module through the namespace package `jax_plugins`, and calls `initialize()` before it makes its first client. The platform
is registered where JAX_PLATFORMS (or jax.config's jax_platforms) names it, so that a program that does not ask for it runs as before.
Options of the client are environment variables: GARNER_DEVICES, GARNER_THREADS, GARNER_INDICES, GARNER_INDICES_FILE, GARNER_PRODUCTS,
GARNER_DUMP (docs/jax.md).
"""
import importlib.util
import os
from pathlib import Path

NAME = "garner"


def library():
    """The path of libgarner_pjrt.so, which clients of PJRT load: R's and Go's, too."""
    package = importlib.util.find_spec("garner").submodule_search_locations[0]
    return str(Path(package, "libgarner_pjrt.so"))


def _is_wanted(platforms):
    return NAME in (platforms or "").split(",")


def _is_named_by_environment():
    """Whether JAX registers another file of the plug-in under this name itself."""
    return any(part.split(":")[0] == NAME for part in os.environ.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(","))


def _plugin_path():
    """The file that JAX loads under this name."""
    for part in os.environ.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(","):
        name, _, path = part.partition(":")
        if name == NAME:
            return path
    return library()


def initialize():
    """Registers the platform; JAX calls it."""
    import jax
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir

    platforms = jax.config.jax_platforms
    if not _is_wanted(platforms):
        return
    if not _is_named_by_environment() and not Path(library()).is_file():
        raise RuntimeError(f"garner: {library()} is not there; the package was built without the plug-in")
    # Callbacks and jax.debug.print place their operands on a device of the CPU platform, which comes behind garner then.
    if "cpu" not in platforms.split(","):
        jax.config.update("jax_platforms", platforms + ",cpu")
    # Lists of platforms that JAX keeps: who takes donated arguments, and who is no experiment.
    for known, add in ((getattr(mlir, "_platforms_with_donation", None), "append"), (getattr(xla_bridge, "_nonexperimental_plugins", None), "add")):
        if known is not None and NAME not in known:
            getattr(known, add)(NAME)
    if not _is_named_by_environment():
        xla_bridge.register_plugin(NAME, priority=-100, library_path=library())
    _register_lowerings()


def _register_lowerings():
    """What JAX lowers for platforms that it knows alone."""
    from . import callbacks

    callbacks.register(NAME, _plugin_path())
    if importlib.util.find_spec(__name__ + ".linalg") is not None:
        from . import linalg

        linalg.register()
